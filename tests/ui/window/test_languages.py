"""German is whole: every text and every sentence of the rules, filled with the same values."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from rules.dexterity_jane import GAME, rulings
from rules.hands import Digit, Side
from rules.said import numbered, said, together
from rules.words import listed
from tests.test_house import ROOT
from ui.window.routes import AllRoutes
from ui.window.texts import Form, Texts, language_like, own_name, read_said, read_texts

FOLDERS = AllRoutes().text_folders
OTHERS = [language for language in Texts(folders=FOLDERS).languages if language != "en"]
MAKERS = {"said": (0, None), "numbered": (2, None), "listed": (1, None), "counted": (1, 2)}
"""The functions that make a template, and which of their words it is; `counted` adds the number and maybe an s."""


def forms(form: Form) -> list[str]:
    return [form] if isinstance(form, str) else list(form.values())


def braces(form: Form) -> set[str]:
    """The values that a text is filled with."""
    return {name for text in forms(form) for _, name, _, _ in Formatter().parse(text) if name}


def templates(path: Path) -> Iterator[str]:
    """The templates in a source file."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in MAKERS:
            continue
        values = [word.value if isinstance(word, ast.Constant) else None for word in node.args]
        words = [value if isinstance(value, str) else None for value in values]
        at, other = MAKERS[node.func.id]
        template = words[at] if at < len(words) else None
        if isinstance(template, str) and other is not None:
            template = f"{{n}} {words[other] if other < len(words) else f'{template}s'}"
        if isinstance(template, str):
            yield template


SAID = {
    *(template for room in ("rules", "gesture", "calibration") for path in (ROOT / room).rglob("*.py")
      if "rules/simulate" not in path.as_posix() for template in templates(path)),
    *Side,
    *Digit,
}  # fmt: skip


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_text_with_the_same_values(language: str) -> None:
    faults = []
    for folder in FOLDERS:
        english, other = read_texts(folder / "en.toml"), read_texts(folder / f"{language}.toml")
        faults += [f"{key} is missing" for key in english.keys() - other.keys()]
        faults += [f"{key} is in no English file" for key in other.keys() - english.keys()]
        both = english.keys() & other.keys()
        faults += [f"{key}: other values" for key in both if braces(english[key]) != braces(other[key])]
    assert sorted(faults) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_sentence_of_the_rules_with_the_same_values(language: str) -> None:
    there = {english: form for folder in FOLDERS for english, form in read_said(folder / f"{language}.toml").items()}
    assert sorted(SAID - there.keys()) == [], "not translated"
    assert sorted(there.keys() - SAID) == [], "said nowhere"
    assert [english for english, form in there.items() if braces(form) - braces(english) - {"n"}] == []
    assert [english for english, form in there.items() if braces(english) - braces(form) - {"n"}] == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_in_two_files(language: str) -> None:
    every = [english for folder in FOLDERS for english in read_said(folder / f"{language}.toml")]
    assert len(every) == len(set(every))


FINGER = (Digit.INDEX,)
RULINGS = {
    "a lock": (
        rulings.LockTaken(player="Ann", place=1, at=3.25, left=FINGER, right=(Digit.THUMB, Digit.RING), unsure={}),
        "Platz 1! Ann, bei 3,2 s: links Zeigefinger, rechts Daumen und Ringfinger.",
    ),
    "the first tile": (
        rulings.TileGoes(player="Ann", tile=1, because=rulings.Because.FIRST_RIGHT),
        "Ann bekommt das Rundenplättchen 1, 1 Punkt wert, mit dem ersten richtigen Tipp.",
    ),
    "a later tile": (
        rulings.TileGoes(player="Ann", tile=4, because=rulings.Because.FIRST_RIGHT),
        "Ann bekommt das Rundenplättchen 4, 4 Punkte wert, mit dem ersten richtigen Tipp.",
    ),
    "a hand": (
        rulings.SheriffLanded(hand=Side.LEFT),
        "Der Sheriff-Marker zeigt die linke Hand: ihre Überfälle werden das ganze Spiel lang zuerst geprüft.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("ruling", "german"), RULINGS.values(), ids=RULINGS)
def test_rulings_are_said_in_german(ruling, german):
    assert Texts("de", FOLDERS).said(GAME.say(ruling)) == german


@pytest.fixture
def french(tmp_path: Path) -> Texts:
    """A language that lacks most."""
    (tmp_path / "en.toml").write_text('[a]\nback = "Back"\n[a.cards]\none = "One card"\nother = "{n} cards"\n', "utf-8")
    (tmp_path / "fr.toml").write_text(
        '[a.cards]\none = "{n} carte"\nother = "{n} cartes"\n'
        '[said]\n"left" = "gauche"\n"the {hand} hand" = {left = "la main gauche", right = "la main droite"}\n'
        '"at {s:.2f} s" = "à {s:.2f} s"\n"{n} coins" = {one = "une pièce", other = "{n} pièces"}\n',
        "utf-8",
    )
    return Texts("fr", [tmp_path])


@pytest.mark.parametrize(
    ("say", "french_words"),
    [
        pytest.param(lambda t: t("a.back"), "Back", id="a text that it lacks is English"),
        pytest.param(lambda t: t("a.cards", n=0), "0 carte", id="its own rule for none"),
        pytest.param(lambda t: t("a.cards", n=2), "2 cartes", id="several"),
        pytest.param(lambda t: t.said(numbered(1, "{n} coin", "{n} coins")), "une pièce", id="one, of the rules"),
        pytest.param(lambda t: t.said(said("nothing is {left}", left=Side.LEFT)), "nothing is left",
                     id="a sentence that it lacks is English as a whole"),
        pytest.param(lambda t: t.said(said("the {hand} hand", hand=Side.RIGHT)), "la main droite",
                     id="forms by a word"),
        pytest.param(lambda t: t.said(said("at {s:.2f} s", s=1.5)), "à 1,50 s", id="a number with decimals"),
        pytest.param(lambda t: t.said(listed(["a", Side.LEFT, "c"])), "a, gauche et c", id="names in a row"),
        pytest.param(lambda t: t.said(together(Side.LEFT, "Ann", between="; ")), "gauche; Ann",
                     id="one after the other"),
        pytest.param(lambda t: t.said("left"), "left", id="a player may be called as a word is"),
    ],
)  # fmt: skip
def test_texts_are_filled_as_the_language_does(french, say, french_words):
    assert say(french) == french_words


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        pytest.param(["de_AT", "en"], "de", id="a country of its own"),
        pytest.param(["fr_FR", "de_DE"], "de", id="the first that there is"),
        pytest.param(["fr"], "en", id="none of them"),
        pytest.param([], "en", id="a computer that says nothing"),
    ],
)
def test_a_first_time_speaks_as_the_computer_does(wanted, found):
    assert language_like(wanted, ["de", "en"]) == found


def test_a_language_says_its_own_name():
    assert [own_name(code) for code in ("de", "en", "fr", "xx")] == ["Deutsch", "English", "Français", "xx"]
