"""Tables as a camera sees them: planes projected by a known camera, with paper or a board laid on them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike


@dataclass(frozen=True)
class Camera:
    """A camera that looks at the table's origin from `away_cm`, tilted from straight above, turned round its axis."""

    size: tuple[int, int] = (640, 360)
    focal_share: float = 0.85
    away_cm: float = 80.0
    tilt_deg: float = 0.0
    turn_deg: float = 0.0
    roll_deg: float = 0.0
    middle_cm: tuple[float, float] = (0.0, 0.0)

    @property
    def matrix(self) -> Any:
        focal = self.focal_share * self.size[0]
        return np.array([(focal, 0, self.size[0] / 2), (0, focal, self.size[1] / 2), (0, 0, 1.0)])

    @property
    def px_from_cm(self) -> Any:
        """The homography (3, 3) from the table, x to the right and y down, to pixels."""
        rotation = about("z", self.roll_deg) @ about("x", self.tilt_deg) @ about("z", self.turn_deg)
        middle = np.array([*self.middle_cm, 0.0])
        shift = np.array([0, 0, self.away_cm]) - rotation @ middle
        return self.matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], shift])

    def see(self, points_cm: ArrayLike) -> Any:
        """Pixels (N, 2) of points (N, 2) of the table."""
        raised = np.column_stack([points_cm, np.ones(len(np.asarray(points_cm)))]) @ self.px_from_cm.T
        return raised[:, :2] / raised[:, 2:]


def about(axis: str, deg: float) -> Any:
    c, s = math.cos(math.radians(deg)), math.sin(math.radians(deg))
    if axis == "z":
        return np.array([(c, -s, 0), (s, c, 0), (0, 0, 1)])
    return np.array([(1, 0, 0), (0, c, -s), (0, s, c)])


@dataclass(frozen=True)
class Laid:
    """A rectangle on the table: its middle and size in centimetres, how it is turned, how bright it is."""

    size_cm: tuple[float, float]
    at_cm: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0
    level: float = 215.0

    def corners(self) -> Any:
        half = np.array(self.size_cm) / 2
        c, s = math.cos(math.radians(self.turn_deg)), math.sin(math.radians(self.turn_deg))
        return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half @ np.array([(c, s), (-s, c)]) + self.at_cm


def render(
    camera: Camera,
    laid: Sequence[Laid],
    *,
    light: float = 1.0,
    noise: float = 3.0,
    table: float = 90.0,
    over: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None,
    seed: int = 5,
) -> Any:
    """The frame (H, W, 3) that a camera gives of a wooden table with rectangles on it, each pixel averaged over four
    rays. `over(cm, grey)` may change the grey levels at places (N, 2) of the table."""
    rng = np.random.default_rng(seed)
    width, height = camera.size
    back = np.linalg.inv(camera.px_from_cm)
    total = np.zeros(width * height)
    waves = rng.uniform(-1, 1, (6, 2)) * [0.3, 2.0]
    phases = rng.uniform(0, 7, 6)
    columns, rows = np.meshgrid(np.arange(width), np.arange(height))
    for dx in (-1 / 4, 1 / 4):
        for dy in (-1 / 4, 1 / 4):
            rays = np.column_stack([columns.ravel() + dx, rows.ravel() + dy, np.ones(width * height)]) @ back.T
            cm = rays[:, :2] / rays[:, 2:]
            grey = np.full(len(cm), float(table))
            for wave, phase in zip(waves, phases, strict=True):
                grey += 3 * np.sin(cm @ wave + phase)
            grey += 0.15 * (cm[:, 0] + cm[:, 1])  # the lamp stands on one side
            for sheet in laid:
                c, s = math.cos(math.radians(sheet.turn_deg)), math.sin(math.radians(sheet.turn_deg))
                own = np.abs((cm - sheet.at_cm) @ np.array([(c, -s), (s, c)]))
                inside = (own <= np.array(sheet.size_cm) / 2).all(1)
                grey[inside] = sheet.level + 0.15 * cm[inside].sum(1)
            if over is not None:
                grey = over(cm, grey)
            total += grey / 4
    picture = np.repeat((total * light).reshape(height, width, 1), 3, axis=2)
    picture = picture * [0.95, 1.0, 1.02] + rng.normal(0, noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)
