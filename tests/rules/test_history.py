"""Taking back, in every game: the state is that of the log without what was taken back, and what was said is mended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import Generator, generator
from rules.dexterity_jane.events import Lock, Reveal, Verify
from rules.dexterity_jane.rulings import GuessClosed, LockTaken
from rules.game import Event, Illegal, Refused, TakeBack, TakenBack
from rules.games import GAMES
from rules.hands import Digit
from rules.history import History
from rules.log import LogWriter, decode_event, encode_event, read_log
from rules.one_finger.events import Deal
from rules.replay import replay
from rules.simulate import play_one
from tests.rules.dexterity_jane import test_properties as dexterity_jane
from tests.rules.dexterity_jane.table import NAMES, header
from tests.rules.janes_card_game import test_properties as janes_card_game
from tests.rules.one_finger import test_properties as one_finger

RANDOM_EVENTS: dict[str, Callable[[Generator, Any, float], Event]] = {
    "dexterity-jane": dexterity_jane.random_event,
    "one-finger": one_finger.random_event,
    "janes-card-game": janes_card_game.random_event,
}


def check_one_finger(history: History) -> None:
    dealt = [event for _, event in history.effective if isinstance(event, Deal)]
    one_finger.check(history.state, dealt[0] if dealt else None)


CHECKS: dict[str, Callable[[History], None]] = {
    "dexterity-jane": lambda history: dexterity_jane.check(history.state),
    "one-finger": check_one_finger,
    "janes-card-game": lambda history: janes_card_game.check(history.state),
}
"""What holds in every state of a game: above all that no card and no coin is lost."""


def two_locks() -> History:
    """Line 2 reveals, lines 3 and 4 are the locks of Ann and Ben; Guess is closed."""
    history = History(header(3))
    history.apply(Reveal(at=0.0, cards=(2,)))
    for at, player in ((1.0, "Ann"), (2.0, "Ben")):
        history.apply(Lock(at=at, player=player, left=(Digit.INDEX,), right=()))
    return history


def test_what_was_taken_back_never_happened() -> None:
    history = two_locks()
    before = history.entry(3)
    history.apply(TakeBack(at=3.0, line=4))
    assert before is not None and history.state == before.state and history.line == 5
    assert [line for line, _ in history.effective] == [2, 3]
    assert [entry.counts for entry in history.entries] == [True, True, False, True]


def test_the_ruling_names_what_no_longer_holds_and_what_holds_instead() -> None:
    history = two_locks()
    (ruling,) = history.apply(TakeBack(at=3.0, line=3, by=("Ann", "Ben")))
    assert isinstance(ruling, TakenBack) and (ruling.lines, ruling.restored, ruling.by) == ((3,), (), ("Ann", "Ben"))
    gone, stays = ruling.corrections
    assert (gone.line, gone.event, gone.instead) == (3, "lock", ())
    assert [type(old) for old in stays.withdrawn] == [LockTaken, GuessClosed]
    assert [(type(new), getattr(new, "place", None)) for new in stays.instead] == [(LockTaken, 1)]
    assert history.game.say(ruling).splitlines() == [
        "Taken back at 3.0 s, as Ann and Ben agreed: line 3.",
        "Line 3 counts no more: First! Ann, at 1.0 s: left index.",
        "Line 4 is corrected: First! Ben, at 2.0 s: left index.",
    ]


def test_a_take_back_taken_back_says_what_counts_again() -> None:
    history = two_locks()
    closed = history.state
    history.apply(TakeBack(at=3.0, line=4))
    (ruling,) = history.apply(TakeBack(at=3.0, line=5))
    assert isinstance(ruling, TakenBack) and (ruling.lines, ruling.restored) == ((5,), (4,))
    assert history.state == closed
    assert history.game.say(ruling).splitlines()[0] == "Taken back at 3.0 s: line 5. So line 4 counts again."


@pytest.mark.parametrize(
    ("what", "why"),
    [
        (TakeBack(at=3.0, line=1), "line 1 is the header"),
        (TakeBack(at=3.0, line=6), "line 6 is not above"),
        (TakeBack(at=3.0, since=5), "line 5 is not above"),
        (TakeBack(at=3.0, line=0), "line 0 holds no event"),
        (TakeBack(at=3.0, line=-2), "line -2 holds no event"),
        (TakeBack(at=3.0, line=2), "would leave line 3 impossible: Ann cannot lock a guess before cards are revealed"),
        (TakeBack(at=1.0, line=4), "'at' goes back from 2 to 1"),
    ],
    ids=["the header", "a line to come", "all from itself", "line 0", "a line below 0", "the cards", "back in time"],
)
def test_a_refused_take_back_changes_nothing(what: TakeBack, why: str) -> None:
    history = two_locks()
    before, line = history.entries, history.line
    with pytest.raises(Illegal, match=why):
        history.apply(what)
    assert (history.entries, history.line) == (before, line)


def test_it_can_be_asked_whether_a_line_may_be_taken_back() -> None:
    history = two_locks()
    assert history.no_take_back(4) is None and history.no_take_back(2, on=True) is None
    assert "line 3 impossible" in (history.no_take_back(2) or "")
    assert "take-back" in history.legal()[""].may
    assert "take-back" in History(header(3)).legal()[""].why_not


def test_a_game_goes_on_from_its_log_with_the_lines_of_the_file(tmp_path: Any) -> None:
    path = tmp_path / "game.jsonl"
    history = two_locks()
    with LogWriter.create(path, history.header) as writer:
        for entry in history.entries:
            writer.append(entry.event)
    path.write_bytes(path.read_bytes() + b"\n\n{")  # blank lines count, a torn one does not
    writer, log = LogWriter.resume(path)
    with writer:
        resumed = History.of(log)
        assert resumed.line == 6 and resumed.state == history.state
        for event in (TakeBack(at=3.0, line=4), Verify(at=4.0)):
            try:
                resumed.apply(event)
            except Refused:
                continue
            writer.append(event)
    assert History.of(read_log(path)).entries == resumed.entries
    assert resumed.entries[-1].line == 7


@pytest.mark.parametrize(
    "event",
    [TakeBack(at=1.5, line=3), TakeBack(at=1.5, since=3, by=("Ann",))],
    ids=["one line", "all from a line on"],
)
def test_a_take_back_survives_the_log(event: TakeBack) -> None:
    line = encode_event(event)
    assert decode_event(two_locks().game, line) == event
    assert b"since" not in line


def test_who_agreed_may_be_said_in_one_word() -> None:
    event = decode_event(two_locks().game, '{"at": 3, "event": "take-back", "line": 4, "by": "the table"}')
    assert isinstance(event, TakeBack) and event.agreed == ("the table",)


def test_every_game_that_can_be_simulated_is_checked_here() -> None:
    assert set(CHECKS) == {name for name, entry in GAMES.items() if entry.simulation}


def random_take_backs(history: History, events: list[Event], lot: Generator) -> None:
    """Play `events` with many take-backs between them, of likely and of unlikely lines; what the rules refuse, they
    refuse without a change."""
    for event in events:
        while lot.random() < 0.25:
            line = lot.choice((history.line, history.line, lot.randint(-1, history.line + 2)))
            one = lot.random() < 2 / 3
            wanted = TakeBack(at=history.at_s, line=line if one else None, since=None if one else line)
            why = history.no_take_back(line, on=wanted.line is None)
            attempt(history, wanted, why is None)
        attempt(history, msgspec.structs.replace(event, at=max(event.at, history.at_s)))


def attempt(history: History, event: Event, possible: bool | None = None) -> None:
    before = history.entries
    try:
        rulings = history.apply(event)
    except Refused:
        assert history.entries == before and not possible
    else:
        assert possible is not False and all(history.game.say(ruling) for ruling in rulings)


@pytest.mark.parametrize("game", CHECKS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 5), stick_up=st.booleans())
def test_a_log_with_take_backs_gives_the_game_of_the_log_without(
    game: str, seed: int, players: int, stick_up: bool
) -> None:
    lot = generator(seed)
    variant = "stick-up" if stick_up and game == "dexterity-jane" else None
    start, events = play_one(game, players, seed, variant)
    history = History(start)
    random_take_backs(history, events[: lot.randint(5, 60)], lot)
    assert_same_game(history, game)


@pytest.mark.parametrize("game", CHECKS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), players=st.integers(2, 5), variant=st.sampled_from(["standard", "stick-up"]))
def test_whatever_is_tried_and_taken_back_the_log_gives_the_same_game(
    game: str, seed: int, players: int, variant: str
) -> None:
    lot = generator(seed)
    start: dict[str, Any] = {"game": game, "version": 1, "players": list(NAMES[:players])}
    history = History(start | ({"variant": variant} if game == "dexterity-jane" else {}))
    at = 0.0
    for _ in range(80):
        at = round(at + lot.choice((0, 0.5)), 3)
        random_take_backs(history, [RANDOM_EVENTS[game](lot, history.state, at)], lot)
    assert_same_game(history, game)


def assert_same_game(history: History, game: str) -> None:
    """The game is that of the log without what was taken back, and that of the log read again; nothing got lost."""
    without = History(history.header)
    for _, event in history.effective:
        without.apply(event)
    assert without.state == history.state
    lines = [msgspec.json.encode(history.header), *(encode_event(entry.event) for entry in history.entries)]
    again = replay(lines)
    assert [again.game.say(ruling) for ruling in again]
    assert again.state == history.state and again.history.entries == history.entries
    CHECKS[game](history)
