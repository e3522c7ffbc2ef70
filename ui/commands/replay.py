"""`handref replay`: a game's log through the rules once more."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ui.errors import Problem, read_bytes


@click.command()
@click.argument("log", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="One line of JSON a ruling.")
@click.option("--to", "to", type=click.IntRange(min=1), metavar="N", help="Stop after line N; the header is line 1.")
@click.option("--explain", is_flag=True, help="Before each ruling, the steps that lead to it.")
def command(log: Path, as_json: bool, to: int | None, explain: bool) -> None:
    """Apply the rules to LOG, line by line, and print every ruling and last the standings.

    LOG is what 'handref referee' and 'handref play' write; '-' reads it from standard input. A line that the
    rules refuse stops the replay with exit code 2. Nothing is drawn by lot: a log always replays the same.
    """
    import msgspec

    from rules.files import MOST_BYTES
    from rules.game import Refused
    from rules.replay import replay

    name = "standard input" if str(log) == "-" else str(log)
    content = sys.stdin.buffer.read(MOST_BYTES + 1) if str(log) == "-" else read_bytes(log)
    if len(content) > MOST_BYTES:
        raise Problem(f"{name}: it goes on for more than {MOST_BYTES // 1_000_000} MB, and no game's log does.")
    try:
        game_so_far = replay(content, to, explain)

        told: set[str] = set()
        for ruling in game_so_far:
            said = msgspec.json.encode(ruling, enc_hook=str).decode() if as_json else game_so_far.game.say(ruling)
            if explain and not as_json:
                # A walk has told its verdicts already when they come as rulings of their own.
                if said in told:
                    told.discard(said)
                    continue
                told.update(said.splitlines()[1:])
            click.echo(said)
    except Refused as refused:
        raise Problem(f"{name}: {str(refused).rstrip('.')}.") from refused
    if game_so_far.torn:
        click.echo(f"handref: {name}: {game_so_far.torn}.", err=True)
