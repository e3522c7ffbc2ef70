"""The command `handref`: the table of its commands, and what happens when one of them ends badly."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ui.errors import UNUSABLE, because
from ui.lazy import Entry, LazyGroup
from ui.terminal import short, write_plainly

INTERRUPTED = 130
"""The exit code of a command stopped with Ctrl-C: 128 and the number of the signal."""

PLAY, REFEREE, TABLE, SHELL = (
    "To play (handref alone opens the window)",
    "To have pictures, videos and logs looked at",
    "To make it work at your table",
    "For your shell",
)

COMMANDS = {
    "demo": Entry("ui.commands.demo", "Watch a recorded round being refereed, lock by lock. Start here.", PLAY),
    "play": Entry("ui.commands.play", "Play at a table, in front of a camera.", PLAY),
    "print": Entry("ui.commands.print", "Print a copy to play with: cards, tokens, mat.", PLAY),
    "simulate": Entry("ui.commands.simulate", "Play many games between simple players and count what happens.", PLAY),
    "read": Entry("ui.commands.read", "Read the hands on pictures.", REFEREE),
    "cards": Entry("ui.commands.cards", "Read the printed cards on pictures.", REFEREE),
    "referee": Entry("ui.commands.referee", "Referee a video and print the game's log.", REFEREE),
    "replay": Entry("ui.commands.replay", "Apply the rules to a game's log and print every ruling.", REFEREE),
    "doctor": Entry("ui.commands.doctor", "Look at camera, light and seats, and say what to change.", TABLE),
    "calibrate": Entry("ui.commands.calibrate", "Teach Handref this table, lens or a player's hands.", TABLE),
    "bench": Entry("ui.commands.bench", "Measure how well and how fast hands and recordings are read.", TABLE),
    "completion": Entry("ui.commands.completion", "Print what makes your shell complete handref's commands.", SHELL),
}
"""Every command by its name, with the module in `ui/commands/` that offers it as `command`."""


@click.group(
    cls=LazyGroup,
    entries=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="'handref COMMAND --help' explains a command. Frames never leave this computer.",
)
@click.version_option(package_name="handref", prog_name="handref", message="%(prog)s %(version)s")
@click.pass_context
def handref(ctx: click.Context) -> None:
    """Handref watches hands on a table through a webcam and referees the game they are playing.

    Without a command it opens the window, in which everything can be played and learnt.

    It reads which digits are bent, decides who did what and when, and applies the rules of
    Dexterity Jane, One Finger! or JANE's Card Game.
    """
    # Without a command it opens the window, as 'handref play' does.
    if ctx.invoked_subcommand is not None:
        return
    window = handref.get_command(ctx, "play")
    assert window is not None
    with window.make_context("play", [], parent=ctx) as no_words:
        window.invoke(no_words)


LIBRARIES = "libgl1 libegl1 libgles2 libglib2.0-0"
"""The Debian and Ubuntu packages that OpenCV and MediaPipe load from the system; slim containers leave them out."""


def _missing_library(fault: ImportError | OSError) -> str | None:
    """What to install when the dynamic linker misses a library of the system, or None for any other fault."""
    text = str(fault)
    if "cannot open shared object file" not in text:
        return None
    library = text.split(":")[0]
    return f"the system lacks {library}; on Debian or Ubuntu 'apt-get install {LIBRARIES}' brings all that is needed."


def _complain(fault: click.ClickException) -> None:
    """One line on standard error: what is wrong, and for a misuse where the help is."""
    from rules.addresses import without_passwords

    message = fault.format_message()
    ctx = fault.ctx if isinstance(fault, click.UsageError) else None
    if type(fault).__name__ == "NoArgsIsHelpError" and ctx is not None and isinstance(ctx.command, click.Group):
        message = f"name what to do: {', '.join(ctx.command.list_commands(ctx))}"  # instead of all its help
    if isinstance(fault, click.MissingParameter):
        message = " ".join(message.split())  # click lists what may be given on lines of their own
    if isinstance(fault, click.UsageError) and fault.ctx is not None:
        message = message.rstrip(".")
        message = f"{message}{'' if message.endswith('?') else '.'} See '{fault.ctx.command_path} --help'."
    click.echo(f"handref: {short(without_passwords(message))}", err=True)


def _forget_output() -> None:
    """Drop what is still to be written to standard output, where nothing takes it any more: whoever read it has gone,
    or the disk is full. Python would complain about it once more at its end."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_what_is_closed() -> None:
    """Let what is said to a closed stream go nowhere, and have no other file come into its place: what a library
    writes to it would end in a game's log."""
    if sys.platform != "win32":
        while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
            pass
        os.close(number)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115


def main(args: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 refused by a check, 2 something given cannot be used, 130 Ctrl-C."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    write_plainly()
    try:
        code = handref.main(args, prog_name="handref", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as fault:
        _complain(fault)
        sys.exit(fault.exit_code or UNUSABLE)
    except (KeyboardInterrupt, click.Abort):
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _forget_output()
        sys.exit(1)
    except ImportError as fault:
        if not _missing_library(fault):
            raise
        click.echo(f"handref: {_missing_library(fault)}", err=True)
        sys.exit(UNUSABLE)
    except OSError as fault:
        _forget_output()
        where = f"{fault.filename}: " if fault.filename else ""
        click.echo(f"handref: {_missing_library(fault) or f'{where}{because(fault)}.'}", err=True)
        sys.exit(UNUSABLE)
    sys.exit(code if isinstance(code, int) else 0)
