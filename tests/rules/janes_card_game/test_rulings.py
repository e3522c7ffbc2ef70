"""Rulings that no log can show: what is left to chance, and what the deck file holds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from rules.chance import generator
from rules.deck_files import reference_deck
from rules.game import Malformed
from rules.janes_card_game import GAME
from rules.janes_card_game.cards import Kind
from rules.janes_card_game.chance import draw_deal, draw_dealer, draw_play
from rules.janes_card_game.events import Combination, Deal, Discard, Draw, Play, Source
from rules.janes_card_game.outfit import SLOTS, STARTING_OUTFIT, Slot, addable, exposed, wear
from rules.janes_card_game.rulings import Choices, Dealt, Layers, Turn
from rules.janes_card_game.scoring import card_points, penalty
from rules.janes_card_game.state import Paw, Phase, State
from tests.rules.janes_card_game.test_properties import header

BARE = (None,) * 7


def dealt(players: int = 3) -> State:
    state = GAME.open(header(players))
    return GAME.apply(state, draw_deal(generator(1), state, "Ann", 0))[0]


def test_the_deck_is_the_rulebooks_J02() -> None:
    deck = GAME.open(header(2)).table.deck
    assert Counter(card.kind for card in deck.cards for _ in range(card.count)) == {
        Kind.MASTER: 4, Kind.TRICKSTER: 18, Kind.CLOTHING: 42, Kind.MAGICK: 23, Kind.PITY: 23
    }  # fmt: skip
    assert Counter(card.slot for card in deck.cards if card.slot) == dict.fromkeys(SLOTS, 6)


def test_whoever_gets_the_first_master_trickster_deals_J10() -> None:
    state = GAME.open(header(4))
    turns = ("Dee", "Cy", "Ben", "Ann")
    for seed in range(20):
        shown, dealer = draw_dealer(generator(seed), state)
        kinds = [state.table.deck.kind(card) for card in shown]
        assert kinds[-1] is Kind.MASTER and Kind.MASTER not in kinds[:-1], seed
        assert dealer == turns[(len(shown) - 1) % 4], seed


def test_with_pile_and_stack_empty_a_player_takes_nothing_and_plays_on_J14() -> None:
    state = dealt()
    gone = (*state.stack[1:], *state.table_pile)
    state = replace(state, stack=state.stack[:1], stack_size=1, table_pile=(), gone=gone)
    paws = (state.paws[0], Paw(state.paws[1].known), Paw(("The SALV", "Magick", "Chunky Gold Chain")))
    state = replace(state, paws=paws)
    state, _ = GAME.apply(state, Draw(at=1, player="Cy", source=Source.STACK))
    cards = ("The SALV", "Magick", "Chunky Gold Chain")
    state, rulings = GAME.apply(state, Play(at=2, player="Cy", combination=Combination.TRICK, cards=cards))
    assert isinstance(rulings[-1], Turn) and (rulings[-1].player, rulings[-1].may_take_from) == ("Ben", ())
    assert state.phase is Phase.ACT
    state, _ = GAME.apply(state, Discard(at=3, player="Ben", card=state.paws[1].known[0]))
    assert len(state.paws[1]) == 8 and state.player == "Ann" and state.phase is Phase.DRAW


def wild(worn: Any, seed: int, chance: float = 0.5) -> Play:
    state = GAME.open(header(2, house={"vanish_chance": chance}))
    play = Play(at=0, player="Ann", combination=Combination.WILD_MAGICKS, cards=("Magick",) * 3)
    return draw_play(generator(seed), replace(state, worn=worn), play)


def test_wild_magicks_are_an_even_chance_and_the_impossible_gives_way_J15() -> None:
    half = wear(wear(STARTING_OUTFIT, SLOTS[6], None), SLOTS[4], None)
    drawn = [wild(half, seed) for seed in range(400)]
    assert 150 < sum(play.vanishes is not None for play in drawn) < 250
    assert {play.vanishes for play in drawn} - {None} == set(exposed(half))
    assert {play.appears for play in drawn} - {None} == set(addable(half))
    assert all(wild(STARTING_OUTFIT, seed).vanishes for seed in range(20))
    assert all(wild(BARE, seed).appears for seed in range(20))
    assert all(wild(half, seed, 1).vanishes for seed in range(20))


def test_what_a_pity_party_returns_by_lot_can_be_put_on_one_after_the_other_J16() -> None:
    state = replace(GAME.open(header(2)), worn=BARE)
    party = Play(at=0, player="Ann", combination=Combination.PITY_PARTY, cards=("Pity",) * 3)
    for seed in range(10):
        returns = draw_play(generator(seed), state, party).returns or ()
        worn = state.worn
        for slot in returns:
            assert slot in addable(worn), seed
            worn = wear(worn, slot, slot)
        assert len(returns) == 2, seed


def test_fewer_than_two_vanish_only_from_a_jane_who_wears_fewer_J17() -> None:
    state = replace(GAME.open(header(2)), worn=wear(BARE, SLOTS[1], "sandals"))
    play = Play(at=0, player="Ann", combination=Combination.HUDALALEIGH, cards=(), forfeit="Ben")
    assert draw_play(generator(1), state, play).vanishes == (SLOTS[1],)


def test_penalties_are_the_rulings_J20() -> None:
    table = GAME.open(header(2)).table
    cards = {"Sloppy Top": 1, "Magick": 2, "Pity": 2, "The SALV": 3, "Jack O'Napes": 5, "Dauphine's Boots": 10}
    assert {card: card_points(table, card) for card in cards} == cards
    assert penalty(table, Paw(table.deck.combination)) == 80
    house = GAME.open(header(2, house={"dauphine": 4, "whole_dauphine": 1})).table
    assert penalty(house, Paw(house.deck.combination)) == 25


def test_a_tie_is_shared_J21() -> None:
    state = dealt()
    even = tuple(Paw(("Magick",)) for _ in range(2))
    state = replace(state, phase=Phase.END, paws=(Paw(("The SALV",)), *even))
    assert GAME.standings(state).winners == ("Ben", "Cy")


def test_nobody_holding_a_card_ends_play_J19() -> None:
    state = dealt(2)
    cards = ("The SALV", "Magick")
    state = replace(state, paws=(Paw(), Paw(cards)))
    state = replace(state, stack=("Chunky Gold Chain", *state.stack))
    state, _ = GAME.apply(state, Draw(at=1, player="Ben", source=Source.STACK))
    play = Play(at=2, player="Ben", combination=Combination.TRICK, cards=(*cards, "Chunky Gold Chain"))
    state, _ = GAME.apply(state, play)
    assert GAME.standings(state).because == "no-play" and GAME.standings(state).winners == ("Ann", "Ben")


def test_tame_names_are_said_where_the_house_asks_J22() -> None:
    for names, wanted in (("rulebook", "Hot For Teacher Top"), ("tame", "Star Pupil's Top")):
        state = GAME.open(header(2, "hidden", house={"names": names}))
        _, rulings = GAME.apply(state, Deal(at=0, dealer="Ann", table="Hot For Teacher Top"))
        assert isinstance(rulings[0], Dealt)
        assert wanted in GAME.say(rulings[0]) and rulings[0].table == "Hot For Teacher Top"


def test_of_hidden_paws_no_combination_is_offered_that_they_are_too_small_for() -> None:
    state = replace(GAME.open(header(2, "hidden")), phase=Phase.ACT)
    for paw, playable in ((Paw(unknown=2), False), (Paw(("Magick",), 1), False), (Paw(unknown=3), True)):
        held = replace(state, paws=(paw, paw))
        why = GAME.legal(held)[held.player].why_not.get("play")
        assert (why is None) is playable, paw
        assert playable or "3 cards or more" in (why or "")


def test_penalties_of_hidden_paws_are_those_of_the_cards_that_are_known() -> None:
    hidden = GAME.open(header(2, "hidden"))
    assert GAME.say(GAME.standings(hidden)) == "Penalties of the cards that are known: Ann 0 and Ben 0."
    over = replace(GAME.standings(hidden), winners=("Ann",), because="bare")
    assert GAME.say(over).startswith("Penalties: Ann 0 and Ben 0.")


def test_a_faulty_deck_is_refused_with_all_its_faults_J02() -> None:
    rows = [dict(row) for row in reference_deck("janes-card-game")["cards"]]
    rows[0]["count"] = 2
    rows[5]["slot"] = "shoes"
    del rows[10]["dauphine"]
    rows[20] = {"name": "X"}
    with pytest.raises(Malformed) as refused:
        GAME.open(header(2, deck=rows))
    for fault in ("4 master-trickster", "clothing has a slot", "Dauphine's, not", "row 21"):
        assert fault in str(refused.value)


def test_explain_says_which_slot_is_covered_by_what() -> None:
    state = dealt()
    layers, choices = GAME.explain(state)
    assert isinstance(layers, Layers) and isinstance(choices, Choices)
    assert layers.slots[Slot.TOP].covered_by == (Slot.ACCESSORY,) and layers.slots[Slot.SHOES].may_vanish
    assert set(choices.may) | set(choices.why_not) == set(Combination)
