"""What `gesture.bench.tuning` measures: labelled clips, rendered stills, seats found, and tests that fail.

What a model says of a picture is kept in a file and not asked again, unless a module that has part in it was changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.bench.changed_constant import VARIABLE
from gesture.bench.constants import HOUSE, Constant, Value
from gesture.bench.spoiling import PLAIN
from gesture.reading.background import Zone
from gesture.reading.hand_reading import PalmSizes

CLIPS, STILLS = HOUSE / "tests" / "fixtures" / "clips", HOUSE / "tests" / "fixtures" / "reading"
SEED, HANDS, PEOPLE = 907000, 200, 6
"""The first still that is rendered, which no training sees and on which no constant was set, so many hands at least,
and so many people who show their hands and play."""
WAYS = (PLAIN, "sensor noise")
"""The ways in which clips are refereed."""
Picture = NDArray[np.uint8]


class Memory:
    """What was said to a question before, in a file: `changed` is the module in which a constant has another value."""

    def __init__(self, folder: Path, changed: str) -> None:
        self._file, self._changed = folder / "answers.pickle", changed
        self._known: dict[tuple[object, ...], Any] = {}
        if self._file.exists():
            self._known = pickle.loads(self._file.read_bytes())

    def of(self, key: tuple[object, ...], part: tuple[str, ...], ask: Callable[[], Any]) -> Any:
        """The answer to `key`. Modules whose names begin with one of `part` have part in it."""
        if self._changed.startswith(part):
            key = (self._changed, *key)
        if key not in self._known:
            self._known[key] = ask()
        return copy(self._known[key])  # whoever asked may add to the list

    def keep(self) -> None:
        """Write what nothing was changed for, so that the next process knows it."""
        if not self._changed:
            self._file.write_bytes(pickle.dumps(self._known))


def _digest(array: NDArray[Any]) -> bytes:
    return hashlib.blake2b(np.ascontiguousarray(array).tobytes(), digest_size=16).digest()


class _KnownReader:
    """Reads what it has not read before with the reader of a live table."""

    def __init__(self, memory: Memory) -> None:
        from gesture.reading.zone_reader import ZoneReader

        self.asked = 0
        self._memory, self._reader = memory, ZoneReader()

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> Any:
        """As `gesture.reading.background.Reader.read`."""
        self.asked += 1
        where = tuple(None if polygon is None else polygon.round(2).tobytes() for polygon in (zone, palms_in))
        key = ("zone", _digest(frame_bgr), *where, palm_px)
        return self._memory.of(key, ("gesture.reading",), lambda: self._reader.read(frame_bgr, zone, palm_px, palms_in))


def clips(kept: Path, changed: str) -> str:
    """The bundled clips, as they are and spoiled, refereed in their labelled seats."""
    from gesture.bench.recordings import check_recordings, load_recordings

    memory = Memory(kept, changed)
    reader = _KnownReader(memory)
    ended = list(check_recordings(load_recordings(CLIPS), reader, WAYS))
    memory.keep()
    off_s = [abs(s) for one in ended for s in one.off_s]
    faults = [f"{one.name} {one.how}" for one in ended if one.faults]
    off = f"{1000 * float(np.mean(off_s)):.0f} ms off" if off_s else "no event as labelled"
    return f"{len(ended) - len(faults)} of {len(ended)} right, {off}, {reader.asked} readings"


def seats(kept: Path, changed: str) -> str:
    """Seats found on the bundled clips, beside the labelled ones."""
    from gesture.bench.recordings import load_recordings
    from gesture.hand_geometry import distance, outside_px
    from gesture.seating.seat_finder import find_seats
    from gesture.sources.video import VideoFile

    memory = Memory(kept, changed)
    reader = _KnownReader(memory)
    right, of, more, off_px = 0, 0, 0, []
    for recording in load_recordings(CLIPS):
        with VideoFile(recording.path) as video:
            found = find_seats(video, reader, fewest=1)
        of += len(recording.seats)
        more += max(0, len(found) - len(recording.seats))
        for seat in recording.seats:
            inside = [one for one in found if outside_px(seat.zone, one.center) <= 0]
            right += bool(inside)
            off_px += [distance(one.center, seat.center) for one in inside[:1]]
    memory.keep()
    mean = f", {float(np.mean(off_px)):.0f} px off" if off_px else ""
    return f"{right} of {of} seats{f' and {more} too many' * bool(more)}{mean}, {reader.asked} readings"


def reading(kept: Path, changed: str) -> str:
    """Stills of a seed and those of the tests, read as `handref read` does."""
    from gesture.bench.scoring import Tally, count, rates
    from gesture.reading.digit_network import DigitNetwork
    from gesture.reading.hand_reader import HandReader
    from gesture.reading.landmarker import Landmarker
    from gesture.reading.palm_detector import PalmDetector

    memory, counted = Memory(kept, changed), Tally()
    crops = ("gesture.reading.hand_crop", "gesture.hand_geometry")
    _remembered(memory, PalmDetector, "detect", ("gesture.reading.palm_detector", *crops))
    _remembered(memory, DigitNetwork, "predict", ("gesture.reading.digit_network", *crops))
    _remembered(memory, Landmarker, "find", ("gesture.reading.landmarker",))
    with HandReader() as reader:
        for labelled, picture in _pictures(kept):
            count(counted, labelled, reader.read(picture), (picture.shape[1], picture.shape[0]))
    memory.keep()
    shares = rates(counted.outcomes)
    right, wrong, found = (100 * shares[name].value for name in ("right", "wrong", "found"))
    extra = counted.extra + counted.twice
    return f"{right:.1f} % right, {wrong:.1f} % wrong, {found:.1f} % found, {extra} too many"


def _remembered(memory: Memory, model: type, method: str, part: tuple[str, ...]) -> None:
    """From now on a model's method is asked once for each picture and whatever else it is asked about."""
    asked = getattr(model, method)

    def remember(self: object, picture: Picture, *args: object, **named: object) -> Any:
        key = (model.__name__, _digest(picture), repr(args), repr(named))
        return memory.of(key, part, lambda: asked(self, picture, *args, **named))

    setattr(model, method, remember)


