"""The photograph of each player's locked hands, with what was read on it: evidence for Verify and for a dispute.

Photographs of a round that is not over lie beside the game's log, so that a game that was killed can still be disputed;
they are deleted when the round is closed. They never leave the computer.
"""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.table.seats import Seat
from gesture.watching.moments import Hands
from gesture.watching.stillness import HandConsensus
from rules.files import private_folder, write_whole
from rules.hands import Digit, Palm, Side

WIDEST_PX = 720
"""A photograph is made no wider than this: two hands in it are still large."""
ROOM = 0.1
"""So much of its size is left around a seat ..."""
ROOM_AROUND_HANDS = 0.3
"""... and around hands, so that one sees how they lie."""


@dataclass(frozen=True, eq=False)
class Photo:
    """A picture (H, W, 3), BGR, cut to a seat, and the hands as they were read, in its pixels."""

    image: NDArray[np.uint8]
    hands: Mapping[Side, HandReading]


def photograph(seat: Seat, inward: NDArray[np.float64], frame: Frame, hands: Hands | None) -> Photo:
    """A seat's part of a frame, turned so that hands point up as they lie before their owner, who looks `inward` (2,);
    with the hands of a lock as they were read on it, or none where nobody read them."""
    points = seat.zone if hands is None else np.vstack([hands.left.landmarks, hands.right.landmarks])
    low, high = points.min(0), points.max(0)
    room = (ROOM if hands is None else ROOM_AROUND_HANDS) * float((high - low).max())
    width, height = frame.size
    x0, y0 = max(0, int(low[0] - room)), max(0, int(low[1] - room))
    x1, y1 = min(width, int(high[0] + room) + 1), min(height, int(high[1] + room) + 1)
    scale = min(1.0, WIDEST_PX / max(x1 - x0, 1))
    size = max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale))
    cut = cv2.resize(frame.image[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA)
    turns = max(range(4), key=lambda k: float(inward @ UPWARDS[k]))
    read: dict[Side, HandReading] = {}
    for agreed in (hands.left, hands.right) if hands is not None else ():
        points = _turned((agreed.landmarks - np.array([x0, y0], np.float64)) * scale, size, turns)
        read[agreed.side] = _reading(agreed, points)
    return Photo(np.ascontiguousarray(np.rot90(cut, turns), np.uint8), read)


UPWARDS = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
"""The directions that point up a picture after so many quarter turns, counterclockwise."""


def _turned(points: NDArray[np.float64], size: tuple[int, int], turns: int) -> NDArray[np.float64]:
    """Pixels (N, 2) of a picture of `size` (width, height) after so many quarter turns, counterclockwise."""
    width, height = size
    for _ in range(turns):
        points = np.column_stack([points[:, 1], width - 1 - points[:, 0]])
        width, height = height, width
    return points


def _reading(agreed: HandConsensus, points: NDArray[np.float64]) -> HandReading:
    digits = tuple(1 / (1 + math.exp(-odds)) for odds in agreed.log_odds)
    return _hand(agreed.side, agreed.palm, digits, agreed.unsure, points)


def _hand(
    side: Side, palm: Palm, digits: Sequence[float], unsure: frozenset[Digit], points: NDArray[np.float64]
) -> HandReading:
    thumb, index, middle, ring, pinky = digits
    low, high = points.min(0), points.max(0)
    box = (int(low[0]), int(low[1]), int(high[0]) + 1, int(high[1]) + 1)
    sure = math.prod(max(p, 1 - p) for p in digits)
    return HandReading(side, palm, (thumb, index, middle, ring, pinky), unsure, sure, points, box)


class _KeptHand(msgspec.Struct, frozen=True):
    side: Side
    palm: Palm
    digits: tuple[float, float, float, float, float]
    unsure: tuple[Digit, ...]
    points: tuple[tuple[float, float], ...]


class Photos(Mapping[str, Photo]):
    """The photographs of the round, by player; written to `folder` as they are taken, unless that is None."""

    def __init__(self, folder: Path | None) -> None:
        """Those that lie in `folder`, if there are any."""
        self.folder = folder
        self._photos: dict[str, Photo] = {}
        if folder is not None and folder.is_symlink():  # somebody else's pictures are none of this game's
            delete_photographs(folder)
        for path in sorted(folder.glob("*.json")) if folder is not None else ():
            player = _player_of(path)
            photo = _read(path) if player is not None else None
            if player is not None and photo is not None:
                self._photos[player] = photo

    def __getitem__(self, player: str) -> Photo:
        return self._photos[player]

    def __iter__(self) -> Iterator[str]:
        return iter(self._photos)

    def __len__(self) -> int:
        return len(self._photos)

    def keep(self, player: str, photo: Photo) -> None:
        """Keep a player's photograph; on a disk that does not take it, in memory alone."""
        self._photos[player] = photo
        if self.folder is None:
            return
        rows = [
            _KeptHand(
                hand.side,
                hand.palm,
                hand.digits,
                tuple(hand.unsure),
                tuple((float(x), float(y)) for x, y in hand.landmarks),
            )
            for hand in photo.hands.values()
        ]
        done, encoded = cv2.imencode(".jpg", photo.image)
        path = self._path(player)
        with suppress(OSError):
            if self.folder.is_symlink():
                self.folder.unlink()
            private_folder(self.folder)
            if done:
                write_whole(path, msgspec.json.encode(rows))
                write_whole(path.with_suffix(".jpg"), encoded.tobytes())

    def drop(self, player: str) -> None:
        """Delete a player's photograph: it shows other hands than those that count."""
        if self._photos.pop(player, None) is not None and self.folder is not None:
            for kind in (".json", ".jpg"):
                with suppress(OSError):
                    self._path(player).with_suffix(kind).unlink(missing_ok=True)

    def keep_only(self, players: Collection[str]) -> None:
        """Delete the photographs of all others, and all that lies beside them where nobody is left."""
        for player in set(self) - set(players):
            self.drop(player)
        if not self._photos:
            self.clear()

    def clear(self) -> bool:
        """Delete all: their round is closed. Tells whether that was possible."""
        self._photos.clear()
        return self.folder is None or delete_photographs(self.folder)

    def _path(self, player: str) -> Path:
        """Names may hold what no file's name can, so the file is named by the bytes of the player's name."""
        assert self.folder is not None
        return self.folder / f"{player.encode().hex()}.json"


def delete_photographs(folder: Path) -> bool:
    """Delete a folder of photographs, or the link that stands in its place and nothing behind it; tells whether it is
    gone."""
    with suppress(OSError):
        if folder.is_symlink():
            folder.unlink()
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return not os.path.lexists(folder)


def _player_of(path: Path) -> str | None:
    """Whose photograph a file is; None where it is nobody's."""
    try:
        return bytes.fromhex(path.stem).decode()
    except ValueError:
        return None


def _read(path: Path) -> Photo | None:
    try:
        rows = msgspec.json.decode(path.read_bytes(), type=list[_KeptHand])
        encoded = np.frombuffer(path.with_suffix(".jpg").read_bytes(), np.uint8)
        image = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
        if image is None:
            return None
        hands = {r.side: _hand(r.side, r.palm, r.digits, frozenset(r.unsure), np.array(r.points)) for r in rows}
    except (OSError, msgspec.DecodeError, ValueError, cv2.error):
        return None  # half written when the game was killed: there is no evidence, and the table says what was
    return Photo(np.asarray(image, np.uint8), hands)
