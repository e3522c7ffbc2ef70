"""The figures of photographs of people as Markdown, and as JSON for machines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gesture.bench.people_groups import (
    HANDS_OF_A_PERSON,
    by_person,
    by_pose,
    by_set,
    by_tone,
    by_view,
    digit_shares,
    no_hand_there,
)
from gesture.bench.reliability import BINS, Reliability, reliability
from gesture.bench.report import table
from gesture.bench.scoring import Share, Tally, rates
from gesture.bench.targets import verdicts
from gesture.reading.hand_reading import SIDE_SURE
from rules.hands import Digit

ALL = "all sets"
WORST = 5
"""So many persons are named, those with the fewest hands right."""
STOCK_IS = (
    "Stock is MediaPipe's HandLandmarker at its default confidence of 0.5. It takes a finger for straight whose tip is "
    "farther from the wrist than its middle joint, and a thumb whose tip is farther from the little finger's knuckle "
    "than its last joint. It asks about nothing and tells no palm."
)
SHARES_ARE = (
    "Shares are of all labelled hands: one that is not found is not right, nor is one with a digit asked about. Digits "
    "that a person could not tell are left out. In brackets 95 % intervals (Wilson). Wrong: sure of a digit and wrong "
    f"about it. A side is unsure below a probability of {SIDE_SURE:.0%}. False hands: readings of no hand."
)
_KEYS = ("found", "right", "four", "wrong", "asked", "right_or_asked", "side", "side_or_unsure", "side_unsure", "palm")
_STOCK_KEYS = ("found", "right", "four", "wrong", "side")
_SHOWN = {
    "found": "found",
    "right": "all five right",
    "four": "four fingers right",
    "wrong": "wrong",
    "asked": "asked",
    "side": "side",
    "side_or_unsure": "side or unsure",
    "palm": "palm",
}
_WITH_INTERVAL = ("right", "wrong")
Groups = Callable[[Tally], dict[str, Tally]]
_BREAKDOWNS: dict[str, Groups] = {
    "set": lambda tally: by_set(tally) | {ALL: tally},
    "view": by_view,
    "pose": by_pose,
    "tone": by_tone,
}


@dataclass(frozen=True, eq=False)
class PeopleReport:
    """All that was counted on photographs of people: Handref's reading and, if asked for, stock MediaPipe's."""

    reader: Tally
    stock: Tally | None = None

    def reliability(self) -> dict[str, Reliability]:
        """Whether P(bent) means what it says, by set and for all of them."""
        return {name: reliability(ours.outcomes) for name, (ours, _) in self._breakdowns()["set"].items()}

    def to_json(self) -> dict[str, Any]:
        """Every figure by its name; shares as `Share.to_json` gives them."""
        persons, none = by_person(self.reader), no_hand_there(self.reader)
        told: dict[str, Any] = {
            "images": self.reader.pictures,
            "hands": len(self.reader.outcomes),
            "by": {
                title: {name: _figures(ours, stock) for name, (ours, stock) in groups.items()}
                for title, groups in self._breakdowns().items()
            },
            "digits": {
                str(digit): _json(digit_shares(self.reader.outcomes, digit))
                | ({"stock": _json(digit_shares(self.stock.outcomes, digit))} if self.stock else {})
                for digit in Digit
            },
            "persons": {
                "spread": [round(share, 4) for share in persons.spread] if persons.right else None,
                "right": _json(persons.right),
            },
            "no_hand_there": {"images": none.pictures, "false": none.extra, "false_sure": none.false_sure},
            "calibration": {
                name: {kind: one.to_json() for kind, one in _calibrations(ours).items()}
                for name, (ours, _) in self._breakdowns()["set"].items()
            },
            "targets": [verdict.to_json() for verdict in verdicts(self.reader)],
        }
        if self.stock is not None:
            told["no_hand_there"]["stock_false"] = no_hand_there(self.stock).extra
        return told

    def to_markdown(self) -> str:
        """The report for people; its tables are readable as plain text too."""
        reader = self.reader
        lines = ["# Reading people's hands", "", f"{reader.pictures} photographs, {len(reader.outcomes)} hands.", ""]
        for title, groups in self._breakdowns().items():
            if groups:
                lines += [f"## By {title}", "", *self._table(title, groups), ""]
            if title == "set":
                lines += [*self._no_hand_there(), SHARES_ARE, "", *([STOCK_IS, ""] if self.stock else [])]
        lines += ["## By digit, of the hands found", "", *self._digits(), "", *self._persons()]
        lines += ["## Targets", "", *(f"- {verdict}" for verdict in verdicts(reader)), ""]
        lines += ["## Does P(bent) mean what it says?", "", *self._calibration()]
        return "\n".join(lines).rstrip() + "\n"

    def _breakdowns(self) -> dict[str, dict[str, tuple[Tally, Tally | None]]]:
        """For each breakdown its groups, each with what stock counted of it."""
        told = {}
        for title, groups_of in _BREAKDOWNS.items():
            stock = groups_of(self.stock) if self.stock is not None else {}
            told[title] = {name: (ours, stock.get(name)) for name, ours in groups_of(self.reader).items()}
        return told

    def _table(self, title: str, groups: Mapping[str, tuple[Tally, Tally | None]]) -> list[str]:
        heads = [title, "hands", *_SHOWN.values(), "false hands", "false and sure"]
        heads += ["stock: found", "stock: all five right", "stock: wrong"] if self.stock else []
        rows = []
        for name, (ours, stock) in groups.items():
            shares = rates(ours.outcomes)
            row = [name, str(len(ours.outcomes)), *(_cell(key, shares[key]) for key in _SHOWN)]
            row += [str(ours.extra), str(ours.false_sure)]
            if stock is not None:
                shares = rates(stock.outcomes)
                row += [_cell(key, shares[key]) for key in ("found", "right", "wrong")]
            rows.append(row)
        return table(heads, rows)

    def _no_hand_there(self) -> list[str]:
        none = no_hand_there(self.reader)
        if not none.pictures:
            return []
        told = f"Pictures that show no hand: {none.pictures}. "
        told += f"False hands there: {none.extra}, sure of a digit: {none.false_sure}"
        return [told + (f"; of stock: {no_hand_there(self.stock).extra}." if self.stock else "."), ""]

    def _digits(self) -> list[str]:
        rows = []
        for digit in Digit:
            ours = digit_shares(self.reader.outcomes, digit)
            row = [
                str(digit),
                str(ours["right"].of),
                *(_with_interval(ours[key]) for key in ("right", "wrong", "asked")),
            ]
            if self.stock is not None:
                stock = digit_shares(self.stock.outcomes, digit)
                row += [_with_interval(stock[key]) for key in ("right", "wrong")]
            rows.append(row)
        heads = ["digit", "hands", "right", "wrong", "asked", *(["stock: right", "stock: wrong"] if self.stock else [])]
        return table(heads, rows)

    def _persons(self) -> list[str]:
        persons = by_person(self.reader)
        if not persons.right:
            return []
        least, low, median, high, most = persons.spread
        lines = ["## By person", ""]
        lines += [
            f"{len(persons.right)} persons with {HANDS_OF_A_PERSON} hands or more. All five right: {median:.0%} in the "
            f"middle, half of them from {low:.0%} to {high:.0%}, all from {least:.0%} to {most:.0%}.",
            "",
        ]
        worst = list(persons.right.items())[:WORST]
        return [*lines, *table(["fewest right", "all five right"], [[n, _with_interval(s)] for n, s in worst]), ""]

    def _calibration(self) -> list[str]:
        sets = {name: _calibrations(ours) for name, (ours, _) in self._breakdowns()["set"].items()}
        rows = [
            [name, *(cell for one in kinds.values() for cell in (str(one.digits), f"{one.error:.3f}"))]
            for name, kinds in sets.items()
        ]
        lines = [
            f"The expected calibration error is how far P(bent) is from the share that is bent, in {BINS} bins.",
            "",
            *table(["set", "all digits", "error", "sure digits", "error"], rows),
            "",
        ]
        bins = [
            [kind, f"{b.given:.3f}", _with_interval(b.bent), str(b.bent.of)]
            for kind, one in sets[ALL].items()
            for b in one.bins
        ]
        return [*lines, *table([f"digits of {ALL}", "P(bent)", "bent", "of"], bins)]


def _calibrations(tally: Tally) -> dict[str, Reliability]:
    return {"all": reliability(tally.outcomes), "sure": reliability(tally.outcomes, sure_alone=True)}


def _figures(ours: Tally, stock: Tally | None) -> dict[str, Any]:
    told = {**_pick(ours, _KEYS), "false": ours.extra, "false_sure": ours.false_sure}
    return told if stock is None else {**told, "stock": {**_pick(stock, _STOCK_KEYS), "false": stock.extra}}


def _pick(tally: Tally, keys: tuple[str, ...]) -> dict[str, Any]:
    shares = rates(tally.outcomes)
    return _json({key: shares[key] for key in keys})


def _json(shares: Mapping[str, Share]) -> dict[str, Any]:
    return {name: share.to_json() for name, share in shares.items()}


def _cell(key: str, share: Share) -> str:
    return _with_interval(share) if key in _WITH_INTERVAL else f"{share.value:.1%}" if share.of else "-"


def _with_interval(share: Share) -> str:
    if not share.of:
        return "-"
    low, high = (f"{100 * bound:.1f}".removesuffix(".0") for bound in share.interval)
    return f"{share.value:.1%} ({low}-{high})"
