"""`handref read`: format 1, and pictures that are none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import pytest

from tests.values import some

DIGITS = ["thumb", "index", "middle", "ring", "pinky"]


def test_a_picture_gives_one_line_in_format_1(handref, two_hands):
    ran = handref("read", "--json", two_hands)
    assert (ran.code, ran.err) == (0, "")
    (line,) = ran.out.splitlines()
    read = json.loads(line)
    assert list(read) == ["image", "size", "hands"]
    assert (read["image"], read["size"]) == (str(two_hands), [640, 480])
    assert {hand["side"]: hand["bent"] for hand in read["hands"]} == {"left": [], "right": ["middle"]}
    for hand in read["hands"]:
        told = ["side", "palm", "bent", "unsure", "shape", "confidence", "digits", "box", "landmarks"]
        assert list(hand) == [*told, "side_sure", "palm_sure"]
        assert (hand["palm"], list(hand["digits"]), len(hand["landmarks"])) == ("down", DIGITS, 21)


def test_without_json_the_hands_are_told_in_words(handref, two_hands):
    ran = handref("read", two_hands)
    assert (ran.code, ran.err) == (0, "")
    assert "two_hands.jpg: 2 hands" in ran.out
    assert "middle bent" in ran.out
    assert "nothing bent" in ran.out


def test_of_a_blurred_picture_neither_side_nor_digits_are_said(handref, tmp_path, two_hands):
    import cv2

    blurred = cv2.GaussianBlur(some(cv2.imread(str(two_hands))), (0, 0), 7)
    cv2.imwrite(str(tmp_path / "blurred.png"), blurred)
    ran = handref("read", tmp_path / "blurred.png")
    (_, *hands) = ran.out.splitlines()
    assert hands and all("side unsure" in line and "every digit unsure" in line for line in hands)


def bad_pictures(folder: Path, good: Path) -> dict[str, Path]:
    """A file of each kind that is no picture, by what is to be said of it."""
    (folder / "text.jpg").write_text("this is not a picture")
    (folder / "empty.png").write_bytes(b"")
    (folder / "half.jpg").write_bytes(good.read_bytes()[:4000])
    (folder / "folder.jpg").mkdir()
    names = {
        "no picture that Handref can read": "text.jpg",
        "the file is empty": "empty.png",
        "cut short": "half.jpg",
        "that is a folder": "folder.jpg",
        "there is no such file": "missing.jpg",
    }
    return {says: folder / name for says, name in names.items()}


def test_bad_pictures_are_named_and_the_others_go_on(handref, tmp_path, two_hands):
    bad = bad_pictures(tmp_path, two_hands)
    ran = handref("read", "--json", *bad.values(), two_hands)
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert (ran.code, ran.err) == (2, "")
    assert [line["image"] for line in lines] == [str(path) for path in (*bad.values(), two_hands)]
    for says, line in zip(bad, lines, strict=False):
        assert set(line) == {"image", "error"}
        assert says in line["error"]
        assert line["error"].endswith((".", ")"))
    assert len(lines[-1]["hands"]) == 2


def test_in_words_bad_pictures_go_to_standard_error(handref, tmp_path, two_hands):
    bad = bad_pictures(tmp_path, two_hands)
    ran = handref("read", *bad.values(), two_hands)
    assert ran.code == 2
    assert ran.out.count("hands") == 2
    assert len(ran.err.splitlines()) == len(bad)
    for says, line in zip(bad, ran.err.splitlines(), strict=True):
        assert line.startswith("handref: ")
        assert says in line


@pytest.mark.parametrize("as_json", [True, False], ids=["as JSON", "in words"])
def test_a_file_of_no_permission_is_said_to_be_one(handref, two_hands, monkeypatch, as_json):
    opened: Callable[..., IO[Any]] = Path.open

    def forbidden(path: Path, *how: Any, **more: Any) -> IO[Any]:
        if path.name == two_hands.name:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *how, **more)

    monkeypatch.setattr(Path, "open", forbidden)
    ran = handref("read", two_hands, *(["--json"] if as_json else []))
    assert ran.code == 2
    assert "may not be read; check its permissions" in (ran.out if as_json else ran.err)


def test_a_picture_of_nothing_has_no_hands(handref, tmp_path):
    import cv2
    import numpy as np

    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), np.full((48, 64, 3), 128, np.uint8))
    assert handref("read", path).out.strip().endswith("no hands")
