"""Networks give each of several pictures what it gets alone."""

import numpy as np
import pytest

from gesture.reading.digit_network import MODEL, NET_PX
from gesture.reading.network import Network


def test_pictures_read_together_are_read_as_each_alone():
    pictures = list(np.random.default_rng(7).integers(0, 256, (3, NET_PX, NET_PX, 3), np.uint8))
    network = Network(MODEL)
    (together,) = network(pictures, ["told"])
    alone = np.concatenate([network([picture], ["told"])[0] for picture in pictures])
    assert together.shape == (3, 8)
    assert together == pytest.approx(alone, abs=1e-3)
    assert np.ptp(together, axis=0).max() > 0.1, "they differ"
