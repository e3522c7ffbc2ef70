"""The game log: JSON Lines, a header and then one event a line, readable while it is written.

A log is read lazily, so that a replay that stops early never meets the faults behind. Lines are numbered from 1 and
the header is the first. A last line without a newline is what a killed game leaves; it is left out, and `Log.torn`
says so. Blank lines are passed over.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Any, Self, get_args

import msgspec

from rules.files import opened_privately, read_whole, sync_folder
from rules.game import Event, Game, Illegal, Malformed, Note, Refused, TakeBack
from rules.games import TITLES, game_named
from rules.plain_faults import NotJson, decoded, in_words

Source = Path | bytes | str | Iterable[str | bytes]
"""A log: its path, its text, or its whole lines."""

MOST_LINE_BYTES = 65_536
"""A longer line was written by no game: a header with a printed copy's whole deck has some 6,000 bytes."""

MOST_LINES = 1_000_000
"""No game has so many events."""
_HEADER = b'{"game":"'
_LOG = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"game"')

_IN_EVERY_GAME: tuple[type[Event], ...] = (Note, TakeBack)


def encode_event(event: Event) -> bytes:
    """`event` as one line of a log, without the newline; keys that hold their default are left out."""
    if isinstance(event, Note):
        first = {"at": event.at, "event": "note", "about": event.about}
        return msgspec.json.encode({**first, **{k: v for k, v in event.more.items() if k not in first}}, enc_hook=str)
    fields = msgspec.to_builtins(event, str_keys=True, enc_hook=str)
    return msgspec.json.encode({"at": fields.pop("at"), **fields})


def decode_object(line: str | bytes, what: str) -> dict[str, Any]:
    """The JSON object on `line`. Raises `Malformed`, calling it `what`, when it is none."""
    data = line.encode(errors="surrogatepass") if isinstance(line, str) else line
    if len(data) > MOST_LINE_BYTES:
        raise Malformed(f"{what} has {len(data)} bytes, and no line of a game's log has more than {MOST_LINE_BYTES}")
    try:
        text = data.decode().strip()
    except UnicodeDecodeError as e:
        raise Malformed(f"{what} is not UTF-8 text (byte {e.start + 1} of the line); save the log as UTF-8") from None
    try:
        found = decoded(data)
    except NotJson as e:
        raise Malformed(f"{what} cannot be used, {e}: {_shorten(text)}") from None
    if not isinstance(found, dict):
        raise Malformed(f"{what} must be a JSON object in braces, not {_shorten(msgspec.json.encode(found).decode())}")
    return found


def decode_event(game: Game[Any], line: str | bytes | Mapping[str, Any]) -> Event:
    """The event of `game` that `line` holds. Raises `Malformed`, saying which field is wrong and how."""
    fields = dict(line) if isinstance(line, Mapping) else decode_object(line, "the line")
    kind = fields.get("event")
    kinds = {event_name(t): t for t in (*(get_args(game.event_type) or (game.event_type,)), *_IN_EVERY_GAME)}
    if not isinstance(kind, str) or kind not in kinds:
        said = "it names no event" if kind is None else f"there is no event {kind!r}"
        raise Malformed(f"{said}; the events of {game.title} are {', '.join(kinds)}: {_shorten(_text(fields))}")
    if kind == "note":
        more = {k: v for k, v in fields.items() if k not in ("at", "event", "about")}
        fields = {**{k: v for k, v in fields.items() if k not in more}, **({"more": more} if more else {})}
    try:
        event: Event = msgspec.convert(fields, kinds[kind])
    except msgspec.ValidationError as e:
        raise Malformed(f"this is no {kind!r} event ({in_words(e, kinds[kind])}): {_shorten(_text(fields))}") from None
    if not 0 <= event.at < float("inf"):
        raise Malformed(f"'at' must be a number of seconds, 0 or more, not {event.at}: {_shorten(_text(fields))}")
    return event


def event_name(kind: type[Event]) -> str:
    """The name by which logs call an event's struct."""
    return str(kind.__struct_config__.tag)


