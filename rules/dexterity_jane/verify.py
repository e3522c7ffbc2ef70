"""Verify: stick-ups first, then the guesses in the order of their locks, and who is paid what.

Rulebook: Verify, Special Rule for Two-Player Games, End of the Round; rulings D6 to D9 and D16.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.dexterity_jane.cards import Group, bullets, sort_out
from rules.dexterity_jane.events import Digits, Verify
from rules.dexterity_jane.guess import Outcome
from rules.dexterity_jane.header import LAST_ROUND, BudgeRule
from rules.dexterity_jane.rulings import (
    Because,
    GuessVerified,
    Required,
    Reward,
    RoundOver,
    TileGoes,
    Walk,
)
from rules.dexterity_jane.scoring import coins_due, game_over
from rules.dexterity_jane.state import Holding, LockedGuess, Phase, State, over
from rules.dexterity_jane.stick_ups import Choose, CoinsOfEvent, first_coin, hands_in_order, verify_stick_ups
from rules.game import Event, Ruling
from rules.hands import Side, in_order
from rules.refusing import refuse
from rules.said import said, together
from rules.words import listed


def no_verify(state: State) -> str | None:
    """Why the round cannot be verified yet."""
    match state.phase:
        case Phase.SETUP | Phase.REVEAL:
            return said("there is nothing to verify: the cards of round {round} are not revealed", round=state.round)
        case Phase.GUESS:
            return said(
                "Guess is still open: {waiting} have not locked; verify comes when all but one have, or after close",
                waiting=together(*state.waiting, between=", "),
            )
        case Phase.END:
            return said("the game is over: the {n}th round is verified", n=LAST_ROUND)
    unsure = [lock for lock in state.guesses if lock.unsure]
    if unsure:
        each = (
            said("{player}'s {hand} {digits}", player=lock.player, hand=hand, digits=listed(names))
            for lock in unsure
            for hand, names in lock.unsure.items()
        )
        digits = together(*each, between="; ")
        return said("it is unsure whether these digits are bent: {digits}; settle the lock first", digits=digits)
    return None


class Result:
    """The outcome of a round: who holds what after it, what is left of the piles, and each step on the way."""

    def __init__(self, state: State, choose: Choose) -> None:
        """Of a round that `no_verify` has nothing against."""
        deck, cards = state.table.deck, state.cards
        self.state = state
        self.groups: tuple[Group, Group] = (sort_out(deck, cards, Side.LEFT), sort_out(deck, cards, Side.RIGHT))
        holdings, self.stick_ups = verify_stick_ups(state, choose)
        self.holdings = list(holdings)
        self.discard = list(state.discard)
        self.rewards = list(state.rewards)
        if not state.table.simplified:
            self.discard += [number for group in self.groups for number in group.discarded]
        self.guesses: list[GuessVerified] = []
        self.tile_to: str | None = None
        for place, lock in enumerate(state.guesses, 1):
            self.guesses.append(self._verify_guess(place, lock))
        self.tile = self._tile()
        if self.tile.player is not None:
            seat = state.table.seats[self.tile.player]
            held = self.holdings[seat]
            self.holdings[seat] = replace(held, tiles=(*held.tiles, state.round))

    def _verify_guess(self, place: int, lock: LockedGuess) -> GuessVerified:
        missing: dict[Side, Digits] = {}
        extra: dict[Side, Digits] = {}
        for group in self.groups:
            want, got = set(group.bent), set(lock.bent(group.hand))
            if want != got:
                missing |= {group.hand: tuple(in_order(want - got))} if want - got else {}
                extra |= {group.hand: tuple(in_order(got - want))} if got - want else {}
        because = Because.WRONG_DIGITS if missing or extra else Because.ALL_CRITERIA_MET
        if lock.budges and self.state.table.house.budge is BudgeRule.VOID:
            because = Because.BUDGED
        reward, hand_card, reward_because = Reward.NOTHING, None, None
        if because is Because.ALL_CRITERIA_MET:
            reward, hand_card, reward_because = self._reward(lock.player)
        return GuessVerified(
            player=lock.player,
            place=place,
            left=lock.left,
            right=lock.right,
            right_guess=because is Because.ALL_CRITERIA_MET,
            because=because,
            missing=missing,
            extra=extra,
            reward=reward,
            hand_card=hand_card,
            reward_because=reward_because,
        )

    def _reward(self, player: str) -> tuple[Reward, int | None, Because]:
        """What the next right guess earns; the card comes from the top of the pile and never goes back."""
        if self.tile_to is None:
            self.tile_to = player
            return Reward.TILE, None, Because.FIRST_RIGHT
        pile = self.rewards if self.state.table.simplified else self.discard
        if not pile:
            return Reward.NOTHING, None, Because.PILE_EMPTY
        card = pile.pop(0 if self.state.table.simplified else -1)
        seat = self.state.table.seats[player]
        held = self.holdings[seat]
        self.holdings[seat] = replace(held, hand_cards=(*held.hand_cards, card))
        return Reward.HAND_CARD, card, Because.LATER_RIGHT

    def _tile(self) -> TileGoes:
        state = self.state
        if self.tile_to is not None:
            return TileGoes(tile=state.round, player=self.tile_to, because=Because.FIRST_RIGHT)
        if not self.guesses:
            return TileGoes(tile=state.round, player=None, because=Because.NO_GUESS)
        if len(state.table.players) == 2:
            other = next(player for player in state.table.players if player != self.guesses[0].player)
            return TileGoes(tile=state.round, player=other, because=Because.TWO_PLAYERS)
        return TileGoes(tile=state.round, player=None, because=Because.NOBODY_RIGHT)

    def after(self) -> State:
        """The state in which the next round begins, or the game ends."""
        state = self.state
        stays = () if state.table.simplified else [number for group in self.groups for number in group.stays]
        last = state.round == LAST_ROUND
        holdings: tuple[Holding, ...] = tuple(self.holdings)
        return replace(
            state,
            phase=Phase.END if last else Phase.REVEAL,
            round=state.round if last else state.round + 1,
            holdings=holdings,
            cards=(),
            acted=(),
            locks=(),
            pistols=(),
            answered=(),
            closed_by_hand=False,
            discard=(*self.discard, *stays),
            rewards=tuple(self.rewards),
        )


def verify(state: State, event: Verify) -> Outcome:
    """Score the round and open the next."""
    refuse(no_verify(state))
    choose = CoinsOfEvent(state, event.coins)
    result = Result(state, choose)
    choose.check_all_used()
    after = result.after()
    left, right = result.groups
    round_over = RoundOver(
        round=state.round,
        points={player: held.points for player, held in zip(state.table.players, after.holdings, strict=True)},
        next=None if after.phase is Phase.END else after.round,
    )
    ends: tuple[Ruling, ...] = ()
    if after.phase is Phase.END:
        ends = (game_over(after) if over(after) else coins_due(after),)
    required = Required(round=state.round, left=left.bent, right=right.bent)
    return after, (required, *result.stick_ups, *result.guesses, result.tile, round_over, *ends)


def explain(state: State, event: Event | None = None) -> tuple[Walk, ...]:
    """Verify's steps as data, once the round can be verified; with a verify event the coins are the ones it names.

    Raises what `verify` would for coins that cannot be.
    """
    if no_verify(state) or not isinstance(event, Verify | None):
        return ()
    result = Result(state, first_coin if event is None else CoinsOfEvent(state, event.coins))
    table = state.table
    shots = [bullets(table.deck, state.cards, hand) for hand in hands_in_order(state)] if table.stick_up else []
    walk = Walk(
        round=state.round,
        verifier=state.last_player,
        groups=result.groups,
        bullets=tuple(shots),
        stick_ups=result.stick_ups,
        guesses=tuple(result.guesses),
        tile=result.tile,
    )
    return (walk,)
