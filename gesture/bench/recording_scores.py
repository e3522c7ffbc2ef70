"""What was refereed beside what the labels say: is every event there, right, and in time, and every doubt said?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from gesture.bench.spoiling import PLAIN
from gesture.hand_geometry import distance
from gesture.play.recordings import RecordedGame
from gesture.table.seats import Seat
from rules.dexterity_jane.notes import KNOWN_LATE, NOT_READ
from rules.dexterity_jane.rulings import Standings
from rules.log import encode_event

WITHIN_S, SPOILED_WITHIN_S = 0.15, 0.25
"""How far off an event may be on a recording as it is, and on a spoiled one."""
EVENTS = ("lock", "stick-up", "budge")
NOT_SEEN = (NOT_READ, KNOWN_LATE)
"""Notes that say that something a player did is missing in the log."""
Line = Mapping[str, Any]


@dataclass(frozen=True, eq=False)
class RecordingScore:
    """How one recording was refereed in one way. `faults` is empty when everything was right."""

    name: str
    how: str
    faults: tuple[str, ...]
    off_s: tuple[float, ...]
    """By how much each labelled event that was found is off."""
    doubts: tuple[str, ...] = ()
    """What is unsure or missing, and was said to be."""


def score(
    ended: RecordedGame, label: Line, seats: Sequence[Seat], name: str, how: str = PLAIN, doubts: bool = False
) -> RecordingScore:
    """What was seen beside the label of a recording, whose labelled `seats` are these. Found seats bear other names:
    they are matched by their places. With `doubts` what is said to be unsure or missing is no fault."""
    within_s = WITHIN_S if how == PLAIN else SPOILED_WITHIN_S
    names = _names(ended.seats, seats)
    lines = [_named(msgspec.json.decode(encode_event(happening.event)), names) for happening in ended.happenings]
    seen = [line for line in lines if line["event"] in EVENTS]
    missing = {line.get("player") for line in lines if line["event"] == "note" and line["about"] in NOT_SEEN}
    matched = _matched(seen, label["events"])
    faults: list[str] = []
    said: list[str] = []
    off_s: list[float] = []
    if len(ended.seats) != len(seats):
        faults.append(f"{len(ended.seats)} seats for {len(seats)}")
    places = [next(n for n, other in enumerate(seen) if other is line) for line, _ in matched]
    if places != sorted(places):
        faults.append(f"{_listed(seen)} in the order of {_listed(label['events'])}")
    for line, right in matched:
        off_s.append(round(line["at"] - right["at"], 3))
        wrong, unsure = _difference(line, right)
        faults += [f"{_event(line)}: {fault}" for fault in wrong]
        (said if doubts else faults).extend(f"{_event(line)}: {doubt}" for doubt in unsure)
        if abs(off_s[-1]) > within_s:
            faults.append(f"{_event(line)} at {line['at']:.2f} s for {right['at']:.2f} s")
    for event in [right for right in label["events"] if not any(right is other for _, other in matched)]:
        (said if doubts and event["player"] in missing else faults).append(f"no {_event(event)}")
    for event in [line for line in seen if not any(line is other for other, _ in matched)]:
        (said if doubts and event["player"] in missing else faults).append(f"{_event(event)}, which was none")
    if isinstance(ended.standings, Standings):
        points = {names.get(player, player): held.points for player, held in ended.standings.players.items()}
        if points != label["points"]:
            (said if said else faults).append(f"points {points} for {label['points']}")
    return RecordingScore(name, how, tuple(faults), tuple(off_s), tuple(said))


def _matched(seen: Sequence[Line], labelled: Sequence[Line]) -> list[tuple[Line, Line]]:
    """Each labelled event with the one that was seen of the same kind and player, the n-th with the n-th."""
    pairs: list[tuple[Line, Line]] = []
    for right in labelled:
        taken = [line for line, _ in pairs]
        same = (line for line in seen if _event(line) == _event(right) and not any(line is other for other in taken))
        line = next(same, None)
        if line is not None:
            pairs.append((line, right))
    return pairs


def _difference(line: Line, right: Line) -> tuple[list[str], list[str]]:
    """In what an event differs from its label: what is wrong, and what is wrong but was said to be unsure."""
    wrong: list[str] = []
    unsure: list[str] = []
    for key in ("left", "right", "aims"):
        if key not in right or line.get(key) == right[key]:
            continue
        doubted = set(line.get("unsure", {}).get(key, ()))
        off = set(line.get(key, ())) ^ set(right[key]) if key != "aims" else {"aims"}
        (unsure if off <= doubted else wrong).append(f"{key} {line.get(key)} for {right[key]}")
    return wrong, unsure


def _event(line: Line) -> str:
    return f"{line['event']} of {line['player']}"


def _listed(lines: Sequence[Line]) -> str:
    return ", ".join(_event(line) for line in lines) or "nothing"


def _names(seats: Sequence[Seat], labelled: Sequence[Seat]) -> dict[str, str]:
    """Which labelled player sits nearest to each seat, every player once."""
    pairs = sorted(
        (distance(seat.center, other.center), seat.player, other.player) for seat in seats for other in labelled
    )
    names: dict[str, str] = {}
    for _, player, other in pairs:
        if player not in names and other not in names.values():
            names[player] = other
    return names


def _named(line: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    if "player" in line:
        line["player"] = names.get(line["player"], line["player"])
    if "aims" in line:
        line["aims"] = {side: names.get(victim, victim) for side, victim in line["aims"].items()}
    return line
