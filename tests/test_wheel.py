"""What `pip install .` installs: all that play needs lies in the wheel."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The names in a wheel built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True, timeout=100)
    (file,) = folder.glob("handref-*.whl")
    return set(zipfile.ZipFile(file).namelist())


NEEDED = (
    "gesture/models/*",
    "gesture/bench/hands/*",
    "gesture/training/*.txt",
    "rules/decks/*.toml",
    "ui/demo/*",
    "ui/fonts/*",
    "ui/**/*.py",
    "gesture/**/*.py",
    "rules/**/*.py",
    "calibration/**/*.py",
)


def test_every_file_that_play_needs_is_in_the_wheel(wheel):
    files = {pattern: {path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern)} for pattern in NEEDED}
    assert [pattern for pattern, needed in files.items() if not needed] == []
    assert {name for needed in files.values() for name in needed if (ROOT / name).is_file()} - wheel == set()


def test_the_licence_and_the_notice_travel_with_it(wheel):
    assert {"LICENSE", "NOTICE"} <= {Path(name).name for name in wheel if ".dist-info/licenses/" in name}


def test_tests_and_caches_stay_at_home(wheel):
    assert [name for name in wheel if name.startswith("tests/") or "__pycache__" in name] == []
