"""Labelled recordings of Dexterity Jane refereed as they are and spoiled: is every event there, right, and in time?

Beside each `NAME.mp4` lies `NAME.json`: `seats`, `reveals`, `events` and `points`, and where they are not as usual
`round`, `variant` and `sheriff`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gesture.bench.lateness import LateReader
from gesture.bench.recording_labels import read_recording_labels
from gesture.bench.recording_scores import RecordingScore, score
from gesture.bench.spoiling import PLAIN, SPOILINGS, SpoiledSource
from gesture.games.dexterity_jane.options import DexterityJaneOptions
from gesture.play.recordings import RecordedGame, referee_recording
from gesture.reading.background import Reader
from gesture.sources.frames import Source, SourceError
from gesture.sources.video import VideoFile
from gesture.table.seats import Seat, clockwise
from rules.dexterity_jane.header import NAME
from rules.dexterity_jane.written_cards import RevealError, WrittenReveal, parse_reveal
from rules.game import Refused
from rules.hands import Side


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


def late_by(late_s: float) -> str:
    """The name of the way in which every reading comes so many seconds late."""
    return f"readings {late_s:g} s late"


def check_recordings(
    recordings: Iterable[Recording], reader: Reader, hows: Sequence[str] = (PLAIN, *SPOILINGS), find: bool = False
) -> Iterator[RecordingScore]:
    """Referee every recording in every way; with `find` the seats are found by the program. Raises `SourceError` for a
    recording that cannot be read, or one whose labels tell of what cannot be."""
    for recording in recordings:
        for how in hows:
            with VideoFile(recording.path) as video:
                source: Source = video if how == PLAIN else SpoiledSource(video, SPOILINGS[how])
                ended = _refereed(source, recording, reader, find)
            yield score(ended, recording.label, recording.seats, recording.path.stem, how)


def check_lateness(
    recordings: Iterable[Recording], reader: Reader, lates_s: Sequence[float], find: bool = False
) -> Iterator[RecordingScore]:
    """Referee every recording with each reading so many seconds late, by the recording's own time. What is then unsure,
    or said to be missing, is doubt and no fault. Raises `SourceError` as `check_recordings` does."""
    for recording in recordings:
        for late_s in lates_s:
            late = LateReader(reader, late_s)
            with VideoFile(recording.path) as video:
                ended = _refereed(late.clocked(video), recording, late, find)
            yield score(ended, recording.label, recording.seats, recording.path.stem, late_by(late_s), doubts=True)


def _refereed(source: Source, recording: Recording, reader: Reader, find: bool) -> RecordedGame:
    try:
        return refereed(source, recording, reader, find)
    except (RevealError, Refused) as fault:
        why = str(fault).rstrip(".")
        raise SourceError(f"{recording.path} and its labels do not go together: {why}.") from None


def refereed(source: Source, recording: Recording, reader: Reader, find: bool = False) -> RecordedGame:
    """A labelled recording, or what was made of it, refereed to its end."""
    label = recording.label
    options = DexterityJaneOptions(
        variant=label.get("variant", "standard"),
        round=label.get("round", 1),
        reveals=tuple(recording.reveals),
        sheriff=Side(label["sheriff"]) if "sheriff" in label else None,
    )
    return referee_recording(source, NAME, options, seats=None if find else recording.seats, reader=reader)
