"""Frames for the palm detector are framed anyhow, and their marks lie where the hand is."""

from __future__ import annotations

import cv2
import numpy as np

from gesture.hand_geometry import FINGER_KNUCKLES, Landmark
from gesture.training.frames import DETECTOR_PX, LARGEST_PALM_PX, photographed_frame


def test_marks_of_a_photograph_follow_its_framing():
    picture = np.full((480, 640, 3), 30, np.uint8)
    joints = np.full((21, 2), (320.0, 240.0))
    joints[Landmark.WRIST] += (0, 60)
    joints[list(FINGER_KNUCKLES)] += [(-22, -20), (0, -24), (20, -20), (38, -10)]
    red, green = joints[Landmark.WRIST], joints[Landmark.MIDDLE_KNUCKLE]
    cv2.circle(picture, tuple(map(int, red)), 9, (0, 0, 255), -1)
    cv2.circle(picture, tuple(map(int, green)), 9, (0, 255, 0), -1)
    rng, marked = np.random.default_rng(0), 0
    for _ in range(30):
        frame = photographed_frame(picture, [joints], rng)
        assert frame.image.shape == (DETECTOR_PX[1], DETECTOR_PX[0], 3)
        assert (frame.marks[:, 4] <= LARGEST_PALM_PX).all()
        for mark, whole in zip(frame.marks, frame.whole, strict=True):
            for (x, y), channel in (((mark[0], mark[1]), 0), ((mark[2], mark[3]), 1)):
                if whole and mark[4] > 12:  # a smaller dot is blurred away
                    marked += 1
                    assert frame.image[round(y), round(x)].argmax() == channel
    assert marked > 10
