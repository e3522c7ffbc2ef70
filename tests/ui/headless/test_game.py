"""A game without a window: from recordings, killed, with lines good and bad, with cameras and disks that fail."""

import errno
import itertools
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from gesture.play.kept_log import KeptLog
from gesture.reading.background import Picture, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.camera import LiveCamera
from gesture.sources.camera_frames import CameraFrames
from gesture.sources.video import VideoFile
from rules.chance import generator
from rules.dexterity_jane.events import Settle
from rules.dexterity_jane.rulings import Standings
from rules.dexterity_jane.state import Phase
from rules.game import Event
from rules.hands import Digit, Side
from rules.log import LogWriter, encode_event, read_log
from tests.gesture.clips import CLIPS, NAMES, labels, reveals_of, seats_of
from tests.gesture.sources.test_camera import Clock, Pretended, until
from tests.gesture.stage import ANN, BEN, Followed, KnowingReader, Stage, lays
from tests.gesture.stage import at as move
from tests.ui.headless.played import Played, header
from ui.headless.pacing import play_camera, play_recording


def log_of(events):
    """The log of a game between Ann and Ben."""
    return read_log([msgspec.json.encode(header()), *map(encode_event, events)])


def typing(lines):
    """Gives all lines the first time it is asked, and then says that no more will come."""
    given = iter([lines])
    return lambda: next(given, None)


def staged(lay, lines=("left-index",), seconds=4.0, reading=None, before=(), seats=(ANN, BEN), **rest):
    stage = Stage(lay, seconds)
    reader = KnowingReader(stage, **(reading or {}))
    played = Played(header([seat.player for seat in seats]), seats, reader, **rest)

    played.game.begin()
    play_recording(played.game, Followed(stage, reader), typing(list(lines)), fast=True)
    return played


@pytest.mark.parametrize("name", NAMES)
def test_a_recording_through_the_live_loop_gives_its_labelled_events_and_verdict(name, live_reader, tmp_path):
    label, path = labels(name), tmp_path / "game.jsonl"
    seats = seats_of(label)
    lines = []
    for n, reveal in enumerate(reveals_of(label)):
        lines += [f"{reveal.at_s:g}: verify"] if n else []
        lines.append(f"{reveal.at_s:g}: {','.join(map(str, reveal.cards))}")
    head = header([s.player for s in seats], variant=label.get("variant", "standard"), round=label["round"])
    sheriff = Side(label["sheriff"]) if "sheriff" in label else None
    played = Played(head, seats, live_reader, path, sheriff=sheriff)
    played.game.begin()
    with VideoFile(CLIPS / f"{name}.mp4") as video:
        play_recording(played.game, video, typing(lines), fast=True)
    seen = [msgspec.json.decode(encode_event(event)) for event in played.events]
    assert {e["about"] for e in seen if e["event"] == "note"} <= {"hand taken away"}
    seen = [event for event in seen if event["event"] in ("lock", "stick-up", "budge")]
    assert [(e["event"], e["player"]) for e in seen] == [(e["event"], e["player"]) for e in label["events"]]
    for event, wanted in zip(seen, label["events"], strict=True):
        assert event["at"] == pytest.approx(wanted["at"], abs=0.15)
        assert {k: event[k] for k in ("left", "right", "aims") if k in wanted} == {
            k: wanted[k] for k in ("left", "right", "aims") if k in wanted
        }
    standings = played.game.session.judge.game.standings(played.game.session.judge.state)
    assert isinstance(standings, Standings)
    assert {player: score.points for player, score in standings.players.items()} == label["points"]
    played.game.session.close()
    log = read_log(path)
    state = log.state
    assert [event for _, event in log] == played.events
    for event in played.events:
        state, _ = log.game.apply(state, event)
    assert state == played.game.session.judge.state


def test_a_game_killed_after_any_event_or_within_a_line_goes_on_from_where_it_was(tmp_path):
    path = tmp_path / "game.jsonl"
    whole = staged(lays("Ann", 1.0, ["index"]), ["left-index", "2: verify", "2.5: 14,3", "3.5: close"], path=path)
    assert whole.kinds() == ["reveal", "lock", "verify", "reveal", "close", "verify"]
    whole.game.session.close()
    lines = path.read_bytes().splitlines(keepends=True)
    for kept, torn in itertools.product(range(1, len(lines) + 1), (b"", b'{"at":9,"eve')):
        cut = tmp_path / "cut.jsonl"
        cut.write_bytes(b"".join(lines[:kept]) + torn)
        writer, log = LogWriter.resume(cut)
        assert bool(log.torn) is bool(torn)
        again = Played(log.header, (ANN, BEN), KnowingReader(Stage([], 1.0)), writer=writer)
        again.game.go_on(log)
        state = log.state
        for event in whole.events[: kept - 1]:
            state, _ = log.game.apply(state, event)
        assert again.game.session.judge.state == state
        assert cut.read_bytes() == b"".join(lines[:kept]) and again.events == []
        if state.phase is Phase.GUESS:  # and it can be played to its end
            again.game.typed("verify")
            assert again.kinds()[-1] == "verify" and again.game.session.judge.state.phase is Phase.REVEAL
        again.game.session.close()


