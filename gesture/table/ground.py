"""The table as it lies, which a camera that looks down on it at a slant shows squeezed and a wide lens shows bent."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Ground(Protocol):
    """What was measured of a table, such as `calibration.table_plane.TablePlane`."""

    def flat(self, points_px: ArrayLike) -> NDArray[np.float64]:
        """Where points (..., 2) of the frame lie, seen from straight above the table, in one unit for all. Infinite
        for what lies beyond the table's horizon."""


def seen_from_above(points_px: NDArray[np.float64], ground: Ground | None) -> NDArray[np.float64]:
    """Points (N, 2) as they lie on the table; as they are on the frame where nothing was measured, or where one of them
    is no point of the table."""
    if ground is None:
        return points_px
    flat = ground.flat(points_px)
    return flat if bool(np.isfinite(flat).all()) else points_px
