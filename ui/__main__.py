"""`python -m ui` is `handref`."""

from ui.cli import main

main()
