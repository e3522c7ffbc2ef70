"""Hands drawn on the picture in which they were read: landmarks, and for each digit whether it is bent."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import DIGIT_LANDMARKS, PALM_LANDMARKS
from gesture.reading.hand_reading import HandReading
from ui.words import hand_in_words

Colour = tuple[int, int, int]
BENT: Colour = (20, 110, 250)
STRAIGHT: Colour = (235, 190, 60)
UNSURE: Colour = (200, 200, 200)
PALM: Colour = (240, 240, 240)
INK: Colour = (30, 30, 30)
FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_hands(frame_bgr: NDArray[np.uint8], hands: Iterable[HandReading]) -> NDArray[np.uint8]:
    """A copy of a BGR frame (H, W, 3) with its hands drawn on it. Bent digits end in a ring, straight ones in a dot and
    unsure ones in a square, so that colour is never all that tells them apart."""
    picture = frame_bgr.copy()
    scale = max(picture.shape[0] / 540, 0.6)
    for hand in hands:
        _draw_hand(picture, hand, scale)
    return picture


def _draw_hand(picture: NDArray[np.uint8], hand: HandReading, scale: float) -> None:
    points = [(round(float(x)), round(float(y))) for x, y in hand.landmarks]
    thick = max(1, round(2 * scale))
    palm = np.array([points[i] for i in PALM_LANDMARKS], np.int32)
    cv2.polylines(picture, [palm], True, INK, thick + 2, cv2.LINE_AA)
    cv2.polylines(picture, [palm], True, PALM, thick, cv2.LINE_AA)
    for digit, indexes in DIGIT_LANDMARKS.items():
        unsure, bent = digit in hand.unsure, digit in hand.likelier
        colour = UNSURE if unsure else BENT if bent else STRAIGHT
        chain = np.array([points[i] for i in indexes], np.int32)
        cv2.polylines(picture, [chain], False, INK, thick + 3, cv2.LINE_AA)
        cv2.polylines(picture, [chain], False, colour, thick + 1, cv2.LINE_AA)
        tip, size = points[indexes[-1]], round(6 * scale)
        if unsure:
            corner = (tip[0] + size, tip[1] + size)
            cv2.rectangle(picture, (tip[0] - size, tip[1] - size), corner, colour, -1, cv2.LINE_AA)
        else:
            cv2.circle(picture, tip, size, INK, thick + 2, cv2.LINE_AA)
            cv2.circle(picture, tip, size, colour, thick if bent else -1, cv2.LINE_AA)
    below = (hand.box[0] + hand.box[2]) / 2, hand.box[3] + round(22 * scale)
    put_text(picture, f"{hand.side}: {hand_in_words(hand.bent, hand.unsure)}", below, 0.5 * scale)


def put_text(picture: NDArray[np.uint8], text: str, middle: tuple[float, float], size: float) -> None:
    """Write `text` around the pixel `middle`, white on a dark label, moved inwards where it would leave the picture."""
    thick, edge = max(1, round(2 * size)), round(10 * size)
    (width, height), below = cv2.getTextSize(text, FONT, size, thick)
    x = round(min(max(middle[0] - width / 2, 2 * edge), max(picture.shape[1] - width - 2 * edge, edge)))
    y = round(min(max(middle[1], height + edge), picture.shape[0] - below - edge))
    cv2.rectangle(picture, (x - edge, y - height - edge // 2), (x + width + edge, y + below + edge // 2), INK, -1)
    cv2.putText(picture, text, (x, y), FONT, size, (255, 255, 255), thick, cv2.LINE_AA)
