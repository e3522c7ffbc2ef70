"""Finds how far to trust the digit network's logits, on rendered crops that it was not trained on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.reading.digit_network import DigitNetwork
from gesture.reading.hand_crop import HandCrop
from gesture.training.examples import CROP_PX, NET_PX
from gesture.training.shards import Crops

Array = NDArray[np.float64]


def second_looks(net: DigitNetwork, crops: Crops, limit: int) -> tuple[Array, NDArray[np.bool_]]:
    """Logits (N, 5) of the digits at the network's second look, as in play, and the truth (N, 5), of crops with
    hands."""
    logits, truth = [], []
    whole = HandCrop(CROP_PX / 2, CROP_PX / 2, float(NET_PX), 0.0)
    for i in np.flatnonzero(crops.clear[:, :5].all(1))[:limit]:
        picture = cv2.cvtColor(np.ascontiguousarray(crops.picture(int(i))), cv2.COLOR_RGB2BGR)
        first = net.predict(np.asarray(picture, np.uint8), [whole], mirrored=False)[0]
        second = net.predict(np.asarray(picture, np.uint8), [HandCrop.around(first.joints)])[0]
        logits.append(second.logits[:5])
        truth.append(crops.truth[i, :5] > 0.5)
    return np.array(logits), np.array(truth)


def temperature(logits: Array, truth: NDArray[np.bool_]) -> float:
    """The divisor of the logits under which they are likeliest (Guo et al., On Calibration, 2017)."""

    def surprise(t: float) -> float:
        signed = np.where(truth, logits, -logits) / t
        return float(np.logaddexp(0, -signed).mean())

    tried = np.exp(np.linspace(np.log(0.3), np.log(3), 200))
    return float(min(tried, key=surprise))


@dataclass(frozen=True)
class AskingCost:
    """What a threshold costs: below it, `unsure` hands are asked about; `wrong` are read wrongly and not asked
    about."""

    threshold: float
    unsure: float
    wrong: float


def askings(logits: Array, truth: NDArray[np.bool_], t: float) -> list[AskingCost]:
    """What asking below each of several probabilities costs and saves, as shares of all hands."""
    p = 1 / (1 + np.exp(-np.abs(logits) / t))
    right = (logits > 0) == truth
    out = []
    for threshold in (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97):
        sure = p >= threshold
        out.append(AskingCost(threshold, float((~sure).any(1).mean()), float((sure & ~right).any(1).mean())))
    return out


def report(model: Path, crops: Crops, limit: int = 4000) -> str:
    """The temperature and what asking costs, in lines to read."""
    logits, truth = second_looks(DigitNetwork(model), crops, limit)
    t = temperature(logits, truth)
    lines = [f"{len(logits)} hands kept out of training; temperature {t:.2f}", "ask below   asked    wrong and sure"]
    lines += [f"{a.threshold:9.2f}  {a.unsure:6.2%}  {a.wrong:15.2%}" for a in askings(logits, truth, t)]
    return "\n".join(lines)
