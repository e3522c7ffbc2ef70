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
_LEFT = 5


@dataclass(frozen=True, eq=False)
class Prediction:
    """What the network says of one crop. `logits` (8,): five digits bent, left hand, palm up, is a hand; `joints`
    (21, 2) in pixels of the picture."""

    logits: NDArray[np.float64]
    joints: NDArray[np.float64]

    def averaged(self, other: Prediction) -> Prediction:
        """The mean of two predictions of one crop."""
        return Prediction((self.logits + other.logits) / 2, (self.joints + other.joints) / 2)


class DigitNetwork:
    """The digit network."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Network(model)

    def predict(self, picture_bgr: NDArray[np.uint8], crops: list[HandCrop], mirrored: bool = True) -> list[Prediction]:
        """What stands on each crop; `mirrored` looks at each in a mirror as well and takes the mean."""
        pictures = [crop.cut(picture_bgr, NET_PX) for crop in crops]
        found = self._predictions(pictures, crops)
        if not mirrored:
            return found
        return [a.averaged(b) for a, b in zip(found, self._in_mirror(pictures, crops), strict=True)]

    def predict_in_mirror(self, picture_bgr: NDArray[np.uint8], crops: list[HandCrop]) -> list[Prediction]:
        """What stands on each crop, by how it looks in a mirror."""
        return self._in_mirror([crop.cut(picture_bgr, NET_PX) for crop in crops], crops)

    def _in_mirror(self, pictures: list[NDArray[np.uint8]], crops: list[HandCrop]) -> list[Prediction]:
        turned = [np.ascontiguousarray(picture[:, ::-1]) for picture in pictures]
        return self._predictions(turned, crops, mirrored=True)

    def _predictions(
        self, pictures: list[NDArray[np.uint8]], crops: list[HandCrop], mirrored: bool = False
    ) -> list[Prediction]:
        if not crops:
            return []
        logits, places = (np.asarray(o, np.float64) for o in self._net(pictures, ["told", "places"]))
        places = places.reshape(-1, 21, 2)
        if mirrored:
            logits[:, _LEFT] *= -1
            places[..., 0] = 1 - places[..., 0]
        return [
            Prediction(row, crop.to_picture(joints * NET_PX, NET_PX))
            for row, joints, crop in zip(logits, places, crops, strict=True)
        ]
