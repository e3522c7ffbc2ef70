"""Google's MediaPipe hand landmarker, kept quiet: 21 landmarks of each hand that it finds on a picture."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from gesture.sources.quiet import quiet
from rules.hands import Side

MODEL = Path(__file__).parent.parent / "models" / "hand_landmarker.task"


@dataclass(frozen=True, eq=False)
class Landmarks:
    """One hand: `points` of shape (21, 2) in pixels of the picture, its side and MediaPipe's confidence in the side;
    `world` (21, 3) in metres about the hand's middle, as MediaPipe imagines it."""

    points: NDArray[np.float64]
    side: Side
    score: float
    world: NDArray[np.float64]


class Landmarker:
    """Finds hands on a picture in MediaPipe's image mode. Use it as a context manager, or `close` it."""

    def __init__(self, hands: int = 2, confidence: float = 0.2) -> None:
        os.environ.setdefault("GLOG_minloglevel", "3")
        from mediapipe import Image, ImageFormat  # imported late: it takes over a second
        from mediapipe.tasks.python import BaseOptions, vision

        options = vision.HandLandmarkerOptions(
            base_options=BaseOptions(model_asset_path=str(MODEL)),
            num_hands=hands,
            min_hand_detection_confidence=confidence,
            min_hand_presence_confidence=confidence,
        )
        with quiet():
            self._model: Any = vision.HandLandmarker.create_from_options(options)
        self._image: Any = lambda rgb: Image(image_format=ImageFormat.SRGB, data=rgb)
        self._first = True

    def find(self, picture_bgr: NDArray[np.uint8]) -> list[Landmarks]:
        """The hands on a BGR picture of shape (H, W, 3), in no particular order."""
        height, width = picture_bgr.shape[:2]
        rgb = np.ascontiguousarray(picture_bgr[:, :, ::-1])
        if self._first:
            with quiet():
                result = self._model.detect(self._image(rgb))
            self._first = False
        else:
            result = self._model.detect(self._image(rgb))
        found = []
        hands = zip(result.hand_landmarks, result.hand_world_landmarks, result.handedness, strict=True)
        for points, world, handedness in hands:
            pixels = np.array([(p.x * width, p.y * height) for p in points])
            metres = np.array([(p.x, p.y, p.z) for p in world])
            best = handedness[0]
            found.append(Landmarks(pixels, Side(best.category_name.lower()), float(best.score), metres))
        return found

    def close(self) -> None:
        """Free the model."""
        self._model.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
