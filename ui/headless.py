"""Dexterity Jane at a table, without a window: what the window would show is printed, and what it would be told is
typed."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from ui.errors import Problem, because, because_unwritten
from ui.house_rules import deck_cards, house_rules
from ui.known_tables import profile_named, table_in

if TYPE_CHECKING:
    from gesture.sources.camera_frames import CameraFrames
    from gesture.sources.frames import Frame
    from gesture.sources.video import VideoFile
    from gesture.table.seats import Table
    from rules.log import Log, LogWriter

NEWEST = "newest"
"""For `resume`: the game that was begun last."""
FINDING_S, LATECOMERS_S = 4.0, 20.0
"""So long seats are looked for; the second where it is known how many players there are, and some are late."""


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What was asked for on the command line."""

    video: Path | None = None
    fast: bool = False
    camera: int | str | None = None
    mirrored: bool = False
    seats: Path | None = None
    profile: str | None = None
    players: tuple[str, ...] = ()
    variant: str = "standard"
    first_round: int = 1
    sheriff: str | None = None
    deals: bool = False
    seed: int | None = None
    held_up: bool = False
    house: Path | None = None
    deck: Path | None = None
    log: Path | None = None
    resume: str | None = None


class Keyboard:
    """Lines from standard input, read in a thread of their own so that frames never wait for them."""

    def __init__(self, stream: TextIO) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._read, args=(stream,), name="keyboard", daemon=True)
        self._thread.start()

    def _read(self, stream: TextIO) -> None:
        try:
            for line in stream:
                self._lines.put(line)
        except (OSError, ValueError):  # closed under it, or no text
            return

    def __call__(self) -> Sequence[str] | None:
        """The lines typed since the last call; None once all were given and no more can come."""
        ended = not self._thread.is_alive()
        taken: list[str] = []
        while not self._lines.empty():
            taken.append(self._lines.get())
        return taken if taken or not ended else None


def tables() -> Path:
    """The folder in which the logs of games at a table are kept."""
    from calibration.profiles import home

    return home() / "tables"


def play(wanted: Wanted, stream: TextIO) -> None:
    """Play until the end. Raises `Problem` for anything that cannot be used."""
    from gesture.play.kept_log import KeptLog
    from gesture.play.live_game import LiveGame
    from gesture.play.pacing import play_camera, play_recording
    from gesture.reading.background import BackgroundReader, camera_reader
    from gesture.reading.hand_reader import HandReader
    from gesture.sources.camera_frames import CameraFrames
    from gesture.sources.frames import SourceError
    from gesture.sources.video import VideoFile
    from rules.chance import generator
    from rules.dexterity_jane.events import Reveal
    from rules.dexterity_jane.state import Phase
    from rules.game import Refused
    from ui.telling import happening_told, header_told

    revealed = False

    def told(happening: Any) -> None:
        nonlocal revealed
        revealed |= isinstance(happening.event, Reveal)
        for paragraph in happening_told(happening):
            _say(paragraph)

    with ExitStack() as stack:
        try:
            wanted, known = _with_profile(wanted)
            writer, kept = _taken_up(wanted) if wanted.resume else (None, None)
            header: dict[str, Any] | None = kept.header if kept is not None else None
            if writer is not None:
                stack.callback(writer.close)
            source: VideoFile | CameraFrames
            if wanted.video is not None:
                source = stack.enter_context(VideoFile(wanted.video, wanted.mirrored))
            else:
                source = stack.enter_context(_camera(wanted))
            reader: HandReader | BackgroundReader = HandReader("live") if wanted.video else camera_reader()
            stack.callback(reader.close)
            names = tuple(header["players"]) if header else wanted.players
            table = _table(wanted, known, source, reader, names)
            if header is None or writer is None:
                from gesture.games.dexterity_jane.options import header_of
                from rules.dexterity_jane.header import NAME

                house = house_rules(wanted.house, NAME) if wanted.house else None
                deck = deck_cards(wanted.deck) if wanted.deck else None
                header = header_of(table.players, wanted.variant, wanted.first_round, house, deck)
                writer = _new_log(wanted, header)
                stack.callback(writer.close)
            _say(header_told(header))
            _say(f"The log is {writer.path}.")
            log = KeptLog(writer, _say)
            lot = generator(wanted.seed)
            game = LiveGame(header, table, reader, _say, told, log=log, lot=lot, deals=wanted.deals)
            keyboard = Keyboard(stream)
            if kept is not None:
                game.go_on(kept)
            else:
                from rules.hands import Side

                game.begin(Side(wanted.sheriff) if wanted.sheriff else None)
            revealed |= game.judge.state.phase is not Phase.REVEAL  # taken up with its cards open, or over
            if isinstance(source, CameraFrames):
                play_camera(game, source, keyboard)
            else:
                play_recording(game, source, keyboard, fast=wanted.fast)
            lost = log.close()
        except (SourceError, Refused) as fault:
            raise Problem(f"{str(fault).rstrip('.')}.") from fault
    if wanted.video is not None and not revealed and not game.ended:
        raise Problem(
            f"No cards were revealed in {wanted.video}, so nothing was refereed: let Handref deal with --deal, or "
            "type what the cards show and from which second on, as in 0:left-index."
        )
    if lost:
        raise Problem(f"The last {lost} events could not be written to {writer.path}: the disk does not take them.")


def _say(sentence: str) -> None:
    click.echo(sentence)


