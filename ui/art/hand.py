"""A hand as the cards show it: the back of a left or right hand, any digits bent.

The right hand is drawn, in units of about a palm's width, fingers up and thumb on the left; the left hand is its mirror
image. A straight finger shows its nail. A bent one ends at its middle knuckle, as when it is tucked under the palm.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.hands import Digit, Side
from ui.art.pen import Colour, Pen, Point

TOP, BOTTOM = -1.5, 1.2
"""A hand with its sleeve lies within x from -1 to 1 and y from -1.5 to 1.2."""
INK: Colour = (38, 28, 33)
OUTLINE = 0.042


class Glove(StrEnum):
    """What a hand wears."""

    BARE = "bare"
    FULL = "full"
    FINGERLESS = "fingerless"


@dataclass(frozen=True, kw_only=True)
class Look:
    """What a hand looks like; none of it means anything in the game."""

    skin: Colour = (236, 188, 150)
    nail: Colour = (250, 224, 205)
    sleeve: Colour = (70, 96, 140)
    cuff: Colour = (238, 232, 218)
    glove: Glove = Glove.BARE
    leather: Colour = (120, 74, 46)
    ring: Digit | None = None
    scar: bool = False
    ink_star: bool = False


@dataclass(frozen=True)
class _Finger:
    base: Point
    turn_deg: float
    length: float
    base_r: float
    tip_r: float

    def along(self, share: float) -> Point:
        turn = math.radians(self.turn_deg)
        reach = self.length * share
        return self.base[0] + reach * math.sin(turn), self.base[1] - reach * math.cos(turn)

    def radius(self, share: float) -> float:
        return self.base_r + (self.tip_r - self.base_r) * share


FINGERS: Mapping[Digit, _Finger] = {
    Digit.INDEX: _Finger((-0.355, -0.30), -11, 0.88, 0.128, 0.105),
    Digit.MIDDLE: _Finger((-0.115, -0.36), -2, 1.00, 0.130, 0.108),
    Digit.RING: _Finger((0.130, -0.32), 7, 0.90, 0.126, 0.103),
    Digit.PINKY: _Finger((0.350, -0.21), 18, 0.70, 0.112, 0.092),
}
STUB = 0.33
"""How much of a bent finger's length is seen."""
PALM = (
    (-0.27, 0.72), (-0.40, 0.45), (-0.47, 0.12), (-0.48, -0.24), (-0.36, -0.40),
    (-0.11, -0.46), (0.14, -0.43), (0.36, -0.32), (0.465, -0.16), (0.45, 0.15), (0.36, 0.48), (0.27, 0.72),
)  # fmt: skip
THUMB = ((-0.30, 0.34), (-0.60, 0.02), (-0.80, -0.30))
THUMB_R = (0.19, 0.145, 0.112)
THUMB_STUB = (-0.52, 0.13)


def draw_hand(
    pen: Pen,
    side: Side,
    bent: Collection[Digit],
    look: Look = Look(),
    marks: Mapping[Digit, Colour] | None = None,
) -> None:
    """Draw a hand around the pen's origin, the middle of the back of the hand. `marks` paints digits in a colour of
    their own, where something is to be said about them."""
    own = pen.at((0, 0), mirror=side is Side.LEFT)
    cloth = look.leather if look.glove is not Glove.BARE else look.skin
    covered = look.leather if look.glove is Glove.FULL else look.skin
    marks = marks or {}
    for grown in (OUTLINE, 0.0):
        back = INK if grown else cloth
        if grown:
            _sleeve(own, look, grown)
        for digit, finger in FINGERS.items():
            _finger(own, finger, digit in bent, grown, INK if grown else marks.get(digit, covered))
        _thumb(own, Digit.THUMB in bent, grown, INK if grown else marks.get(Digit.THUMB, covered))
        if grown:
            own.blob(_wider(PALM, grown), INK)
            own.bone((0, 0.55), (0, 0.72), 0.27 + grown, 0.27 + grown, INK)
        else:
            own.bone((0, 0.55), (0, 0.72), 0.27, 0.27, back)
            own.blob(PALM, back)
    _sleeve(own, look, 0.0)
    _thumb_web(own, Digit.THUMB in bent, cloth)
    _back_details(own, look, cloth)
    for digit, finger in FINGERS.items():
        _finger_details(own, finger, digit, digit in bent, look, marks.get(digit, covered), cloth)
    _thumb_details(own, Digit.THUMB in bent, look, marks.get(Digit.THUMB, covered))
    _cuff(own, look)


