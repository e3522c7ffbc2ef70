"""From Reveal to the end of Guess: what may be done when, and what comes of it.

For each event `no_...` gives the reason why it may not happen now, or None; the rules that refuse an event and the
answers of `legal` are thus the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from rules.dexterity_jane.cards import DECK_SIZE, SIMPLIFIED_CARDS, deal_evenly
from rules.dexterity_jane.events import Budge, Close, Digits, Lock, Order, Reveal, Settle, StickUp
from rules.dexterity_jane.header import LAST_ROUND, STICK_UP_AND_SIMPLIFIED, BudgeRule
from rules.dexterity_jane.rulings import (
    Because,
    Budged,
    GuessClosed,
    LockTaken,
    Ordered,
    Revealed,
    Settled,
    StickUpRefused,
    StickUpTaken,
    Tie,
)
from rules.dexterity_jane.state import Drawn, Locked, Moved, Phase, State
from rules.game import Illegal, Ruling
from rules.hands import Side, in_order
from rules.refusing import no_player, refuse

Outcome = tuple[State, tuple[Ruling, ...]]


def no_reveal(state: State) -> str | None:
    """Why no cards may be revealed."""
    match state.phase:
        case Phase.END:
            return f"the game is over: the {LAST_ROUND}th round is verified"
        case Phase.SETUP:
            lacks = [*(["the sheriff's flip"] * (state.sheriff is None)), *(["the coins"] * (not state.coins_dealt))]
            return f"the Stick-Up variant needs {' and '.join(lacks)} before the first reveal (Stick-Up, Setup)"
        case Phase.GUESS | Phase.VERIFY:
            return f"the cards of round {state.round} lie open already; the round must be verified first"
    return None


def _bad_cards(state: State, cards: tuple[int, ...]) -> Iterator[str]:
    wanted = state.round
    if len(cards) != wanted:
        yield f"round {wanted} reveals {wanted} card{'s' * (wanted > 1)}, as its Round tile says, not {len(cards)}"
    highest = SIMPLIFIED_CARDS if state.table.simplified else DECK_SIZE
    for number, times in sorted(Counter(cards).items()):
        if times > 1:
            yield f"card {number} is revealed twice"
        if not 1 <= number <= highest:
            only = " in the Simplified version" if state.table.simplified else ""
            yield f"there is no card {number} to reveal; they go from 1 to {highest}{only}"
        elif state.dealt >> number & 1:
            yield f"card {number} was revealed in an earlier round and is out of play"


def reveal(state: State, event: Reveal) -> Outcome:
    """Reveal: as many cards as the Round tile says, none of which was there before (Simplified shuffles all again)."""
    refuse(no_reveal(state))
    faults = list(_bad_cards(state, event.cards))
    if faults:
        raise Illegal("; ".join(faults))
    dealt = state.dealt
    if not state.table.simplified:
        for number in event.cards:
            dealt |= 1 << number
    players = state.table.players
    shows = tuple(state.table.deck[number - 1] for number in event.cards)
    ruling = Revealed(round=state.round, cards=event.cards, shows=shows, dealt=deal_evenly(players, event.cards))
    return replace(state, phase=Phase.GUESS, cards=event.cards, dealt=dealt), (ruling,)


def _no_act(state: State, player: str, what: str) -> str | None:
    """Why `player` may neither lock nor rob, for the reasons that hold for both."""
    if state.phase in (Phase.SETUP, Phase.REVEAL):
        return f"{player} cannot {what} before cards are revealed"
    if state.phase is Phase.END:
        return f"{player} cannot {what}: the game is over"
    lock = state.lock_of(player)
    if lock is not None:
        return f"{player} locked a guess at {lock.at_s:g} s, and it stays locked until it is verified"
    if state.stick_up_of(player) is not None:
        return f"{player} performed a stick-up this round, which is that player's locked guess (Stick-Up, Lock)"
    return None


def no_lock(state: State, player: str, at_s: float | None = None) -> str | None:
    """Why `player` may not lock a guess at `at_s` (None: some time later than everything so far)."""
    why = no_player(state.table.players, player) or _no_act(state, player, "lock a guess")
    if why or state.phase is Phase.GUESS:
        return why
    if state.closed_by_hand:
        return f"{player} cannot lock a guess: the table has closed Guess"
    if state.done < len(state.table.players) and state.locks and state.locks[-1].at_s == at_s:
        return None
    return f"{player} cannot lock a guess: all players but one have, and the last player cannot (Lock Your Guess)"


def lock(state: State, event: Lock) -> Outcome:
    """Lock Your Guess. A lock at the same time as the one that closed Guess still ties with it (ruling D22)."""
    refuse(no_lock(state, event.player, event.at))
    player, left, right, unsure = event.player, event.left, event.right, event.unsure
    place = len(state.locks) + 1
    taken = LockTaken(player=player, place=place, at=event.at, left=left, right=right, unsure=unsure)
    locked = Locked(player=player, at_s=event.at, left=left, right=right, unsure=unsure)
    after = replace(state, locks=(*state.locks, locked))
    rulings: tuple[Ruling, ...] = (taken,)
    if state.locks and state.locks[-1].at_s == event.at:
        rulings = (taken, Tie(players=list(after.ties())[-1], at=event.at))
    return _close_if_all_but_one(after, rulings)


def no_stick_up(state: State, player: str) -> str | None:
    """Why `player` may not perform a stick-up with any hand."""
    if not state.table.stick_up:
        why = "stick-ups belong to the Stick-Up variant, and this game is played without it"
        return f"{why}; {STICK_UP_AND_SIMPLIFIED}" if state.table.simplified else why
    why = no_player(state.table.players, player) or _no_act(state, player, "perform a stick-up") or ""
    if why:
        return why
    if state.phase is Phase.VERIFY:
        return f"{player} cannot perform a stick-up: Guess is closed"
    taken = [state.stick_up_with(hand) for hand in Side]
    if all(taken):
        by = " and ".join(f"{drawn.player} with the {drawn.hand} hand" for drawn in taken if drawn)
        return f"both stick-ups of the round are taken, by {by}"
    return None


def stick_up(state: State, event: StickUp) -> Outcome:
    """Performing a Stick-Up, single or double; one a hand a round, and the first one stands (ruling D14)."""
    refuse(no_stick_up(state, event.player))
    if not event.aims:
        raise Illegal(f"{event.player}'s stick-up aims at nobody; aims needs one hand or two")
    for hand, victim in event.aims.items():
        refuse(no_player(state.table.players, victim))
        if victim == event.player:
            raise Illegal(f"{event.player} points the {hand} pistol at themselves; it must be at another player")
    stands: dict[Side, str] = {}
    refused = []
    for hand, victim in event.aims.items():
        first = state.stick_up_with(hand)
        if first is None:
            stands[hand] = victim
        else:
            refused.append((hand, first.player))
    if not stands:
        by = " and ".join(f"{player} with the {hand} hand" for hand, player in refused)
        raise Illegal(
            f"{event.player}'s stick-up is refused: there is one a hand a round, and it was performed by {by}; "
            f"{event.player} may do something else"
        )
    drawn = [Drawn(player=event.player, at_s=event.at, hand=hand, victim=victim) for hand, victim in stands.items()]
    rulings: tuple[Ruling, ...] = (
        StickUpTaken(player=event.player, at=event.at, aims=stands),
        *(StickUpRefused(player=event.player, hand=hand, by=by, because=Because.HAND_TAKEN) for hand, by in refused),
    )
    return _close_if_all_but_one(replace(state, stick_ups=(*state.stick_ups, *drawn)), rulings)


def _close_if_all_but_one(state: State, rulings: tuple[Ruling, ...]) -> Outcome:
    if state.phase is Phase.GUESS and state.done >= len(state.table.players) - 1:
        return replace(state, phase=Phase.VERIFY), (
            *rulings,
            GuessClosed(last=state.waiting, because=Because.ALL_BUT_ONE),
        )
    return state, rulings


def no_close(state: State) -> str | None:
    """Why Guess cannot be closed by hand."""
    if state.phase is Phase.VERIFY:
        return "Guess is closed already"
    return None if state.phase is Phase.GUESS else "Guess is not open: no cards are revealed"


def close(state: State, event: Close) -> Outcome:
    """The table ends Guess; everybody without a lock scores nothing (ruling D7)."""
    refuse(no_close(state))
    ruling = GuessClosed(last=state.waiting, because=Because.BY_HAND)
    return replace(state, phase=Phase.VERIFY, closed_by_hand=True), (ruling,)


def no_locked(state: State, player: str, what: str) -> str | None:
    """Why there is no lock of `player` that `what` could be about."""
    why = no_player(state.table.players, player)
    if why:
        return why
    if state.lock_of(player) is None:
        return f"{player} has no locked guess this round, so there is nothing to {what}"
    return None


def budge(state: State, event: Budge) -> Outcome:
    """Moving after the lock: what was locked counts, or by the house rule the guess is void (ruling D12)."""
    refuse(no_locked(state, event.player, "budge"))
    old = state.lock_of(event.player)
    assert old is not None
    before = old.budges[-1] if old.budges else old
    moved = {
        hand: digits
        for hand, digits in (
            (Side.LEFT, _changed(before.left, event.left)),
            (Side.RIGHT, _changed(before.right, event.right)),
        )
        if digits
    }
    new = replace(old, budges=(*old.budges, Moved(at_s=event.at, left=event.left, right=event.right)))
    void = state.table.house.budge is BudgeRule.VOID
    because = Because.HOUSE_VOID if void else Because.LOCK_COUNTS
    return _with_lock(state, new), (Budged(player=event.player, at=event.at, moved=moved, because=because),)


def settle(state: State, event: Settle) -> Outcome:
    """What a lock was, where it was unsure or the table disputes the reading."""
    refuse(no_locked(state, event.player, "settle"))
    old = state.lock_of(event.player)
    assert old is not None
    new = replace(old, left=event.left, right=event.right, unsure={}, settled=event.by)
    ruling = Settled(
        player=event.player,
        left=event.left,
        right=event.right,
        by=event.by,
        disputed=not old.unsure,
        changed=(old.left, old.right) != (event.left, event.right),
    )
    return _with_lock(state, new), (ruling,)


def no_order(state: State) -> str | None:
    """Why there is no tie to settle."""
    return None if any(state.ties()) else "no two players locked at the same time, so there is no tie to settle"


def order(state: State, event: Order) -> Outcome:
    """The table, or a lot, says in which order tied locks count (ruling D22)."""
    for player in event.players:
        refuse(no_player(state.table.players, player))
    refuse(no_order(state))
    ties = list(state.ties())
    tied = next((tie for tie in ties if sorted(tie) == sorted(event.players)), None)
    if tied is None:
        these = " and ".join(", ".join(tie) for tie in ties)
        raise Illegal(
            f"the order must name exactly the players who locked at the same time ({these}), each once, "
            f"not {', '.join(event.players) or 'nobody'}"
        )
    by_player: Mapping[str, Locked] = {lock.player: lock for lock in state.locks}
    first = next(i for i, lock in enumerate(state.locks) if lock.player in tied)
    new = (
        *state.locks[:first],
        *(by_player[player] for player in event.players),
        *state.locks[first + len(tied) :],
    )
    ruling = Ordered(players=event.players, order=tuple(lock.player for lock in new))
    return replace(state, locks=new, answered=(*state.answered, *event.players)), (ruling,)


def _with_lock(state: State, new: Locked) -> State:
    return replace(state, locks=tuple(new if lock.player == new.player else lock for lock in state.locks))


def _changed(before: Digits, after: Digits) -> Digits:
    return tuple(in_order(set(before) ^ set(after)))
