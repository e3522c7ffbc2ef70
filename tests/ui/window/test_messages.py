"""Where a message lies: where it is liked, unless that covers something that can be pressed."""

from __future__ import annotations

import pygame

from ui.window.canvas import Brushes, Rect
from ui.window.messages import MESSAGE
from ui.window.page import Page, Touch

LOW, HIGH = MESSAGE.liked


def page(*buttons: Rect) -> Page:
    """A page with buttons."""
    made = Page(pygame.Surface((320, 180)), Brushes(), 1.0, Touch())
    for n, rect in enumerate(buttons):
        made.press_area(str(n), rect, lambda: None)
    return made


def test_it_lies_low_else_over_the_name_else_where_there_is_room():
    assert MESSAGE.on(page(), None) == LOW
    assert MESSAGE.on(page(LOW), None) == HIGH
    third = MESSAGE.on(page(LOW, HIGH), None)
    assert third not in (LOW, HIGH) and third.y > LOW.y - 2 * LOW.h


def test_it_stays_where_it_lies_until_a_button_comes_there():
    assert MESSAGE.on(page(), HIGH) == HIGH
    assert MESSAGE.on(page(HIGH), HIGH) == LOW


def test_it_is_made_smaller_where_there_is_little_room():
    spot = MESSAGE.on(page(Rect(0, 0, 1600, 700), Rect(0, 700, 800, 200)), None)
    assert spot.w < LOW.w and spot.x >= 800 and spot.y >= 700


def test_on_a_screen_that_is_all_button_it_is_shown_all_the_same():
    assert MESSAGE.on(page(Rect(0, 0, 1600, 900)), None) == LOW
