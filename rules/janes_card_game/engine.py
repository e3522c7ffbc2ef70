"""JANE's Card Game as one of the games: each event goes to the part of the rules that knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from rules.engine import Engine
from rules.game import Event, Ruling
from rules.janes_card_game import events as e
from rules.janes_card_game import plays, scoring, turns
from rules.janes_card_game import rulings as r
from rules.janes_card_game.cards import NAME
from rules.janes_card_game.combinations import LEAST, found
from rules.janes_card_game.outfit import SLOTS, addable, covers, exposed, item, lacks
from rules.janes_card_game.say import WORDS
from rules.janes_card_game.state import Names, Phase, State, opening


def choices(state: State, player: str) -> r.Choices:
    """Which combinations the known part of a paw can play with JANE's outfit as it is, and why the others not."""
    may, why_not = {}, {}
    for combination in e.Combination:
        cards, why = found(state, combination, player)
        if cards is None:
            why_not[combination] = why
        elif turns.must_pity(state) and combination not in (e.Combination.PITY, e.Combination.PITY_PARTY):
            why_not[combination] = "JANE wears nothing, so it must be a pity or a pity party"
        else:
            may[combination] = cards
    return r.Choices(player=player, may=may, why_not=why_not)


def _no_play(state: State, player: str) -> str | None:
    why = turns.no_act(state, player, "play a combination")
    if why:
        return why
    paw = state.paw(player)
    if paw.unknown:
        return f"a combination has {LEAST} cards or more, and {player} holds {len(paw)}" if len(paw) < LEAST else None
    can = choices(state, player)
    return None if can.may else "; ".join(dict.fromkeys(can.why_not.values()))


class JanesCardGame(Engine[State]):
    """The engine; it holds nothing itself."""

    name = NAME
    title = "JANE's Card Game"
    event_type: Any = e.AnyEvent
    words = WORDS
    rules: ClassVar = {
        e.Deal: turns.deal,
        e.Draw: turns.draw,
        e.Discard: turns.discard,
        e.Play: plays.play,
        e.Show: turns.show,
    }
    of_the_table: ClassVar = {"deal": turns.no_deal}
    of_a_player: ClassVar = {
        "draw": turns.no_draw,
        "discard": turns.no_discard,
        "play": _no_play,
        "show": turns.no_show,
    }

    def open(self, header: Mapping[str, Any]) -> State:
        """The state before the deal. Raises `Malformed` with all faults of the header."""
        return opening(header)

    def apply(self, state: State, event: Event) -> tuple[State, tuple[Ruling, ...]]:
        """The state after `event` and the rulings on it. Raises `Illegal`; `state` never changes."""
        after, rulings = super().apply(state, event)
        return after, _shown(state, rulings)

    def explain(self, state: State, event: Event | None = None) -> tuple[Ruling, ...]:
        """JANE's layers with what covers what; before a combination whether it may be played and why not; without an
        event which combinations the player in turn can play."""
        if isinstance(event, e.Play):
            why = plays.no_play(state, event)
            check = r.Check(player=event.player, combination=event.combination, cards=event.cards, why_not=why)
            return _shown(state, (_layers(state), check))
        if event is not None or state.phase not in (Phase.DRAW, Phase.ACT):
            return ()
        return _shown(state, (_layers(state), choices(state, state.player)))

    def standings(self, state: State) -> r.Standings:
        """Where everybody stands; `winners` is empty until the game is over."""
        return scoring.standings(state)

    def over(self, state: State) -> bool:
        """Whether play has ended and, with hidden paws, they are shown or somebody has won by the Dauphine."""
        return state.phase is Phase.END

    def say(self, ruling: Ruling) -> str:
        """The ruling in plain English, its cards by their tame names where it gives them."""
        text = super().say(ruling)
        if isinstance(ruling, r.CardRuling):
            for name in sorted(ruling.tame, key=len, reverse=True):
                text = text.replace(name, ruling.tame[name])
        return text


def _layers(state: State) -> r.Layers:
    off, on = exposed(state.worn), addable(state.worn)
    views = {
        slot: r.SlotView(
            item=item(state.worn, slot),
            covered_by=covers(state.worn, slot),
            lacks=lacks(state.worn, slot),
            may_vanish=slot in off,
            may_appear=slot in on,
        )
        for slot in SLOTS
    }
    return r.Layers(slots=views)


def _shown(state: State, rulings: tuple[Ruling, ...]) -> tuple[Ruling, ...]:
    """The rulings, with tame names for the cards they name where the house rule asks for them (ruling J22)."""
    if state.table.house.names is not Names.TAME:
        return rulings
    return tuple(_tamed(state, ruling) for ruling in rulings)


def _tamed(state: State, ruling: Ruling) -> Ruling:
    cards = state.table.deck.by_name
    texts = " \n".join(_texts(msgspec.to_builtins(ruling, enc_hook=str)))
    tame = {name: card.tame for name, card in cards.items() if name != card.tame and name in texts}
    return replace(ruling, tame=tame) if tame and isinstance(ruling, r.CardRuling) else ruling


def _texts(thing: Any) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield from (*_texts(key), *_texts(value))
    elif isinstance(thing, list | tuple):
        for value in thing:
            yield from _texts(value)
