"""Reading of a zone only what lies in it, at the sizes of the hands seen before."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from gesture.bench.table_show import drawn_table
from gesture.hand_geometry import palm_reach
from gesture.reading import zone_reader
from gesture.reading.background import BackgroundReader
from gesture.reading.digit_network import DigitNetwork, Prediction
from gesture.reading.hand_crop import HandCrop
from gesture.reading.hand_reader import VIEWS, HandDetection
from gesture.reading.landmarker import Landmarker, Landmarks
from gesture.reading.palm_detector import SCALES, scales_for
from gesture.reading.zone_reader import ZoneReader


@pytest.fixture(scope="module")
def reader():
    with ZoneReader() as made:
        yield made


@pytest.fixture(scope="module")
def table():
    """Four players with all their hands on the table, and the seats."""
    show = drawn_table(4, (960, 540))
    return show.frame(90), show


def test_a_zone_gives_its_own_two_hands_with_the_digits_that_are_bent(reader, table):
    picture, show = table
    for seat in show.seats:
        hands = [hand for hand in reader.read(picture, seat.zone) if cv2.pointPolygonTest(
            seat.zone.astype(np.float32), tuple(hand.center.tolist()), False) >= 0]  # fmt: skip
        (due,) = (due for due in show.due[:4] if due.player == seat.player)
        assert {hand.side: hand.likelier for hand in hands} == due.bent, seat.player


def test_neighbours_hands_in_the_box_around_a_zone_aslant_are_left_out(reader, table):
    picture, show = table
    everything = reader.read(picture)
    (x0, _), (x1, y1) = show.seats[0].zone.min(0), show.seats[0].zone.max(0)
    far = np.array([(x0, y1), (x0 - 900, y1 + 900), (x1 + 900, y1 + 900)])  # its box holds the whole table
    assert len(everything) == 8 and len(reader.read(picture, far)) < 8


def test_hands_whose_palms_may_lie_nowhere_are_not_read_to_the_end(reader, table):
    picture, show = table
    whole = np.array([(0.0, 0.0), (960, 0), (960, 540), (0, 540)])
    for seat in show.seats:
        hands = reader.read(picture, whole, None, seat.zone)
        assert len(hands) == 2
        assert all(
            cv2.pointPolygonTest(seat.zone.astype(np.float32), hand.center.tolist(), True) > -8 for hand in hands
        )


def plain(hands):
    """Everything that was read, to be compared."""
    return [(h.side, h.palm, h.digits, h.unsure, h.box, h.side_p, h.palm_p, h.landmarks.tolist()) for h in hands]


def test_the_same_question_has_the_same_answer_in_any_order_and_thread(table):
    picture, show = table
    dim = (picture * 0.8).astype(np.uint8)
    asked = [
        (image, seat.zone, size) for image in (picture, dim) for seat in show.seats for size in (None, (20.0, 30.0))
    ]
    with ZoneReader() as fresh:
        wanted = [plain(fresh.read(*question)) for question in asked]
        assert [plain(fresh.read(*question)) for question in reversed(asked)] == wanted[::-1]
    with BackgroundReader(ZoneReader, workers=2) as beside:
        answers = [beside.ask(*asked[n % len(asked)]) for n in range(2 * len(asked))]
        assert [plain(answer.result(60)) for answer in answers] == wanted * 2


def test_each_look_is_taken_at_some_of_the_pictures_of_a_hand(reader, table):
    picture, show = table
    noise, looks = np.random.default_rng(5), set()
    (hand, *_) = reader.read(picture, show.seats[0].zone)
    hand_found = HandDetection(Prediction(np.zeros(8), hand.landmarks), HandCrop.around(hand.landmarks), 1.0)
    for _ in range(30):
        looks |= set(reader._views((picture + noise.integers(0, 3, picture.shape)).astype(np.uint8), hand_found))
    assert looks == set(VIEWS)


def test_a_hand_is_looked_at_in_a_mirror_only_where_the_network_is_uncertain(reader, table, monkeypatch):
    picture, show = table
    looks: list[int] = []
    in_mirror = DigitNetwork.predict_in_mirror

    def counted(net: DigitNetwork, seen: NDArray[np.uint8], crops: list[HandCrop]) -> list[Prediction]:
        looks.append(len(crops))
        return in_mirror(net, seen, crops)

    monkeypatch.setattr(DigitNetwork, "predict_in_mirror", counted)
    for certain, mirrored in ((0.0, 0), (1.0, 2)):
        monkeypatch.setattr(zone_reader, "CERTAIN", certain)
        assert len(reader.read(picture, show.seats[0].zone)) == 2
        assert looks.pop() == mirrored


def test_mediapipe_is_asked_about_a_hand_only_where_the_network_is_uncertain(reader, table, monkeypatch):
    picture, show = table
    asked: list[tuple[int, ...]] = []

    def none_found(_: Landmarker, view: NDArray[np.uint8]) -> list[Landmarks]:
        asked.append(view.shape)
        return []

    monkeypatch.setattr(Landmarker, "find", none_found)
    monkeypatch.setattr(zone_reader, "CERTAIN", 0.0)
    certain = reader.read(picture, show.seats[0].zone)
    assert len(certain) == 2 and not asked
    monkeypatch.setattr(zone_reader, "CERTAIN", 1.0)
    reader.read(picture, show.seats[0].zone)
    assert len(asked) == 2, "one view of each hand"


@pytest.mark.parametrize(
    ("about", "palm_px", "scales"),
    [
        ("nothing is known of the palms", None, SCALES),
        ("palms of 30 pixels at a table of many", (28, 32), (0.5,)),
        ("palms of 100 pixels", (95, 105), (0.25, 0.125)),
        ("small hands and large ones", (25, 200), SCALES),
        ("palms that no scale suits", (2000, 2000), SCALES),
    ],
)
def test_the_scales_that_suit_the_palms_expected(about, palm_px, scales):
    assert scales_for(palm_px) == scales, about


def test_expected_palms_are_looked_for_first_and_others_where_too_few_are_found(reader, table, monkeypatch):
    picture, show = table
    searched, find = [], reader._detector.detect

    def noted(part, scales):
        searched.append(scales)
        return find(part, scales)

    monkeypatch.setattr(reader._detector, "detect", noted)
    palms = [palm_reach(hand.landmarks) for hand in reader.read(picture, show.seats[0].zone)]
    likely = scales_for((min(palms), max(palms)))
    assert len(reader.read(picture, show.seats[0].zone, (min(palms), max(palms)))) == 2
    assert len(reader.read(picture, show.seats[0].zone, (200.0, 240.0))) == 2
    assert searched == [SCALES, likely, (0.125,), (0.5, 0.25)] and len(likely) < 3


def test_a_zone_off_the_picture_holds_nothing(reader, table):
    assert reader.read(table[0], np.array([(-90.0, -90), (-10, -90), (-10, -10)])) == []
