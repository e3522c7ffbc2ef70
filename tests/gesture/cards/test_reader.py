"""Printed cards on pictures: which they are, where they lie, and nothing where none lies or none can be told."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from gesture.bench.card_tables import SIZES, card_table
from gesture.bench.cards import CardScore
from gesture.cards.printed import Face, PrintedDeck, Up, in_corners, patterns
from gesture.cards.reader import CardReader, CardReading
from gesture.games.printed import printed_decks
from tests.gesture.cards.faces import faces, printed

READER = CardReader(printed_decks())
CHOSEN = [*faces("dexterity-jane")[:150:13], *faces("one-finger")[:120:24]]


def lone(face: Face, turn_deg: float = 0.0, px_per_mm: float = 1.6) -> np.ndarray:
    """A card alone on a dark table of 640 x 480 pixels, its middle in the middle."""
    picture = cv2.resize(printed(face), None, fx=px_per_mm / 3.2, fy=px_per_mm / 3.2, interpolation=cv2.INTER_AREA)
    h, w = picture.shape[:2]
    turn = cv2.getRotationMatrix2D((w / 2 - 0.5, h / 2 - 0.5), -turn_deg, 1.0)
    turn[:, 2] += (320 - w / 2, 240 - h / 2)
    table = np.full((480, 640, 3), (60, 80, 70), np.uint8)
    return cv2.warpAffine(picture, turn, (640, 480), table, borderMode=cv2.BORDER_TRANSPARENT)


def the_card(picture: np.ndarray) -> CardReading:
    (reading,) = READER.read(np.asarray(picture, np.uint8))
    return reading


def test_every_free_card_on_rendered_tables_is_named_and_none_wrong():
    score = CardScore()
    for seed in (41, 42):
        table = card_table({face: printed(face) for face in CHOSEN[: 1 + len(CHOSEN) // 2]}, seed, SIZES[1])
        score.add(f"table {seed}", table, READER.read(table.picture))
    assert (score.wrong, score.ghosts) == ([], [])
    assert score.free >= 12 and score.missed == []
    assert np.median(score.corners_off_px) < 2.0


@pytest.mark.parametrize("turn_deg", [0, 37, 90, 180, 211, 330])
def test_corners_go_round_from_the_cards_own_upper_left(turn_deg):
    reading = the_card(lone(CHOSEN[0], turn_deg))
    turn = np.radians(turn_deg)
    mm = CHOSEN[0].corners_mm @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    assert reading.face == CHOSEN[0] and reading.sure
    assert reading.corners_px == pytest.approx(mm * 1.6 + (319.5, 239.5), abs=1.5)


@pytest.mark.parametrize("place", [0, 1], ids=["the first code covered", "the second code covered"])
def test_one_code_tells_which_card_it_is_and_where(place):
    whole = the_card(lone(CHOSEN[0], 20))
    picture = lone(CHOSEN[0], 20)
    spot = CHOSEN[0].spots[place]
    turn = np.radians(20)
    x, y = np.array([spot.x_mm, spot.y_mm]) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    cv2.circle(picture, (round(320 + 1.6 * x), round(240 + 1.6 * y)), 22, (120, 150, 210), -1)
    reading = the_card(picture)
    assert reading.face == CHOSEN[0] and reading.sure
    assert reading.confidence < whole.confidence
    assert reading.corners_px == pytest.approx(whole.corners_px, abs=4)


def test_a_code_too_small_to_be_told_is_unsure_or_nothing_and_never_wrong():
    sure = []
    for px_per_mm in (0.35, 0.5, 0.65, 0.8):
        for reading in READER.read(lone(CHOSEN[0], 10, px_per_mm)):
            assert reading.face == CHOSEN[0] or not reading.sure
            assert reading.sure or (reading.card is None and reading.to_json()["card"] is None)
            sure.append(reading.sure)
    assert True in sure


def test_a_table_without_cards_has_none():
    # The table of this seed has sheets of text on it.
    assert [one for one in READER.read(card_table({}, 0, SIZES[1], 0).picture) if one.sure] == []


def test_no_two_codes_of_all_decks_are_alike_in_any_turn():
    codes = [code for deck in printed_decks() for code in deck.by_code]
    assert len(codes) == len(set(codes)) > 700
    inner = patterns(codes)[:, 1:-1, 1:-1].astype(int)
    flat = inner.reshape(len(codes), -1)
    for turn in range(4):
        turned = np.rot90(inner, turn, (1, 2)).reshape(len(codes), -1)
        apart = flat.sum(1)[:, None] + turned.sum(1)[None] - 2 * flat @ turned.T
        assert (apart + (25 * np.eye(len(codes), dtype=int) if turn == 0 else 0)).min() >= 5


def test_every_code_has_room_for_the_white_around_it():
    for deck in printed_decks():
        for face in deck.faces:
            for spot in face.spots:
                reach = np.abs(spot.corners_mm).max(0) + 2.6
                assert (reach <= np.array(face.size_mm) / 2 + 1e-9).all(), face
            for one, other in combinations(face.spots, 2):
                gap = max(abs(one.x_mm - other.x_mm), abs(one.y_mm - other.y_mm))
                assert gap >= 18.2 + 2.6, face


def test_two_faces_with_one_code_are_refused():
    spots = in_corners((63, 88))
    with pytest.raises(ValueError, match="share a code"):
        PrintedDeck("some", tuple(Face("some", card, Up.UP, 7, (63.0, 88.0), spots) for card in (1, 2)))
