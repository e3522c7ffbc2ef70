"""Every text that the window asks for is there, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

from ui.sound.synth import Cue
from ui.window import texts as texts_module
from ui.window.routes import AllRoutes
from ui.window.texts import Texts, languages, read_texts

EVERY = {key: text for folder in AllRoutes().text_folders for key, text in read_texts(folder / "en.toml").items()}
SOURCES = sorted(Path(texts_module.__file__).parent.rglob("*.py"))
SECTIONS = (
    "app|caption|voice|home|new|camera|ready|game|between|guess|settle|digit|verify|final|how|practice|watching|"
    "printed|own|option|take_back|players|table|settings|face|key|fingers|fingers_end|how_fingers|aid|cards_lie|fingers_practice"
)
QUOTED = re.compile(rf'"((?:{SECTIONS})\.[^" ]+)"')


def asked() -> set[str]:
    """The keys in the sources; a part in braces stands for anything."""
    return {key for path in SOURCES for key in QUOTED.findall(path.read_text("utf-8")) if key[-5:] != ".json"}


def pattern(key: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\\{.*?\\\}", ".+", re.escape(key)))


def test_every_text_that_is_asked_for_is_there():
    missing = [key for key in sorted(asked()) if not any(map(pattern(key).fullmatch, EVERY))]
    assert asked() and missing == []


def test_no_text_is_there_for_nothing():
    patterns = [pattern(key) for key in asked()]
    unused = [key for key in EVERY if not any(p.fullmatch(key) for p in patterns)]
    assert unused == []


def test_every_sound_that_tells_something_has_a_caption():
    texts = Texts(folders=AllRoutes().text_folders)
    for cue in Cue:
        if cue not in (Cue.CLICK, Cue.STEP, Cue.COUNT):
            assert texts(f"caption.{cue}", round=1, place="First")


def test_no_two_files_have_a_text_of_one_key():
    folders = AllRoutes().text_folders
    assert len(EVERY) == sum(len(read_texts(folder / "en.toml")) for folder in folders)


def test_another_language_is_one_more_file_and_may_lack_texts(tmp_path):
    (tmp_path / "en.toml").write_text('[app]\nback = "Back"\nnew = "New"\n', "utf-8")
    (tmp_path / "fr.toml").write_text('[app]\nback = "Retour"\n', "utf-8")
    texts = Texts("fr", [tmp_path])
    assert (texts("app.back"), texts("app.new"), languages(tmp_path)) == ("Retour", "New", ["en", "fr"])
