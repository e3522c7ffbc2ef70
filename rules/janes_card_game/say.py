"""Rulings of JANE's Card Game in plain English. All words of this game's rulings are in this one file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.game import Ruling
from rules.janes_card_game import rulings as r
from rules.janes_card_game.events import Combination, Source
from rules.janes_card_game.state import Because
from rules.words import counted, listed

_PLAYED: Mapping[Combination, str] = {
    Combination.TRICK: "plays a trick on JANE",
    Combination.PITY: "takes pity on JANE",
    Combination.WILD_MAGICKS: "plays wild magicks",
    Combination.PITY_PARTY: "throws a pity party",
    Combination.HUDALALEIGH: 'shouts "Hudalaleigh!"',
    Combination.DAUPHINE: "plays the Dauphine, swoons, and is revived",
}
_ENDED: Mapping[Because, str] = {
    Because.BARE: "JANE wears nothing and a paw is empty",
    Because.DAUPHINE: "the Dauphine has appeared",
    Because.NO_PLAY: "the stack is empty, and nobody has played a combination for a whole lap",
}


def _dealt(x: r.Dealt) -> str:
    return (
        f"{x.dealer} deals; the turns go {', '.join(x.turns)}. The table pile begins with {x.table}; "
        f"{counted(x.stack, 'card')} in the stack."
    )


def _turn(x: r.Turn) -> str:
    where = " or ".join("the table pile" if s is Source.TABLE else "the stack" for s in x.may_take_from)
    return f"{x.player}'s turn: " + (f"take a card from {where}." if where else "there is no card to take; play on.")


def _drew(x: r.Drew) -> str:
    what = "a card" if x.card is None else x.card
    where = "table pile" if x.source is Source.TABLE else "stack"
    return f"{x.player} takes {what} from the {where}; {counted(x.left, 'card')} left there."


def _pity_due(x: r.PityDue) -> str:
    if x.sure:
        return f"JANE wears nothing: {x.player} can play a pity or a pity party, and must."
    return f"JANE wears nothing: {x.player} must play a pity or a pity party if the paw holds one, on their honour."


def _gave(x: r.Gave) -> str:
    unseen = sum(card is None for card in x.cards)
    cards = [card for card in x.cards if card is not None] + ([counted(unseen, "unseen card")] if unseen else [])
    return f"{x.player} gives {listed(cards) if cards else 'nothing'} to {x.to}."


def _costume(x: r.CostumeLost) -> str:
    if x.again:
        return f"The paper doll of {x.player} stands in its smock already; nothing more happens to it."
    return f"The paper doll of {x.player} loses its costume and stands in a plain smock for the rest of the game."


def _outfit(x: r.Outfit) -> str:
    worn = [what for what in x.worn.values() if what is not None]
    return f"JANE wears {listed(worn) if worn else 'nothing'}."


def _play_over(x: r.PlayOver) -> str:
    show = f" {listed(x.to_show)}, please show your cards." if x.to_show else ""
    return f"Play ends: {_ENDED[x.because]}.{show}"


def _penalty(x: r.Penalty) -> str:
    cards = listed(f"{card} {points}" for card, points in x.cards) if x.cards else "no cards"
    whole = f" A whole Dauphine combination unplayed costs {x.whole} besides." if x.whole else ""
    return f"{x.player}: {cards}.{whole} Penalty {x.points}."


def _game_over(x: r.GameOver) -> str:
    win = f"{x.winners[0]} wins" if len(x.winners) == 1 else f"{listed(x.winners)} share the win"
    evening = x.dauphine_of_the_evening
    touched = f" {evening} is the Dauphine of the evening; it wears off in a few minutes." if evening else ""
    points = "" if x.points is None else f", with {counted(x.points, 'penalty point')}"
    return f"{win}{points}.{touched}"


def _layers(x: r.Layers) -> str:
    lines = []
    for slot, view in x.slots.items():
        if view.item is None:
            state = "it could be put on" if view.may_appear else f"the {listed(view.lacks)} must be worn first"
            lines.append(f"{slot}: nothing; {state}.")
        else:
            state = f"covered by the {listed(view.covered_by)}" if view.covered_by else "exposed"
            lines.append(f"{slot}: {view.item}, {state}.")
    return "\n".join(lines)


def _choices(x: r.Choices) -> str:
    lines = [f"{x.player} can play a {one} with {listed(cards)}." for one, cards in x.may.items()]
    lines += [f"No {one}: {why}." for one, why in x.why_not.items()]
    return "\n".join(lines)


def _check(x: r.Check) -> str:
    may = "may be played" if x.why_not is None else f"may not be played: {x.why_not}"
    return f"{x.player}'s {x.combination} ({listed(x.cards)}) {may}."


def _standings(x: r.Standings) -> str:
    points = listed(f"{player} {points}" for player, points in x.penalties.items())
    ended = f" Play ended: {_ENDED[x.because]}." if x.because else ""
    known = "" if x.winners and x.because is not Because.DAUPHINE else " of the cards that are known"
    return f"Penalties{known}: {points}.{ended}{f' Won by {listed(x.winners)}.' if x.winners else ''}"


def _worn(x: r.Vanished | r.Appeared, one: str, many: str) -> str:
    """An item, with its slot where its name does not say it, and its verb: some are plural, such as sandals."""
    slot = "" if x.item.casefold().endswith(x.slot) else f" ({x.slot})"
    return f"The {x.item}{slot} {many if x.item.endswith('s') and not x.item.endswith('ss') else one}"


WORDS: Mapping[type[Ruling], Callable[[Any], str]] = {
    r.Dealt: _dealt,
    r.Turn: _turn,
    r.SitsOut: lambda x: f"{x.player} has an empty paw and sits the turn out.",
    r.Drew: _drew,
    r.PityDue: _pity_due,
    r.Discarded: lambda x: f"{x.player} discards {x.card}.",
    r.Played: lambda x: f"{x.player} {_PLAYED[x.combination]}, with {listed(x.cards)}.",
    r.Vanished: lambda x: f"{_worn(x, 'vanishes', 'vanish')}{', by chance' * x.by_chance}.",
    r.Appeared: lambda x: f"{_worn(x, 'appears', 'appear')}{', by chance' * x.by_chance}.",
    r.Gave: _gave,
    r.CostumeLost: _costume,
    r.Outfit: _outfit,
    r.PlayOver: _play_over,
    r.Shown: lambda x: f"{x.player} shows {listed(x.cards) if x.cards else 'no cards'}.",
    r.Penalty: _penalty,
    r.GameOver: _game_over,
    r.Layers: _layers,
    r.Choices: _choices,
    r.Check: _check,
    r.Standings: _standings,
}
