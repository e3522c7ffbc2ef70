"""Which printed cards lie on a picture, where, and which of their faces is up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.cards.codes import SURE, SeenCode, find_codes
from gesture.cards.printed import MARKER_MM, Face, Points, PrintedDeck, Spot, Up

TOGETHER = 0.7
"""The second code of a card lies no farther from where the first one says than this share of a code's side."""
DOUBT_AT_ONCE, DOUBT_FADES = 0.5, 1.3
"""How likely a code with nothing for it is wrong, and how quickly that fades with each module that tells it apart."""


@dataclass(frozen=True, kw_only=True, eq=False)
class CardReading:
    """A card on a picture: the likeliest face, whether that is sure, how probable it is, and the card's corners (4, 2)
    in pixels, clockwise from its own upper left."""

    face: Face
    sure: bool
    confidence: float
    corners_px: Points

    @property
    def card(self) -> int | str | None:
        """What format 5 calls it; None where it is not told, or is the back of any card."""
        return self.face.card if self.sure else None

    @property
    def up(self) -> Up:
        """Which of its faces the camera sees."""
        return self.face.up

    def to_json(self) -> dict[str, Any]:
        """As in format 5 of `handref cards --json`."""
        return {
            "game": self.face.game,
            "card": self.card,
            "face": self.up,
            "corners": [[round(float(x), 1), round(float(y), 1)] for x, y in self.corners_px],
            "confidence": round(self.confidence, 3),
        }


class CardReader:
    """Reads the printed cards of one or more decks, whose codes all differ."""

    def __init__(self, decks: Sequence[PrintedDeck]) -> None:
        self._by_code: dict[int, tuple[Face, Spot]] = {}
        for deck in decks:
            self._by_code |= deck.by_code
        self._known = tuple(self._by_code)

    def read(self, picture: NDArray[np.uint8]) -> list[CardReading]:
        """The cards on a BGR picture (H, W, 3), those too of which it is not told which they are."""
        return self.read_gray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))

    def read_gray(self, gray: NDArray[Any]) -> list[CardReading]:
        """The cards on a grey picture (H, W)."""
        left = find_codes(np.asarray(gray, np.uint8), self._known)
        out = []
        while left:
            first, left = left[0], left[1:]
            group = [first, *(code for code in left if self._together(first, code))][:2]
            left = [code for code in left if code not in group]
            out.append(self._reading(group))
        return [one for one in out if one is not None]

    def _together(self, first: SeenCode, other: SeenCode) -> bool:
        """Whether two codes are those of one card, and lie as they do on it."""
        (face, spot), (face_too, spot_too) = self._by_code[first.code], self._by_code[other.code]
        if face is not face_too or spot is spot_too:
            return False
        expected = _through(_fit([spot], [first]), np.array([[spot_too.x_mm, spot_too.y_mm]]))[0]
        return bool(np.linalg.norm(expected - other.corners_px.mean(0)) < TOGETHER * first.side_px * _reach(face))

    def _reading(self, group: Sequence[SeenCode]) -> CardReading | None:
        face = self._by_code[group[0].code][0]
        clearly = sum(code.clearly for code in group)
        corners = _through(_fit([self._by_code[code.code][1] for code in group], group), face.corners_mm)
        doubt = DOUBT_AT_ONCE * math.exp(-DOUBT_FADES * clearly)
        return CardReading(face=face, sure=clearly >= SURE, confidence=1 - doubt, corners_px=corners)


def _reach(face: Face) -> float:
    """How much less sharply one code tells where another one lies, the farther it is: 1 for a poker card."""
    return max(1.0, float(np.hypot(*face.size_mm)) / (6 * MARKER_MM))


def _fit(spots: Sequence[Spot], codes: Sequence[SeenCode]) -> Points:
    """The homography that takes millimetres on a face to pixels, by the corners of its codes."""
    start = np.concatenate([spot.corners_mm for spot in spots])
    end = np.concatenate([code.corners_px for code in codes])
    return np.asarray(cv2.findHomography(start, end)[0], np.float64)


def _through(homography: Points, points: Points) -> Points:
    moved = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), homography)
    return np.asarray(moved, np.float64).reshape(-1, 2)
