"""`handref completion`: the script that makes a shell complete the commands."""

from __future__ import annotations

import click

INSTALL = {
    "bash": 'eval "$(handref completion bash)"  in ~/.bashrc',
    "zsh": 'eval "$(handref completion zsh)"  in ~/.zshrc, after compinit',
    "fish": "handref completion fish | source  in ~/.config/fish/config.fish",
}


@click.command(epilog="\b\nTo have it in every new shell, put\n" + "\n".join(f"  {line}" for line in INSTALL.values()))
@click.argument("shell", type=click.Choice(list(INSTALL)))
def command(shell: str) -> None:
    """Print what makes SHELL complete handref's commands, options and file names."""
    from click.shell_completion import get_completion_class

    from ui.cli import handref

    kind = get_completion_class(shell)
    assert kind is not None  # the choices above are the shells that click knows
    click.echo(kind(handref, {}, "handref", "_HANDREF_COMPLETE").source())
