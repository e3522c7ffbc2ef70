"""Commands that take the options of the game they are about, beside their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from ui.headless.console import Console, console_of, consoles

_NAMED = "handref.game"


class GameCommand(click.Command):
    """A command about one game, named by the argument or option `game`. The game's own options are those that its
    console has for `kind`, "referee" or "play"; where no game is named, those of all games are known."""

    def __init__(self, *args: Any, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind

    def own_options(self, console: type[Console]) -> Sequence[click.Option]:
        """A game's own options of this command."""
        found: Sequence[click.Option] = getattr(console, f"{self.kind}_options")
        return found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find out which game it is about, and then parse its options too."""
        ctx.meta[_NAMED] = self._game_in(args)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The command's own parameters and the game's."""
        own: list[click.Parameter] = []
        known = {param.name for param in self.params}
        for _, console in self._consoles(ctx):
            fresh = [option for option in self.own_options(console) if option.name not in known]
            known |= {option.name for option in fresh}
            own += fresh
        *most, help_option = super().get_params(ctx)
        return [*most, *own, help_option]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The command's own options, and each game's under its title."""
        from rules.games import TITLES

        options = [param for param in super().get_params(ctx) if isinstance(param, click.Option)]
        shown = [record for option in options if (record := option.get_help_record(ctx)) is not None]
        with formatter.section("Options"):
            formatter.write_dl(shown)
        for game, console in self._consoles(ctx):
            records = [option.get_help_record(ctx) for option in self.own_options(console)]
            if records:
                with formatter.section(TITLES[game]):
                    formatter.write_dl([record for record in records if record is not None])

    def _consoles(self, ctx: click.Context) -> list[tuple[str, type[Console]]]:
        named = ctx.meta.get(_NAMED)
        console = console_of(named) if named else None
        return [(named, console)] if named and console is not None else list(consoles())

    def _game_in(self, args: Sequence[str]) -> str | None:
        """The game that the words name, if they name one that is known."""
        from rules.games import GAMES

        words = [word.removeprefix("--game=") for word in args]
        return next((word for word in words if word in GAMES), None)


def game_values(command: GameCommand, console: type[Console], values: Mapping[str, Any]) -> dict[str, Any]:
    """Of all values, those of a game's own options."""
    names = {option.name for option in command.own_options(console)}
    return {name: value for name, value in values.items() if name in names}
