"""A reader that reads every picture once a session of tests, however often a recording is played and in however many
ways: what was read stays known. It is the real reader that reads, so a test proves with it what it proves without."""

from __future__ import annotations

import hashlib
import threading

from gesture.reading.hand_reader import HandReader, Picture, Points
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.reading.zone_reader import ZoneReader

Key = tuple[bool, tuple[int, ...], bytes, bytes, PalmSizes | None, bytes]
_read, _read_zone = HandReader.read, ZoneReader.read
_known: dict[Key, list[HandReading]] = {}
_lock = threading.Lock()


def read_once(
    reader: HandReader,
    frame_bgr: Picture,
    zone: Points | None = None,
    palm_px: PalmSizes | None = None,
    palms_in: Points | None = None,
) -> list[HandReading]:
    """What `reader.read` gives; a reading depends on the kind of reader, the picture, the zone and the palms
    expected alone."""
    where = b"" if zone is None else zone.tobytes()
    key = (
        isinstance(reader, ZoneReader),
        frame_bgr.shape,
        hashlib.blake2b(frame_bgr.tobytes()).digest(),
        where,
        palm_px,
        b"" if palms_in is None else palms_in.tobytes(),
    )
    with _lock:
        if key not in _known:
            if isinstance(reader, ZoneReader):
                _known[key] = _read_zone(reader, frame_bgr, zone, palm_px, palms_in)
            else:
                _known[key] = _read(reader, frame_bgr, zone, palm_px, palms_in)
        return list(_known[key])


class RememberingReader(ZoneReader):
    """A table's reader that reads each picture once, and loads its models once, a session of tests."""

    def read(
        self,
        frame_bgr: Picture,
        zone: Points | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Points | None = None,
    ) -> list[HandReading]:
        return read_once(self, frame_bgr, zone, palm_px, palms_in)

    def close(self) -> None:
        """Keep the models, for the next test."""


READER = RememberingReader()
"""The reader of a live table that all tests share."""


def forget() -> None:
    """Free the models, at the end of the session."""
    HandReader.close(READER)