def test_after_going_on_hands_that_are_laid_down_lock():
    again = Played(header(), (ANN, BEN), KnowingReader(Stage([], 1.0)))
    first = staged(lays("Ann", 9.0), ["left-index"], seconds=0.5)
    stage = Stage(lays("Ann", 1.0, ["index"]), 2.5)
    reader = KnowingReader(stage)
    again = Played(header(), (ANN, BEN), reader)
    again.game.go_on(log_of(first.events[:1]))
    for frame in reader.follow(stage):
        again.game.watch(frame)
    assert again.kinds() == ["lock"] and again.events[0].at == pytest.approx(1.0, abs=0.15)


@pytest.mark.parametrize(
    "line, says",
    [
        ("left-toe", "names no card"),
        ("99", "There is no card 99"),
        ("left-index,right-open", "Round 1 reveals 1 card"),
        ("verify", "nothing to verify"),
        ("next please", "stands alone"),
        ("close", "Guess is not open"),
        ("order Ben Ann", "no order to tell"),
        ("order Ben", "Name two players or more"),
        ("order Ben Zoe", "'Zoe' is no player"),
        ("dispute Ann left index", "Ann has no locked guess"),
        ("dispute Ann", "Say what Ann locked"),
        ("dispute Ann index", "Say left or right before 'index'"),
        ("dispute Ann left toe", "'toe' is no digit"),
        ("coins Ann x", "Coins are whole numbers"),
        ("coins Ann 3", "Stick-Up variant"),
        ("\x00\x07", "means nothing"),
        ("{}", "means nothing"),
        ("help", "left-index,right-open+bullet"),
        ("standings", "Ann: 0 points."),
    ],
)
def test_a_line_that_cannot_be_done_is_answered_with_one_sentence(line, says):
    played = Played(header(), (ANN, BEN), KnowingReader(Stage([], 1.0)))
    played.game.typed(line)
    assert says in played.said[-1] and len(played.said) == 1 and not played.events


def test_empty_lines_mean_nothing_and_quit_ends_the_game():
    played = Played(header(), (ANN, BEN), KnowingReader(Stage([], 1.0)))
    played.game.typed("  \n")
    assert not played.said and not played.game.ended
    played.game.typed("QUIT\n")
    assert played.game.ended


def test_a_dispute_changes_the_hand_that_is_named_and_leaves_the_other():
    played = staged(lays("Ann", 1.0, ["index"], ["ring"]), ["left-index", "2.5: dispute ann right nothing"])
    assert played.kinds() == ["reveal", "lock", "settle", "verify"]
    settle = played.events[2]
    assert (settle.left, settle.right, settle.by) == ((Digit.INDEX,), (), "table")


def test_a_budge_after_a_dispute_is_told_from_what_the_table_said():
    lay = lays("Ann", 1.0, ["index"], ["ring"])
    move(lay[1], 3.0, ["ring", "pinky"])
    played = staged(lay, ["left-index", "2.2: dispute ann left thumb"], seconds=5.0)
    assert played.kinds() == ["reveal", "lock", "settle", "budge", "verify"]
    assert (played.events[3].left, played.events[3].right) == ((Digit.THUMB,), (Digit.RING, Digit.PINKY))


def test_the_program_deals_and_equal_seeds_deal_equally():
    def dealt(seed):
        played = staged([], ["1: next", "2: next"], seconds=3.0, deals=True, lot=generator(seed))
        return [event.cards for event in played.events if hasattr(event, "cards")]

    assert [len(cards) for cards in dealt(1)] == [1, 2, 3]
    assert dealt(1) == dealt(1) != dealt(2)


def test_a_game_taken_up_again_with_its_seed_draws_on_and_not_anew():
    """Whole, and broken off after any line: the same cards, and the same lots."""
    whole = staged([], ["1: next", "2: next", "2.5: next"], seconds=3.0, deals=True, lot=generator(5))
    dealt = [event.cards for event in whole.events if hasattr(event, "cards")]
    assert len(dealt) == 4
    for kept in range(1, len(whole.events)):
        again = Played(header(), (ANN, BEN), KnowingReader(Stage([], 1.0)), deals=True, lot=generator(5))
        again.game.go_on(log_of(whole.events[:kept]))
        while again.game.session.judge.state.round < 4 or again.game.session.judge.state.phase is not Phase.GUESS:
            again.game.typed("next")
        events = [*whole.events[:kept], *again.events]
        assert [event.cards for event in events if hasattr(event, "cards")][:4] == dealt, kept


