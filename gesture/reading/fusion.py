"""Fuses what two readers say of one hand, as was learnt: the digit network, and MediaPipe's landmarks.

The network was trained on renders and photographs, and is the better judge of steep hands and tucked digits; the
landmarks were learnt by others from far more photographs of people, and are the better judge of hands unlike any that
the network met. How far each is to be believed is no constant: it depends on the digit, on how sure each is, on whether
several looks agree, on how the hand lies and how sharp it is. So it is learnt as well, by two small networks for the
thumb and two for the fingers (`gesture/training/train_fusion.py`): one says how bent a digit is by the landmarks of one
look, the other weighs that with the digit network. Fingers share theirs, and none sees which other digits are bent:
photographs show few of the 32 ways to hold a hand, and a reader that learnt which are usual would guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.hand_geometry import FINGER_KNUCKLES, palm_reach, palm_width
from gesture.reading.hand_crop import HandCrop
from gesture.reading.landmark_features import clockwise, finger_features, thumb_features
from gesture.reading.landmarker import Landmarks
from rules.hands import Side

Array = NDArray[np.float64]

MODEL = Path(__file__).parent.parent / "models" / "fuse.npz"
FARTHEST = 4.0
"""No feature counts for more than so many standard deviations from its mean."""
LOUDEST = 8.0
"""Logits of a reader count up to this size."""
MOST_LOOKS = 5
SURE = 0.8
"""A digit is sure from this probability on, of bent or of straight."""
_LEFT, _UP, _HAND = 5, 6, 7


@dataclass(frozen=True, eq=False)
class Evidence:
    """All that is known of one hand. `logits` (8,) and `joints` (21, 2) are the digit network's; `looks` what MediaPipe
    saw, none where it saw no hand or was not `asked`; `sharpness` of its crop, as `sharpness_of` measures it."""

    logits: Array
    joints: Array
    looks: Sequence[Landmarks]
    sharpness: float
    asked: bool = True


@dataclass(frozen=True, eq=False)
class Perceptron:
    """One hidden layer: `mean` and `spread` (I,) of the features, `hidden` (I, H) with `bias` (H,), `out` (H,) and
    `straight` (I,) past the hidden layer, with `level`."""

    mean: Array
    spread: Array
    hidden: Array
    bias: Array
    out: Array
    straight: Array
    level: Array

    def __call__(self, features: Array) -> Array:
        """The logit (...,) of features (..., I)."""
        x = np.clip((features - self.mean) / self.spread, -FARTHEST, FARTHEST)
        logit: Array = np.tanh(x @ self.hidden + self.bias) @ self.out + x @ self.straight + self.level
        return logit


PERCEPTRONS = ("look_thumb", "look_finger", "fuse_thumb", "fuse_finger")


@dataclass(frozen=True, eq=False)
class FusionModel:
    """The learnt numbers: the four networks, and the weights (3,) of what tells left hands from right and palms
    from backs."""

    look_thumb: Perceptron
    look_finger: Perceptron
    fuse_thumb: Perceptron
    fuse_finger: Perceptron
    side: Array

    @staticmethod
    def load(file: Path = MODEL) -> FusionModel:
        """Read what `train_fusion` wrote."""
        fields = Perceptron.__dataclass_fields__
        with np.load(file) as data:
            parts = {name: Perceptron(*(data[f"{name}.{field}"] for field in fields)) for name in PERCEPTRONS}
            return FusionModel(**parts, side=data["side"])


@lru_cache(maxsize=1)
def the_model() -> FusionModel:
    """The one that ships, loaded once."""
    return FusionModel.load()


def fused(evidence: Evidence, model: FusionModel | None = None) -> Array:
    """Logits (8,) as the digit network has them: five digits bent, left hand, palm up, is a hand."""
    model = model or the_model()
    said = evidence.logits.copy()
    looks = looks_say(evidence.looks, model)
    hand = hand_features(evidence)
    thumb, fingers = fusion_features(evidence.logits[:5], looks, hand)
    said[0] = float(model.fuse_thumb(thumb))
    said[1:5] = model.fuse_finger(fingers)
    said[_LEFT], said[_UP] = side_and_palm(evidence, model)
    return said


def looks_say(looks: Sequence[Landmarks], model: FusionModel) -> Array:
    """How bent each digit is by the landmarks of each look: logits (looks, 5)."""
    return np.array([
        [float(model.look_thumb(thumb_features(look))), *model.look_finger(named(finger_features(look)))]
        for look in looks
    ]).reshape(-1, 5)  # fmt: skip


def named(fingers: Array) -> Array:
    """Features (..., 4, N) of the four fingers, each with four more that tell which it is: (..., 4, N + 4)."""
    return np.concatenate([fingers, np.broadcast_to(np.eye(4), (*fingers.shape[:-2], 4, 4))], axis=-1)


def fusion_features(network: Array, looks: Array, hand: Array) -> tuple[Array, Array]:
    """What the last networks weigh, of the thumb and of the fingers (4, ...): what the digit network says of a digit
    (5,) and the looks (N, 5), how far these agree, the features of the whole hand, and how far network and looks
    contradict each other on all of it."""
    network, looks = np.clip(network, -LOUDEST, LOUDEST), np.clip(looks, -LOUDEST, LOUDEST)
    by_looks = looks.mean(0) if len(looks) else np.zeros(5)
    apart = looks.std(0) if len(looks) else np.zeros(5)
    each = np.stack([network, by_looks, apart, network * by_looks / LOUDEST, np.abs(network), np.abs(by_looks)], 1)
    against = np.maximum(-network * by_looks, 0).mean() / LOUDEST
    whole = np.array([*hand, against, apart.mean()])
    rows = np.hstack([each, np.repeat(whole[None], 5, axis=0)])
    return rows[0], named(rows[1:])


def hand_features(evidence: Evidence) -> Array:
    """Shape (11,), of a hand as a whole: how sure the network is of it, how it lies, how sharp it is, how many looks
    there are and how sure of its side, and how far these and the network agree where its joints are."""
    logits, joints, looks = evidence.logits, evidence.joints, evidence.looks[:MOST_LOOKS]
    points = np.array([look.points for look in looks]).reshape(-1, 21, 2)
    palm = HandCrop.around(joints).palm_px
    mean = points.mean(0) if len(looks) else joints
    spread = float(np.linalg.norm(points - mean, axis=2).mean()) / palm if len(looks) else 0.0
    up = float(np.tanh(logits[_UP] / 4))
    turned = [clockwise(look.points) == (look.side is Side.LEFT) for look in looks]
    return np.array([
        float(np.abs(logits[:5]).mean()), float(np.clip(logits[_HAND], -LOUDEST, LOUDEST)), up,
        min(palm_reach(joints) / (palm_width(joints) + 1e-6), 4.0),
        min(palm_reach(mean) / (palm_width(mean) + 1e-6), 4.0),
        min(float(np.linalg.norm(mean - joints, axis=1).mean()) / palm, 1.0), min(spread, 1.0),
        len(looks) / MOST_LOOKS, float(np.mean([look.score for look in looks])) if looks else 0.0,
        evidence.sharpness, up * (2 * float(np.mean(turned)) - 1 if looks else 0.0),
    ])  # fmt: skip


def sharpness_of(crop: NDArray[np.uint8]) -> float:
    """How sharp a hand's crop (H, W, 3) is: the logarithm of its finest detail's share in all its contrast, from about
    -7, out of focus, to 0."""
    grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.float32)
    fine = float(cv2.Laplacian(grey, cv2.CV_32F).var())
    return float(np.log((fine + 1.0) / (float(grey.var()) + 30.0)))


def side_and_palm(evidence: Evidence, model: FusionModel) -> tuple[float, float]:
    """Logits of a left hand and of a palm up, by what network and looks say of each.

    The turn of the knuckles, which is seen for certain on all but edge-on hands, leaves two possibilities: a left palm
    or a right back, or the other two. So what a reader says of the side it says of the palm too.
    """
    left, up = np.array(side_features(evidence)) @ model.side
    return float(left), float(up)


def side_features(evidence: Evidence) -> tuple[list[float], list[float]]:
    """Three reasons each to take a hand for a left one and for one whose palm is up: what the network says of it, what
    it says of the other together with the turn of its knuckles, and MediaPipe's side, for the palm with the turn of
    the knuckles that MediaPipe sees."""
    logits, looks = evidence.logits, evidence.looks
    left, up = (float(np.clip(logits[of], -LOUDEST, LOUDEST)) for of in (_LEFT, _UP))
    turned = _turned(evidence.joints)
    sides = [look.score if look.side is Side.LEFT else -look.score for look in looks]
    palms = [side * _turned(look.points) for side, look in zip(sides, looks, strict=True)]
    by_looks = (float(np.mean(sides)), float(np.mean(palms))) if looks else (0.0, 0.0)
    return [left, up * turned, by_looks[0]], [up, left * turned, by_looks[1]]


def _turned(points: Array) -> float:
    """1 where the knuckles of points (21, 2) turn clockwise, else -1."""
    return 1.0 if clockwise(points) else -1.0


def apart_palms(points: Array, joints: Array) -> float:
    """How far the four knuckles of `points` lie from those of `joints`, (21, 2) both, on average, in palm lengths."""
    rows = list(FINGER_KNUCKLES)
    return float(np.linalg.norm(points[rows] - joints[rows], axis=1).mean()) / HandCrop.around(joints).palm_px
