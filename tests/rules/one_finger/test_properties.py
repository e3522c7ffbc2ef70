"""Random games of One Finger!: cards are conserved at each event, logs give the same game again, nothing crashes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import Generator, generator
from rules.game import Event, Malformed, Note, Refused
from rules.log import decode_event, encode_event
from rules.one_finger import GAME
from rules.one_finger.chance import draw_deal
from rules.one_finger.events import Arbitrate, Call, Deal, Fingers, First
from rules.one_finger.rulings import Outcome
from rules.one_finger.state import Phase, State
from rules.players import Players
from rules.replay import Replay, replay

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


def header(players: int, **more: Any) -> dict[str, Any]:
    return {"game": "one-finger", "version": 1, "players": list(NAMES[:players]), **more}


def check(state: State, dealt: Deal | None) -> None:
    """What holds in every state."""
    cards = Counter([*state.draw, *state.in_play, *(card for pile in state.everybody.values() for card in pile)])
    assert cards == Counter(() if dealt is None else (*dealt.piles.values(), *dealt.draw))
    assert len(state.in_play) == (0 if state.phase in (Phase.DEAL, Phase.FIRST, Phase.END) else 1 + state.doubled)
    assert (state.called is not None) == (state.phase in (Phase.FINGERS, Phase.ARBITRATE))
    assert (state.waiting is not None) == (state.phase is Phase.ARBITRATE)
    assert state.last_call is None or (state.called is None and state.last_call.before.last_call is None)
    assert 0 <= state.self_defeating <= state.calls
    standings = GAME.standings(state)
    assert list(standings.cards) == list(state.everybody) and bool(standings.winners) == GAME.over(state)
    legal = GAME.legal(state)
    assert set(legal) == {"", *state.table.players}
    for who in legal.values():
        assert set(who.may).isdisjoint(who.why_not) and len(who.may) + len(who.why_not) == 7


def random_event(lot: Generator, state: State, at: float) -> Event:
    """Any event, often good and sometimes not."""
    players = state.table.players
    name = lot.choice((*players, state.caller, state.caller, state.caller, "Zoe"))
    kept = {p: tuple(lot.randint(0, state.own_fingers) for _ in state.in_play or (0,)) for p in players}
    if lot.random() < 0.1:
        kept[name] = (lot.randint(-1, 3),) * lot.randint(0, 3)
    lifts = {name: (lot.uniform(0, at + 0.2),)} if lot.random() < 0.3 else {}
    makers: dict[str, Any] = {
        "deal": lambda: draw_deal(lot, state, at),
        "short": lambda: Deal(at=at, piles={}, draw=()),
        "first": lambda: First(at=at, player=name),
        "call": lambda: Call(at=at, player=name, number=lot.randint(-1, state.most + 1)),
        "fingers": lambda: Fingers(at=at, kept=kept, lifts=lifts),
        "arbitrate": lambda: Arbitrate(at=at, uphold=lot.random() < 0.5),
        "correct": lambda: Arbitrate(at=at, kept={name: kept.get(name, (1,))}),
        "cancel": lambda: Arbitrate(at=at, cancel="round"),
        "players": lambda: Players(at=at, players=tuple(lot.sample(NAMES, lot.randint(1, 8)))),
        "note": lambda: Note(at=at, about="a glass fell over"),
    }
    weights = {"call": 4, "fingers": 4, "arbitrate": 2}
    event: Event = makers[lot.choices(list(makers), [weights.get(kind, 1) for kind in makers])[0]]()
    return event


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 8), st.integers(0, 30))
def test_no_sequence_of_events_crashes_or_corrupts_a_game(seed: int, players: int, few: int) -> None:
    lot = generator(seed)
    start = header(players)
    state, dealt = GAME.open(start), None
    taken: list[str | bytes] = [msgspec.json.encode(start)]
    at = 0.0
    for _ in range(150):
        at = round(at + lot.choice((0, 0.3, 1.5)), 3)
        event = random_event(lot, state, at)
        if isinstance(event, Deal) and few:
            event = Deal(at=at, piles=event.piles, draw=event.draw[:few])
        assert decode_event(GAME, encode_event(event)) == event
        before, shape = state, msgspec.json.encode(state)
        try:
            assert all(GAME.say(step) for step in GAME.explain(state, event))
            state, rulings = GAME.apply(state, event)
        except Refused as refused:
            assert str(refused) and msgspec.json.encode(state) == shape
            continue
        dealt = event if isinstance(event, Deal) else dealt
        assert all(GAME.say(ruling) for ruling in rulings) and GAME.say(GAME.standings(state))
        assert msgspec.json.encode(before) == shape
        check(state, dealt)
        taken.append(encode_event(event))
    assert played(taken).state == state


def played(lines: list[str | bytes]) -> Replay:
    again = replay(lines, explain=True)
    assert [again.game.say(ruling) for ruling in again]
    return again


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 8))
def test_a_call_succeeds_exactly_when_a_card_holds_that_many_fingers(seed: int, players: int) -> None:
    lot = generator(seed)
    state = GAME.open(header(players))
    state, _ = GAME.apply(state, draw_deal(lot, state, 0))
    state, _ = GAME.apply(state, First(at=0, player="Ann"))
    number = lot.randint(0, state.most)
    kept = {p: tuple(lot.randint(0, state.own_fingers) for _ in state.in_play) for p in state.table.players}
    state, _ = GAME.apply(state, Call(at=1, player="Ann", number=number))
    after, rulings = GAME.apply(state, Fingers(at=2, kept=kept))
    sums = [sum(fingers) for fingers in zip(*kept.values(), strict=True)]
    assert isinstance(rulings[0], Outcome) and rulings[0].success == (number in sums)
    assert after.turn == 1
    gained = len(after.piles[0]) - 1
    assert gained >= len(state.in_play) if number in sums else gained == 0


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ("mine", "'reference' or a list"),
        ([], "must be a list of cards"),
        ([{"number": 9, "button": "red", "count": 0}, {"number": -1, "button": "red", "count": 1}], "count of 1.*0 or"),
        ([{"number": 1, "button": "red", "count": 9}, {"number": 1, "button": "red", "count": 1}, 7], "repeats.*row 3"),
        ([{"number": "x", "button": "red", "count": 9}, {"number": 1, "button": "blue", "count": 1}], "row 1.*row 2"),
        ([{"number": 1, "button": "red", "count": 3}], "too small for 3 players"),
    ],
    ids=["a name", "empty", "counts and numbers", "repeated, no row", "no number, no button", "too small"],
)
def test_a_faulty_deck_is_refused_with_all_faults_F02(deck: Any, said: str) -> None:
    with pytest.raises(Malformed, match=said):
        GAME.open(header(3, deck=deck))


def test_the_reference_deck_has_ten_of_each_number_F02() -> None:
    deck = GAME.open(header(2)).table.deck
    assert len(deck) == 60
    assert Counter(card.number for card in deck) == dict.fromkeys((0, 1, 2, 3, 4, "+"), 10)
    assert Counter(card.button for card in deck) == {"red": 30, "thief": 18, "double": 12}


def test_fingers_on_a_single_card_may_be_told_as_one_number() -> None:
    line = {"at": 1, "event": "fingers", "kept": {"Ann": 1, "Ben": [0]}}
    assert decode_event(GAME, line) == Fingers(at=1, kept={"Ann": (1,), "Ben": (0,)})
