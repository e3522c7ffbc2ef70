"""Labelled recordings of One Finger! refereed: is every finger counted, each lift in time, and what is not known said?

Beside each `NAME.mp4` lies `NAME.json`: `seats`, `cards`, `calls`, and for each call in `fingers` who `kept` how many
and when the others were lifted (`lifts`), as `python -m gesture.training.finger_clips` writes them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import msgspec
import numpy as np

from gesture.games.one_finger.options import OneFingerOptions
from gesture.play.recordings import RecordedGame, referee_recording
from gesture.reading.background import Reader
from gesture.sources.frames import SourceError
from gesture.sources.video import VideoFile
from gesture.table.seats import Seat, Table, check_corners, check_zone
from rules.files import read_whole
from rules.game import Refused
from rules.one_finger.cards import NAME
from rules.one_finger.events import Call, Fingers

WITHIN_S = 0.12
"""A lift is told so near to when it was."""
MOST_BYTES = 1_000_000
EARLY_S, LATE_S = 0.25, 0.75

Outline = list[tuple[float, float]]


class _SeatRow(msgspec.Struct):
    player: str
    zone: Outline


class _CallRow(msgspec.Struct):
    at: float
    player: str
    number: int


class _FingersRow(msgspec.Struct):
    kept: dict[str, int]
    lifts: dict[str, list[float]] = {}
    hovering: list[str] = []
    """Players of whom a finger hovers over the card: whether it was left or lifted is for the table to say."""


class FingersLabel(msgspec.Struct):
    """What happens in a recording."""

    seats: list[_SeatRow]
    cards: list[Outline]
    calls: list[_CallRow]
    fingers: list[_FingersRow]
    by_hand: bool = False
    """The calls are shown by free hands."""

    def __post_init__(self) -> None:
        for seat in self.seats:
            check_zone(seat.player, seat.zone)
        for card in self.cards:
            check_corners(card, "a card")
        if len(self.calls) != len(self.fingers):
            raise ValueError(f"there are {len(self.calls)} calls and fingers for {len(self.fingers)}")


@dataclass(frozen=True)
class FingersScore:
    """What came of one recording. `faults` are wrong and were not said to be unsure, `doubts` were."""

    name: str
    players: int
    cards: int
    calls: int
    right_calls: int
    """Calls at which every player's count is right and nothing was unsure, or only who hovered."""
    faults: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    off_s: tuple[float, ...] = ()
    """How far each lift was told from when it was."""
    out_of_time: int = 0
    """Fingers that left early or late ..."""
    named: int = 0
    """... and those that were named."""
    cost: float = 0.0
    """Seconds of one processor core for a second of the recording."""


@dataclass(frozen=True, eq=False)
class FingersRecording:
    """A recording with what happens in it."""

    path: Path
    label: FingersLabel


def load_finger_recordings(folder: Path) -> list[FingersRecording]:
    """The labelled recordings in a folder, by name. Raises `SourceError` when there are none, or a label cannot be
    used."""
    found = []
    for path in sorted(folder.glob("*.mp4")):
        labels = path.with_suffix(".json")
        try:
            found.append(FingersRecording(path, msgspec.json.decode(read_whole(labels, MOST_BYTES), type=FingersLabel)))
        except FileNotFoundError:
            continue
        except (msgspec.MsgspecError, OSError) as fault:
            raise SourceError(f"{labels} does not say what fingers do in a recording: {fault}.") from None
    if not found:
        raise SourceError(f"There are no recordings NAME.mp4 with labels NAME.json in {folder}.")
    return found


def check_fingers(
    recordings: Iterable[FingersRecording], reader: Reader, find_cards: bool = False
) -> Iterator[FingersScore]:
    """Referee every recording; with `find_cards` the cards are found in the picture. Raises `SourceError` for a
    recording that cannot be read, or one whose labels tell of what cannot be."""
    for one in recordings:
        label = one.label
        seats = tuple(Seat(row.player, np.array(row.zone, float)) for row in label.seats)
        cards = () if find_cards else tuple(np.array(card, float) for card in label.cards)
        calls = tuple(Call(at=row.at, player=row.player, number=row.number) for row in label.calls)
        began_s = time.process_time()
        try:
            with VideoFile(one.path) as video:
                options = OneFingerOptions(calls=() if label.by_hand else calls, by_hand=label.by_hand)
                ended = referee_recording(video, NAME, options, seats=Table(seats, in_play=cards), reader=reader)
        except Refused as fault:
            raise SourceError(f"{one.path} and its labels do not go together: {str(fault).rstrip('.')}.") from None
        cost_s = time.process_time() - began_s
        yield score(one.path.stem, label, ended, cost_s)


def score(name: str, label: FingersLabel, ended: RecordedGame, cost_s: float) -> FingersScore:
    """A refereed recording against its label."""
    seen = [happening.event for happening in ended.happenings if isinstance(happening.event, Fingers)]
    faults: list[str] = [] if len(seen) == len(label.calls) else [f"{len(seen)} counts for {len(label.calls)} calls"]
    doubts: list[str] = []
    called = [h.event for h in ended.happenings if isinstance(h.event, Call)] if label.by_hand else []
    for want, got in zip_longest(label.calls, called) if label.by_hand else ():
        said = "none" if got is None else f"{got.player} calls {got.number} at {got.at:.2f} s"
        if want is None or got is None or (want.player, want.number) != (got.player, got.number):
            faults.append(f"{said} for {want and f'{want.player} {want.number}'}")
        elif abs(want.at - got.at) > WITHIN_S:
            faults.append(f"{said} and not at {want.at:.2f} s")
    off_s: list[float] = []
    right = out = named = 0
    for n, (call, want, got) in enumerate(zip(label.calls, label.fingers, seen, strict=False), 1):
        clean = True
        for player, kept in want.kept.items():
            counted = sum(got.on_cards(player)) if player in got.kept else None
            lifts, times = sorted(want.lifts.get(player, ())), sorted(got.lifts.get(player, ()))
            unsure, hovers = player in got.unsure, player in want.hovering
            if unsure:
                doubts.append(f"call {n}: {player}")
                clean = clean and hovers
            if counted != kept and not unsure and not hovers:
                faults.append(f"call {n}: {player} kept {counted} for {kept}")
                clean = False
            elif not unsure and not hovers and len(times) == len(lifts):
                apart = [a - b for a, b in zip(times, lifts, strict=True)]
                off_s += apart
                if any(abs(off) > WITHIN_S for off in apart):
                    faults.append(f"call {n}: {player} lifted at {times} for {lifts}")
            elif not unsure and not hovers:
                faults.append(f"call {n}: {player} lifted at {times} for {lifts}")
            late = [at_s for at_s in lifts if not -EARLY_S <= at_s - call.at <= LATE_S]
            out += len(late)
            named += sum(any(abs(at_s - told) <= WITHIN_S for told in times) for at_s in late)
        right += clean
    return FingersScore(
        name=name,
        players=len(label.seats),
        cards=len(label.cards),
        calls=len(label.calls),
        right_calls=right,
        faults=tuple(faults),
        doubts=tuple(doubts),
        off_s=tuple(round(off, 3) for off in off_s),
        out_of_time=out,
        named=named,
        cost=round(cost_s / max(label.calls[-1].at + 2.0, 1.0), 3) if label.calls else 0.0,
    )
