"""The golden logs: where they are, and how their expected files are written again (see README.md)."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from rules.game import Refused
from rules.replay import replay

FOLDER = Path(__file__).parent / "golden"


def golden_logs(start: str = "") -> list[Path]:
    """The logs whose names begin with `start`."""
    return sorted(p for p in FOLDER.glob(f"{start}*.jsonl") if not p.name.endswith(".expected.jsonl"))


def expected_file(log: Path) -> Path:
    """The file that holds what replaying `log` must print."""
    return log.with_suffix(".expected.jsonl")


def outcome(log: Path) -> list[str]:
    """What replaying `log` prints, line by line, a refusal last."""
    printed: list[str] = []
    try:
        printed.extend(msgspec.json.encode(ruling).decode() for ruling in replay(log))
    except Refused as e:
        printed.append(msgspec.json.encode({"refused": str(e)}).decode())
    return printed


if __name__ == "__main__":
    for path in golden_logs(sys.argv[1] if len(sys.argv) > 1 else ""):
        expected_file(path).write_text("\n".join(outcome(path)) + "\n", encoding="utf-8")
