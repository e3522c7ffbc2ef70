"""The callouts of a game are spoken as they are shown, and the voice can be turned off, muted, lost and closed."""

from __future__ import annotations

import sys
from collections import deque
from pathlib import Path
from typing import Any

import pygame
import pytest

from rules.dexterity_jane.cards import required
from rules.dexterity_jane.notes import KNOWN_LATE, NOT_READ, STICK_UP_REFUSED
from rules.dexterity_jane.state import Phase
from rules.game import Note
from tests.ui.sound.fake_engine import FakeEngine
from tests.ui.window.fake_user import FakeUser
from tests.ui.window.layout import faults
from tests.ui.window.scenes import SCENES
from tests.ui.window.stage import Stage
from tests.values import some
from ui.sound.engine import Order, Talk
from ui.sound.voice import HANGS_S, Voice
from ui.window import app as app_module
from ui.window.games.dexterity_jane.destinations import FinalScores
from ui.window.keeping import Choices, Keeper
from ui.window.texts import FOLDER, Texts

LONGEST_S = 90.0
SMALL = (640, 360)
THREE = ("Ann", "Ben", "Cy")


class Listener(FakeUser):
    """A user who hears what is spoken."""

    def __init__(self, folder: Path, engine: FakeEngine | None = None, **choices: Any) -> None:
        super().__init__(folder, SMALL, **choices)
        self.engine = FakeEngine(instant=True) if engine is None else engine
        self.app.voice = Voice(self.engine)
        self.app.choose()
        self.look()

    @property
    def heard(self) -> list[str]:
        said = list(self.engine.said)
        self.engine.talks.clear()
        return said


def to_guess(user: Listener) -> None:
    user.press("d", "return")
    if user.screen.match.phase is Phase.SETUP:
        user.press("space")
    assert user.heard == []
    user.press("space")


def test_a_round_is_called_out_with_names(tmp_path):
    user = Listener(tmp_path, players=THREE)
    to_guess(user)
    assert user.heard == ["Round 1: guess!"]
    user.press("2")
    assert user.heard == ["First! Ben"]
    user.press("1")
    assert user.heard == ["Second! Ann. Cy is last and verifies"]
    user.wait(3)
    match = user.screen.match
    needed = required(match.state.table.deck, match.state.cards)
    while user.at == "SettleLocks":
        if user.screen.player == "Ann":
            for side, digits in needed.items():
                for digit in digits:
                    user.click(f"{side}-{digit}")
        else:
            user.click("left-thumb")
            user.click("right-thumb")
        user.press("return")
    while user.at == "VerifyWalk":
        user.press("right")
    assert user.heard == ["Ben: wrong!", "Ann: right!", "Ann takes Round tile 1!"]


def test_a_stick_up_is_called_out_and_a_hand_that_is_taken_too(tmp_path):
    user = Listener(tmp_path, players=THREE, variant="stick-up")
    to_guess(user)
    assert user.heard == ["Round 1: guess!"]
    user.click("rob-Ann")
    user.click("aim-right-Ben")
    user.press("return")
    assert user.heard == ["POW! Ann"]
    user.screen.play(Note(at=user.screen.now(), about=STICK_UP_REFUSED, more={"player": "Ben"}))
    user.wait(0.1)
    assert user.heard == ["That hand is taken, Ben!"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        pytest.param("settle_by_palms", ["Palms up, please: Ann and Ben"], id="palms, of everybody at once"),
        pytest.param("settle_by_looking_again", [], id="nothing that players have to do"),
        pytest.param(
            "guess_in_doubt_about_a_pistol",
            ["Ann: a stick-up, or a guess? Show it clearly, or say so."],
            id="a pistol or a guess",
        ),
    ],
)
def test_what_players_are_asked_to_do_is_spoken_once(tmp_path, name, said):
    user = Stage(tmp_path, THREE, SMALL)
    engine = FakeEngine(instant=True)
    user.app.voice = Voice(engine)
    SCENES[name](user)
    user.wait(1.0)
    asks = [text for text in engine.said if not text.endswith((" guess!", "!", "verifies"))]
    assert [text for text in asks if "First!" not in text] == said


def test_what_is_called_out_is_also_shown(tmp_path):
    user = Listener(tmp_path, players=THREE)
    to_guess(user)
    user.press("2")
    assert user.heard[-1] == "First! Ben" and user.reads("First! Ben")


@pytest.mark.parametrize(
    ("winners", "said"),
    [
        pytest.param(1, "The end. Ann wins!", id="one winner"),
        pytest.param(2, "The end. Ann and Ben share the win!", id="a shared win"),
    ],
)
def test_the_winners_are_named(tmp_path, winners, said):
    user = Listener(tmp_path)
    names = THREE[:winners]
    user.app.speak("voice.winner" if winners == 1 else "voice.winners", players=names)
    user.look()
    assert user.heard == [said]


def test_the_end_of_a_game_is_called_out(tmp_path):
    user = Stage(tmp_path, THREE, SMALL)
    user.play()
    user.play_rounds(10)
    user.screen.match.end_verify(200.0)
    user.app.voice = Voice(engine := FakeEngine())
    user.show(FinalScores(user.screen.match))
    assert engine.said[0].startswith("The end. ")


def test_practice_is_called_out(tmp_path):
    user = Listener(tmp_path)
    user.press("p", "k")
    user.wait(2.6)
    assert user.heard == ["Round 1: guess!"]
    needed = {(side, digit) for side, digits in user.screen.run.needed.items() for digit in digits}
    user.screen.bent = {(side, digit) for side, digit in needed ^ {next(iter(needed))}} if needed else set()
    user.press("space")
    user.screen.bent = needed
    user.press("space")
    assert user.heard in (["Wrong!", "Right!"], ["Right!"])


