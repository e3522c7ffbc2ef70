"""Verify, stick-ups, scoring and the end, beyond what the golden logs show."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import msgspec
import pytest

from rules.chance import generator
from rules.dexterity_jane import GAME
from rules.dexterity_jane.chance import draw_coins, draw_orders, draw_reveal, draw_sheriff, draw_verify
from rules.dexterity_jane.events import Verify
from rules.dexterity_jane.rulings import Because, GuessVerified, Reward, StickUpVerified, Walk
from rules.dexterity_jane.state import Holding
from rules.game import Illegal, Refused
from rules.hands import Digit, Side
from tests.rules.dexterity_jane.table import Table, stick_up_table

TEN = (8, 20, 9, 21, 10, 22, 11, 23, 26, 25)
"""Ten cards that require the left thumb and index alone."""


def robbed(ann: int | None = 1, ben: int | None = 3, cy: int | None = 6) -> Table:
    """Ann has robbed Ben with the right hand, successfully, and Cy has locked."""
    return stick_up_table(3, coins=(ann, ben, cy)).reveal(8).pow("Ann", right="Ben").lock("Cy")


@pytest.mark.parametrize(
    ("said", "do"),
    [
        ("not revealed", lambda: Table().verify()),
        ("not revealed", lambda: Table(3, "stick-up").verify()),
        ("not revealed", lambda: Table().reveal(2).close().verify().verify()),
        ("game is over", lambda: Table(round=10).reveal(*TEN).close().verify().verify()),
        ("game is over", lambda: Table(round=10).reveal(*TEN).close().verify().reveal(1)),
        ("game is over", lambda: Table(round=10).reveal(*TEN).close().verify().lock("Ann")),
        ("but none of them changes owner", lambda: Table().reveal(2).close().verify(3)),
        ("but 1 of them changes owner", lambda: robbed().verify(3, 3)),
        ("Ben cannot lose a coin of value 5", lambda: robbed().verify(5)),
        ("the Sheriff token landed already", lambda: stick_up_table().sheriff("right")),
        ("dealt already", lambda: stick_up_table().coins(None, None, None)),
        ("belong to the Stick-Up variant", lambda: Table().sheriff("left")),
        ("belong to the Stick-Up variant", lambda: Table().coins(1, 2, 3)),
        ("belong to the Stick-Up variant", lambda: Table().show_coins(Ann=(1,))),
        ("Simplified version cannot", lambda: Table(3, "simplified").coins(1, 2, 3)),
        ("value 7 is named once, but none is", lambda: Table(3, "stick-up").coins(7, 1, 2)),
        ("value 1 is named 3 times, but there are 2", lambda: Table(3, "stick-up").coins(1, 1, 1)),
        ("no coins were dealt yet", lambda: Table(3, "stick-up").show_coins(Ann=(1,))),
        ("Ann shows 1, 2, but holds one face down", lambda: stick_up_table().show_coins(Ann=(1, 2))),
        ("Ann shows 4, but holds 1", lambda: robbed().show_coins(Ann=(4,))),
        ("Ann shows no coins", lambda: robbed().show_coins(Ann=())),
        ("no player 'Zoe'", lambda: robbed().show_coins(Zoe=(1,))),
        ("value 6 is named twice", lambda: robbed(ann=None).show_coins(Ann=(6,))),
    ],
)
def test_refused(said: str, do: Callable[[], Table]) -> None:
    with pytest.raises(Illegal, match=said):
        do()


def test_each_player_is_dealt_one_coin() -> None:
    from rules.dexterity_jane.events import Coins

    table = Table(3, "stick-up")
    with pytest.raises(Illegal, match="Cy got none"):
        table.tell(Coins(at=0, dealt={"Ann": 1, "Ben": None}))
    with pytest.raises(Illegal, match="no player 'Zoe'"):
        table.tell(Coins(at=0, dealt={"Ann": 1, "Ben": None, "Zoe": 3, "Cy": 2}))


def test_which_coin_is_stolen_may_be_left_out_where_it_can_only_be_one_D17() -> None:
    assert robbed().verify().coins_of("Ann") == (1, 3)
    assert robbed(None, None, None).verify().coins_of("Ann") == (None, None)
    table = robbed().verify().reveal(11, 2).pow("Ben", left="Cy").pow("Cy", right="Ann")
    with pytest.raises(Refused, match="Ann loses a coin and holds 1, 3; verify must say which"):
        table.verify()
    with pytest.raises(Refused, match="must say which, not null"):
        table.verify(None)
    assert table.verify(1).coins_of("Cy") == (6, 1)


def test_a_coin_that_lay_face_down_may_become_known_when_stolen_D18() -> None:
    assert robbed(1, None, 6).verify(3).coins_of("Ann") == (1, 3)
    with pytest.raises(Illegal, match="cannot lose a coin of value 6"):
        robbed(1, None, 6).verify(6)


def test_a_coin_gained_by_the_first_stick_up_can_be_lost_by_the_second_D16() -> None:
    table = robbed().verify(3)
    assert table.coins_of("Ben") == ()
    table.reveal(19, 4).pow("Ben", left="Cy").pow("Ann", right="Ben").verify(6, 6)
    assert (table.coins_of("Ben"), table.coins_of("Ann"), table.coins_of("Cy")) == ((), (1, 3, 6), ())


def test_the_sheriffs_hand_is_verified_first_D16() -> None:
    for hand in Side:
        table = stick_up_table(4, hand, (1, 2, 3, 4)).reveal(8).pow("Ann", right="Ben").pow("Cy", left="Dee")
        table.lock("Dee").verify()
        verdicts = [x.hand for x in table.said if isinstance(x, StickUpVerified)]
        assert verdicts == [hand, hand.other]


def test_both_pistols_may_point_at_the_same_player_D15() -> None:
    table = stick_up_table(3, coins=(1, 3, 6), round=2).reveal(8, 4).pow("Ann", left="Ben", right="Ben").lock("Cy")
    table.verify(3)
    first, second = (x for x in table.said if isinstance(x, StickUpVerified))
    assert first.moved and not second.moved and table.coins_of("Ann") == (1, 3)


def test_robbers_do_not_take_part_in_the_guesses() -> None:
    table = robbed().verify(3)
    assert [x.player for x in table.said if isinstance(x, GuessVerified)] == ["Cy"]


def test_ten_coins_one_each_and_the_rest_out_of_the_game_D18() -> None:
    table = Table(9, "stick-up")
    assert sorted(table.state.table.house.coins) == [0, 1, 1, 2, 2, 3, 3, 4, 5, 6]
    dealt = draw_coins(generator(1), table.state, 0).dealt
    assert len(dealt) == 9 and not Counter(dealt.values()) - Counter(table.state.table.house.coins)


def test_a_house_may_have_other_coins_D18() -> None:
    assert stick_up_table(3, coins=(9, 9, 9), house={"coins": [9, 9, 9]}).coins_of("Ann") == (9,)


def test_two_right_guesses_and_one_card_of_reward_D08() -> None:
    table = (
        Table(4, round=2)
        .reveal(6, 8)
        .lock("Cy", "", "index")
        .lock("Ann", "", "index")
        .lock("Ben", "", "index")
        .verify()
    )
    rewards = [(x.reward, x.hand_card) for x in table.said if isinstance(x, GuessVerified)]
    assert rewards == [(Reward.TILE, None), (Reward.HAND_CARD, 6), (Reward.NOTHING, None)]


def test_rewards_leave_the_pile_for_good_D06() -> None:
    table = Table(4, round=2).reveal(2, 14).lock("Cy").lock("Ann").lock("Ben").verify()
    assert table.state.discard == () and [h.hand_cards for h in table.state.holdings] == [(14,), (2,), (), ()]


def test_simplified_shuffles_the_24_cards_again_each_round() -> None:
    table = Table(3, "simplified").reveal(2).close().verify().reveal(2, 14)
    assert table.state.cards == (2, 14) and table.state.dealt == 0
    assert draw_reveal(generator(1), table.close().verify().state, 9).cards < (25, 25, 25)


def test_simplified_rewards_are_cards_25_to_60_from_the_top_D06() -> None:
    table = Table(5, "simplified").reveal(2)
    for player in ("Ann", "Ben", "Cy", "Dee"):
        table.lock(player, "index")
    table.verify()
    assert [h.hand_cards for h in table.state.holdings] == [(), (25,), (26,), (27,), ()]
    assert table.state.rewards == tuple(range(28, 61)) and table.state.discard == ()


def test_a_wrong_guess_in_a_game_of_two_pays_the_other_also_when_it_is_void_D09() -> None:
    assert Table(2).reveal(2).lock("Ann").verify().points() == {"Ann": 0, "Ben": 1}
    void = Table(2, house={"budge": "void"}).reveal(2).lock("Ann", "index").budge("Ann")
    assert void.verify().points() == {"Ann": 0, "Ben": 1}


def test_closed_by_hand_without_a_lock_the_tile_is_discarded_also_for_two_D07_D09() -> None:
    assert Table(2).reveal(2).close().verify().ruling("round-tile").because is Because.NO_GUESS


def end(variant: str, *holdings: Holding) -> tuple[tuple[str, ...], Because]:
    from rules.dexterity_jane.scoring import winners

    state = Table(len(holdings), variant).state
    return winners(msgspec.structs.replace(state, holdings=holdings))


@pytest.mark.parametrize(
    ("variant", "holdings", "who", "because"),
    [
        ("standard", [Holding((9,)), Holding((10,)), Holding((1,))], ["Ben"], Because.MOST_POINTS),
        ("standard", [Holding((4,), (1, 2)), Holding((6,)), Holding((5,), (3,))], ["Ben"], Because.HIGHER_TILE),
        ("standard", [Holding((), (1,)), Holding((), (2,)), Holding()], ["Ann", "Ben"], Because.SHARED),
        ("stick-up", [Holding((6,)), Holding((5,), (), (1,)), Holding()], ["Ben"], Because.MORE_COINS),
        ("stick-up", [Holding((6,), (), (0,)), Holding((3,), (2, 3), (1,)), Holding()], ["Ann"], Because.HIGHER_TILE),
        ("stick-up", [Holding((), (), (2,)), Holding((), (1,), (1,)), Holding()], ["Ann", "Ben"], Because.SHARED),
        ("stick-up", [Holding((), (), (6,)), Holding((5,)), Holding()], ["Ann"], Because.MOST_POINTS),
    ],
)  # fmt: skip
def test_ties_D10_D19(variant: str, holdings: list[Holding], who: list[str], because: Because) -> None:
    assert end(variant, *holdings) == (tuple(who), because)


def test_a_stick_up_game_is_over_when_its_coins_are_shown() -> None:
    table = stick_up_table(3, round=10, held={}).reveal(*TEN).lock("Ann", "thumb index").close().verify()
    assert not GAME.over(table.state) and GAME.standings(table.state).winners == ()
    table.show_coins(Ann=(0,), Ben=(6,))
    assert not GAME.over(table.state)
    table.show_coins(Cy=(5,))
    assert GAME.over(table.state) and table.ruling("game-over").winners == ("Ann",)
    assert not any(x.__struct_config__.tag == "game-over" for x in table.show_coins(Cy=(5,)).said)


def test_standings_are_in_the_fixed_format() -> None:
    table = robbed().verify(3)
    line = msgspec.json.decode(msgspec.json.encode(GAME.standings(table.state)))
    assert line == {
        "ruling": "standings",
        "players": {
            "Ann": {"points": 4, "tiles": [], "hand_cards": 0, "coins": [1, 3]},
            "Ben": {"points": 0, "tiles": [], "hand_cards": 0, "coins": []},
            "Cy": {"points": 6, "tiles": [], "hand_cards": 0, "coins": [6]},
        },
        "winners": [],
    }


def test_explain_walks_through_verify_as_data() -> None:
    table = stick_up_table(4, coins=(1, 3, 6, 0), round=5).reveal(2, 14, 6, 8, 11)
    table.pow("Dee", right="Ann").lock("Ben", "index", "index pinky").lock("Cy", "", "index pinky")
    before = table.state
    (walk,) = GAME.explain(table.state)
    assert isinstance(walk, Walk) and table.state is before
    left, right = walk.groups
    assert (left.pairs, left.open_card, left.emptied, left.bent) == (((2, 14),), 6, (6,), ())
    assert (right.stays, right.bent) == ((8, 11), (Digit.INDEX, Digit.PINKY))
    assert [(b.hand, b.cards, b.allowed) for b in walk.bullets] == [
        (Side.LEFT, (14,), True),
        (Side.RIGHT, (8, 11), False),
    ]
    assert [(s.success, s.winner, s.coin) for s in walk.stick_ups] == [(False, "Ann", 0)]
    ben, cy = walk.guesses
    assert not ben.right_guess and ben.extra == {Side.LEFT: (Digit.INDEX,)} and ben.missing == {}
    assert cy.right_guess and cy.reward is Reward.TILE and walk.tile.player == "Cy" and walk.verifier == "Ann"
    assert GAME.explain(table.state, Verify(at=99, coins=(0,))) == (walk,)
    table.verify(0)
    assert [x for x in table.said if x in walk.guesses] == list(walk.guesses)
    for words in ("2 with 14", "Card 6 shows an open hand", "backfires", "left index should have been straight"):
        assert words in GAME.say(walk)


def test_nothing_to_explain_before_guess_is_closed_and_all_is_sure() -> None:
    assert GAME.explain(Table().state) == ()
    assert GAME.explain(Table().reveal(2).lock("Ann").state) == ()
    assert GAME.explain(Table().reveal(2).lock("Ann", unsure="ring").close().state) == ()


def test_chance_draws_what_the_rules_take_and_equal_seeds_draw_equally() -> None:
    lot = generator(7)
    table = Table(4, "stick-up")
    table.tell(draw_sheriff(lot, 0))
    table.tell(draw_coins(lot, table.state, 0))
    table.tell(draw_reveal(lot, table.state, 1))
    table.lock("Ann", at=2).lock("Ben", at=2).pow("Cy", left="Ann", right="Ben")
    for order in draw_orders(lot, table.state, 3):
        table.tell(order)
    assert not draw_orders(lot, table.state, 3)
    table.tell(draw_verify(lot, table.state, 4))
    assert table.state.round == 2
    assert draw_reveal(random.Random(5), table.state, 0) == draw_reveal(generator(5), table.state, 0)
