"""Running the command line inside the tests, as a person would, with everything that it says."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from ui.cli import main


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it wrote to standard output and standard error, native libraries included."""

    code: int
    out: str
    err: str


class CommandLine:
    """`handref` as a function."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture

    def __call__(self, *words: object) -> Ran:
        """Run `handref WORDS`."""
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        said = self._capture.readouterr()
        return Ran(int(ended.value.code or 0), said.out, said.err)
