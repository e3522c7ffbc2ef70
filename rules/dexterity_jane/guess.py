"""From Reveal to the end of Guess: what may be done when, and what comes of it.

For each event `no_...` gives the reason why it may not happen now, or None; the rules that refuse an event and the
answers of `legal` are thus the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from rules.dexterity_jane.cards import DECK_SIZE, SIMPLIFIED_CARDS, deal_evenly
from rules.dexterity_jane.events import Budge, Close, Digits, Lock, Order, Reveal, Settle, StickUp
from rules.dexterity_jane.header import LAST_ROUND, PLAYERS, STICK_UP_AND_SIMPLIFIED, BudgeRule
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
from rules.dexterity_jane.state import Holding, LockedGuess, Movement, Phase, Pistol, State
from rules.game import Illegal, Ruling
from rules.hands import Side, in_order
from rules.players import Players, bad_players, seated_anew
from rules.refusing import no_player, refuse
from rules.said import numbered, said, together
from rules.words import listed

Outcome = tuple[State, tuple[Ruling, ...]]


def no_reveal(state: State) -> str | None:
    """Why no cards may be revealed."""
    match state.phase:
        case Phase.END:
            return said("the game is over: the {n}th round is verified", n=LAST_ROUND)
        case Phase.SETUP:
            sheriff = [said("the sheriff's flip")] * (state.sheriff is None)
            lacks = [*sheriff, *([said("the coins")] * (not state.coins_dealt))]
            return said(
                "the Stick-Up variant needs {lacks} before the first reveal (Stick-Up, Setup)", lacks=listed(lacks)
            )
        case Phase.GUESS | Phase.VERIFY:
            return said(
                "the cards of round {round} lie open already; the round must be verified first", round=state.round
            )
    return None


def no_players(state: State) -> str | None:
    """Why nobody may leave or join now."""
    if state.phase is Phase.REVEAL:
        return None
    if state.phase is Phase.SETUP:
        return said("players leave and join between two rounds, and this game is not set up yet (Stick-Up, Setup)")
    return no_reveal(state) or said("players leave and join between two rounds")


def players(state: State, event: Players) -> Outcome:
    """Players leave or join between two rounds (ruling D24). A newcomer holds nothing, in Stick-Up no coin either."""
    refuse(no_players(state))
    refuse(together(*bad_players(event.players, PLAYERS, "Dexterity Jane"), between="; "))
    before = dict(zip(state.table.players, state.holdings, strict=True))
    holdings, away, ruling = seated_anew(before, state.away, event.players, Holding())
    table = replace(state.table, players=event.players)
    return replace(state, table=table, holdings=holdings, away=away), (ruling,)


def _bad_cards(state: State, cards: tuple[int, ...]) -> Iterator[str]:
    wanted = state.round
    if len(cards) != wanted:
        yield numbered(
            wanted,
            "round {n} reveals {n} card, as its Round tile says, not {given}",
            "round {n} reveals {n} cards, as its Round tile says, not {given}",
            given=len(cards),
        )
    highest = SIMPLIFIED_CARDS if state.table.simplified else DECK_SIZE
    for number, times in sorted(Counter(cards).items()):
        if times > 1:
            yield said("card {card} is revealed twice", card=number)
        if not 1 <= number <= highest:
            if state.table.simplified:
                yield said(
                    "there is no card {card} to reveal; they go from 1 to {highest} in the Simplified version",
                    card=number,
                    highest=highest,
                )
            else:
                yield said(
                    "there is no card {card} to reveal; they go from 1 to {highest}", card=number, highest=highest
                )
        elif state.dealt >> number & 1:
            yield said("card {card} was revealed in an earlier round and is out of play", card=number)


def reveal(state: State, event: Reveal) -> Outcome:
    """Reveal: as many cards as the Round tile says, none of which was there before (Simplified shuffles all again)."""
    refuse(no_reveal(state))
    faults = list(_bad_cards(state, event.cards))
    refuse(together(*faults, between="; "))
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
        return said("{player} cannot {what} before cards are revealed", player=player, what=what)
    if state.phase is Phase.END:
        return said("{player} cannot {what}: the game is over", player=player, what=what)
    lock = state.lock_of(player)
    if lock is not None:
        return said(
            "{player} locked a guess at {at:g} s, and it stays locked until it is verified", player=player, at=lock.at_s
        )
    if state.stick_up_of(player) is not None:
        return said(
            "{player} performed a stick-up this round, which is that player's locked guess (Stick-Up, Lock)",
            player=player,
        )
    return None


def no_lock(state: State, player: str, at_s: float | None = None) -> str | None:
    """Why `player` may not lock a guess at `at_s` (None: some time later than everything so far)."""
    why = no_player(state.table.players, player) or _no_act(state, player, said("lock a guess"))
    if why or state.phase is Phase.GUESS:
        return why
    if state.closed_by_hand:
        return said("{player} cannot lock a guess: the table has closed Guess", player=player)
    if ties_with_the_last(state, at_s):
        return None
    return said(
        "{player} cannot lock a guess: all players but one have, and the last player cannot (Lock Your Guess)",
        player=player,
    )


def lock(state: State, event: Lock) -> Outcome:
    """Lock Your Guess. A lock at the same time as the one that closed Guess still ties with it (ruling D22)."""
    refuse(no_lock(state, event.player, event.at))
    player, left, right, unsure = event.player, event.left, event.right, event.unsure
    place = len(state.locks) + 1
    taken = LockTaken(player=player, place=place, at=event.at, left=left, right=right, unsure=unsure)
    locked = LockedGuess(player=player, at_s=event.at, left=left, right=right, unsure=unsure)
    after = _acted(state, player)
    after = replace(after, locks=(*after.locks, locked))
    return _close_if_all_but_one(after, (taken, *_tie(after, player)))


def ties_with_the_last(state: State, at_s: float | None) -> bool:
    """Whether an act at `at_s` comes at the same time as the one that closed Guess, so that the table says which of
    them counts (ruling D22)."""
    if state.closed_by_hand or len(state.done) == len(state.table.players):
        return False
    return at_s is not None and at_s == max((state.acted_at(player) or 0.0 for player in state.acted), default=None)


def _acted(state: State, player: str) -> State:
    """`player` acts after all others; a pistol that gave way before is given up."""
    others = tuple(other for other in state.acted if other != player)
    pistols = tuple(pistol for pistol in state.pistols if pistol.player != player)
    return replace(state, acted=(*others, player), pistols=pistols)


def _tie(state: State, player: str) -> tuple[Ruling, ...]:
    """The tie that `player`, who acted last, is part of."""
    return tuple(Tie(players=tie, at=state.acted_at(player) or 0.0) for tie in state.ties() if player in tie)


def no_stick_up(state: State, player: str, at_s: float | None = None) -> str | None:
    """Why `player` may not perform a stick-up with any hand at `at_s` (None: later than everything so far)."""
    if not state.table.stick_up:
        no_variant = said("stick-ups belong to the Stick-Up variant, and this game is played without it")
        return together(no_variant, STICK_UP_AND_SIMPLIFIED, between="; ") if state.table.simplified else no_variant
    why = no_player(state.table.players, player) or _no_act(state, player, said("perform a stick-up")) or ""
    if why:
        return why
    if state.phase is Phase.VERIFY and not ties_with_the_last(state, at_s):
        return said("{player} cannot perform a stick-up: Guess is closed", player=player)
    taken = [state.stick_up_with(hand) for hand in Side]
    if all(pistol is not None and pistol.at_s != at_s for pistol in taken):
        by = listed(
            said("{player} with the {hand} hand", player=pistol.player, hand=pistol.hand) for pistol in taken if pistol
        )
        return said("both stick-ups of the round are taken, by {by}", by=by)
    return None


def stick_up(state: State, event: StickUp) -> Outcome:
    """Performing a Stick-Up, single or double; one a hand a round, and the first one stands (ruling D14). Of two with
    the same hand at the same time both are kept, until the table says which was first (ruling D22)."""
    player = event.player
    refuse(no_stick_up(state, player, event.at))
    if not event.aims:
        raise Illegal(said("{player}'s stick-up aims at nobody; aims needs one hand or two", player=player))
    for hand, victim in event.aims.items():
        refuse(no_player(state.table.players, victim))
        if victim == player:
            raise Illegal(
                said(
                    "{player} points the {hand} pistol at themselves; it must be at another player",
                    player=player,
                    hand=hand,
                )
            )
    before = {hand: state.stick_up_with(hand) for hand in event.aims}
    stands = {hand: victim for hand, victim in event.aims.items() if before[hand] is None}
    refused = {hand: pistol for hand, pistol in before.items() if pistol is not None}
    kept = [hand for hand in event.aims if hand in stands or refused[hand].at_s == event.at]
    if not kept:
        by = listed(
            said("{player} with the {hand} hand", player=pistol.player, hand=hand) for hand, pistol in refused.items()
        )
        raise Illegal(
            said(
                "{player}'s stick-up is refused: there is one a hand a round, and it was performed by {by}; {player} "
                "may do something else",
                player=player,
                by=by,
            )
        )
    pistols = [Pistol(player=player, at_s=event.at, hand=hand, victim=event.aims[hand]) for hand in kept]
    after = _acted(state, player)
    after = replace(after, pistols=(*after.pistols, *pistols))
    rulings: tuple[Ruling, ...] = (
        *((StickUpTaken(player=player, at=event.at, aims=stands),) if stands else ()),
        *(_refused(player, hand, pistol.player) for hand, pistol in refused.items()),
        *_tie(after, player),
    )
    return _close_if_all_but_one(after, rulings)


def _refused(player: str, hand: Side, by: str) -> StickUpRefused:
    return StickUpRefused(player=player, hand=hand, by=by, because=Because.HAND_TAKEN)


def _close_if_all_but_one(state: State, rulings: tuple[Ruling, ...]) -> Outcome:
    if state.phase is Phase.GUESS and len(state.done) >= len(state.table.players) - 1:
        closed = GuessClosed(last=state.waiting, because=Because.ALL_BUT_ONE)
        return replace(state, phase=Phase.VERIFY), (*rulings, closed)
    return state, rulings


def no_close(state: State) -> str | None:
    """Why Guess cannot be closed by hand."""
    if state.phase is Phase.VERIFY:
        return said("Guess is closed already")
    return None if state.phase is Phase.GUESS else said("Guess is not open: no cards are revealed")


def close(state: State, _event: Close) -> Outcome:
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
        return said("{player} has no locked guess this round, so there is nothing to {what}", player=player, what=what)
    return None


def budge(state: State, event: Budge) -> Outcome:
    """Moving after the lock: what was locked counts, or by the house rule the guess is void (ruling D12)."""
    refuse(no_locked(state, event.player, said("budge")))
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
    new = replace(old, budges=(*old.budges, Movement(at_s=event.at, left=event.left, right=event.right)))
    void = state.table.house.budge is BudgeRule.VOID
    because = Because.HOUSE_VOID if void else Because.LOCK_COUNTS
    return _with_lock(state, new), (Budged(player=event.player, at=event.at, moved=moved, because=because),)


def settle(state: State, event: Settle) -> Outcome:
    """What a lock was, where it was unsure or the table disputes the reading."""
    refuse(no_locked(state, event.player, said("settle")))
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
    """Why there is no order that the table could tell."""
    if len(state.acted) > 1:
        return None
    return said("there is no order to tell: it takes two players who locked or performed a stick-up this round")


def order(state: State, event: Order) -> Outcome:
    """The table, or a lot, says in which order players locked or drew, be it a tie or not (ruling D22). They take the
    places that they have among all, in the order told. Guess does not open again, whatever gives way."""
    told = event.players
    for player in told:
        refuse(no_player(state.table.players, player))
    refuse(no_order(state))
    strange = [player for player in dict.fromkeys(told) if player not in state.acted]
    if strange:
        raise Illegal(
            said(
                "{who} locked nothing this round; the order is of {acted}",
                who=listed(strange),
                acted=listed(state.acted),
            )
        )
    if len(told) < 2 or len(set(told)) < len(told):
        raise Illegal(
            said(
                "the order must name two players or more of {acted}, each once, not {given}",
                acted=listed(state.acted),
                given=together(*told, between=", ") or said("nobody"),
            )
        )
    in_turn = iter(told)
    acted = tuple(next(in_turn) if player in told else player for player in state.acted)
    after = replace(
        state,
        acted=acted,
        locks=tuple(sorted(state.locks, key=lambda lock: acted.index(lock.player))),
        pistols=tuple(sorted(state.pistols, key=lambda pistol: acted.index(pistol.player))),
        answered=tuple(dict.fromkeys((*state.answered, *told))),
    )
    rulings: tuple[Ruling, ...] = (Ordered(players=told, order=acted), *_changed_stick_ups(state, after))
    return _close_if_all_but_one(after, rulings)


def _changed_stick_ups(before: State, after: State) -> Iterator[Ruling]:
    """What a new order changes for pistols of the same hand: which of them stand, and which give way."""
    now = {(pistol.player, pistol.hand) for pistol in after.stick_ups}
    old = {(pistol.player, pistol.hand) for pistol in before.stick_ups}
    for pistol in after.pistols:
        by = after.stick_up_with(pistol.hand)
        if (pistol.player, pistol.hand) in now - old:
            yield StickUpTaken(player=pistol.player, at=pistol.at_s, aims={pistol.hand: pistol.victim})
        elif (pistol.player, pistol.hand) in old - now and by is not None:
            yield _refused(pistol.player, pistol.hand, by.player)


def _with_lock(state: State, new: LockedGuess) -> State:
    return replace(state, locks=tuple(new if lock.player == new.player else lock for lock in state.locks))


def _changed(before: Digits, after: Digits) -> Digits:
    return tuple(in_order(set(before) ^ set(after)))
