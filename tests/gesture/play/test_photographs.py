"""Photographs of locked hands: turned to their owner, what was read in its place, kept until their round is over."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest

from gesture.play.photographs import Photos, photograph
from gesture.sources.frames import Frame
from gesture.table.seats import Seat
from gesture.watching.moments import Hands
from gesture.watching.stillness import HandConsensus
from rules.hands import Digit, Palm, Side
from tests.ui.window.fake_table import SIZE, lying
from tests.values import five

INWARDS = {"bottom": (0.0, -1.0), "left": (1.0, 0.0), "top": (0.0, 1.0), "right": (-1.0, 0.0)}


def agreed(hand) -> HandConsensus:
    odds = tuple(math.log(p / (1 - p)) for p in hand.digits)
    return HandConsensus(hand.side, Palm.DOWN, 0.99, odds, hand.unsure, hand.landmarks, 3, five(odds))


def taken(inward, bent=(Digit.RING,)):
    """The photograph of two hands whose wrists are marked on a dark table."""
    left, right = lying((640, 360), inward, bent=bent, unsure=[Digit.THUMB])
    image = np.full((SIZE[1], SIZE[0], 3), 40, np.uint8)
    for hand in (left, right):
        x, y = np.round(hand.landmarks[0]).astype(int)
        image[y - 6 : y + 7, x - 6 : x + 7] = 250
    hands = Hands(left=agreed(left), right=agreed(right), rest_s=dict.fromkeys(Side, 1.0), frame=Frame(image, 1.0, 0))
    zone = np.array([(440, 200), (840, 200), (840, 520), (440, 520)], float)
    return photograph(Seat("Ann", zone), np.array(inward), hands.frame, hands)


@pytest.mark.parametrize("inward", INWARDS.values(), ids=[f"from the {edge}" for edge in INWARDS])
def test_hands_point_up_with_the_left_one_on_the_left_and_what_was_read_lies_on_them(inward):
    photo = taken(inward)
    height, width = photo.image.shape[:2]
    for hand in photo.hands.values():
        assert (hand.landmarks > 0).all() and (hand.landmarks < (width, height)).all()
        assert hand.landmarks[12][1] < hand.landmarks[0][1]
        x, y = np.round(hand.landmarks[0]).astype(int)
        assert photo.image[y, x].min() > 200
        assert hand.likelier - hand.unsure == {Digit.RING} and hand.unsure == {Digit.THUMB}
    assert photo.hands[Side.LEFT].center[0] < photo.hands[Side.RIGHT].center[0]


def test_without_a_reading_the_seat_itself_is_photographed():
    zone = np.array([(100, 500), (500, 500), (500, 760), (100, 760)], float)
    frame = Frame(np.zeros((720, 1280, 3), np.uint8), 0.0, 0)
    photo = photograph(Seat("Ann", zone), np.array([0.0, -1.0]), frame, None)
    assert not photo.hands and photo.image.shape[0] >= 220 and photo.image.shape[1] >= 400


@pytest.mark.parametrize("player", ["Ben", "Zoë / 2", ".", "a" * 60])
def test_photographs_come_back_after_a_kill_and_are_gone_when_the_round_is_over(tmp_path, player):
    folder, photo = tmp_path / "game.photos", taken((1.0, 0.0))
    Photos(folder).keep(player, photo)
    again = Photos(folder)
    assert list(again) == [player] and again[player].image.shape == photo.image.shape
    for side in Side:
        assert again[player].hands[side].landmarks == pytest.approx(photo.hands[side].landmarks)
        assert again[player].hands[side].digits == pytest.approx(photo.hands[side].digits)
    again.clear()
    assert not again and not folder.exists()


@pytest.mark.parametrize("kind", [".json", ".jpg"])
@pytest.mark.parametrize("left", [0, 20], ids=["nothing", "the beginning"])
def test_a_photograph_of_which_a_kill_left_only_a_part_is_left_out(tmp_path, kind, left):
    folder = tmp_path / "game.photos"
    Photos(folder).keep("Ann", taken((0.0, 1.0)))
    (path,) = folder.glob(f"*{kind}")
    path.write_bytes(path.read_bytes()[:left])
    assert not Photos(folder)


def test_a_link_in_the_place_of_the_photographs_is_neither_read_nor_followed(tmp_path):
    others = tmp_path / "holiday"
    others.mkdir()
    Photos(others).keep("Ben", taken((0.0, -1.0)))
    folder = tmp_path / "game.photos"
    folder.symlink_to(others)
    photos = Photos(folder)
    assert not photos and not folder.is_symlink()
    folder.symlink_to(others)
    photos.keep("Ann", taken((0.0, -1.0)))
    assert not folder.is_symlink() and len(list(folder.iterdir())) == 2
    assert photos.clear() and not folder.exists()
    folder.symlink_to(others)
    assert photos.clear() and not folder.is_symlink() and len(list(others.iterdir())) == 2


@pytest.mark.skipif(os.name != "posix", reason="other systems keep a user's folders to the user by themselves")
def test_photographs_can_be_seen_by_their_owner_alone(tmp_path):
    folder = tmp_path / "game.photos"
    Photos(folder).keep("Ann", taken((0.0, -1.0)))
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [file.stat().st_mode & 0o777 for file in folder.iterdir()] == [0o600, 0o600]
