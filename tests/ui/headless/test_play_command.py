"""`handref play --headless`: a recorded table from typed cards to the standings, and words that cannot be used."""

from __future__ import annotations

import io
import sys

import cv2
import numpy as np
import pytest

from gesture.games.untold import untold_note
from rules.dexterity_jane.events import Lock, Reveal
from rules.game import Note
from rules.hands import Digit
from rules.log import LogWriter, event_name, read_log
from rules.players import Players
from ui.commands.demo import FOLDER
from ui.headless.keyboard import Keyboard, opened_input

GAME = ["play", "dexterity-jane", "--headless"]
VIDEO = ["--video", FOLDER / "duel.mp4", "--fast", "--seats", FOLDER / "seats.json"]

pytestmark = pytest.mark.usefixtures("pictures_read_once")


def short_video(path, size=(960, 540)):
    """A recording of half a second in which nobody is seen."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, size)
    for grey in range(90, 95):
        writer.write(np.full((size[1], size[0], 3), grey, np.uint8))
    writer.release()
    return path


@pytest.fixture
def typed(monkeypatch, tmp_path):
    """Says what is on standard input; logs go to a folder of the test's own."""
    monkeypatch.setenv("HANDREF_HOME", str(tmp_path))

    def say(*lines):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    say()
    return say


def test_a_recorded_table_is_refereed_and_goes_on_when_resumed(handref, typed, tmp_path):
    typed("0:left-index", "4:verify", "4:left-ring,right-pinky")
    ran = handref(*GAME, *VIDEO)
    assert (ran.code, ran.err) == (0, "")
    assert "First! Ann, at 1.5 s: left index." in ran.out and "Ann: 3 points, tiles 1 and 2." in ran.out
    path = tmp_path / "games" / "dexterity-jane-0001.jsonl"
    assert [event.__struct_config__.tag for _, event in read_log(path)].count("verify") == 2
    path.write_bytes(path.read_bytes()[:-4])
    typed("standings", "quit")
    again = handref(*GAME, *VIDEO, "--resume")
    assert (again.code, again.err) == (0, "")
    assert "is unfinished" in again.out and "Ann: 1 point, tile 1." in again.out


def test_a_recording_in_which_no_cards_were_revealed_says_so_and_what_to_do(handref, typed, tmp_path):
    blank = short_video(tmp_path / "blank.mp4")
    here = [*GAME, "--fast", "--video", blank, "--seats", FOLDER / "seats.json"]
    ran = handref(*here)
    assert (ran.code, ran.err.count("\n")) == (2, 1), ran.err
    assert "No cards were revealed in" in ran.err and "--deal" in ran.err and "as in 0:left-index" in ran.err
    again = handref(*here, "--resume")
    assert again.code == 2 and "No cards were revealed" in again.err, "nor where a game is gone on with"
    typed("quit")
    assert handref(*here).code == 0, "whoever types quit knows"
    typed("0:left-index")
    assert handref(*here).code == 0


@pytest.mark.parametrize("begun_in", ["games", "tables"], ids=["the window", "an earlier version"])
def test_a_game_that_was_begun_elsewhere_goes_on_and_keeps_its_number(handref, typed, tmp_path, begun_in):
    header = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"], "variant": "simplified"}
    path = tmp_path / begun_in / "dexterity-jane-0003.jsonl"
    path.parent.mkdir()
    with LogWriter.create(path, header) as writer:
        writer.append(Players(at=0.5, players=("Ann", "Cy")))
        writer.append(Reveal(at=1.0, cards=(2,)))
    typed("lock Ann left index", "verify", "standings", "quit")
    ran = handref(*GAME, *VIDEO, "--resume")
    assert (ran.code, ran.err) == (0, "") and f"The log is {path}." in ran.out and "Ann: 1 point" in ran.out
    assert "Cy sits around" in ran.out and "Ben sits" not in ran.out and "simplified, Ann and Cy." in ran.out
    typed("quit")
    assert "dexterity-jane-0004.jsonl" in handref(*GAME, *VIDEO).out


@pytest.mark.parametrize("told", [True, False], ids=["and then told", "and never told"])
def test_a_round_of_the_windows_whose_cards_nobody_had_told_is_gone_on_with(handref, typed, tmp_path, told):
    header = {"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"]}
    path = tmp_path / "games" / "dexterity-jane-0001.jsonl"
    path.parent.mkdir()
    with LogWriter.create(path, header) as writer:
        for event in (Reveal(at=1.0, cards=(8,)), Lock(at=2.0, player="Ann", left=(Digit.INDEX,), right=())):
            writer.append(untold_note(event))
    typed(*(["verify", "left-index", "verify"] if told else ["verify"]))
    ran = handref(*GAME, *VIDEO, "--resume")
    assert (ran.code, ran.err) == (0, "") and "Nobody has told the cards of round 1 yet" in ran.out
    assert "Type first what the cards of round 1 show" in ran.out
    events = [event for _, event in read_log(path)]
    scored = [event_name(type(event)) for event in events if not isinstance(event, Note)]
    assert scored == ["reveal", "lock", "verify"] * told
    assert not told or "Ann: 1 point" in ran.out


