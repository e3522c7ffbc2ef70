"""Every golden log gives exactly the rulings and standings in the file beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.golden_logs import expected_file, golden_logs, outcome


@pytest.mark.parametrize("log", golden_logs(), ids=lambda p: p.stem)
def test_golden_log(log: Path) -> None:
    assert expected_file(log).exists(), f"write it with: python -m tests.rules.golden_logs {log.stem}"
    assert outcome(log) == expected_file(log).read_text(encoding="utf-8").splitlines()
