"""Labels and readings made by hand, for the tests of what is counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gesture.bench.labels import Kind, LabelledHand, LabelledPicture
from gesture.reading.hand_reading import HandReading
from rules.hands import Digit, Palm, Side

SIZE = (640, 480)
PALM_PX = 100.0


def labelled_hand(
    bent="", *, at=(300.0, 200.0), side="left", palm="down", overlap=False, tone=3, unjudged="", palm_px=PALM_PX
):
    """A hand whose middle knuckle lies at `at`, its wrist a palm length below."""
    knuckle = np.array(at, float)
    wrist = knuckle + np.array([0, palm_px])
    digits = frozenset(map(Digit, bent.split()))
    judged = frozenset(Digit) - frozenset(map(Digit, unjudged.split()))
    return LabelledHand(
        Side(side), Palm(palm), digits, judged, np.stack([wrist, knuckle]), wrist, knuckle, overlap, tone
    )


def boxed_hand(
    bent="", *, box=(200.0, 100.0, 400.0, 300.0), side="left", palm="down", doubtful="", view="same", tone=None
):
    """A hand on a photograph of people; its view is its palm unless another is given."""
    judged = frozenset(Digit) - frozenset(map(Digit, doubtful.split()))
    seen = palm if view == "same" else view
    return LabelledHand(
        Side(side) if side else None, Palm(palm) if palm else None, frozenset(map(Digit, bent.split())), judged,
        tone=tone, box=box, view=Palm(seen) if seen else None,
    )  # fmt: skip


def photograph(*hands, of="people", person=None):
    return LabelledPicture("one.jpg", Path("one.jpg"), Kind.PEOPLE, None, hands, of, person)


def picture(*hands, tilt=0.0, kind=Kind.SEAT):
    return LabelledPicture("seat", Path("seat.jpg"), kind, tilt, hands)


def reading(
    bent="", *, at=(300.0, 200.0), side="left", palm="down", unsure="", confidence=0.9, sure_by=0.99,
    box=(0, 0, 10, 10), side_p=1.0,
):  # fmt: skip
    """A reading whose middle knuckle lies at `at`; bent digits have the probability `sure_by`."""
    bent_digits, unsure_digits = (frozenset(map(Digit, words.split())) for words in (bent, unsure))
    landmarks = np.zeros((21, 2)) + at
    digits = tuple(sure_by if d in bent_digits else 1 - sure_by for d in Digit)
    return HandReading(Side(side), Palm(palm), digits, unsure_digits, confidence, landmarks, box, side_p)
