"""A digit that stays unsure: more frames, then the palms turned up, and they settle it; nothing of that is a budge."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from gesture.reading.background import Picture, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from rules.dexterity_jane.events import Settle
from rules.hands import Digit, Palm, Side
from tests.gesture.stage import ANN, BEN, KnowingReader, Stage, at, digits, lays
from tests.gesture.watching.test_held_up import TABLE as HELD
from tests.gesture.watching.test_held_up import HeldReader, holds
from tests.ui.headless.played import Played, header
from tests.values import five


class TurningReader(KnowingReader):
    """Cannot read some digits of Ann's hands before they are turned over; after that it reads what `truth` says."""

    def __init__(
        self, stage: Stage, turned_s: float, truth: Mapping[Side, frozenset[Digit]], doubted: Iterable[Digit]
    ) -> None:
        super().__init__(stage)
        self.turned_s, self.truth, self.doubted = turned_s, truth, frozenset(doubted)

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        return [self.seen(hand) for hand in super().read(frame_bgr, zone, palm_px, palms_in)]

    def seen(self, hand: HandReading) -> HandReading:
        if hand.center[1] < 130:  # Ben's
            return hand
        if self.now_s < self.turned_s:
            p = five(0.55 if d in self.doubted else v for d, v in zip(Digit, hand.digits, strict=True))
            return replace(hand, digits=p, unsure=self.doubted)
        p = five(0.96 if d in self.truth[hand.side] else 0.04 for d in Digit)
        return replace(hand, digits=p, palm=Palm.UP, palm_p=0.95)


def turned_over(truth, doubted=(Digit.RING,), asked_to=True, seconds=12.0, lines=("left-index", "9: verify")):
    lay = lays("Ann", 1.0, ["index"], ["ring"])
    if asked_to:
        for hand in lay:  # lifted, turned, laid down again nearly where they were
            at(hand, 5.0, by=(6.0, -25.0), over_s=0.3)
            at(hand, 5.3, by=(-2.0, 22.0), over_s=0.3)
    stage = Stage(lay, seconds)
    reader = TurningReader(stage, 5.2 if asked_to else 99, truth, doubted)
    game = Played(header(), (ANN, BEN), reader)
    game.game.begin()
    for line in lines:
        game.game.typed(line)
    for frame in reader.follow(stage):
        game.game.watch(frame)
    game.game.finish()
    return game


def happened(game):
    """Everything but that hands were lifted to be turned."""
    return [kind for kind in game.kinds() if kind != "note"]


BENT = {Side.LEFT: digits("index"), Side.RIGHT: digits("ring")}


@pytest.mark.parametrize(
    "truth",
    [
        BENT,
        {Side.LEFT: digits("index"), Side.RIGHT: digits()},
        {Side.LEFT: digits("index", "ring"), Side.RIGHT: digits()},
    ],
    ids=["as it was read", "straight after all", "both otherwise"],
)
def test_palms_that_are_turned_up_settle_it_and_the_round_is_verified(truth):
    game = turned_over(truth)
    assert happened(game) == ["reveal", "lock", "settle", "verify"], game.said
    lock, settle = (event for event in game.events if hasattr(event, "left"))
    assert set(lock.unsure) == {Side.LEFT, Side.RIGHT} and settle.by == "palms"
    assert (frozenset(settle.left), frozenset(settle.right)) == (truth[Side.LEFT], truth[Side.RIGHT])
    heard = [said for said in game.said if "palms up, please" in said]
    assert len(heard) == 1 and "left ring" in heard[0] and not game.heard("What did Ann lock?")


def test_it_first_looks_again_and_asks_for_palms_only_when_that_does_not_help():
    game = turned_over(BENT)
    (settle,) = (event for event in game.events if hasattr(event, "by"))
    assert 5.2 < settle.at < 7.5


def test_palms_that_nobody_turns_leave_it_to_the_table():
    game = turned_over(BENT, asked_to=False, seconds=19.0, lines=("left-index",))
    assert game.kinds() == ["reveal", "lock"] and game.heard("palms up, please") and game.heard("What did Ann lock?")


def test_hands_held_up_are_looked_at_again_with_the_palm_that_they_show():
    class Clearing(HeldReader):
        def read(
            self,
            frame_bgr: Picture,
            zone: Zone | None = None,
            palm_px: PalmSizes | None = None,
            palms_in: Zone | None = None,
        ) -> list[HandReading]:
            self.unsure = frozenset([Digit.INDEX] if self.now_s < 2.2 else ())
            return super().read(frame_bgr, zone, palm_px, palms_in)

    stage = Stage(holds("Ann", 1.0, ["index"]), 6.0)
    reader = Clearing(stage)
    game = Played(header(), HELD, reader)
    game.game.typed("left-index")
    for frame in reader.follow(stage):
        game.game.watch(frame)
    assert game.kinds() == ["reveal", "lock", "settle"], game.said
    assert isinstance(game.events[2], Settle) and game.events[2].by == "look"
