"""What was asked for on the command line."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ui.headless.console import Console

if TYPE_CHECKING:
    from gesture.games.options import Options


@dataclass(frozen=True, kw_only=True)
class PlayRequest:
    """What was asked for on the command line."""

    game: str
    console: type[Console]
    options: Options
    video: Path | None = None
    fps: float | None = None
    fast: bool = False
    camera: int | str | None = None
    mirrored: bool = False
    seats: Path | None = None
    profile: str | None = None
    players: tuple[str, ...] = ()
    seed: int | None = None
    held_up: bool = False
    log: Path | None = None
    resume: str | None = None
