"""The guard: each ruling has a golden log or a named test (see README.md)."""

from __future__ import annotations

import re
from pathlib import Path

from tests.rules.golden_logs import expected_file, golden_logs

PAGE = Path(__file__).parents[2] / "rules" / "RULINGS.md"
_RULING = re.compile(r"^\*\*([A-Z])(\d+)\b", re.MULTILINE)
_TEST = re.compile(r"^\s*def (test_\w+?)((?:_[A-Z]\d\d)+)\(", re.MULTILINE)


def _on_the_page() -> list[str]:
    """Each ruling of the page, as D07."""
    return [f"{letter}{int(number):02}" for letter, number in _RULING.findall(PAGE.read_text(encoding="utf-8"))]


def _shown() -> set[str]:
    names = [log.name for log in golden_logs() if expected_file(log).exists()]
    logs = {name[:3] for name in names if re.match(r"[A-Z]\d\d-", name)}
    sources = Path(__file__).parent.rglob("test_*.py")
    named = [match[2] for file in sources for match in _TEST.finditer(file.read_text(encoding="utf-8"))]
    return logs | {ruling for ends in named for ruling in ends.strip("_").split("_")}


def test_every_ruling_has_a_golden_log_or_a_named_test() -> None:
    shown = _shown()
    assert [ruling for ruling in _on_the_page() if ruling not in shown] == []


def test_every_ruling_that_is_shown_is_on_the_page() -> None:
    assert sorted(_shown() - set(_on_the_page())) == []


def test_the_rulings_of_each_letter_are_numbered_without_a_gap() -> None:
    rulings = _on_the_page()
    letters = sorted({ruling[0] for ruling in rulings})
    wanted = [f"{letter}{n:02}" for letter in letters for n in range(1, 1 + sum(r[0] == letter for r in rulings))]
    assert sorted(rulings) == wanted and {"A", "D", "F", "J"} <= set(letters)
