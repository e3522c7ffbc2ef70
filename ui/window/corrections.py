"""What a take-back makes untrue of what was said before, in sentences that correct it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.game import Correction, Ruling, TakenBack
from ui.window.texts import Texts

MOST = 2
"""So many corrections are told one by one; of more it is said how many."""
LONGEST = 150
"""What is told of an event has so many letters at most."""
TOGETHER = 240
"""So many letters can several corrections have together, so that a message holds them large enough to be read."""


def shortened(sentences: str) -> str:
    """As much as may be told of an event: whole sentences, or a cut one where the first is too long."""
    words = " ".join(sentences.split())
    if len(words) <= LONGEST:
        return words
    end = words.rfind(". ", 0, LONGEST)
    return words[: end + 1] if end > 0 else words[:LONGEST].rsplit(" ", 1)[0] + " ..."


Brief = Callable[[Sequence[Ruling]], str]
"""Puts the rulings on one event into few words; empty where there is nothing to say."""


def corrections(rulings: Sequence[Ruling], briefly: Brief, t: Texts) -> str:
    """All corrections that rulings call for, as one text; empty where there are none. What now holds instead is told
    before what no longer counts."""
    told: list[str] = []
    for ruling in rulings:
        if isinstance(ruling, TakenBack):
            held = sorted(ruling.corrections, key=lambda one: (not one.instead, -one.line))
            told += [said for one in held if (said := correction_said(one, briefly, t))]
    most = MOST if len(" ".join(told[:MOST])) <= TOGETHER else 1
    if len(told) > most:
        told[most:] = [t("game.more_corrections", n=len(told) - most)]
    return " ".join(told)


def correction_said(one: Correction, briefly: Brief, t: Texts) -> str:
    """What holds now of a line, or what of it holds no more; empty where there is nothing to say."""
    kinds = {type(ruling) for ruling in one.instead}
    gone = shortened(t.said(briefly([ruling for ruling in one.withdrawn if type(ruling) not in kinds])))
    held = shortened(t.said(briefly(one.instead)))
    return " ".join(filter(None, (held, gone and t("game.counts_no_more", what=gone))))
