"""Labelled recordings of Dexterity Jane refereed as they are and spoiled: is every event there, right, and in time?

Beside each `NAME.mp4` lies `NAME.json`: `seats`, `reveals`, `events` and `points`, and where they are not as usual
`round`, `variant` and `sheriff`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gesture.bench.recording_labels import read_recording_labels
from gesture.bench.spoiling import PLAIN, SPOILINGS, Spoiled
from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.hand_geometry import distance
from gesture.play.recordings import Refereed, referee_recording
from gesture.reading.background import Reader
from gesture.sources.frames import Source, SourceError
from gesture.sources.video import VideoFile
from gesture.table.seats import Seat, clockwise
from rules.dexterity_jane.header import NAME
from rules.dexterity_jane.rulings import Standings
from rules.dexterity_jane.written_cards import RevealError, WrittenReveal, parse_reveal
from rules.game import Refused
from rules.hands import Side
from rules.log import encode_event

WITHIN_S, SPOILED_WITHIN_S = 0.15, 0.25
"""How far off an event may be on a recording as it is, and on a spoiled one."""
_EVENTS = ("lock", "stick-up", "budge")


@dataclass(frozen=True, eq=False)
class Recording:
    """One recording with what happens in it."""

    path: Path
    label: Mapping[str, Any]

    @property
    def seats(self) -> list[Seat]:
        """The labelled seats, clockwise."""
        return clockwise([Seat(seat["player"], np.array(seat["zone"], float)) for seat in self.label["seats"]])

    @property
    def reveals(self) -> list[WrittenReveal]:
        """The labelled reveals."""
        written = []
        for reveal in self.label["reveals"]:
            cards = [f"{c['hand']}-{c['bent'] or 'open'}{'+bullet' * bool(c.get('bullet'))}" for c in reveal["cards"]]
            written.append(parse_reveal(f"{reveal['at']:g}:{','.join(cards)}"))
        return written


def load_recordings(folder: Path) -> list[Recording]:
    """The labelled recordings in a folder, by name. Raises `SourceError` when there are none, or a label cannot be
    used."""
    found = []
    for path in sorted(folder.glob("*.mp4")):
        labels = path.with_suffix(".json")
        try:
            one = Recording(path, read_recording_labels(labels))
            _ = one.reveals
        except FileNotFoundError:
            continue
        except RevealError as fault:
            raise SourceError(f"{labels} does not say what happens in a recording: {fault}") from None
        found.append(one)
    if not found:
        raise SourceError(f"There are no recordings NAME.mp4 with labels NAME.json in {folder}.")
    return found


@dataclass(frozen=True, eq=False)
class Checked:
    """How one recording was refereed in one way. `faults` is empty when everything was right."""

    name: str
    how: str
    faults: tuple[str, ...]
    off_s: tuple[float, ...]
    """By how much each labelled event that was found is off."""


def check_recordings(
    recordings: Iterable[Recording], reader: Reader, hows: Sequence[str] = (PLAIN, *SPOILINGS), find: bool = False
) -> Iterator[Checked]:
    """Referee every recording in every way; with `find` the seats are found by the program. Raises `SourceError` for a
    recording that cannot be read, or one whose labels tell of what cannot be."""
    for recording in recordings:
        for how in hows:
            with VideoFile(recording.path) as video:
                source: Source = video if how == PLAIN else Spoiled(video, SPOILINGS[how])
                try:
                    ended = refereed(source, recording, reader, find)
                except (RevealError, Refused) as fault:
                    why = str(fault).rstrip(".")
                    raise SourceError(f"{recording.path} and its labels do not go together: {why}.") from None
            yield checked(ended, recording, how)


def refereed(source: Source, recording: Recording, reader: Reader, find: bool = False) -> Refereed:
    """A labelled recording, or what was made of it, refereed to its end."""
    label = recording.label
    options = DexterityJaneOptions(
        variant=label.get("variant", "standard"),
        round=label.get("round", 1),
        reveals=tuple(recording.reveals),
        sheriff=Side(label["sheriff"]) if "sheriff" in label else None,
    )
    return referee_recording(source, NAME, options, seats=None if find else recording.seats, reader=reader)


def checked(ended: Refereed, recording: Recording, how: str = PLAIN) -> Checked:
    """What was seen beside what the label says. Found seats bear other names: they are matched by their places."""
    label, within_s = recording.label, WITHIN_S if how == PLAIN else SPOILED_WITHIN_S
    names = _names(ended.seats, recording.seats)
    lines = [msgspec.json.decode(encode_event(happening.event)) for happening in ended.happenings]
    seen = [_named(line, names) for line in lines if line["event"] in _EVENTS]
    faults, off_s = [], []
    if len(ended.seats) != len(recording.seats):
        faults.append(f"{len(ended.seats)} seats for {len(recording.seats)}")
    told = [f"{event['event']} of {event['player']}" for event in seen]
    wanted = [f"{event['event']} of {event['player']}" for event in label["events"]]
    if told != wanted:
        faults.append(f"{', '.join(told) or 'nothing'} for {', '.join(wanted)}")
    else:
        for event, right in zip(seen, label["events"], strict=True):
            off_s.append(round(event["at"] - right["at"], 3))
            if abs(off_s[-1]) > within_s:
                faults.append(f"{event['event']} of {event['player']} at {event['at']:.2f} s for {right['at']:.2f} s")
            wrong = [key for key in ("left", "right", "aims") if key in right and event.get(key) != right[key]]
            faults += [f"{event['event']} of {event['player']}: {k} {event.get(k)} for {right[k]}" for k in wrong]
    if isinstance(ended.standings, Standings):
        points = {names.get(player, player): score.points for player, score in ended.standings.players.items()}
        if points != label["points"]:
            faults.append(f"points {points} for {label['points']}")
    return Checked(recording.path.stem, how, tuple(faults), tuple(off_s))


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
    line = line | {"player": names.get(line["player"], line["player"])}
    if "aims" in line:
        line["aims"] = {side: names.get(victim, victim) for side, victim in line["aims"].items()}
    return line
