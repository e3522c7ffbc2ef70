"""Draws in the window's own units of 1600 x 900 onto a surface of any size, letterboxed where its shape differs."""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

import pygame

from rules.dexterity_jane.cards import Card
from rules.hands import Digit, Side
from ui.art.card import card_picture, fame_picture
from ui.art.faces import Mood, draw_face
from ui.art.hand import Look, draw_hand
from ui.art.pen import Colour, Pen, Pictures
from ui.art.tokens import token_picture
from ui.art.wood import wood
from ui.window import theme
from ui.window.fonts import Fonts, line_height
from ui.window.theme import Role

Align = Literal["left", "center", "right"]
CUT = "…"
EM = 0.86
"""The size of a font whose lines are 1 apart."""
DISPLAYED = 40.0
"""Texts of that size on are written in the display font, where nothing else is said."""
_ANYWHERE = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
PIECES = re.compile(rf" *(?:[^ \-{_ANYWHERE}]*-+|[{_ANYWHERE}]|[^ \-{_ANYWHERE}]+)")
"""What a line may be broken between: words, parts with a hyphen, and Chinese, Japanese and Korean letters."""


class Rect(NamedTuple):
    """A rectangle in the window's units."""

    x: float
    y: float
    w: float
    h: float

    @property
    def center(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """A smaller rectangle inside it."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h

    def columns(self, n: int, gap: float = 0.0) -> list[Rect]:
        """`n` equal columns of it, `gap` apart."""
        w = (self.w - gap * (n - 1)) / n
        return [Rect(self.x + i * (w + gap), self.y, w, self.h) for i in range(n)]

    def rows(self, n: int, gap: float = 0.0) -> list[Rect]:
        """`n` equal rows of it, `gap` apart."""
        h = (self.h - gap * (n - 1)) / n
        return [Rect(self.x, self.y + i * (h + gap), self.w, h) for i in range(n)]


@dataclass(frozen=True)
class Written:
    """A text as it was drawn, for tests: where its ink lies, the room it was given, and whether it had to be cut."""

    text: str
    ink: Rect
    room: Rect
    cut: bool
    layer: int
    size: float
    """How high its lines are, in the window's units."""
    role: Role | None = None
    """What it is for, where it says so."""
    colour: Colour = theme.CREAM


@dataclass(frozen=True)
class _Fit:
    size_px: int
    lines: tuple[str, ...]
    cut: bool


class Brushes:
    """What outlives a frame: finished pictures, fonts and how texts fit."""

    def __init__(self, fonts: Fonts | None = None) -> None:
        self.pictures = Pictures()
        self.fonts = fonts or Fonts()
        self._fonts_version = self.fonts.version
        self._texts: OrderedDict[Hashable, pygame.Surface] = OrderedDict()
        self._fits: OrderedDict[Hashable, _Fit] = OrderedDict()

    def begin(self) -> None:
        """A new frame: texts look as the fonts found by now have them."""
        self.pictures.begin_frame()
        self.fonts.update()
        if self.fonts.version != self._fonts_version:
            self._fonts_version = self.fonts.version
            self._texts.clear()
            self._fits.clear()

    def line(self, text: str, size_px: int, colour: Colour, display: bool = False) -> pygame.Surface:
        """One line of text as a picture."""
        key = (text, size_px, colour, display)
        found = self._texts.get(key)
        if found is None:
            found = self._texts[key] = self.fonts.draw(text, size_px, colour, display)
            if len(self._texts) > 600:
                self._texts.popitem(last=False)
        else:
            self._texts.move_to_end(key)
        return found

    def fit(
        self, text: str, room_px: tuple[int, int], size_px: int, whole_px: int, least_px: int, wrap: bool,
        display: bool = False,
    ) -> _Fit:  # fmt: skip
        """The largest size up to `size_px` at which the text fits; from `whole_px` down its words are broken, below
        `least_px` it is cut instead."""
        key = (text, room_px, size_px, least_px, wrap, display)
        found = self._fits.get(key)
        if found is None:
            found = self._fits[key] = self._find_fit(text, room_px, size_px, whole_px, least_px, wrap, display)
            if len(self._fits) > 2000:
                self._fits.popitem(last=False)
        return found

    def _find_fit(
        self, text: str, room_px: tuple[int, int], size_px: int, whole_px: int, least_px: int, wrap: bool,
        display: bool,
    ) -> _Fit:  # fmt: skip
        size = max(size_px, least_px)
        while True:
            width, high = partial(self.fonts.width, size_px=size, display=display), line_height(size)
            lines = _wrapped(text, width, room_px[0], size > whole_px) if wrap else tuple(text.split("\n"))
            if max(map(width, lines)) <= room_px[0] and len(lines) * high <= room_px[1]:
                return _Fit(size, lines, False)
            if size <= least_px:
                break
            smaller = min(size - 1, round(size * 0.94))
            size = max(least_px, whole_px if smaller < whole_px < size else smaller)
        kept = lines[: max(1, room_px[1] // high)]
        return _Fit(size, tuple(_cut(line, width, room_px[0], len(kept) < len(lines)) for line in kept), True)


class Canvas:
    """One frame being drawn. `written` is every text on it."""

    def __init__(self, surface: pygame.Surface, brushes: Brushes, text_scale: float = 1.0) -> None:
        self.surface = surface
        self.brushes = brushes
        self.text_scale = text_scale
        width, height = surface.get_size()
        self.unit_px = min(width / theme.WIDTH, height / theme.HEIGHT)
        self.left_px = (width - theme.WIDTH * self.unit_px) / 2
        self.top_px = (height - theme.HEIGHT * self.unit_px) / 2
        self.written: list[Written] = []
        self.layer = 0
        """Texts of different layers may lie over each other: a question lies over what it asks about."""

    @property
    def pictures(self) -> Pictures:
        """The finished pictures."""
        return self.brushes.pictures

    def px(self, x: float, y: float) -> tuple[float, float]:
        """Where a point lies on the surface."""
        return self.left_px + x * self.unit_px, self.top_px + y * self.unit_px

    def units(self, x_px: float, y_px: float) -> tuple[float, float]:
        """The point under a pixel."""
        return (x_px - self.left_px) / self.unit_px, (y_px - self.top_px) / self.unit_px

    def rect_px(self, rect: Rect) -> pygame.Rect:
        """A rectangle in whole pixels."""
        x0, y0 = self.px(rect.x, rect.y)
        x1, y1 = self.px(rect.x + rect.w, rect.y + rect.h)
        return pygame.Rect(round(x0), round(y0), round(x1) - round(x0), round(y1) - round(y0))

    def ground(self) -> None:
        """The table, on the whole surface, also beside the field."""
        self.surface.blit(wood(self.surface.get_size(), theme.WOOD), (0, 0))

    def veil(self, opacity: float = 0.72) -> None:
        """Darken everything drawn so far; what comes now lies over it."""
        left = round(255 * (1 - opacity))
        self.surface.fill((left, left, left), special_flags=pygame.BLEND_RGB_MULT)
        self.layer += 1

    def box(self, rect: Rect, colour: Colour, round_by: float = 14.0) -> None:
        """A filled rectangle with smooth round corners."""
        whole = self.rect_px(rect)
        r = min(round(round_by * self.unit_px), whole.w // 2, whole.h // 2)
        if r < 1:
            self.surface.fill(colour, whole)
            return

        def paint(large: pygame.Surface) -> None:
            pygame.draw.circle(large, colour, large.get_rect().center, large.get_width() / 2)

        disc = self.pictures.get(("disc", colour), (2 * r, 2 * r), paint)
        for right in (0, 1):
            for low in (0, 1):
                corner = (whole.right - r if right else whole.x, whole.bottom - r if low else whole.y)
                part = pygame.Rect(right * r, low * r, r, r)
                self.surface.blit(disc, corner, part, special_flags=pygame.BLEND_PREMULTIPLIED)
        self.surface.fill(colour, (whole.x + r, whole.y, whole.w - 2 * r, whole.h))
        self.surface.fill(colour, (whole.x, whole.y + r, r, whole.h - 2 * r))
        self.surface.fill(colour, (whole.right - r, whole.y + r, r, whole.h - 2 * r))

    def frame(self, rect: Rect, edge: Colour, inside: Colour, width: float = 3.0, round_by: float = 14.0) -> None:
        """A filled rectangle with an edge of another colour."""
        self.box(rect, edge, round_by)
        self.box(rect.inset(width), inside, max(0.0, round_by - width))

    def worded(self, text: str) -> str:
        """A text as it is to be read."""
        return text

    def text(
        self,
        text: str,
        room: Rect,
        size: float = theme.TEXT,
        colour: Colour = theme.CREAM,
        align: Align = "center",
        *,
        wrap: bool = False,
        top: bool = False,
        display: bool | None = None,
    ) -> None:
        """Text in the middle of `room` (or at its top), made smaller until it fits; `wrap` lets it take more lines.
        What is to be read from afar is better written with `write`, which keeps it large."""
        shown = size >= DISPLAYED if display is None else display
        self._put(text, room, size, theme.SMALLEST, theme.LEGIBLE, shown, colour, align, wrap, top, None)

    def write(
        self,
        text: str,
        room: Rect,
        role: Role,
        colour: Colour = theme.CREAM,
        align: Align = "center",
        *,
        wrap: bool = False,
        top: bool = False,
        size: float | None = None,
    ) -> None:
        """Text of a role in the middle of `room` (or at its top): as large as the role or `size` says, made smaller
        down to what the role may be; then its words are broken. What does not fit then is too small, which the layout
        tests find."""
        wanted = role.size if size is None else size
        self._put(text, room, wanted, role.least, role.least, role.display, colour, align, wrap, top, role)

    def _put(
        self, text: str, room: Rect, size: float, least: float, whole: float, display: bool, colour: Colour,
        align: Align, wrap: bool, top: bool, role: Role | None,
    ) -> None:  # fmt: skip
        text = self.worded(text)
        if not text:
            return
        whole_px = self.rect_px(room)
        wanted = max(6, round(size * self.text_scale * self.unit_px * EM))
        least_px = min(wanted, max(6, math.ceil(least * self.unit_px * EM)))
        legible = math.ceil(whole * self.unit_px * EM)
        fit = self.brushes.fit(text, whole_px.size, wanted, legible, least_px, wrap, display)
        if fit.cut and role is not None:  # rather too small than without its end
            tiny_px = max(6, round(theme.SMALLEST * self.unit_px * EM))
            fit = self.brushes.fit(text, whole_px.size, least_px, legible, min(least_px, tiny_px), wrap, display)
        step = line_height(fit.size_px)
        y = whole_px.y if top else whole_px.y + (whole_px.h - step * len(fit.lines)) // 2
        start, left, right = y, whole_px.right, whole_px.x
        for line in fit.lines:
            drawn = self.brushes.line(line, fit.size_px, colour, display)
            free = whole_px.w - drawn.get_width()
            x = whole_px.x + {"left": 0, "center": free // 2, "right": free}[align]
            self.surface.blit(drawn, (x, y))
            left, right, y = min(left, x), max(right, x + drawn.get_width()), y + step
        (x0, y0), (x1, y1) = self.units(left, start), self.units(right, y)
        ink, high = Rect(x0, y0, x1 - x0, y1 - y0), fit.size_px / (self.unit_px * EM)
        self.written.append(Written(text, ink, room, fit.cut, self.layer, high, role, colour))

    def tail(self, text: str, room: Rect, size: float) -> str:
        """The end of a text, as much of it as fits on a line of that size."""
        size_px = max(6, round(size * self.unit_px * EM))
        width, kept = self.brushes.fonts.width, text
        while len(kept) > 1 and width(kept if kept == text else CUT + kept, size_px) > self.rect_px(room).w:
            kept = kept[1:]
        return kept if kept == text else CUT + kept

    def blit(self, picture: pygame.Surface, center: tuple[float, float]) -> None:
        """A finished picture around a point."""
        x, y = self.px(*center)
        at = (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2))
        self.surface.blit(picture, at, special_flags=pygame.BLEND_PREMULTIPLIED)

    def token(
        self, key: tuple[object, ...], draw: Callable[[Pen], None], center: tuple[float, float], side: float
    ) -> None:
        """A token of that width; `key` says what it looks like."""
        self.blit(token_picture(self.pictures, key, side * self.unit_px, draw), center)

    def card(self, card: Card, center: tuple[float, float], height: float, angle_deg: float = 0.0) -> None:
        """A Hand card, face up."""
        self.blit(card_picture(self.pictures, card, height * self.unit_px, angle_deg), center)

    def flipping(self, card: Card, center: tuple[float, float], height: float, angle_deg: float, share: float) -> None:
        """A Hand card that is turned over, from its Fame side (0) to its face (1)."""
        if share >= 1:
            return self.card(card, center, height, angle_deg)
        picture = (
            card_picture(self.pictures, card, height * self.unit_px, angle_deg)
            if share > 0.5
            else fame_picture(self.pictures, 0, height * self.unit_px, angle_deg)
        )
        narrow = max(1, round(picture.get_width() * abs(math.cos(math.pi * share))))
        return self.blit(pygame.transform.scale(picture, (narrow, picture.get_height())), center)

    def fame(self, number: int, center: tuple[float, float], height: float, angle_deg: float = 0.0) -> None:
        """A Hand card, Fame side up."""
        self.blit(fame_picture(self.pictures, number, height * self.unit_px, angle_deg), center)

    def face(self, number: int, center: tuple[float, float], side: float, mood: Mood = Mood.GLAD) -> None:
        """A player's face under its hat, that wide."""
        colour = theme.PLAYERS[number % len(theme.PLAYERS)]
        self.token(("face", number, mood), lambda pen: draw_face(pen, number, colour, mood), center, side)

    def hand(
        self,
        side: Side,
        bent: Collection[Digit],
        center: tuple[float, float],
        height: float,
        look: Look | None = None,
        marks: Mapping[Digit, Colour] | None = None,
        angle_deg: float = 0.0,
    ) -> None:
        """A hand whose fingertips and sleeve are `height` apart."""
        look = look or Look()
        painted = tuple(sorted((marks or {}).items()))
        key = ("hand", side, frozenset(bent), look, painted, angle_deg)

        def draw(pen: Pen) -> None:
            draw_hand(pen.at((0, 0.055), scale=1 / 2.72, angle_deg=angle_deg), side, bent, look, marks)

        self.token(key, draw, center, height)


def _wrapped(text: str, width: Callable[[str], int], room: int, whole_words: bool) -> tuple[str, ...]:
    lines = []
    for paragraph in text.split("\n"):
        line = ""
        for word in PIECES.findall(paragraph):
            while not whole_words and width(word.lstrip(" ")) > room and len(word) > 1:
                word = word.lstrip(" ")
                head = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or width(word[:n]) <= room)
                lines += [line, word[:head]] if line else [word[:head]]
                line, word = "", word[head:]
            if line and width(line + word) > room:
                lines.append(line)
                line = word.lstrip(" ")
            else:
                line = line + word if line else word.lstrip(" ")
        lines.append(line)
    return tuple(lines)


def _cut(line: str, width: Callable[[str], int], room: int, more: bool) -> str:
    if width(line) <= room and not more:
        return line
    while line and width(line + CUT) > room:
        line = line[:-1]
    return line.rstrip() + CUT
