"""How much knowing a player's own hands helps: what is learned from whom, and what is compared."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from gesture.bench.labels import UnusableLabels
from gesture.bench.scaling import Comparison, OwnHandsReport, compared, people_in
from rules.hands import Digit
from tests.gesture.bench.hands import SIZE, labelled_hand, picture, reading

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
    assert only.after is only.before


def test_a_folder_must_say_who_is_seen(tmp_path):
    (tmp_path / "a.png").write_bytes(b"")
    (tmp_path / "labels.json").write_text(json.dumps({"a": {"hands": []}}))
    with pytest.raises(UnusableLabels, match="who is seen"):
        people_in(tmp_path)


def test_nobody_who_plays_is_nothing_to_compare():
    with pytest.raises(ValueError, match="nobody plays"):
        OwnHandsReport([])
