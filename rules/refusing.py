"""Refusals that every game has in common: a reason raised as `Illegal`, and a player who is not at the table."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rules.game import Illegal
from rules.said import said, together
from rules.words import listed


def refuse(why: str | None) -> None:
    """Raise `Illegal` with the reason, if there is one."""
    if why:
        raise Illegal(why)


def no_name(name: str) -> str | None:
    """Why nobody can be called `name`, or None. A name may not break or colour its line."""
    if not name.strip():
        return said("the player has no name")
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in name):
        return said("the name {name!r} holds a control character or a line break", name=name)
    return None


def no_player(players: Sequence[str], player: str) -> str | None:
    """Why `player` is none of `players`."""
    if player not in players:
        there = together(*players, between=", ")
        return said("there is no player {player!r}; at the table are {there}", player=player, there=there)
    return None


def names_alike(names: Sequence[str]) -> str | None:
    """Why players cannot bear these names together: two are the same, but for spaces maybe. None where they can."""
    plain = ["".join(name.split()) for name in names]
    alike = sorted({name for name, same in zip(names, plain, strict=True) if plain.count(same) > 1})
    if not alike:
        return None
    if len(alike) == 1:
        return said("two players are called {names}; give each a name of their own", names=alike[0])
    return said("the names {names} differ in nothing but spaces; give each player another name", names=listed(alike))
