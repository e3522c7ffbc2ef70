"""The part of `handref calibrate` that shows, corrects and removes what was kept."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from ui.errors import Problem
from ui.known_tables import profile_named
from ui.numbers import POLYGON, camera_given

if TYPE_CHECKING:
    from calibration.known import Profile, SeatZone

NAME = click.argument("name")
FORGETTABLE = ("table", "lens", "light", "hands")


def _note(sentence: str) -> None:
    click.echo(f"handref: {sentence}", err=True)


@click.command("list", short_help="List the saved tables.")
def listed() -> None:
    """List the profiles, each with who sits there and what is known."""
    from calibration.profiles import ProfileError, Profiles
    from ui.profile_words import in_one_line

    kept = Profiles()
    try:
        names = kept.names()
    except ProfileError as fault:
        raise Problem(str(fault)) from fault
    if not names:
        click.echo(f"There are no profiles in {kept.folder} yet; 'handref calibrate seats NAME' makes one.")
    for name in names:
        try:
            loaded = kept.load(name)
        except ProfileError as fault:
            _note(str(fault))
            continue
        if loaded.note:
            _note(loaded.note)
        click.echo(in_one_line(loaded.profile))


@click.command(short_help="Show all that is known of one.")
@NAME
@click.option("--json", "as_json", is_flag=True, help="As its file holds it.")
def show(name: str, as_json: bool) -> None:
    """Show all that is known of a table."""
    import msgspec

    from ui.profile_words import told

    profile = profile_named(name, _note)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(profile)))
        return
    for line in told(profile):
        click.echo(line)


@click.command(short_help="Remove one.")
@NAME
def remove(name: str) -> None:
    """Remove a profile, and the version before it."""
    from calibration.profiles import ProfileError, Profiles

    try:
        Profiles().delete(name)
    except ProfileError as fault:
        raise Problem(str(fault)) from fault
    click.echo(f"{name} is removed.")


@click.command(short_help="Correct names, seats and the rest of one.")
@NAME
@click.option("--rename", "renames", multiple=True, metavar="OLD=NEW", help="Call a player otherwise. Repeatable.")
@click.option("--without", multiple=True, metavar="PLAYER", help="Nobody sits there. Repeatable.")
@click.option("--order", metavar="ANN,BEN,...", help="All players, in the order in which they play.")
@click.option("--zone", nargs=2, multiple=True, metavar="PLAYER 'X,Y X,Y X,Y...'", help="Where a player's hands lie.")
@click.option("--camera", metavar="N|URL", help="The camera that looks at this table.")
@click.option("--mirrored/--not-mirrored", default=None, help="Whether it shows the table as a mirror does.")
@click.option("--held-up/--on-table", default=None, help="Whether hands are held up to it or laid on the table.")
@click.option("--forget", type=click.Choice(FORGETTABLE), multiple=True, help="Forget a measurement. Repeatable.")
@click.option("--forget-hands-of", multiple=True, metavar="PLAYER", help="Forget one player's own hands. Repeatable.")
def edit(name: str, **changes: Any) -> None:
    """Correct what is known of a table. The version before stays beside the file as NAME.previous.json."""
    import msgspec

    from calibration.profiles import ProfileError, Profiles
    from ui.profile_words import told

    if not any(value not in (None, ()) for value in changes.values()):
        raise click.UsageError("say what to change", click.get_current_context())
    profile = profile_named(name, _note)
    try:
        now = msgspec.structs.replace(profile, **_seats(profile, changes), **_rest(profile, changes))
        Profiles().save(now)
    except (ProfileError, ValueError) as fault:
        raise Problem(f"{str(fault).rstrip('.')}.") from fault
    for line in told(now):
        click.echo(line)


def _seats(profile: Profile, changes: dict[str, Any]) -> dict[str, Any]:
    """The seats, and whose hands are known, after all that concerns players. Raises `ValueError`."""
    import msgspec

    from calibration.known import SeatZone

    seats = {seat.player: seat for seat in profile.seats}
    hands = list(profile.hands)
    for player in (*changes["without"], *changes["forget_hands_of"]):
        if player not in seats and player not in [h.player for h in hands]:
            raise ValueError(f"Nobody at this table is called {player}; there sit {', '.join(seats) or 'none'}")
    for player in changes["without"]:
        seats.pop(player, None)
    for player, given in changes["zone"]:
        zone = POLYGON.convert(given, None, click.get_current_context())
        if any(
            max(at) <= 0 or min(at) >= size
            for at, size in zip(zip(*zone, strict=True), profile.frame_size, strict=True)
        ):
            width, height = profile.frame_size
            raise ValueError(f"The zone given for {player} lies outside the picture, which is {width} x {height}")
        seats[player] = SeatZone(player, zone)
    names = {name: name for name in (*seats, *(h.player for h in hands))}
    for rename in changes["renames"]:
        old, _, new = rename.partition("=")
        if old not in names or not new.strip():
            raise ValueError(f"{rename!r} renames nobody here; write OLD=NEW with OLD one of {', '.join(names)}")
        names[old] = new.strip()
    seated = [SeatZone(names[seat.player], seat.zone) for seat in seats.values()]
    gone = {*changes["forget_hands_of"]}
    kept = [msgspec.structs.replace(h, player=names[h.player]) for h in hands if h.player not in gone]
    return {"seats": _ordered(seated, changes["order"]), "hands": () if "hands" in changes["forget"] else tuple(kept)}


def _ordered(seats: list[SeatZone], order: str | None) -> tuple[SeatZone, ...]:
    if order is None:
        return tuple(seats)
    wanted = [player.strip() for player in order.split(",")]
    if sorted(wanted) != sorted(seat.player for seat in seats):
        raise ValueError(f"--order must name each of {', '.join(seat.player for seat in seats)} once")
    return tuple(sorted(seats, key=lambda seat: wanted.index(seat.player)))


def _rest(profile: Profile, changes: dict[str, Any]) -> dict[str, Any]:
    """What else changes."""
    found: dict[str, Any] = {what: None for what in changes["forget"] if what != "hands"}
    if "lens" in found and profile.table is not None and profile.table.through_lens:
        found["table"] = None
        _note("The table was measured through the lens and is forgotten with it; measure it anew.")
    if changes["camera"] is not None:
        found["camera"] = camera_given(changes["camera"])
    found |= {what: changes[what] for what in ("mirrored", "held_up") if changes[what] is not None}
    return found
