"""How the window comes by cameras, readers and the clipboard; tests put recordings here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import pygame

from gesture.reading.background import ClosingReader
from gesture.sources.camera import Device
from ui.window.sources.alone import open_alone
from ui.window.sources.camera import Where, ask_permission, open_camera, open_table
from ui.window.sources.camera_names import camera_name
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


def paste() -> str:
    """What was copied last, as text; nothing where there is none."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


def copy(text: str) -> None:
    """Have a text copied, where the system can."""
    with suppress(pygame.error):
        pygame.scrap.put_text(text)


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
    name_of: Callable[[int], str] = camera_name
    """What a camera of that number calls itself; nothing where nobody knows."""
    paste: Callable[[], str] = paste
    copy: Callable[[str], None] = copy
    """The clipboard."""
