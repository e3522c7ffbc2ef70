"""The figures of a benchmark as Markdown, and as JSON for machines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gesture.bench.scoring import Rates, Share, Tally, broken_down, calibration, digit_rates, rates
from gesture.bench.targets import verdicts

TITLES = {
    "found": "found",
    "right": "all right",
    "wrong": "confidently wrong",
    "unsure": "unsure",
    "side": "side",
    "palm": "palm",
    "shape": "shape",
    "pistols": "pistols",
    "false_pistols": "false pistols",
}
"""The shares in the order in which they are shown."""
_SHORT = ("found", "right", "wrong", "unsure", "side", "palm", "shape")
_NOT_TOLD = ("palm", "unsure")
"""What stock MediaPipe does not tell."""


@dataclass(frozen=True, eq=False)
class Report:
    """All that was counted on a folder: Handref's reading and, if asked for, stock MediaPipe's."""

    folder: str
    reader: Tally
    baseline: Tally | None = None

    def to_json(self) -> dict[str, Any]:
        """Every figure by its name; shares as `Share.to_json` gives them."""
        told: dict[str, Any] = {
            "folder": self.folder,
            "images": self.reader.pictures,
            "hands": len(self.reader.outcomes),
            "handref": _figures(self.reader),
            "targets": [v.to_json() for v in verdicts(self.reader)],
            "calibration": [
                {"given": round(b.given, 5), "right": b.right.to_json()} for b in calibration(self.reader.outcomes)
            ],
        }
        if self.baseline is not None:
            told["stock_mediapipe"] = _figures(self.baseline)
        return told

    def to_markdown(self) -> str:
        """The report for people; its tables are readable as plain text too."""
        reader = self.reader
        lines = [f"# Reading hands: {self.folder}", ""]
        lines += [f"{reader.pictures} pictures, {len(reader.outcomes)} hands that count.", ""]
        lines += ["## Targets", "", *(f"- {v}" for v in verdicts(reader)), ""]
        lines += ["## All hands", "", *self._overall(), ""]
        lines += ["## Digits, of the hands found", "", *self._digits(), ""]
        for title, groups in broken_down(reader.outcomes).items():
            lines += [f"## By {title}", "", *_groups(title, groups), ""]
        lines += ["## Do the probabilities mean what they say?", "", *_calibration(reader)]
        return "\n".join(lines).rstrip() + "\n"

    def _beside(self) -> list[Tally]:
        return [self.reader, *([self.baseline] if self.baseline is not None else [])]

    def _names(self) -> list[str]:
        return ["Handref", "stock MediaPipe"][: len(self._beside())]

    def _overall(self) -> list[str]:
        columns = [rates(c.outcomes) for c in self._beside()]
        rows = []
        for key, title in TITLES.items():
            cells = [_told(column[key]) for column in columns]
            rows.append([title, *cells[:1], *("does not tell" if key in _NOT_TOLD else c for c in cells[1:])])
        rows.append(["readings of no hand", *(str(c.extra) for c in self._beside())])
        rows.append(["hands read twice", *(str(c.twice) for c in self._beside())])
        return table(["", *self._names()], rows)

    def _digits(self) -> list[str]:
        columns = [digit_rates(c.outcomes) for c in self._beside()]
        return table(["", *self._names()], [[d, *(_told(c[d]) for c in columns)] for d in columns[0]])


def _figures(counted: Tally) -> dict[str, Any]:
    tables = broken_down(counted.outcomes)
    return {
        **_json(rates(counted.outcomes)),
        "extra": counted.extra,
        "twice": counted.twice,
        "digits": _json(digit_rates(counted.outcomes)),
        "by": {title: {value: _json(group) for value, group in groups.items()} for title, groups in tables.items()},
    }


def _json(shares: Rates) -> dict[str, Any]:
    return {name: share.to_json() for name, share in shares.items()}


def _told(share: Share) -> str:
    """A share in per cent with its interval and what it is of."""
    if not share.of:
        return "none to count"
    low, high = share.interval
    return f"{share.value:.2%} ({low:.1%} to {high:.1%}; {share.hits} of {share.of})"


def _groups(title: str, groups: dict[str, Rates]) -> list[str]:
    rows = [[value, str(g["found"].of), *(_brief(g[key]) for key in _SHORT)] for value, g in groups.items()]
    return table([title, "hands", *(TITLES[key] for key in _SHORT)], rows)


def _brief(share: Share) -> str:
    if not share.of:
        return "-"
    low, high = share.interval
    return f"{share.value:.1%} ({low:.0%} to {high:.0%})"


def _calibration(counted: Tally) -> list[str]:
    bins = calibration(counted.outcomes)
    return table(["probability given", "right"], [[f"{b.given:.4f}", _told(b.right)] for b in bins])


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A Markdown table with its columns in line."""
    every = [list(heads), *(list(row) for row in rows)]
    widths = [max(len(row[k]) for row in every) for k in range(len(heads))]
    lines = ["| " + " | ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)) + " |" for row in every]
    return [lines[0], "|" + "|".join("-" * (w + 2) for w in widths) + "|", *lines[1:]]
