"""How many cards are named right on pictures of tables, and how many wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gesture.bench.card_tables import CardTable, LyingCard
from gesture.cards.reader import CardReading

AT_ITS_PLACE = 0.25
"""A reading is of the card whose middle lies no farther off than this share of the card's diagonal."""


@dataclass
class CardScore:
    """Counts over tables. `free` cards show a code that neither a hand nor glare covers; only of these a reading is
    asked. A card that is covered may be named, or not; never wrong."""

    tables: int = 0
    free: int = 0
    named: int = 0
    covered: int = 0
    covered_named: int = 0
    wrong: list[str] = field(default_factory=list)
    ghosts: list[str] = field(default_factory=list)
    """Cards that were named where none lies."""
    missed: list[str] = field(default_factory=list)
    corners_off_px: list[float] = field(default_factory=list)

    def add(self, name: str, table: CardTable, readings: Sequence[CardReading]) -> None:
        """Count what was read on a table."""
        self.tables += 1
        left = list(readings)
        for card in table.cards:
            of_it = [one for one in left if _lies_there(one, card)]
            left = [one for one in left if one not in of_it]
            sure = [one for one in of_it if one.sure]
            right = [one for one in sure if one.face == card.face]
            self.wrong += [f"{name}: {one.card} for {card.face.card}" for one in sure if one.face != card.face]
            if card.free_codes:
                self.free += 1
                self.named += bool(right)
                self.missed += [] if right else [f"{name}: {card.face.card}"]
            else:
                self.covered += 1
                self.covered_named += bool(right)
            self.corners_off_px += [float(np.abs(one.corners_px - card.corners_px).max()) for one in right[:1]]
        self.ghosts += [f"{name}: {one.card}" for one in left if one.sure]

    @property
    def share(self) -> float:
        """The share of free cards that are named."""
        return self.named / self.free if self.free else 1.0

    @property
    def reached(self) -> bool:
        """Whether 99.5 % are named, none wrong and none where none lies."""
        return self.share >= 0.995 and not self.wrong and not self.ghosts

    def to_json(self) -> dict[str, Any]:
        """The counts, and how far off corners are: the median and nine tenths, in pixels."""
        median, most = np.percentile(self.corners_off_px or [0.0], (50, 90))
        return {
            "tables": self.tables,
            "cards": self.free,
            "named": self.named,
            "covered": self.covered,
            "covered_named": self.covered_named,
            "wrong": self.wrong,
            "ghosts": self.ghosts,
            "missed": self.missed,
            "corners_off_px": {"median": round(float(median), 2), "p90": round(float(most), 2)},
        }


def _lies_there(reading: CardReading, card: LyingCard) -> bool:
    diagonal = float(np.linalg.norm(card.corners_px[0] - card.corners_px[2]))
    off = float(np.linalg.norm(reading.corners_px.mean(0) - card.corners_px.mean(0)))
    return off < AT_ITS_PLACE * diagonal
