"""Brings frames and typed lines to a game, from a camera that may fail or from a recording at its own pace."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from gesture.sources.camera_frames import WAIT_S, CameraFrames
from gesture.sources.frames import Source
from ui.headless.game import HeadlessGame

Lines = Callable[[], Sequence[str] | None]
"""The lines typed since it was last asked; None when no more will ever come."""


def play_camera(game: HeadlessGame, frames: CameraFrames, lines: Lines) -> None:
    """Play before a camera until somebody types quit or the game is over. While the camera fails the round is paused;
    typed lines are taken all the while."""
    while not game.ended:
        for line in lines() or ():
            game.typed(line)
        frame, trouble = frames.next(), frames.trouble
        if trouble is not None:
            game.pause(trouble)
        elif frame is not None:
            game.watch(frame)
        if game.session.judge.over:
            game.ended = True


def play_recording(
    game: HeadlessGame,
    source: Source,
    lines: Lines,
    fast: bool = False,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Play a recording at its own pace, or as `fast` as it can be watched. At its end what is open is ended; where the
    table must say something first, its lines are waited for until there are no more.

    Raises `SourceError` for a recording that breaks off.
    """
    began_s = clock()
    for frame in source:
        while True:
            for line in lines() or ():
                game.typed(line)
            late_s = clock() - began_s - frame.at_s
            if fast or late_s >= 0 or game.ended:
                break
            sleep(min(-late_s, WAIT_S))
        if game.ended:
            return
        game.watch(frame)
    game.finish()
    while not game.ended and game.unsettled:
        typed = lines()
        for line in typed or ():
            game.typed(line)
        if typed is None:
            return  # nobody is left to ask, and what is unsure is never scored
        if not typed:
            sleep(WAIT_S)
    if not game.ended:
        game.console.video_ended()
