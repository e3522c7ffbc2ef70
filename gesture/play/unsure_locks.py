"""The game's side of a table that is watched: takes what was seen in the order in which it happened, and sees to the
locks of which a digit could not be read. With a window or without one, it is the same.

No frame is read here and no clock; the game itself belongs to its judge.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial

from gesture.games.dexterity_jane.referee import DexterityJaneReferee, Happening
from gesture.watching.moments import SecondReading
from gesture.watching.table_eyes import SecondLooker, Sighting
from rules.dexterity_jane.events import Lock, Settle, SettledBy
from rules.dexterity_jane.state import Locked, Phase
from rules.game import Refused
from rules.hands import Side, in_order


class Asked(StrEnum):
    """What is being done about a lock: more frames are looked at, the palms are to be turned up, or the table says."""

    LOOK = "look"
    PALMS = "palms"
    TABLE = "table"


class LiveTable:
    """Joins the eyes at a table to the game's judge.

    `ask` is told when a player's palms are to be turned up and when the table must say what was locked; `refuse` is
    told what could not be done. Let `happened` know of every event of the judge.
    """

    def __init__(
        self,
        judge: DexterityJaneReferee,
        eyes: SecondLooker | None,
        ask: Callable[[Asked, Locked], None],
        refuse: Callable[[Exception], None],
    ) -> None:
        self.judge = judge
        self.eyes = eyes
        """Who can look again; None while nothing is watched, and then the table is asked at once."""
        self.now_s = 0.0
        """The game's time: that of the newest frame, or what whoever owns the game sets it to."""
        self.asked: dict[str, Asked] = {}
        """What is being done about a player's lock."""
        self._ask, self._refuse = ask, refuse
        self._due: list[tuple[float, Callable[[float], None]]] = []

    @property
    def unsure(self) -> list[Locked]:
        """The locks with a digit that could not be read."""
        return [lock for lock in self.judge.state.locks if lock.unsure]

    def seen(self, sighted: Sighting) -> None:
        """Take what a frame brought."""
        self.now_s = max(self.now_s, sighted.at_s)
        for moment in sighted.moments:
            self.act_upto(moment.at_s)
            self.carefully(partial(self.judge.take, moment))
        self.act_upto(sighted.complete_to_s)
        for looked in sighted.looked:
            self._looked(looked)

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
        event = happening.event
        match event:
            case Lock() if event.unsure and happening.hands is not None and self.eyes is not None:
                self.asked[event.player] = Asked.LOOK
                self.eyes.look_again(event.player, happening.hands, self.now_s, False)
            case Settle():
                self.forget(event.player)
        if not happening.state.locks:
            for player in list(self.asked):
                self.forget(player)
        self.attend()

    def forget(self, player: str) -> None:
        """Nothing is to be done about a player's lock any more."""
        if self.asked.pop(player, Asked.TABLE) is not Asked.TABLE and self.eyes is not None:
            self.eyes.forget(player)

    def attend(self) -> None:
        """Once Guess is closed, see to the unsure locks about which nothing is being done."""
        if self.judge.state.phase is Phase.VERIFY:
            for lock in self.unsure:
                if lock.player not in self.asked:
                    self.ask_palms(lock)

    def ask_palms(self, lock: Locked) -> None:
        """Have a player's palms turned up, and look at them; where nobody can look, the table is asked."""
        if self.eyes is None:
            self.ask_table(lock.player)
        elif self.asked.get(lock.player) is not Asked.PALMS:
            self.asked[lock.player] = Asked.PALMS
            self.eyes.look_again(lock.player, None, self.now_s, True)
            self._ask(Asked.PALMS, lock)

    def ask_table(self, player: str) -> None:
        """Have the table say what a player locked, if that is still unsure."""
        self.forget(player)
        lock = self.judge.state.lock_of(player)
        if lock is not None and lock.unsure:
            self.asked[player] = Asked.TABLE
            self._ask(Asked.TABLE, lock)

    def _looked(self, looked: SecondReading) -> None:
        player = looked.player
        if self.asked.get(player) is not (Asked.PALMS if looked.palms_up else Asked.LOOK):
            return  # it was settled meanwhile
        if looked.bent is not None:
            by = SettledBy.PALMS if looked.palms_up else SettledBy.LOOK
            left, right = (tuple(in_order(looked.bent[side])) for side in Side)
            self.carefully(
                lambda: self.judge.happen(Settle(at=looked.at_s, player=player, left=left, right=right, by=by))
            )
        elif looked.palms_up:
            self.ask_table(player)
        else:
            self.forget(player)
            self.attend()