class Log:
    """A log being read: `header`, its `game`, the `state` before the first event, and its events, one by one.

    Raises `Malformed` or `Illegal` at once when there is no good header, and while iterating for each line that is
    none of the game's events or goes back in time; all of them carry the line's number.
    """

    def __init__(self, source: Source) -> None:
        self.torn: str | None = None
        """What is to be said of an unfinished last line, or None."""
        lines = self._lines(source)
        self._numbered = [(n, line) for n, line in enumerate(lines, 1) if line.strip()]
        self.last_line = len(lines)
        """The number of the last whole line, be it blank."""
        if not self._numbered:
            raise Malformed("the log is empty; its first line must be the header that names the game")
        first, text = self._numbered.pop(0)
        self.header_line = first
        """The number of the header's line: 1, but for blank lines before it."""
        try:
            self.header = decode_object(text, "the header")
            name = self.header.get("game")
            if not isinstance(name, str):
                raise Malformed(f"the header names no game: {_shorten(_text(self.header))}")
            self.game: Game[Any] = game_named(name)
            self.state: Any = self.game.open(self.header)
        except Refused as e:
            raise e.on_line(first) from None

    def _lines(self, source: Source) -> list[str | bytes]:
        if not isinstance(source, Path | bytes | str):
            return list(source)
        whole = read_whole(source) if isinstance(source, Path) else source
        whole = whole.encode(errors="surrogatepass") if isinstance(whole, str) else whole
        if whole.count(b"\n") > MOST_LINES:
            raise Malformed(f"the log has more than {MOST_LINES} lines, which no game has")
        lines: list[str | bytes] = list(whole.removeprefix(b"\xef\xbb\xbf").split(b"\n"))
        unfinished = lines.pop()
        if unfinished.strip():
            self.torn = (
                f"line {len(lines) + 1} is unfinished (no newline at its end) and was left out, "
                "as after a game that was cut off"
            )
            if not any(line.strip() for line in lines):
                raise Malformed("its only line is unfinished (no newline at its end), so the header is missing", 1)
        return lines

    def __iter__(self) -> Iterator[tuple[int, Event]]:
        """The line number and event of each line after the header."""
        return self.upto(None)

    def upto(self, last: int | None) -> Iterator[tuple[int, Event]]:
        """The same, as far as line number `last`; what stands behind it is not looked at."""
        before = 0.0
        for number, line in self._numbered:
            if last is not None and number > last:
                return
            try:
                event = decode_event(self.game, line)
                if event.at < before:
                    raise Malformed(f"'at' goes back from {before:g} to {event.at:g}; lines stand in order of time")
            except Refused as e:
                raise e.on_line(number) from None
            before = event.at
            yield number, event


def read_log(source: Source) -> Log:
    """The log in `source`, its header checked. Raises as `Log` does, and `OSError` when the file can't be read."""
    return Log(source)


class LogTaken(Illegal):
    """A file is another game's log."""


