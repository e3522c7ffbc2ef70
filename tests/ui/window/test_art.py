"""The drawings: cards lie apart, hands are told apart, and nothing looks different than it did."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pygame
import pytest

from rules.dexterity_jane.cards import reference
from rules.hands import Digit, Side
from tests.ui.window.fake_user import FakeUser  # noqa: F401  (chooses the drivers without a screen)
from ui.art.card import card_picture
from ui.art.hand import Look
from ui.art.pen import Pictures
from ui.art.scatter import corners, overlap, scatter
from ui.sound.synth import RATE_HZ, Cue, sound
from ui.window.canvas import Brushes, Canvas

GOLDEN = Path(__file__).parent / "golden"
TOLERANCE = 6.0
"""Mean difference in colour levels that other versions of the libraries may make."""


@pytest.fixture(autouse=True)
def _fonts():
    pygame.font.init()


@pytest.mark.parametrize("n", range(1, 11))
def test_cards_lie_in_the_field_and_apart(n):
    for seed in range(8):
        tall, lying = scatter(n, 1520, 590, random.Random(seed))
        boxes = [corners(card, tall) for card in lying]
        assert len(boxes) == n
        assert tall > 150
        assert all(0 <= x <= 1520 and 0 <= y <= 590 for box in boxes for x, y in box)
        assert not any(overlap(a, b) for a, b in combinations(boxes, 2))


def hand(side: Side, bent: Digit | None, look: Look) -> np.ndarray:
    canvas = Canvas(pygame.Surface((96, 96)), Brushes())
    canvas.unit_px, canvas.left_px, canvas.top_px = 1.0, 0.0, 0.0
    canvas.surface.fill((120, 120, 120))
    canvas.hand(side, [bent] if bent else [], (48, 48), 90, look)
    return pygame.surfarray.array3d(canvas.surface).astype(int)


def test_no_two_positions_look_alike():
    drawn = [hand(side, bent, Look()) for side, bent in product(Side, (None, *Digit))]
    for a, b in combinations(drawn, 2):
        assert (np.abs(a - b).max(2) > 60).mean() > 0.008


def test_the_left_hand_is_the_right_hands_mirror_image():
    left, right = (hand(side, Digit.INDEX, Look()) for side in Side)
    # Whole pixels cannot lie the same on both sides, so a shift by one or two is no difference.
    shifts = [np.abs(np.roll(left[::-1], by, 0) - right).mean() for by in range(-2, 3)]
    assert min(shifts) < 3


@pytest.mark.parametrize("number", [1, 9, 27, 55], ids="card {}".format)
def test_cards_look_as_they_did(number):
    picture = card_picture(Pictures(), reference()[number - 1], 110, 20.0 * number)
    ground = pygame.Surface(picture.get_size())
    ground.fill((34, 43, 64))
    ground.blit(picture, (0, 0), special_flags=pygame.BLEND_PREMULTIPLIED)
    before = pygame.image.load(str(GOLDEN / f"card-{number}.png"))
    a, b = (pygame.surfarray.array3d(s).astype(int) for s in (ground, before))
    assert np.abs(a - b).mean() < TOLERANCE


def test_a_picture_is_drawn_once_and_old_ones_make_room():
    drawn: list[str] = []

    def noted(key: str) -> Callable[[pygame.Surface], None]:
        return lambda surface: drawn.append(key)

    pictures = Pictures(kept_bytes=3 * 10 * 10 * 4)
    for key in "aabcda":
        pictures.get(key, (10, 10), noted(key))
    assert drawn == ["a", "b", "c", "d", "a"]


def test_a_frame_waits_for_a_few_new_pictures_only_and_the_next_ones_bring_the_rest():
    pictures, drawn = Pictures(), []

    def show() -> list[int]:
        pictures.begin_frame()
        return [pictures.get(i, (900, 900), lambda surface: drawn.append(1)).get_width() for i in range(5)]

    assert (show(), pictures.waiting, len(drawn)) == ([900, 900, 900, 1, 1], True, 3)
    assert (show(), pictures.waiting, len(drawn)) == ([900] * 5, False, 5)
    assert (show(), len(drawn)) == ([900] * 5, 5)


def test_every_sound_can_be_heard_and_is_not_too_loud_or_long():
    waves = {cue: sound(cue, 3) for cue in Cue}
    assert [cue for cue, wave in waves.items() if not np.isfinite(wave).all()] == []
    assert {cue: loud for cue, wave in waves.items() if not 0.1 < (loud := np.abs(wave).max()) <= 0.91} == {}
    assert {cue: wave.size / RATE_HZ for cue, wave in waves.items() if wave.size / RATE_HZ >= 3} == {}
