"""Digits that could not be read: looked at again, then with the palms turned up, and last the table says.

No frame is read here and no clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gesture.games.interpreter import Resort, ShownDigits
from gesture.games.judge import Happening, Judge
from gesture.reading.digit_scaling import OwnHands
from gesture.watching.moments import Hands, SecondReading
from rules.game import Event


class SecondLooker(Protocol):
    """Somebody who can be asked to look again at a player's hands, such as `gesture.watching.watch.Watch`."""

    def look_again(self, player: str, hands: Hands | None, from_s: float, palms_up: bool) -> None:
        """Look at the hands until every digit is sure: those of a lock, `hands`, or those with their palms up."""

    def forget(self, player: str) -> None:
        """Do not look at that player's hands any more."""

    def know(self, player: str, own: OwnHands) -> None:
        """Take that player's hands so from now on."""


class Doubts:
    """Sees to the unsure digits of one game.

    `ask` is told when a player's palms are to be turned up and when the table must say what was shown; without it
    nobody can be asked, and hands are looked at again alone. `settle` gets the event that says what they were.
    """

    def __init__(
        self,
        judge: Judge,
        ask: Callable[[Resort, ShownDigits], None] | None,
        settle: Callable[[Event], None],
    ) -> None:
        self.eyes: SecondLooker | None = None
        """Who can look again; None while nothing is watched, and then the table is asked at once."""
        self.asked: dict[str, Resort] = {}
        """What is being done about a player's unsure digits."""
        self._judge, self._ask, self._settle = judge, ask, settle

    @property
    def shown(self) -> dict[str, ShownDigits]:
        """What players' hands showed and may still be settled otherwise, by player."""
        return {one.player: one for one in self._judge.interpreter.shown(self._judge.state)}

    @property
    def unsure(self) -> dict[str, ShownDigits]:
        """Those of which a digit could not be read."""
        return {player: digits for player, digits in self.shown.items() if digits.unsure}

    def happened(self, happening: Happening, now_s: float) -> None:
        """An event of the game: begin to look again, or have done with it."""
        shown, sequel = self.shown, happening.sequel
        for player in [player for player in self.asked if player not in shown or player in sequel.settled]:
            self.forget(player)
        for player in sequel.looks:
            hands = happening.hands  # looking again does not tell what hands showed while nobody saw them
            if self.eyes is not None and hands is not None and not hands.unseen and player in shown:
                self.asked[player] = Resort.LOOK
                self.eyes.look_again(player, hands, now_s, False)
        self.attend(now_s)

    def forget(self, player: str) -> None:
        """Nothing is to be done about a player's digits any more."""
        if self.asked.pop(player, Resort.TABLE) is not Resort.TABLE and self.eyes is not None:
            self.eyes.forget(player)

    def attend(self, now_s: float) -> None:
        """See to the digits for which the game waits and about which nothing is being done."""
        for player, digits in self.unsure.items():
            if digits.urgent and player not in self.asked:
                self.ask_palms(player, now_s)

    def ask_all(self, now_s: float) -> None:
        """The game waits for all of them now: whoever was asked already is asked again."""
        for player in self.unsure:
            if self.asked.get(player) is Resort.TABLE:
                self.ask_table(player)
            else:
                self.ask_palms(player, now_s)

    def ask_palms(self, player: str, now_s: float) -> None:
        """Have a player's palms turned up, and look at them, also where a sure digit is disputed; where nobody can
        look, the table is asked."""
        digits = self.shown.get(player)
        if self._ask is None or digits is None:
            return
        if self.eyes is None:
            self.ask_table(player)
        elif self.asked.get(player) is not Resort.PALMS:
            self.asked[player] = Resort.PALMS
            self.eyes.look_again(player, None, now_s, True)
            self._ask(Resort.PALMS, digits)

    def ask_table(self, player: str) -> None:
        """Have the table say what a player showed, if that is still unsure."""
        self.forget(player)
        digits = self.unsure.get(player)
        if digits is not None and self._ask is not None:
            self.asked[player] = Resort.TABLE
            self._ask(Resort.TABLE, digits)

    def looked(self, reading: SecondReading, now_s: float) -> None:
        """What looking again came to."""
        player, by = reading.player, Resort.PALMS if reading.palms_up else Resort.LOOK
        if self.asked.get(player) is not by:
            return  # it was settled meanwhile
        if reading.bent is not None:
            self._settle(self._judge.interpreter.settled(player, reading.at_s, reading.bent, by))
        elif reading.palms_up:
            self.ask_table(player)
        else:
            self.forget(player)
            self.attend(now_s)

    def look_no_more(self) -> None:
        """No more frames will come: what was being looked at is asked of the table."""
        for player in [player for player, resort in self.asked.items() if resort is not Resort.TABLE]:
            self.ask_table(player)
