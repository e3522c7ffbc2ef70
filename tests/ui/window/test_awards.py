"""The end of a game: awards from the log, places from the last one up, and the same table again in one press."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from rules.dexterity_jane.events import Reveal
from rules.dexterity_jane.rulings import Because, Budged, LockTaken, StickUpVerified
from rules.game import Event, Ruling
from rules.hands import Side
from rules.history import Entry
from tests.ui.window.fake_user import FRAME_S
from tests.ui.window.scenes import SCENES
from tests.ui.window.stage import Stage
from ui.window.games.dexterity_jane.awards import awards_of


@dataclass
class Told:
    """The lines of a log."""

    entries: list[Entry]

    def line(self, event: Event, rulings: Sequence[Ruling] = (), counts: bool = True) -> None:
        line = len(self.entries) + 2
        self.entries.append(Entry(line=line, event=event, rulings=tuple(rulings), state=None, counts=counts))


def game(*lines, counts=True) -> Told:
    """A log of rounds: a number reveals then; a name and a time lock, a name alone budges, two names are robber and
    victim."""
    told = Told([])
    for line in lines:
        match line:
            case float():
                told.line(Reveal(at=line, cards=(1,)))
            case (str() as robber, str() as victim):
                shot = StickUpVerified(
                    player=robber, hand=Side.LEFT, victim=victim, success=True, because=Because.ALL_CRITERIA_MET,
                    bullets=(), loser=victim, winner=robber, moved=True, coin=None,
                )  # fmt: skip
                told.line(Event(at=0.0), [shot])
            case (str() as player, at_s):
                lock = LockTaken(player=player, place=1, at=at_s, left=(), right=(), unsure={})
                told.line(Event(at=at_s), [lock], counts)
            case str():
                budged = Budged(player=line, at=0.0, moved={}, because=Because.LOCK_COUNTS)
                told.line(Event(at=0.0), [budged])
    return told


CLOSE = {"first": "Ann", "second": "Ben", "s": 0.25}
STEADY = [part for n in range(3) for part in (10.0 * n, ("Ann", 10.0 * n + 3), ("Ben", 10.0 * n + 5), "Ben")]


@pytest.mark.parametrize(
    ("told", "key", "values"),
    [
        pytest.param(game(0.0, ("Ann", 2.0), 10.0, ("Ben", 11.2)), "quickest", {"player": "Ben", "s": 1.2}, id="quick"),
        pytest.param(game(0.0, ("Ann", 1.0), counts=False), "quickest", None, id="a lock that was taken back"),
        pytest.param(game(*STEADY), "steadiest", {"player": "Ann"}, id="one who never moved"),
        pytest.param(game(*STEADY[:4]), "steadiest", None, id="one who locked but once"),
        pytest.param(game(*[s for s in STEADY if s != "Ben"]), "steadiest", None, id="where nobody ever moved"),
        pytest.param(game(("Ann", "Ben"), ("Cy", "Ben"), ("A", "Cy")), "robbed", {"player": "Ben", "n": 2}, id="two"),
        pytest.param(game(("Ann", "Ben"), ("Ben", "Ann")), "robbed", None, id="two who were robbed as often"),
        pytest.param(game(0.0, ("Ann", 2.0), ("Ben", 2.25)), "photo", CLOSE, id="a close finish"),
        pytest.param(game(0.0, ("Ann", 2.0), ("Ben", 3.0)), "photo", None, id="locks far apart"),
        pytest.param(game(0.0, ("Ann", 2.0), 2.1, ("Ben", 2.2)), "photo", None, id="locks of two rounds"),
    ],
)  # fmt: skip
def test_awards_come_from_the_log(told, key, values):
    found = {award.key: award.values for award in awards_of(told.entries)}
    assert {k: round(v, 6) if isinstance(v, float) else v for k, v in found.get(key, {}).items()} == (values or {})


def test_places_are_shown_from_the_last_one_up_and_the_winner_only_then(tmp_path):
    user = Stage(tmp_path, ("Ann", "Ben", "Cy", "Dee"))
    user.longest_s = FRAME_S
    user.app.choose(calm=False)
    SCENES["final"](user)
    last = user.screen._order[-1]
    assert user.reads(last) and not user.reads("wins") and user.screen._told_s is None
    user.wait(4.5)
    assert user.reads("wins") and user.reads("Fastest fingers")


def test_the_same_players_play_again_with_one_press(tmp_path):
    user = Stage(tmp_path, ("Ann", "Ben", "Cy"))
    SCENES["final"](user)
    before = user.screen.match
    user.press("return")
    assert user.at == "BetweenRounds" and user.screen.match is not before
    assert user.screen.match.players == ("Ann", "Ben", "Cy") and user.screen.match.state.round == 1


def test_others_may_play_next(tmp_path):
    user = Stage(tmp_path, ("Ann", "Ben"))
    SCENES["final"](user)
    user.press("n")
    assert user.at == "NewGame"
