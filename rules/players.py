"""Players who leave or join between two rounds: one event, one ruling and one check for all games that allow it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from rules.game import Event, Ruling
from rules.refusing import no_name
from rules.said import numbered, said, together
from rules.words import listed


class Players(Event, frozen=True, kw_only=True, tag="players"):
    """Who sits at the table from now on, clockwise. Whoever is missing has left."""

    players: tuple[str, ...]


class PlayersChanged(Ruling, frozen=True, kw_only=True, tag="players-changed"):
    """Who sits at the table now, clockwise. Who `left` keeps what they have and cannot win unless they come back; who
    `joined` starts with nothing; who is `back` has again what they had."""

    players: tuple[str, ...]
    left: tuple[str, ...]
    joined: tuple[str, ...]
    back: tuple[str, ...]


P = TypeVar("P")


def bad_players(players: Sequence[str], sizes: range, title: str) -> Iterator[str]:
    """Everything that is wrong with a list of players."""
    yield from (why for why in map(no_name, players) if why)
    twice = sorted({player for player in players if players.count(player) > 1})
    if twice:
        yield said(
            "two players are called {names}; give each a name of their own", names=together(*twice, between=", ")
        )
    if len(players) not in sizes:
        yield said(
            "{game} is for {least} to {most} players, not {n}",
            game=title,
            least=sizes[0],
            most=sizes[-1],
            n=len(players),
        )


def seated_anew(
    before: Mapping[str, P], away: Mapping[str, P], players: Sequence[str], nothing: P
) -> tuple[tuple[P, ...], dict[str, P], PlayersChanged]:
    """What `players` have at their new seats, what those who are away have, and the ruling on it. `before` and `away`
    hold it by player as it was; `nothing` is what a newcomer has."""
    known = {**away, **before}
    ruling = PlayersChanged(
        players=tuple(players),
        left=tuple(player for player in before if player not in players),
        joined=tuple(player for player in players if player not in known),
        back=tuple(player for player in players if player in away),
    )
    gone = {player: has for player, has in known.items() if player not in players}
    return tuple(known.get(player, nothing) for player in players), gone, ruling


def players_said(x: PlayersChanged) -> str:
    """The ruling in plain English."""
    left = numbered(
        len(x.left),
        "{who} has left and keeps what was won, but cannot win without coming back.",
        "{who} have left and keep what was won, but cannot win without coming back.",
        who=listed(x.left),
    )
    joined = numbered(
        len(x.joined),
        "{who} joins and starts with nothing.",
        "{who} join and start with nothing.",
        who=listed(x.joined),
    )
    back = numbered(
        len(x.back),
        "{who} is back with what was won before.",
        "{who} are back with what was won before.",
        who=listed(x.back),
    )
    return together(
        said("At the table from now on, clockwise: {players}.", players=listed(x.players)),
        left if x.left else "",
        joined if x.joined else "",
        back if x.back else "",
    )
