"""What a take-back corrects is told in few words."""

from __future__ import annotations

import pytest

from rules.game import Correction, Ruling, TakenBack
from ui.window.corrections import LONGEST, TOGETHER, corrections
from ui.window.texts import Texts


class Said(Ruling, frozen=True, kw_only=True, tag="said"):
    """A ruling that says so much."""

    words: str


def briefly(rulings):
    return " ".join(ruling.words for ruling in rulings)


def told(*withdrawn):
    lines = tuple(Correction(line=n, event="lock", withdrawn=(Said(words=w),)) for n, w in enumerate(withdrawn))
    taken = TakenBack(at=1.0, lines=(2,), restored=(), by=(), corrections=lines)
    return corrections([taken], briefly, Texts("en"))


@pytest.mark.parametrize(
    "withdrawn, said, more",
    [
        ((), 0, False),
        (("First! Ann.",), 1, False),
        (("First! Ann.", "Second! Ben."), 2, False),
        (("First! Ann.", "Second! Ben.", "Third! Cy."), 2, True),
        (("a" * LONGEST, "b" * LONGEST), 1, True),
    ],
    ids=["nothing", "one", "two short ones", "three", "two long ones"],
)
def test_a_correction_tells_as_much_as_a_message_holds_and_how_many_are_more(withdrawn, said, more):
    words = told(*withdrawn)
    assert words.count("This no longer counts") == said
    assert words.endswith("more.") is more and len(words) < TOGETHER + 20
