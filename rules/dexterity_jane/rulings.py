"""What the rules say to the events of Dexterity Jane, as data; `say.py` puts them into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from rules.dexterity_jane.cards import Bullets, Card, Group
from rules.dexterity_jane.events import Digits, SettledBy
from rules.dexterity_jane.state import Coin
from rules.game import Ruling
from rules.hands import Side


class Because(StrEnum):
    """The reasons of rulings, in the rulebook's terms."""

    ALL_BUT_ONE = "all-but-one-have-locked"
    BY_HAND = "the-table-closed-guess"
    HAND_TAKEN = "hand-taken"
    LOCK_COUNTS = "what-was-locked-counts"
    HOUSE_VOID = "house-rule-budge-void"
    ALL_CRITERIA_MET = "all-criteria-met"
    WRONG_DIGITS = "wrong-digits"
    BUDGED = "budged"
    ODD_BULLETS = "odd-number-of-bullets"
    NO_BULLETS = "no-bullets"
    BULLETS_CANCEL = "bullets-cancel"
    FIRST_RIGHT = "first-right"
    LATER_RIGHT = "later-right"
    PILE_EMPTY = "pile-empty"
    TWO_PLAYERS = "two-player-rule"
    NOBODY_RIGHT = "nobody-right"
    NO_GUESS = "no-guess"
    MOST_POINTS = "most-points"
    MORE_COINS = "more-coins"
    HIGHER_TILE = "higher-tile"
    SHARED = "shared"
    TAKEN_UP_LATE = "taken-up-late"


class Reward(StrEnum):
    """What a right guess earns."""

    TILE = "tile"
    HAND_CARD = "hand-card"
    NOTHING = "nothing"


class SheriffLanded(Ruling, frozen=True, kw_only=True, tag="sheriff-landed"):
    """`hand` has priority in all rounds."""

    hand: Side


class CoinsDealt(Ruling, frozen=True, kw_only=True, tag="coins-dealt"):
    """Each player has one coin; null where nobody has told its value."""

    coins: Mapping[str, Coin]


class Revealed(Ruling, frozen=True, kw_only=True, tag="revealed"):
    """The round's cards lie open and Guess is open; `dealt` is who flipped which."""

    round: int
    cards: tuple[int, ...]
    shows: tuple[Card, ...]
    dealt: Mapping[str, tuple[int, ...]]


class LockTaken(Ruling, frozen=True, kw_only=True, tag="locked"):
    """A guess is locked as the `place`-th of the round."""

    player: str
    place: int
    at: float
    left: Digits
    right: Digits
    unsure: Mapping[Side, Digits]


class Tie(Ruling, frozen=True, kw_only=True, tag="tie"):
    """These players locked or drew at the same time; the table says who was first (ruling D22)."""

    players: tuple[str, ...]
    at: float


class StickUpTaken(Ruling, frozen=True, kw_only=True, tag="stick-up"):
    """A stick-up stands, with one hand or two."""

    player: str
    at: float
    aims: Mapping[Side, str]


class StickUpRefused(Ruling, frozen=True, kw_only=True, tag="stick-up-refused"):
    """This hand was taken already by `by`: of a double stick-up the other one stands (ruling D14), and of two pistols
    at the same time the one that the table says was first (ruling D22)."""

    player: str
    hand: Side
    by: str
    because: Because


class GuessClosed(Ruling, frozen=True, kw_only=True, tag="guess-closed"):
    """Guess is over; `last` are the players without a lock, who score nothing this round."""

    last: tuple[str, ...]
    because: Because


class Budged(Ruling, frozen=True, kw_only=True, tag="budged"):
    """A player moved after locking; `moved` are the digits that changed, by hand. What was locked counts, or the
    guess is void by the house rule."""

    player: str
    at: float
    moved: Mapping[Side, Digits]
    because: Because


class Settled(Ruling, frozen=True, kw_only=True, tag="settled"):
    """What a lock was is settled; `disputed` when it had been sure, `changed` when other digits were locked."""

    player: str
    left: Digits
    right: Digits
    by: SettledBy
    disputed: bool
    changed: bool


class Ordered(Ruling, frozen=True, kw_only=True, tag="ordered"):
    """The order of `players` is told; `order` is that of all who locked or drew."""

    players: tuple[str, ...]
    order: tuple[str, ...]


class Required(Ruling, frozen=True, kw_only=True, tag="required"):
    """What the revealed cards require of both hands, once identical cards and open hands have done their work."""

    round: int
    left: Digits
    right: Digits


class StickUpVerified(Ruling, frozen=True, kw_only=True, tag="stick-up-verified"):
    """A stick-up succeeded or backfired; `coin` goes from `loser` to `winner` unless the loser had none (`moved`).

    `coin` is null when its value is not known; `bullets` are the cards of that hand that bear one.
    """

    player: str
    hand: Side
    victim: str
    success: bool
    because: Because
    bullets: tuple[int, ...]
    loser: str
    winner: str
    moved: bool
    coin: Coin


class GuessVerified(Ruling, frozen=True, kw_only=True, tag="guess-verified"):
    """A guess is right or wrong, and what it earns.

    `missing` are the digits that should have been bent and were not, `extra` those bent that should not have been;
    `hand_card` is the number of the card earned, 0 for one that Handref never saw, and `because` says why the guess
    is right or wrong, `reward_because` why it earns what it does.
    """

    player: str
    place: int
    left: Digits
    right: Digits
    right_guess: bool
    because: Because
    missing: Mapping[Side, Digits]
    extra: Mapping[Side, Digits]
    reward: Reward
    hand_card: int | None
    reward_because: Because | None


class TileGoes(Ruling, frozen=True, kw_only=True, tag="round-tile"):
    """Who earns the Round tile; nobody (`player` null) when it is discarded."""

    tile: int
    player: str | None
    because: Because


class RoundOver(Ruling, frozen=True, kw_only=True, tag="round-over"):
    """The round's cards are cleared away; `points` as they stand, known coins counted; `next` is null at the end."""

    round: int
    points: Mapping[str, int]
    next: int | None


class CoinsDue(Ruling, frozen=True, kw_only=True, tag="coins-due"):
    """The last round is over, and these players' coins lie face down still: they are to be shown."""

    players: tuple[str, ...]


class CoinsShown(Ruling, frozen=True, kw_only=True, tag="coins-shown"):
    """Coins turned face up."""

    coins: Mapping[str, tuple[Coin, ...]]


class GameOver(Ruling, frozen=True, kw_only=True, tag="game-over"):
    """Who wins, with how many points, and what decided it. Of a game taken up late nobody is named (`points` null),
    unless its header says what was held before."""

    winners: tuple[str, ...]
    points: int | None
    because: Because


class Walk(Ruling, frozen=True, kw_only=True, tag="walk"):
    """Verify, step by step: the cards in two groups and what cancels in each, the bullets (Stick-Up only), the
    stick-ups in the order in which they are verified, the guesses in the order of the locks, and the Round tile."""

    round: int
    verifier: str | None
    groups: tuple[Group, Group]
    bullets: tuple[Bullets, ...]
    stick_ups: tuple[StickUpVerified, ...]
    guesses: tuple[GuessVerified, ...]
    tile: TileGoes


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """One player's line of the standings."""

    points: int
    tiles: tuple[int, ...]
    hand_cards: int
    coins: tuple[Coin, ...]


class Standings(Ruling, frozen=True, kw_only=True, tag="standings"):
    """Points with known coins counted; `winners` in the players' order, empty until the game is over."""

    players: Mapping[str, Score]
    winners: tuple[str, ...]