def _with_profile(wanted: Wanted) -> tuple[Wanted, Any]:
    """What was asked for, with what a saved profile adds, and that profile, if any."""
    if wanted.profile is None:
        return wanted, None
    profile = profile_named(wanted.profile, _say)
    camera = profile.camera if wanted.camera is None else wanted.camera
    return replace(wanted, camera=camera, mirrored=wanted.mirrored or profile.mirrored), profile


def _taken_up(wanted: Wanted) -> tuple[LogWriter, Log]:
    """The log to go on with, open to be written on."""
    from rules.game import Refused
    from rules.log import LogWriter
    from rules.replay import replay

    path = Path(str(wanted.resume))
    if wanted.resume == NEWEST:
        found = sorted(tables().glob("dexterity-jane-*.jsonl"))
        if not found:
            raise Problem(f"There is no game in {tables()} to go on with; begin one without --resume.")
        path = found[-1]
    try:
        if path.exists() and not path.is_dir() and not path.is_file():
            raise Problem(f"{path} is no ordinary file; name a game's log.")
        for _ in replay(path):
            pass  # a log that the rules refuse is refused before anybody takes a seat
        writer, log = LogWriter.resume(path)
        if log.game.name != "dexterity-jane":
            writer.close()
            raise Problem(f"{path} is a game of {log.game.title}; without a window only Dexterity Jane is played.")
        if log.torn:
            _say(f"{path}: {log.torn}.")
        return writer, log
    except Refused as fault:
        raise Problem(f"{path}: {str(fault).rstrip('.')}.") from fault
    except OSError as fault:
        why = because_unwritten(fault) if os.access(path, os.R_OK) else because(fault)
        raise Problem(f"{path}: {why}.") from fault


def _new_log(wanted: Wanted, header: dict[str, Any]) -> LogWriter:
    from rules.log import LogTaken, LogWriter

    path = wanted.log
    try:
        if path is not None:
            return LogWriter.create(path, header)
        folder = tables()
        folder.mkdir(parents=True, exist_ok=True)
        numbers = [int(n) for p in folder.glob("dexterity-jane-*.jsonl") if (n := p.stem[-4:]).isdecimal()]
        for number in count(max(numbers, default=0) + 1):
            path = folder / f"dexterity-jane-{number:04}.jsonl"
            with suppress(LogTaken):  # another game has just taken this name
                return LogWriter.create(path, header)
        raise AssertionError("numbers never end")
    except OSError as fault:
        raise Problem(
            f"{path or tables()} cannot be written: {because_unwritten(fault)}; name another file with --log."
        ) from fault


def _camera(wanted: Wanted) -> Any:
    """A context in which the camera's frames can be had."""
    from contextlib import contextmanager

    from gesture.sources.camera import LiveCamera
    from gesture.sources.camera_frames import CameraFrames

    @contextmanager
    def opened() -> Any:
        with LiveCamera(0 if wanted.camera is None else wanted.camera) as camera:
            yield CameraFrames(camera, wanted.mirrored)

    return opened()


def _table(wanted: Wanted, profile: Any, source: Any, reader: Any, names: tuple[str, ...]) -> Table:
    """Who sits where: from a file, from the profile, or found, and then said; with all that the profile knows."""
    from calibration.at_table import known_at, named
    from gesture.seating.seat_finder import find_seats
    from gesture.seating.side_by_side import find_side_by_side
    from gesture.sources.camera_frames import CameraFrames
    from gesture.table.seats import Table, check_seen, load_table

    size = _first(source).size if profile is not None else None
    if wanted.seats is not None:
        table = load_table(wanted.seats)
        check_seen(table, size if size is not None else _first(source).size)
    elif profile is not None and size is not None and profile.seats:
        table = table_in(profile, size)
    else:
        live = isinstance(source, CameraFrames)
        _say("Both hands up, the two of you." if wanted.held_up else "Hands flat on the table, everyone.")
        frames = source.during(LATECOMERS_S if names else FINDING_S, _say) if live else source
        if wanted.held_up:
            table = Table(tuple(find_side_by_side(frames, reader)), held_up=True)
        else:
            stick_up, reveals_s, players = wanted.variant == "stick-up", None if live else (), len(names) or None
            table = Table(tuple(find_seats(frames, reader, stick_up, reveals_s, players if live else None)))
    if wanted.held_up and not table.held_up:
        try:
            table = replace(table, held_up=True)
        except ValueError as fault:
            raise Problem(f"{str(fault)[0].upper()}{str(fault)[1:]}.") from fault
    if names:
        try:
            table = named(table, names)
        except ValueError as fault:
            raise Problem(f"{str(fault)[0].upper()}{str(fault)[1:]}.") from fault
    if profile is not None and size is not None:
        table = known_at(table, profile, size)
    for seat in table.seats:
        x, y = (round(float(v)) for v in seat.center)
        _say(f"{seat.player} sits around ({x}, {y}).")
    return table


def _first(source: Any) -> Frame:
    from gesture.sources.camera_frames import CameraFrames

    frames: Iterable[Frame] = source.during(0.0, _say) if isinstance(source, CameraFrames) else source
    return next(iter(frames))


def opened_input() -> TextIO:
    """Standard input as text, or nothing to read where there is none."""
    import sys

    return sys.stdin if sys.stdin is not None else Path(os.devnull).open(encoding="utf-8")
