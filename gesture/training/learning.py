"""What both trainings share: the schedule, the running average of the weights, checkpoints, two workers."""

from __future__ import annotations

import copy
import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, distributed, nn

from gesture.training.warm_start import warm_start

WARM_UP = 300
WEIGHT_DECAY = 1e-3


def as_input(pictures: NDArray[np.uint8]) -> Tensor:
    """Pictures (B, H, W, 3) in 0..255 as (B, 3, H, W) in 0..1, in the layout that trains fastest."""
    return torch.from_numpy(np.ascontiguousarray(pictures)).permute(0, 3, 1, 2).float().div_(255)


def recoloured(x: Tensor, rng: np.random.Generator) -> Tensor:
    """Brightness, contrast and colour cast varied for each picture of a batch (B, 3, H, W); one in ten grey."""
    b = len(x)
    cast = torch.from_numpy(rng.uniform(0.85, 1.15, (b, 3, 1, 1)) * rng.uniform(0.75, 1.25, (b, 1, 1, 1))).float()
    shift = torch.from_numpy(rng.uniform(-0.08, 0.08, (b, 1, 1, 1))).float()
    x = x * cast + shift
    grey = torch.from_numpy(rng.random(b) < 0.1)
    if grey.any():
        x[grey] = x[grey].mean(1, keepdim=True)
    return x.clamp_(0, 1)


def restyled(x: Tensor, rng: np.random.Generator, share: float) -> Tensor:
    """A `share` of a batch (B, 3, H, W) seen through a random filter that keeps shapes and changes what surfaces look
    like (Xu et al., Robust and Generalizable Visual Representation Learning via Random Convolutions, 2021)."""
    chosen = np.flatnonzero(rng.random(len(x)) < share)
    for size in (1, 3, 5):
        some = chosen[rng.integers(0, 3, len(chosen)) == size // 2]
        if not len(some):
            continue
        some_t = torch.from_numpy(some)
        weight = torch.from_numpy(rng.normal(0, 1 / (size * 3**0.5), (3, 3, size, size))).float()
        seen = nn.functional.conv2d(x[some_t] - 0.5, weight, padding=size // 2)
        low, high = seen.amin((1, 2, 3), keepdim=True), seen.amax((1, 2, 3), keepdim=True)
        part = torch.from_numpy(rng.uniform(0.3, 1.0, (len(some), 1, 1, 1))).float()
        x[some_t] = part * (seen - low) / (high - low + 1e-3) + (1 - part) * x[some_t]
    return x


class Learner:
    """A network with its optimizer, schedule and averaged twin; saved and resumed as one file.

    The rate rises for `WARM_UP` steps and falls along a cosine to nothing at `views` pictures seen.
    """

    def __init__(self, net: nn.Module, views: int, rate: float, checkpoint: Path) -> None:
        self.net = net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.average = copy.deepcopy(self.net).eval()
        self.views, self.rate, self.checkpoint = views, rate, checkpoint
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=rate, weight_decay=WEIGHT_DECAY)
        self.seen = self.step = 0
        self.workers = distributed.get_world_size() if distributed.is_initialized() else 1

    @property
    def done(self) -> bool:
        """Whether all views have been seen."""
        return self.seen >= self.views

    def learn(self, loss: Tensor, pictures: int) -> None:
        """One step down the gradient of `loss`, averaged over workers; `pictures` were seen by each."""
        part = min(1.0, self.seen / self.views)
        for group in self.optimizer.param_groups:
            group["lr"] = (
                self.rate * min(1.0, (self.step + 1) / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * part)) + 1e-6
            )
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        if self.workers > 1:
            flat = torch.cat([p.grad.flatten() for p in self.net.parameters() if p.grad is not None])
            distributed.all_reduce(flat)
            flat /= self.workers
            at = 0
            for p in self.net.parameters():
                if p.grad is not None:
                    p.grad.copy_(flat[at : at + p.numel()].view_as(p))
                    at += p.numel()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        self.step += 1
        self.seen += pictures * self.workers
        keep = min(0.999, self.step / (self.step + 20.0))
        with torch.no_grad():
            for a, b in zip(self.average.state_dict().values(), self.net.state_dict().values(), strict=True):
                if a.dtype.is_floating_point:
                    a.mul_(keep).add_(b, alpha=1 - keep)

    def save(self) -> None:
        """Write the checkpoint, whole or not at all."""
        state: dict[str, Any] = {"net": self.net.state_dict(), "average": self.average.state_dict()}
        state |= {"optimizer": self.optimizer.state_dict(), "seen": self.seen, "step": self.step}
        part = self.checkpoint.with_suffix(".part")
        torch.save(state, part)
        part.replace(self.checkpoint)

    def start_from(self, checkpoint: Path) -> None:
        """Take the averaged weights of another training; schedule and optimizer begin anew."""
        average = torch.load(checkpoint, weights_only=True)["average"]
        self.net.load_state_dict(average)
        self.average.load_state_dict(average)

    def start_from_shipped(self, model: Path, pictures: Tensor) -> None:
        """Take the weights of the ONNX file `model`; `pictures` (B, 3, H, W) unfold its normalizations."""
        warm_start(self.average, model, pictures)
        self.net.load_state_dict(self.average.state_dict())

    def resume(self) -> None:
        """Go on from the checkpoint, if there is one."""
        if not self.checkpoint.exists():
            return
        state = torch.load(self.checkpoint, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.seen, self.step = state["seen"], state["step"]
