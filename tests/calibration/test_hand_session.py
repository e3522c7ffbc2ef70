"""A player's showing of both hands: what is asked for next, when a step is taken, and what is learned from it."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pytest

from calibration.hand_session import GIVE_UP_S, SAID, Hint, OwnHandsSession, Progress, steps_of
from calibration.table_plane import plane_from_points
from gesture.reading.digit_scaling import AS_READ, NONE
from gesture.reading.hand_reading import HandReading
from rules.hands import Digit, Palm, Side
from tests.gesture.stage import PALM_PX, landmarks
from tests.values import box_around, five, some

FPS = 15
OPEN, BENT = -4.0, 4.0


def reading(side, odds, palm=Palm.DOWN, at=(0.0, 0.0)):
    p = five(1 / (1 + math.exp(-o)) for o in odds)
    x = 180 if side is Side.LEFT else 300
    points = landmarks(
        side, (x + at[0], 240 + at[1]), 0.0, frozenset(d for d, o in zip(Digit, odds, strict=True) if o > 0)
    )
    return HandReading(side, palm, p, frozenset(), 0.9, points, box_around(points), 0.97, 0.97)


def usual(bent):
    return tuple(BENT if d in bent else OPEN for d in Digit)


class Player:
    """Does what the session asks for, a little after it asks; `looks` says how bent digits look on this one's hands."""

    def __init__(
        self,
        session: OwnHandsSession,
        looks: Callable[[frozenset[Digit]], Sequence[float]] = usual,
        sides: Sequence[Side] = tuple(Side),
        palm: Palm | None = None,
    ) -> None:
        self.session, self.looks, self.sides, self.palm = session, looks, sides, palm
        self.at_s = 0.0
        self.log: list[Progress] = []

    def show(self, bent: Iterable[Digit], seconds: float, jitter: float = 0.0) -> Progress:
        """Hold this for so long, unless the session goes on before."""
        rng = np.random.default_rng(1)
        before = self.session.step
        for _ in range(round(seconds * FPS)):
            palm = self.palm or (before.palm if before else Palm.DOWN)
            at = tuple(rng.normal(0, jitter, 2))
            hands = [reading(side, self.looks(frozenset(bent)), palm, at) for side in self.sides]
            self.at_s += 1 / FPS
            told = self.session.look(hands, self.at_s)
            self.log.append(told)
            if self.session.step is not before:
                return told
        return self.log[-1]

    def follow(self) -> Any:
        for step in self.session.steps:
            self.show(step.bent, 20)
        return self.session.learned()


def test_the_open_hand_comes_first_and_then_each_digit_from_the_thumb_on():
    assert [step.digit for step in steps_of()] == [None, *Digit]
    assert [step.number for step in steps_of((Palm.DOWN, Palm.UP))] == list(range(1, 13))


def test_somebody_who_does_as_is_asked_is_done_in_ten_seconds_and_hands_read_well_stay_as_they_are():
    player = Player(OwnHandsSession("Ann"))
    own = player.follow()
    assert player.session.over and player.at_s < 10 and not player.session.left_out
    assert own.player == "Ann" and own.readings >= 6 * 2 * 4 and own.own == AS_READ
    assert own.palm_up_shift == NONE and own.palm_cm is None


def stiff_thumb(bent):
    return (-0.8 if Digit.THUMB in bent else -6.0, *usual(bent)[1:])


def test_a_thumb_that_bends_too_little_to_be_called_bent_is_learned():
    own = Player(OwnHandsSession("Ann"), stiff_thumb).follow()
    assert own.digit_shift[0] > 0.6
    seen = own.own.corrected(reading(Side.LEFT, stiff_thumb({Digit.THUMB})))
    assert seen.digits[0] > 0.4 and seen.likelier <= {Digit.THUMB}


