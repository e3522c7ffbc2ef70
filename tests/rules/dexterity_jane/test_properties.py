"""Random games: cards and coins are conserved at each event, logs give the same game again, nothing ever crashes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import Generator, generator
from rules.dexterity_jane import GAME
from rules.dexterity_jane.chance import draw_coins, draw_orders, draw_reveal, draw_sheriff, draw_verify
from rules.dexterity_jane.events import (
    Budge,
    Close,
    Coins,
    Lock,
    Order,
    Reveal,
    Settle,
    SettledBy,
    Sheriff,
    ShowCoins,
    StickUp,
    Verify,
)
from rules.dexterity_jane.state import Phase, State
from rules.game import Event, Note, Refused
from rules.hands import Digit, Side
from rules.log import decode_event, encode_event
from rules.players import Players
from rules.replay import Replay, replay
from tests.rules.dexterity_jane.table import NAMES, header

VARIANTS = ("standard", "simplified", "stick-up")


def check(state: State) -> None:
    """What holds in every state of every game."""
    table, holdings = state.table, state.everybody.values()
    before = sum(holding.hand_cards for holding in (table.held or {}).values())
    held = [number for holding in holdings for number in holding.hand_cards]
    if table.simplified:
        unseen = Counter(held)[0]
        assert Counter(held) + Counter(state.rewards) == Counter([0] * unseen + [*range(25 + unseen, 61)])
        assert not state.discard
        assert all(1 <= number <= 24 for number in state.cards)
    else:
        out = [number for number in range(61) if state.dealt >> number & 1]
        assert sorted([*held, *state.discard, *state.cards]) == sorted([*out, *(0,) * (table.house.discards + before)])
    assert len(set(state.cards)) == len(state.cards) == (state.round if state.cards else 0)
    assert bool(state.cards) == (state.phase in (Phase.GUESS, Phase.VERIFY))
    coins = [coin for holding in holdings for coin in holding.coins]
    assert bool(coins) == state.coins_dealt
    assert not Counter(coin for coin in coins if coin is not None) - Counter(table.house.coins)
    tiles = [tile for holding in holdings for tile in holding.tiles]
    assert len(set(tiles)) == len(tiles) and all(1 <= tile <= 10 for tile in tiles)
    drew = dict.fromkeys(drawn.player for drawn in state.pistols)
    acted = [lock.player for lock in state.locks] + list(drew)
    assert len(set(acted)) == len(acted) and set(acted) == set(state.acted) and set(acted) <= set(table.players)
    order = state.acted.index
    assert sorted(drew, key=order) == list(drew) and sorted(state.locks, key=lambda x: order(x.player)) == list(
        state.locks
    )
    assert set(state.robbers) <= set(state.done) <= set(acted) and set(state.stick_ups) <= set(state.pistols)
    assert len({drawn.hand for drawn in state.stick_ups}) == len(state.stick_ups)
    standings = GAME.standings(state)
    assert list(standings.players) == list(state.everybody) and bool(standings.winners) == (
        GAME.over(state) and table.names_winner
    )
    assert sum(score.points for score in standings.players.values()) == sum(tiles) + len(held) + sum(
        filter(None, coins)
    )
    legal = GAME.legal(state)
    assert set(legal) == {"", *table.players}


def random_event(lot: Generator, state: State, at: float) -> Event:
    """Any event, likely or not, with names and numbers that are often good and sometimes not."""
    players = state.table.players
    name = lot.choice((*players, *players, "Zoe"))
    left, right = (tuple(d for d in Digit if lot.random() < 0.3) for _ in Side)
    unsure = {Side.LEFT: (Digit.RING,)} if lot.random() < 0.1 else {}
    value = lot.choice((None, *range(8)))
    few = tuple(lot.choice(players) for _ in range(lot.randint(0, 3)))
    aims = {side: lot.choice((*players, "Zoe")) for side in Side if lot.random() < 0.6}
    makers: dict[str, Any] = {
        "lock": lambda: Lock(at=at, player=name, left=left, right=right, unsure=unsure),
        "stick-up": lambda: StickUp(at=at, player=name, aims=aims),
        "budge": lambda: Budge(at=at, player=name, left=left, right=right),
        "settle": lambda: Settle(at=at, player=name, left=left, right=right, by=lot.choice(list(SettledBy))),
        "order": lambda: Order(
            at=at, players=lot.choice((few, *state.ties(), tuple(lot.sample(state.acted, len(state.acted)))))
        ),
        "reveal": lambda: Reveal(at=at, cards=tuple(lot.randint(-1, 62) for _ in range(state.round))),
        "draw": lambda: draw_reveal(lot, state, at),
        "sheriff": lambda: Sheriff(at=at, hand=lot.choice(list(Side))),
        "coins": lambda: Coins(at=at, dealt={player: lot.choice((None, None, value)) for player in players}),
        "close": lambda: Close(at=at),
        "verify": lambda: Verify(at=at, coins=lot.choice((None, (), (value,), (value, None)))),
        "verified": lambda: draw_verify(lot, state, at),
        "show-coins": lambda: ShowCoins(at=at, values={name: tuple(lot.randint(0, 7) for _ in few)}),
        "players": lambda: Players(at=at, players=tuple(lot.sample(NAMES, lot.randint(1, 9)))),
        "note": lambda: Note(at=at, about="a glass fell over", more={"player": name}),
    }
    event: Event = makers[lot.choice(tuple(makers))]()
    return event


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 9), st.sampled_from(VARIANTS), st.integers(1, 10), st.booleans())
def test_no_sequence_of_events_crashes_or_corrupts_a_game(
    seed: int, players: int, variant: str, first: int, void: bool
) -> None:
    lot = generator(seed)
    start = header(players, variant, round=first, house={"budge": "void" if void else "counts"})
    if variant != "simplified" and first > 1:
        start["house"]["discards"] = 1
    if first > 2 and void:
        start["held"] = {"Ann": {"tiles": [first - 1], "hand_cards": 2}}
    state = GAME.open(start)
    check(state)
    taken: list[str | bytes] = [msgspec.json.encode(start)]
    at = 0.0
    for _ in range(120):
        at += lot.choice((0, 0.5))
        event = random_event(lot, state, at)
        assert decode_event(GAME, encode_event(event)) == event
        before, shape = state, msgspec.json.encode(state)
        try:
            GAME.explain(state, event)
            state, rulings = GAME.apply(state, event)
        except Refused as refused:
            assert str(refused) and msgspec.json.encode(state) == shape
            continue
        assert all(GAME.say(ruling) for ruling in rulings) and GAME.say(GAME.standings(state))
        assert msgspec.json.encode(before) == shape
        check(state)
        coins = [sum(len(holding.coins) for holding in now.everybody.values()) for now in (before, state)]
        assert coins[1] == (len(state.table.players) if isinstance(event, Coins) else coins[0])
        taken.append(encode_event(event))
    assert played(taken).state == state


def played(lines: list[str | bytes]) -> Replay:
    again = replay(lines, explain=True)
    assert [again.game.say(ruling) for ruling in again]
    return again


def whole_game(seed: int, players: int, variant: str) -> tuple[State, list[str | bytes]]:
    """Ten rounds between players who guess right about half the time; returns the end and the log."""
    lot = generator(seed)
    start = header(players, variant)
    state = GAME.open(start)
    lines: list[str | bytes] = [msgspec.json.encode(start)]

    def tell(event: Event) -> None:
        nonlocal state
        state, _ = GAME.apply(state, event)
        lines.append(encode_event(event))
        check(state)

    at = 0.0
    if variant == "stick-up":
        tell(draw_sheriff(lot, at))
        tell(draw_coins(lot, state, at))
    while state.phase is not Phase.END:
        tell(draw_reveal(lot, state, at))
        order = lot.sample(NAMES[:players], players)
        for player in order:
            at += lot.choice((0, 1))
            may = GAME.legal(state)[player].may
            if "stick-up" in may and lot.random() < 0.3:
                hand = next(hand for hand in Side if state.stick_up_with(hand) is None)
                tell(
                    StickUp(at=at, player=player, aims={hand: lot.choice([p for p in NAMES[:players] if p != player])})
                )
            elif "lock" in may:
                from rules.dexterity_jane.cards import required

                want = required(state.table.deck, state.cards)
                left = want[Side.LEFT] if lot.random() < 0.7 else (Digit.RING,)
                tell(Lock(at=at, player=player, left=left, right=want[Side.RIGHT]))
        for settled in draw_orders(lot, state, at):
            tell(settled)
        tell(draw_verify(lot, state, at))
    return state, lines


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 9), st.sampled_from(VARIANTS))
def test_whole_games_are_over_after_ten_rounds_and_survive_their_log(seed: int, players: int, variant: str) -> None:
    state, lines = whole_game(seed, players, variant)
    assert GAME.over(state) and GAME.standings(state).winners
    assert played(list(lines)).state == state
    if variant != "simplified":
        assert state.dealt.bit_count() == 55


def test_a_game_may_be_stopped_after_any_line() -> None:
    _, lines = whole_game(5, 4, "stick-up")
    for last in range(1, len(lines) + 1):
        *_, standings = replay(list(lines), to=last)
        assert set(standings.players) == set(NAMES[:4])  # type: ignore[attr-defined]
