"""What the window says, by keys, in one file a language: `ui/texts/en.toml` and whatever lies beside it, and likewise
in the folder of each game.

A text is filled with values: names, numbers, which are written as the language does, and sentences of the rules, which
are in the section `said` of a file, by what they are in English. A text that depends on a number is a table of forms,
such as `one` and `other`; which form a number `n` takes is known to babel (Unicode's CLDR). In `said` the forms may
also be told apart by a word that is filled in, such as `left` and `right`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rules.said import Row, Said

if TYPE_CHECKING:
    from babel import Locale

FOLDER = Path(__file__).parent.parent / "texts"
FIRST_LANGUAGE = "en"
SAID = "said"
"""The section of the sentences that are not texts of the window, but of what it shows: the rules, a camera."""
NUMBERS = frozenset(("zero", "one", "two", "few", "many", "other"))
"""The forms of a text that depends on a number, of which each language has some; all have `other`."""
COUNT = "n"
"""The value on which the form of a text depends."""

Form = str | Mapping[str, str]
"""A text, or its forms."""


class Texts:
    """The texts of a language; what it lacks is said in English. Another language may be chosen at any time."""

    def __init__(
        self, language: str = FIRST_LANGUAGE, folders: Sequence[Path] = (FOLDER,), wanted: Sequence[str] = ()
    ) -> None:
        """`language` is the code of a language, or empty for the first that is `wanted`, as the system has them."""
        self._folders = tuple(folders)
        self.languages = languages(self._folders[0])
        """The languages that can be chosen."""
        self._wanted = wanted
        self.language = FIRST_LANGUAGE
        """The code of the language that there is."""
        self._texts: dict[str, Form] = {}
        self._said: dict[str, Form] = {}
        self._english: dict[str, Form] = {}
        self.choose(language)

    def choose(self, language: str) -> None:
        """Speak another language from now on; English where there is none of that code."""
        language = language_like([language] if language else self._wanted, self.languages)
        if language == self.language and self._english:
            return
        self.language = language
        self._texts, self._said, self._english = {}, {}, {}
        for folder in self._folders:
            self._english |= read_texts(folder / f"{FIRST_LANGUAGE}.toml")
            chosen = folder / f"{self.language}.toml"
            if self.language != FIRST_LANGUAGE and chosen.is_file():
                self._texts |= read_texts(chosen)
                self._said |= read_said(chosen)

    def __call__(self, key: str, **values: object) -> str:
        """The text of `key`, such as "home.play", with `values` in its braces. Raises `KeyError` for an unknown key."""
        language = self.language if key in self._texts else FIRST_LANGUAGE
        form = self._texts[key] if key in self._texts else self._english[key]
        return self._filled(form, values, language) if values else _only(form)

    def said(self, words: object) -> str:
        """Words in this language: sentences that were put together from templates (`rules.said`), names in a row, words
        of an enumeration. Whatever else is the same in all languages."""
        match words:
            case Said() if words.template in self._said:
                return self._filled(self._said[words.template], words.values, self.language)
            case Row(between=None):
                return self.listed(words.parts)
            case Row():
                return self.said(words.between).join(map(self.said, words.parts))
            case StrEnum() if words.value in self._said:
                return _only(self._said[words.value])
        return str(words)

    def listed(self, names: Iterable[object]) -> str:
        """Names in a row, as this language has them: "a, b and c"."""
        words = [self.said(name) for name in names]
        if len(words) < 2:
            return "".join(words)
        from babel.lists import format_list

        return format_list(words, "standard", _locale(self.language))

    def _filled(self, form: Form, values: Mapping[str, object], language: str) -> str:
        if not isinstance(form, str):
            form = _chosen(form, values, language)
        return form.format(**{name: self._value(value, language) for name, value in values.items()})

    def _value(self, value: object, language: str) -> object:
        if isinstance(value, float):
            return _Number(value, language)
        return value if isinstance(value, int) else self.said(value)


class _Number(float):
    """A number with decimals, written with the language's own mark before them."""

    def __new__(cls, value: float, _language: str) -> _Number:
        return super().__new__(cls, value)

    def __init__(self, _value: float, language: str) -> None:
        self._language = language

    def __format__(self, spec: str) -> str:
        from babel.numbers import get_decimal_symbol

        return super().__format__(spec).replace(".", get_decimal_symbol(_locale(self._language)))


@cache
def _locale(language: str) -> Locale:
    """What is known of a language; English is that of Britain, which has no comma before "and"."""
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse("en_GB" if language == FIRST_LANGUAGE else language)
    except (UnknownLocaleError, ValueError):
        return Locale.parse("en_GB")


def _chosen(forms: Mapping[str, str], values: Mapping[str, object], language: str) -> str:
    """The form for these values: by a word that is filled in, else by the number `n`."""
    word = next((str(value) for value in values.values() if str(value) in forms), None)
    if word is not None:
        return forms[word]
    count = values.get(COUNT)
    form = _locale(language).plural_form(count) if isinstance(count, int | float) else "other"
    return forms.get(form, _only(forms))


def _only(form: Form) -> str:
    return form if isinstance(form, str) else form.get("other") or next(iter(form.values()))


def languages(folder: Path = FOLDER) -> list[str]:
    """The languages there are, by their codes."""
    return sorted(path.stem for path in folder.glob("*.toml"))


def language_like(wanted: Iterable[str], there: Sequence[str]) -> str:
    """The language to begin with, of those that are `there`: the first that is `wanted`, which may be more precise, as
    "de_AT" is; English where there is none."""
    for code in wanted:
        for one in (code, code.partition("_")[0]):
            if one in there:
                return one
    return FIRST_LANGUAGE


def own_name(language: str) -> str:
    """What a language calls itself, as "Deutsch"; its code where nobody knows."""
    locale = _locale(language)
    name = locale.get_language_name(locale) if locale.language == language.partition("_")[0] else None
    return f"{name[:1].upper()}{name[1:]}" if name else language


def read_texts(path: Path) -> dict[str, Form]:
    """The texts of a file by their full keys. Raises `ValueError` when something in it is no text."""
    flat: dict[str, Form] = {}

    def walk(prefix: str, table: Mapping[str, Any]) -> None:
        for key, value in table.items():
            full = f"{prefix}{key}"
            if isinstance(value, Mapping) and not ("other" in value and value.keys() <= NUMBERS):
                walk(f"{full}.", value)
            else:
                flat[full] = _form(value, f"{path.name}: {full}")

    walk("", {section: table for section, table in _read(path).items() if section != SAID})
    return flat


def read_said(path: Path) -> dict[str, Form]:
    """The sentences of a file by what they are in English. Raises `ValueError` when something in it is no text."""
    return {english: _form(value, f"{path.name}: {english}") for english, value in _read(path).get(SAID, {}).items()}


@cache
def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def _form(value: Any, where: str) -> Form:
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping) and value and all(isinstance(form, str) for form in value.values()):
        return dict(value)
    raise ValueError(f"{where} must be a text")
