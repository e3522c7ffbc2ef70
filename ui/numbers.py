"""Numbers on the command line: points in pixels, lengths in centimetres."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import click

Point = tuple[float, float]
SHORTEST_CM, LONGEST_CM = 1.0, 1000.0
"""Lengths that can be marked on a table and measured in its picture."""
FARTHEST_PX = 1e6
"""No point of any picture is farther out."""

if TYPE_CHECKING:
    _Points = click.ParamType[tuple[Point, ...]]
    _Numbers = click.ParamType[tuple[float, ...]]
else:  # it takes no argument in every version of click that Handref runs with
    _Points = _Numbers = click.ParamType


class _Corners(_Points):
    name = "points"

    def __init__(self, least: int, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[Point, ...]:
        """Points as in '120,80 520,90'."""
        if not isinstance(value, str):
            return tuple(value)
        points = []
        for word in value.split():
            pair = word.split(",")
            numbers = [_number(part) for part in pair]
            if len(numbers) != 2 or any(n is None for n in numbers):
                self.fail(f"{word!r} is no point; write points as in '120,80 520,90'", param, ctx)
            if any(abs(n or 0) > FARTHEST_PX for n in numbers):
                self.fail(
                    f"{word!r} lies farther away than any picture reaches; give pixels of the picture", param, ctx
                )
            points.append((float(numbers[0] or 0), float(numbers[1] or 0)))
        if len(points) < self.least or (self.most is not None and len(points) > self.most):
            count = str(self.least) if self.least == self.most else f"{self.least} or more"
            self.fail(f"{len(points)} points were given, and {count} are needed, as in '120,80 520,90'", param, ctx)
        return tuple(points)


class _Lengths(_Numbers):
    name = "lengths"

    def __init__(self, pattern: str, counts: tuple[int, ...], example: str) -> None:
        self.pattern, self.counts, self.example = pattern, counts, example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, ...]:
        """Lengths above 0, as in the example."""
        if not isinstance(value, str):
            return tuple(value)
        numbers = [_number(part) for part in re.split(self.pattern, value.strip())]
        known = [n for n in numbers if n is not None and n > 0]
        if len(known) < len(numbers) or len(known) not in self.counts:
            self.fail(f"{value!r} is not understood; write centimetres as in {self.example!r}", param, ctx)
        if min(known) < SHORTEST_CM or max(known) > LONGEST_CM:
            said = f"lengths on a table are {SHORTEST_CM:g} to {LONGEST_CM:g} centimetres"
            self.fail(f"{value!r} cannot be measured; {said}", param, ctx)
        return tuple(known)


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def camera_given(given: str | None) -> int | str | None:
    """A camera as it was typed: its number, or a network camera's address, which is trusted from now on. Raises
    `click.BadParameter` for what can be neither."""
    if given is None:
        return None
    words = given.strip()
    if words.isdecimal() and len(words) < 20:
        return int(words)
    if not words or words.startswith("-") or words.isdecimal():
        from rules.addresses import without_passwords

        raise click.BadParameter(
            f"{without_passwords(repr(given))} is neither a camera's number, as in 0, nor an address, as in rtsp://192.168.0.7/stream",
            param_hint="--camera",
        )
    from calibration.trusted import TrustedCameras

    TrustedCameras().add(words)
    return words


def seconds_given(ctx: click.Context, param: click.Parameter, given: str | None) -> tuple[float, ...]:
    """Several times in seconds, 0 or more, as in 0.5,1,2; for a click option's callback."""
    if given is None:
        return ()
    seconds = [_number(word) for word in given.split(",")]
    known = tuple(second for second in seconds if second is not None and second >= 0)
    if len(known) < len(seconds):
        raise click.BadParameter(f"{given!r} is not understood; write seconds as in '0.5,1,2'", ctx, param)
    return known


CORNERS = _Corners(4, 4)
"""Four points in pixels."""
POLYGON = _Corners(3)
"""Three points in pixels or more."""
SIZE = _Lengths("x", (2,), "60x40")
LENGTHS = _Lengths(",", (5, 6), "60,40,60,40,72.1")
