"""How the window comes by cameras and readers; tests put recordings here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gesture.reading.background import ClosingReader
from gesture.sources.camera import Device
from ui.window.sources.alone import open_alone
from ui.window.sources.camera import Where, ask_permission, open_camera, open_table
from ui.window.sources.sight import Sight
from ui.window.workers.hands_worker import HandsWorker


def watch_hands(camera: int) -> HandsWorker:
    """The hands before a camera of this computer, by its number."""
    ask_permission(camera)
    return HandsWorker(lambda: open_camera(camera), zone_reader)


def zone_reader() -> ClosingReader:
    """The reader for a table. Loading its models takes a moment."""
    from gesture.reading.zone_reader import ZoneReader  # late: it brings MediaPipe

    return ZoneReader()


@dataclass(frozen=True)
class Devices:
    """Cameras and readers."""

    open_device: Callable[[Where], Device] = open_alone
    """A camera for its thumbnail. Raises `SourceError`."""
    open_table: Callable[[Where, bool, bool], Sight] = open_table
    """A table's camera or recording: whether it mirrors, whether the table gets ready. Raises `SourceError`."""
    open_reader: Callable[[], ClosingReader] = zone_reader
    numbers: tuple[int, ...] = tuple(range(6))
    """The numbers under which cameras are looked for."""
    watch_hands: Callable[[int], HandsWorker] = watch_hands
