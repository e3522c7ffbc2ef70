"""The guard: each ruling has a golden log or a named test (see README.md)."""

from __future__ import annotations

import re
from pathlib import Path

from tests.rules.golden_logs import expected_file, golden_logs

RULINGS = (
    "A01",
    *(f"D{n:02}" for n in range(1, 25)),
    *(f"F{n:02}" for n in range(1, 16)),
    *(f"J{n:02}" for n in range(1, 23)),
)
_TEST = re.compile(r"^\s*def (test_\w+?)((?:_[ADFJ]\d\d)+)\(", re.MULTILINE)


def _shown() -> set[str]:
    logs = {log.name[:3] for log in golden_logs() if expected_file(log).exists()}
    sources = Path(__file__).parent.rglob("test_*.py")
    named = [match[2] for file in sources for match in _TEST.finditer(file.read_text(encoding="utf-8"))]
    return logs | {ruling for ends in named for ruling in ends.strip("_").split("_")}


def test_every_ruling_has_a_golden_log_or_a_named_test() -> None:
    shown = _shown()
    assert [ruling for ruling in RULINGS if ruling not in shown] == []


def test_rulings_page_has_every_ruling() -> None:
    page = (Path(__file__).parents[2] / "rules" / "RULINGS.md").read_text(encoding="utf-8")
    missing = [r for r in RULINGS if not re.search(rf"\b{r[0]}{int(r[1:])}\b", page)]
    assert not missing
