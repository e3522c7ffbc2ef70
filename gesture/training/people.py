"""Renders made-up people, each showing their hands and then playing: python -m gesture.training.people OUT --people 30

A picture shows one person's two hands at 480 x 320. First the person shows the open hand and each digit bent, as
`handref calibrate` asks for, then the same person plays under another light with other guesses. `handref bench
own-hands` learns from the former and judges by the latter. One third of the people have the mesh's own proportions, one
third long narrow fingers, and one third digits that neither straighten nor bend as other people's do. Each bends digits
in a way of their own. Needs the train extra.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.training.examples import Scene
from gesture.training.mesh import Angles
from gesture.training.placing import Person, PlacedHand, place
from gesture.training.poses import anyhow, laid
from gesture.training.scenes import Camera, Light
from gesture.training.stills import FIRST_SEED, JPEG_QUALITY, Label, labelled, photographed
from rules.hands import Digit, Palm, Side

Rng = np.random.Generator

KINDS = ("usual", "slender", "stiff")
SHOWN: tuple[frozenset[Digit], ...] = (frozenset(), *(frozenset({digit}) for digit in Digit))
"""What is shown: the open hand, then each digit bent, from the thumb on."""
TAKES = 2
"""Pictures of each thing shown with the palms down; with the palms up it is one."""
PLAYED = 12
PLAYED_UP = 3
"""Pictures of play with the palms down, and up."""
PEOPLE_SEED = FIRST_SEED + 5_000_000
SEAT_PX = (480, 320)
HFOV_DEG = 48.5
_FINGERS = tuple(Digit)[1:]


@dataclass(frozen=True, eq=False)
class Somebody:
    """A person, how that person bends digits, and how far some of them fail to straighten or to bend."""

    kind: str
    person: Person
    way_seed: int
    tucks: bool
    crooked: dict[Digit, float]
    """Degrees, over all its joints, by which a straight digit stays bent."""
    short_of: dict[Digit, float]
    """Shares by which a bent digit's joints fall short of being bent."""

    @staticmethod
    def some(kind: str, rng: Rng) -> Somebody:
        """Anybody of a kind."""
        crooked: dict[Digit, float] = {}
        short_of: dict[Digit, float] = {}
        if kind == "usual":
            person = Person.some(rng, plain=1.0)
        else:
            person = Person.some(rng, plain=0.0, slender=1.0 if kind == "slender" else 0.2)
        if kind == "stiff":
            lengths = {digit: length * float(rng.uniform(0.85, 1.12)) for digit, length in person.lengths.items()}
            person = replace(person, lengths=lengths)
            for digit in rng.permutation(np.array(_FINGERS))[: int(rng.integers(1, 3))]:
                crooked[Digit(digit)] = float(rng.uniform(35, 75))
            for digit in rng.permutation(np.array(list(Digit)))[: int(rng.integers(1, 3))]:
                short_of[Digit(digit)] = float(rng.uniform(0.2, 0.45))
        return Somebody(kind, person, int(rng.integers(2**31)), bool(rng.random() < 0.4), crooked, short_of)

    def holds(self, bent: frozenset[Digit], rng: Rng) -> Angles:
        """The joint angles of one hand with these digits bent, in this person's own way, never twice the same."""
        own = np.random.default_rng(self.way_seed)
        usual = laid(bent, own) if self.tucks else anyhow(bent, own)
        angles = {}
        for joint, (flex, abduct, twist) in usual.items():
            digit = next(d for d in Digit if joint.startswith(str(d)))
            if digit in bent:
                flex *= 1 - self.short_of.get(digit, 0.0)
            else:
                flex -= self.crooked.get(digit, 0.0) / 3
            angles[joint] = (flex + rng.normal(0, 4), abduct + rng.normal(0, 1.5), twist)
        return angles


def _hands(somebody: Somebody, bent: dict[Side, frozenset[Digit]], palm: Palm, rng: Rng) -> list[PlacedHand]:
    hands = []
    gap = rng.uniform(0.10, 0.15)
    for sign, side in ((-1, Side.LEFT), (1, Side.RIGHT)):
        hands.append(
            place(
                somebody.person,
                side,
                bent[side],
                somebody.holds(bent[side], rng),
                palm=palm,
                xy=(sign * gap + rng.normal(0, 0.01), -0.10 + rng.uniform(-0.03, 0.03)),
                yaw=-sign * rng.uniform(-10, 22),
                pitch=rng.normal(0, 3),
                roll=rng.normal(0, 4),
            )
        )
    return hands


def _guess(rng: Rng) -> frozenset[Digit]:
    count = int(rng.choice(6, p=(0.2, 0.32, 0.24, 0.14, 0.06, 0.04)))
    return frozenset(list(Digit)[i] for i in rng.permutation(5)[:count])


def sitting(number: int, seed: int = PEOPLE_SEED) -> Iterator[tuple[str, NDArray[np.uint8], Label]]:
    """All pictures of one person, with their names and labels: what is shown first, then play."""
    rng = np.random.default_rng([seed, number])
    kind = KINDS[number % len(KINDS)]
    somebody = Somebody.some(kind, rng)
    lean = math.radians(float(rng.choice((0, 15, 30, 40))))
    away = rng.uniform(0.55, 0.8)
    eye = (rng.uniform(-0.06, 0.06), -0.02 - away * math.sin(lean), away * math.cos(lean) + 0.02)
    camera = Camera.looking(eye, (0, 0, 0), HFOV_DEG, SEAT_PX)
    lights = (Light.some(rng), Light.some(rng))
    takes: list[tuple[str, Palm, dict[Side, frozenset[Digit]]]] = []
    for palm, times in ((Palm.DOWN, TAKES), (Palm.UP, 1)):
        takes += [("shown", palm, dict.fromkeys(Side, bent)) for bent in SHOWN for _ in range(times)]
    for palm, times in ((Palm.DOWN, PLAYED), (Palm.UP, PLAYED_UP)):
        takes += [("played", palm, {side: _guess(rng) for side in Side}) for _ in range(times)]
    for n, (part, palm, bent) in enumerate(takes):
        scene = Scene(_hands(somebody, bent, palm, rng), camera, lights[part == "played"])
        told = {"tilt": round(math.degrees(lean)), "tone": None, "person": f"{number:03}", "kind": kind, "part": part}
        photo = photographed(scene, seed + 1000 * number + n)
        yield f"person{number:03}_{n:02}_{part}", photo, labelled(scene, told)


def write(folder: Path, people: int, seed: int) -> int:
    """Render so many people into `folder`, with their labels; how many pictures that took."""
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    labels: dict[str, Label] = {}
    for number in range(people):
        for name, picture, label in sitting(number, seed):
            cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
            labels[name] = label
        (folder / "labels.json").write_text(json.dumps(labels))
        print(f"{number + 1} people, {len(labels)} pictures", flush=True)
    return len(labels)


def main() -> None:
    """Render the people that the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m gesture.training.people", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("folder", type=Path, metavar="OUT", help="where pictures and labels.json are written")
    parser.add_argument("--people", type=int, default=30, help="how many people")
    parser.add_argument("--seed", type=int, default=PEOPLE_SEED, help=f"at least {FIRST_SEED}, away from training's")
    given = parser.parse_args()
    if given.seed < FIRST_SEED:
        parser.error(f"seeds below {FIRST_SEED} belong to training; choose a larger one")
    write(given.folder, given.people, given.seed)


if __name__ == "__main__":
    main()
