"""`python -m tests.release`: whether this tree can be released as the version that `pyproject.toml` says.

It changes nothing. Every fault is one sentence on standard error, and the exit code is 1 where there is any.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADING = re.compile(r"^## (.*)$", re.MULTILINE)
DATED = re.compile(r"(\S+) - (\d{4}-\d{2}-\d{2})")


def faults(root: Path) -> list[str]:
    """What keeps the tree at `root` from being released, a sentence each."""
    version = str(tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"])
    return [*changelog_faults((root / "CHANGELOG.md").read_text("utf-8"), version), *git_faults(root, version)]


def changelog_faults(changelog: str, version: str) -> Iterator[str]:
    """What `changelog` lacks for a release of `version`."""
    if "unreleased" in changelog.lower():
        yield "CHANGELOG.md says Unreleased; give that part its version and date."
        return
    _, *parts = HEADING.split(changelog)
    if not parts:
        yield "CHANGELOG.md has no version; begin it with a line like '## 1.2.3 - 2026-01-31'."
        return
    heading, entries = parts[:2]
    newest = heading.split(" - ")[0].strip()
    if newest != version:
        yield f"CHANGELOG.md begins with {newest} and pyproject.toml says {version}; make them the same."
    dated = DATED.fullmatch(heading.strip())
    if dated is None or not _is_day(dated[2]):
        yield f"CHANGELOG.md gives {newest} no date; write '## {newest} - YYYY-MM-DD'."
    if not entries.strip():
        yield f"CHANGELOG.md says nothing about {newest}; say what changes for people who use Handref."


def git_faults(root: Path, version: str) -> Iterator[str]:
    """What the repository at `root` has that is not committed, or is released already."""
    try:
        changed = _git(root, "status", "--porcelain").splitlines()
        tagged = _git(root, "tag", "--list", f"v{version}").strip()
    except (OSError, subprocess.CalledProcessError):
        yield f"git cannot tell what is committed in {root}; release from a clone."
        return
    if changed:
        yield f"{changed[0][3:]} is not committed, the first of {len(changed)}; commit what belongs to the release."
    if tagged:
        yield f"The tag {tagged} is there already; raise the version in pyproject.toml and CHANGELOG.md."


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _git(root: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout


def main(root: Path = ROOT) -> int:
    """Say every fault; the exit code is 1 where there is one."""
    found = faults(root)
    for sentence in found:
        print(sentence, file=sys.stderr)
    if not found:
        print("This tree can be released.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
