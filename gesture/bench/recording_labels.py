"""The labels of a recording: who sits where, which cards were revealed when, and what happens in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from gesture.sources.frames import SourceError
from gesture.table.seats import MOST_SEATS, check_zone
from rules.hands import Digit, Side
from rules.plain_faults import NotJson, decoded, in_words


class _Seat(msgspec.Struct):
    player: str
    zone: list[tuple[float, float]]

    def __post_init__(self) -> None:
        check_zone(self.player, self.zone)


class _Card(msgspec.Struct):
    hand: Side
    bent: Digit | None
    bullet: bool = False


class _Reveal(msgspec.Struct):
    at: float
    cards: list[_Card]

    def __post_init__(self) -> None:
        if not self.at >= 0:
            raise ValueError("no time lies before the recording")


class _Event(msgspec.Struct):
    at: float
    event: str
    player: str
    left: list[Digit] | None = None
    right: list[Digit] | None = None
    aims: dict[Side, str] = {}

    def __post_init__(self) -> None:
        if self.event == "lock" and (self.left is None or self.right is None):
            raise ValueError("a lock says which digits are bent on 'left' and on 'right'")


class _Labels(msgspec.Struct):
    seats: list[_Seat]
    reveals: list[_Reveal]
    events: list[_Event]
    points: dict[str, int]
    round: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    variant: Literal["standard", "simplified", "stick-up"] = "standard"
    sheriff: Side | None = None

    def __post_init__(self) -> None:
        names = [seat.player for seat in self.seats]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"{twice[0]} has two seats")
        if not 2 <= len(names) <= MOST_SEATS:
            raise ValueError(f"there are {len(names)} seats, and a game takes 2 to {MOST_SEATS}")


def read_recording_labels(file: Path) -> dict[str, Any]:
    """What a file of labels says, with all that every recording's labels hold.

    Raises `SourceError` in one sentence that names the part at fault; `FileNotFoundError` when there is no such file.
    """
    try:
        found = decoded(file.read_bytes())
        msgspec.convert(found, _Labels)
    except FileNotFoundError:
        raise
    except OSError as fault:
        raise SourceError(f"{file} cannot be read: {(fault.strerror or str(fault)).lower()}.") from None
    except NotJson as fault:
        raise SourceError(f"{file} does not say what happens in a recording: {fault}; write it anew.") from None
    except msgspec.ValidationError as fault:
        why = in_words(fault, _Labels)
        raise SourceError(f"{file} does not say what happens in a recording: {why}; correct it there.") from None
    labels: dict[str, Any] = found
    return labels
