"""The walk through Verify cut into steps, each with what it shows and says. What is true stands in the walk itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from msgspec.structs import replace

from rules.dexterity_jane import GAME
from rules.dexterity_jane.cards import Group, NothingBent
from rules.dexterity_jane.rulings import GuessVerified, StickUpVerified, TileGoes, Walk
from rules.dexterity_jane.say import hands_said
from rules.hands import Digit, Side
from rules.words import listed
from ui.window.texts import Texts


class Shows(StrEnum):
    """What a step is about."""

    SORTED = "sorted"
    STICK_UP = "stick-up"
    PAIRS = "pairs"
    OPENED = "opened"
    REQUIRED = "required"
    GUESS = "guess"
    TILE = "tile"


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step: which cards are crossed out by now, why, and the guess or stick-up it is about."""

    shows: Shows
    says: str
    crossed: frozenset[int] = frozenset()
    lit: frozenset[int] = frozenset()
    """The cards that this step is about."""
    hand: Side | None = None
    guess: GuessVerified | None = None
    stick_up: StickUpVerified | None = None
    tile: TileGoes | None = None


def steps_of(walk: Walk, texts: Texts) -> tuple[Step, ...]:
    """The steps in the rulebook's order: stick-ups before all, then the cards, then the guesses, then the tile."""
    steps = [Step(shows=Shows.SORTED, says=texts("verify.sorted"))]
    steps += _stick_ups(walk)
    crossed: frozenset[int] = frozenset()
    for group in walk.groups:
        if group.pairs:
            gone = frozenset(number for pair in group.pairs for number in pair)
            crossed |= gone
            faces = dict(zip(group.cards, group.shows, strict=True))
            pairs = listed(texts("verify.pair", face=_face(texts, faces[a]), a=a, b=b) for a, b in group.pairs)
            says = texts(f"verify.pairs.{group.hand}", pairs=pairs)
            steps.append(Step(shows=Shows.PAIRS, says=says, crossed=crossed, lit=gone, hand=group.hand))
    for group in walk.groups:
        if group.because is NothingBent.OPEN_HAND:
            gone = frozenset(group.emptied)
            crossed |= gone - {group.open_card}  # it has done its work, and stays to be seen
            says = texts(f"verify.opened.{group.hand}", card=group.open_card)
            steps.append(Step(shows=Shows.OPENED, says=says, crossed=crossed, lit=gone, hand=group.hand))
    left, right = walk.groups
    bent = left.bent or right.bent
    says = texts("verify.required", hands=hands_said(left.bent, right.bent)) if bent else texts("verify.nothing")
    stays = frozenset((*left.stays, *right.stays))
    steps.append(Step(shows=Shows.REQUIRED, says=says, crossed=crossed, lit=stays))
    for guess in walk.guesses:
        steps.append(Step(shows=Shows.GUESS, says=GAME.say(guess), crossed=crossed, guess=guess))
    steps.append(Step(shows=Shows.TILE, says=GAME.say(walk.tile), crossed=crossed, tile=walk.tile))
    return tuple(steps)


def side_by_side(group: Group) -> list[int]:
    """The cards of a hand as they are laid out to be verified: identical ones beside each other, open hands last."""
    order, faces = [*Digit, None], dict(zip(group.cards, group.shows, strict=True))
    return sorted(group.cards, key=lambda number: (order.index(faces[number]), number))


def _face(texts: Texts, face: Digit | None) -> str:
    return texts("verify.open" if face is None else f"ready.digit.{face}")


def _stick_ups(walk: Walk) -> list[Step]:
    """Coins change hands face down: their values stay a secret until the end."""
    return [
        Step(
            shows=Shows.STICK_UP,
            says=GAME.say(replace(shot, coin=None)),
            lit=frozenset(shot.bullets),
            hand=shot.hand,
            stick_up=shot,
        )
        for shot in walk.stick_ups
    ]
