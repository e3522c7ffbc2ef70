"""The main screens look as they did. When they are to look otherwise, look at the new pictures and keep them:

HANDREF_NEW_PICTURES=1 python -m pytest tests/ui/window/test_golden.py
"""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import numpy as np
import pygame
import pytest

from tests.ui.window.scenes import SCENES
from tests.ui.window.stage import Stage
from ui.art.wood import wood
from ui.window import theme

FOLDER = Path(__file__).parent / "golden"
RENEW = "HANDREF_NEW_PICTURES"
DRAWN, KEPT = (960, 540), (320, 180)
PLAYERS = ("Ann", "Ben", "Cy")
SHOWN = (
    "home", "new_game", "how_to_play", "pick_camera", "get_ready", "own_hands", "between_with_a_raised_palm", "guess",
    "guess_watched", "guess_with_a_printed_copy", "settle_with_a_photograph", "verify_a_guess", "verify_a_stick_up",
    "verify_whose_the_tile_is", "final", "practice_start", "practising_with_keys",
)  # fmt: skip
TOLERANCE = 3.0
"""Mean difference in colour levels that other versions of the libraries may make, ..."""
TOLERANCE_OF_A_PART = 30.0
"""... and that of any part, a twentieth as wide, so that nothing small goes missing."""
PART = 16
STEP = 8
"""Colour levels are kept in such steps, which makes the files smaller."""
MOST_BYTES = 400_000


@pytest.mark.parametrize("name", SHOWN)
def test_a_screen_looks_as_it_did(tmp_path, name):
    user = Stage(tmp_path, PLAYERS, DRAWN)
    SCENES[name](user)
    while user.app.brushes.pictures.waiting:
        user.look()
    small = pygame.transform.smoothscale(user.surface.convert(24), KEPT)
    levels = pygame.surfarray.pixels3d(small)
    levels[:] = levels // STEP * STEP
    del levels
    path = FOLDER / f"screen-{name.replace('_', '-')}.png"
    if os.environ.get(RENEW):
        pygame.image.save(small, str(path))
    assert path.exists(), f"no picture of {name}: see the head of this file"
    now, before = (pygame.surfarray.array3d(s).astype(int) for s in (small, pygame.image.load(str(path))))
    apart = np.abs(now - before).mean(2)
    parts = apart[: KEPT[0] // PART * PART, : KEPT[1] // PART * PART]
    parts = parts.reshape(KEPT[0] // PART, PART, KEPT[1] // PART, PART).mean((1, 3))
    assert apart.mean() < TOLERANCE, f"{name} looks different"
    assert parts.max() < TOLERANCE_OF_A_PART, f"{name} looks different around {np.argwhere(parts == parts.max())[0]}"


def test_pictures_are_small_and_none_is_kept_for_nothing():
    kept = sorted(FOLDER.glob("*.png"))
    assert {path.stem for path in kept if path.stem.startswith("screen-")} == {
        f"screen-{name.replace('_', '-')}" for name in SHOWN
    }
    assert sum(path.stat().st_size for path in kept) < MOST_BYTES


def contrast(a, b) -> float:
    """How far two colours are apart in brightness, from 1 to 21 (WCAG 2)."""

    def light(colour):
        levels = [c / 255 for c in colour[:3]]
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in levels)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(a), light(b)))
    return float((high + 0.05) / (low + 0.05))


def test_every_colour_of_text_can_be_read_on_its_ground():
    inks, grounds = ("CREAM", "QUIET", "FAINT", "GOLD", "WRONG", "RIGHT"), ("NIGHT", "TABLE")
    told = {(i, g): contrast(getattr(theme, i), getattr(theme, g)) for i, g in product(inks, grounds)}
    assert {pair: ratio for pair, ratio in told.items() if ratio < 4.5} == {}


@pytest.mark.parametrize(
    ("higher", "lower"),
    [("FELT", "WOOD"), ("RAISED", "FELT")],
    ids=["a panel on the table", "an open seat beside a locked one"],
)
def test_grounds_are_told_apart_in_a_lit_room(higher, lower):
    assert contrast(getattr(theme, higher), getattr(theme, lower)) >= 1.5


def test_no_part_of_the_table_is_brighter_than_its_wood():
    drawn = pygame.surfarray.array3d(wood((320, 180), theme.WOOD)).reshape(-1, 3)
    assert (drawn <= np.array(theme.WOOD)).all() and len(np.unique(drawn, axis=0)) > 10
