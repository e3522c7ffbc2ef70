"""No screen cuts a text, lays things over each other or writes too small, whoever plays and however large the texts;
and each button has a key."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import pytest

from tests.ui.window.fake_user import HD, UHD, close_windows
from tests.ui.window.layout import Unpainted, blank_pictures, faults, overlap
from tests.ui.window.scenes import SCENES
from tests.ui.window.stage import Stage
from ui.window import theme
from ui.window.games.faces import faces
from ui.window.routes import SHARED
from ui.window.texts import FIRST_LANGUAGE, languages

TWO = ("Wilhelmina Wunderbar", "Maximilian the Great")
NINE = (*TWO, "Cy", "Dorothea-Alexandra 3", "Eve", "Frederick of Bavaria", "Gus", "Hieronymus Bosch Jr.",
        "Isabella-Margherita")  # fmt: skip
LARGEST = theme.TEXT_SCALES[-1]
BY_NUMBER = (
    "between", "guess", "guess_with_a_double_stick_up", "guess_a_stick_up", "get_ready", "verify_a_guess",
    "verify_whose_the_tile_is", "verify_a_dispute", "settle_a_tie", "final",
)  # fmt: skip
"""Scenes that are laid out by the number of players."""
WORDY = (
    "home", "settings", "new_game", "get_ready", "own_hands", "guess", "guess_with_a_printed_copy", "settle",
    "verify_a_guess", "taking_back", "final", "how_to_play", "practising_with_keys", "practice_start",
)  # fmt: skip
"""Scenes that are looked at in every language."""
MOUSE_ONLY = ("name", "rename", "address", "tag", "spare", "remove", "table-", "newcomer", "line", "aim")
"""Fields to write in and what lies on a picture: Tab goes there, and a press of the mouse; a row beside it has keys."""


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


def keyless(user: Stage) -> list[str]:
    """The buttons that no key presses."""
    return [c.name for c in user.app.controls.open if not c.keys and not c.name.startswith(MOUSE_ONLY)]


@dataclass
class Looks:
    """What was seen of all scenes: wrong layouts and buttons without a key by scene, and the screens shown."""

    faults: dict[str, list[str]] = field(default_factory=dict)
    keyless: dict[str, list[str]] = field(default_factory=dict)
    screens: set[str] = field(default_factory=set)

    def at(self, folder: Path, name: str, players: tuple[str, ...], everywhere: bool) -> None:
        """Look at a scene with these players at 1280 x 720; `everywhere` also at other sizes of window and text."""
        where = f"{name}, {len(players)} players"
        user = Stage(folder, players, text_scale=LARGEST if everywhere else 1.0)
        try:
            SCENES[name](user)
            self.keyless[where] = keyless(user)
            self.screens |= set(user.seen)
            if everywhere:
                self.faults[f"{where}, 1280 x 720, largest text"] = faults(user.page)
                self.faults[f"{where}, with a message and a caption"] = covered(user)
                user.app.choose(text_scale=1.0)
            self.faults[f"{where}, 1280 x 720"] = faults(user.look())
            if everywhere:
                user.surface = Unpainted(UHD)
                self.faults[f"{where}, 3840 x 2160"] = faults(user.look())
                user.app.choose(text_scale=LARGEST)
                self.faults[f"{where}, 3840 x 2160, largest text"] = faults(user.look())
        except Exception as error:
            error.add_note(f"in the scene {where}")
            raise
        finally:
            close_windows()


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Looks:
    """All scenes with two and nine players at all sizes, and some with each number of players between."""
    found = Looks()
    with pytest.MonkeyPatch.context() as patch:
        blank_pictures(patch)
        for name in SCENES:
            for players in (TWO, NINE):
                found.at(tmp_path_factory.mktemp(name), name, players, everywhere=True)
        for name, n in product(BY_NUMBER, range(3, 9)):
            found.at(tmp_path_factory.mktemp(name), name, NINE[-n:], everywhere=False)
    return found


def test_nothing_is_cut_or_overlaps_whoever_plays_at_any_size_of_screen_and_text(looks: Looks) -> None:
    assert {where: wrong for where, wrong in looks.faults.items() if wrong} == {}
    assert len(looks.faults) == len(SCENES) * 2 * 5 + len(BY_NUMBER) * 6


@pytest.mark.parametrize("language", [code for code in languages() if code != FIRST_LANGUAGE])
def test_another_language_fits_as_well(tmp_path, monkeypatch, language):
    blank_pictures(monkeypatch)
    wrong = {}
    for name in WORDY:
        user = Stage(tmp_path / name, NINE, text_scale=LARGEST, language=language)
        SCENES[name](user)
        wrong[name] = faults(user.look()) + covered(user)
        close_windows()
    assert {name: found for name, found in wrong.items() if found} == {}


def test_every_button_has_a_key_of_its_own(looks: Looks) -> None:
    assert {where: names for where, names in looks.keyless.items() if names} == {}


def test_a_name_without_a_space_is_broken_rather_than_cut(tmp_path, monkeypatch):
    blank_pictures(monkeypatch)
    user = Stage(tmp_path, (*NINE[:6], "M" * 20, "Zoe"))
    SCENES["guess"](user)
    assert faults(user.page) == []


@pytest.mark.parametrize("size", [1.0, LARGEST])
def test_two_robbed_of_long_names_are_written_large_enough(tmp_path, monkeypatch, size):
    blank_pictures(monkeypatch)
    user = Stage(tmp_path, (TWO[0], "Gus", "Eve", "Cy", NINE[3]), text_scale=size)
    SCENES["guess_with_a_double_stick_up"](user)
    assert faults(user.page) == []


def test_every_screen_has_a_scene(looks: Looks) -> None:
    places = {kind.__name__ for routes in (SHARED, *(face.routes() for face in faces())) for kind in routes}
    assert places - looks.screens == set()


def test_the_sizes_looked_at_are_those_that_are_promised():
    assert (HD, UHD) == ((1280, 720), (3840, 2160))
