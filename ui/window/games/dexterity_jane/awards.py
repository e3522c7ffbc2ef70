"""What an evening is remembered by: who locked quickest, kept still, was robbed most, and the closest finish."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from rules.dexterity_jane.events import Reveal
from rules.dexterity_jane.rulings import Budged, LockTaken, StickUpVerified
from rules.history import Entry

CLOSE_S = 0.5
"""Two locks that are farther apart were no photo finish."""
LEAST_LOCKS = 3
"""Hands that were laid down less often are not known to be steady."""


@dataclass(frozen=True)
class Award:
    """One award: the key of its text, and what is filled in."""

    key: str
    values: Mapping[str, object]


def awards_of(entries: Iterable[Entry]) -> tuple[Award, ...]:
    """The awards of a game, by all of its events that count. One that two players share equally is not given."""
    revealed_s, locks = 0.0, list[LockTaken]()
    quickest: tuple[float, str] | None = None
    closest: tuple[float, str, str] | None = None
    laid, budged, robbed = Counter[str](), Counter[str](), Counter[str]()
    for entry in entries:
        if not entry.counts:
            continue
        if isinstance(entry.event, Reveal):
            revealed_s, locks = entry.event.at, []
        for ruling in entry.rulings:
            match ruling:
                case LockTaken():
                    locks.append(ruling)
                    laid[ruling.player] += 1
                    took_s = ruling.at - revealed_s
                    if took_s > 0 and (quickest is None or took_s < quickest[0]):
                        quickest = took_s, ruling.player
                    for a, b in pairwise(sorted(locks, key=lambda lock: lock.at)):
                        if 0 < b.at - a.at < (closest[0] if closest else CLOSE_S):
                            closest = b.at - a.at, a.player, b.player
                case Budged():
                    budged[ruling.player] += 1
                case StickUpVerified(moved=True) if ruling.loser == ruling.victim:
                    robbed[ruling.victim] += 1
    found = []
    if quickest is not None:
        found.append(Award("quickest", {"player": quickest[1], "s": quickest[0]}))
    steady = [player for player, n in laid.items() if n >= LEAST_LOCKS and not budged[player]]
    if len(steady) == 1 and budged:
        found.append(Award("steadiest", {"player": steady[0]}))
    most = robbed.most_common(2)
    if most and (len(most) == 1 or most[0][1] > most[1][1]):
        found.append(Award("robbed", {"player": most[0][0], "n": most[0][1]}))
    if closest is not None:
        found.append(Award("photo", {"first": closest[1], "second": closest[2], "s": closest[0]}))
    return tuple(found)
