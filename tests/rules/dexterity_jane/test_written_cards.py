"""Reveals as they are written for a recording."""

import pytest

from rules.dexterity_jane.written_cards import RevealError, cards_of, parse_reveal
from rules.games import game_named


def state(variant="standard"):
    header = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"], "variant": variant}
    return game_named("dexterity-jane").open(header)


def numbers(*texts, variant="standard"):
    return [(r.at, r.cards) for r in cards_of([parse_reveal(text) for text in texts], state(variant))]


@pytest.mark.parametrize(
    "texts, expected",
    [
        (["0:left-index"], [(0, (2,))]),
        (["0:left-thumb"], [(0, (13,))]),
        (["0:left-thumb+bullet"], [(0, (1,))]),
        (["4:left-open,right-pinky+bullet"], [(4, (6, 11))]),
        (["0:2", "3:left-index,left-index"], [(0, (2,)), (3, (26, 38))]),
        (["0:left-index", "3:2,7"], [(0, (26,)), (3, (2, 7))]),
        (["5:Right-Open", "1:12"], [(1, (12,)), (5, (24,))]),
    ],
    ids=[
        "a word takes its lowest card",
        "a card with a bullet is not meant by its bare word",
        "with the bullet said, it is",
        "several cards",
        "cards that are out of play are passed over",
        "a number said later is kept free",
        "reveals are put in order of time",
    ],
)
def test_words_become_the_numbers_of_cards(texts, expected):
    assert numbers(*texts) == expected


def test_in_the_simplified_version_all_cards_come_back():
    assert numbers("0:left-ring", "3:left-ring", variant="simplified") == [(0, (16,)), (3, (16,))]


@pytest.mark.parametrize("text", ["left-index", "x:2", "-1:2", "0:", "0:left", "0:left-toe", "inf:2", "0:left-ring+"])
def test_what_is_no_reveal_is_refused_with_how_to_write_one(text):
    with pytest.raises(RevealError, match=r"write AT:CARDS"):
        parse_reveal(text)


def test_more_of_a_card_than_the_deck_has():
    with pytest.raises(RevealError, match="still to come"):
        numbers("0:" + ",".join(["left-open"] * 9))
