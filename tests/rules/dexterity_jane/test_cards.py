"""The reference deck, and what cards require, against a second reading of the rulebook that shares no code."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from rules.deck_files import FOLDER
from rules.dexterity_jane.cards import bullets, deal_evenly, deck_for_header, read_deck, reference, required, sort_out
from rules.dexterity_jane.header import read_header
from rules.game import Malformed
from rules.hands import Digit, Side
from tests.rules.dexterity_jane.table import header

DIGITS = ("thumb", "index", "middle", "ring", "pinky", None)
DECK = reference()
FACES = [(card.hand.value, card.bent.value if card.bent else None) for card in DECK]


def by_the_book(numbers: tuple[int, ...]) -> dict[str, set[str]]:
    """Pile the cards up by what they show, take two off each pile for as long as there are two, then look."""
    wanted = {}
    for hand in ("left", "right"):
        pile = [FACES[n - 1][1] for n in numbers if FACES[n - 1][0] == hand]
        for face in DIGITS:
            while pile.count(face) >= 2:
                pile.remove(face)
                pile.remove(face)
        wanted[hand] = set() if None in pile else {face for face in pile if face}
    return wanted


def test_sixty_cards_in_twelve_positions_D02() -> None:
    expected = [(hand, digit) for hand in ("left", "right") for digit in DIGITS] * 5
    assert expected == FACES
    assert [card.number for card in DECK] == list(range(1, 61))
    assert set(Counter(FACES[:24]).values()) == {2} and set(Counter(FACES[24:]).values()) == {3}


def test_bullets_and_mats_of_the_reference_deck_D02() -> None:
    shot = {side: [c.number for c in DECK if c.bullet and c.hand is side] for side in Side}
    assert shot[Side.LEFT] == [1, 4, 14, 18, 27, 29, 37, 41, 52, 54]
    assert shot[Side.RIGHT] == [8, 11, 19, 22, 33, 36, 44, 46, 55, 59]
    assert all((card.mat == "red") == (card.hand is Side.LEFT) for card in DECK[:24])
    late = DECK[24:]
    assert Counter(card.mat for card in late) == {"red": 18, "green": 18}
    assert Counter((card.mat, card.hand) for card in late) == {(m, s): 9 for m in ("red", "green") for s in Side}


@pytest.mark.parametrize("size", [1, 2, 3])
def test_required_hands_of_every_small_set_of_cards(size: int) -> None:
    for numbers in combinations(range(1, 61), size):
        got = required(DECK, numbers)
        assert {str(hand): {str(d) for d in bent} for hand, bent in got.items()} == by_the_book(numbers), numbers


def test_required_hands_of_a_hundred_thousand_random_rounds() -> None:
    lot = random.Random(3)
    for i in range(100_000):
        numbers = tuple(lot.sample(range(1, 61), i % 10 + 1))
        got = required(DECK, numbers)
        assert {str(hand): {str(d) for d in bent} for hand, bent in got.items()} == by_the_book(numbers), numbers


def test_each_card_of_a_group_is_cancelled_emptied_or_stays() -> None:
    lot = random.Random(4)
    for i in range(2_000):
        numbers = lot.sample(range(1, 61), i % 10 + 1)
        for hand in Side:
            group = sort_out(DECK, numbers, hand)
            assert sorted((*group.discarded, *group.stays)) == sorted(group.cards)
            assert len(group.shows) == len(group.cards)
            assert all(DECK[a - 1].position == DECK[b - 1].position for a, b in group.pairs)
            assert (group.because is None) == bool(group.bent)


@pytest.mark.parametrize(
    ("numbers", "left", "right"),
    [
        ([8], False, True),
        ([8, 11], False, False),
        ([8, 11, 19], False, True),
        ([1, 8], True, True),
        ([8, 20], False, True),
        ([18, 6], True, False),
        ([2, 3], False, False),
    ],
)
def test_bullets_cancel_in_pairs_and_cancelled_cards_keep_theirs_D13(
    numbers: list[int], left: bool, right: bool
) -> None:
    assert bullets(DECK, numbers, Side.LEFT).allowed is left
    assert bullets(DECK, numbers, Side.RIGHT).allowed is right


@pytest.mark.parametrize("players", range(2, 10))
def test_cards_are_dealt_as_evenly_as_possible(players: int) -> None:
    names = [str(i) for i in range(players)]
    flipped: Counter[str] = Counter(dict.fromkeys(names, 0))
    for size in range(1, 11):
        dealt = deal_evenly(names, range(1, size + 1))
        counts = [len(cards) for cards in dealt.values()]
        assert sum(counts) == size and max(counts) - min(counts) <= 1
        flipped.update({name: len(cards) for name, cards in dealt.items()})
    assert max(flipped.values()) - min(flipped.values()) <= 1


def test_the_deck_file_and_a_header_give_the_same_deck() -> None:
    assert read_deck(FOLDER / "dexterity-jane.toml") == DECK
    listed = read_header(header(deck=deck_for_header(DECK))).deck
    assert [(c.number, c.position, c.bullet) for c in listed] == [(c.number, c.position, c.bullet) for c in DECK]


def test_all_faults_of_a_deck_file_are_said_at_once(tmp_path: Path) -> None:
    text = (FOLDER / "dexterity-jane.toml").read_text(encoding="utf-8")
    text = text.replace('number = 3, hand = "left"', 'number = 3, hand = "up"')
    text = text.replace('number = 7, hand = "right", bent = "thumb"', 'number = 7, hand = "right", bent = "toe"')
    text = text.replace("number = 60,", "number = 61,").replace("number = 12,", "number = 11,")
    text = text.replace('number = 20, hand = "right", bent = "index", bullet = false', 'number = 20, bent = "index"')
    broken = tmp_path / "mine.toml"
    broken.write_text(text + "\nspare = 1\n", encoding="utf-8")
    with pytest.raises(Malformed) as refused:
        read_deck(broken)
    for fault in ("'up'", "'toe'", "61", "two cards 11", "card 20 lacks hand, bullet", "'spare'"):
        assert fault in str(refused.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("number = 60,", "number = 59,"), "two cards 59"),
        (lambda text: "\n".join(line for line in text.splitlines() if "number = 60" not in line), "lacks card 60"),
        (lambda text: text.replace('game = "dexterity-jane"', 'game = "whist"'), "no deck of Dexterity Jane"),
        (lambda text: text + "cards = 1", "is not TOML"),
        (
            lambda text: text.replace(
                'bent = "thumb", bullet = true, mat = "red"', 'bent = "thumb", bullet = true, mat = "green"', 1
            ),
            "mat must be red",
        ),
    ],
    ids=["a number twice", "a card missing", "another game's", "no TOML", "a mat that misleads"],
)
def test_a_faulty_deck_file(change, said: str, tmp_path: Path) -> None:
    broken = tmp_path / "mine.toml"
    broken.write_text(change((FOLDER / "dexterity-jane.toml").read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(Malformed, match=said):
        read_deck(broken)


def test_digits_are_listed_from_thumb_to_pinky() -> None:
    assert required(DECK, [5, 1, 3])[Side.LEFT] == (Digit.THUMB, Digit.MIDDLE, Digit.PINKY)
