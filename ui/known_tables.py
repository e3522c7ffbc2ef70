"""Saved tables on the command line: a profile by its name, and the table that play makes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ui.errors import Problem

if TYPE_CHECKING:
    from calibration.known import Profile
    from gesture.table.seats import Table


def profile_named(name: str, say: Callable[[str], None]) -> Profile:
    """The profile of that name; what is to be told about how it was had is said. Raises `Problem`."""
    from calibration.profiles import ProfileError, Profiles

    try:
        loaded = Profiles().load(name)
    except ProfileError as fault:
        raise Problem(str(fault)) from fault
    if loaded.note:
        say(loaded.note)
    return loaded.profile


def camera_of(profile: Profile) -> int | str | None:
    """The camera that a profile names. An address that nobody typed at this computer is opened only once somebody has
    said so. Raises `Problem`."""
    import sys

    import click

    from calibration.trusted import TrustedCameras
    from rules.addresses import without_passwords

    trusted = TrustedCameras()
    if not trusted.has(profile.camera):
        where = without_passwords(str(profile.camera))
        said = f"The profile {profile.name!r} names the camera {where}, which nobody has named at this computer yet"
        if not sys.stdin.isatty() or not click.confirm(f"{said}. Is it yours, and to be opened?", err=True):
            raise Problem(
                f"{said}: if it is yours, say so once with 'handref calibrate edit {profile.name} --camera ADDRESS'."
            )
        trusted.add(profile.camera)
    return profile.camera


def table_in(profile: Profile, size: tuple[int, int]) -> Table:
    """The table of a profile on frames of `size` (width, height). Raises `Problem` when there is none."""
    from calibration.at_table import table_of

    try:
        return table_of(profile, size)
    except ValueError as fault:
        raise Problem(f"{fault}.") from fault
