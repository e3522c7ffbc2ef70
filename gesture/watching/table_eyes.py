"""All that looks at a table's frames, with nothing of the game in it: watches for moments, and looks again where asked.

Whoever owns the game may live in another thread than whoever owns the frames; what goes from here to there is
`Sighting`, and what goes back is who is to be looked at again.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from gesture.reading.background import Reader
from gesture.reading.hand_reading import HandReading
from gesture.sources.frames import Frame
from gesture.table.seats import Table
from gesture.watching.moments import Hands, Moment, SecondReading
from gesture.watching.second_looks import SecondLook
from gesture.watching.watch import Watch


@dataclass(frozen=True, kw_only=True, eq=False)
class Sighting:
    """What the newest frame, taken at `at_s`, brought. All moments up to `complete_to_s` are known now."""

    at_s: float
    moments: tuple[Moment, ...] = ()
    complete_to_s: float
    looked: tuple[SecondReading, ...] = ()


class SecondLooker(Protocol):
    """Somebody who can be asked to look again at a player's hands."""

    def look_again(self, player: str, hands: Hands | None, from_s: float, palms_up: bool) -> None:
        """Look at the hands until every digit is sure: those of a lock, `hands`, or those with their palms up."""

    def forget(self, player: str) -> None:
        """Do not look at that player's hands any more."""


class TableEyes:
    """Watches a table and looks again, frame by frame."""

    def __init__(self, table: Table, reader: Reader) -> None:
        self._table, self._reader = table, reader
        self._watch = Watch(table, reader)
        self._looks: dict[str, SecondLook] = {}
        self._last_s = 0.0

    def look_again(self, player: str, hands: Hands | None, from_s: float, palms_up: bool) -> None:
        """From the next frame on, look at a player's hands; see `SecondLooker`."""
        self._looks[player] = SecondLook(player, hands, self._table, from_s, palms_up)

    def forget(self, player: str) -> None:
        """Do not look at that player's hands any more."""
        self._looks.pop(player, None)

    def step(self, frame: Frame) -> Sighting:
        """What the next frame brings."""
        self._last_s = frame.at_s
        moments = self._watch.step(frame)
        looked = []
        for player, look in list(self._looks.items()):
            look.look(frame, self._reader)
            found = look.settled
            if found is not None or look.over(frame.at_s):
                del self._looks[player]
                looked.append(SecondReading(player=player, at_s=frame.at_s, palms_up=look.palms_up, bent=found))
        complete_to_s = self._watch.complete_to_s
        return Sighting(at_s=frame.at_s, moments=tuple(moments), complete_to_s=complete_to_s, looked=tuple(looked))

    def finish(self) -> Sighting:
        """What the last frames amount to, when no more will come; nobody is looked at any longer."""
        moments = self._watch.finish()
        looks = [
            SecondReading(player=player, at_s=self._last_s, palms_up=look.palms_up, bent=None)
            for player, look in self._looks.items()
        ]
        self._looks.clear()
        self._watch = Watch(self._table, self._reader)
        return Sighting(at_s=self._last_s, moments=tuple(moments), complete_to_s=math.inf, looked=tuple(looks))

    def readings(self) -> list[HandReading]:
        """The newest reading of every hand that lies at rest, for drawing."""
        return self._watch.readings()
