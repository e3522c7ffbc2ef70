"""Names in any script: with a font of the computer's where there is one, spelled out where there is none."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from tests.ui.window.fake_user import FakeUser
from tests.ui.window.layout import faults
from ui.window.canvas import Brushes, Canvas, Rect
from ui.window.fonts import Fonts, Run, line_height, substitute, system_fonts

NAMES = ("محمد علي", "שלום דוד", "王小明", "김민준", "नरेंद्र मोदी", "ユキ", "Жанна", "Søren", "ชัย")


@pytest.fixture(autouse=True)
def _fonts():
    pygame.font.init()


def now(work) -> None:
    work()


@pytest.mark.parametrize(
    ("name", "spelled"),
    [
        ("김민준", "Gimminjun"), ("ユキ", "Yuki"), ("नरेंद्र", "Naredra"), ("דוד", "Dalet-vav-dalet"),
        ("王", "(738B)"), ("😀", "(grinning face)"), ("ชัย", "Chomaiyo"), ("ﬁ", "Fi"),
    ],
)  # fmt: skip
def test_letters_that_no_font_has_are_spelled_out(name, spelled):
    assert substitute(name) == spelled


@pytest.mark.parametrize("name", NAMES)
def test_without_any_font_a_name_is_written_in_letters_that_there_are_and_that_is_known(name):
    fonts = Fonts(find=list, beside=now)
    own = fonts.runs(name) in ((Run(name, None, None),), (Run(name, None, "Deva"),))
    assert own == (name in ("Жанна", "Søren", "नरेंद्र मोदी"))
    assert fonts.lacking is not own
    for run in fonts.runs(name):
        assert all(fonts._in(None, letter) for letter in run.text)


@pytest.mark.parametrize("line", ["An\0n", "\0", "Ben\x1b"], ids=["a null inside", "nothing but a null", "an escape"])
def test_what_cannot_be_printed_is_left_out(line):
    drawn = Fonts(find=list, beside=now).draw(line, 30, (255, 255, 255))
    assert drawn.get_height() > 0


def test_a_search_that_finds_nothing_or_broken_files_does_no_harm(tmp_path):
    broken = tmp_path / "broken.ttf"
    broken.write_bytes(b"no font")

    def fails():
        raise OSError("no list of fonts")

    for find in (fails, lambda: [str(broken), str(tmp_path / "missing.ttf")]):
        assert Fonts(find=find, beside=now).runs("김")[0].text == "Gim"


def test_the_search_goes_on_beside_the_window_and_texts_change_when_it_is_done():
    later: list[Callable[[], None]] = []
    brushes = Brushes(Fonts(find=system_fonts, beside=later.append))
    canvas = Canvas(pygame.Surface((400, 100)), brushes)
    canvas.text("שלום", Rect(0, 0, 1600, 200))
    assert not brushes.fonts.lacking, "whether it lacks is not known yet"
    assert len(later) == 1
    version = brushes.fonts.version
    later[0]()
    brushes.begin()
    assert brushes.fonts.version > version
    canvas.text("שלום", Rect(0, 0, 1600, 200))
    assert len(later) == 1, "the computer's fonts are looked for once"


def test_words_that_run_from_right_to_left_stay_in_one_piece_and_the_rest_in_its_own_font():
    path = next((path for path in system_fonts() if Fonts()._in(path, "م")), None)
    if path is None:
        pytest.skip("no font of this computer has Arabic letters")
    fonts = Fonts(find=lambda: [path], beside=now)
    assert fonts.runs("First! محمد علي") == (Run("First! ", None, None), Run("محمد علي", path, "Arab"))
    assert not fonts.lacking
    ink = pygame.surfarray.array3d(fonts.draw("علي محمد", 40, (255, 255, 255)))
    boxes = pygame.surfarray.array3d(Fonts(find=list, beside=now).draw("علي محمد", 40, (255, 255, 255)))
    assert ink.any() and ink.shape != boxes.shape
    assert fonts.draw("علي", 40, (255, 255, 255)).get_height() == line_height(40)


def test_players_of_many_scripts_set_up_a_game_with_nothing_cut_and_are_told_of_missing_letters(tmp_path):
    user = FakeUser(tmp_path, players=NAMES, fonts=Fonts(find=list, beside=now), text_scale=1.3)
    user.press("d")
    user.wait(0.1)
    assert user.reads("no font for some of these letters")
    user.wait(7)
    assert not user.reads("no font for some of these letters")
    spelled_out = [written.text for written in user.page.written if not written.text.isascii()]
    assert [fault for fault in faults(user.page) if not any(repr(name) in fault for name in spelled_out)] == []
    user.press("return", "space")
    assert [fault for fault in faults(user.page) if "too small" not in fault] == [], "what is spelled out may be small"


def test_what_an_input_method_writes_comes_into_the_field_once(tmp_path):
    user = FakeUser(tmp_path, players=("Ann", "Ben"))
    user.press("d")
    user.click("name0")
    user.app.handle(pygame.event.Event(pygame.TEXTINPUT, text="小明"))
    user.type("x")
    user.app.handle(pygame.event.Event(pygame.TEXTINPUT, text="x"))
    assert user.screen.names[0] == "小明x"
