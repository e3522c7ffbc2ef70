"""One Finger! refereed on rendered clips: who left which fingers, when the others left, what the rules make of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gesture.bench.fingers import check_fingers, load_finger_recordings
from gesture.games.judge import Happening
from gesture.games.one_finger.options import Dealt, OneFingerOptions
from gesture.games.one_finger.questions import FingersQuestion
from gesture.play.recordings import RecordedGame, referee_recording
from gesture.play.session import Listener, Session
from gesture.sources.frames import SourceError
from gesture.sources.video import VideoFile
from rules.game import Illegal, Refused
from rules.one_finger.cards import Button, Card
from rules.one_finger.events import Call, Deal, Fingers, First
from rules.one_finger.state import Phase
from tests.gesture.fingers import DOUBLE, FINGERS, FOUR, KNOCKED, NAMES, NoReader, calls_of, label_of, table_of

RED = Card(2, Button.RED)
A_FRAME_S = 1 / 30
"""Fingers that leave within a frame of each other leave at once for all that the camera can tell."""


def refereed(name: str, options: OneFingerOptions | None = None, cards: bool = True) -> RecordedGame:
    chosen = options if options is not None else OneFingerOptions(calls=calls_of(name))
    with VideoFile(FINGERS / f"{name}.mp4") as video:
        return referee_recording(video, "one-finger", chosen, seats=table_of(name, cards), reader=NoReader())


def fingers_in(game: RecordedGame) -> list[Fingers]:
    return [happening.event for happening in game.happenings if isinstance(happening.event, Fingers)]


def dealt(name: str, cards: int = 6) -> Dealt:
    players = table_of(name).players
    header = {"game": "one-finger", "version": 1, "players": list(players)}
    deal = Deal(at=0, piles=dict.fromkeys(players, RED), draw=(RED,) * cards)
    return Dealt(header=header, deal=deal, first=First(at=0, player=calls_of(name)[0].player))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("find", [False, True], ids=["cards told", "cards found"])
def test_each_call_is_counted_right_and_each_lift_timed(name, find):
    recordings = [one for one in load_finger_recordings(FINGERS) if one.path.stem == name]
    (score,) = check_fingers(recordings, NoReader(), find)
    assert score.faults == () and score.right_calls == score.calls == 2


def test_the_log_holds_the_calls_and_their_fingers_and_nothing_else():
    events = [happening.event for happening in refereed(FOUR).happenings]
    assert [type(event) for event in events] == [Call, Fingers, Call, Fingers]
    assert all(
        fingers.at - call.at == pytest.approx(1.8) for call, fingers in zip(events[::2], events[1::2], strict=True)
    )


def test_on_two_cards_each_has_its_own_count():
    label = label_of(DOUBLE)
    for fingers, right in zip(fingers_in(refereed(DOUBLE)), label["fingers"], strict=True):
        kept = {player: list(fingers.on_cards(player)) for player in fingers.kept}
        assert kept == right["by_card"]


def test_with_a_deal_the_rules_judge_the_calls():
    players = table_of(FOUR).players
    first = label_of(FOUR)["fingers"][0]
    number = sum(first["kept"].values())
    calls = (Call(at=2.0, player=players[0], number=number), Call(at=5.2, player=players[1], number=0))
    known = replace(dealt(FOUR), first=First(at=0, player=players[0]))
    options = OneFingerOptions(calls=calls, dealt=known)
    game = refereed(FOUR, options)
    assert game.standings is not None
    said = [type(ruling).__name__ for happening in game.happenings for ruling in happening.rulings]
    assert said.count("Outcome") == 2 and "Won" in said


@pytest.mark.parametrize(
    ("calls", "why"),
    [
        pytest.param([(2.0, "Zed", 1)], "'Zed' calls at 2 s and is not at the table", id="somebody else"),
        pytest.param([(2.0, "Ann", 9)], "must be from 0 to", id="too many fingers"),
        pytest.param([(2.0, "Ann", 1), (2.5, "Ben", 1)], "too near", id="two calls at once"),
        pytest.param([(99.0, "Ann", 1)], "the recording ends", id="after the end"),
    ],
)
def test_calls_that_cannot_be_are_refused(calls, why):
    options = OneFingerOptions(calls=tuple(Call(at=at, player=who, number=number) for at, who, number in calls))
    with pytest.raises(Illegal, match=why):
        refereed(KNOCKED, options)


def test_a_deal_for_others_is_refused():
    other = Dealt(header={"players": ["Zed", "Yve"]}, deal=dealt(KNOCKED).deal, first=None)
    with pytest.raises(Refused, match="the seats are those of"):
        refereed(KNOCKED, OneFingerOptions(dealt=other))


def test_where_no_card_lies_the_table_is_told_to_say_where(tmp_path):
    import cv2
    import numpy as np

    path = tmp_path / "empty.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 180))
    for _ in range(12):
        video.write(np.full((180, 320, 3), 120, np.uint8))
    video.release()
    with pytest.raises(SourceError, match="No card was found"):
        referee_recording(path, "one-finger", seats=table_of(KNOCKED, cards=False), reader=NoReader())


class Asked(Listener):
    def __init__(self) -> None:
        self.questions: list[Any] = []
        self.happened: list[Happening] = []

    def told(self, happening: Happening) -> None:
        self.happened.append(happening)

    def asked(self, question: Any) -> None:
        self.questions.append(question)


def at_table(name: str) -> tuple[Session, Asked]:
    listener, known = Asked(), dealt(name)
    session = Session(known.header, table_of(name), listener)
    session.happen(known.deal)
    return session, listener


def watched(session: Session, name: str) -> None:
    watch = session.new_watch(NoReader())
    session.watch(watch)
    with VideoFile(FINGERS / f"{name}.mp4") as video:
        for frame in video:
            for sighting in watch.step(frame):
                session.seen(sighting)
    session.finish(watch.finish())


def test_whoever_first_lifts_a_finger_goes_first():
    session, _ = at_table(FOUR)
    watched(session, FOUR)
    lifts = {who: min(times) for call in label_of(FOUR)["fingers"][:1] for who, times in call["lifts"].items()}
    at_once = [who for who, at_s in lifts.items() if at_s <= min(lifts.values()) + A_FRAME_S]
    assert session.state.phase is Phase.CALL and session.state.caller in at_once


def test_of_fingers_that_nobody_saw_the_table_is_asked_and_its_word_counts():
    session, listener = at_table(FOUR)
    players = session.state.table.players
    session.happen(First(at=0, player=players[0]))
    session.later(0.1, lambda at_s: session.happen(Call(at=at_s, player=players[0], number=1)))  # nobody points yet
    watch = session.new_watch(NoReader())
    session.watch(watch)
    with VideoFile(FINGERS / f"{FOUR}.mp4") as video:
        for frame in video:
            for sighting in watch.step(frame):
                session.seen(sighting)
            if listener.questions:
                break
    (question,) = listener.questions
    assert isinstance(question, FingersQuestion) and set(question.unsure) == set(players)
    kept: dict[str, int | tuple[int, ...]] = {player: (int(player == players[1]),) for player in players}
    session.judge.answer(question.told(kept))
    assert session.state.phase is Phase.CALL and session.state.calls == 1
    with pytest.raises(Illegal, match="has not been asked"):
        session.judge.answer(question.told(kept))
