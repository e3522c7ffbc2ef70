"""The game's side of a table that is watched: takes what was seen in the order in which it happened, and sees to the
digits that could not be read. With a window or without one, it is the same.

No frame is read here and no clock; the game itself belongs to its judge.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from gesture.games.interpreter import Resort, ShownDigits
from gesture.games.judge import Happening, Judge
from gesture.watching.moments import Hands, SecondReading
from gesture.watching.watch import Sighting
from rules.game import Refused


class SecondLooker(Protocol):
    """Somebody who can be asked to look again at a player's hands, such as `gesture.watching.watch.Watch`."""

    def look_again(self, player: str, hands: Hands | None, from_s: float, palms_up: bool) -> None:
        """Look at the hands until every digit is sure: those of a lock, `hands`, or those with their palms up."""

    def forget(self, player: str) -> None:
        """Do not look at that player's hands any more."""


class LiveTable:
    """Joins the eyes at a table to the game's judge.

    `ask` is told when a player's palms are to be turned up and when the table must say what was shown; `refuse` is
    told what could not be done. Let `happened` know of every event of the judge.
    """

    def __init__(
        self,
        judge: Judge,
        eyes: SecondLooker | None,
        ask: Callable[[Resort, ShownDigits], None],
        refuse: Callable[[Exception], None],
    ) -> None:
        self.judge = judge
        self.eyes = eyes
        """Who can look again; None while nothing is watched, and then the table is asked at once."""
        self.now_s = 0.0
        """The game's time: that of the newest frame, or what whoever owns the game sets it to."""
        self.asked: dict[str, Resort] = {}
        """What is being done about a player's unsure digits."""
        self._ask, self._refuse = ask, refuse
        self._due: list[tuple[float, Callable[[float], None]]] = []

    @property
    def shown(self) -> dict[str, ShownDigits]:
        """What players' hands showed and may still be settled otherwise, by player."""
        return {one.player: one for one in self.judge.interpreter.shown(self.judge.state)}

    @property
    def unsure(self) -> dict[str, ShownDigits]:
        """Those of which a digit could not be read."""
        return {player: digits for player, digits in self.shown.items() if digits.unsure}

    def seen(self, sighted: Sighting) -> None:
        """Take what a frame brought."""
        self.now_s = max(self.now_s, sighted.at_s)
        for moment in sighted.moments:
            self.act_upto(moment.at_s)
            if isinstance(moment, SecondReading):
                self._looked(moment)
            else:
                self.carefully(partial(self.judge.take, moment))
        self.act_upto(sighted.complete_to_s)

    def later(self, at_s: float, act: Callable[[float], None]) -> None:
        """Call `act(at_s)` once everything that the hands did before `at_s` is known."""
        self._due.append((at_s, act))
        self._due.sort(key=lambda entry: entry[0])

    def act_upto(self, upto_s: float) -> None:
        """Do what was put off until a time that has now come."""
        while self._due and self._due[0][0] <= upto_s:
            at_s, act = self._due.pop(0)
            act(at_s)

    def drop_after(self, at_s: float) -> list[float]:
        """Forget what was put off until after `at_s`; returns the times."""
        dropped = [due_s for due_s, _ in self._due if due_s > at_s]
        self._due = [entry for entry in self._due if entry[0] <= at_s]
        return dropped

    def carefully(self, act: Callable[[], object], *more: type[Exception]) -> None:
        """Do it, or say why it cannot be done; `more` are refusals beside those of the rules."""
        kinds: tuple[type[Exception], ...] = (Refused, *more)
        try:
            act()
        except kinds as error:
            self._refuse(error)

    def happened(self, happening: Happening) -> None:
        """An event of the game: begin to look again, or have done with it."""
        shown, sequel = self.shown, happening.sequel
        for player in [player for player in self.asked if player not in shown or player in sequel.settled]:
            self.forget(player)
        for player in sequel.looks:
            if self.eyes is not None and happening.hands is not None and player in shown:
                self.asked[player] = Resort.LOOK
                self.eyes.look_again(player, happening.hands, self.now_s, False)
        self.attend()

    def forget(self, player: str) -> None:
        """Nothing is to be done about a player's digits any more."""
        if self.asked.pop(player, Resort.TABLE) is not Resort.TABLE and self.eyes is not None:
            self.eyes.forget(player)

    def attend(self) -> None:
        """See to the digits for which the game waits and about which nothing is being done."""
        for player, digits in self.unsure.items():
            if digits.urgent and player not in self.asked:
                self.ask_palms(player)

    def ask_palms(self, player: str) -> None:
        """Have a player's palms turned up, and look at them; where nobody can look, the table is asked."""
        digits = self.shown.get(player)
        if self.eyes is None or digits is None:
            self.ask_table(player)
        elif self.asked.get(player) is not Resort.PALMS:
            self.asked[player] = Resort.PALMS
            self.eyes.look_again(player, None, self.now_s, True)
            self._ask(Resort.PALMS, digits)

    def ask_table(self, player: str) -> None:
        """Have the table say what a player showed, if that is still unsure."""
        self.forget(player)
        digits = self.unsure.get(player)
        if digits is not None:
            self.asked[player] = Resort.TABLE
            self._ask(Resort.TABLE, digits)

    def _looked(self, looked: SecondReading) -> None:
        player, by = looked.player, Resort.PALMS if looked.palms_up else Resort.LOOK
        if self.asked.get(player) is not by:
            return  # it was settled meanwhile
        if looked.bent is not None:
            settled = self.judge.interpreter.settled(player, looked.at_s, looked.bent, by)
            self.carefully(lambda: self.judge.happen(settled))
        elif looked.palms_up:
            self.ask_table(player)
        else:
            self.forget(player)
            self.attend()
