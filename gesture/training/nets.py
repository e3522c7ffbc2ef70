"""The two networks: one finds hands on a frame, one reads a hand on its crop."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as fn

JOINTS = 21
HEADS = 8
"""What the digit network says, as logits: five digits bent, left hand, palm up, is a hand."""
DETECTOR_STRIDE = 4


def conv(i: int, o: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    """Convolution, batch normalization, ReLU."""
    return nn.Sequential(nn.Conv2d(i, o, size, stride, size // 2, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two 3 x 3 convolutions around which the input is added (He et al., 2016)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = conv(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Same shape out as in."""
        return fn.relu(x + self.second(self.first(x)))


class DigitNet(nn.Module):
    """Crop (B, 3, 168, 168), RGB in 0..1, to logits (B, 8) and joints (B, 42: x and y in 0..1 of the crop).

    Each of the 21 joints looks for its own place on a 28 x 28 map (a softmax, trained to lie where the joint is) and
    brings back what it sees there; from that, the joints' places and the whole hand at a coarser grain, the digits are
    read. So a finger gets its name from where it leaves the palm.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 24, 3, size=5), conv(24, 32, 2), Residual(32), Residual(32))
        self.middle = nn.Sequential(conv(32, 64, 2), *(Residual(64) for _ in range(4)))
        self.deep = nn.Sequential(conv(64, 96, 2), *(Residual(96) for _ in range(3)))
        self.down14 = conv(96, 64, size=1)
        self.mix14 = conv(64, 48)
        self.side28 = nn.Conv2d(32, 48, 1)
        self.mix28 = conv(48, 48)
        self.look = nn.Conv2d(48, JOINTS, 1)
        self.whole = conv(96, 20, size=1)
        self.spread = nn.Dropout(0.15)
        self.hidden = nn.Linear(JOINTS * 48 + JOINTS * 2 + 20 * 49, 192)
        self.head = nn.Linear(192, HEADS)
        ticks = (torch.arange(28, dtype=torch.float32) + 0.5) / 28
        grid = torch.stack([ticks.repeat(28), ticks.repeat_interleave(28)], 1)
        self.register_buffer("grid", grid)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Logits, joints, and the logits (B, 21, 784) of where each joint looks."""
        fine = self.stem((x - 0.5) * 4)
        mid = self.middle(fine)
        deep = self.deep(mid)
        mid = self.mix14(mid + fn.interpolate(self.down14(deep), scale_factor=2.0, mode="nearest"))
        fine = self.mix28(self.side28(fine) + fn.interpolate(mid, scale_factor=2.0, mode="nearest"))
        sought = self.look(fine).flatten(2).float()
        looks = torch.softmax(sought, 2)
        places = looks @ self.grid
        seen = looks.to(fine.dtype) @ fine.flatten(2).transpose(1, 2)
        parts = [seen.flatten(1), (places - 0.5).flatten(1).to(fine.dtype) * 2, self.whole(deep).flatten(1)]
        logits = self.head(fn.relu(self.hidden(self.spread(torch.cat(parts, 1)))))
        return logits.float(), places.flatten(1), sought


class PalmDetectorNet(nn.Module):
    """Picture (B, 3, H, W), RGB in 0..1, H and W multiples of 16, to a map (B, 5, H / 4, W / 4).

    Channel 0 is the logit that a palm's middle lies in the cell; 1 and 2 how far from the cell's centre it is, in
    cells; 3 and
    4 the vector from wrist to knuckles, as long as the palm that frames the hand, in cells.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 12, 2), conv(12, 24, 2))
        self.eight = nn.Sequential(conv(24, 40, 2), Residual(40))
        self.sixteen = nn.Sequential(conv(40, 64, 2), Residual(64), Residual(64))
        self.down8 = conv(64, 40, size=1)
        self.mix8 = conv(40, 32)
        self.side4 = nn.Conv2d(24, 32, 1)
        self.mix4 = conv(32, 32)
        self.head = nn.Conv2d(32, 5, 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[0] = -5.0

    def forward(self, x: Tensor) -> Tensor:
        """The map."""
        four = self.stem((x - 0.5) * 4)
        eight = self.eight(four)
        sixteen = self.sixteen(eight)
        eight = self.mix8(eight + fn.interpolate(self.down8(sixteen), scale_factor=2.0, mode="nearest"))
        four = self.mix4(self.side4(four) + fn.interpolate(eight, scale_factor=2.0, mode="nearest"))
        logits: Tensor = self.head(four)
        return logits.float()
