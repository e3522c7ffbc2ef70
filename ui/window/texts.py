"""What the window says, by keys, in one file a language: `ui/texts/en.toml` and whatever lies beside it, and likewise
in the folder of each game."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "texts"
FIRST_LANGUAGE = "en"


class Texts:
    """The texts of a language; what it lacks is said in English."""

    def __init__(self, language: str = FIRST_LANGUAGE, folders: Sequence[Path] = (FOLDER,)) -> None:
        self._texts: dict[str, str] = {}
        for folder in folders:
            self._texts |= read_texts(folder / f"{FIRST_LANGUAGE}.toml")
        self.language = FIRST_LANGUAGE
        """The code of the language that there is."""
        for folder in folders:
            chosen = folder / f"{language}.toml"
            if language != FIRST_LANGUAGE and chosen.is_file():
                self._texts |= read_texts(chosen)
                self.language = language

    def __call__(self, key: str, **values: object) -> str:
        """The text of `key`, such as "home.play", with `values` in its braces. Raises `KeyError` for an unknown key."""
        return self._texts[key].format(**values) if values else self._texts[key]


def languages(folder: Path = FOLDER) -> list[str]:
    """The languages there are, by their codes."""
    return sorted(path.stem for path in folder.glob("*.toml"))


def read_texts(path: Path) -> dict[str, str]:
    """The texts of a file by their full keys. Raises `ValueError` when something in it is no text."""
    flat: dict[str, str] = {}

    def walk(prefix: str, table: Mapping[str, Any]) -> None:
        for key, value in table.items():
            full = f"{prefix}{key}"
            if isinstance(value, Mapping):
                walk(f"{full}.", value)
            elif isinstance(value, str):
                flat[full] = value
            else:
                raise ValueError(f"{path.name}: {full} must be a text")

    walk("", tomllib.loads(path.read_text("utf-8")))
    return flat
