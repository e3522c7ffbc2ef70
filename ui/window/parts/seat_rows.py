"""The players of a table that gets ready: a row for each with what is read of the hands, tags there, and advice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gesture.reading.hand_reading import HandReading
from gesture.table.seats import Seat, Table
from rules.hands import Digit, Side, in_order
from ui.art.pen import Colour
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page
from ui.window.parts.picture import Spot
from ui.window.ready.seating import Placed, Seating, Zone
from ui.window.texts import Texts
from ui.window.workers.seats_worker import View, to_change

TAG_HEIGHT = 44.0
NARROWEST, WIDE, WIDEST = 150.0, 176.0, 230.0
"""A tag with a name is at least so wide and at most so wide."""
TALLEST = 150.0
ROOMY = 118.0
"""From this height on a row also shows drawn hands."""


def draw_rows(
    page: Page,
    texts: Texts,
    seating: Seating,
    hands: Sequence[HandReading],
    field: Rect,
    select: Callable[[int], None],
    selected: int | None,
) -> None:
    """A row for each player; a press, or the number's key, selects it."""
    theirs: dict[int, dict[Side, HandReading]] = {}
    for hand in hands:
        owner = seating.owner(hand)
        if owner is not None:
            theirs.setdefault(owner, {})[hand.side] = hand
    n = len(seating.seats)
    height = min(TALLEST, (field.h - 6 * (n - 1)) / n)
    for i, seat in enumerate(seating.seats):
        rect = Rect(field.x, field.y + i * (height + 6), field.w, height)
        _row(page, texts, seat, i, theirs.get(i, {}), rect, select, i == selected)


def _row(
    page: Page,
    texts: Texts,
    seat: Placed,
    index: int,
    hands: dict[Side, HandReading],
    rect: Rect,
    select: Callable[[int], None],
    selected: bool,
) -> None:
    def choose() -> None:
        select(index)

    hover, focused = page.press_area(f"seat{index}", rect, choose, str(index + 1))
    edge = theme.CREAM if selected or focused else theme.GOLD if seat.zone is not None else theme.LINE
    page.frame(rect, edge, theme.RAISED if hover or selected else theme.TABLE, 3, 10)
    badge = Rect(rect.x + 8, rect.y + min(8.0, (rect.h - 40) / 2), 40, 40)
    page.box(badge, theme.GOLD if seat.here else theme.STRAIGHT if seat.zone is not None else theme.NIGHT, 8)
    page.text(str(index + 1), badge, theme.TEXT, theme.INK if seat.zone is not None else theme.GOLD)
    tall = rect.h >= ROOMY
    name = Rect(rect.x + 58, badge.y - 2, rect.w - 260 if tall else 150, 44)
    page.text(seat.player, name, theme.TEXT, theme.CREAM, "left", wrap=not tall)
    room = Rect(rect.x + 212, rect.y + 5, rect.w - 220, rect.h - 10)
    if tall:
        room = Rect(rect.x + 14, rect.y + 52, rect.w - 220, rect.h - 58)
        for side, spot in zip(Side, Rect(rect.x + rect.w - 204, rect.y + 4, 196, rect.h - 8).columns(2), strict=True):
            _drawn(page, hands.get(side), side, spot)
    if not hands:
        key = "ready.seat" if seat.zone is not None else "ready.no_seat"
        page.text(texts(key), room, theme.SMALL * 0.9, theme.QUIET, "left", wrap=True)
        return
    if not tall:  # words would be too small to be read from afar
        for side, spot in zip(Side, room.columns(2, 10), strict=True):
            _drawn(page, hands.get(side), side, Rect(spot.x, rect.y + 2, spot.w, rect.h - 4))
            if side not in hands:
                page.text(texts(f"ready.no_{side}"), spot, theme.SMALL, theme.FAINT, wrap=True)
        return
    for side, line in zip(Side, room.rows(2), strict=True):
        words = texts(f"ready.{side}", digits=_said(texts, hands[side])) if side in hands else texts(f"ready.no_{side}")
        page.text(words, line, theme.SMALL, theme.CREAM if side in hands else theme.FAINT, "left", wrap=True)


def _drawn(page: Page, hand: HandReading | None, side: Side, room: Rect) -> None:
    if hand is None:
        return
    marks = dict.fromkeys(hand.bent, theme.BENT) | dict.fromkeys(hand.unsure, theme.UNSURE)
    page.hand(side, in_order(hand.likelier), room.center, min(room.h, room.w), marks=marks)


def _said(texts: Texts, hand: HandReading) -> str:
    """Which digits are bent and which are unsure, in words."""
    parts = []
    for key, digits in (("ready.bent", hand.bent), ("ready.unsure", hand.unsure)):
        if digits:
            names = ", ".join(texts(f"ready.digit.{digit}") for digit in Digit if digit in digits)
            parts.append(texts(key, digits=names))
    return ", ".join(parts) or texts("ready.straight")


def draw_advice(page: Page, texts: Texts, view: View | None, spare: bool, field: Rect) -> None:
    """What to change about hands that lie where nobody sits, light, focus and distance; two sentences at most."""
    lines: list[tuple[str, Colour]] = [(texts("ready.spare"), theme.WRONG)] if spare else []
    change = to_change(view.findings)[: 2 - len(lines)] if view is not None else []
    lines += [(finding.says, theme.CREAM) for finding in change]
    if view is not None and view.findings and not change:
        sized = any(finding.about == "hand size" for finding in view.findings)
        lines.append((texts("ready.good_size" if sized else "ready.good"), theme.QUIET))
    for (words, colour), room in zip(lines, field.rows(2, 4), strict=False):
        page.text(words, room, theme.TEXT * 0.9, colour, wrap=True)


def tag_spots(spot: Spot, zones: Sequence[Zone], held_up: bool) -> list[Rect]:
    """Where the tags of zones go on the picture: where the player sits, none over another. A tag without room for a
    name is a square."""
    placed: list[Rect] = []
    lies = spot.lies
    every = Table(tuple(Seat(str(i), zone) for i, zone in enumerate(zones)), held_up=held_up)
    for seat in every.seats:
        around = spot.around(seat.zone)
        if held_up:
            x, y = around.center[0], around.y + TAG_HEIGHT
        else:
            inward = every.inward(seat)
            x, y = spot.at(*(seat.center - inward * seat.depth(inward) / 2))
        rect = _placed(placed, lies, x, y, min(WIDEST, max(around.w, WIDE)))
        placed.append(rect)
    return placed


def _placed(placed: Sequence[Rect], lies: Rect, x: float, y: float, widest: float) -> Rect:
    """The widest tag around a point that lies over none of those placed; the square one where there is no such."""
    tops = [y - TAG_HEIGHT / 2 + by * (TAG_HEIGHT + 4) for by in (0, 1, -1, 2, -2)]
    rect = Rect(0, 0, 0, 0)
    for width in (widest, NARROWEST, TAG_HEIGHT):
        for top in tops if width == TAG_HEIGHT else tops[:1]:
            left = min(max(x - width / 2, lies.x + 4), lies.x + lies.w - width - 4)
            rect = Rect(left, min(max(top, lies.y + 4), lies.y + lies.h - TAG_HEIGHT - 4), width, TAG_HEIGHT)
            if not any(_over(rect, other) for other in placed):
                return rect
    return rect


def _over(a: Rect, b: Rect) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h
