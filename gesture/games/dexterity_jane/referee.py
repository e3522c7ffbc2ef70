"""What moments mean in a game of Dexterity Jane: locks, stick-ups, budges, and the round around them.

The camera side says that hands came to rest; here it becomes an event of the game, or none: hands that already lay
there when the cards were revealed, and those of the last player, lock nothing (ruling D7).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from gesture.games.dexterity_jane.doubts import Doubt
from gesture.games.dexterity_jane.pistols import StickUpSeen, judge
from gesture.table.seats import Table
from gesture.watching.moments import DigitsMoved, HandGone, HandOverCards, Hands, HandsAtRest, Moment
from rules.chance import Chance, Generator, generator
from rules.dexterity_jane.cards import required
from rules.dexterity_jane.chance import draw_orders, draw_sheriff
from rules.dexterity_jane.events import Budge, Close, Coins, Lock, Reveal, Settle, SettledBy, Sheriff, StickUp, Verify
from rules.dexterity_jane.header import Variant
from rules.dexterity_jane.state import Phase, State
from rules.game import Event, Illegal, Note, Refused, Ruling
from rules.games import game_named
from rules.hands import Digit, Side, in_order

GAME = "dexterity-jane"
CLEARED_S = 1.0
"""Whoever turned the cards up has this long to take the hand away."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Happening:
    """An event of the game, what the rules said to it, and, where the rules explain it step by step, how."""

    event: Event
    rulings: tuple[Ruling, ...]
    explained: tuple[Ruling, ...]
    hands: Hands | None
    """The evidence: the hands as they lay, for a lock, stick-up or budge."""
    state: State
    """The game after the event."""


def header_of(
    players: Iterable[str],
    variant: str = "standard",
    first_round: int = 1,
    house: Mapping[str, Any] | None = None,
    deck: Sequence[Mapping[str, Any]] | None = None,
) -> dict[str, Any]:
    """The header of a log, with what is not as usual: house rules by name, and a deck as a list of its 60 cards."""
    header: dict[str, Any] = {"game": GAME, "version": 1, "players": list(players), "variant": variant}
    header["deck"] = "reference" if deck is None else list(deck)
    header |= {"house": dict(house)} if house else {}
    return header | ({"round": first_round} if first_round != 1 else {})


