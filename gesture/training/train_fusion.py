"""Trains the fusion of digit network and landmarks: two small networks for the thumb, two for the fingers."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional as fn

from gesture.reading.fusion import FARTHEST, LOUDEST, PERCEPTRONS, SURE, Perceptron, named
from gesture.training.hand_evidence import Samples

Array = NDArray[np.float64]

LOOK_UNITS, FUSE_UNITS = 24, 24
"""Hidden units of the networks for one look, and of those that fuse."""
EPOCHS, BATCH, RATE, DECAY = 60, 512, 4e-3, 2e-2
SMOOTH = 0.01
JITTER = 0.05
"""Noise on features while learning, in standard deviations."""
RENDERED = 1.0
"""What a rendered hand counts beside a photograph."""
CONTRADICTED = 0.004
"""The share of digits of which the network says the contrary of what it said, and as many of which it does and the
truth is the contrary, too. On hands unlike any that were seen either reader may be wrong, however sure: where both are
and disagree, nothing is known."""


class _Perceptron(nn.Module):
    """As `fusion.Perceptron`, to learn."""

    def __init__(self, mean: Tensor, spread: Tensor, units: int) -> None:
        super().__init__()
        self.register_buffer("mean", mean)
        self.register_buffer("spread", spread)
        self.hidden = nn.Linear(len(mean), units)
        self.out = nn.Linear(units, 1)
        self.straight = nn.Linear(len(mean), 1, bias=False)
        nn.init.zeros_(self.straight.weight)

    def forward(self, features: Tensor) -> Tensor:
        x = ((features - self.mean) / self.spread).clamp(-FARTHEST, FARTHEST)  # type: ignore[operator]
        if self.training:
            x = x + JITTER * torch.randn_like(x)
        logit: Tensor = (self.out(fn.dropout(torch.tanh(self.hidden(x)), 0.1, self.training)) + self.straight(x))[
            ..., 0
        ]
        return logit

    def numbers(self) -> dict[str, Array]:
        """The fields of `fusion.Perceptron`."""
        got = {
            "mean": self.mean, "spread": self.spread, "hidden": self.hidden.weight.T, "bias": self.hidden.bias,
            "out": self.out.weight[0], "straight": self.straight.weight[0], "level": self.out.bias[0],
        }  # fmt: skip
        return {name: value.detach().numpy().astype(np.float64) for name, value in got.items()}  # type: ignore[union-attr]


def _moments(features: Array, of_name: int = 0) -> tuple[Tensor, Tensor]:
    """Mean and spread (I,) of features (N, I); the last `of_name` of them, which tell which finger it is, stay."""
    mean, spread = features.mean(0), features.std(0) + 1e-3
    if of_name:
        mean[-of_name:], spread[-of_name:] = 0.0, 1.0
    return torch.from_numpy(mean).float(), torch.from_numpy(spread).float()


class FusionNet(nn.Module):
    """All four networks, as `fusion.fused` runs them."""

    def __init__(self, samples: Samples) -> None:
        super().__init__()
        seen = samples.seen
        self.look_thumb = _Perceptron(*_moments(samples.thumbs[seen]), LOOK_UNITS)
        fingers = named(samples.fingers[seen])
        self.look_finger = _Perceptron(*_moments(fingers.reshape(-1, fingers.shape[-1]), 4), LOOK_UNITS)
        with torch.no_grad():
            thumb, finger = self._weighed(*_tensors(samples, np.arange(len(samples)))[:5])
        self.fuse_thumb = _Perceptron(*_moments(thumb.numpy()), FUSE_UNITS)
        self.fuse_finger = _Perceptron(*_moments(finger.reshape(-1, finger.shape[-1]).numpy(), 4), FUSE_UNITS)

    def _by_looks(self, thumbs: Tensor, fingers: Tensor) -> Tensor:
        """Logits (B, MOST_LOOKS, 5)."""
        return torch.cat([self.look_thumb(thumbs)[..., None], self.look_finger(fingers)], 2)

    def _weighed(
        self, network: Tensor, thumbs: Tensor, fingers: Tensor, seen: Tensor, hand: Tensor
    ) -> tuple[Tensor, Tensor]:
        """As `fusion.fusion_features`."""
        looks = self._by_looks(thumbs, fingers).clamp(-LOUDEST, LOUDEST)
        network = network.clamp(-LOUDEST, LOUDEST)
        share = (seen / seen.sum(1, keepdim=True).clamp(min=1))[..., None]
        mean = (looks * share).sum(1)
        apart = (((looks - mean[:, None]) ** 2 * share).sum(1) + 1e-9).sqrt() * (seen.sum(1, keepdim=True) > 0)
        each = torch.stack([network, mean, apart, network * mean / LOUDEST, network.abs(), mean.abs()], 2)
        against = (-network * mean).clamp(min=0).mean(1, keepdim=True) / LOUDEST
        whole = torch.cat([hand, against, apart.mean(1, keepdim=True)], 1)
        rows = torch.cat([each, whole[:, None].expand(-1, 5, -1)], 2)
        return rows[:, 0], torch.cat([rows[:, 1:], torch.eye(4).expand(len(rows), 4, 4)], 2)

    def forward(
        self, network: Tensor, thumbs: Tensor, fingers: Tensor, seen: Tensor, hand: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Logits (B, 5) fused, and those of each look (B, MOST_LOOKS, 5)."""
        thumb, finger = self._weighed(network, thumbs, fingers, seen, hand)
        fused = torch.cat([self.fuse_thumb(thumb)[:, None], self.fuse_finger(finger)], 1)
        return fused, self._by_looks(thumbs, fingers)