def test_an_unsure_lock_is_never_scored_and_palms_then_the_table_are_asked():
    played = staged(lays("Ann", 1.0, ["index"]), reading={"unsure": [Digit.INDEX]}, seconds=18.0)
    assert played.kinds() == ["reveal", "lock"] and played.game.unsettled
    assert played.heard("Ann: palms up, please") and played.heard("What did Ann lock?")
    played.game.typed("verify")
    assert played.kinds() == ["reveal", "lock"] and played.heard("once that is settled")
    played.game.typed("settle Ann")
    played.game.typed("verify")
    assert played.kinds() == ["reveal", "lock", "settle", "verify"] and played.events[2].by == "table"


def test_a_second_look_settles_what_more_frames_make_sure():
    class Clearing(KnowingReader):
        def read(
            self,
            frame_bgr: Picture,
            zone: Zone | None = None,
            palm_px: PalmSizes | None = None,
            palms_in: Zone | None = None,
        ) -> list[HandReading]:
            self.unsure = frozenset([Digit.INDEX] if self.now_s < 2.0 else ())
            return super().read(frame_bgr, zone, palm_px, palms_in)

    stage = Stage(lays("Ann", 1.0, ["index"]), 6.0)
    reader = Clearing(stage)
    played = Played(header(), (ANN, BEN), reader)
    played.game.typed("left-index")
    for frame in reader.follow(stage):
        played.game.watch(frame)
    assert played.kinds() == ["reveal", "lock", "settle"]
    assert isinstance(played.events[2], Settle) and played.events[2].by == "look"
    assert not played.heard("palms up")


class FullDisk(LogWriter):
    """A log's writer on a disk that is full until it is not."""

    full = True

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.written: list[Event] = []

    def append(self, event: Event, wait: bool = True) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device", str(self.path))
        self.written.append(event)

    def sync(self) -> None:
        """Nothing waits to be written."""


def test_with_a_full_disk_the_game_goes_on_and_writes_it_all_later(tmp_path):
    played = Played(header(), (ANN, BEN), KnowingReader(Stage([], 1.0)))
    disk = FullDisk(tmp_path / "game.jsonl")
    played.game.session.log = KeptLog(disk, played.said.append)
    for line in ("left-index", "close", "verify"):
        played.game.typed(line)
    assert played.kinds() == ["reveal", "close", "verify"] and played.game.session.log.waiting == 3
    assert sum("cannot be written" in sentence for sentence in played.said) == 1
    disk.full = False
    played.game.session.log.retry(100.0)
    assert disk.written == played.events and played.heard("is written again")
    assert played.game.session.close() == 0


def test_a_camera_that_freezes_or_is_unplugged_pauses_the_round_and_it_goes_on():
    clock = Clock()
    device = Pretended(clock)
    with LiveCamera(0, open_again=lambda camera: device, clock=clock) as camera:
        frames = CameraFrames(camera)
        played = Played(header(), (ANN, BEN), KnowingReader(Stage([], 1.0)))
        script = iter(("noise", "frozen", "noise", "silent", "noise", "quit"))

        def lines():
            step = next(script)
            if step == "quit":
                return ["quit"]
            if step == "silent":
                clock.now_s += 1.0
                return ["left-index"]
            device.mode = step
            device.give(30 if step == "frozen" else 4)
            assert until(lambda: (camera.trouble is not None) == (step == "frozen"))
            for _ in range(60 if step == "noise" else 0):
                if (frame := frames.next(0)) is not None:
                    played.game.watch(frame)
            return []

        play_camera(played.game, frames, lines)
    paused = [sentence for sentence in played.said if sentence.startswith("Paused.")]
    assert len(paused) == 2 and "stands still" in paused[0] and "plug it in again" in paused[1]
    assert played.said.count("The camera is back; the round goes on.") == 2
    assert played.kinds() == ["reveal"], "a line is taken also while the camera is away"


def test_black_and_repeated_pictures_are_not_watched():
    class Taken:
        trouble = None

        def __init__(self, images: list[NDArray[np.uint8]]) -> None:
            self.images = iter(enumerate(images))

        def next(self, timeout_s: float) -> tuple[NDArray[np.uint8], float] | None:
            found = next(self.images, None)
            return None if found is None else (found[1], found[0] / 30)

    noise = [np.random.default_rng(n).integers(0, 250, (48, 64, 3)).astype(np.uint8) for n in range(3)]
    frames = CameraFrames(Taken([noise[0], noise[1], noise[1], np.zeros_like(noise[0]), noise[2]]))
    assert [frame and frame.index for frame in (frames.next(0) for _ in range(6))] == [0, 1, None, None, 2, None]
