"""Playing a combination: what the event must say, and what comes of it (The Run of Play; rulings J7, J13 to J18)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rules.game import Illegal, Ruling
from rules.janes_card_game import rulings as r
from rules.janes_card_game.combinations import clothing, not_made_of, not_now
from rules.janes_card_game.events import Combination, Play
from rules.janes_card_game.outfit import (
    PLAIN,
    SLOTS,
    Slot,
    Worn,
    addable,
    exposed,
    item,
    wear,
    why_not_off,
    why_not_on,
)
from rules.janes_card_game.paws import give, no_such_cards, without
from rules.janes_card_game.scoring import end_play
from rules.janes_card_game.state import Because, State
from rules.janes_card_game.turns import After, end_turn, from_stack, must_pity, no_act
from rules.refusing import no_player, refuse

GIVEN = 3
"""Cards passed over in a pity party."""
AT_RANDOM = 2
"""Items that return by a pity party, or vanish by a Hudalaleigh."""
_EXTRAS: Mapping[Combination, frozenset[str]] = {
    Combination.WILD_MAGICKS: frozenset({"vanishes", "appears"}),
    Combination.PITY_PARTY: frozenset({"give", "to", "returns"}),
    Combination.HUDALALEIGH: frozenset({"forfeit", "vanishes"}),
}
_ALL_EXTRAS = ("give", "to", "returns", "forfeit", "vanishes", "appears")


def no_play(state: State, event: Play) -> str | None:
    """Why the cards of `event` may not be played as a combination now; its other fields are not looked at."""
    deck, kind = state.table.deck, event.combination
    why = no_act(state, event.player, "play a combination") or no_such_cards(state, event.cards)
    why = why or not_made_of(deck, kind, event.cards) or without(state, event.player, event.cards)[1]
    if why is None and must_pity(state) and kind not in (Combination.PITY, Combination.PITY_PARTY):
        return f"JANE wears nothing, and {event.player} can play a pity or a pity party, so a {kind} cannot be played"
    return why or not_now(state, kind, event.cards)


def play(state: State, event: Play) -> After:
    """A turn ends with a combination. Its cards leave the game, but those of a pity party, which are discarded onto the
    table pile (rulings J13 and J16)."""
    refuse(no_play(state, event))
    strange = [name for name in _ALL_EXTRAS if getattr(event, name) is not None]
    strange = [name for name in strange if name not in _EXTRAS.get(event.combination, ())]
    if strange:
        raise Illegal(f"a {event.combination} has no {' and no '.join(strange)}")
    paw, _ = without(state, event.player, event.cards)
    after = replace(state, paws=state.with_paw(event.player, paw))
    if event.combination is Combination.PITY_PARTY:
        after = replace(after, table_pile=(*state.table_pile, *event.cards))
    else:
        after = replace(after, gone=(*state.gone, *event.cards))
    after, rulings = _EFFECTS[event.combination](after, event)
    said = r.Played(player=event.player, combination=event.combination, cards=event.cards)
    if event.combination is Combination.DAUPHINE:
        after, ended = end_play(replace(after, champion=event.player), Because.DAUPHINE)
    else:
        after, ended = end_turn(after, combination=True)
    dressed = () if after.worn == state.worn else (_outfit(after),)
    return after, (said, *rulings, *dressed, *ended)


def _outfit(state: State) -> r.Outfit:
    return r.Outfit(worn=dict(zip(SLOTS, state.worn, strict=True)))


def _vanish(worn: Worn, slot: Slot, by_chance: bool) -> tuple[Worn, r.Vanished]:
    what = item(worn, slot)
    assert what is not None
    return wear(worn, slot, None), r.Vanished(slot=slot, item=what, by_chance=by_chance)


def _appear(worn: Worn, slot: Slot, what: str, by_chance: bool) -> tuple[Worn, r.Appeared]:
    return wear(worn, slot, what), r.Appeared(slot=slot, item=what, by_chance=by_chance)


def _trick(state: State, event: Play) -> After:
    slot = state.table.deck.slot(clothing(state.table.deck, event.cards))
    worn, said = _vanish(state.worn, slot, by_chance=False)
    return replace(state, worn=worn), (said,)


def _pity(state: State, event: Play) -> After:
    card = clothing(state.table.deck, event.cards)
    worn, said = _appear(state.worn, state.table.deck.slot(card), card, by_chance=False)
    return replace(state, worn=worn), (said,)


def _wild_magicks(state: State, event: Play) -> After:
    if (event.vanishes is None) == (event.appears is None):
        raise Illegal("wild magicks say which slot vanishes or which slot appears: one of the two (ruling J15)")
    if event.appears is not None:
        refuse(_because(why_not_on(state.worn, event.appears), f"the {event.appears} cannot appear"))
        worn, said = _appear(state.worn, event.appears, PLAIN[event.appears], by_chance=True)
        return replace(state, worn=worn), (said,)
    if not isinstance(event.vanishes, Slot):
        raise Illegal("of wild magicks one slot vanishes, and it is given by name, not as a list")
    refuse(_because(why_not_off(state.worn, event.vanishes), f"the {event.vanishes} cannot vanish"))
    worn, gone = _vanish(state.worn, event.vanishes, by_chance=True)
    return replace(state, worn=worn), (gone,)


def _because(why: str | None, what: str) -> str | None:
    return f"{what}: {why}" if why else None


def _one_by_one(
    worn: Worn, slots: tuple[Slot, ...], what: str, can: Callable[[Worn], tuple[Slot, ...]]
) -> Iterator[tuple[Worn, Ruling]]:
    """Take two slots, one after the other, or fewer where nothing more can be taken (rulings J16 and J17)."""
    appears = what == "returns"
    if len(slots) > AT_RANDOM:
        raise Illegal(f"{what} names {AT_RANDOM} slots, not {len(slots)}")
    for slot in slots:
        why = why_not_on(worn, slot) if appears else why_not_off(worn, slot)
        refuse(_because(why, f"{what} cannot name {slot}"))
        step: tuple[Worn, Ruling]
        step = _appear(worn, slot, PLAIN[slot], by_chance=True) if appears else _vanish(worn, slot, by_chance=True)
        worn = step[0]
        yield step
    if len(slots) < AT_RANDOM and can(worn):
        raise Illegal(f"{what} must name {AT_RANDOM} slots; after {len(slots)} there can still be {can(worn)[0]}")


def _pity_party(state: State, event: Play) -> After:
    """Three cards are passed, everybody else draws one, two items return, in this order (ruling J16)."""
    given = event.give or ()
    wanted = min(GIVEN, len(state.paw(event.player)))
    if len(given) != wanted:
        few = "" if wanted == GIVEN else f", all that {event.player} has left"
        raise Illegal(f"in a pity party {event.player} gives {wanted} cards{few}, not {len(given)}")
    if event.returns is None:
        raise Illegal("a pity party says which slots return (an empty list when JANE wears everything)")
    rulings: list[Ruling] = []
    if event.to is not None or given:
        refuse(_no_receiver(state, event))
        assert event.to is not None
        refuse(no_such_cards(state, [card for card in given if card is not None]))
        if state.table.open and None in given:
            raise Illegal("with open paws every card that is given is named")
        paws, why = give(state, event.player, given, event.to)
        refuse(why)
        state = replace(state, paws=paws)
        rulings.append(r.Gave(player=event.player, to=event.to, cards=given))
    for player in state.widdershins(event.player):
        if state.stack_size:
            state, drew = from_stack(state, player)
            rulings.append(drew)
    for worn, said in _one_by_one(state.worn, event.returns, "returns", addable):
        state = replace(state, worn=worn)
        rulings.append(said)
    return state, tuple(rulings)


def _no_receiver(state: State, event: Play) -> str | None:
    if event.to is None:
        return "a pity party says to whom the cards are given"
    if event.to == event.player:
        return f"{event.player} gives the cards to another player"
    return no_player(state.table.players, event.to)


def _hudalaleigh(state: State, event: Play) -> After:
    """The chosen player's paper doll loses its costume, and two of JANE's items vanish (ruling J17)."""
    if event.forfeit is None or event.vanishes is None or isinstance(event.vanishes, Slot):
        raise Illegal("a hudalaleigh says whose forfeit it is, and in vanishes a list of the slots that vanish")
    refuse(no_player(state.table.players, event.forfeit))
    again = event.forfeit in state.smocks
    rulings: list[Ruling] = [r.CostumeLost(player=event.forfeit, again=again)]
    for worn, said in _one_by_one(state.worn, event.vanishes, "vanishes", exposed):
        state = replace(state, worn=worn)
        rulings.append(said)
    return (state if again else replace(state, smocks=(*state.smocks, event.forfeit))), tuple(rulings)


_EFFECTS: Mapping[Combination, Callable[[State, Any], After]] = {
    Combination.TRICK: _trick,
    Combination.PITY: _pity,
    Combination.WILD_MAGICKS: _wild_magicks,
    Combination.PITY_PARTY: _pity_party,
    Combination.HUDALALEIGH: _hudalaleigh,
    Combination.DAUPHINE: lambda state, _: (state, ()),
}