def _tensors(samples: Samples, chosen: NDArray[np.int64]) -> tuple[Tensor, ...]:
    given = (
        samples.network, samples.thumbs, named(samples.fingers[chosen]), samples.seen, samples.hand,
        samples.truth[:, :5], samples.known[:, :5], samples.apart, samples.photo,
    )  # fmt: skip
    return tuple(torch.from_numpy(a if n == 2 else a[chosen]).float() for n, a in enumerate(given))


def train(samples: Samples, seed: int) -> FusionNet:
    """Learn from samples, drawn by their `weight`. What looks say is learnt from photographs alone, as MediaPipe
    was; how it is weighed only from hands that the digit network had never seen."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = FusionNet(samples)
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=DECAY)
    steps, step = EPOCHS * (len(samples) // BATCH), 0
    for _ in range(EPOCHS):
        order = rng.choice(len(samples), len(samples), p=samples.weight / samples.weight.sum())
        for at in range(0, len(order) - BATCH, BATCH):
            network, *given, truth, known, apart, photo = _tensors(samples, order[at : at + BATCH])
            chance = torch.rand_like(truth) + (1 - photo)[:, None]
            fused, looks = net(torch.where(chance < 2 * CONTRADICTED, -network, network), *given)
            wanted = truth * (1 - 2 * SMOOTH) + SMOOTH
            contrary = torch.where(chance < CONTRADICTED, 1 - wanted, wanted)
            off = fn.binary_cross_entropy_with_logits(fused, contrary, reduction="none")
            off_looks = fn.binary_cross_entropy_with_logits(looks, wanted[:, None].expand_as(looks), reduction="none")
            counts = known * apart[:, None] * (photo + (1 - photo) * RENDERED)[:, None]
            counts_looks = known[:, None] * given[2][..., None] * photo[:, None, None]
            loss = (off * counts).sum() / counts.sum() + (off_looks * counts_looks).sum() / counts_looks.sum()
            for group in optimizer.param_groups:
                group["lr"] = RATE * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 1e-6
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
    return net.eval()


def report(samples: Samples, seed: int, parts: int = 4) -> str:
    """How the fusion does on photographs of persons and blocks that neither it nor the digit network saw: trained
    `parts` times, each without a part of them."""
    lines = ["fusion on photographs kept apart: all five right, wrong and not asked, surprise in nats a digit"]
    fold = samples.block % parts
    logits = np.zeros((len(samples), 5))
    for part in range(parts):
        net = train(samples.chosen(fold != part), seed)
        with torch.no_grad():
            logits[fold == part] = net(*_tensors(samples, np.flatnonzero(fold == part))[:5])[0].numpy()
    judged = samples.photo & samples.apart & samples.seen.any(1)
    known, bent = samples.known[judged, :5] > 0, samples.truth[judged, :5] > 0.5
    said = logits[judged]
    wrong = np.asarray(known & ((said > 0) != bent))
    sure = np.asarray(1 / (1 + np.exp(-np.abs(said))) >= SURE)
    surprise = float(np.logaddexp(0, -np.where(bent, said, -said))[known].mean())
    right, bad = (~wrong & (sure | ~known)).all(1).mean(), (wrong & sure).any(1).mean()
    lines.append(f"{int(judged.sum())} showings: {right:.3f}, {bad:.3f}, {surprise:.3f}")
    return "\n".join(lines)


def side_weights(samples: Samples) -> Array:
    """The weights (3,) of what tells left hands from right and palms from backs, by Newton's method, drawn a little
    towards none."""
    known = (samples.known[:, 5:7] > 0) & samples.apart[:, None] & samples.seen.any(axis=1, keepdims=True)
    x, yes = samples.sides[known], samples.truth[:, 5:7][known] > 0.5
    weights = np.zeros(3)
    for _ in range(30):
        p = 1 / (1 + np.exp(-x @ weights))
        curve = x.T @ (x * (p * (1 - p))[:, None]) + 0.5 * np.eye(3)
        weights = weights + np.linalg.solve(curve, x.T @ (yes - p) - 0.5 * weights)
    return weights


def export(net: FusionNet, side: Array, file: Path) -> None:
    """Write the numbers that `fusion.FusionModel` loads."""
    numbers: dict[str, Any] = {"side": side}
    for name in PERCEPTRONS:
        numbers |= {f"{name}.{field}": value for field, value in getattr(net, name).numbers().items()}
    assert set(Perceptron.__dataclass_fields__) == {name.split(".")[1] for name in numbers if "." in name}
    part = file.with_suffix(".part.npz")
    np.savez(part, **numbers)
    part.replace(file)
