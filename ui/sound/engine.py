"""The computer's own speech engines: which one there is, and one process of it for each thing that is said.

What is said never becomes part of a command: it goes to the engine's standard input, into an environment variable, or
behind the mark that ends a command's options. No shell is involved.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

Which = Callable[[str], str | None]
"""Finds a program by its name, as `shutil.which` does."""

TEXT_VARIABLE, LANGUAGE_VARIABLE = "HANDREF_SAYS", "HANDREF_SAYS_IN"
WINDOWS_SCRIPT = (
    "$ErrorActionPreference = 'Stop'; Add-Type -AssemblyName System.Speech; "
    "$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer; "
    f"try {{ $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, [cultureinfo]$env:{LANGUAGE_VARIABLE}) }} catch {{ }}; "
    f"$voice.Speak($env:{TEXT_VARIABLE})"
)
LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*")
FIRST_LANGUAGE = "en"
HUSH_S = 1.0
"""So long an engine may take to be hushed."""
LINUX = ("espeak-ng", "espeak", "spd-say")
"""In this order: what spd-say says is said by a service, which goes on when spd-say is ended, and has to be hushed."""


@dataclass(frozen=True)
class Order:
    """What is started to say something: a command's words, what is written to it, and its environment variables."""

    words: tuple[str, ...]
    written: str = ""
    told: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Engine:
    """A speech engine: its name, and where its program is."""

    name: str
    program: str

    def order(self, text: str, language: str) -> Order:
        """What says a text in the language of that code; a code that is none counts as English."""
        code = language if LANGUAGE.fullmatch(language) else FIRST_LANGUAGE
        match self.name:
            case "say":
                return Order((self.program, "-f", "-"), written=text)
            case "powershell":
                words = (self.program, "-NoLogo", "-NoProfile", "-NonInteractive", "-Command", WINDOWS_SCRIPT)
                return Order(words, told={TEXT_VARIABLE: text, LANGUAGE_VARIABLE: code.replace("_", "-")})
            case "spd-say":
                return Order((self.program, "--wait", "--language", code, "--", text))
            case _:
                return Order((self.program, "-v", code, "-b", "1", "--stdin"), written=text)

    @property
    def hush(self) -> Order | None:
        """What ends speech that ending the process does not end."""
        return Order((self.program, "--cancel")) if self.name == "spd-say" else None

    def begin(self, text: str, language: str) -> Talk:
        """Begin to say a text, in a process of its own; returns at once and raises nothing."""
        return Talk(self.order(text, language), self.hush)


def find_engine(platform: str = sys.platform, which: Which = shutil.which) -> Engine | None:
    """The speech engine of a computer of that platform, or None."""
    names = {"darwin": ("say",), "win32": ("powershell",)}.get(platform, LINUX)
    return next((Engine(name, path) for name in names if (path := which(name)) is not None), None)


class Talk:
    """One thing that is being said. Its process is started and waited for in a thread, so that nobody else waits."""

    def __init__(self, order: Order, hush: Order | None = None) -> None:
        self._order, self._hush = order, hush
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self.failed = False
        """Whether the engine could not be started, or said that it failed."""
        self._thread = threading.Thread(target=self._say, name="voice", daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        """Whether nothing is said any more and the process has ended."""
        return not self._thread.is_alive()

    def stop(self) -> None:
        """End it at once."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def join(self, longest_s: float) -> None:
        """Wait until it is over, up to so long."""
        self._thread.join(longest_s)

    def _say(self) -> None:
        try:
            process = start(self._order)
        except (OSError, ValueError):
            self.failed = True
            return
        with self._lock:
            self._process = process
            if self._stopped:
                process.kill()
        if process.stdin is not None:
            with suppress(OSError):  # an engine that has ended already; a text this short never fills the pipe
                process.stdin.write(self._order.written.encode("utf-8", "ignore"))
            with suppress(OSError):
                process.stdin.close()
        code = process.wait()
        if self._stopped:
            self._quiet()
        else:
            self.failed = code != 0

    def _quiet(self) -> None:
        if self._hush is None:
            return
        with suppress(OSError):
            hushing = start(self._hush)
            try:
                hushing.wait(HUSH_S)
            except subprocess.TimeoutExpired:
                hushing.kill()
                hushing.wait()


def start(order: Order) -> subprocess.Popen[bytes]:
    """Start a command, unseen and unheard but for what it says aloud. Raises `OSError` when it cannot be started."""
    return subprocess.Popen(
        order.words,
        stdin=subprocess.PIPE if order.written else subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **order.told},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
