"""A refereed game told in plain English, as it happens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gesture.games.judge import Happening
from rules.game import Game, Ruling, TakenBack
from rules.games import TITLES
from rules.words import counted, listed
from ui.headless.console import Console


def header_told(header: Mapping[str, Any], console: type[Console]) -> str:
    """Which game begins, between whom."""
    what = console.header_said(header, TITLES[header["game"]])
    picked_up = f", from round {header['round']} on" if header.get("round", 1) > 1 else ""
    return f"{what}, {listed(header['players'])}{picked_up}."


def happening_told(happening: Happening, game: Game[Any], console: type[Console]) -> Iterator[str]:
    """What one event brought, a paragraph each: first the walk that explains it, if any, its steps indented."""
    for walk in happening.explained:
        yield game.say(walk).replace("\n", "\n  ")
    for ruling in happening.rulings:
        if isinstance(ruling, TakenBack):
            yield from _corrections(ruling, game)
        elif not (happening.explained and _name(ruling) in console.explained):
            yield game.say(ruling)
    if not happening.rulings:
        yield console.seen(happening.event)


def _corrections(ruling: TakenBack, game: Game[Any]) -> Iterator[str]:
    """What was taken back, and what was announced and is no longer true."""
    agreed = f", as {listed(ruling.by)} agreed" if ruling.by else ""
    yield f"Taken back{agreed}: {counted(len(ruling.lines), 'line')} of the log ({listed(ruling.lines)})."
    for one in ruling.corrections:
        for withdrawn in one.withdrawn:
            yield f"Correction: this no longer holds: {game.say(withdrawn)}"
        for instead in one.instead:
            yield f"Correction: {game.say(instead)}"


def _name(ruling: Ruling) -> str:
    return str(type(ruling).__struct_config__.tag)
