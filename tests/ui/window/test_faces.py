"""Every game that has a face shows itself, and the command line may ask a face without the window's libraries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from rules.games import GAMES
from tests.ui.window.fake_user import FakeUser
from ui.window.games.faces import face_named, faces

HEAVY = ("pygame", "cv2", "numpy", "mediapipe", "gesture")


def test_faces_are_found_without_the_windows_libraries() -> None:
    script = (
        "import sys\nfrom ui.window.games.faces import faces\n"
        "print([(f.name, f.title, f.players, f.options) for f in faces()] and '')\n"
        f"print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    root = Path(__file__).parents[3]
    run = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stderr.strip()) == (0, "[]")


def test_a_face_is_that_of_the_game_that_names_it() -> None:
    wrong = [name for name, entry in GAMES.items() if entry.face is not None and face_named(name).name != name]
    assert wrong == []


def test_the_first_screen_offers_every_game_that_has_a_face(tmp_path: Path) -> None:
    user = FakeUser(tmp_path)
    assert [face.name for face in faces() if not user.reads(face.title)] == []


def test_what_a_face_offers_to_choose_has_its_texts_and_begins_with_its_first_value(tmp_path: Path) -> None:
    texts = FakeUser(tmp_path).app.texts
    for face in faces():
        assert face.chosen({}) == {option.name: option.values[0] for option in face.options}
        assert face.chosen({option.name: "nonsense" for option in face.options}) == face.chosen({})
        for option in face.options:
            said = [texts(f"option.{option.name}.{kind}.{v}") for kind in ("name", "about") for v in option.values]
            assert all((*said, texts(f"option.{option.name}.question")))
