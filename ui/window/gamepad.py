"""Gamepads and remote controls as the keys that they stand for: arrows, Enter, Escape, and a few more."""

from __future__ import annotations

import pygame

BUTTONS = {0: "return", 1: "escape", 2: "space", 3: "z", 6: "escape", 7: "return"}
"""A, B, X, Y, Back and Start, as most gamepads number them."""
HALF = 0.6
"""A stick that is further out than this share of its way is pushed, ..."""
BACK = 0.35
"""... and one nearer than this share has come back."""
REMOTE = {"ac back": "escape", "select": "return", "menu": "escape", "keypad enter": "return", "enter": "return"}
"""What the keys of remote controls are called by pygame, and which keys they stand for."""


class Gamepads:
    """All gamepads that are plugged in."""

    def __init__(self) -> None:
        self._open: dict[int, pygame.joystick.JoystickType] = {}
        self._pushed: dict[tuple[int, int], int] = {}

    def key_of(self, event: pygame.event.Event) -> str | None:
        """The key that a gamepad's event stands for, or None; a gamepad that comes is opened, one that goes is let
        go."""
        match event.type:
            case pygame.JOYDEVICEADDED:
                pad = pygame.joystick.Joystick(event.device_index)
                self._open[pad.get_instance_id()] = pad
            case pygame.JOYDEVICEREMOVED:
                self._open.pop(event.instance_id, None)
            case pygame.JOYBUTTONDOWN:
                return BUTTONS.get(event.button)
            case pygame.JOYHATMOTION:
                across, up = event.value
                return _arrow(across, -up)
            case pygame.JOYAXISMOTION if event.axis < 2:
                return self._stick(event.instance_id, event.axis, event.value)
        return None

    def _stick(self, pad: int, axis: int, value: float) -> str | None:
        """An arrow when a stick is pushed far enough, once until it comes back."""
        before = self._pushed.get((pad, axis), 0)
        now = (1 if value > 0 else -1) if abs(value) > HALF else before if abs(value) > BACK else 0
        self._pushed[pad, axis] = now
        if now == before or now == 0:
            return None
        return _arrow(now, 0) if axis == 0 else _arrow(0, now)


def _arrow(across: int, down: int) -> str | None:
    if across:
        return "right" if across > 0 else "left"
    return {1: "down", -1: "up"}.get(down)
