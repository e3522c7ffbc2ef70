"""Plays the window's sounds, where there is something to play them on, and captions every one of them."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from ui.sound.synth import RATE_HZ, Cue, sound

CAPTION_S = 1.6
"""How long a sound's caption stays."""


class Device(Protocol):
    """What sounds come out of."""

    def play(self, cue: Cue, step: int, volume: float) -> None:
        """Begin a sound, as loud as `volume` says, from 0 to 1."""


class Mixer:
    """The computer's own sound. Raises `OSError` when it has none that can be used."""

    def __init__(self) -> None:
        import pygame

        try:
            pygame.mixer.init(RATE_HZ, -16, 1, 512)
        except pygame.error as fault:
            raise OSError(str(fault)) from fault
        pygame.mixer.set_num_channels(12)
        self._pygame = pygame
        self._channels = (pygame.mixer.get_init() or (0, 0, 1))[2]
        self._made: dict[tuple[Cue, int], Any] = {}

    def play(self, cue: Cue, step: int, volume: float) -> None:
        """Begin a sound, beside those that are still heard."""
        if (cue, step) not in self._made:
            samples = (sound(cue, step) * 32767).astype(np.int16)
            if self._channels > 1:
                samples = np.ascontiguousarray(np.repeat(samples[:, None], self._channels, 1))
            self._made[cue, step] = self._pygame.sndarray.make_sound(samples)
        channel = self._made[cue, step].play()
        if channel is not None:  # None where too many are heard at once
            channel.set_volume(volume)


class Sounds:
    """Plays cues unless muted; the captions are shown in either case."""

    def __init__(self, device: Device | None = None, muted: bool = False) -> None:
        self.device = device
        self.muted = muted
        self.volume = 1.0
        """How loud sounds are, from 0 to 1."""
        self.caption: tuple[str, float] | None = None
        """The newest caption and until when it is shown."""
        self.played: list[Cue] = []
        """The last cues, for whoever wants to know what was to be heard."""

    def play(self, cue: Cue, caption: str, now_s: float, step: int = 0) -> None:
        """Play a cue at `now_s`; an empty caption is for sounds that tell nothing."""
        self.played = [*self.played[-49:], cue]
        if caption:
            self.show(caption, now_s)
        if self.device is not None and not self.muted:
            self.device.play(cue, step, self.volume)

    def show(self, caption: str, now_s: float) -> None:
        """Show a caption without a sound."""
        self.caption = (caption, now_s + CAPTION_S)
