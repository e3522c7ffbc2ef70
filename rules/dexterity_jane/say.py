"""Rulings in plain English, as templates that another language fills in its own way (`rules.said`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.dexterity_jane import rulings as r
from rules.dexterity_jane.cards import Card
from rules.dexterity_jane.events import Digits, SettledBy
from rules.dexterity_jane.notes import CARDS_TOUCHED, KNOWN_LATE, NOT_READ, NOT_SEEN
from rules.dexterity_jane.state import Coin
from rules.game import Noted, Ruling
from rules.hands import Side
from rules.players import PlayersChanged, players_said
from rules.said import numbered, said, together
from rules.words import counted, listed, noted_said

ORDINALS = (
    said("First"), said("Second"), said("Third"), said("Fourth"), said("Fifth"), said("Sixth"), said("Seventh"),
    said("Eighth"), said("Ninth"),
)  # fmt: skip
"""What players call out as they lock."""


def hands_said(left: Digits, right: Digits) -> str:
    """What is bent on two hands: "left index, right thumb and ring", or "nothing bent"."""
    hands = [
        said("left {digits}", digits=listed(left)) if left else "",
        said("right {digits}", digits=listed(right)) if right else "",
    ]
    return together(*hands, between=", ") or said("nothing bent")


def digits_said(by_hand: Mapping[Side, Digits]) -> str:
    """Digits by their hand."""
    return hands_said(by_hand.get(Side.LEFT, ()), by_hand.get(Side.RIGHT, ()))


def cards_said(numbers: Sequence[int]) -> str:
    """Cards by their numbers."""
    return numbered(len(numbers), "card {numbers}", "cards {numbers}", numbers=listed(numbers))


def coin_said(coin: Coin) -> str:
    """One coin."""
    return said("a face-down coin") if coin is None else said("a coin of value {value}", value=coin)


def _sheriff(x: r.SheriffLanded) -> str:
    return said(
        "The Sheriff token landed on the {hand} hand: its stick-ups are verified first, all game long.", hand=x.hand
    )


def _coins(x: r.CoinsDealt) -> str:
    coins = listed(said("{player} {coin}", player=player, coin=coin_said(coin)) for player, coin in x.coins.items())
    return said("Each player has one coin: {coins}.", coins=coins)


def _face(card: Card) -> str:
    values = {"hand": card.hand, "digit": card.bent or said("open"), "card": card.number}
    if card.bullet:
        return said("{hand} {digit} with a bullet ({card})", **values)
    return said("{hand} {digit} ({card})", **values)


def _revealed(x: r.Revealed) -> str:
    return said("Round {round}: the cards show {faces}. Guess!", round=x.round, faces=listed(map(_face, x.shows)))


def _locked(x: r.LockTaken) -> str:
    place, hands = ORDINALS[x.place - 1], hands_said(x.left, x.right)
    return together(
        said("{place}! {player}, at {at:.1f} s: {hands}.", place=place, player=x.player, at=x.at, hands=hands),
        said("Unsure: {digits}.", digits=digits_said(x.unsure)) if x.unsure else "",
    )


def place_said(x: r.LockTaken) -> str:
    """Who locked, and when, without what the hands showed."""
    return said("{place}! {player}, at {at:.1f} s.", place=ORDINALS[x.place - 1], player=x.player, at=x.at)


def _tie(x: r.Tie) -> str:
    return said(
        "{players} locked at the same time, at {at:.1f} s; the table says who was first.",
        players=listed(x.players),
        at=x.at,
    )


def _stick_up(x: r.StickUpTaken) -> str:
    aims = listed(said("the {hand} hand at {victim}", hand=hand, victim=victim) for hand, victim in x.aims.items())
    pow_ = together(*[said("POW!")] * len(x.aims))
    return said("{pow} {player}, at {at:.1f} s, points {aims}.", pow=pow_, player=x.player, at=x.at, aims=aims)


def _stick_up_refused(x: r.StickUpRefused) -> str:
    return said(
        "{player}'s {hand} pistol is refused: {by} performed the round's stick-up with the {hand} hand before.",
        player=x.player,
        hand=x.hand,
        by=x.by,
    )


def _guess_closed(x: r.GuessClosed) -> str:
    last = listed(x.last)
    if x.because is r.Because.ALL_BUT_ONE:
        return said(
            "Guess is closed: all but one have locked. {last} was last, scores nothing and verifies.", last=last
        )
    if not x.last:
        return said("The table closed Guess.")
    return numbered(
        len(x.last),
        "The table closed Guess: {last} without a lock scores nothing.",
        "The table closed Guess: {last} without a lock score nothing.",
        last=last,
    )


def _budged(x: r.Budged) -> str:
    void = x.because is r.Because.HOUSE_VOID
    then = said("by the house rule that guess is void") if void else said("what was locked counts")
    if x.moved:
        return said(
            "{player} moved at {at:.1f} s, after locking ({what}); {then}.",
            player=x.player,
            at=x.at,
            what=digits_said(x.moved),
            then=then,
        )
    return said("{player} moved at {at:.1f} s, after locking; {then}.", player=x.player, at=x.at, then=then)


_BY = {
    SettledBy.LOOK: said("another look"),
    SettledBy.PALMS: said("the palms turned up"),
    SettledBy.TABLE: said("the table's word"),
    SettledBy.LIKELIER: said("the likelier reading"),
}


def _settled(x: r.Settled) -> str:
    values = {"player": x.player, "hands": hands_said(x.left, x.right), "by": _BY[x.by]}
    if not x.disputed:
        return said("{player}'s lock is settled as {hands}, by {by}.", **values)
    if x.changed:
        return said("{player}'s lock is changed to {hands}, by {by}.", **values)
    return said("{player}'s lock stays {hands}, by {by}.", **values)


def _ordered(x: r.Ordered) -> str:
    told = together(*x.players, between=said(", then "))
    return said("The order is told: {told}. Altogether it is {order}.", told=told, order=listed(x.order))


def _round_over(x: r.RoundOver) -> str:
    stand = listed(said("{player} {points}", player=player, points=points) for player, points in x.points.items())
    return together(
        said("Round {round} is over. Points: {stand}.", round=x.round, stand=stand),
        said("That was the last round.") if x.next is None else said("Round {next} is next.", next=x.next),
    )


def _coins_due(x: r.CoinsDue) -> str:
    return said(
        "Coins that lie face down are still to be counted: {players}, please show yours.", players=listed(x.players)
    )


def _coins_shown(x: r.CoinsShown) -> str:
    shown = (
        said("{player} {coins}", player=player, coins=listed(coins, "no coins")) for player, coins in x.coins.items()
    )
    return said("Coins are shown: {shown}.", shown=together(*shown, between="; "))


_WINS = {
    r.Because.MOST_POINTS: said("the most"),
    r.Because.MORE_COINS: said("tied, but with more coins"),
    r.Because.HIGHER_TILE: said("tied, but with the higher-numbered Round tile"),
}


def _game_over(x: r.GameOver) -> str:
    if x.points is None:
        return said(
            "The game is over. It was taken up late, and what was held before is not known, so nobody is named winner."
        )
    winners = listed(x.winners)
    if x.because is r.Because.SHARED:
        return numbered(
            x.points,
            "{winners} share the win with {n} point.",
            "{winners} share the win with {n} points.",
            winners=winners,
        )
    return numbered(
        x.points,
        "{winners} wins with {n} point, {why}.",
        "{winners} wins with {n} points, {why}.",
        winners=winners,
        why=_WINS[x.because],
    )


def _standing(player: str, score: r.Score) -> str:
    """What one player has."""
    coins = listed(said("face down") if coin is None else coin for coin in score.coins)
    has = together(
        counted(score.points, "point"),
        numbered(len(score.tiles), "tile {tiles}", "tiles {tiles}", tiles=listed(score.tiles)) if score.tiles else "",
        counted(score.hand_cards, "Hand card") if score.hand_cards else "",
        said("coins {coins}", coins=coins) if score.coins else "",
        between=", ",
    )
    return said("{player}: {has}.", player=player, has=has)


def _standings(x: r.Standings) -> str:
    lines = [_standing(player, score) for player, score in x.players.items()]
    won = said("Won by {winners}.", winners=listed(x.winners)) if x.winners else ""
    return together(*lines, won, between="\n")


def _noted(x: Noted) -> str:
    player = x.more.get("player")
    if x.about == CARDS_TOUCHED:
        if player:
            return said(
                "Hands off the cards, {player}! Noted at {at:.1f} s; it changes no score.", player=player, at=x.at
            )
        return said("Hands off the cards! Noted at {at:.1f} s; it changes no score.", at=x.at)
    if x.about == NOT_SEEN and "to_s" in x.more:
        return said(
            "The table was not seen from {at:.1f} to {to:.1f} s: what happened meanwhile is unsure, and hands that "
            "came to rest then are taken to have done so at its end.",
            at=x.at,
            to=x.more["to_s"],
        )
    if x.about == NOT_READ:
        return said(
            "{player}: hands came to rest at {at:.1f} s and were gone before they could be read. Show them again.",
            player=player,
            at=x.at,
        )
    if x.about == KNOWN_LATE and "rest_s" in x.more:
        aims = x.more.get("aims")
        shown = hands_said(x.more.get("left", ()), x.more.get("right", ()))
        did = said("pistol at {aims}", aims=listed(aims.values())) if aims else shown
        return said(
            "{player} was in time, at {at:.1f} s ({did}), but that was known only after Guess had closed. It counts "
            "nothing unless the table takes that back and tells it.",
            player=player,
            at=x.more["rest_s"],
            did=did,
        )
    return noted_said(x)


WORDS: Mapping[type[Ruling], Callable[[Any], str]] = {
    r.SheriffLanded: _sheriff,
    r.CoinsDealt: _coins,
    PlayersChanged: players_said,
    r.Revealed: _revealed,
    r.LockTaken: _locked,
    r.Tie: _tie,
    r.StickUpTaken: _stick_up,
    r.StickUpRefused: _stick_up_refused,
    r.GuessClosed: _guess_closed,
    r.Budged: _budged,
    r.Settled: _settled,
    r.Ordered: _ordered,
    r.RoundOver: _round_over,
    r.CoinsDue: _coins_due,
    r.CoinsShown: _coins_shown,
    r.GameOver: _game_over,
    r.Standings: _standings,
    Noted: _noted,
}
