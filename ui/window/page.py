"""A frame with things to press on it: buttons and fields that are drawn and remembered for the next press."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from rules.addresses import without_passwords
from ui.art.pen import Colour
from ui.window import theme
from ui.window.canvas import Align, Brushes, Canvas, Rect
from ui.window.editing import Editing
from ui.window.motion import Clock
from ui.window.texts import Texts
from ui.window.theme import Role

Action = Callable[[], None]
KEY_CAPS = {"left": "<", "right": ">"}
NAMED_KEYS = ("space", "return", "escape", "backspace")
"""The keys that have a name on most keyboards."""


@dataclass(frozen=True)
class Control:
    """Something on the page that can be pressed with the mouse, or with `keys`, or chosen with Tab and Enter."""

    name: str
    rect: Rect
    action: Action
    keys: tuple[str, ...] = ()
    write: Callable[[str], None] | None = None
    """For a field: takes the new text."""
    read: Callable[[], str] = str
    """For a field: gives its text."""
    layer: int = 0
    why_not: str = ""
    """Why it does nothing just now; that is told instead of doing it."""


@dataclass
class Touch:
    """What the pointer and the keyboard are on."""

    pointer: tuple[float, float] = (-1.0, -1.0)
    focus: str | None = None
    by_keys: bool = False
    """The focus is shown once the keyboard has moved it."""
    editing: Editing = field(default_factory=Editing)
    """Where letters go in the field that has the keyboard."""


@dataclass
class Controls:
    """The controls of the newest frame; only those of the topmost layer can be pressed."""

    all: list[Control] = field(default_factory=list)

    @property
    def open(self) -> list[Control]:
        """Those of the topmost layer."""
        top = max((control.layer for control in self.all), default=0)
        return [control for control in self.all if control.layer == top]

    def under(self, x: float, y: float) -> Control | None:
        """The control at a point."""
        return next((c for c in reversed(self.open) if c.rect.holds(x, y)), None)

    def named(self, name: str) -> Control | None:
        """The control of that name."""
        return next((c for c in self.open if c.name == name), None)

    def for_key(self, key: str) -> Control | None:
        """The control that a key presses."""
        return next((c for c in self.open if key in c.keys), None)


class Page(Canvas):
    """A canvas that also takes buttons."""

    def __init__(
        self, surface: pygame.Surface, brushes: Brushes, text_scale: float, touch: Touch, clock: Clock | None = None,
        texts: Texts | None = None,
    ) -> None:  # fmt: skip
        super().__init__(surface, brushes, text_scale)
        self.touch = touch
        self.clock = clock or Clock(calm=True)
        """How far whatever moves has come on this frame."""
        self.controls = Controls()
        self._texts = texts or Texts()

    def worded(self, text: str) -> str:
        """A text in the window's language, which sentences of the rules are not by themselves."""
        return self._texts.said(text)

    def key_cap(self, key: str) -> str:
        """What is written on a key, in capitals; nothing for those that few know by a name."""
        shift = self._texts("key.shift") + " " if key.startswith("shift ") else ""
        name = key.removeprefix("shift ")
        cap = KEY_CAPS.get(name, name.upper() if len(name) == 1 else "")
        cap = self._texts(f"key.{name}") if name in NAMED_KEYS else cap
        return shift + cap if cap else ""

    def press_area(self, name: str, rect: Rect, action: Action, *keys: str, why_not: str = "") -> tuple[bool, bool]:
        """Make an area pressable without drawing it; tells whether the pointer and the shown focus are on it."""
        self.controls.all.append(Control(name, rect, action, keys, layer=self.layer, why_not=why_not))
        return rect.holds(*self.touch.pointer), self.touch.by_keys and self.touch.focus == name

    def button(
        self,
        name: str,
        rect: Rect,
        label: str,
        action: Action,
        *keys: str,
        main: bool = False,
        on: bool = False,
        size: float = theme.TEXT,
        align: Align = "center",
        enabled: bool = True,
        why_not: str = "",
        wrap: bool = False,
        tight: bool = False,
    ) -> None:
        """A button. `main` is the one most likely wanted, `on` a switch that is on. Its first key is shown on it when
        that is a single letter, digit or word of the keyboard; `wrap` lets a long label take more lines. One that is
        not `enabled` is faint, and says `why_not` when it is pressed; a `tight` one has hardly a margin."""
        hover, focused = False, False
        if enabled or why_not:
            hover, focused = self.press_area(name, rect, action, *keys, why_not="" if enabled else why_not)
        fill: Colour = theme.RAISED_HOVER if hover else theme.RAISED
        ink: Colour = theme.CREAM
        if main:
            fill, ink = (theme.GOLD_HOVER if hover else theme.GOLD), theme.INK
        if not enabled:
            fill, ink = theme.TABLE, theme.FAINT
        edge = theme.CREAM if focused else theme.GOLD if on else fill
        self.frame(rect, edge, fill, 4 if focused or on else 0)
        inner = rect.inset(4 if tight else 12, 4)
        if on and rect.w < 180:
            self.box(rect.inset(4), theme.GOLD, 10)
            ink = theme.INK
        elif on:
            self.box(Rect(rect.x + 14, rect.y + rect.h / 2 - 8, 16, 16), theme.GOLD, 8)
            inner = Rect(inner.x + 26, inner.y, inner.w - 26, inner.h)
        cap = self.key_cap(keys[0]) if keys and enabled else ""
        width = max(34.0, 14 + 12 * len(cap))
        if cap and width < rect.w * 0.55:
            spot = Rect(rect.x + rect.w - width - 10, rect.y + rect.h / 2 - 16, width, 32)
            self.box(spot, theme.INK if main else theme.NIGHT, 7)
            self.write(cap, spot.inset(3, 2), Role.HINT, theme.GOLD if main else theme.QUIET)
            inner = Rect(inner.x, inner.y, spot.x - inner.x - 6, inner.h)
        self.text(label, inner, size, ink, align, wrap=wrap, display=True)

    def field(
        self, name: str, rect: Rect, read: Callable[[], str], write: Callable[[str], None], focus: Action, *keys: str,
        role: Role | None = None,
    ) -> None:  # fmt: skip
        """A field to write in; a press puts the keyboard on it and selects what stands there. A password in an address
        is not shown. With a `role` it is written in that role, on more lines where it must be."""
        self.controls.all.append(Control(name, rect, focus, keys, write, read, self.layer))
        focused = self.touch.focus == name
        hover = rect.holds(*self.touch.pointer)
        edge = theme.GOLD if focused else theme.RAISED_HOVER if hover else theme.LINE
        editing, text = self.touch.editing, without_passwords(read())
        if focused:
            editing.enter(name, read())
        else:
            editing.leave(name)
        selected = focused and editing.selected
        self.frame(rect, edge, theme.GOLD if selected else theme.WOOD, 5 if focused else 3)
        ink = theme.INK if selected else theme.CREAM
        if focused and not selected:
            text = text[: editing.at] + "|" + text[editing.at :]
        room = rect.inset(14, 4)
        if role is not None:
            self.write(text, room, role, ink, "left", wrap=True)
        else:
            self.text(self.tail(text, room, theme.SMALL), room, theme.TEXT, ink, "left")
