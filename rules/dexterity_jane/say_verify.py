"""Verify in plain English: each step of the walk, and the verdicts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.dexterity_jane import rulings as r
from rules.dexterity_jane.cards import Bullets, Group, NothingBent
from rules.dexterity_jane.say import ORDINALS, cards_said, coin_said, digits_said, hands_said
from rules.game import Ruling
from rules.hands import Side
from rules.said import numbered, said, together
from rules.words import listed


def _required(x: r.Required) -> str:
    return said("Round {round} requires {hands}.", round=x.round, hands=hands_said(x.left, x.right))


def _stick_up_why(x: r.StickUpVerified) -> str:
    if x.because is r.Because.NO_BULLETS or not x.bullets:
        return said("no bullet at all") if x.because is r.Because.NO_BULLETS else ""
    if x.because is r.Because.ODD_BULLETS:
        return said("an odd number of bullets ({cards})", cards=cards_said(x.bullets))
    return said("an even number of bullets ({cards}), which cancel each other", cards=cards_said(x.bullets))


def _stick_up_verified(x: r.StickUpVerified) -> str:
    values = {"player": x.player, "hand": x.hand, "victim": x.victim, "why": _stick_up_why(x)}
    pays = {"winner": x.winner, "loser": x.loser, "coin": coin_said(x.coin)}
    verdict = (
        said("{player}'s {hand}-handed stick-up on {victim} succeeds: the {hand} hand shows {why}.", **values)
        if x.success
        else said("{player}'s {hand}-handed stick-up on {victim} backfires: the {hand} hand shows {why}.", **values)
    )
    if not x.moved:
        return together(verdict, said("{loser} has no coin to lose, so nothing happens.", **pays))
    if x.success:
        return together(verdict, said("{winner} steals {coin} from {loser}.", **pays))
    return together(verdict, said("{winner} takes {coin} from {loser}.", **pays))


_EARNS = {
    r.Because.FIRST_RIGHT: said("the first right guess, which earns the Round tile"),
    r.Because.LATER_RIGHT: said("a later right guess, which earns a Hand card"),
    r.Because.PILE_EMPTY: said("but no Hand card is left to earn"),
}


def _guess(x: r.GuessVerified) -> str:
    values = {"place": ORDINALS[x.place - 1], "player": x.player, "hands": hands_said(x.left, x.right)}
    if x.because is r.Because.BUDGED:
        return said(
            "{place}, {player} ({hands}): wrong, because {player} budged and by the house rule that voids the guess.",
            **values,
        )
    if x.right_guess:
        earns = _EARNS[x.reward_because or r.Because.PILE_EMPTY]
        return said("{place}, {player} ({hands}): right, {earns}.", **values, earns=earns)
    wrong = together(
        said("{digits} should have been bent", digits=digits_said(x.missing)) if x.missing else "",
        said("{digits} should have been straight", digits=digits_said(x.extra)) if x.extra else "",
        between=said(", and "),
    )
    return said("{place}, {player} ({hands}): wrong; {wrong}.", **values, wrong=wrong)


_TILE = {
    r.Because.FIRST_RIGHT: said("with the first right guess"),
    r.Because.TWO_PLAYERS: said(
        "because the only other player locked a wrong guess (Special Rule for Two-Player Games)"
    ),
    r.Because.NOBODY_RIGHT: said("because nobody's guess was right"),
    r.Because.NO_GUESS: said("because there was no guess to check"),
}


def _tile(x: r.TileGoes) -> str:
    if x.player is None:
        return said("Round tile {tile} is discarded, {why}.", tile=x.tile, why=_TILE[x.because])
    return numbered(
        x.tile,
        "{player} takes Round tile {n}, worth {n} point, {why}.",
        "{player} takes Round tile {n}, worth {n} points, {why}.",
        player=x.player,
        why=_TILE[x.because],
    )


def _group_cards(group: Group) -> str:
    """Which cards show a hand."""
    faces = [
        said("{card} ({digit})", card=n, digit=digit or said("open"))
        for n, digit in zip(group.cards, group.shows, strict=True)
    ]
    if group.hand is Side.LEFT:
        return numbered(len(faces), "Left hand: card {faces}.", "Left hand: cards {faces}.", faces=listed(faces))
    return numbered(len(faces), "Right hand: card {faces}.", "Right hand: cards {faces}.", faces=listed(faces))


def group_said(group: Group) -> str:
    """Verify's steps 1 to 3 for the cards of one hand."""
    if not group.cards:
        return said("No card shows a {hand} hand, so nothing is bent on it.", hand=group.hand)
    pairs = listed(said("{a} with {b}", a=a, b=b) for a, b in group.pairs)
    if group.because is NothingBent.OPEN_HAND:
        left = said("Card {card} shows an open hand and empties the group: nothing is bent.", card=group.open_card)
    elif group.because is NothingBent.ALL_CANCELLED:
        left = said("No card is left: nothing is bent.")
    else:
        left = said("Bent must be: {digits} ({cards}).", digits=listed(group.bent), cards=cards_said(group.stays))
    crossed = said("Identical cards cancel each other: {pairs}.", pairs=pairs) if group.pairs else ""
    return together(_group_cards(group), crossed, left)


def bullets_said(shot: Bullets) -> str:
    """The bullets of one hand."""
    if not shot.cards:
        return said("No bullet on the {hand} hand: no {hand}-handed stick-up is allowed.", hand=shot.hand)
    cards = cards_said(shot.cards)
    if not shot.allowed:
        return numbered(
            len(shot.cards),
            "{n} bullet on the {hand} hand ({cards}) cancel each other: no {hand}-handed stick-up is allowed.",
            "{n} bullets on the {hand} hand ({cards}) cancel each other: no {hand}-handed stick-up is allowed.",
            hand=shot.hand,
            cards=cards,
        )
    return numbered(
        len(shot.cards),
        "{n} bullet on the {hand} hand ({cards}), which nothing cancels: a {hand}-handed stick-up is allowed.",
        "{n} bullets on the {hand} hand ({cards}), an odd number, so one is left over: a {hand}-handed stick-up is "
        "allowed.",
        hand=shot.hand,
        cards=cards,
    )


def _walk(x: r.Walk) -> str:
    head = (
        said("Verify, round {round}, by {verifier}:", round=x.round, verifier=x.verifier)
        if x.verifier
        else said("Verify, round {round}:", round=x.round)
    )
    return together(
        head,
        *map(group_said, x.groups),
        *map(bullets_said, x.bullets),
        *map(_stick_up_verified, x.stick_ups),
        *map(_guess, x.guesses),
        _tile(x.tile),
        between="\n",
    )


WORDS: Mapping[type[Ruling], Callable[[Any], str]] = {
    r.Required: _required,
    r.StickUpVerified: _stick_up_verified,
    r.GuessVerified: _guess,
    r.TileGoes: _tile,
    r.Walk: _walk,
}
