"""How much it helps to know a player's own hands: what a showing teaches, judged on the same person's play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from gesture.bench.labels import LABELS, LabelledPicture, UnusableLabels, load_labels
from gesture.bench.report import table
from gesture.bench.scoring import Outcome, Tally, count
from gesture.reading.digit_scaling import OwnHands, Showing, learned
from gesture.reading.hand_reading import HandReading
from rules.plain_faults import decoded

FIGURES = {
    "right": "all five sure and right",
    "wrong": "a digit wrong and not asked about",
    "asked": "a digit asked about, none wrong",
    "likelier": "right at the likelier value",
}
"""The shares of all hands of play that are compared, and what each is of."""
RESAMPLED = 2000
_CLOSE_TO_CERTAIN = 1e-4


class _Part(msgspec.Struct):
    person: str
    kind: str
    part: str


@dataclass(frozen=True, eq=False)
class PlayedHand:
    """One hand of play: who played, and the outcome as it was read and as it was taken, knowing the player's hands."""

    person: str
    kind: str
    before: Outcome
    after: Outcome


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


def people_in(folder: Path) -> list[tuple[LabelledPicture, str, str, str]]:
    """The pictures of a folder, each with its person, that person's kind, and `shown` or `played`.

    Raises `UnusableLabels` in one sentence when its labels do not say so.
    """
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
        """Every hand of play, as it was read and as it is taken of that person."""
        own = {person: own_of(outcomes) for person, outcomes in self._shown.items()}
        compared = []
        for person, kind, outcome in self._played:
            after = outcome
            if outcome.reading is not None and person in own:
                after = replace(outcome, reading=own[person].corrected(outcome.reading))
            compared.append(PlayedHand(person, kind, outcome, after))
        return compared


def own_of(outcomes: Sequence[Outcome]) -> OwnHands:
    """What the hands that a person showed teach. Takes of the same thing shown by the same hand are one showing."""
    takes: dict[Any, list[NDArray[np.float64]]] = {}
    for outcome in outcomes:
        hand, reading = outcome.hand, outcome.reading
        if reading is not None and reading.palm is hand.palm:
            p = np.clip(np.array(reading.digits), _CLOSE_TO_CERTAIN, 1 - _CLOSE_TO_CERTAIN)
            takes.setdefault((hand.side, hand.palm, hand.bent), []).append(np.log(p / (1 - p)))
    return learned(
        Showing(palm, bent, tuple(float(v) for v in np.mean(odds, axis=0))) for (_, palm, bent), odds in takes.items()
    )


def _figures(outcome: Outcome) -> tuple[bool, bool, bool, bool]:
    wrong, reading = bool(outcome.wrong), outcome.reading
    likelier = reading is not None and reading.likelier == outcome.hand.bent
    return outcome.right, wrong, bool(outcome.unsure) and not wrong, likelier


def compared(played: Sequence[PlayedHand]) -> dict[str, ShareGain]:
    """Each share of some hands of play by its name. The interval is a bootstrap's over people (B. Efron, 1979): hands
    of one person are alike."""
    people = sorted({hand.person for hand in played})
    totals = np.zeros((len(people), 2, len(FIGURES)))
    of = np.zeros(len(people))
    for hand in played:
        row = people.index(hand.person)
        totals[row] += np.array([_figures(hand.before), _figures(hand.after)], float)
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
            }
            for group, hands in self.groups.items()
        }

    def to_markdown(self) -> str:
        """The report for people; its tables are readable as plain text too."""
        lines = ["# Knowing a player's own hands", ""]
        for group, hands in self.groups.items():
            people = len({hand.person for hand in hands})
            heading = "All people" if group == "all" else f"{group.capitalize()} hands"
            lines += [f"## {heading}", "", f"{people} people, {len(hands)} hands of play.", ""]
            rows = [
                [
                    FIGURES[name],
                    f"{one.before:.1%}",
                    f"{one.after:.1%}",
                    f"{one.after - one.before:+.1%} ({one.low:+.1%} to {one.high:+.1%})",
                ]
                for name, one in compared(hands).items()
            ]
            lines += [*table(["share of hands", "as read", "own hands known", "difference"], rows), ""]
        lines += ["Intervals are 95 %, over people."]
        return "\n".join(lines).rstrip() + "\n"
