"""The window on the screen: its sizes, F11, and screens of many pixels."""

from __future__ import annotations

import time

import pygame
import pytest

from tests.ui.window.fake_user import UHD, FakeUser
from tests.ui.window.layout import faults
from tests.ui.window.scenes import SCENES
from tests.ui.window.stage import Stage
from ui.window import loop


class Display:
    """A screen that is none, of a size in pixels."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
        self.size = size
        self.asked: list[tuple[tuple[int, int], int]] = []
        self.surface: pygame.Surface | None = None
        monkeypatch.setattr(pygame.display, "set_mode", self.set_mode)
        monkeypatch.setattr(pygame.display, "get_surface", lambda: self.surface)
        monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [size])

    def set_mode(self, size: tuple[int, int], flags: int = 0) -> pygame.Surface:
        self.asked.append((size, flags))
        self.surface = pygame.Surface(size if size != (0, 0) else self.size)
        return self.surface


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080), (2560, 1600), UHD, (1080, 1920)])
def test_the_window_fits_on_its_screen_and_has_the_fields_shape(monkeypatch, size):
    Display(monkeypatch, size)
    width, height = loop.Window(False).surface.get_size()
    assert width <= size[0] and height <= size[1]
    assert width / height == pytest.approx(16 / 9, abs=0.01)
    assert width > size[0] * 0.6


def test_f11_fills_the_screen_and_leads_back_to_the_window_as_it_was(tmp_path, monkeypatch):
    display = Display(monkeypatch, UHD)
    user = FakeUser(tmp_path)
    window = loop.Window(user.app.choices.full_screen)
    display.surface = pygame.Surface((1000, 700))  # somebody has pulled at its corner
    window.follow(user.app.choices.full_screen)
    user.press("f11")
    window.follow(user.app.choices.full_screen)
    assert display.asked[-1] == ((2560, 1440), pygame.FULLSCREEN | pygame.SCALED)
    user.press("f11")
    window.follow(user.app.choices.full_screen)
    assert display.asked[-1] == ((1000, 700), pygame.RESIZABLE)
    assert FakeUser(tmp_path).app.choices.full_screen is False


@pytest.mark.parametrize("size", [(640, 480), (1000, 400), (500, 900), (3440, 1440), (320, 180), (60, 40)])
def test_a_window_of_any_shape_shows_everything_where_the_mouse_finds_it(tmp_path, size):
    user = FakeUser(tmp_path, size, players=("Ann", "Ben"))
    if size[0] > 320:
        assert faults(user.page) == []
    user.click("play")
    assert user.at == "NewGame"


def test_a_frame_of_a_very_large_screen_takes_little_longer_than_one_of_a_small_screen(tmp_path):
    """Pictures are drawn once; after that a frame of nine times as many pixels may not take as many times as long."""
    user = Stage(tmp_path, ("Ann", "Ben", "Cy"))
    SCENES["guess"](user)

    def frame_s() -> float:
        took = []
        user.look()
        for _ in range(8):
            before_s = time.process_time()
            user.look()
            took.append(time.process_time() - before_s)
        return min(took)

    small_s = frame_s()
    user.surface = pygame.Surface(UHD)
    assert frame_s() < 30 * small_s