class DexterityJaneReferee:
    """Holds one game and turns moments into its events; every event goes to `tell` as it happens.

    With `scored=False` (no reveals are known) the events are told as they were seen, and the rules are not asked.
    Raises `Refused` when the header is none.
    """

    def __init__(
        self,
        header: Mapping[str, Any],
        table: Table,
        tell: Callable[[Happening], None],
        *,
        scored: bool = True,
        lot: Generator | None = None,
    ) -> None:
        self.game = game_named(GAME)
        self.state: State = self.game.open(header)
        self.table = table
        self.asks: Callable[[Doubt], None] | None = None
        """Who asks the table whether it is a pistol, or at whom. Without anybody the likelier reading counts."""
        self.doubt: Doubt | None = None
        """What the table was asked and has not answered."""
        self._put_off: list[Moment | Event] = []
        self.cards_known = True
        """Whether the revealed cards are those that lie there, and not stand-ins until somebody tells them."""
        self._tell = tell
        self._scored = scored
        self.chance = Chance(lot or generator())
        """What is drawn by lot in this game."""
        self._last_at_s = 0.0
        self._reveal_s = -1.0
        self._shown: dict[str, dict[Side, frozenset[Digit]]] = {}
        """What each locked hand shows now, budges counted."""
        self._robbers: set[str] = set()
        self._warned: set[tuple[str | None, float]] = set()
        """Who was warned off the cards, by when that hand came there."""

    def set_up(self, sheriff: Side | None = None) -> None:
        """Stick-Up: the Sheriff token lands, by lot when it is not known, and coins are dealt face down."""
        if self.state.table.variant is not Variant.STICK_UP or not self._scored:
            return
        self._put(Sheriff(at=0.0, hand=sheriff) if sheriff else draw_sheriff(self.chance.of("sheriff"), 0.0))
        self._put(Coins(at=0.0, dealt=dict.fromkeys(self.table.players)))

    def reveal(self, at_s: float, cards: tuple[int, ...]) -> None:
        """Cards lie open from `at_s` on; a round that was still open is verified before."""
        self.verify(at_s)
        self._put(Reveal(at=self._time(at_s), cards=cards))
        self._reveal_s = at_s

    def verify(self, at_s: float) -> None:
        """Verify the round that is open, if any: Guess is closed, unsure locks are settled as the likelier reading and
        ties by lot, since nobody can be asked."""
        if not self._scored or self.state.phase not in (Phase.GUESS, Phase.VERIFY):
            return
        while self.doubt is not None:
            self.answer(self.doubt.seen.likelier)
        at = self._time(at_s)
        if self.state.phase is Phase.GUESS:
            self._put(Close(at=at))
        for lock in self.state.locks:
            if lock.unsure:
                by = SettledBy.LIKELIER
                self._put(Settle(at=at, player=lock.player, left=lock.left, right=lock.right, by=by))
        for order in draw_orders(self.chance.of("order", self.state.round), self.state, at):
            self._put(order)
        coins = self._coins_unseen(at)
        self._put(Verify(at=at, coins=coins) if coins else Verify(at=at))

    def happen(self, event: Event) -> None:
        """Something that the table or the program says rather than the hands, at the earliest after what was there;
        while a question is open it waits. Raises `Refused`, and then nothing has happened."""
        if self.doubt is not None:
            self._put_off.append(event)
            return
        self._put(msgspec.structs.replace(event, at=self._time(event.at)))

    def answer(self, stick_up: bool, aims: Mapping[Side, str] | None = None) -> None:
        """The table says what the doubtful hands are, and of a stick-up at whom they point, if not as was seen; then
        all that waited happens. Raises `Refused` when nothing was asked, or for an aim that cannot be."""
        doubt = self.doubt
        if doubt is None:
            raise Illegal("nobody has been asked whether it is a stick-up or a guess")
        aims = dict(aims or doubt.aims)
        for side, victim in aims.items():
            if side not in doubt.seen.aims or victim == doubt.player or victim not in self.table.players:
                raise Illegal(f"{doubt.player}'s {side} hand cannot point at {victim}")
        self.doubt = None
        if stick_up:
            self._draw(doubt.player, doubt.at_s, doubt.hands, aims)
        else:
            self._lock(doubt.player, doubt.at_s, doubt.hands)
        waiting, self._put_off = self._put_off, []
        for entry in waiting:
            if isinstance(entry, Event):
                self._later(entry)
            else:
                self.take(entry)

    def _later(self, event: Event) -> None:
        """An event that waited for an answer; what has become impossible meanwhile is left out."""
        try:
            self.happen(event)
        except Refused:
            return

    def take_up(self, events: Iterable[Event]) -> None:
        """Go on with a game that was broken off after `events`, without telling them anew. Raises `Refused`."""
        tell, self._tell = self._tell, lambda happening: None
        try:
            for event in events:
                self._put(event)
                if isinstance(event, Reveal):
                    self._reveal_s = event.at
        finally:
            self._tell = tell

    def _coins_unseen(self, at: float) -> tuple[None, ...] | None:
        """Face-down coins that change owner, as nulls; None when none does."""
        walks = self.game.explain(self.state, Verify(at=at)) if self.state.stick_ups else ()
        moving = sum(stick_up.moved for walk in walks for stick_up in getattr(walk, "stick_ups", ()))
        return (None,) * moving or None

    def take(self, moment: Moment) -> None:
        """Make of a moment what the game makes of it. While a question is open it waits, unless it is the answer."""
        if self.doubt is not None and not self._is_answer(moment, self.doubt):
            self._put_off.append(moment)
            return
        match moment:
            case HandsAtRest():
                known = moment.player in self._shown or moment.player in self._robbers
                if not moment.from_start and not (moment.changed and known):
                    self._laid_down(moment.player, moment.at_s, moment.hands)
            case DigitsMoved():
                self._budge(moment)
            case HandOverCards():
                self._over_cards(moment)
            case HandGone():
                if self._scored and self.state.lock_of(moment.player) and self.state.phase is not Phase.REVEAL:
                    self._note(moment.at_s, "hand taken away", player=moment.player)

    def _over_cards(self, moment: HandOverCards) -> None:
        """A hand over the cards during Guess: a warning, which changes no score (ruling D11)."""
        visit = (moment.player, moment.since_s)
        if not self._scored or self.state.phase is not Phase.GUESS or visit in self._warned:
            return
        if moment.at_s >= self._reveal_s + CLEARED_S:
            self._warned.add(visit)
            self._note(moment.at_s, "cards touched", **({"player": moment.player} if moment.player else {}))

    def _is_answer(self, moment: Moment, doubt: Doubt) -> bool:
        """Whether a player's own hands say clearly now what they are; then they have answered."""
        if not isinstance(moment, HandsAtRest | DigitsMoved) or moment.player != doubt.player:
            return False
        seen = self._seen_as_stick_up(moment.player, moment.hands)
        if seen is None or not seen.sure:
            return False
        aims = {side: aim.victim for side, aim in seen.aims.items() if side in doubt.seen.aims}
        self.answer(seen.likelier, aims if seen.likelier else None)
        return self.doubt is None

    def _laid_down(self, player: str, at_s: float, hands: Hands) -> None:
        if self._scored and at_s <= self._reveal_s:
            return  # the hands lay there before there was anything to guess
        seen = self._seen_as_stick_up(player, hands)
        aims = {side: aim.victim for side, aim in seen.aims.items()} if seen and seen.likelier else None
        if not self._scored:
            self._put(self._stick_up_of(at_s, player, aims) if aims else self._lock_of(at_s, player, hands), hands)
        elif self.state.lock_of(player) or self.state.stick_up_of(player):
            return
        elif seen and not seen.sure and self.asks is not None and self.state.phase is Phase.GUESS:
            self.doubt = Doubt(player=player, at_s=at_s, hands=hands, seen=seen)
            self.asks(self.doubt)
        elif aims:
            self._draw(player, at_s, hands, aims)
        else:
            self._lock(player, at_s, hands)

    def _lock(self, player: str, at_s: float, hands: Hands) -> None:
        lock = self._lock_of(at_s, player, hands)
        try:
            self._put(lock, hands)
        except Refused:
            return  # Guess is not open: the last player's hands, or nothing is revealed
        tied = [other.player for other in self.state.locks if other.at_s == lock.at]
        if len(tied) > 1:
            self._note(lock.at, "tie", players=tied)

    def _draw(self, player: str, at_s: float, hands: Hands, aims: Mapping[Side, str]) -> None:
        free = [side for side in aims if self.state.stick_up_with(side) is None]
        if free or self.state.phase is not Phase.GUESS:
            try:
                self._put(self._stick_up_of(at_s, player, aims), hands)
            except Refused:
                return
        else:
            self._note(at_s, "stick-up refused: that hand is taken", player=player, hands=[str(s) for s in aims])

    def _budge(self, moment: DigitsMoved) -> None:
        """Digits that changed in their place: after a lock it is a budge; before, the lock comes when they rest."""
        shown = self._shown.get(moment.player)
        if shown is None:
            return
        after = {side: shown[side] ^ moment.digits.get(side, frozenset()) for side in Side}
        left, right = (tuple(in_order(after[side])) for side in Side)
        if after == shown:
            return
        at = self._time(moment.at_s)
        self._put(Budge(at=at, player=moment.player, left=left, right=right), moment.hands)

    def _seen_as_stick_up(self, player: str, hands: Hands) -> StickUpSeen | None:
        if self.state.table.variant is not Variant.STICK_UP:
            return None
        wanted = None
        if self.state.cards and self.cards_known:
            asked = required(self.state.table.deck, self.state.cards)
            wanted = {side: frozenset(asked[side]) for side in Side}
        double_s = self.state.table.house.double_s
        return judge(hands, self.table.seat_of(player), self.table, wanted, double_s)

    def _stick_up_of(self, at_s: float, player: str, aims: Mapping[Side, str]) -> StickUp:
        return StickUp(at=self._time(at_s), player=player, aims=aims)

    def _lock_of(self, at_s: float, player: str, hands: Hands) -> Lock:
        unsure = {side: tuple(in_order(hands.of(side).unsure)) for side in Side if hands.of(side).unsure}
        left, right = tuple(in_order(hands.left.bent)), tuple(in_order(hands.right.bent))
        return Lock(at=self._time(at_s), player=player, left=left, right=right, unsure=unsure)

    def _note(self, at_s: float, about: str, **more: Any) -> None:
        self._put(Note(at=self._time(at_s), about=about, more=more))

    def _time(self, at_s: float) -> float:
        """`at_s` as the log writes it: to the millisecond, and never before the line above."""
        return max(round(at_s, 3), self._last_at_s)

    def _put(self, event: Event, hands: Hands | None = None) -> None:
        """Have the rules take the event, and tell it. Raises `Refused`, and then nothing has happened."""
        rulings: tuple[Ruling, ...] = ()
        explained: tuple[Ruling, ...] = ()
        before = self.state
        if self._scored:
            explained = self.game.explain(self.state, event) if isinstance(event, Verify) else ()
            self.state, rulings = self.game.apply(self.state, event)
        if isinstance(event, Lock):
            self._shown[event.player] = {Side.LEFT: frozenset(event.left), Side.RIGHT: frozenset(event.right)}
            self._robbers.discard(event.player)
        elif isinstance(event, StickUp):
            self._shown.pop(event.player, None)
            self._robbers.add(event.player)
        elif isinstance(event, Settle) and (old := before.lock_of(event.player)) is not None:
            shown = self._shown.get(event.player, {})  # what was misread at the lock was misread all along
            for side, digits in ((Side.LEFT, event.left), (Side.RIGHT, event.right)):
                shown[side] = shown.get(side, frozenset(old.bent(side))) ^ frozenset(old.bent(side)) ^ frozenset(digits)
        elif isinstance(event, Reveal | Verify):
            self._shown.clear()  # what hands do between two rounds is no budge
            self._robbers.clear()
        elif isinstance(event, Budge):
            self._shown[event.player] = {Side.LEFT: frozenset(event.left), Side.RIGHT: frozenset(event.right)}
        self._last_at_s = max(self._last_at_s, event.at)
        self._tell(Happening(event=event, rulings=rulings, explained=explained, hands=hands, state=self.state))