def _finger(pen: Pen, finger: _Finger, bent: bool, grown: float, colour: Colour) -> None:
    if bent:
        # The knuckle comes towards the eye, so the stub's end is a little thicker than the finger.
        pen.bone(finger.base, finger.along(STUB), finger.base_r + grown, finger.base_r * 1.06 + grown, colour)
    else:
        pen.bone(finger.base, finger.along(0.5), finger.base_r + grown, finger.radius(0.5) + grown, colour)
        pen.bone(finger.along(0.5), finger.along(1), finger.radius(0.5) + grown, finger.tip_r + grown, colour)


def _thumb(pen: Pen, bent: bool, grown: float, colour: Colour) -> None:
    if bent:
        pen.bone(THUMB[0], THUMB_STUB, THUMB_R[0] + grown, 0.15 + grown, colour)
        return
    for i in (0, 1):
        pen.bone(THUMB[i], THUMB[i + 1], THUMB_R[i] + grown, THUMB_R[i + 1] + grown, colour)


def _thumb_web(pen: Pen, bent: bool, colour: Colour) -> None:
    if not bent:
        pen.bone((-0.26, 0.32), (-0.36, 0.22), 0.2, 0.17, colour)


def _finger_details(
    pen: Pen, finger: _Finger, digit: Digit, bent: bool, look: Look, colour: Colour, cloth: Colour
) -> None:
    there = pen.at(finger.base, angle_deg=finger.turn_deg)
    dark = shade(colour, 0.62)
    if look.glove is Glove.FINGERLESS:
        there.bone((0, 0), (0, -finger.length * 0.16), finger.base_r, finger.base_r, cloth)
        there.line([(-finger.base_r, -finger.length * 0.22), (finger.base_r, -finger.length * 0.22)], 0.035, INK)
    if look.ring is digit and not bent:
        _ring(there, finger)
    r = finger.base_r
    if bent:
        end = -finger.length * STUB
        _crescent(there, (0, end), r * 1.06, shade(colour, 0.78))
        _arc(there, (0, end + 0.035), r * 0.62, dark, 0.03)
        _arc(there, (0, end + 0.10), r * 0.62, dark, 0.024)
        return
    for share in (0.47, 0.53):
        _arc(there, (0, -finger.length * share + 0.05), finger.radius(share) * 0.55, dark, 0.02)
    if look.glove is not Glove.FULL:
        tip_r = finger.tip_r
        there.oval((0, -finger.length - tip_r * 0.12), tip_r * 0.62, tip_r * 0.82, shade(colour, 0.66))
        there.oval((0, -finger.length - tip_r * 0.16), tip_r * 0.5, tip_r * 0.7, look.nail)
    else:
        there.line([(-r * 0.1, -finger.length * 0.8), (-r * 0.1, -finger.length * 0.68)], 0.02, shade(colour, 0.72))


def _thumb_details(pen: Pen, bent: bool, look: Look, colour: Colour) -> None:
    dark = shade(colour, 0.62)
    if bent:
        turn = math.degrees(math.atan2(THUMB_STUB[0] - THUMB[0][0], THUMB[0][1] - THUMB_STUB[1]))
        there = pen.at(THUMB_STUB, angle_deg=turn)
        _crescent(there, (0, 0), 0.15, shade(colour, 0.78))
        _arc(there, (0, 0.035), 0.09, dark, 0.03)
        _arc(there, (0, 0.10), 0.09, dark, 0.024)
        return
    turn = math.degrees(math.atan2(THUMB[2][0] - THUMB[1][0], THUMB[1][1] - THUMB[2][1]))
    there = pen.at(THUMB[2], angle_deg=turn)
    if look.ring is Digit.THUMB:
        _ring(pen.at(THUMB[1], angle_deg=turn), _Finger((0, 0), 0, 0.4, 0.14, 0.13))
    _arc(pen.at(THUMB[1], angle_deg=turn), (0, 0.02), 0.085, dark, 0.022)
    if look.glove is not Glove.FULL:
        there.oval((0, -0.012), 0.07, 0.092, shade(colour, 0.66))
        there.oval((0, -0.017), 0.056, 0.078, look.nail)


