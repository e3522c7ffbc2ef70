"""Rulings of One Finger! in plain English. All words of this game's rulings are in this one file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rules.game import Ruling
from rules.one_finger import rulings as r
from rules.one_finger.cards import Button, Card
from rules.players import PlayersChanged, players_said
from rules.words import counted, listed

BUTTONS = {Button.RED: "Red (The Button)", Button.THIEF: "Thief (Sploch)", Button.DOUBLE: "Double (Au Poil)"}


def _card(card: Card) -> str:
    return f"a {card.button} {card.number}"


def _top(shows: int | str | None) -> str:
    return "the Draw pile is empty" if shows is None else f"the Draw pile shows {shows}"


def _dealt(x: r.Dealt) -> str:
    piles = listed(f"{player} {card.number}" for player, card in x.piles.items())
    return f"The first cards show: {piles}. {counted(x.draw, 'card')} in the Draw pile; {_top(x.shows)}."


def _opened(x: r.RoundOpened) -> str:
    beside = "" if x.beside is None else f" Beside it lies a card that shows {x.beside.number}."
    fingers = "both index fingers" if x.own_fingers == 2 else "one index finger"
    where = "on each card" if x.beside is not None else "on it"
    return f"Round {x.round}: {BUTTONS[x.button]}.{beside} Everybody places {fingers} {where}; {_top(x.shows)}."


def _called(x: r.Called) -> str:
    return f"{x.player} calls {x.number} at {x.at:.1f} s."


def _out(x: r.OutOfTime) -> str:
    side = "before" if x.because is r.Because.EARLY else "after"
    return f"{x.player}'s finger left {x.because}: {x.off_by_s:.2f} s {side} the call."


def _waits(x: r.Waits) -> str:
    return f"{x.player}'s call of {x.number} waits because of {listed(x.players)}: uphold it or cancel it?"


def _arbitrated(x: r.Arbitrated) -> str:
    return {
        r.Because.UPHELD: f"The group upholds {x.player}'s call.",
        r.Because.CANCELLED: f"The group cancels {x.player}'s call; {x.player} calls again.",
        r.Because.CORRECTED: f"The group corrects who kept a finger at {x.player}'s call.",
        r.Because.ROUND_CANCELLED: f"The group cancels the round; its card goes under the Draw pile, and it is "
        f"{x.player}'s turn again.",
    }[x.because]


def _count(x: r.Count) -> str:
    lines = [f"{x.player} called {x.number}."]
    for place, card in enumerate(x.cards, 1):
        name = f"card {place}" if len(x.cards) > 1 else "the card"
        left = listed(f"{player} {fingers}" for player, fingers in card.fingers.items())
        lines.append(f"On {name}: {left}; together {card.left}, {'as called' if card.matches else 'not as called'}.")
    return "\n".join(lines)


def _effect(x: r.Effect) -> str:
    if not x.looks:
        return f"{BUTTONS[x.button]} looks at no other card."
    looks = [
        f"{'the Draw pile' if look.player is None else look.player} shows {look.shows}"
        f"{', which is the call' if look.matches else ''}"
        for look in x.looks
    ]
    return f"{BUTTONS[x.button]}: {'; '.join(looks)}."


def _outcome(x: r.Outcome) -> str:
    left = listed(x.left)
    said = f"{x.player} called {x.number}, and {left} remained: the call {'succeeds' if x.success else 'fails'}."
    return said + (f" {x.player}'s own fingers made it impossible." if x.self_defeating else "")


_WHY: Mapping[r.Because, str] = {
    r.Because.IN_PLAY: "the card in play",
    r.Because.BESIDE_DOUBLE: "the card beside the Double",
    r.Because.DRAW_PILE_SHOWS_CALL: "the top of the Draw pile, which shows the number called",
}


def _cards(taken: Iterable[r.WonCard]) -> str:
    return listed(
        f"{_WHY[one.because] if one.from_player is None else f'the top of the pile of {one.from_player}'} "
        f"({_card(one.card)})"
        for one in taken
    )


def _game_over(x: r.GameOver) -> str:
    win = f"{x.winners[0]} wins" if len(x.winners) == 1 else f"{listed(x.winners)} share the win"
    left = "" if x.left is None else f" The last card ({_card(x.left)}) belongs to nobody."
    share = (
        f"{100 * x.self_defeating:.2f} % of the calls defeated themselves; the rulebook says {x.rulebook_percent} %."
    )
    return f"The Draw pile is exhausted: {win} with {counted(x.cards, 'card')}.{left} {share}"


def _standings(x: r.Standings) -> str:
    cards = listed(f"{player} {counted(count, 'card')}" for player, count in x.cards.items())
    return f"{cards}.{f' Won by {listed(x.winners)}.' if x.winners else ''}"


WORDS: Mapping[type[Ruling], Callable[[Any], str]] = {
    r.Dealt: _dealt,
    PlayersChanged: players_said,
    r.RoundOpened: _opened,
    r.Turn: lambda x: f"{x.player} calls a number from 0 to {x.most}.",
    r.Called: _called,
    r.OutOfTime: _out,
    r.Waits: _waits,
    r.Arbitrated: _arbitrated,
    r.Count: _count,
    r.Effect: _effect,
    r.Outcome: _outcome,
    r.Won: lambda x: f"{x.player} takes {_cards(x.cards)}.",
    r.Returned: lambda x: f"{x.player} gives back {_cards(x.cards)}.",
    r.GameOver: _game_over,
    r.Standings: _standings,
}
