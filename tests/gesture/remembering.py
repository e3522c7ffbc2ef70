"""A reader that reads every picture once a session of tests, however often a recording is played and in however many
ways: what was read stays known. It is the real reader that reads, so a test proves with it what it proves without."""

from __future__ import annotations

import atexit
import hashlib
import threading

from gesture.reading.hand_reader import HandReader, Mode, Picture, Points
from gesture.reading.hand_reading import HandReading, PalmSizes

Key = tuple[Mode, tuple[int, ...], bytes, bytes, PalmSizes | None]
_read = HandReader.read
_known: dict[Key, list[HandReading]] = {}
_lock = threading.Lock()


def read_once(
    reader: HandReader, frame_bgr: Picture, zone: Points | None = None, palm_px: PalmSizes | None = None
) -> list[HandReading]:
    """What `reader.read` gives; a reading depends on the reader's mode, the picture, the zone's whole pixels and the
    palms expected alone. Readers of other kinds read anew."""
    if type(reader) not in (HandReader, RememberingReader):
        return _read(reader, frame_bgr, zone, palm_px)
    box = b"" if zone is None else b"%d %d %d %d" % (*map(int, zone.min(0)), *map(int, zone.max(0)))
    key = (reader.mode, frame_bgr.shape, hashlib.blake2b(frame_bgr.tobytes()).digest(), box, palm_px)
    with _lock:
        if key not in _known:
            _known[key] = _read(reader, frame_bgr, zone, palm_px)
        return list(_known[key])


class RememberingReader(HandReader):
    """A hand reader that reads each picture once, and loads its models once, a session of tests."""

    def read(
        self, frame_bgr: Picture, zone: Points | None = None, palm_px: PalmSizes | None = None
    ) -> list[HandReading]:
        return read_once(self, frame_bgr, zone, palm_px)

    def close(self) -> None:
        """Keep the models, for the next test."""


READER = RememberingReader("live")
"""The reader of a live table that all tests share."""
atexit.register(HandReader.close, READER)
