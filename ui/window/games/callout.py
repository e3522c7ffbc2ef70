"""What is called out when something happens, as data: a game's face makes it, a screen shows, speaks and plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ui.sound.synth import Cue

Values = Mapping[str, str | int | tuple[str, ...]]


@dataclass(frozen=True, kw_only=True)
class Callout:
    """Any of: a text written large and spoken, one that is only spoken, a sound with its caption, and a sentence told
    in small letters. `values` go into the texts."""

    text: str = ""
    """The key of the text that is written large and spoken."""
    spoken: str = ""
    """The key of a text that is only spoken."""
    values: Values = field(default_factory=dict)
    good: bool = True
    """Whether it is good to hear."""
    cue: Cue | None = None
    step: int = 0
    """How far the sound is raised, of those that count."""
    told: str = ""
