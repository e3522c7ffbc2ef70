"""Every screen of the window in every state that looks different, ready to be looked at: for layout and for pictures.

A new screen, or a new state of one, is one more function in the modules named here; a test fails while a screen has
none.
"""

from __future__ import annotations

from tests.ui.window import scenes_before_play, scenes_in_play, scenes_one_finger
from tests.ui.window.scene_table import SCENES

__all__ = ["SCENES", "scenes_before_play", "scenes_in_play", "scenes_one_finger"]
