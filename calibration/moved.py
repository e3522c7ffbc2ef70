"""Whether a table is still as its profile says: the same frames, as light as it was, everybody where they sat."""

from __future__ import annotations

from calibration.known import Profile
from calibration.light import Finding, Grade
from gesture.hand_geometry import outside_px
from gesture.table.seats import Seat

DARKER, BRIGHTER = 0.7, 1.5
"""Shares of the brightness that was, from which on the light is another."""


def compare(
    profile: Profile, size: tuple[int, int], brightness: float | None, seats: tuple[Seat, ...]
) -> list[Finding]:
    """What has changed since the profile was made. `size` (width, height) and `brightness` (0..255) are those of the
    frames now, `seats` those found on them."""
    findings = [_light(profile, brightness)] if profile.light is not None and brightness is not None else []
    try:
        known = profile.seats_on(size)
    except ValueError as fault:
        return [*findings, Finding("profile", Grade.BAD, f"{str(fault)[0].upper()}{str(fault)[1:]}.")]
    if known and seats:
        findings.append(_seats(profile, known, seats))
    if profile.table is None:
        says = "The table is not measured: a sheet of paper and 'handref calibrate table' make pistols' aims truer."
        findings.append(Finding("table", Grade.GOOD, says))
    else:
        error = profile.table.error_cm
        findings.append(Finding("table", Grade.GOOD, f"The table is measured, to {error:.1f} cm.", error))
    return findings


def _light(profile: Profile, brightness: float) -> Finding:
    assert profile.light is not None
    share = brightness / max(profile.light.brightness, 1.0)
    measured = round(share, 2)
    if share < DARKER:
        says = "It is darker than when the seats were found: turn on the light that was on then, or find them anew."
        return Finding("light as it was", Grade.COULD_BE_BETTER, says, measured)
    if share > BRIGHTER:
        says = "It is brighter than when the seats were found: see to it that nothing is plain white."
        return Finding("light as it was", Grade.COULD_BE_BETTER, says, measured)
    return Finding("light as it was", Grade.GOOD, "The light is as it was.", measured)


def _seats(profile: Profile, known: list[Seat], found: tuple[Seat, ...]) -> Finding:
    """Whether everybody found sits in a seat of the profile, one in each."""
    taken: list[str] = []
    for seat in found:
        inside = [k.player for k in known if outside_px(k.zone, seat.center) <= 0]
        taken += inside[:1]
    if len(set(taken)) < len(found):
        says = (
            f"Hands lie elsewhere than the seats of {profile.name!r}: the camera or a chair was moved; put it back, or "
            f"run 'handref calibrate seats' anew."
        )
        return Finding("seats as they were", Grade.BAD, says, len(set(taken)))
    away = [seat.player for seat in known if seat.player not in taken]
    if away:
        names = ", ".join(away)
        says = f"No hands were seen of {names}: lay them down, or take the seat out with 'handref calibrate edit'."
        return Finding("seats as they were", Grade.COULD_BE_BETTER, says, len(taken))
    return Finding("seats as they were", Grade.GOOD, "Everybody sits where the profile says.", len(taken))
