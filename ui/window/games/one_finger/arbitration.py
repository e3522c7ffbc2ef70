"""What the group decides on a call: upheld or cancelled where a finger left out of time, or corrected afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.one_finger.rulings import Because, OutOfTime
from ui.window import theme
from ui.window.canvas import Rect
from ui.window.page import Page
from ui.window.texts import Texts
from ui.window.theme import Role

Answer = tuple[str, str, Callable[[], None], tuple[str, ...]]
"""A button: its name, words, what it does, its keys."""
SPOT = Rect(200, 150, 1200, 560)
LINES = 3
"""So many fingers are named one by one."""


def out_of_time_said(t: Texts, out: Sequence[OutOfTime]) -> list[str]:
    """Who was early or late, and by how many hundredths of a second."""
    said = [
        t(
            "fingers.early" if one.because is Because.EARLY else "fingers.late",
            player=one.player,
            s=f"{one.off_by_s:.2f}",
        )
        for one in out
    ]
    more = len(said) - LINES
    return [*said[: LINES - 1], t("fingers.more_out", n=more + 1)] if more > 0 else said


def decide(
    page: Page,
    title: str,
    lines: Sequence[str],
    answers: Sequence[Answer],
    columns: int = 2,
    picture: Callable[[Rect], bool] | None = None,
) -> None:
    """A question over the table, with large answers; the first is likeliest. `picture` draws into a room what is asked
    about, and tells whether there is anything to see."""
    page.veil(0.5)
    page.frame(SPOT, theme.GOLD, theme.FELT, 6, 26)
    inner = SPOT.inset(40, 24)
    page.write(title, Rect(inner.x, inner.y, inner.w, 72), Role.PROMPT, theme.GOLD, wrap=True)
    rows = -(-len(answers) // columns)
    low = inner.y + inner.h - rows * 92
    room = Rect(inner.x, inner.y + 80, inner.w, low - inner.y - 92)
    if picture is not None and picture(Rect(room.x + room.w - 400, room.y, 400, room.h)):
        room = Rect(room.x, room.y, room.w - 420, room.h)
    for words, line in zip(lines, room.rows(max(1, len(lines))), strict=False):
        page.write(words, line, Role.BODY, theme.CREAM, wrap=True, size=Role.CHOICE.size)
    for i, (name, words, press, keys) in enumerate(answers):
        row, column = divmod(i, columns)
        spot = Rect(inner.x, low + row * 92, inner.w, 84).columns(columns, 20)[column]
        page.button(name, spot, words, press, *keys, main=i == 0, size=Role.CHOICE.size, wrap=True)
