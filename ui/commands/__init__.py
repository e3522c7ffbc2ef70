"""One module a command of the command line; each offers `command`. `ui.cli` names them and imports them late."""
