"""How much it helps to know a player's own hands: what a showing teaches, and what each answer of the table teaches
after that, judged on the same person's play.

Photographs of people are shown or played by their names: of each thing that a person shows there the first are taken
for the showing, all others for play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from gesture.bench.labels import LABELS, Kind, LabelledHand, LabelledPicture, UnusableLabels, load_folders, load_labels
from gesture.bench.people_groups import HANDS_OF_A_PERSON
from gesture.bench.report import table
from gesture.bench.scoring import Outcome, Tally, count
from gesture.reading.digit_scaling import AS_READ, OwnHands, Showing, average_log_odds, learned
from gesture.reading.hand_reading import HandReading
from rules.hands import Digit, Palm
from rules.plain_faults import decoded

FIGURES = {
    "right": "all five sure and right",
    "wrong": "a digit wrong and not asked about",
    "asked": "a digit asked about, none wrong",
    "likelier": "right at the likelier value",
}
"""The shares of all hands of play that are compared, and what each is of."""
RESAMPLED = 2000
PHOTOGRAPHS_OF_EACH = 2
"""So many of a person's photographs of each thing are taken for the showing: as many hands as a showing has."""


class _Part(msgspec.Struct):
    person: str
    kind: str
    part: str


@dataclass(frozen=True, eq=False)
class PlayedHand:
    """One hand of play: who played, and the outcome as it was read, as it is taken of somebody who showed their hands,
    and as it is taken once the table has answered what was asked about that person's hands before."""

    person: str
    kind: str
    before: Outcome
    after: Outcome
    answered: Outcome


@dataclass(frozen=True)
class ShareGain:
    """One share without and with own hands, and their difference with its 95 % interval over people."""

    before: float
    after: float
    low: float
    high: float

    def to_json(self) -> dict[str, float]:
        """For machines, rounded to four places."""
        values = {"before": self.before, "after": self.after, "low": self.low, "high": self.high}
        return {name: round(value, 4) for name, value in values.items()}


Part = tuple[LabelledPicture, str, str, str]
"""A picture with its person, that person's kind, and `shown` or `played`."""


def people_in(folder: Path) -> list[Part]:
    """The pictures of a folder, each with its person, that person's kind, and `shown` or `played`. A folder of
    photographs of people, or of sets of them, has the set for the kind.

    Raises `UnusableLabels` in one sentence when its labels do not say who is seen.
    """
    photographs = [picture for picture in load_folders([folder]) if picture.kind is Kind.PEOPLE]
    return _photographed(photographs, folder) if photographs else _rendered(folder)


def _rendered(folder: Path) -> list[Part]:
    pictures = load_labels(folder)
    raw = decoded((folder / LABELS).read_bytes())
    found = []
    for picture in pictures:
        try:
            said = msgspec.convert(raw[picture.name], _Part)
        except msgspec.ValidationError:
            raise UnusableLabels(
                f"{folder / LABELS}, '{picture.name}': it is not said who is seen and whether the hands are shown or "
                "played; render people with python -m gesture.training.people."
            ) from None
        found.append((picture, said.person, said.kind, said.part))
    return found


def _photographed(pictures: Sequence[LabelledPicture], folder: Path) -> list[Part]:
    """The photographs of those of whom enough are left for play, and who show a digit both straight and bent."""
    parts: dict[str, list[Part]] = {}
    seen: Counter[object] = Counter()
    for picture in pictures:
        if picture.person is None or len(picture.hands) != 1:
            continue
        person, (hand,) = f"{picture.of}/{picture.person}", picture.hands
        seen[thing := (person, *_shown(hand))] += 1
        told = _face(hand) is not None and seen[thing] <= PHOTOGRAPHS_OF_EACH
        parts.setdefault(person, []).append((picture, person, picture.of, "shown" if told else "played"))
    found = [part for every in parts.values() if _teaches(every) for part in every]
    if not found:
        raise UnusableLabels(
            f"{folder}: the labels name no person who shows a digit both straight and bent and is seen on "
            f"{HANDS_OF_A_PERSON} photographs more; give photographs of which more are one person's."
        )
    return found


def _teaches(parts: Sequence[Part]) -> bool:
    shown = [picture.hands[0] for picture, *_, part in parts if part == "shown"]
    both = (
        any(digit in hand.bent for hand in same) and any(digit not in hand.bent for hand in same)
        for palm in Palm
        for digit in Digit
        if (same := [hand for hand in shown if _face(hand) is palm and digit in hand.judged])
    )
    return any(both) and len(parts) - len(shown) >= HANDS_OF_A_PERSON


def _face(hand: LabelledHand) -> Palm | None:
    return hand.palm or hand.view


def _shown(hand: LabelledHand) -> tuple[object, ...]:
    return hand.side, _face(hand), hand.bent


