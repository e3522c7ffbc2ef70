"""Random games of JANE's Card Game, with open and hidden paws: cards are conserved at each event, JANE's layers hold,
logs give the same game again, nothing crashes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import Generator, generator
from rules.game import Event, Note, Refused
from rules.janes_card_game import GAME
from rules.janes_card_game.chance import draw_deal, draw_dealer, draw_play
from rules.janes_card_game.combinations import found
from rules.janes_card_game.events import Combination, Deal, Discard, Draw, Play, Show, Source
from rules.janes_card_game.outfit import SLOTS, UNDER, addable, exposed, item
from rules.janes_card_game.paws import unseen
from rules.janes_card_game.state import Phase, State
from rules.log import decode_event, encode_event
from rules.replay import replay

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")


def header(players: int, paws: str = "open", **more: Any) -> dict[str, Any]:
    return {"game": "janes-card-game", "version": 1, "players": list(NAMES[:players]), "paws": paws, **more}


def check(state: State) -> None:
    """What holds in every state."""
    if state.phase is not Phase.DEAL:
        size = state.stack_size + len(state.table_pile) + len(state.gone) + sum(map(len, state.paws))
        assert size == 110
        left = unseen(state)
        assert min(left.values()) >= 0
        hidden = sum(paw.unknown for paw in state.paws) + (0 if state.table.open else state.stack_size)
        assert left.total() == hidden
        if state.table.open:
            known = (*state.stack, *state.table_pile, *state.gone, *(card for paw in state.paws for card in paw.known))
            assert Counter(known) == state.table.deck.counts
    for slot in SLOTS:
        if item(state.worn, slot) is not None:
            assert all(item(state.worn, under) is not None for under in UNDER[slot])
    assert exposed(state.worn) or addable(state.worn)
    standings = GAME.standings(state)
    assert list(standings.penalties) == list(state.table.players) and bool(standings.winners) == GAME.over(state)
    legal = GAME.legal(state)
    assert set(legal) == {"", *state.table.players}
    for who in legal.values():
        assert set(who.may).isdisjoint(who.why_not) and len(who.may) + len(who.why_not) == 6


def random_event(lot: Generator, state: State, at: float) -> Event:
    """Any event, often good and sometimes not."""
    players, names = state.table.players, list(state.table.deck.by_name)
    name = lot.choice((*players, *(state.player,) * 9, "Zoe"))
    held = state.paw(state.player).known if state.phase is not Phase.DEAL else ()
    cards = (*held, *names) if not held or lot.random() < 0.2 else held
    some = tuple(lot.choice(cards) for _ in range(3))
    slots = tuple(lot.choice(SLOTS) for _ in range(lot.randint(0, 3)))
    kind = lot.choice(list(Combination))
    if held and lot.random() < 0.8:
        finds = ((one, found(state, one, state.player)[0]) for one in Combination)
        made = [(one, its_cards) for one, its_cards in finds if its_cards]
        if made:
            kind, some = lot.choice(made)
    extras: dict[str, Any] = {}
    if kind is Combination.PITY_PARTY:
        rest = list((Counter(held) - Counter(some)).elements())
        given_away: tuple[str | None, ...] = tuple(lot.sample(rest, min(3, len(rest))))
        if not state.table.open and lot.random() < 0.5:
            given_away = (None,) * 3
        extras = {"give": given_away, "to": lot.choice(players), "returns": slots}
    elif kind is Combination.HUDALALEIGH:
        extras = {"forfeit": name, "vanishes": slots}
    elif kind is Combination.WILD_MAGICKS and slots:
        extras = {lot.choice(("vanishes", "appears")): slots[0]}
    elif lot.random() < 0.05:
        extras = {"forfeit": name, "appears": lot.choice(SLOTS)}
    play = Play(at=at, player=name, combination=kind, cards=some, **extras)

    def deal() -> Deal:
        whole = draw_deal(lot, state, lot.choice(players), at)
        just = not state.table.open and lot.random() < 0.8
        return Deal(at=at, dealer=whole.dealer, table=whole.table) if just else whole

    paw = state.paw(name) if name in players else state.paws[0]
    pool = [*paw.known, *lot.sample(list(unseen(state).elements()), paw.unknown)] if paw.unknown else [*paw.known]
    makers: dict[str, Any] = {
        "deal": deal,
        "draw": lambda: Draw(at=at, player=name, source=lot.choice(list(Source))),
        "discard": lambda: Discard(at=at, player=name, card=lot.choice(cards)),
        "play": lambda: play,
        "drawn": lambda: draw_play(lot, state, play),
        "show": lambda: Show(at=at, player=name, cards=tuple(pool[lot.random() < 0.1 :])),
        "note": lambda: Note(at=at, about="a glass fell over"),
    }
    weights = {"deal": 20} if state.phase is Phase.DEAL else {"draw": 6, "discard": 2, "drawn": 4}
    event: Event = makers[lot.choices(list(makers), [weights.get(one, 1) for one in makers])[0]]()
    return event


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 6), st.sampled_from(("open", "hidden")), st.booleans())
def test_no_sequence_of_events_crashes_or_corrupts_a_game(seed: int, players: int, paws: str, tame: bool) -> None:
    lot = generator(seed)
    start = header(players, paws, house={"names": "tame" if tame else "rulebook"})
    state = GAME.open(start)
    taken: list[str | bytes] = [msgspec.json.encode(start)]
    at = 0.0
    for _ in range(150):
        at += lot.choice((0, 0.5))
        event = random_event(lot, state, at)
        assert decode_event(GAME, encode_event(event)) == event
        before, shape = state, msgspec.json.encode(state)
        try:
            assert all(GAME.say(step) for step in GAME.explain(state, event))
            state, rulings = GAME.apply(state, event)
        except Refused as refused:
            assert str(refused) and msgspec.json.encode(state) == shape
            continue
        assert all(GAME.say(ruling) for ruling in (*rulings, *GAME.explain(state))) and GAME.say(GAME.standings(state))
        assert msgspec.json.encode(before) == shape
        check(state)
        taken.append(encode_event(event))
    again = replay(taken, explain=True)
    assert [again.game.say(ruling) for ruling in again] and again.state == state


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 6))
def test_an_open_game_told_with_hidden_paws_ends_alike(seed: int, players: int) -> None:
    """The same events, with what a printed copy would not tell left out, are taken too and end the same."""
    lot = generator(seed)
    state, hidden = GAME.open(header(players)), GAME.open(header(players, "hidden"))
    deal = draw_deal(lot, state, draw_dealer(lot, state)[1], 0)
    state, _ = GAME.apply(state, deal)
    hidden, _ = GAME.apply(hidden, Deal(at=0, dealer=deal.dealer, table=deal.table))
    tries = 0
    while not GAME.over(state) and tries < 2500:
        tries += 1
        event = random_event(lot, state, 0)
        try:
            state, _ = GAME.apply(state, event)
        except Refused:
            continue
        hidden, _ = GAME.apply(hidden, event)
        assert hidden.worn == state.worn and list(map(len, hidden.paws)) == list(map(len, state.paws))
        assert hidden.turn == state.turn and hidden.because == state.because
    if GAME.over(state):
        for player, paw in zip(state.table.players, state.paws, strict=True):
            if len(paw):
                hidden, _ = GAME.apply(hidden, Show(at=0, player=player, cards=paw.known))
        assert GAME.standings(hidden) == GAME.standings(state)
