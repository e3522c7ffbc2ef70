"""A hand that is printed on a card is nobody's; one that lies on a card is somebody's."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from gesture.cards.printed_hands import without_printed
from gesture.cards.reader import CardReader, CardReading
from gesture.games.printed import printed_decks
from gesture.reading.hand_reader import HandReader
from gesture.reading.hand_reading import HandReading
from rules.hands import Palm, Side
from tests.gesture.cards.faces import faces, printed
from tests.gesture.stage import landmarks
from tests.values import box_around

CARD = np.array([[100.0, 100.0], [300.0, 100.0], [300.0, 400.0], [100.0, 400.0]])


def hand(x, y, size=1.0):
    points = landmarks(Side.RIGHT, (x, y), 0.0, frozenset(), size)
    return HandReading(Side.RIGHT, Palm.DOWN, (0.1,) * 5, frozenset(), 0.9, points, box_around(points))


@pytest.mark.parametrize(
    ("read", "stays"),
    [
        pytest.param(hand(200, 320), False, id="wholly on the card"),
        pytest.param(hand(200, 320, 6.0), True, id="larger than the card"),
        pytest.param(hand(310, 320), True, id="over its edge"),
        pytest.param(hand(600, 320), True, id="beside it"),
    ],
)
def test_only_a_hand_wholly_within_a_card_is_printed_on_it(read, stays):
    (face,) = faces("dexterity-jane")[:1]
    card = CardReading(face=face, sure=True, confidence=0.99, corners_px=CARD)
    assert without_printed([read], [card]) == ([read] if stays else [])


def test_hand_cards_alone_show_no_hand():
    cards, taken = CardReader(printed_decks()), 0
    with HandReader() as reader:
        for face in [face for face in faces("dexterity-jane") if face.size_mm[1] > 80][::12]:
            whole = printed(face)
            high, wide = 300, round(300 * whole.shape[1] / whole.shape[0])
            picture = np.full((480, 640, 3), (70, 100, 130), np.uint8)
            picture[80 : 80 + high, 200 : 200 + wide] = cv2.resize(whole, (wide, high), interpolation=cv2.INTER_AREA)
            read = reader.read(picture)
            taken += len(read)
            assert without_printed(read, cards.read(picture)) == []
    assert taken > 0, "some of them are read as hands"
