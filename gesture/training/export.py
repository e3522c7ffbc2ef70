"""Writes trained networks as ONNX files that OpenCV's dnn runs."""

from __future__ import annotations

import warnings
from pathlib import Path

import torch
from torch import Tensor, nn

from gesture.training.examples import NET_PX
from gesture.training.nets import DigitNet, PalmDetectorNet

OPSET = 17


class _Answers(nn.Module):
    """The digit network without its training output."""

    def __init__(self, net: DigitNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        logits, places, _ = self.net(x)
        return logits, places


def _write(net: nn.Module, example: Tensor, path: Path, outputs: list[str], axes: dict[str, dict[int, str]]) -> None:
    net.eval()
    part = path.with_suffix(".part")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            net.float().to(memory_format=torch.contiguous_format),  # type: ignore[call-overload]
            (example,),
            str(part),
            input_names=["picture"],
            output_names=outputs,
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
    part.replace(path)


def export_digit_network(net: DigitNet, path: Path) -> None:
    """The digit network: `picture` (B, 3, 168, 168) to `told` (B, 8) and `places` (B, 42)."""
    batch = {name: {0: "batch"} for name in ("picture", "told", "places")}
    _write(_Answers(net), torch.zeros(1, 3, NET_PX, NET_PX), path, ["told", "places"], batch)


def export_palm_detector(net: PalmDetectorNet, path: Path) -> None:
    """The palm detector: `picture` (1, 3, H, W) to `map` (1, 5, H / 4, W / 4)."""
    axes = {"picture": {2: "h", 3: "w"}, "map": {2: "h4", 3: "w4"}}
    _write(net, torch.zeros(1, 3, 192, 256), path, ["map"], axes)
