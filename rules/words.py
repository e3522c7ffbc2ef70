"""Words that all games share: names in a row, counted things, and what is said of a take-back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rules.game import Correction, Noted, Ruling, TakenBack
from rules.said import Row, numbered, said


def listed(names: Iterable[object], nothing: str = "nobody") -> str:
    """Names in a row: "a", "a and b", "a, b and c"; `nothing` when there are none."""
    return Row.of(tuple(names) or (said(nothing),), None)


def plural(count: int, one: str, many: str | None = None) -> str:
    """The word for `count` things: `one`, or `many` (otherwise `one` with an s)."""
    return one if count == 1 else many or f"{one}s"


def counted(count: int, one: str, many: str | None = None) -> str:
    """A number and its word: "1 card", "3 cards", "0 cards"."""
    return numbered(count, f"{{n}} {one}", f"{{n}} {many or one + 's'}")


def noted_said(ruling: Noted) -> str:
    """A note in words."""
    more = "; ".join(
        f"{key}: {listed(value) if isinstance(value, list) else value}" for key, value in ruling.more.items()
    )
    return f"Noted at {ruling.at:.1f} s: {ruling.about}{f' ({more})' if more else ''}."


def taken_back_said(ruling: TakenBack, say: Callable[[Ruling], str]) -> str:
    """A take-back in words: a line that says which lines count no more or again, and one for each that changed.
    `say` puts the game's own rulings into words."""
    agreed = f", as {listed(ruling.by)} agreed" if ruling.by else ""
    head = f"Taken back at {ruling.at:.1f} s{agreed}: {_lines(ruling.lines)}."
    if ruling.restored:
        counts = plural(len(ruling.restored), "counts", "count")
        head += f" So {_lines(ruling.restored)} {counts} again."
    return "\n".join([head, *(_correction_said(one, ruling, say) for one in ruling.corrections)])


def _lines(lines: Sequence[int]) -> str:
    return f"{plural(len(lines), 'line')} {listed(lines)}"


def _correction_said(one: Correction, ruling: TakenBack, say: Callable[[Ruling], str]) -> str:
    old = " ".join(map(say, one.withdrawn)) or f"{one.event}."
    new = " ".join(map(say, one.instead)) or f"{one.event}."
    if one.line in ruling.lines:
        return f"Line {one.line} counts no more: {old}"
    if one.line in ruling.restored:
        return f"Line {one.line} counts again: {new}"
    return f"Line {one.line} is corrected: {new}" if one.instead else f"No longer true of line {one.line}: {old}"
