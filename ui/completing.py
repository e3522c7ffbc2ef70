"""What the shell offers for arguments that are names of Handref's own."""

from __future__ import annotations

import click


def games(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[str]:
    """The games whose name in logs begins like `incomplete`."""
    from rules.games import TITLES

    return [name for name in TITLES if name.startswith(incomplete)]