class LogWriter:
    """Appends events to a log as they happen; each is on the disk before `append` returns, unless told not to wait.

    A log that was cut off at any byte can be taken up again with `resume`. Use as a context manager, or `close` it.
    """

    def __init__(self, path: Path) -> None:
        """For `create` and `resume`, which look at what is already in the file. Raises `LogTaken` when another
        writer is at it."""
        if path.exists() and not path.is_file() and not path.is_dir():
            raise OSError(errno.EINVAL, "this is no ordinary file", str(path))
        self.path = path
        self._last_at_s = 0.0
        self._whole = b""
        """All that the file holds."""
        self._file = _opened(path)
        if not _taken(self._file):
            self._file.close()
            raise LogTaken(f"{path.name} is being written by another game; end that one first, or choose another log")

    @classmethod
    def create(cls, path: Path, header: Mapping[str, Any]) -> Self:
        """A new log that begins with `header`. Raises `LogTaken` when `path` already holds a log's line,
        and whatever the game refuses in the header."""
        game = game_named(str(header.get("game")))
        game.open(header)
        writer = cls(path)
        try:
            with path.open("rb") as there:
                held = there.read(2 * MOST_LINE_BYTES)
            if b"\n" in held and _LOG.match(held):
                raise LogTaken(f"{path.name} already holds a log; resume it, or choose another name")
            if held and not _is_torn_header(held):
                raise LogTaken(f"{path.name} is there already and no log of Handref's; choose another name")
            writer._file.truncate(0)
            writer._put(msgspec.json.encode(header))
            sync_folder(path.parent)
        except BaseException:
            writer.close()
            raise
        return writer

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, Log]:
        """The log at `path`, to be read and then written on; a torn last line is cut off. Raises as `Log` does for
        every line, before anything is changed."""
        if not path.exists():  # opening it to write would make it
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        writer = cls(path)
        try:
            log = read_log(path)
            for _, event in log:
                writer._last_at_s = event.at
            if log.torn:
                writer._file.truncate(path.read_bytes().rfind(b"\n") + 1)
                writer.sync()
            writer._whole = path.read_bytes()
        except BaseException:
            writer.close()
            raise
        return writer, log

    def append(self, event: Event, wait: bool = True) -> None:
        """Write `event` down. Raises `Illegal` when it is earlier than the line before, `OSError` when the disk does
        not take it; the log then still ends with the last whole line. Without `wait` it outlives this process at once,
        and a power cut from the next `sync` on."""
        if event.at < self._last_at_s:
            raise Illegal(f"'at' goes back from {self._last_at_s:g} to {event.at:g}; lines stand in order of time")
        self._put(encode_event(event), wait)
        self._last_at_s = event.at

    def replace(self, events: Mapping[int, Event]) -> None:
        """Have these events stand on these lines instead of what is there, all in one step: whatever happens, the file
        holds all of them or none. Raises `OSError`, and then nothing has changed."""
        lines = self._whole.split(b"\n")
        for line, event in events.items():
            lines[line - 1] = encode_event(event)
        self._put_whole(b"\n".join(lines))

    def is_lost(self) -> bool:
        """Whether the file is no longer the one that was written: removed, replaced or cut by somebody else. Raises
        `OSError` when that cannot be told."""
        try:
            there = self.path.stat()
        except FileNotFoundError:
            return True
        return not os.path.samestat(there, os.fstat(self._file.fileno())) or there.st_size < len(self._whole)

    def write_anew(self) -> None:
        """Write all again that was written. A file that somebody else put in the log's place is kept beside it. Raises
        `OSError`."""
        with suppress(FileNotFoundError):
            if not os.path.samestat(self.path.stat(), os.fstat(self._file.fileno())):
                self.path.replace(self.path.with_name(f"{self.path.name}.replaced"))
        self._put_whole(self._whole)

    def sync(self) -> None:
        """Wait until the disk holds all that was written; any thread may. Raises `OSError` when it does not take it."""
        os.fsync(self._file.fileno())

    def _put(self, line: bytes, wait: bool = True) -> None:
        start = self._file.seek(0, os.SEEK_END)
        try:
            _write(self._file, line + b"\n")
            if wait:
                self.sync()
        except OSError:
            self._file.truncate(start)
            raise
        self._whole += line + b"\n"

    def _put_whole(self, content: bytes) -> None:
        """Put a file of this content in the log's place, in one step, and write on there."""
        path = Path(os.path.realpath(self.path))
        beside = path.with_name(f"{path.name}.new")
        path.parent.mkdir(parents=True, exist_ok=True)
        file = _opened(beside)
        try:
            file.truncate(0)
            _taken(file)
            _write(file, content)
            os.fsync(file.fileno())
            if sys.platform == "win32":  # which moves no open file
                file.close()
                self._file.close()
            beside.replace(path)
        except BaseException:
            file.close()
            with suppress(OSError):
                beside.unlink()
            raise
        self._file.close()
        self._file, self._whole = (_opened(path) if file.closed else file), content
        sync_folder(path.parent)

    def close(self) -> None:
        """Close the file; nothing is lost by not doing so."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, where: TracebackType | None) -> None:
        self.close()


def _opened(path: Path) -> FileIO:
    """A file to be appended to; a new one can be read by its owner alone."""
    return open(path, "ab", buffering=0, opener=opened_privately)


def _write(file: FileIO, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[file.write(rest) or 0 :]


def _is_torn_header(held: bytes) -> bool:
    """Whether a file holds a header alone, or the beginning of one, as a game that was killed at once leaves it."""
    if b"\n" in held or not held.startswith(_HEADER[: len(held)]):
        return False
    try:
        header = decoded(held)
    except NotJson:
        return True
    return isinstance(header, dict) and {"version", "players"} <= set(header) and header["game"] in TITLES


def _taken(file: FileIO) -> bool:
    """Take a file for this writer alone until it is closed, where the system can; False when another has it."""
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # some network file systems know no locks
    return True


def in_use(path: Path) -> bool:
    """Whether a game is writing the log at `path`, as far as the system can tell."""
    try:
        with path.open("rb", buffering=0) as file:
            return not _taken(file)
    except OSError:
        return False


def _text(fields: Mapping[str, Any]) -> str:
    try:
        return msgspec.json.encode(fields).decode()
    except (OverflowError, ValueError):
        return "with a number of too many digits"


def _shorten(text: str, length: int = 160) -> str:
    return text if len(text) <= length else text[: length - 3] + "..."
