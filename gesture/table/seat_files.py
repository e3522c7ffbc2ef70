"""Tables in files: who sits where, for recordings and to be taken up again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import convex_outline
from gesture.sources.frames import SourceError, check_readable
from gesture.table.seats import MOST_HELD_UP, MOST_SEATS, Seat, Table, check_corners, check_zone, clockwise
from rules.files import read_whole, write_whole
from rules.plain_faults import NotJson, decoded, in_words
from rules.refusing import names_alike

MOST_BYTES, MOST_ROWS, MOST_CARDS = 1_000_000, 99, 2
"""A larger file describes no table; what is wrong with more seats than this is not said one by one."""
_CORRECT = "correct it there, or go without it to have the seats found"


def load_seats(path: str | os.PathLike[str]) -> list[Seat]:
    """The seats in a file that `load_table` reads. Raises `SourceError` as it does."""
    return list(load_table(path).seats)


def load_table(path: str | os.PathLike[str]) -> Table:
    """The table in a file of the form `{"seats": [{"player": "Ann", "zone": [[x, y], ...]}, ...]}`, seats clockwise.

    Beside the seats may stand `"held_up": true`, for hands held up to the camera, and `"cards": [[x, y], ...]`,
    where printed cards lie, or a list of two such outlines where two cards are in play. Raises `SourceError` with one
    sentence that names every fault.
    """
    file = Path(path)
    check_readable(file)
    try:
        found: Any = decoded(read_whole(file, MOST_BYTES))
    except OSError as error:
        raise SourceError(f"{file} cannot be used: {error.strerror}.") from None
    except NotJson as error:
        raise SourceError(f"{file} is no JSON file of seats: {error}; {_CORRECT}.") from None
    rows = found.get("seats") if isinstance(found, dict) else None
    if not isinstance(rows, list):
        raise SourceError(f'{file} holds no list of "seats"; {_CORRECT}.')
    if len(rows) > MOST_ROWS:
        raise SourceError(f"{file} describes {len(rows)} seats, and a game takes {MOST_SEATS} at most; {_CORRECT}.")
    faults, seats = [], []
    for number, row in enumerate(rows, 1):
        try:
            one = msgspec.convert(row, _SeatRow)
            seats.append(Seat(one.player, np.array(one.zone, np.float64)))
        except msgspec.ValidationError as error:
            faults.append(in_words(error, _SeatRow, f"seats, number {number}"))
    faults += filter(None, [names_alike([seat.player for seat in seats])])
    held_up, cards = found.get("held_up", False), found.get("cards")
    if not isinstance(held_up, bool):
        faults.append(f'"held_up" is true or false, not {held_up!r}')
    try:
        outlines = [] if cards is None else _outlines(cards)
    except msgspec.ValidationError as error:
        faults.append(in_words(error, within="cards"))
    except ValueError as error:
        faults.append(f"cards: {error}")
    most = MOST_HELD_UP if held_up is True else MOST_SEATS
    if not 2 <= len(rows) <= most:
        how = " with hands held up" if held_up is True else ""
        faults.append(f"there are {len(rows)} seats, and a game{how} takes {'2 to ' * (most > 2)}{most}")
    if faults:
        raise SourceError(f"{file} does not describe a table: {'; '.join(faults)}; {_CORRECT}.")
    return Table(tuple(clockwise(seats)), held_up, _around(outlines), tuple(outlines))


def check_seen(table: Table, size: tuple[int, int]) -> None:
    """Raises `SourceError` with one sentence when a seat lies all outside frames of `size` (width, height): its zone
    was written for another picture, and whoever sits there would never be seen."""
    unseen = [s.player for s in table.seats if (s.zone.max(0) <= 0).any() or (s.zone.min(0) >= size).any()]
    if unseen:
        raise SourceError(
            f"Nothing in the picture, which is {size[0]} x {size[1]}, lies in the zone of {' or '.join(unseen)}: write "
            "the zones in pixels of this picture, or let the seats be found."
        )


def _outlines(given: Any) -> list[NDArray[np.float64]]:
    """One outline, or a list of those of each card in play."""
    listed = isinstance(given, list) and bool(given) and isinstance(given[0], list) and bool(given[0])
    several = listed and isinstance(given[0][0], list)
    if several and len(given) > MOST_CARDS:
        raise ValueError(f"there are {len(given)} outlines, and {MOST_CARDS} cards at most are in play at once")
    return [_corners(one) for one in given] if several else [_corners(given)]


def _around(outlines: list[NDArray[np.float64]]) -> NDArray[np.float64] | None:
    """The area in which the cards lie."""
    if len(outlines) < 2:
        return outlines[0] if outlines else None
    return convex_outline(np.vstack(outlines))


def _corners(given: Any) -> NDArray[np.float64]:
    points = msgspec.convert(given, list[tuple[float, float]])
    check_corners(points, "the area")
    corners = np.array(points, np.float64)
    if abs(cv2.contourArea(corners.astype(np.float32))) < 1:
        raise ValueError("the area is a line, and nothing lies on it")
    return corners


def save_table(path: str | os.PathLike[str], table: Table) -> None:
    """Write a table so that `load_table` reads it. The file is whole or not there: it is replaced in one step."""
    rows = [{"player": seat.player, "zone": _rounded(seat.zone)} for seat in table.seats]
    content: dict[str, Any] = {"seats": rows}
    content |= {"held_up": True} if table.held_up else {}
    if len(table.in_play) > 1:
        content["cards"] = [_rounded(outline) for outline in table.in_play]
    elif table.cards is not None:
        content["cards"] = _rounded(table.cards)
    write_whole(Path(path), msgspec.json.format(msgspec.json.encode(content), indent=1))


def _rounded(polygon: NDArray[np.float64]) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in polygon]


class _SeatRow(msgspec.Struct):
    player: str
    zone: list[tuple[float, float]]

    def __post_init__(self) -> None:
        check_zone(self.player, self.zone)
