"""Who plays, a tile each: a face to pick and a name to type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page
from ui.window.parts.choice_tiles import key_badge
from ui.window.theme import Role

GAP = 18.0
TALLEST_FIELD = 140.0


@dataclass(frozen=True)
class PlayerTile:
    """One player at set-up."""

    read: Callable[[], str]
    face: int
    write: Callable[[str], None]
    focus: Callable[[], None]
    another_face: Callable[[], None]
    remove: Callable[[], None] | None
    """Takes the player from the table; None where as few are left as may play."""


def draw_players(page: Page, tiles: Sequence[PlayerTile], room: Rect, add: Callable[[], None] | None, add_words: str,
                 remove_words: str) -> None:  # fmt: skip
    """All players, and a tile that adds one where there is room for more."""
    cells = len(tiles) + (add is not None)
    columns = 2 if cells <= 4 else 3
    rows = -(-cells // columns)
    spots = [spot for row in room.rows(rows, GAP) for spot in row.columns(columns, GAP)]
    for i, (tile, spot) in enumerate(zip(tiles, spots, strict=False)):
        _draw(page, tile, i, spot, remove_words, i == len(tiles) - 1)
    if add is not None:
        spot = spots[len(tiles)]
        hover, focused = page.press_area("add", spot, add, "+")
        edge = theme.CREAM if focused else theme.GOLD if hover else theme.LINE
        page.frame(spot, edge, theme.WOOD, 4, 26)
        page.write(add_words, spot.inset(24, 60), Role.NAME, theme.GOLD)
        key_badge(page, "+", (spot.center[0], spot.y + spot.h - 38))


def _draw(page: Page, tile: PlayerTile, index: int, rect: Rect, remove_words: str, last: bool) -> None:
    page.box(rect, theme.FELT, 26)
    side = min(rect.h - 50, rect.w * 0.3)
    face = Rect(rect.x + 14, rect.y + 14, side + 16, rect.h - 28)
    key = str(index + 1)
    hover, focused = page.press_area(f"face{index}", face, tile.another_face, f"shift {key}")
    edge = theme.CREAM if focused else theme.PLAYERS[tile.face % len(theme.PLAYERS)] if hover else theme.FELT
    page.frame(face, edge, theme.RAISED, 5, 20)
    lifted = 4.0 * page.clock.sway(3.0, index / 5)
    page.face(tile.face, (face.center[0], face.center[1] + 4 + lifted), side)
    high = 62.0
    x = face.x + face.w + 14
    wide = rect.x + rect.w - x - 16
    tall = min(rect.h - high - 22, TALLEST_FIELD)
    name = Rect(x, rect.y + 14 + (rect.h - high - 22 - tall) / 2, wide, tall)
    page.field(f"name{index}", name, tile.read, tile.write, tile.focus, key, role=Role.NAME)
    low = rect.y + rect.h - high / 2 - 4
    key_badge(page, key, (x + 26, low), 42)
    if tile.remove is not None:
        keys = ("-",) if last else ()
        spot = Rect(rect.x + rect.w - 16 - min(wide - 70, 220), low - 23, min(wide - 70, 220), 46)
        page.button(f"remove{index}", spot, remove_words, tile.remove, *keys, size=theme.SMALL, tight=True)
