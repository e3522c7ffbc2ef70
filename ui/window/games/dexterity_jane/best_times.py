"""The best times of practice, kept from one time to the next."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from ui.window.keeping import Kept


class Practised(msgspec.Struct, frozen=True, kw_only=True):
    """One finished practice: seconds for each of the ten rounds, how many wrong locks, and how hands were shown."""

    round_s: tuple[float, ...]
    wrong: int
    with_keys: bool

    @property
    def total_s(self) -> float:
        """Seconds for all rounds."""
        return sum(self.round_s)


class BestTimes(Kept, frozen=True, kw_only=True):
    """The best practices, quickest first; hands before a camera and keys are kept apart."""

    file: ClassVar[str] = "practice.json"
    hands: tuple[Practised, ...] = ()
    keys: tuple[Practised, ...] = ()

    KEPT: ClassVar[int] = 5

    def of(self, with_keys: bool) -> tuple[Practised, ...]:
        """The best of one kind."""
        return self.keys if with_keys else self.hands

    def with_(self, new: Practised) -> tuple[BestTimes, int | None]:
        """These and a new one, and its place from 1, or None if it is not among the best."""
        best = sorted((*self.of(new.with_keys), new), key=lambda done: done.total_s)[: self.KEPT]
        place = next((i for i, done in enumerate(best, 1) if done is new), None)
        field = "keys" if new.with_keys else "hands"
        return msgspec.structs.replace(self, **{field: tuple(best)}), place