def _back_details(pen: Pen, look: Look, colour: Colour) -> None:
    dark = shade(colour, 0.8)
    if look.glove is Glove.BARE:
        for digit in (Digit.INDEX, Digit.MIDDLE, Digit.RING):
            x, y = FINGERS[digit].base
            pen.line([(x * 0.95, y + 0.12), (x * 0.55, y + 0.38)], 0.022, dark)
        for digit in FINGERS:
            x, y = FINGERS[digit].base
            _arc(pen.at((x, y)), (0, 0.0), 0.075, dark, 0.022)
    else:
        for x in (-0.2, 0.0, 0.2):
            pen.line([(x * 1.1, -0.2), (x * 0.8, 0.2)], 0.045, dark)
    if look.ink_star:
        points = []
        for i in range(10):
            r, t = (0.17, 0.075)[i % 2], i * math.tau / 10 - math.tau / 4
            points.append((0.02 + r * math.cos(t), 0.24 + r * math.sin(t)))
        pen.shape(points, shade(colour, 0.45))
    if look.scar:
        pen.line([(0.1, 0.05), (0.02, 0.2), (0.06, 0.42)], 0.03, shade(colour, 0.58))
        for t in (0.1, 0.22, 0.34):
            pen.line([(-0.04, t + 0.02), (0.13, t - 0.03)], 0.022, shade(colour, 0.58))


def _sleeve(pen: Pen, look: Look, grown: float) -> None:
    colour = INK if grown else look.sleeve
    pen.box((-0.4 - grown, 0.9 - grown, 0.8 + 2 * grown, 0.26 + 2 * grown), colour, 0.06)


def _cuff(pen: Pen, look: Look) -> None:
    gloved = look.glove is not Glove.BARE
    colour = shade(look.leather, 0.8) if gloved else look.cuff
    pen.box((-0.37, 0.76, 0.74, 0.22), INK, 0.07)
    pen.box((-0.335, 0.795, 0.67, 0.15), colour, 0.05)
    pen.disc((0.22, 0.87), 0.032, shade(colour, 0.6))


def _ring(pen: Pen, finger: _Finger) -> None:
    y, r = -finger.length * 0.2, finger.base_r
    pen.box((-r - 0.035, y - 0.06, 2 * r + 0.07, 0.12), INK, 0.04)
    pen.box((-r - 0.01, y - 0.038, 2 * r + 0.02, 0.076), (244, 200, 66), 0.03)
    pen.disc((0, y), 0.07, INK)
    pen.disc((0, y), 0.045, (98, 190, 226))


def _arc(pen: Pen, center: Point, radius: float, colour: Colour, width: float) -> None:
    """A knuckle's crease: a shallow bow."""
    points = []
    for i in range(7):
        t = math.radians(210 + i * 20)
        points.append((center[0] + radius * math.cos(t), center[1] + radius * 0.5 * (math.sin(t) + 0.75)))
    pen.line(points, width, colour)


def _crescent(pen: Pen, center: Point, radius: float, colour: Colour) -> None:
    """The shaded end of a bent digit, where it turns away underneath."""
    outer = [(radius * math.cos(t), radius * math.sin(t)) for t in (math.pi + i * math.pi / 20 for i in range(21))]
    inner = [(x, y * 0.35) for x, y in reversed(outer)]
    pen.shape([(center[0] + x, center[1] + y) for x, y in outer + inner], colour)


def _wider(points: tuple[Point, ...], by: float) -> list[Point]:
    """Points pushed away from their middle by a distance."""
    out = []
    for x, y in points:
        length = math.hypot(x, y) or 1.0
        out.append((x * (1 + by / length), y * (1 + by / length)))
    return out


def shade(colour: Colour, factor: float) -> Colour:
    """A colour made darker (below 1) or lighter (above 1)."""
    if factor <= 1:
        r, g, b = (round(part * factor) for part in colour[:3])
    else:
        r, g, b = (round(255 - (255 - part) / factor) for part in colour[:3])
    return r, g, b
