"""Plays a game at a table without a window, from the first look at who sits where to its end."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TextIO

import click

from ui.errors import Problem
from ui.headless.keyboard import Keyboard
from ui.headless.logs import new_log, resumed_log
from ui.headless.play_request import PlayRequest
from ui.headless.seating import table_for
from ui.known_tables import camera_of, profile_named
from ui.recordings import open_recording

if TYPE_CHECKING:
    from gesture.sources.camera_frames import CameraFrames
    from gesture.sources.video import VideoFile


LYING_S = 3.0
"""So long a camera is watched for what lies on the table."""


def play(request: PlayRequest, stream: TextIO) -> None:
    """Play until the end. Raises `Problem` for anything that cannot be used."""
    from gesture.reading.background import BackgroundReader, camera_reader
    from gesture.reading.zone_reader import ZoneReader
    from gesture.sources.camera_frames import CameraFrames
    from gesture.sources.frames import SourceError
    from rules.chance import generator
    from rules.game import Refused
    from rules.history import History
    from ui.headless.game import HeadlessGame
    from ui.headless.pacing import play_camera, play_recording
    from ui.telling import header_told

    with ExitStack() as stack:
        try:
            request, known = _with_profile(request)
            writer, kept = resumed_log(request.resume, request.game, _say) if request.resume else (None, None)
            if writer is not None:
                stack.callback(writer.close)
            source: VideoFile | CameraFrames
            if request.video is not None:
                source = stack.enter_context(open_recording(request.video, request.mirrored, request.fps))
            else:
                source = stack.enter_context(_camera(request))
            reader: ZoneReader | BackgroundReader = ZoneReader() if request.video else camera_reader()
            stack.callback(reader.close)
            names = tuple(History.of(kept).state.table.players) if kept is not None else request.players
            table = table_for(request, known, source, reader, names, request.options, _say)
            frames = source.during(LYING_S, _say) if isinstance(source, CameraFrames) else source
            table = request.options.lying(table, frames)
            header: dict[str, Any] = kept.header if kept is not None else request.options.header(table.players)
            if writer is None:
                writer = new_log(request.log, header)
                stack.callback(writer.close)
            _say(header_told({**header, "players": table.players}, request.console))
            _say(f"The log is {writer.path}.")
            lot = generator(request.seed)
            game = HeadlessGame(header, table, reader, request.console, request.options, _say, writer=writer, lot=lot)
            keyboard = Keyboard(stream)
            if kept is not None:
                game.go_on(kept)
            else:
                game.begin()
            if isinstance(source, CameraFrames):
                play_camera(game, source, keyboard)
            else:
                play_recording(game, source, keyboard, fast=request.fast)
            lost = game.session.close()
        except (SourceError, Refused) as fault:
            raise Problem(f"{str(fault).rstrip('.')}.") from fault
    fault_at_end = game.console.fault_at_end(str(request.video), game.events) if request.video is not None else None
    if fault_at_end is not None and not game.ended:
        raise Problem(fault_at_end)
    if lost:
        raise Problem(f"The last {lost} events could not be written to {writer.path}: the disk does not take them.")


def _say(sentence: str) -> None:
    click.echo(sentence)


def _with_profile(request: PlayRequest) -> tuple[PlayRequest, Any]:
    """What was asked for, with what a saved profile adds, and that profile, if any."""
    if request.profile is None:
        return request, None
    profile = profile_named(request.profile, _say)
    camera = camera_of(profile) if request.camera is None and request.video is None else request.camera
    return replace(request, camera=camera, mirrored=request.mirrored or profile.mirrored), profile


def _camera(request: PlayRequest) -> Any:
    """A context in which the camera's frames can be had."""
    from contextlib import contextmanager

    from gesture.sources.camera import LiveCamera
    from gesture.sources.camera_frames import CameraFrames

    @contextmanager
    def opened() -> Any:
        with LiveCamera(0 if request.camera is None else request.camera) as camera:
            yield CameraFrames(camera, request.mirrored)

    return opened()
