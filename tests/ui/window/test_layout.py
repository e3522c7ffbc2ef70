"""No screen cuts a text, lays things over each other or writes too small, whoever plays and however large the texts."""

from __future__ import annotations

import importlib
import pkgutil

import pygame
import pytest

from tests.ui.window.fake_user import HD, UHD
from tests.ui.window.layout import faults, overlap
from tests.ui.window.scenes import SCENES
from tests.ui.window.stage import Stage
from ui.window import screens, theme
from ui.window.chrome import Plain

TWO = ("Wilhelmina Wunderbar", "Maximilian the Great")
NINE = (*TWO, "Cy", "Dorothea-Alexandra 3", "Eve", "Frederick of Bavaria", "Gus", "Hieronymus Bosch Jr.",
        "Isabella-Margherita")  # fmt: skip
LARGEST = theme.TEXT_SCALES[-1]
BY_NUMBER = (
    "between", "guess", "guess_with_a_double_stick_up", "guess_a_stick_up", "get_ready", "verify_a_guess",
    "verify_whose_the_tile_is", "verify_a_dispute", "settle_a_tie", "final",
)  # fmt: skip
"""Scenes that are laid out by the number of players."""


def covered(user: Stage) -> list[str]:
    """What a message and a caption cover that can be pressed, and what of them is cut."""
    app, kept = user.app, (user.app.told, user.app.sounds.caption)
    app.tell(app.texts("app.letters"))
    app.sounds.show(app.texts("caption.voice_lost"), app.now_s)
    page = user.look()
    over = [spot for spot in (app._told_at, app._caption_at) if spot is not None]
    found = [f"{c.name} is covered" for c in page.controls.open if any(overlap(c.rect, spot) for spot in over)]
    app.told, app.sounds.caption = kept
    return found + [f"cut: {written.text!r}" for written in page.written if written.cut] + ["none"] * (len(over) != 2)


@pytest.mark.usefixtures("_blank_pictures")
@pytest.mark.parametrize("n", range(3, 9), ids="{} players".format)
@pytest.mark.parametrize("name", BY_NUMBER)
def test_nothing_is_cut_or_overlaps_with_any_number_of_players(tmp_path, name, n):
    user = Stage(tmp_path, NINE[-n:])
    SCENES[name](user)
    assert faults(user.page) == []


@pytest.mark.usefixtures("_blank_pictures")
def test_a_name_without_a_space_is_broken_rather_than_cut(tmp_path):
    user = Stage(tmp_path, (*NINE[:6], "M" * 20, "Zoe"))
    SCENES["guess"](user)
    assert faults(user.page) == []


@pytest.mark.usefixtures("_blank_pictures")
@pytest.mark.parametrize("players", [TWO, NINE], ids=["two players", "nine players"])
@pytest.mark.parametrize("name", SCENES)
def test_nothing_is_cut_or_overlaps_on_small_and_large_screens_at_any_size_of_text(tmp_path, name, players):
    user = Stage(tmp_path, players, text_scale=LARGEST)
    SCENES[name](user)
    found = {"1280 x 720, largest text": faults(user.page), "with a message and a caption": covered(user)}
    user.app.choose(text_scale=1.0)
    found["1280 x 720"] = faults(user.look())
    user.surface = pygame.Surface(UHD)
    found["3840 x 2160"] = faults(user.look())
    user.app.choose(text_scale=LARGEST)
    found["3840 x 2160, largest text"] = faults(user.look())
    assert {size: wrong for size, wrong in found.items() if wrong} == {}


def test_every_screen_has_a_scene(tmp_path):
    modules = [importlib.import_module(f"{screens.__name__}.{m.name}") for m in pkgutil.iter_modules(screens.__path__)]
    defined = {
        kind.__name__
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Plain) and kind.__module__ == module.__name__
    }
    shown = {name: set() for name in SCENES}
    for name, make in SCENES.items():
        user = Stage(tmp_path / name, NINE, (320, 180))
        make(user)
        shown[name] = set(user.seen)
    assert defined - set().union(*shown.values()) == {"Playing"}, "the base of a game's screens shows nothing itself"


def test_the_sizes_looked_at_are_those_that_are_promised():
    assert (HD, UHD) == ((1280, 720), (3840, 2160))
