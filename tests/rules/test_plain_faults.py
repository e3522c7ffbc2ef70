"""What is wrong with a file is said in plain words, with the part it is in."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

import msgspec
import pytest

from rules.plain_faults import NotJson, decoded, in_words


class Way(StrEnum):
    """Two words."""

    UP = "up"
    DOWN = "down"


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """One of many."""

    zone: list[tuple[float, float]]
    way: Way = Way.UP

    def __post_init__(self) -> None:
        if len(self.zone) == 1:
            raise ValueError("one corner is no zone")


class Whole(msgspec.Struct, forbid_unknown_fields=True):
    """A file."""

    parts: tuple[Part, ...] = ()
    camera: int | str | None = None
    aims: dict[Way, str] = {}
    pair: tuple[int, Way] | None = None
    round: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    kind: Literal["a", "b"] = "a"
    flag: bool = False


FAULTS = {
    "a whole that is none": ([], "it must be an object in braces, not a list"),
    "no list": ({"parts": 3}, "parts: it must be a list, not a whole number"),
    "a part that is none": ({"parts": [None]}, "parts, number 1: it must be an object in braces, not null"),
    "a list in a part": ({"parts": [{"zone": 3}]}, "parts, number 1, zone: it must be a list, not a whole number"),
    "too long a list": (
        {"parts": [{"zone": [[0, 0], [1, 2, 3]]}]},
        "parts, number 1, zone, number 2: it must be a list of 2, not of 3",
    ),
    "deep inside": (
        {"parts": [{"zone": [[0, 0], [1, "x"]]}]},
        "parts, number 1, zone, number 2, number 2: it must be a number, not text",
    ),
    "lacking": ({"parts": [{}]}, "parts, number 1: 'zone' is missing"),
    "unknown": ({"colour": 3}, "'colour' is not known here"),
    "our own words": ({"parts": [{"zone": [[0, 0]]}]}, "parts, number 1: one corner is no zone"),
    "a word that is none": (
        {"parts": [{"zone": [], "way": "left"}]},
        "parts, number 1, way: 'left' is none of up, down",
    ),
    "a name that is none": ({"aims": {"left": "x"}}, "aims, one of its names: 'left' is none of up, down"),
    "a value by a name": ({"aims": {"up": 3}}, "aims, one of its values: it must be text, not a whole number"),
    "a word in a pair": ({"pair": [1, "left"]}, "pair, number 2: 'left' is none of up, down"),
    "one of several": ({"camera": []}, "camera: it must be a whole number, text or null, not a list"),
    "decimals": ({"camera": 1.5}, "camera: it must be a whole number, text or null, not a number with decimals"),
    "too small": ({"round": 0}, "round: it must be 1 or more"),
    "too large": ({"round": 11}, "round: it must be 10 or less"),
    "one of few words": ({"kind": "c"}, "kind: 'c' is none of a, b"),
    "yes for true": ({"flag": "yes"}, "flag: it must be true or false, not text"),
}


@pytest.mark.parametrize("words", FAULTS)
def test_a_fault_is_said_with_its_place(words: str) -> None:
    raw, says = FAULTS[words]
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(raw, Whole)
    assert in_words(refused.value, Whole) == says
    assert "`" not in in_words(refused.value) and "$" not in in_words(refused.value)


def test_the_place_is_led_by_what_it_lies_within() -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert({"zone": 3}, Part)
    assert in_words(refused.value, Part, "seats, number 2").startswith("seats, number 2, zone: it must be a list")


NO_JSON = {
    "nothing": (b"", "it is empty"),
    "white space": (b" \n", "it is empty"),
    "half a file": (b'{"seats": [', "it is cut short"),
    "a comma too many": (b'{"a": 1,\n  "b": [1,]}', "it is not JSON from line 2, character 11 on"),
    "words": (b"hello", "it is not JSON from character 1 on"),
    "behind letters that take two bytes": ('{"ä": x}'.encode(), "it is not JSON from character 7 on"),
    "Latin text": (b'{\n"name": "\xe4"}', "it is not UTF-8 text from line 2, character 10 on"),
    "no bottom": (b"[" * 100_000, "it is nested too deeply to be one of Handref's"),
    "a number beyond all": (b'{"a": [1e999]}', "one of its values, number 1: the number is too large"),
}


@pytest.mark.parametrize("words", NO_JSON)
def test_content_that_is_no_json_is_said_with_where(words: str) -> None:
    content, says = NO_JSON[words]
    with pytest.raises(NotJson) as refused:
        decoded(content)
    assert str(refused.value) == says


@pytest.mark.parametrize("content", [b'{"a": 1}', b'\xef\xbb\xbf{"a": 1}', b' {"a": 1}\n'])
def test_json_is_read_with_a_byte_order_mark_or_without(content: bytes) -> None:
    found: Any = decoded(content)
    assert found == {"a": 1}
