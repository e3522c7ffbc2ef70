"""Reads a hand on its crop with the network that `gesture/training` makes: digits, side, palm, joints."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gesture.reading.hand_crop import HandCrop
from gesture.reading.network import Network

MODEL = Path(__file__).parent.parent / "models" / "read.onnx"
NET_PX = 168
"""The side of the crop that the network takes."""


@dataclass(frozen=True, eq=False)
class Prediction:
    """What the network says of one crop. `logits` (8,): five digits bent, left hand, palm up, is a hand; `joints`
    (21, 2) in pixels of the picture."""

    logits: NDArray[np.float64]
    joints: NDArray[np.float64]


class DigitNetwork:
    """The digit network."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def predict(self, picture_bgr: NDArray[np.uint8], crops: list[HandCrop], mirrored: bool = True) -> list[Prediction]:
        """What stands on each crop; `mirrored` looks at each in a mirror as well and takes the mean."""
        if not crops:
            return []
        pictures = [crop.cut(picture_bgr, NET_PX) for crop in crops]
        if mirrored:
            pictures += [np.ascontiguousarray(picture[:, ::-1]) for picture in pictures]
        logits, places = (np.asarray(o, np.float64) for o in self._net(pictures, ["told", "places"]))
        places = places.reshape(-1, 21, 2)
        if mirrored:
            half = len(crops)
            logits[half:, 5] *= -1
            places[half:, :, 0] = 1 - places[half:, :, 0]
            logits, places = (logits[:half] + logits[half:]) / 2, (places[:half] + places[half:]) / 2
        return [
            Prediction(row, crop.to_picture(joints * NET_PX, NET_PX))
            for row, joints, crop in zip(logits, places, crops, strict=True)
        ]
