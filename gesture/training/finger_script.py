"""What happens in a rendered clip of One Finger!: who calls what and when, and what every finger does."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Rng = np.random.Generator
NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
EARLY_S, LATE_S = 0.25, 0.75
BETWEEN_S = 3.2
"""From one call to the next."""
FIRST_CALL_S, MOVE_S, COME_S = 2.0, 0.2, 0.4
BACK_S = 1.75
"""After a call fingers that left stay away so long."""


class Act(StrEnum):
    """What a finger does at a call."""

    KEEP = "keep"
    PULL = "pull"
    RAISE = "raise"
    ALONE = "alone"
    HOVER = "hover"

    @property
    def leaves(self) -> bool:
        """Whether the finger leaves the card."""
        return self not in (Act.KEEP, Act.HOVER)


@dataclass(frozen=True)
class Do:
    """An act and how much of it is done, 0 to 1."""

    act: Act
    share: float


@dataclass(frozen=True)
class Knock:
    """The table is knocked: the picture jumps and swings out."""

    at_s: float
    px: float
    turn: float


@dataclass(frozen=True)
class Call:
    """A call and what each finger does, and when."""

    at_s: float
    player: int
    number: int
    acts: tuple[Act, ...]
    starts_s: tuple[float, ...]


@dataclass(frozen=True)
class Script:
    """A whole clip."""

    seed: int
    players: int
    double: bool
    calls: tuple[Call, ...]
    knocks: tuple[Knock, ...]
    fps: int
    size: tuple[int, int]
    tilt_deg: int
    away_m: float
    noise: float
    tone: int | None = None
    by_hand: bool = False
    """Whoever calls shows the number with a free hand."""

    @property
    def names(self) -> Sequence[str]:
        """The players, clockwise in the picture."""
        return NAMES[: self.players]

    @property
    def fingers_each(self) -> int:
        """How many fingers each player places."""
        return 2 if self.double or self.players == 2 else 1

    @property
    def length_s(self) -> float:
        """How long it takes."""
        return self.calls[-1].at_s + 2.2

    def state(self, finger: int, at_s: float) -> Do:
        """What a finger does at `at_s`. All come in during the first second."""
        come = 0.3 + 0.07 * finger
        if at_s < come + COME_S:
            return Do(Act.PULL, _share(1 - (at_s - come) / COME_S))
        for call in self.calls:
            act, start = call.acts[finger], call.starts_s[finger]
            if act is Act.KEEP or at_s < start:
                continue
            share = min((at_s - start) / MOVE_S, 1 - (at_s - call.at_s - BACK_S) / COME_S)
            if share > 0:
                return Do(act, _share(share))
        return Do(Act.KEEP, 0.0)

    def wiggle(self, finger: int, at_s: float) -> tuple[float, float]:
        """How far (x, y in metres) a finger at rest has stirred: people twitch when a call comes."""
        rng = np.random.default_rng([self.seed, 11, finger])
        for call in self.calls:
            start, far = call.at_s + rng.uniform(0.1, 0.5), rng.uniform(0, 0.0022) * (rng.random() < 0.4)
            turn = rng.uniform(0, math.tau)
            share = round(max(0.0, 1 - abs(at_s - start - 0.15) / 0.15) * far, 4)
            if share and call.acts[finger] is Act.KEEP:
                return share * math.cos(turn), share * math.sin(turn)
        return 0.0, 0.0

    def knocked(self, picture: NDArray[np.uint8], at_s: float) -> NDArray[np.uint8]:
        """The picture as it swings after a knock."""
        for knock in self.knocks:
            since = at_s - knock.at_s
            if 0 <= since < 0.5:
                swing = knock.px * math.exp(-since / 0.15) * math.cos(since * 40)
                shift = np.array([[1, 0, swing * math.cos(knock.turn)], [0, 1, swing * math.sin(knock.turn)]])
                return np.asarray(cv2.warpAffine(picture, shift, self.size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        return picture

    def label(self) -> dict[str, Any]:
        """What is to be known of it, but for what lies where in the picture."""
        each = self.fingers_each
        fingers = []
        for call in self.calls:
            kept: dict[str, int] = {}
            by_card: dict[str, list[int]] = {}
            lifts: dict[str, list[float]] = {}
            hovering = []
            for player, name in enumerate(self.names):
                mine = range(player * each, player * each + each)
                left = [n for n in mine if call.acts[n].leaves]
                kept[name] = each - len(left)
                by_card[name] = [int(n not in left) for n in mine] if self.double else [kept[name]]
                if left:
                    lifts[name] = sorted(round(call.starts_s[n], 2) for n in left)
                if any(call.acts[n] is Act.HOVER for n in mine):
                    hovering.append(name)
            acts = {
                name: [str(call.acts[n]) for n in range(player * each, player * each + each)]
                for player, name in enumerate(self.names)
            }
            fingers.append({"kept": kept, "by_card": by_card, "lifts": lifts, "hovering": hovering, "acts": acts})
        return {
            "game": "one-finger",
            "fps": self.fps,
            "calls": [{"at": c.at_s, "player": self.names[c.player], "number": c.number} for c in self.calls],
            "fingers": fingers,
            "knocks": [k.at_s for k in self.knocks],
            "by_hand": self.by_hand,
        }


def _share(share: float) -> float:
    return round(min(max(share, 0.0), 1.0), 3)


def _act(rng: Rng) -> Act:
    chosen: Act = rng.choice(list(Act), p=[0.46, 0.28, 0.15, 0.08, 0.03])
    return Act(chosen)


def _start(call_s: float, rng: Rng) -> float:
    """When a finger starts: mostly soon after the call, sometimes early or late."""
    kind = rng.random()
    if kind < 0.04:
        off = rng.uniform(-0.6, -0.32)
    elif kind < 0.10:
        off = rng.uniform(0.85, 1.15)
    else:
        off = rng.uniform(0.05, 0.5)
    return call_s + round(float(off), 2)


def script(seed: int, small: bool = False, given: Mapping[str, Any] | None = None) -> Script:
    """Any clip; `given` sets what is not to be left to chance."""
    rng = np.random.default_rng([seed, 1])
    players = int(rng.choice([2, 3, 4, 5, 6, 8]))
    double = bool(rng.random() < 0.25) and players <= 6
    chosen = {"players": players, "double": double, **(given or {})}
    players, double = chosen["players"], chosen["double"]
    fingers = players * (2 if double or players == 2 else 1)
    calls = []
    for n in range(chosen.get("calls", 2 if small else 3)):
        at_s = FIRST_CALL_S + BETWEEN_S * n
        acts = tuple(_act(rng) for _ in range(fingers))
        starts = tuple(_start(at_s, rng) for _ in range(fingers))
        calls.append(Call(at_s, int(rng.integers(players)), int(rng.integers(players + 1)), acts, starts))
    knocks: tuple[Knock, ...] = ()
    if rng.random() < 0.25:
        at_s = FIRST_CALL_S + float(rng.choice([-0.4, 0.4, 1.2, 2.9]))
        knocks = (Knock(at_s, float(rng.uniform(2, 7)), float(rng.uniform(0, math.tau))),)
    crowd = players * (2 if double else 1)
    return Script(
        seed=seed,
        players=players,
        double=double,
        calls=tuple(calls),
        knocks=knocks,
        fps=10 if small else int(rng.choice([15, 15, 20])),
        size=(640, 360) if small else ((960, 540) if crowd > 6 else (800, 450)),
        tilt_deg=int(rng.choice([0, 0, 15, 30, 45])),
        away_m=float(rng.uniform(0.7, 0.85) + (0.12 if crowd > 4 else 0.0)),
        noise=float(rng.uniform(0.004, 0.02)),
        tone=None,
        by_hand=bool(chosen.get("by_hand", False)),
    )
