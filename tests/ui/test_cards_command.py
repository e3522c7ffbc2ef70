"""`handref cards`: format 5, and pictures that are none; `handref bench cards`."""

from __future__ import annotations

import json

import cv2
import numpy as np

from tests.gesture.cards.faces import faces, printed


def test_a_picture_gives_one_line_in_format_5_and_bad_ones_are_named(handref, tmp_path):
    table = np.full((480, 640, 3), (60, 80, 70), np.uint8)
    lying = [faces("dexterity-jane")[0], faces("dexterity-jane")[1], faces("one-finger")[8]]
    for place, face in enumerate(lying):
        card = cv2.resize(printed(face), None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
        table[100 : 100 + card.shape[0], 30 + place * 200 : 30 + place * 200 + card.shape[1]] = card
    cv2.imwrite(str(tmp_path / "table.png"), table)
    (tmp_path / "text.png").write_text("no picture")
    ran = handref("cards", "--json", tmp_path / "text.png", tmp_path / "table.png")
    bad, good = (json.loads(line) for line in ran.out.splitlines())
    assert (ran.code, ran.err) == (2, "")
    assert set(bad) == {"image", "error"} and "no picture" in bad["error"]
    assert list(good) == ["image", "cards"]
    read = sorted(good["cards"], key=lambda card: card["corners"][0][0])
    assert [list(card) for card in read] == [["game", "card", "face", "corners", "confidence"]] * 3
    assert [(card["game"], card["card"], card["face"]) for card in read] == [
        ("dexterity-jane", 1, "up"),
        ("dexterity-jane", 1, "down"),
        ("one-finger", 4, "up"),
    ]
    assert np.abs(np.array(read[0]["corners"]) - [[30, 100], [151, 100], [151, 269], [30, 269]]).max() < 2
    assert all(card["confidence"] > 0.98 for card in read)


def test_without_json_the_cards_are_told_in_words(handref, tmp_path):
    cv2.imwrite(str(tmp_path / "card.png"), np.pad(printed(faces("dexterity-jane")[0]), ((40, 40), (40, 40), (0, 0))))
    cv2.imwrite(str(tmp_path / "none.png"), np.full((480, 640, 3), 90, np.uint8))
    ran = handref("cards", tmp_path / "card.png", tmp_path / "none.png")
    assert (ran.code, ran.err) == (0, "")
    assert "card.png: 1 card\n  Dexterity Jane" in ran.out
    assert "none.png: no cards" in ran.out


def test_the_bench_counts_what_is_named(handref, tmp_path):
    ran = handref("bench", "cards", "--tables", 1, "--seed", 3, "--game", "nothing")
    assert ran.code == 2 and "there is no printed copy of 'nothing'" in ran.err
