"""Verifying stick-ups, and the Coin tokens that they move (Stick-Up Variant, Verify; rulings D13, D16 to D18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from rules.dexterity_jane.cards import Bullets, bullets
from rules.dexterity_jane.events import Coins, Sheriff, ShowCoins
from rules.dexterity_jane.guess import Outcome
from rules.dexterity_jane.header import STICK_UP_AND_SIMPLIFIED
from rules.dexterity_jane.rulings import Because, CoinsDealt, CoinsShown, SheriffLanded, StickUpVerified
from rules.dexterity_jane.scoring import game_over
from rules.dexterity_jane.state import Coin, Holding, Phase, State, over
from rules.game import Ambiguous, Illegal
from rules.hands import Side
from rules.refusing import no_player, refuse
from rules.said import numbered, said, together
from rules.words import counted

Choose = Callable[[str, tuple[Coin, ...]], tuple[int, Coin]]
"""Given who loses a coin and the coins they have: which one it is (its place), and its value as now known."""


def hands_in_order(state: State) -> tuple[Side, ...]:
    """The hand on the Sheriff token, then the other (ruling D16)."""
    first = state.sheriff or Side.LEFT
    return first, first.other


def verify_stick_ups(state: State, choose: Choose) -> tuple[tuple[Holding, ...], tuple[StickUpVerified, ...]]:
    """What everybody holds after the round's stick-ups, and the verdict on each, in the order of verifying."""
    holdings = list(state.holdings)
    seats = state.table.seats
    verdicts = []
    for hand in hands_in_order(state):
        drawn = state.stick_up_with(hand)
        if drawn is None:
            continue
        shot = bullets(state.table.deck, state.cards, hand)
        winner, loser = (drawn.player, drawn.victim) if shot.allowed else (drawn.victim, drawn.player)
        there = holdings[seats[loser]].coins
        coin: Coin = None
        if there:
            place, coin = choose(loser, there)
            left_over = (*there[:place], *there[place + 1 :])
            holdings[seats[loser]] = replace(holdings[seats[loser]], coins=left_over)
            gained = (*holdings[seats[winner]].coins, coin)
            holdings[seats[winner]] = replace(holdings[seats[winner]], coins=gained)
        verdicts.append(
            StickUpVerified(
                player=drawn.player,
                hand=hand,
                victim=drawn.victim,
                success=shot.allowed,
                because=_why(shot),
                bullets=shot.cards,
                loser=loser,
                winner=winner,
                moved=bool(there),
                coin=coin,
            )
        )
    return tuple(holdings), tuple(verdicts)


def _why(shot: Bullets) -> Because:
    if shot.allowed:
        return Because.ODD_BULLETS
    return Because.BULLETS_CANCEL if shot.cards else Because.NO_BULLETS


class CoinsOfEvent:
    """Chooses the coins that a verify event names, and afterwards says whether it named too many."""

    def __init__(self, state: State, named: Sequence[Coin] | None) -> None:
        self._named = named
        self._used = 0
        self._face_up = face_up(state)
        self._box = state.table.house.coins

    def __call__(self, loser: str, coins: tuple[Coin, ...]) -> tuple[int, Coin]:
        """Raises `Ambiguous` when the event must say which coin it was, `Illegal` when it cannot be the one named."""
        if self._named is None:
            if len(set(coins)) > 1:
                raise Ambiguous(
                    f"{loser} loses a coin and holds {coins_said(coins)}; verify must say which in its coins"
                )
            return 0, coins[0]
        if self._used >= len(self._named):
            raise Illegal(
                f"verify names {_count(len(self._named))}, and {loser} loses one more; "
                "name each coin that changes owner"
            )
        value = self._named[self._used]
        self._used += 1
        if value in coins:
            return coins.index(value), value
        if value is None:
            if len(set(coins)) > 1:
                raise Ambiguous(f"{loser} loses a coin and holds {coins_said(coins)}; verify must say which, not null")
            return 0, coins[0]
        if None in coins and (self._face_up + Counter({value: 1}))[value] <= self._box.count(value):
            self._face_up[value] += 1
            return coins.index(None), value
        raise Illegal(
            said(
                "{loser} cannot lose a coin of value {value}: {loser} holds {coins}",
                loser=loser,
                value=value,
                coins=coins_said(coins),
            )
        )

    def check_all_used(self) -> None:
        """Raise `Illegal` when the event named more coins than changed owner."""
        if self._named is not None and self._used != len(self._named):
            moved = f"{self._used or 'none'} of them {'change' if self._used > 1 else 'changes'} owner"
            raise Illegal(f"verify names {_count(len(self._named))}, but {moved}")


