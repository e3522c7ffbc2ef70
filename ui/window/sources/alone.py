"""One device, one user: whoever opens a camera waits until the one before has given it back.

A screen lets go of its camera without waiting, and the next one opens it at once; most systems refuse a second opening.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from gesture.sources.camera import Device, open_device

LONGEST_S = 8.0
"""Who does not give a camera back for so long never will; then opening is tried all the same."""
_free = threading.Condition()
_held: set[int | str] = set()


class _Held:
    """A device that says so when it is given back."""

    def __init__(self, device: Device, camera: int | str) -> None:
        self._device, self._camera = device, camera

    def isOpened(self) -> bool:
        """Whether frames can be had."""
        return self._device.isOpened()

    def read(self) -> tuple[bool, Any]:
        """The next frame, once it is there."""
        return self._device.read()

    def release(self) -> None:
        """Give the device back."""
        self._device.release()
        _let_go(self._camera)


def _let_go(camera: int | str) -> None:
    with _free:
        _held.discard(camera)
        _free.notify_all()


def open_alone(
    camera: int | str, open_it: Callable[[int | str], Device] = open_device, longest_s: float = LONGEST_S
) -> Device:
    """The camera of a number or address, once nobody else in this program has it open. Raises `SourceError`."""
    with _free:
        _free.wait_for(lambda: camera not in _held, longest_s)
        _held.add(camera)
    try:
        return _Held(open_it(camera), camera)
    except BaseException:
        _let_go(camera)
        raise
