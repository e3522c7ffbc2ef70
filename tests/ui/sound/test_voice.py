"""What is spoken when, what is dropped, and what becomes of an engine that fails. Time passes only as a test says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.sound.fake_engine import FakeEngine, FakeTalk
from ui.sound import voice as v
from ui.sound.voice import LONGEST, LONGEST_NAME, Voice, sayable


class Spoken:
    """A voice with an engine that is none, and a clock."""

    def __init__(self) -> None:
        self.engine = FakeEngine()
        self.voice = Voice(self.engine)
        self.now_s = 0.0
        self.lost = 0

    def frame(self, *texts: str, after_s: float = 1 / 30) -> None:
        """A frame in which these are called out."""
        self.now_s += after_s
        for text in texts:
            self.voice.say(text, "en", self.now_s)
        self.lost += self.voice.update(self.now_s)

    @property
    def talk(self) -> FakeTalk:
        return self.engine.talks[-1]

    @property
    def said(self) -> list[str]:
        return self.engine.said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("First! Ann", "First! Ann", id="a plain callout"),
        pytest.param("Seán O'Brien-Łuczak 3", "Seán O'Brien-Łuczak 3", id="a name of many marks"),
        pytest.param("明, Ωμέγα, محمد", "明, Ωμέγα, محمد", id="names in other scripts"),
        pytest.param("می\u200cخواهم", "می\u200cخواهم", id="a joiner that shapes letters"),
        pytest.param("-w/tmp/x", "w/tmp/x", id="an option"),
        pytest.param("--version", "version", id="a long option"),
        pytest.param("- - -", "", id="nothing but minuses"),
        pytest.param("$(reboot)", "reboot", id="a shell's command"),
        pytest.param("`reboot` \"x\" 'y'", "reboot x 'y'", id="quotes"),
        pytest.param("[[slnc 9000]] Ann", "slnc 9000 Ann", id="a command of the engine's own"),
        pytest.param("<speak>Ann</speak>", "speak Ann /speak", id="markup"),
        pytest.param("a\nb\tc\x00d\x1be\u2028f", "a b c d e f", id="control characters and new lines"),
        pytest.param("\u202eAnn\ufeff\ue000\ud800", "Ann", id="characters that turn, hide or are none"),
        pytest.param("  Ann   Lee ,", "Ann Lee", id="spaces"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_names_are_spoken_as_typed_without_what_could_command(text, said):
    assert sayable(text) == said


@given(st.text(st.characters(), max_size=400), st.integers(1, LONGEST))
def test_whatever_is_typed_is_short_printable_and_no_option(text, longest):
    said = sayable(text, longest)
    assert len(said) <= longest
    assert not said.startswith("-")
    assert not set(said) & v.NEVER_SPOKEN
    assert all(letter.isprintable() or letter in v.JOINERS for letter in said)
    said.encode("utf-8")  # raises an error for half a letter


def test_what_is_too_long_is_cut():
    assert len(sayable("Ann " * 1000)) <= LONGEST
    assert sayable("A" * 50, LONGEST_NAME) == "A" * 40


def test_a_callout_is_said_in_the_frame_in_which_it_comes():
    spoken = Spoken()
    spoken.frame("First! Ann")
    assert spoken.said == ["First! Ann"]


def test_callouts_of_one_frame_are_said_in_one_go():
    spoken = Spoken()
    spoken.frame("Second! Ben", "Cy is last and verifies", "Guess is closed.")
    assert spoken.said == ["Second! Ben. Cy is last and verifies. Guess is closed."]


def test_of_too_many_callouts_of_one_frame_the_newest_is_said():
    spoken = Spoken()
    spoken.frame("A" * 100, "B" * 30)
    assert spoken.said == ["B" * 30]


def test_never_two_at_once_and_a_newer_callout_takes_the_place_of_one_that_waits():
    spoken = Spoken()
    spoken.frame("First! Ann")
    spoken.frame("Second! Ben")
    spoken.frame()
    spoken.frame("Third! Cy")
    spoken.frame()
    assert spoken.said == ["First! Ann"]
    spoken.talk.end()
    spoken.frame()
    assert spoken.said == ["First! Ann", "Third! Cy"]
    spoken.talk.end()
    spoken.frame()
    assert spoken.said == ["First! Ann", "Third! Cy"]


@pytest.mark.parametrize(
    ("waited_s", "said"), [(v.STALE_S - 0.01, True), (v.STALE_S + 0.01, False)], ids=["just in time", "too late"]
)
def test_what_has_waited_too_long_is_dropped(waited_s, said):
    spoken = Spoken()
    spoken.frame("First! Ann")
    spoken.frame("Second! Ben")
    spoken.talk.end()
    spoken.frame(after_s=waited_s)
    assert ("Second! Ben" in spoken.said) is said


def test_turning_it_off_ends_what_is_said_and_forgets_what_waits():
    spoken = Spoken()
    spoken.frame("First! Ann")
    spoken.frame("Second! Ben")
    spoken.voice.turn(False)
    assert spoken.talk.stopped
    spoken.frame("Third! Cy")
    spoken.voice.turn(True)
    spoken.frame()
    assert spoken.said == ["First! Ann"]
    spoken.frame("Fourth! Di")
    assert spoken.said == ["First! Ann", "Fourth! Di"]
    assert (spoken.lost, spoken.voice.there) == (0, True)


def test_after_turning_it_off_and_on_nothing_is_said_until_the_engine_has_ended():
    spoken = Spoken()
    spoken.frame("First! Ann")
    spoken.talk.ends_when_stopped = False
    spoken.voice.turn(False)
    spoken.voice.turn(True)
    spoken.frame("Second! Ben")
    assert spoken.said == ["First! Ann"]
    spoken.talk.end()
    spoken.frame()
    assert spoken.said == ["First! Ann", "Second! Ben"]


def test_an_engine_that_fails_twice_in_a_row_is_given_up_on_once():
    spoken = Spoken()
    for number in range(6):
        spoken.frame(f"Callout {number}")
        if not spoken.talk.over:
            spoken.talk.end(failed=True)
    assert spoken.said == ["Callout 0", "Callout 1"]
    assert (spoken.lost, spoken.voice.there) == (1, False)


def test_an_engine_that_fails_now_and_then_is_kept():
    spoken = Spoken()
    for number in range(6):
        spoken.frame(f"Callout {number}")
        spoken.talk.end(failed=number % 2 == 0)
    assert (len(spoken.said), spoken.lost, spoken.voice.there) == (6, 0, True)


def test_an_engine_that_hangs_is_ended_after_some_seconds_and_given_up_on():
    spoken = Spoken()
    spoken.frame("First! Ann")
    spoken.talk.ends_when_stopped = False
    spoken.frame(after_s=v.HANGS_S)
    assert not spoken.talk.stopped
    spoken.frame("Second! Ben", after_s=v.HANGS_S_A_LETTER * len("First! Ann") + 0.1)
    assert spoken.talk.stopped
    for _ in range(100):
        spoken.frame("Third! Cy")
    assert (spoken.said, spoken.lost, spoken.voice.there) == (["First! Ann"], 1, False)


def test_a_window_that_stood_still_does_not_take_a_callout_that_was_said_for_one_that_hangs():
    spoken = Spoken()
    spoken.frame("First! Ann")
    spoken.talk.end()
    spoken.frame("Second! Ben", after_s=600)
    assert (spoken.said, spoken.lost) == (["First! Ann", "Second! Ben"], 0)


def test_the_longest_callout_has_time_to_be_said():
    slow_letters_a_second = 10
    assert LONGEST / slow_letters_a_second < v.HANGS_S + v.HANGS_S_A_LETTER * LONGEST


def test_closing_ends_what_is_said_and_waits_for_it():
    spoken = Spoken()
    spoken.frame("First! Ann")
    spoken.frame("Second! Ben")
    spoken.voice.close()
    assert (spoken.talk.stopped, spoken.talk.joined, spoken.voice.there) == (True, True, False)
    spoken.frame("Third! Cy")
    assert spoken.said == ["First! Ann"]


def test_without_an_engine_nothing_happens():
    voice = Voice()
    voice.say("First! Ann", "en", 0.0)
    assert (voice.update(0.0), voice.there) == (False, False)
    voice.turn(False)
    voice.close()
