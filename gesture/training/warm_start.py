"""Takes the weights of a network that ships back into training.

An ONNX file holds convolutions with their batch normalization folded in. To learn on, a network needs both apart again:
what a normalization's mean and spread are is measured on pictures, and its scale and shift are chosen so that the
network says what it said.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

N = TypeVar("N", bound=nn.Module)
_WEIGHED = ("Conv", "Gemm")


def warm_start(net: N, model: Path, pictures: Tensor) -> N:
    """`net` with the weights of the ONNX file `model`, its normalizations unfolded on `pictures` (B, 3, H, W) in 0..1.

    Raises `ValueError` when the file is not of a network of this kind.
    """
    graph = onnx.load(str(model)).graph
    stored = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    folded = [[stored[name] for name in node.input[1:]] for node in graph.node if node.op_type in _WEIGHED]
    layers = _in_order(net, pictures[:1])
    shapes = [tuple(layer.weight.shape) for layer, _ in layers]
    if shapes != [weights[0].shape for weights in folded]:
        raise ValueError(f"{model.name} holds another network than {type(net).__name__}")
    with torch.no_grad():
        for (layer, norm), weights in zip(layers, folded, strict=True):
            weight, *bias = (torch.from_numpy(np.array(w)) for w in weights)
            layer.weight.copy_(weight)
            if norm is None:
                layer.bias.copy_(bias[0])
                continue
            norm.running_mean.zero_()  # type: ignore[operator, union-attr]
            norm.running_var.fill_(1 - norm.eps)  # type: ignore[operator, union-attr]
            norm.weight.fill_(1.0)
            norm.bias.copy_(bias[0])
    _unfold(net, layers, pictures)
    return net


Layers = list[tuple[nn.Conv2d | nn.Linear, nn.BatchNorm2d | None]]


def _in_order(net: nn.Module, picture: Tensor) -> Layers:
    """Every convolution and linear layer in the order in which they run, each with the normalization behind it."""
    behind = {
        a: b
        for part in net.modules()
        if isinstance(part, nn.Sequential)
        for a, b in zip(part, list(part)[1:], strict=False)
        if isinstance(a, nn.Conv2d) and isinstance(b, nn.BatchNorm2d)
    }
    ran: Layers = []
    hooks = [
        layer.register_forward_hook(lambda it, _in, _out: ran.append((it, behind.get(it))))
        for layer in net.modules()
        if isinstance(layer, nn.Conv2d | nn.Linear)
    ]
    with torch.no_grad():
        net.eval()(picture)
    for hook in hooks:
        hook.remove()
    return ran


def _unfold(net: nn.Module, layers: Layers, pictures: Tensor) -> None:
    means: dict[nn.Module, Tensor] = {}
    spreads: dict[nn.Module, Tensor] = {}

    def measure(layer: nn.Module, _in: tuple[Tensor, ...], out: Tensor) -> None:
        means[layer], spreads[layer] = out.mean((0, 2, 3)), out.var((0, 2, 3)) + 1e-5

    normed = [(layer, norm) for layer, norm in layers if norm is not None]
    hooks = [layer.register_forward_hook(measure) for layer, _ in normed]
    with torch.no_grad():
        net.eval()(pictures)
        for layer, norm in normed:
            mean, spread = means[layer], spreads[layer]
            norm.running_mean.copy_(mean)  # type: ignore[operator, union-attr]
            norm.running_var.copy_(spread)  # type: ignore[operator, union-attr]
            norm.weight.copy_((spread + norm.eps).sqrt())
            norm.bias.add_(mean)
    for hook in hooks:
        hook.remove()
