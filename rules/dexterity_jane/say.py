"""Rulings in plain English. All words of this game's rulings are in this one file, so that another language is one
more file like it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.dexterity_jane import rulings as r
from rules.dexterity_jane.cards import Bullets, Group, NothingBent
from rules.dexterity_jane.events import Digits, SettledBy
from rules.dexterity_jane.notes import CARDS_TOUCHED, KNOWN_LATE, NOT_READ, NOT_SEEN
from rules.dexterity_jane.state import Coin
from rules.game import Noted, Ruling
from rules.hands import Side
from rules.players import PlayersChanged, players_said
from rules.words import counted, listed, noted_said, plural

ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth")
"""What players call out as they lock."""


def hands_said(left: Digits, right: Digits) -> str:
    """What is bent on two hands: "left index, right thumb and ring", or "nothing bent"."""
    hands = [f"{hand} {listed(digits)}" for hand, digits in ((Side.LEFT, left), (Side.RIGHT, right)) if digits]
    return ", ".join(hands) or "nothing bent"


def _digits(by_hand: Mapping[Side, Digits]) -> str:
    return hands_said(by_hand.get(Side.LEFT, ()), by_hand.get(Side.RIGHT, ()))


def _cards(numbers: Sequence[int]) -> str:
    return f"{plural(len(numbers), 'card')} {listed(numbers)}"


def _coin(coin: Coin) -> str:
    return "a face-down coin" if coin is None else f"a coin of value {coin}"


def _sheriff(x: r.SheriffLanded) -> str:
    return f"The Sheriff token landed on the {x.hand} hand: its stick-ups are verified first, all game long."


def _coins(x: r.CoinsDealt) -> str:
    return f"Each player has one coin: {listed(f'{player} {_coin(coin)}' for player, coin in x.coins.items())}."


def _revealed(x: r.Revealed) -> str:
    faces = [f"{card.hand} {card.bent or 'open'}{' with a bullet' * card.bullet} ({card.number})" for card in x.shows]
    return f"Round {x.round}: the cards show {listed(faces)}. Guess!"


def _locked(x: r.LockTaken) -> str:
    sure = f" Unsure: {_digits(x.unsure)}." if x.unsure else ""
    return f"{ORDINALS[x.place - 1]}! {x.player}, at {x.at:.1f} s: {hands_said(x.left, x.right)}.{sure}"


def _tie(x: r.Tie) -> str:
    return f"{listed(x.players)} locked at the same time, at {x.at:.1f} s; the table says who was first."


def _stick_up(x: r.StickUpTaken) -> str:
    aims = listed(f"the {hand} hand at {victim}" for hand, victim in x.aims.items())
    return f"{' '.join(['POW!'] * len(x.aims))} {x.player}, at {x.at:.1f} s, points {aims}."


def _stick_up_refused(x: r.StickUpRefused) -> str:
    return (
        f"{x.player}'s {x.hand} pistol is refused: {x.by} performed the round's stick-up with the {x.hand} hand before."
    )


def _guess_closed(x: r.GuessClosed) -> str:
    if x.because is r.Because.ALL_BUT_ONE:
        return f"Guess is closed: all but one have locked. {listed(x.last)} was last, scores nothing and verifies."
    if not x.last:
        return "The table closed Guess."
    return f"The table closed Guess: {listed(x.last)} without a lock {plural(len(x.last), 'scores', 'score')} nothing."


def _budged(x: r.Budged) -> str:
    void = x.because is r.Because.HOUSE_VOID
    what = f" ({_digits(x.moved)})" if x.moved else ""
    then = "by the house rule that guess is void" if void else "what was locked counts"
    return f"{x.player} moved at {x.at:.1f} s, after locking{what}; {then}."


_BY = {
    SettledBy.LOOK: "another look",
    SettledBy.PALMS: "the palms turned up",
    SettledBy.TABLE: "the table's word",
    SettledBy.LIKELIER: "the likelier reading",
}


def _settled(x: r.Settled) -> str:
    kept = "is changed to" if x.disputed and x.changed else "stays" if x.disputed else "is settled as"
    return f"{x.player}'s lock {kept} {hands_said(x.left, x.right)}, by {_BY[x.by]}."


def _ordered(x: r.Ordered) -> str:
    return f"The order is told: {', then '.join(x.players)}. Altogether it is {listed(x.order)}."


def _required(x: r.Required) -> str:
    return f"Round {x.round} requires {hands_said(x.left, x.right)}."


def _stick_up_verified(x: r.StickUpVerified) -> str:
    why = {
        r.Because.ODD_BULLETS: f"an odd number of bullets ({_cards(x.bullets)})" if x.bullets else "",
        r.Because.NO_BULLETS: "no bullet at all",
        r.Because.BULLETS_CANCEL: f"an even number of bullets ({_cards(x.bullets)}), which cancel each other"
        if x.bullets
        else "",
    }[x.because]
    how = "succeeds" if x.success else "backfires"
    if not x.moved:
        pays = f"{x.loser} has no coin to lose, so nothing happens"
    elif x.success:
        pays = f"{x.winner} steals {_coin(x.coin)} from {x.loser}"
    else:
        pays = f"{x.winner} takes {_coin(x.coin)} from {x.loser}"
    return f"{x.player}'s {x.hand}-handed stick-up on {x.victim} {how}: the {x.hand} hand shows {why}. {_upper(pays)}."


def _guess(x: r.GuessVerified) -> str:
    who = f"{ORDINALS[x.place - 1]}, {x.player} ({hands_said(x.left, x.right)})"
    if x.because is r.Because.BUDGED:
        return f"{who}: wrong, because {x.player} budged and by the house rule that voids the guess."
    if not x.right_guess:
        wrong = [
            *([f"{_digits(x.missing)} should have been bent"] if x.missing else []),
            *([f"{_digits(x.extra)} should have been straight"] if x.extra else []),
        ]
        return f"{who}: wrong; {', and '.join(wrong)}."
    earns = {
        r.Because.FIRST_RIGHT: "the first right guess, which earns the Round tile",
        r.Because.LATER_RIGHT: "a later right guess, which earns a Hand card",
        r.Because.PILE_EMPTY: "but no Hand card is left to earn",
    }[x.reward_because or r.Because.PILE_EMPTY]
    return f"{who}: right, {earns}."


def _tile(x: r.TileGoes) -> str:
    why = {
        r.Because.FIRST_RIGHT: "with the first right guess",
        r.Because.TWO_PLAYERS: "because the only other player locked a wrong guess (Special Rule for Two-Player Games)",
        r.Because.NOBODY_RIGHT: "because nobody's guess was right",
        r.Because.NO_GUESS: "because there was no guess to check",
    }[x.because]
    if x.player is None:
        return f"Round tile {x.tile} is discarded, {why}."
    return f"{x.player} takes Round tile {x.tile}, worth {counted(x.tile, 'point')}, {why}."


def _round_over(x: r.RoundOver) -> str:
    stand = listed(f"{player} {points}" for player, points in x.points.items())
    then = "That was the last round." if x.next is None else f"Round {x.next} is next."
    return f"Round {x.round} is over. Points: {stand}. {then}"


def _coins_due(x: r.CoinsDue) -> str:
    return f"Coins that lie face down are still to be counted: {listed(x.players)}, please show yours."


def _coins_shown(x: r.CoinsShown) -> str:
    shown = (f"{player} {listed(coins) if coins else 'no coins'}" for player, coins in x.coins.items())
    return f"Coins are shown: {'; '.join(shown)}."


def _game_over(x: r.GameOver) -> str:
    if x.points is None:
        return (
            "The game is over. It was taken up late, and what was held before is not known, so nobody is named winner."
        )
    with_points = f"with {counted(x.points, 'point')}"
    if x.because is r.Because.SHARED:
        return f"{listed(x.winners)} share the win {with_points}."
    why = {
        r.Because.MOST_POINTS: "the most",
        r.Because.MORE_COINS: "tied, but with more coins",
        r.Because.HIGHER_TILE: "tied, but with the higher-numbered Round tile",
    }[x.because]
    return f"{listed(x.winners)} wins {with_points}, {why}."


def group_said(group: Group) -> str:
    """Verify's steps 1 to 3 for the cards of one hand."""
    if not group.cards:
        return f"No card shows a {group.hand} hand, so nothing is bent on it."
    faces = [f"{n} ({digit or 'open'})" for n, digit in zip(group.cards, group.shows, strict=True)]
    parts = [f"{_upper(str(group.hand))} hand: {plural(len(faces), 'card')} {listed(faces)}."]
    if group.pairs:
        parts.append(f"Identical cards cancel each other: {listed(f'{a} with {b}' for a, b in group.pairs)}.")
    if group.because is NothingBent.OPEN_HAND:
        parts.append(f"Card {group.open_card} shows an open hand and empties the group: nothing is bent.")
    elif group.because is NothingBent.ALL_CANCELLED:
        parts.append("No card is left: nothing is bent.")
    else:
        parts.append(f"Bent must be: {listed(group.bent)} ({_cards(group.stays)}).")
    return " ".join(parts)


