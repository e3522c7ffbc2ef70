"""The fingers at the table as the screen shows them: resting, lifted, unsure, or not there yet."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import pygame

from rules.hands import Digit, Side
from ui.art.hand import Look, draw_hand, shade
from ui.art.pen import Colour, Pen
from ui.window import theme
from ui.window.games.one_finger.table_layout import HAND, SMALL_HAND, FingerSpot
from ui.window.motion import between, out
from ui.window.page import Page

LIFTS_S = 0.22
"""A finger is shown to leave in so long."""
LIFTED_BY = 0.62
"""A lifted finger is drawn so far from where it lay, as a share of the hand's length."""
POINTING = tuple(digit for digit in Digit if digit is not Digit.INDEX)
_TURN_DEG = 12.1
"""A pointing hand is turned so far that its fingertip lies straight above its sleeve."""


class Bearing(StrEnum):
    """What a finger does."""

    AWAY = "away"
    RESTS = "rests"
    LIFTED = "lifted"
    UNSURE = "unsure"


@dataclass(frozen=True)
class FingerShown:
    """What a finger does, and since when, in the window's time."""

    bearing: Bearing
    since_s: float = 0.0


Which = tuple[int, int, int]
"""A finger: its player's place, its card, and which of the player's fingers on it."""


def draw_finger(page: Page, spot: FingerSpot, finger: FingerShown, colour: Colour, small: bool) -> None:
    """A hand that points at the card, its arm in the player's colour. One that is away is only a shadow."""
    if finger.bearing is Bearing.AWAY:
        page.token(("no finger", colour), partial(_ring, colour=colour), spot.tip, 34)
        return
    length = SMALL_HAND if small else HAND
    lifted = finger.bearing is Bearing.LIFTED
    gone = page.clock.share(finger.since_s, LIFTS_S, out)
    back = between(0.0, LIFTED_BY * length, gone if lifted else 1 - gone if finger.since_s else 0.0)
    tip = (spot.tip[0] + spot.away[0] * back, spot.tip[1] + spot.away[1] * back)
    _arm(page, spot, tip, length, colour)
    angle = round(_angle_deg(spot))
    middle = (tip[0] + spot.away[0] * length / 2, tip[1] + spot.away[1] * length / 2)
    key = ("pointing", colour, angle)
    page.token(key, partial(_pointing, colour=colour, angle_deg=angle), middle, length)
    if finger.bearing is Bearing.UNSURE:
        page.token(("unsure finger",), _question, spot.tip, 40)


def _angle_deg(spot: FingerSpot) -> float:
    """By how much a hand is turned that points up at rest: it points against `away`."""
    return math.degrees(math.atan2(-spot.away[0], spot.away[1]))


def _arm(page: Page, spot: FingerSpot, tip: tuple[float, float], length: float, colour: Colour) -> None:
    ends = (tip[0] + spot.away[0] * length * 0.95, tip[1] + spot.away[1] * length * 0.95)
    beyond = (spot.arm[0] - ends[0]) * spot.away[0] + (spot.arm[1] - ends[1]) * spot.away[1]
    if beyond <= 0:
        return
    width = max(2, round(length * 0.26 * page.unit_px))
    for ink, wide in ((theme.INK, width + max(2, round(4 * page.unit_px))), (shade(colour, 0.7), width)):
        pygame.draw.line(page.surface, ink, page.px(*ends), page.px(*spot.arm), wide)


def _pointing(pen: Pen, colour: Colour, angle_deg: float) -> None:
    look = Look(sleeve=shade(colour, 0.7), cuff=colour)
    turned = pen.at((0, 0), 1 / 2.48, angle_deg + _TURN_DEG)
    draw_hand(turned.at((0.26, 0.055)), Side.RIGHT, POINTING, look)


def _ring(pen: Pen, colour: Colour) -> None:
    pen.disc((0, 0), 0.5, theme.INK)
    pen.disc((0, 0), 0.42, colour)
    pen.disc((0, 0), 0.26, theme.INK)


def _question(pen: Pen) -> None:
    pen.disc((0, 0), 0.5, theme.INK)
    pen.disc((0, 0), 0.44, theme.UNSURE)
    pen.text("?", (0, 0), 0.5, theme.INK)


def of_kept(players: tuple[str, ...], kept: Mapping[str, tuple[int, ...]], each: int) -> dict[Which, FingerShown]:
    """The fingers as they are counted."""
    return {
        (seat, card, n): FingerShown(Bearing.RESTS if n < left else Bearing.LIFTED)
        for seat, player in enumerate(players)
        for card, left in enumerate(kept[player])
        for n in range(each)
    }
