"""A group of commands that are named at once and imported when they are called, so that help is quick."""

from __future__ import annotations

import importlib
from typing import Any, NamedTuple

import click

from ui.meant import did_you_mean


class Entry(NamedTuple):
    """A command by the module that holds it (as `command`), its line in the help, and the heading it stands under."""

    module: str
    line: str
    heading: str = "Commands"


class LazyGroup(click.Group):
    """A click group over a table of entries."""

    def __init__(self, *args: Any, entries: dict[str, Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entries = entries

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """The names of the commands, in the table's order."""
        return list(self.entries)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now; None if there is none."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = importlib.import_module(entry.module).command
        command.short_help = entry.line
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called. Raises `click.UsageError`, with the name that may have been meant."""
        if args and args[0] not in self.entries and not args[0].startswith("-"):
            meant = did_you_mean(args[0], self.entries)
            raise click.UsageError(f"No such command {args[0]!r}.{meant}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands under their headings, from the table alone: nothing is imported."""
        width = max((len(name) for name in self.entries), default=0)
        for heading in dict.fromkeys(entry.heading for entry in self.entries.values()):
            rows = [(name.ljust(width), entry.line) for name, entry in self.entries.items() if entry.heading == heading]
            with formatter.section(heading):
                formatter.write_dl(rows)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        """The commands that begin like `incomplete`, with their lines, and the group's own options."""
        from click.shell_completion import CompletionItem

        found = [CompletionItem(n, help=e.line) for n, e in self.entries.items() if n.startswith(incomplete)]
        return found + click.Command.shell_complete(self, ctx, incomplete)
