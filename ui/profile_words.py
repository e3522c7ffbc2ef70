"""What a saved table knows, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibration.known import Plane, PlayerHands, Profile
    from gesture.table.ground import Ground
    from gesture.table.seats import Seat

TOLD_SHIFT, TOLD_SCALE = 0.3, 0.9
"""Corrections smaller than these change too little to speak of."""


def in_one_line(profile: Profile) -> str:
    """A profile for a list: who sits there and what was measured."""
    who = ", ".join(seat.player for seat in profile.seats) or "no seats yet"
    known = [
        *(["table"] if profile.table else []),
        *(["lens"] if profile.lens else []),
        *([f"own hands of {', '.join(h.player for h in profile.hands)}"] if profile.hands else []),
    ]
    return f"{profile.name}: {who}" + (f" ({'; '.join(known)})" if known else "")


def told(profile: Profile) -> Iterator[str]:
    """A profile in full, a line at a time."""
    from calibration.at_table import ground_of
    from rules.addresses import without_passwords

    width, height = profile.frame_size
    camera = "no camera said" if profile.camera is None else f"camera {without_passwords(str(profile.camera))}"
    ways = [*(["mirrored"] if profile.mirrored else []), *(["hands held up"] if profile.held_up else [])]
    yield f"{profile.name}: {', '.join([camera, f'{width} x {height} pixels', *ways])}."
    seats = profile.seats_on(profile.frame_size)
    ground = ground_of(profile, profile.frame_size) if profile.table else None
    yield from seats_told(seats, ground)
    if not seats:
        yield "Nobody's seat is known: 'handref calibrate seats' finds them."
    yield plane_told(profile.table) if profile.table else "The table is not measured: aims are those in the picture."
    if profile.lens:
        yield f"The lens is known to {profile.lens.error_px:.2f} pixels, from {profile.lens.views} views of the board."
    if profile.light:
        yield f"The light was {profile.light.brightness:.0f} of 255 bright when the seats were found."
    for hands in profile.hands:
        yield from hands_told(hands)


def seats_told(seats: Sequence[Seat], ground: Ground | None) -> Iterator[str]:
    """Where everybody sits, in pixels, and in centimetres where the table is measured."""
    import numpy as np

    for seat in seats:
        x, y = (round(float(v)) for v in seat.center)
        line = f"{seat.player} sits around ({x}, {y})"
        if ground is not None:
            flat = ground.flat(seat.zone)
            if np.isfinite(flat).all():
                wide, deep = np.ptp(flat, axis=0)
                line += f", with {max(wide, deep):.0f} cm by {min(wide, deep):.0f} cm of the table"
        yield f"{line}."


def plane_told(plane: Plane) -> str:
    """By what the table was measured, and how well."""
    how = "four points" if plane.found_by == "points" else f"a sheet of {plane.found_by}"
    return f"The table is measured by {how}; a distance across them is known to {plane.error_cm:.1f} cm."


def hands_told(hands: PlayerHands) -> Iterator[str]:
    """What is known of one player's hands."""
    from rules.hands import Digit

    palm = f", a palm {hands.palm_cm:.1f} cm long" if hands.palm_cm else ""
    changes = []
    for lie, shifts, scales in (
        ("", hands.digit_shift, hands.digit_scale),
        (" with the palm up", hands.palm_up_shift, hands.palm_up_scale),
    ):
        for digit, shift, scale in zip(Digit, shifts, scales, strict=True):
            if shift > TOLD_SHIFT:
                changes.append(f"the {digit}{lie} is called bent sooner")
            elif shift < -TOLD_SHIFT:
                changes.append(f"the {digit}{lie} is called bent later")
            if scale < TOLD_SCALE:
                changes.append(f"the {digit}{lie} is asked about more often")
    what = "; ".join(changes) if changes else "they are read well as they are"
    yield f"{hands.player}'s hands are known from {hands.readings} readings{palm}: {what}."
