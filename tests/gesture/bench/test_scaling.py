"""How much knowing a player's own hands helps: what is learned from whom, and what is compared."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from gesture.bench.labels import UnusableLabels
from gesture.bench.scaling import Comparison, OwnHandsReport, compared, people_in
from rules.hands import Digit
from tests.gesture.bench.hands import SIZE, labelled_hand, picture, reading
from tests.values import some

SHOWN = ("", *(str(digit) for digit in Digit))


def read_of(name, bent):
    """What is read of somebody: Stiff's index finger looks bent either way, and Ann's hands like anybody's."""
    seen = reading(bent)
    if name != "Stiff":
        return seen
    digits = list(seen.digits)
    digits[1] = 0.97 if "index" in bent else 0.93
    return replace(seen, digits=tuple(digits))


def shown_and_played(*names):
    gathered = Comparison()
    for name in names:
        for part, every in (("shown", SHOWN), ("played", ("", "index", "ring", "index pinky"))):
            for bent in every:
                still = picture(labelled_hand(bent))
                gathered.add(still, name, "stiff" if name == "Stiff" else "usual", part, [read_of(name, bent)], SIZE)
    return gathered.played()


def test_a_digit_that_looks_bent_either_way_is_asked_about_and_usual_hands_stay_as_they_are_read():
    report = OwnHandsReport(shown_and_played("Ann", "Ben", "Stiff"))
    told = report.to_json()
    assert (told["all"]["people"], told["all"]["hands"], told["usual"]["people"]) == (3, 12, 2)
    assert told["stiff"]["wrong"]["before"] == 0.5 and told["stiff"]["wrong"]["after"] == 0
    assert told["usual"]["right"] == {"before": 1, "after": 1, "low": 0, "high": 0}
    assert "| a digit wrong and not asked about |" in report.to_markdown()


def test_the_interval_holds_the_difference_and_one_person_alone_has_none():
    some = compared(shown_and_played("Ann", "Ben", "Stiff"))["wrong"]
    assert some.low <= some.after - some.before <= some.high and some.low < some.high
    one = compared(shown_and_played("Stiff"))["wrong"]
    assert one.low == one.high == pytest.approx(-0.5)


def test_play_of_somebody_who_showed_nothing_is_taken_as_it_is_read():
    gathered = Comparison()
    gathered.add(picture(labelled_hand("ring")), "Cy", "usual", "played", [reading("ring")], SIZE)
    (only,) = gathered.played()
    assert only.after.reading is only.before.reading is only.answered.reading


def test_what_the_table_answers_teaches_the_hands_that_come_after_and_no_others():
    gathered, faint = Comparison(), replace(reading(""), digits=(0.01, 0.55, 0.01, 0.01, 0.01))
    faint = replace(faint, unsure=frozenset({Digit.INDEX}))
    for bent in SHOWN:
        gathered.add(picture(labelled_hand(bent)), "Ann", "usual", "shown", [reading(bent)], SIZE)
    for _ in range(12):
        gathered.add(picture(labelled_hand("index")), "Ann", "usual", "played", [faint], SIZE)
    every = gathered.played()
    shown = [some(hand.after.reading).digits[1] for hand in every]
    answered = [some(hand.answered.reading).digits[1] for hand in every]
    assert len(set(shown)) == 1 and answered[0] == shown[0] and answered[-1] > answered[1] > shown[0]


def photographs(folder, **persons):
    """A set of photographs, each of one right hand from above; `persons` says which digits of whom are bent on each."""
    folder.mkdir()
    labels = {}
    for person, every in persons.items():
        for n, bent in enumerate(every):
            cv2.imwrite(str(folder / f"{person}_{n:02}.png"), np.full((9, 9, 3), 120, np.uint8))
            hand = {"side": "right", "palm": "down", "bent": bent.split(), "doubtful": ["pinky"], "box": [0, 0, 9, 9]}
            labels[f"{person}_{n:02}.png"] = {"person": person, "hands": [hand]}
    (folder / "labels.json").write_text(json.dumps(labels))


def test_of_photographs_the_first_of_each_thing_are_shown_and_who_shows_too_little_is_left_out(tmp_path):
    photographs(tmp_path / "one", Ann=["", "index"] * 6, Ben=[""] * 12, Cy=["", "index"] * 3, Dan=["", "pinky"] * 6)
    photographs(tmp_path / "two", Ann=["ring", ""] * 5)
    parts = people_in(tmp_path)
    assert {(person, kind) for _, person, kind, _ in parts} == {("one/Ann", "one"), ("two/Ann", "two")}
    shown = [picture.name for picture, person, _, part in parts if person == "one/Ann" and part == "shown"]
    assert shown == ["Ann_00.png", "Ann_01.png", "Ann_02.png", "Ann_03.png"]
    assert sum(part == "played" for *_, part in parts) == 8 + 6


def test_photographs_of_nobody_who_shows_enough_are_refused_in_a_sentence(tmp_path):
    photographs(tmp_path / "one", Ann=["", "index"])
    with pytest.raises(UnusableLabels, match="name no person who shows"):
        people_in(tmp_path)


def test_a_folder_must_say_who_is_seen(tmp_path):
    (tmp_path / "a.png").write_bytes(b"")
    (tmp_path / "labels.json").write_text(json.dumps({"a": {"hands": []}}))
    with pytest.raises(UnusableLabels, match="who is seen"):
        people_in(tmp_path)


def test_nobody_who_plays_is_nothing_to_compare():
    with pytest.raises(ValueError, match="nobody plays"):
        OwnHandsReport([])
