"""`python -m tests`: lint, types and tests, as continuous integration runs them. Words after it go to pytest."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECKS = {
    "lint": ["ruff", "check"],
    "format": ["ruff", "format", "--check"],
    "types": ["mypy"],
    "tests": ["pytest", *sys.argv[1:]],
}


def main() -> int:
    """Run every check, also after one has failed; the exit code says whether all passed."""
    failed = []
    for name, words in CHECKS.items():
        print(f"== {name}: {' '.join(words)}", flush=True)
        if subprocess.run([sys.executable, "-m", *words], cwd=ROOT).returncode != 0:
            failed.append(name)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