def bullets_said(shot: Bullets) -> str:
    """The bullets of one hand."""
    if not shot.cards:
        return f"No bullet on the {shot.hand} hand: no {shot.hand}-handed stick-up is allowed."
    count = f"{counted(len(shot.cards), 'bullet')} on the {shot.hand} hand ({_cards(shot.cards)})"
    if shot.allowed:
        rest = "an odd number, so one is left over" if len(shot.cards) > 1 else "which nothing cancels"
        return f"{count}, {rest}: a {shot.hand}-handed stick-up is allowed."
    return f"{count} cancel each other: no {shot.hand}-handed stick-up is allowed."


def _walk(x: r.Walk) -> str:
    return "\n".join(
        [
            f"Verify, round {x.round}{f', by {x.verifier}' if x.verifier else ''}:",
            *map(group_said, x.groups),
            *map(bullets_said, x.bullets),
            *map(_stick_up_verified, x.stick_ups),
            *map(_guess, x.guesses),
            _tile(x.tile),
        ]
    )


def _standings(x: r.Standings) -> str:
    lines = []
    for player, score in x.players.items():
        tiles = f", {plural(len(score.tiles), 'tile')} {listed(score.tiles)}" if score.tiles else ""
        cards = f", {counted(score.hand_cards, 'Hand card')}" if score.hand_cards else ""
        coins = (
            f", coins {listed('face down' if coin is None else coin for coin in score.coins)}" if score.coins else ""
        )
        lines.append(f"{player}: {counted(score.points, 'point')}{tiles}{cards}{coins}.")
    if x.winners:
        lines.append(f"Won by {listed(x.winners)}.")
    return "\n".join(lines)