def _pictures(kept: Path) -> Iterator[tuple[Any, Picture]]:
    from gesture.bench.labels import load_labels

    stills, people = kept / f"stills-{SEED}-{HANDS}", kept / f"people-{SEED}-{PEOPLE}"
    if not (people / "labels.json").exists():
        for words in (
            f"gesture.training.stills {stills} --hands {HANDS} --seed {SEED}",
            f"gesture.training.people {people} --people {PEOPLE} --seed {SEED}",
        ):
            subprocess.run([sys.executable, "-m", *words.split()], check=True, cwd=HOUSE, stdout=subprocess.DEVNULL)
    for labelled in [picture for folder in (STILLS, stills, people) for picture in load_labels(folder)]:
        picture = cv2.imread(str(labelled.path))
        assert picture is not None
        yield labelled, np.asarray(picture, np.uint8)


def failing(paths: tuple[str, ...], constant: Constant | None, value: Value) -> str:
    """The tests of some files or folders, and how many of them fail. They read anew whatever they read."""
    changed = {VARIABLE: json.dumps([constant.module, constant.name, value])} if constant else {}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "gesture.bench.changed_constant"]
    said = subprocess.run(
        [*command, *paths], capture_output=True, text=True, check=False, cwd=HOUSE, env={**os.environ, **changed}
    ).stdout
    failed, passed = (sum(map(int, re.findall(rf"(\d+) {word}", said))) for word in ("failed|error", "passed"))
    ran = failed + passed
    return f"{failed} of {ran} tests fail" if ran else "no test runs"


def figure(name: str, kept: Path, constant: Constant | None, value: Value, paths: tuple[str, ...]) -> str:
    """A figure by its name, with a constant changed to a value or with none: `clips`, `reading`, `seats`, or `tests`
    with their paths from the house's root."""
    if name == "tests":
        return failing(paths, constant, value)
    measure = {"clips": clips, "reading": reading, "seats": seats}[name]
    return measure(kept, constant.module if constant else "")
