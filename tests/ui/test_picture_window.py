"""The window of the demo, under SDL's dummy driver."""

from __future__ import annotations

import time

import numpy as np
import pytest

from ui import picture_window
from ui.picture_window import PictureWindow

PICTURE = np.full((90, 160, 3), (10, 60, 200), np.uint8)


@pytest.fixture
def screen(monkeypatch):
    """A screen that nobody sees, taken for one that somebody does."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(picture_window, "NO_SCREEN", ())


def test_without_a_display_there_is_no_window(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with PictureWindow("none") as window:
        assert not window.shows
        window.show(PICTURE, 0.0)


def test_sdls_dummy_driver_is_no_screen(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("DISPLAY", ":0")
    assert not PictureWindow("none").shows


def test_nobody_gets_a_window_who_wants_none(screen):
    assert not PictureWindow("none", wanted=False).shows


def test_a_picture_is_shown_in_its_own_colours(screen):
    import pygame

    with PictureWindow("one") as window:
        window.show(PICTURE, 0.0)
        surface = pygame.display.get_surface()
        assert surface is not None
        assert surface.get_size() == (160, 90)
        assert tuple(surface.get_at((80, 45)))[:3] == (200, 60, 10)
    assert not window.shows


def test_pictures_come_at_their_own_times(screen):
    with PictureWindow("pace") as window:
        began_s = time.monotonic()
        window.show(PICTURE, 5.0)
        window.show(PICTURE, 5.2)
        assert time.monotonic() - began_s >= 0.19


@pytest.mark.parametrize("how", ["button", "escape"])
def test_closing_the_window_lets_the_rest_go_on(screen, how):
    import pygame

    with PictureWindow("closed") as window:
        window.show(PICTURE, 0.0)
        event = (
            pygame.event.Event(pygame.QUIT)
            if how == "button"
            else pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE)
        )
        pygame.event.post(event)
        window.show(PICTURE, 60.0)
        assert not window.shows
        window.show(PICTURE, 120.0)