def test_a_digit_that_is_not_seen_to_bend_is_taken_as_it_looks_after_a_hint():
    player = Player(OwnHandsSession("Ann"), lambda bent: usual(bent - {Digit.RING}))
    own = player.follow()
    assert not player.session.left_out and player.at_s < 10 + GIVE_UP_S
    assert Hint.NOT_BENT in [told.hint for told in player.log]
    assert [some(told.taken).digit for told in player.log if told.as_it_looks] == [Digit.RING]
    assert own.digit_scale[3] < 0.9 and own.digit_scale[:3] == (1, 1, 1)


def test_a_digit_that_looks_bent_at_all_times_is_asked_about_from_then_on():
    def crooked(bent):
        odds = list(usual(bent))
        odds[4] = 4.2 if Digit.PINKY in bent else 3.4
        return tuple(odds)

    own = Player(OwnHandsSession("Ann"), crooked).follow()
    for bent in (frozenset[Digit](), frozenset({Digit.PINKY})):
        assert own.own.corrected(reading(Side.LEFT, crooked(bent))).unsure == {Digit.PINKY}


def test_hands_that_never_move_teach_nothing_of_a_digit():
    player = Player(OwnHandsSession("Ann"), lambda bent: usual(()))
    own = player.follow()
    assert [step.digit for step in player.session.left_out] == list(Digit) and own is None


def test_another_digit_than_the_one_asked_for_does_not_count():
    player = Player(OwnHandsSession("Ann"))
    player.show(frozenset(), 5)
    told = player.show({Digit.MIDDLE}, 3)
    assert told.hint is Hint.NOT_BENT and some(player.session.step).digit is Digit.THUMB


def test_the_hands_of_the_step_before_do_not_pass_for_the_next():
    player = Player(OwnHandsSession("Ann"))
    player.show(frozenset(), 5)
    player.show(frozenset(), 3)
    assert some(player.session.step).digit is Digit.THUMB


@pytest.mark.parametrize(
    "hint, how",
    [
        (Hint.NO_HANDS, {"sides": ()}),
        (Hint.ONE_HAND, {"sides": (Side.LEFT,)}),
        (Hint.OTHER_PALM, {"palm": Palm.UP}),
        (Hint.NOT_OPEN, {"looks": lambda bent: usual({Digit.INDEX, Digit.RING, Digit.PINKY})}),
    ],
    ids=lambda value: value.name if isinstance(value, Hint) else "",
)
def test_what_keeps_a_step_from_being_taken_is_said(hint, how):
    player = Player(OwnHandsSession("Ann"), **how)
    told = player.show(frozenset(), 4)
    assert told.hint is hint and SAID[some(told.hint)].endswith(".")
    assert not player.session.taken and player.session.learned() is None


def test_hands_that_tremble_are_asked_to_hold_still_and_nobody_waits_for_a_step_that_was_left_out_by_hand():
    player = Player(OwnHandsSession("Ann"))
    assert player.show(frozenset(), 4, jitter=0.3 * PALM_PX).hint is Hint.MOVING
    player.show(frozenset(), 4)
    player.session.leave_out()
    assert some(player.session.step).digit is Digit.INDEX


def test_with_one_hand_that_hand_is_enough():
    player = Player(OwnHandsSession("Ann", hands=1), sides=(Side.RIGHT,))
    assert player.follow() is not None and not player.session.left_out


def test_palms_up_are_learned_apart():
    own = Player(OwnHandsSession("Ann", (Palm.DOWN, Palm.UP))).follow()
    assert own.readings >= 12 * 2 * 4
    lying_up = Player(OwnHandsSession("Ann", (Palm.UP,)), stiff_thumb).follow()
    assert lying_up.digit_shift == NONE and lying_up.palm_up_shift[0] > 0.6


def test_where_the_table_is_measured_the_palm_is_known_in_centimetres():
    corners = [(100, 50), (400, 50), (400, 250), (100, 250)]
    plane = plane_from_points(corners, np.array(corners) / 4.0, (480, 270))
    own = Player(OwnHandsSession("Ann", plane=plane)).follow()
    assert own.palm_cm == pytest.approx(PALM_PX * 1.05 / 4, abs=0.5)


def test_a_session_needs_a_name():
    with pytest.raises(ValueError, match="name"):
        OwnHandsSession(" ")