def _noted(x: Noted) -> str:
    player = x.more.get("player")
    if x.about == CARDS_TOUCHED:
        return f"Hands off the cards{f', {player}' if player else ''}! Noted at {x.at:.1f} s; it changes no score."
    if x.about == NOT_SEEN and "to_s" in x.more:
        return (
            f"The table was not seen from {x.at:.1f} to {x.more['to_s']:.1f} s: what happened meanwhile is unsure, and "
            "hands that came to rest then are taken to have done so at its end."
        )
    if x.about == NOT_READ:
        return f"{player}: hands came to rest at {x.at:.1f} s and were gone before they could be read. Show them again."
    if x.about == KNOWN_LATE and "rest_s" in x.more:
        aims = x.more.get("aims")
        shown = hands_said(x.more.get("left", ()), x.more.get("right", ()))
        did = f"pistol at {listed(aims.values())}" if aims else shown
        return (
            f"{player} was in time, at {x.more['rest_s']:.1f} s ({did}), but that was known only after Guess had "
            "closed. It counts nothing unless the table takes that back and tells it."
        )
    return noted_said(x)


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


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
    r.Required: _required,
    r.StickUpVerified: _stick_up_verified,
    r.GuessVerified: _guess,
    r.TileGoes: _tile,
    r.RoundOver: _round_over,
    r.CoinsDue: _coins_due,
    r.CoinsShown: _coins_shown,
    r.GameOver: _game_over,
    r.Walk: _walk,
    r.Standings: _standings,
    Noted: _noted,
}
