"""The window's sounds, computed: tones, knocks and noises, no recordings."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

RATE_HZ = 44_100
Wave = NDArray[np.float64]
"""Samples at `RATE_HZ`, one channel, within -1 and 1."""


class Cue(StrEnum):
    """What can be heard."""

    CLICK = "click"
    COUNT = "count"
    REVEAL = "reveal"
    LOCK = "lock"
    POW = "pow"
    LAST = "last"
    STEP = "step"
    CANCEL = "cancel"
    ROLL = "roll"
    RIGHT = "right"
    WRONG = "wrong"
    TILE = "tile"
    COIN = "coin"
    APPLAUSE = "applause"


def sound(cue: Cue, step: int = 0) -> Wave:
    """The sound of a cue; `step` raises the pitch of those that count, such as locks by their place."""
    wave = _MAKE[cue](step)
    loudest = float(np.abs(wave).max()) or 1.0
    return wave / loudest * _LOUDNESS.get(cue, 0.6)


def _time(seconds: float) -> Wave:
    return np.arange(round(seconds * RATE_HZ)) / RATE_HZ


def _tone(hz: float, seconds: float, decay_s: float, overtones: tuple[float, ...] = (1.0, 0.35, 0.12)) -> Wave:
    t = _time(seconds)
    wave = sum(part * np.sin(2 * np.pi * hz * (i + 1) * t) for i, part in enumerate(overtones))
    shaped: Wave = wave * np.exp(-t / decay_s) * np.minimum(1, t / 0.004)
    return shaped


def _noise(seconds: float, decay_s: float, soft: int = 1) -> Wave:
    """Noise that dies away; `soft` averages so many samples, which makes it duller."""
    t = _time(seconds)
    noise = np.random.default_rng(7).standard_normal(t.size + soft)
    dull = np.convolve(noise, np.ones(soft) / soft, "valid")[: t.size]
    shaped: Wave = dull * np.exp(-t / decay_s)
    return shaped


def _after(*parts: tuple[float, Wave]) -> Wave:
    """Parts mixed together, each from its time in seconds on."""
    end = max(round(at_s * RATE_HZ) + wave.size for at_s, wave in parts)
    mixed = np.zeros(end)
    for at_s, wave in parts:
        begin = round(at_s * RATE_HZ)
        mixed[begin : begin + wave.size] += wave
    return mixed


def _hz(semitones: float) -> float:
    return float(440 * 2 ** (semitones / 12))


def _click(_: int) -> Wave:
    return _tone(_hz(4), 0.06, 0.015)


def _count(_: int) -> Wave:
    return _after((0, _noise(0.05, 0.01, 8)), (0.01, _tone(_hz(-5), 0.25, 0.08)))


def _reveal(_: int) -> Wave:
    swish = _noise(0.35, 0.12, 6) * np.linspace(0.2, 1, round(0.35 * RATE_HZ))
    notes = [(0.1 + i * 0.07, _tone(_hz(n), 0.5, 0.16)) for i, n in enumerate((-9, -2, 3, 7))]
    return _after((0, swish * 0.7), *notes)


def _lock(step: int) -> Wave:
    knock = _noise(0.08, 0.02, 12)
    scale = (0, 2, 4, 7, 9, 12, 14, 16, 19)
    return _after((0, knock * 1.4), (0.03, _tone(_hz(scale[step % len(scale)] - 5), 0.35, 0.12)))


def _pow(_: int) -> Wave:
    t = _time(0.5)
    thump = np.sin(2 * np.pi * (60 * t + 90 * (1 - np.exp(-t / 0.05)) * 0.05 * 20)) * np.exp(-t / 0.12)
    return _after((0, _noise(0.5, 0.09, 3) * 1.2), (0, thump * 1.5), (0.12, _noise(0.4, 0.2, 30) * 0.8))


def _last(_: int) -> Wave:
    return _after((0, _tone(_hz(-5), 0.3, 0.1)), (0.14, _tone(_hz(-9), 0.5, 0.2)))


def _step(_: int) -> Wave:
    return _after((0, _noise(0.09, 0.03, 4) * 0.6), (0.01, _tone(_hz(-12), 0.12, 0.03)))


def _cancel(_: int) -> Wave:
    return _after((0, _noise(0.16, 0.05, 2)), (0.05, _tone(_hz(-14), 0.2, 0.06)))


def _roll(_: int) -> Wave:
    strokes = [(i * 0.033, _noise(0.06, 0.018, 10) * (0.4 + 0.03 * i)) for i in range(17)]
    return _after(*strokes, (0.56, _noise(0.3, 0.07, 4) * 1.6))


def _right(_: int) -> Wave:
    """A short fanfare."""
    brass, notes = (1.0, 0.6, 0.45, 0.25, 0.1), ((0.0, -2, 0.12), (0.12, -2, 0.1), (0.22, 3, 0.14), (0.36, 7, 0.6))
    voices = [(at_s, _tone(_hz(n + up), lasts_s + 0.1, lasts_s, brass)) for at_s, n, lasts_s in notes for up in (0, 4)]
    return _after(*voices)


def _wrong(_: int) -> Wave:
    """A muted trombone that slides down."""
    brass = (1, 0.7, 0.5, 0.4, 0.2)
    falls = [(i * 0.2, _tone(_hz(n), 0.26, 0.2, brass)) for i, n in enumerate((-10, -11, -12))]
    t = _time(0.7)
    slide = sum(part * np.sin(2 * np.pi * (i + 1) * _hz(-13) * (t - 0.045 * t * t)) for i, part in enumerate(brass))
    return _after(*falls, (0.6, slide * np.exp(-t / 0.4) * np.minimum(1, t / 0.01)))


def _tile(_: int) -> Wave:
    run = (3, 7, 10, 15, 10, 15)
    return _after(*((i * 0.09, _tone(_hz(n), 0.6, 0.18)) for i, n in enumerate(run)))


def _coin(_: int) -> Wave:
    bright = (1.0, 0.0, 0.5, 0.0, 0.3)
    return _after((0, _tone(_hz(14), 0.2, 0.05, bright)), (0.07, _tone(_hz(19), 0.6, 0.18, bright)))


def _applause(_: int) -> Wave:
    lot = np.random.default_rng(11)
    claps = [(float(at_s), _noise(0.05, 0.01, 3) * float(lot.uniform(0.3, 1))) for at_s in lot.uniform(0, 2.2, 170)]
    mixed = _after(*claps)
    swell: Wave = mixed * np.interp(np.arange(mixed.size) / mixed.size, [0, 0.15, 0.6, 1], [0.2, 1, 1, 0])
    return swell


_MAKE: dict[Cue, Callable[[int], Wave]] = {
    Cue.CLICK: _click,
    Cue.COUNT: _count,
    Cue.REVEAL: _reveal,
    Cue.LOCK: _lock,
    Cue.POW: _pow,
    Cue.LAST: _last,
    Cue.STEP: _step,
    Cue.CANCEL: _cancel,
    Cue.ROLL: _roll,
    Cue.RIGHT: _right,
    Cue.WRONG: _wrong,
    Cue.TILE: _tile,
    Cue.COIN: _coin,
    Cue.APPLAUSE: _applause,
}
_LOUDNESS = {Cue.CLICK: 0.2, Cue.STEP: 0.35, Cue.POW: 0.9, Cue.CANCEL: 0.4}
