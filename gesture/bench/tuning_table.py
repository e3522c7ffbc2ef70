"""The table `gesture/TUNING.md`: a section for each file, a row for each of its constants."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from gesture.bench.constants import HOUSE, Constant

TABLE = HOUSE / "gesture" / "TUNING.md"
NOT_KNOWN, NOT_MEASURED = "not known; kept", "not measured"
_HEADING = re.compile(r"## `(.+\.py)`")
_HEAD = ("| constant | value | set on | around it |", "|---|---|---|---|")


@dataclass(frozen=True)
class Row:
    """What the table says of a constant: its value and unit, what it was set on, and how the figure moves around it."""

    value: str
    set_on: str = NOT_KNOWN
    around: str = NOT_MEASURED


@dataclass
class Section:
    """What the table says of a file: some lines, then a row for each constant."""

    lines: list[str] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)


def parsed(text: str) -> tuple[str, dict[str, Section]]:
    """What stands before the first section, and the sections by their files."""
    before, sections, section = list[str](), dict[str, Section](), None
    for line in text.splitlines():
        heading = _HEADING.fullmatch(line)
        if heading:
            section = sections[heading.group(1)] = Section()
        elif section is None:
            before.append(line)
        elif line.startswith("| `"):
            name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
            section.rows[name.strip("`")] = Row(*cells)
        elif line and line not in _HEAD:
            section.lines.append(line)
    return "\n".join(before).strip(), sections


def updated(text: str, constants: Iterable[Constant], measured: dict[Constant, tuple[str, str]] | None = None) -> str:
    """The table as it should be: every constant has its row with its value, and no other has one. `measured` are new
    figures: what stands above the rows of the constant's file, and what stands in its row."""
    before, sections = parsed(text)
    files: dict[str, list[Constant]] = {}
    for one in constants:
        files.setdefault(one.file, []).append(one)
    out = [before]
    for file, ones in files.items():
        section = sections.get(file, Section())
        rows = []
        for one in ones:
            old = section.rows.get(one.name, Row(""))
            above, around = (measured or {}).get(one, ("", old.around))
            section.lines = [above] if above else section.lines
            rows.append(f"| `{one.name}` | {f'{one.text} {one.unit}'.strip()} | {old.set_on} | {around} |")
        out.append("\n".join([f"## `{file}`", "", *(f"{line}\n" for line in section.lines), *_HEAD, *rows]))
    return "\n\n".join(out) + "\n"


def unmeasured(text: str) -> set[tuple[str, str]]:
    """The constants, by file and name, whose rows say that nothing was measured yet."""
    sections = parsed(text)[1]
    return {
        (file, name) for file, one in sections.items() for name, row in one.rows.items() if row.around == NOT_MEASURED
    }
