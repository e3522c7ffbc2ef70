"""What the headers of all games have in common: players, version, deck and house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from rules.deck_files import Faults, house_defaults
from rules.games import TITLES
from rules.refusing import names_alike, no_name

FAULTY = "the header cannot be used"


def read_players(
    header: Mapping[str, Any], game: str, sizes: range, keys: tuple[str, ...], faults: Faults
) -> tuple[str, ...]:
    """The players, in clockwise order. Takes down every fault of the keys that all games have."""
    if header.get("game") != game:
        faults.add(f"its game must be {game!r}, not {header.get('game')!r}")
    version = header.get("version")
    if type(version) is not int or version != 1:
        faults.add(f"this Handref reads version 1 of the log, not {version!r}")
    for key in header:
        if key not in keys:
            faults.add(f"a header of {TITLES[game]} has no {key!r} (it has {', '.join(keys)})")
    given = header.get("players")
    if not isinstance(given, list | tuple) or not all(isinstance(name, str) for name in given):
        faults.add('players must be a list of names, as in ["Ann", "Ben"]')
        return ()
    nameless = [f"player {place}: {why}" for place, name in enumerate(given, 1) if (why := no_name(name))]
    if nameless:
        faults.add(f"{'; '.join(nameless)}; give every player a name")
        return ()
    alike = names_alike(given)
    if alike:
        faults.add(alike)
    if len(given) not in sizes:
        faults.add(f"{TITLES[game]} is for {sizes[0]} to {sizes[-1]} players, not {len(given)}")
    return tuple(given)


H = TypeVar("H", bound=msgspec.Struct)


def read_house(header: Mapping[str, Any], game: str, kind: type[H], must_be: Mapping[str, str], faults: Faults) -> H:
    """The house rules as a struct of `kind`: the defaults, and over them what the header says. `must_be` tells for
    each rule what it takes. Faulty rules are taken down and keep their defaults; ranges are the struct's own, in its
    `__post_init__`, as `ValueError`."""
    rules = dict(house_defaults(game))
    given = header.get("house", {})
    if not isinstance(given, Mapping):
        faults.add(f"house must hold house rules by name, not {given!r}")
        given = {}
    for key, value in given.items():
        if key not in kind.__struct_fields__:
            faults.add(f"there is no house rule {key!r} (there are {', '.join(kind.__struct_fields__)})")
            continue
        try:
            msgspec.convert({**rules, key: value}, kind)
        except msgspec.ValidationError:
            faults.add(f"the house rule {key} must be {must_be[key]}, not {value!r}")
            continue
        rules[key] = value
    return msgspec.convert(rules, kind)


D = TypeVar("D")


def read_deck(
    header: Mapping[str, Any], reference: Callable[[], D], check: Callable[[Any, Faults], D], cards: str, faults: Faults
) -> D:
    """The deck: the game's `reference`, or what `check` makes of a list of `cards`. Faults are taken down."""
    given = header.get("deck", "reference")
    if not isinstance(given, str):
        return check(given, faults)
    if given != "reference":
        faults.add(f"the deck must be 'reference' or a list of {cards}, not {given!r}")
    return reference()
