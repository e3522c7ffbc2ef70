"""`python -m tests`: lint, types and tests, as continuous integration runs them. Words after it go to pytest."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORKERS = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]
"""Two processes share the tests. All tests of one file run in one of them, so that they share what they set up; the
files that take longest come first (`tests/conftest.py`), so that both end together."""
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
"""Libraries that would start a thread a core would take the cores of the other process."""
CHECKS = {
    "lint": ["ruff", "check"],
    "format": ["ruff", "format", "--check"],
    "types": ["mypy"],
    "tests": ["pytest", *WORKERS, *sys.argv[1:]],
}


def main() -> int:
    """Run every check, also after one has failed; the exit code says whether all passed."""
    failed = []
    for name, words in CHECKS.items():
        print(f"== {name}: {' '.join(words)}", flush=True)
        began_s = time.monotonic()
        if subprocess.run([sys.executable, "-m", *words], cwd=ROOT, env={**os.environ, **ONE_THREAD}).returncode != 0:
            failed.append(name)
        print(f"== {name} took {time.monotonic() - began_s:.0f} s", flush=True)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
