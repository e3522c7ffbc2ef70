"""What is known about one table: who sits where, how its plane, lens and light are, how its players' hands are.

These structs are what a profile's file holds. Each checks itself when it is made and raises `ValueError` with the
reason, so that a file edited by hand is told apart from a sound one. All pixels are those of the unmirrored frame.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import msgspec
import numpy as np

from gesture.reading.digit_scaling import AS_READ, NONE, WHOLE, DigitScaling, OwnHands
from gesture.table.seats import MOST_SEATS, Seat, check_zone
from rules.refusing import no_name

VERSION = 2
"""The version of the form in which profiles are written. Version 1 knew no hands held up, and of players' hands no
scale and nothing with the palm up; it is read as it is."""
LONGEST_NAME = 60
"""A profile's name has no more letters than this."""
Point = tuple[float, float]
Row = tuple[float, float, float]
Matrix = tuple[Row, Row, Row]


def _finite(values: Iterable[float], what: str) -> None:
    if not all(math.isfinite(value) for value in values):
        raise ValueError(f"{what} must be numbers that are not infinite")


def _frame_size(size: tuple[int, int]) -> None:
    if not all(16 <= side <= 100_000 for side in size):
        raise ValueError(f"a frame of {size[0]} x {size[1]} pixels is none that a camera gives")


class SeatZone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's name and the polygon in which that player's hands are laid down: three corners or more, in pixels."""

    player: str
    zone: tuple[Point, ...]

    def __post_init__(self) -> None:
        check_zone(self.player, self.zone)


class Plane(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table's plane: the homography from pixels of a frame of `frame_size` to centimetres on the table. Its axes
    are those of the picture, roughly: x to its right, y down. `measured_px` are the four points it was found by."""

    cm_from_px: Matrix
    error_cm: float
    """How far a distance as long as the diagonal of those four points is off: one standard deviation."""
    frame_size: tuple[int, int]
    measured_px: tuple[Point, Point, Point, Point]
    found_by: str = "points"
    """`points` for four clicked ones, `A4` or `Letter` for a sheet of paper."""
    through_lens: bool = False
    """Whether the pixels are those that the profile's lens would show were it without distortion."""

    def __post_init__(self) -> None:
        _frame_size(self.frame_size)
        _finite((v for row in self.cm_from_px for v in row), "the numbers of cm_from_px")
        _finite((v for point in self.measured_px for v in point), "the corners of measured_px")
        _finite([self.error_cm], "error_cm")
        if abs(np.linalg.det(np.array(self.cm_from_px))) < 1e-15:
            raise ValueError("cm_from_px cannot be turned round, so it maps no table")
        if self.error_cm < 0:
            raise ValueError("error_cm is below 0")


