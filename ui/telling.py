"""A refereed game told in plain English, as it happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gesture.games.judge import Happening
from rules.dexterity_jane.events import Budge, Lock, StickUp
from rules.dexterity_jane.rulings import GuessVerified, Required, StickUpVerified, TileGoes
from rules.dexterity_jane.say import hands_said
from rules.games import TITLES, game_named
from rules.hands import Digit
from rules.words import listed

TOLD_IN_THE_WALK = (Required, StickUpVerified, GuessVerified, TileGoes)
"""Rulings that the walk through Verify has told already."""


def header_told(header: Mapping[str, Any]) -> str:
    """Which game begins, between whom."""
    title, variant = TITLES[header["game"]], header.get("variant", "standard")
    what = title if variant == "standard" else f"{title}, {variant}"
    picked_up = f", from round {header['round']} on" if header.get("round", 1) > 1 else ""
    return f"{what}, {listed(header['players'])}{picked_up}."


def happening_told(happening: Happening) -> Iterator[str]:
    """What one event brought, a paragraph each: first the walk that explains it, if any, its steps indented."""
    game = game_named("dexterity-jane")
    for walk in happening.explained:
        yield game.say(walk).replace("\n", "\n  ")
    rest = [r for r in happening.rulings if not (happening.explained and isinstance(r, TOLD_IN_THE_WALK))]
    for ruling in rest:
        yield game.say(ruling)
    if not happening.rulings:
        yield _unscored(happening)


def _unscored(happening: Happening) -> str:
    """What the hands did, where no cards are known and the rules were not asked."""
    match happening.event:
        case Lock() as lock:
            doubts = [f"{hand} {d}" for hand, digits in lock.unsure.items() for d in digits if d in set(Digit)]
            unsure = f" (unsure: {listed(doubts)})" if doubts else ""
            return f"{lock.player} locked at {lock.at:.1f} s: {hands_said(lock.left, lock.right)}{unsure}."
        case StickUp() as stick_up:
            aims = listed(f"the {hand} hand at {victim}" for hand, victim in stick_up.aims.items())
            return f"{stick_up.player}, at {stick_up.at:.1f} s, points {aims}."
        case Budge() as budge:
            return f"{budge.player} moved at {budge.at:.1f} s to {hands_said(budge.left, budge.right)}."
        case event:
            return f"{type(event).__name__} at {event.at:.1f} s."
