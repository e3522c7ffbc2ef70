"""One question with its answers as large tiles, a picture each: a press answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page
from ui.window.theme import Role

CAP = 46.0


@dataclass(frozen=True)
class Tile:
    """One answer. `picture` draws it into the room that it is given; `about` is a sentence or two."""

    name: str
    words: str
    about: str
    keys: tuple[str, ...]
    press: Callable[[], None]
    picture: Callable[[Page, Rect], None] | None = None
    on: bool = False
    """Whether it is what was chosen last."""
    why_not: str = ""


def draw_tiles(page: Page, tiles: Sequence[Tile], room: Rect, gap: float = 24.0) -> None:
    """Answers side by side. The chosen one has a golden edge and stands higher than the others."""
    for tile, rect in zip(tiles, room.columns(len(tiles), gap), strict=True):
        _draw(page, tile, rect)


def _draw(page: Page, tile: Tile, rect: Rect) -> None:
    hover, focused = page.press_area(tile.name, rect, tile.press, *tile.keys, why_not=tile.why_not)
    edge = theme.CREAM if focused else theme.GOLD if tile.on else theme.LINE if hover else theme.FELT
    page.frame(rect, edge, theme.RAISED if hover or focused or tile.on else theme.FELT, 7, 28)
    picture = tile.picture is not None
    high = rect.h * 0.5 if picture else rect.h * 0.12
    if tile.picture is not None:
        tile.picture(page, Rect(rect.x + 30, rect.y + 30, rect.w - 60, high - 20))
    name = Rect(rect.x + 24, rect.y + high + 18, rect.w - 48, 62)
    page.write(tile.words, name, Role.NAME, theme.GOLD if tile.on else theme.CREAM, wrap=True)
    about = Rect(rect.x + 26, name.y + 66, rect.w - 52, rect.y + rect.h - name.y - 66 - (CAP + 22))
    page.write(tile.about, about, Role.BODY, theme.CREAM, wrap=True, top=True)
    cap = page.key_cap(tile.keys[0]) if tile.keys else ""
    if cap:
        key_badge(page, cap, (rect.x + rect.w / 2, rect.y + rect.h - CAP / 2 - 12))


def key_badge(page: Page, cap: str, center: tuple[float, float], side: float = CAP) -> None:
    """What a key is called, on a small dark key."""
    wide = max(side, 22 + 13 * len(cap))
    spot = Rect(center[0] - wide / 2, center[1] - side / 2, wide, side)
    page.box(spot, theme.WOOD, 10)
    page.write(cap, spot.inset(4, 2), Role.HINT, theme.GOLD)
