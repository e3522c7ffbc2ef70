"""What `gesture/TUNING.md` says of the constants, beside the constants; and changing one of them."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from gesture.bench.constants import HOUSE, Constant, as_text, constants, numbers
from gesture.bench.tuning import FIGURES, figure_of, moved
from gesture.bench.tuning_table import TABLE, Row, parsed, unmeasured, updated


def test_each_constant_has_its_row_with_its_value_and_no_row_is_of_another() -> None:
    """Where this fails: python -m gesture.bench.tuning NAME --write, then say what NAME was set on."""
    text = TABLE.read_text("utf-8")
    said = {(file, name): row.value for file, section in parsed(text)[1].items() for name, row in section.rows.items()}
    wanted = {(one.file, one.name): f"{one.text} {one.unit}".strip() for one in constants()}
    assert {
        "without a row": sorted(set(wanted) - set(said)),
        "gone": sorted(set(said) - set(wanted)),
        "of another value": [(*key, said[key]) for key in wanted if said.get(key, wanted[key]) != wanted[key]],
    } == {"without a row": [], "gone": [], "of another value": []}
    assert updated(text, constants()) == text


def test_a_row_keeps_what_is_said_of_a_constant_and_takes_its_new_value_and_figure() -> None:
    one, other = Constant("gesture/a.py", "LONG_S", 2.0), Constant("gesture/a.py", "NEW", 7)
    table = updated("# Head", [Constant("gesture/a.py", "LONG_S", 1.0), Constant("gesture/b.py", "GONE", 3)])
    said = table.replace("not known; kept", "a seed", 1)
    again = updated(said, [one, other], {one: ("By clips: 3.", "1.4: the same")})
    before, sections = parsed(again)
    assert before == "# Head" and list(sections) == ["gesture/a.py"]
    assert sections["gesture/a.py"].lines == ["By clips: 3."]
    assert sections["gesture/a.py"].rows == {"LONG_S": Row("2 s", "a seed", "1.4: the same"), "NEW": Row("7")}
    assert updated(again, [one, other]) == again
    assert unmeasured(again) == {("gesture/a.py", "NEW")}


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("-1.5", -1.5),
        ("(1, 2.5)", (1, 2.5)),
        ("np.array([1.0, -2.0])", (1.0, -2.0)),
        ("{'a': 1, 'b': 2}", (1, 2)),
        ("5 * 60.0", 300.0),
        ("True", None),
        ("'x'", None),
        ("len(THESE)", None),
        ("(1, 'x')", None),
        ("()", None),
    ],
)
def test_the_numbers_of_an_expression(source, value):
    assert numbers(ast.parse(source, mode="eval").body) == value


@pytest.mark.parametrize(
    ("about", "value", "less", "more"),
    [
        ("a number", 2.0, 1.4, 2.8),
        ("a count", 3, 2, 4),
        ("a count of one", 1, 0, 2),
        ("a share", 0.9, 1 - 0.1 / 0.7, 1 - 0.1 / 1.4),
        ("several", (1.0, 10), (0.7, 7), (1.4, 14)),
    ],
)
def test_smaller_and_larger(about, value, less, more):
    assert (moved(value, 0.7), moved(value, 1.4)) == (pytest.approx(less), pytest.approx(more)), about


def test_every_figure_is_of_files_that_exist() -> None:
    files = {one.file for one in constants()}
    assert [start for start in FIGURES if not any(file.startswith(start) for file in files)] == []
    paths = {path for one in constants() for path in (figure_of(one) or "").split()[1:]}
    assert [path for path in sorted(paths) if not (HOUSE / path).exists()] == []


def test_a_constant_is_changed_before_anything_is_made_of_it() -> None:
    """In a process of its own: a default argument and another module's copy follow too."""
    script = """
from gesture.bench.changed_constant import change
change("gesture.reading.palm_detector", "FOUND_AT", 0.125)
change("gesture.reading.fusion", "SURE", 0.75)
from gesture.reading import digit_scaling, palm_detector
print(palm_detector.PalmDetector.detect.__defaults__[-1], digit_scaling.UNSURE_BELOW)
"""
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=HOUSE)
    assert said.stdout.split() == ["0.125", "0.75"]


def test_long_lists_of_numbers_are_shown_by_their_first_and_how_many_they_are() -> None:
    assert as_text(tuple(range(12))) == "0, 1, 2, ... (12)"
    assert Constant("gesture/a/b.py", "LONGEST_S", 2.5).module == "gesture.a.b"
    assert Constant("gesture/a/b.py", "LONGEST_S", 2.5).unit == "s"