class Lens(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lens: its camera matrix for a frame of `frame_size`, OpenCV's five distortion numbers k1, k2, p1, p2, k3, the
    reprojection error in pixels, and from how many views of the board it was found."""

    camera_matrix: Matrix
    distortion: tuple[float, float, float, float, float]
    frame_size: tuple[int, int]
    error_px: float
    views: int

    def __post_init__(self) -> None:
        _frame_size(self.frame_size)
        _finite((v for row in self.camera_matrix for v in row), "the numbers of camera_matrix")
        _finite([*self.distortion, self.error_px], "the numbers of a lens")
        if self.camera_matrix[0][0] <= 0 or self.camera_matrix[1][1] <= 0:
            raise ValueError("a camera matrix begins with a focal length above 0")


class Light(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How bright (0..255), how rich in contrast (0..255) and how blurred (pixels) the frame was when all was well."""

    brightness: float
    contrast: float
    blur_px: float | None = None

    def __post_init__(self) -> None:
        _finite([self.brightness, self.contrast, self.blur_px or 0.0], "the numbers of the light")


class PlayerHands(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One player's hands: what the log-odds of each digit being bent are multiplied by and what is then added, thumb to
    pinky, with the palm down and up (see `gesture.reading.digit_scaling`); the palm's length from wrist to middle
    knuckle where the table's plane is known; and from how many readings this was learned."""

    player: str
    digit_shift: tuple[float, float, float, float, float]
    readings: int
    digit_scale: tuple[float, float, float, float, float] = WHOLE
    palm_up_shift: tuple[float, float, float, float, float] = NONE
    palm_up_scale: tuple[float, float, float, float, float] = WHOLE
    palm_cm: float | None = None

    def __post_init__(self) -> None:
        nameless = no_name(self.player)
        if nameless:
            raise ValueError(nameless)
        numbers = [*self.digit_shift, *self.digit_scale, *self.palm_up_shift, *self.palm_up_scale, self.palm_cm or 0.0]
        _finite(numbers, "the numbers of a player's hands")

    @property
    def own(self) -> OwnHands:
        """What play makes of it."""
        return OwnHands(
            DigitScaling(self.digit_shift, self.digit_scale), DigitScaling(self.palm_up_shift, self.palm_up_scale)
        )


class Profile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that is known about one table. What has not been measured is None or empty."""

    name: str
    frame_size: tuple[int, int]
    version: int = VERSION
    camera: int | str | None = None
    """The camera's number, or its address on the network."""
    mirrored: bool = False
    """Whether the camera shows the table as a mirror does."""
    held_up: bool = False
    """Whether hands are held up to the camera, not laid on a table."""
    seats: tuple[SeatZone, ...] = ()
    """In the players' order."""
    table: Plane | None = None
    lens: Lens | None = None
    light: Light | None = None
    hands: tuple[PlayerHands, ...] = ()

    def __post_init__(self) -> None:
        fault = fault_of_name(self.name)
        if fault:
            raise ValueError(fault)
        _frame_size(self.frame_size)
        for what, names in (("seats", [s.player for s in self.seats]), ("hands", [h.player for h in self.hands])):
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                raise ValueError(f"{twice[0]} stands twice among the {what}")
        if self.table is not None and self.table.through_lens and self.lens is None:
            raise ValueError("the table was measured through a lens that is not known any more")
        if len(self.seats) > MOST_SEATS:
            raise ValueError(f"there are {len(self.seats)} seats, and a game takes {MOST_SEATS} at most")

    def seats_on(self, size: tuple[int, int]) -> list[Seat]:
        """The seats on a frame of `size` (width, height), which may be another than the profile's of the same shape,
        with what is known of their players' hands.

        Raises `ValueError` when the camera now gives frames of another shape, on which the zones mean nothing.
        """
        across, down = self.scale_to(size)
        zones = [np.array(seat.zone, np.float64) * [across, down] for seat in self.seats]
        return self.with_hands(Seat(seat.player, zone) for seat, zone in zip(self.seats, zones, strict=True))

    def scale_to(self, size: tuple[int, int]) -> tuple[float, float]:
        """What pixels of the profile's frames are multiplied by, across and down, on frames of `size`. Raises
        `ValueError` for frames of another shape."""
        across, down = size[0] / self.frame_size[0], size[1] / self.frame_size[1]
        if abs(across / down - 1) > 0.02:
            raise ValueError(
                f"profile {self.name!r} was made on frames of {self.frame_size[0]} x {self.frame_size[1]}, and "
                f"these are {size[0]} x {size[1]}: set the camera as it was, or find the seats anew"
            )
        return across, down

    def with_hands(self, seats: Iterable[Seat]) -> list[Seat]:
        """The same seats with what is known of the hands of the players named there, and of nobody else's."""
        own = {hands.player: hands.own for hands in self.hands}
        return [replace(seat, hands=own.get(seat.player, AS_READ)) for seat in seats]


def seat_zones(seats: Iterable[Seat]) -> tuple[SeatZone, ...]:
    """Seats as a profile keeps them, to a tenth of a pixel."""
    return tuple(SeatZone(s.player, tuple((round(float(x), 1), round(float(y), 1)) for x, y in s.zone)) for s in seats)


def fault_of_name(name: str) -> str | None:
    """Why a profile cannot be called `name`, or None. Names become those of files, on every system the same."""
    if not name or name != name.strip():
        return "a profile's name is not empty and neither begins nor ends with a space"
    if len(name) > LONGEST_NAME:
        return f"a profile's name has {LONGEST_NAME} letters at most"
    strange = sorted({letter for letter in name if not (letter.isalnum() or letter in " -_")})
    if strange:
        return f"a profile's name is made of letters, digits, spaces, - and _ and holds no {' '.join(strange)!r}"
    stem = name.casefold()
    if stem in {"con", "prn", "aux", "nul"} or (stem[:3] in {"com", "lpt"} and stem[3:].isdigit()):
        return f"{name!r} is a name that Windows keeps for itself"
    return None