def first_coin(_loser: str, coins: tuple[Coin, ...]) -> tuple[int, Coin]:
    """Chooses for a look ahead: the coin's value is told only where it can be no other."""
    return 0, coins[0] if len(set(coins)) == 1 else None


def face_up(state: State) -> Counter[int]:
    """The values of all coins that are known, and how many there are of each."""
    return Counter(coin for holding in state.everybody.values() for coin in holding.coins if coin is not None)


def coins_said(coins: Sequence[Coin]) -> str:
    """Coins in words."""
    named = [said("one face down") if coin is None else str(coin) for coin in coins]
    return together(*named, between=", ") or said("no coins")


def _count(coins: int) -> str:
    return "no coins" if not coins else counted(coins, "coin")


def no_variant(state: State) -> str | None:
    """Why there are neither a sheriff nor coins."""
    if state.table.stick_up:
        return None
    why = said("the Sheriff token and the coins belong to the Stick-Up variant, and this game is played without it")
    return together(why, STICK_UP_AND_SIMPLIFIED, between="; ") if state.table.simplified else why


def no_sheriff(state: State) -> str | None:
    """Why the Sheriff token cannot be flipped."""
    if state.sheriff is not None:
        return said(
            "the Sheriff token landed already, on the {hand} hand, and that holds for the entire game",
            hand=state.sheriff,
        )
    return no_variant(state)


def no_coins(state: State) -> str | None:
    """Why no coins can be dealt."""
    return said("the coins were dealt already") if state.coins_dealt else no_variant(state)


def no_show_coins(state: State) -> str | None:
    """Why no coins can be shown."""
    return no_variant(state) or (None if state.coins_dealt else said("no coins were dealt yet"))


def sheriff(state: State, event: Sheriff) -> Outcome:
    """The Sheriff token is flipped once, for the entire game."""
    refuse(no_sheriff(state))
    after = replace(state, sheriff=event.hand)
    return _set_up(after), (SheriffLanded(hand=event.hand),)


def coins(state: State, event: Coins) -> Outcome:
    """One coin is dealt to each player, known or face down; the others stay unseen in the box."""
    refuse(no_coins(state))
    for player in event.dealt:
        refuse(no_player(state.table.players, player))
    players = state.table.players
    missing = [player for player in players if player not in event.dealt]
    if missing:
        names = together(*missing, between=", ")
        raise Illegal(said("each player is dealt one coin; {names} got none", names=names))
    _check_box(state, Counter(value for value in event.dealt.values() if value is not None))
    holdings = tuple(
        replace(holding, coins=(event.dealt[player],)) for player, holding in zip(players, state.holdings, strict=True)
    )
    dealt = {player: event.dealt[player] for player in players}
    return _set_up(replace(state, holdings=holdings, coins_dealt=True)), (CoinsDealt(coins=dealt),)


def _times(count: int) -> str:
    return {1: said("once"), 2: said("twice")}.get(count) or said("{n} times", n=count)


def _check_box(state: State, values: Counter[int]) -> None:
    box = Counter(state.table.house.coins)
    for value, times in sorted(values.items()):
        if times > box[value]:
            there = numbered(box[value], "there is one", "there are {n} of them") if box[value] else said("none is")
            raise Illegal(
                said(
                    "a coin of value {value} is named {times}, but {there} among the tokens ({tokens})",
                    value=value,
                    times=_times(times),
                    there=there,
                    tokens=together(*map(str, sorted(box.elements())), between=", "),
                )
            )


def _set_up(state: State) -> State:
    ready = state.phase is Phase.SETUP and state.coins_dealt and state.sheriff is not None
    return replace(state, phase=Phase.REVEAL) if ready else state


def show_coins(state: State, event: ShowCoins) -> Outcome:
    """Players turn all of their coins face up, which tells the values of those that lay face down."""
    refuse(no_show_coins(state))
    seats = state.table.seats
    holdings = list(state.holdings)
    for player, values in event.values.items():
        refuse(no_player(state.table.players, player))
        there = holdings[seats[player]].coins
        known = Counter(coin for coin in there if coin is not None)
        if len(values) != len(there) or known - Counter(values):
            raise Illegal(
                said(
                    "{player} shows {shown}, but holds {coins}; all of a player's coins are shown at once",
                    player=player,
                    shown=coins_said(values),
                    coins=coins_said(there),
                )
            )
        unknown = (Counter(values) - known).elements()
        filled = tuple(next(unknown) if coin is None else coin for coin in there)
        holdings[seats[player]] = replace(holdings[seats[player]], coins=filled)
    after = replace(state, holdings=tuple(holdings))
    _check_box(state, face_up(after))
    shown_now = {player: holdings[seats[player]].coins for player in state.table.players if player in event.values}
    ends = (game_over(after),) if over(after) and not over(state) else ()
    return after, (CoinsShown(coins=shown_now), *ends)