class Comparison:
    """Gathers readings picture by picture, then compares."""

    def __init__(self) -> None:
        self._shown: dict[str, list[Outcome]] = {}
        self._played: list[tuple[str, str, Outcome]] = []

    def add(
        self,
        picture: LabelledPicture,
        person: str,
        kind: str,
        part: str,
        readings: Iterable[HandReading],
        size: tuple[int, int],
    ) -> None:
        """The readings of one picture of `size` (width, height)."""
        counted = Tally()
        count(counted, picture, readings, size)
        if part == "shown":
            self._shown.setdefault(person, []).extend(counted.outcomes)
        else:
            self._played += [(person, kind, outcome) for outcome in counted.outcomes]

    def played(self) -> list[PlayedHand]:
        """Every hand of play, as it was read and as it is taken of that person. Of each hand that is asked about the
        table says what it was, which teaches for those that come after it."""
        own = {person: own_of(outcomes) for person, outcomes in self._shown.items()}
        answers: dict[str, list[Showing]] = {}
        compared = []
        for person, kind, outcome in self._played:
            after = answered = outcome
            if (reading := outcome.reading) is not None:
                known, said = own.get(person, AS_READ), answers.setdefault(person, [])
                after = replace(outcome, reading=known.corrected(reading))
                answered = replace(outcome, reading=known.taught(said).corrected(reading))
                if answered.unsure:
                    hand = outcome.hand
                    said.append(Showing(reading.palm, hand.bent, average_log_odds([reading]), hand.judged))
            compared.append(PlayedHand(person, kind, outcome, after, answered))
        return compared


def own_of(outcomes: Sequence[Outcome]) -> OwnHands:
    """What the hands that a person showed teach. Takes of the same thing shown by the same hand are one showing."""
    takes: dict[Any, list[HandReading]] = {}
    for outcome in outcomes:
        hand, reading = outcome.hand, outcome.reading
        if reading is not None and reading.palm is _face(hand):
            takes.setdefault((*_shown(hand), hand.judged), []).append(reading)
    return learned(
        Showing(palm, bent, average_log_odds(readings), told) for (_, palm, bent, told), readings in takes.items()
    )


def _figures(outcome: Outcome) -> tuple[bool, bool, bool, bool]:
    wrong, reading = bool(outcome.wrong), outcome.reading
    likelier = reading is not None and not (reading.likelier ^ outcome.hand.bent) & outcome.hand.judged
    return outcome.right, wrong, bool(outcome.unsure) and not wrong, likelier


def compared(played: Sequence[PlayedHand], answered: bool = False) -> dict[str, ShareGain]:
    """Each share of some hands of play by its name, with own hands shown or, `answered`, with what the table answered
    too. The interval is a bootstrap's over people (B. Efron, 1979): hands
    of one person are alike."""
    people = sorted({hand.person for hand in played})
    totals = np.zeros((len(people), 2, len(FIGURES)))
    of = np.zeros(len(people))
    for hand in played:
        row = people.index(hand.person)
        totals[row] += np.array([_figures(hand.before), _figures(hand.answered if answered else hand.after)], float)
        of[row] += 1
    drawn = np.random.default_rng(1).integers(0, len(people), (RESAMPLED, len(people)))
    shares = totals[drawn].sum(1) / of[drawn].sum(1)[:, None, None]
    low, high = np.percentile(shares[:, 1] - shares[:, 0], [2.5, 97.5], axis=0)
    before, after = totals.sum(0) / of.sum()
    return {
        name: ShareGain(float(before[n]), float(after[n]), float(low[n]), float(high[n]))
        for n, name in enumerate(FIGURES)
    }


@dataclass(frozen=True, eq=False)
class OwnHandsReport:
    """The comparison over all people and for each kind of them. Raises `ValueError` when nobody both showed hands and
    played."""

    played: Sequence[PlayedHand]

    def __post_init__(self) -> None:
        if not self.played:
            raise ValueError("nobody plays on these pictures")

    @property
    def groups(self) -> dict[str, list[PlayedHand]]:
        """The hands of play of all people, then of each kind."""
        kinds = sorted({hand.kind for hand in self.played})
        return {"all": list(self.played)} | {kind: [h for h in self.played if h.kind == kind] for kind in kinds}

    def to_json(self) -> dict[str, Any]:
        """Every figure by its name."""
        return {
            group: {
                "people": len({hand.person for hand in hands}),
                "hands": len(hands),
                **{name: one.to_json() for name, one in compared(hands).items()},
                "answered": {name: one.to_json() for name, one in compared(hands, answered=True).items()},
            }
            for group, hands in self.groups.items()
        }

    def to_markdown(self) -> str:
        """The report for people; its tables are readable as plain text too."""
        lines = ["# Knowing a player's own hands", ""]
        for group, hands in self.groups.items():
            people = len({hand.person for hand in hands})
            lines += [f"## {'All people' if group == 'all' else f'Hands: {group}'}", ""]
            lines += [f"{people} people, {len(hands)} hands of play.", ""]
            answered = compared(hands, answered=True)
            rows = [
                [FIGURES[name], f"{one.before:.1%}", *_cells(one), *_cells(answered[name])]
                for name, one in compared(hands).items()
            ]
            lines += [*table(_HEADS, rows), ""]
        lines += ["Intervals are 95 %, over people."]
        return "\n".join(lines).rstrip() + "\n"


_HEADS = ["share of hands", "as read", "own hands known", "difference", "and the table's answers", "difference"]


def _cells(gain: ShareGain) -> tuple[str, str]:
    return f"{gain.after:.1%}", f"{gain.after - gain.before:+.1%} ({gain.low:+.1%} to {gain.high:+.1%})"