@pytest.mark.parametrize("name", ["-w/tmp/x", '$(reboot) "Ann"', "'; exit", "[[slnc 9]]", "A" * 60, "%s {0} {player}"])
def test_a_name_commands_nothing_and_breaks_nothing(tmp_path, name):
    user = Listener(tmp_path, players=(name, "Ben", "Cy"))
    to_guess(user)
    user.engine.talks.clear()
    user.press("1")
    (said,) = user.heard
    assert said.startswith("First! ") and len(said) <= len("First! ") + 40
    assert not set(said) & set('"`$()[]{}')


@pytest.mark.parametrize("key", ["m", "v"], ids=["mute", "voice off"])
def test_turning_it_off_ends_what_is_said_at_once_and_is_remembered(tmp_path, key):
    user = Listener(tmp_path, FakeEngine(), players=THREE)
    user.app.speak("caption.right")
    user.look()
    (talk,) = user.engine.talks
    user.press("s", key)
    assert talk.stopped
    user.app.speak("caption.wrong")
    user.wait(0.2)
    assert user.engine.said == ["Right!"]
    again = Listener(tmp_path)
    again.app.speak("caption.wrong")
    again.look()
    assert again.heard == []
    again.press("s", key)
    again.app.speak("caption.wrong")
    again.look()
    assert again.heard == ["Wrong!"]


def test_it_is_on_the_first_time():
    assert Choices().voice


def test_a_file_from_before_there_was_a_voice_is_read(tmp_path):
    (tmp_path / "window.json").write_text('{"version": 1, "players": ["Ann", "Ben"], "muted": true}')
    choices = Keeper(tmp_path).choices()
    assert (choices.players, choices.voice) == (("Ann", "Ben"), True)


def test_where_there_is_no_engine_the_setting_says_so_and_the_game_goes_on(tmp_path):
    user = FakeUser(tmp_path, players=THREE)
    user.press("s")
    assert user.reads("None here")
    assert faults(user.page) == []
    user.press("v")
    assert user.app.choices.voice and user.reads("This computer has no speech engine")
    user.wait(7)
    user.press("escape", "d", "return", "space", "1")
    assert user.reads("First! Ann") and not user.reads("speech engine")


def test_an_engine_that_hangs_costs_one_caption_and_no_more(tmp_path):
    user = Listener(tmp_path, FakeEngine(), players=THREE)
    to_guess(user)
    talk = user.engine.talks[0]
    user.now_s += HANGS_S + 10
    user.look()
    assert talk.stopped
    captions = set()
    for key in ("1", "2"):
        user.press(key)
        user.wait(0.5)
        captions.add(some(user.app.sounds.caption)[0])
    assert user.app.told is None and len(user.engine.talks) == 1
    assert user.app.texts("caption.voice_lost") not in captions
    user.press("escape", "h", "s")
    assert user.reads("None here")


def test_an_engine_that_is_lost_is_told_once(tmp_path):
    user = Listener(tmp_path, FakeEngine())
    for _ in range(5):
        user.app.speak("caption.right")
        user.wait(0.1)
        if not user.engine.talks[-1].over:
            user.engine.talks[-1].end(failed=True)
    assert len(user.engine.talks) == 2
    assert user.reads(user.app.texts("caption.voice_lost"))
    assert faults(user.page) == []


@pytest.mark.parametrize("how", ["closed", "muted"])
def test_no_process_outlives_the_window_or_is_heard_once_it_is_muted(tmp_path, how):
    begun = []

    def begin(text, language):
        begun.append(Talk(Order((sys.executable, "-c", "import time; time.sleep(600)"))))
        return begun[-1]

    user = Listener(tmp_path, players=THREE)
    user.app.voice = Voice(begin)
    user.app.speak("caption.right")
    user.look()
    (talk,) = begun
    if how == "closed":
        user.app.handle(pygame.event.Event(pygame.QUIT))
        user.app.close()
    else:
        user.press("m")
    talk.join(LONGEST_S)
    assert talk.over and not talk.failed
    assert talk._process is not None and talk._process.poll() is not None


def test_the_language_of_the_texts_is_the_voices_too(tmp_path, monkeypatch):
    texts = (FOLDER / "en.toml").read_text("utf-8")
    (tmp_path / "en.toml").write_text(texts, "utf-8")
    (tmp_path / "fr.toml").write_text('[caption]\nright = "Juste !"\n', "utf-8")
    monkeypatch.setattr(app_module, "Texts", lambda language, folders, wanted: Texts(language, [tmp_path, *folders]))
    for number, (language, said) in enumerate([("fr", ("Juste !", "fr")), ("xx", ("Right!", "en"))]):
        Keeper(tmp_path / str(number)).keep_choices(Choices(language=language))
        user = Listener(tmp_path / str(number))
        user.app.speak("caption.right")
        user.look()
        assert [(talk.text, talk.language) for talk in user.engine.talks] == [said]


def test_hands_that_could_not_be_read_in_time_are_called_out(tmp_path):
    user = Listener(tmp_path, players=THREE)
    to_guess(user)
    assert user.heard
    user.screen.play(Note(at=user.screen.now(), about=NOT_READ, more={"player": "Ben"}))
    user.screen.play(Note(at=user.screen.now(), about=KNOWN_LATE, more={"player": "Cy"}))
    user.wait(0.1)
    assert user.heard == ["Ben: not seen well, lay down anew!"]
    assert user.screen.told == deque(["Cy lay down before Guess closed, and was read too late to count."])
