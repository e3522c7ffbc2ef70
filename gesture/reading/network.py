"""Runs a network that `gesture/training` made, on one core of the processor."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

onnxruntime.disable_telemetry_events()


class Network:
    """One network of `gesture/models`, run by ONNX Runtime, which takes two thirds of the time that OpenCV takes. It
    may be called from several threads, and its answer depends on what it is given alone."""

    def __init__(self, model: Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # several readers run side by side, each quickest on one core
        self._session = onnxruntime.InferenceSession(model.read_bytes(), options, providers=["CPUExecutionProvider"])
        (self._input,) = (one.name for one in self._session.get_inputs())

    def __call__(self, pictures_bgr: Sequence[NDArray[np.uint8]], outputs: Sequence[str]) -> list[NDArray[np.float32]]:
        """The outputs of these names for BGR pictures of one size, each of shape (N, ...)."""
        blob = cv2.dnn.blobFromImages(pictures_bgr, 1 / 255, swapRB=True)
        found: list[NDArray[np.float32]] = self._session.run(list(outputs), {self._input: blob})
        return found