def test_a_log_that_cannot_be_gone_on_with_is_named_before_anybody_takes_a_seat(handref, typed, tmp_path):
    path = tmp_path / "a.jsonl"
    head = '{"game": "dexterity-jane", "version": 1, "players": ["Ann", "Ben"]}\n'
    for content, says in (
        (head + '{"at": 1, "event": "reveal", "cards": [-1]}\n', "line 2: there is no card -1"),
        (head + "nonsense\n", "line 2: the line cannot be used"),
        ("", "the log is empty"),
    ):
        path.write_text(content)
        ran = handref(*GAME, "--camera", "97", "--resume", path)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1) and f"handref: {path}: {says}" in ran.err
        assert path.read_text() == content


def test_a_place_for_logs_that_cannot_be_written_is_named(handref, typed, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("HANDREF_HOME", str(tmp_path / "file"))
    blank = short_video(tmp_path / "blank.mp4")
    ran = handref(*GAME, "--fast", "--video", blank, "--seats", FOLDER / "seats.json", "--deal")
    assert ran.code == 2 and f"{tmp_path / 'file' / 'games'} cannot be written: not a directory" in ran.err


def test_a_typed_byte_that_is_no_text_spoils_its_line_alone(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"help\n\xff\nquit\n"), encoding="utf-8"))
    keyboard = Keyboard(opened_input())
    lines: list[str] = []
    while (typed := keyboard()) is not None:
        lines += typed
    assert (lines[0], lines[-1], len(lines)) == ("help\n", "quit\n", 3)


def test_the_keyboard_gives_each_line_once_and_says_when_there_are_no_more():
    keyboard = Keyboard(io.StringIO("next\nquit\n"))
    keyboard._thread.join(60)
    assert (keyboard(), keyboard()) == (["next\n", "quit\n"], None)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        pytest.param(["play", "--headless"], "name the game", id="no game"),
        pytest.param(
            ["play", "janes-card-game", "--headless"],
            "cannot be played before a camera yet",
            id="a game no camera sees",
        ),
        pytest.param(["play", "janes-card-game"], "cannot be played before a camera yet", id="that in the window"),
        pytest.param(["play", "dexterity-jane"], "--headless alone", id="a game for the window"),
        pytest.param(["play", "--deal"], "--deal is for play with --headless", id="a choice that the window has not"),
        pytest.param(["play", "--camera", "x"], "a camera's number", id="an address for the window"),
        pytest.param([*GAME, *VIDEO, "--camera", "0"], "not both", id="camera and video"),
        pytest.param([*GAME, "--fast"], "--fast is for --video", id="a fast camera"),
        pytest.param([*GAME, *VIDEO, "--sheriff", "left"], "stick-up alone", id="a sheriff where there is none"),
        pytest.param([*GAME, *VIDEO, "--resume", "--round", "2"], "--round stands in the log", id="another round"),
        pytest.param([*GAME, *VIDEO, "--resume", "--house", "x"], "--house stands in the log", id="other house rules"),
        pytest.param([*GAME, *VIDEO, "--house", "gone.toml"], "no such file", id="no house rules"),
        pytest.param(["play", "--held-up"], "--held-up is for play with --headless", id="a way to sit for the window"),
        pytest.param([*GAME, *VIDEO, "--resume"], "no game in", id="nothing to go on with"),
        pytest.param([*GAME, *VIDEO, "--resume", "gone.jsonl"], "no such file", id="a log that is not there"),
        pytest.param([*GAME, "--camera", "9" * 5000], "neither a camera's number", id="a number beyond all numbers"),
        pytest.param([*GAME, *VIDEO, "--players", "Ann,Ann"], "twice", id="a name twice"),
        pytest.param([*GAME, *VIDEO, "--players", "A,B,C"], "2 seats", id="more names than seats"),
        pytest.param([*GAME, *VIDEO, "--players", "A"], "and 1 name: give one name", id="fewer names than seats"),
        pytest.param([*GAME, *VIDEO, "--players", " , "], "names nobody", id="names that are none"),
        pytest.param([*GAME, *VIDEO, "--profile", "none"], "no profile 'none'", id="no such profile"),
        pytest.param(
            [*GAME, *VIDEO, "--log", "no/such/folder/x"],
            "no such folder; name another",
            id="a log that cannot be written",
        ),
        pytest.param([*GAME, "--camera", "-3"], "neither a camera's number", id="a number below every camera's"),
        pytest.param([*GAME, "--camera", ""], "neither a camera's number", id="a camera without a name"),
        pytest.param([*GAME, "--camera", "9" * 11], "999 cannot be opened", id="a number that no camera can have"),
        pytest.param([*GAME, "--camera", "97"], "Camera 97 cannot be opened", id="no such camera"),
    ],
)
def test_words_that_cannot_be_used_give_one_sentence(handref, typed, words, says):
    ran = handref(*words)
    assert (ran.code, ran.err.count("\n")) == (2, 1), ran.err
    assert says in ran.err
