"""What the tests of the window share."""

from __future__ import annotations

import pygame
import pytest

from tests.ui.window.fake_user import OPEN
from ui.art.pen import Pictures


@pytest.fixture(autouse=True)
def _close_windows():
    """No window outlives its test."""
    yield
    while OPEN:
        OPEN.pop().close()


@pytest.fixture
def _blank_pictures(monkeypatch):
    """Drawn cards and hands are as large as ever and empty: only texts and controls are looked at."""
    blank: dict[tuple[int, int], pygame.Surface] = {}

    def get(self, key, size_px, draw):
        return blank.setdefault(size_px, pygame.Surface(size_px, pygame.SRCALPHA))

    monkeypatch.setattr(Pictures, "get", get)
