"""What is wrong with a file that Handref reads, in words for whoever wrote it: which part, and what is the matter.

msgspec speaks of types and paths (``Expected `array`, got `int` - at `$.seats[0].zone` ``); everything that reads a
file for people lets this module say it instead (`seats, number 1, zone: it must be a list, not a whole number`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec


class NotJson(ValueError):
    """The content of a file is not JSON; the message is a clause that says why and where."""


def decoded(content: bytes) -> Any:
    """What JSON content holds; a leading byte-order mark is passed over. Raises `NotJson`."""
    text = content.removeprefix(b"\xef\xbb\xbf")
    if not text.strip():
        raise NotJson("it is empty")
    try:
        text.decode()
    except UnicodeDecodeError as error:
        raise NotJson(f"it is not UTF-8 text{_spot(text, error.start)}") from None
    try:
        found = msgspec.json.decode(text)
        twice = _twice(text)
        if twice is not None:
            raise NotJson(f"it says {twice!r} twice")
        return found
    except msgspec.ValidationError as error:
        raise NotJson(in_words(error)) from None
    except msgspec.DecodeError as error:
        at = re.search(r"\(byte (\d+)\)$", str(error))
        if at:
            raise NotJson(f"it is not JSON{_spot(text, int(at[1]))}") from None
        cut = "truncated" in str(error)
        raise NotJson("it is cut short" if cut else "it holds half of a character, as \\ud800 by itself") from None
    except RecursionError:
        raise NotJson("it is nested too deeply to be one of Handref's") from None


def _twice(text: bytes) -> str | None:
    """A key that stands twice in one of the objects of JSON text, or None: which of the two is meant nobody knows."""
    found: list[str] = []

    def look(pairs: list[tuple[str, Any]]) -> None:
        keys = [key for key, _ in pairs]
        if len(set(keys)) < len(keys):
            found.extend(key for key in keys if keys.count(key) > 1)

    with suppress(ValueError):  # as for numbers of thousands of digits, which msgspec reads
        json.loads(text, object_pairs_hook=look)
    return found[0] if found else None


def _spot(text: bytes, byte: int) -> str:
    line = text.count(b"\n", 0, byte) + 1
    before = text[text.rfind(b"\n", 0, byte) + 1 : byte]
    column = len(before.decode(errors="replace")) + 1
    where = f"line {line}, " if b"\n" in text.strip() else ""
    return f" from {where}character {column} on"


def in_words(error: msgspec.ValidationError, kind: Any = None, within: str = "") -> str:
    """A fault as a clause, led by the part of the file it is in, which lies `within` another part where that is said.

    `kind` is the type that was expected of the whole; with it the words that may stand at the place are named.
    """
    what, path = _parts(error)
    place = ", ".join(filter(None, [within, _place(path)]))
    said = _said(what, kind, path)
    return f"{place}: {said}" if place else said


def _parts(error: msgspec.ValidationError) -> tuple[str, list[str]]:
    """msgspec's message without the path, and the path as field names, numbers from 0, `...` and `key`."""
    what, _, at = str(error).partition(" - at `")
    at, of_key = (at.removeprefix("key` in `"), at.startswith("key` in `"))
    steps = [name or number for name, number in re.findall(r"\.([^.\[\]`]+)|\[(\d+|\.\.\.)\]", at)]
    return what, [*steps, *(["key"] if of_key else [])]


def _place(path: list[str]) -> str:
    words = {"...": "one of its values", "key": "one of its names"}
    return ", ".join(words.get(step, f"number {int(step) + 1}" if step.isdecimal() else step) for step in path)


def _said(what: str, kind: Any, path: list[str]) -> str:
    for pattern, words in _PATTERNS.items():
        found = re.fullmatch(pattern, what)
        if found:
            return words(*found.groups())
    if what.startswith("Invalid enum value "):
        given = what.removeprefix("Invalid enum value ")
        known = _words_at(kind, path)
        return f"{given} is none of {', '.join(known)}" if known else f"{given} cannot stand here"
    return what  # of our own structs


def _types(named: str) -> str:
    words = [_TYPES.get(one.strip(), one.strip()) for one in named.split("|")]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _words_at(kind: Any, path: list[str]) -> list[str]:
    """The words that the type expected at a path takes, where it takes some alone."""
    found: Any = msgspec.inspect.type_info(kind) if kind is not None else None
    for step in path:
        found = _step(found, step)
    if isinstance(found, msgspec.inspect.LiteralType):
        return [str(value) for value in found.values]
    return [str(member.value) for member in found.cls] if isinstance(found, msgspec.inspect.EnumType) else []


def _step(found: Any, step: str) -> Any:
    match found:
        case msgspec.inspect.UnionType():
            stepped = [_step(one, step) for one in found.types]
            return next((one for one in stepped if one is not None), None)
        case msgspec.inspect.StructType():
            return next((field.type for field in found.fields if field.encode_name == step), None)
        case msgspec.inspect.DictType():
            return found.key_type if step == "key" else found.value_type
        case msgspec.inspect.TupleType() if step.isdecimal() and int(step) < len(found.item_types):
            return found.item_types[int(step)]
        case msgspec.inspect.CollectionType():
            return found.item_type
    return None


_TYPES = {
    "str": "text",
    "float": "a number",
    "int": "a whole number",
    "array": "a list",
    "object": "an object in braces",
    "bool": "true or false",
    "null": "null",
}
_GIVEN = {"float": "a number with decimals"}
_PATTERNS: dict[str, Callable[..., str]] = {
    r"Expected `([^`]*)`, got `([^`]*)`": lambda x, y: f"it must be {_types(x)}, not {_GIVEN.get(y) or _types(y)}",
    r"Expected `array` of length (\d+), got (\d+)": lambda x, y: f"it must be a list of {x}, not of {y}",
    r"Object missing required field `([^`]*)`": lambda name: f"{name!r} is missing",
    r"Object contains unknown field `([^`]*)`": lambda name: f"{name!r} is not known here",
    r"Expected `(?:int|float)` >= ([^`]*)": lambda least: f"it must be {least} or more",
    r"Expected `(?:int|float)` <= ([^`]*)": lambda most: f"it must be {most} or less",
    r"(?:Integer value|Number) out of range": lambda: "the number is too large",
}
