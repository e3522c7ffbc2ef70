"""From one control to the next with arrows, and the pointer that hides when nobody moves it."""

from __future__ import annotations

from collections.abc import Sequence

from ui.window.canvas import Rect
from ui.window.page import Control

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
IDLE_S = 3.0
"""So long after it was moved the pointer is shown."""
ASIDE = 2.5
"""How much further away seems what does not lie straight ahead."""


def neighbour(controls: Sequence[Control], focus: str | None, arrow: str) -> Control | None:
    """The control next to the one in focus in the direction of an arrow. Without a focus it is what Enter presses,
    else the first; None when nothing lies there."""
    here = next((control for control in controls if control.name == focus), None)
    if here is None:
        return next((c for c in controls if "return" in c.keys), controls[0] if controls else None)
    across, down = ARROWS[arrow]
    ahead = [(_far(here.rect, other.rect, across, down), other) for other in controls if other is not here]
    near = [(far, other) for far, other in ahead if far is not None]
    return min(near, key=lambda found: found[0])[1] if near else None


def _far(here: Rect, there: Rect, across: int, down: int) -> float | None:
    """How far away another control seems in a direction; None when it does not lie there."""
    dx, dy = there.center[0] - here.center[0], there.center[1] - here.center[1]
    if across:
        ahead, gap = across * dx, max(there.y - here.y - here.h, here.y - there.y - there.h, 0.0)
        beyond = across * (there.center[0] - here.center[0]) > (here.w + there.w) / 4
    else:
        ahead, gap = down * dy, max(there.x - here.x - here.w, here.x - there.x - there.w, 0.0)
        beyond = down * (there.center[1] - here.center[1]) > (here.h + there.h) / 4
    if ahead <= 0 or not beyond:
        return None
    return ahead + ASIDE * gap + 0.05 * (abs(dy) if across else abs(dx))
