"""A player's place at the table: the card with what is held, and the Order token."""

from __future__ import annotations

from msgspec.structs import replace

from ui.art.pen import Colour
from ui.art.tokens import draw_coin, draw_hat, draw_tile
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.games.dexterity_jane.match import Match
from ui.window.page import Page


def shown_points(match: Match, player: str) -> int:
    """A player's points; coins that lie face down stay a secret until the end."""
    holding = match.state.everybody[player]
    return (holding if match.over else replace(holding, coins=())).points


def seat_card(
    page: Page, match: Match, player: str, rect: Rect, colour: Colour = theme.TABLE, open_coins: bool = False
) -> None:
    """A player's name, points, tiles, Hand cards and coins, which lie face down until the end unless they are open."""
    holding = match.state.everybody[player]
    page.box(rect, colour)
    page.text(player, Rect(rect.x + 16, rect.y + 6, rect.w - 130, 40), theme.TEXT, theme.CREAM, "left")
    page.text(
        str(shown_points(match, player)),
        Rect(rect.x + rect.w - 110, rect.y + 4, 94, 44),
        theme.HEADING,
        theme.GOLD,
        "right",
    )
    y = rect.y + rect.h - 32
    step = min(54.0, (rect.w - 90) / max(1, len(holding.tiles) + bool(holding.hand_cards) * 2 + len(holding.coins)))
    x = rect.x + 20 + 20
    for tile in holding.tiles:
        page.token(("tile", tile), lambda pen, n=tile: draw_tile(pen, n), (x, y), 48)  # type: ignore[misc]
        x += step
    if holding.hand_cards:
        page.fame(0, (x, y), 46)
        x += step
        page.text(f"x{len(holding.hand_cards)}", Rect(x - 22, y - 16, 48, 32), theme.SMALL, theme.CREAM, "left")
        x += step
    for coin in holding.coins:
        value = coin if match.over or open_coins else None
        page.token(("coin", value), lambda pen, v=value: draw_coin(pen, v), (x, y), 44)  # type: ignore[misc]
        x += step


def hat(page: Page, place: int, center: tuple[float, float], side: float, lit: bool = True) -> None:
    """An Order token."""
    page.token(("hat", place, lit), lambda pen: draw_hat(pen, place, lit), center, side)
