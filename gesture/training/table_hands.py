"""Renders the hands that `handref bench table` lays on its tables: python -m gesture.training.table_hands OUT

Each is a right hand with its forearm, seen from above, cut out with its transparency as a small WebP picture. Beside
them `hands.json` says where the wrist is, how large the picture is on the table and which digits are bent. Needs the
train extra.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.training.placing import Person, place
from gesture.training.poses import laid
from gesture.training.scenes import Camera, Light, render
from rules.hands import Digit, Palm, Side, in_order

PX_PER_M = 1000.0
SIZE_PX = (256, 512)
WRIST_PX = (128.0, 236.0)
EYE_M = 1.4
QUALITY = 82
"""Of the WebP pictures, of 100."""
POSES: tuple[tuple[str, ...], ...] = (
    ("index",), (), ("ring",), ("middle", "ring"), (), ("pinky",), ("index", "middle"), (),
    ("middle",), ("thumb",), (), ("index",), ("ring", "pinky"), (), ("pinky",), ("thumb", "index"),
)  # fmt: skip
"""Two hands for each of eight people."""
CLOTHS = ((0.02, 0.05, 0.16), (0.22, 0.03, 0.03), (0.05, 0.16, 0.07), (0.3, 0.26, 0.2))


def hand(number: int) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """The picture (H, W, 4) of one of the hands, BGR and opacity, and what is to be known of it."""
    person_number = number // 2
    rng = np.random.default_rng([77, person_number])
    cloth = np.array(CLOTHS[person_number % len(CLOTHS)])
    person = replace(Person.some(rng, plain=1.0, sleeved=1.0, tone=person_number), cloth=cloth, sleeve_from=0.07)
    person = replace(person, scale=1.0 + 0.03 * (person_number % 3 - 1))
    bent = frozenset(map(Digit, POSES[number]))
    laid_hand = place(person, Side.RIGHT, bent, laid(bent, rng), palm=Palm.DOWN, xy=(0.0, 0.0), yaw=0.0, rise=0.05)
    grey = np.full((8, 8, 3), 0.3, np.float32)
    light = replace(
        Light.some(np.random.default_rng(5), texture=grey),
        direction=np.array([-0.35, 0.25, 0.9]) / np.linalg.norm([-0.35, 0.25, 0.9]),
        rgb=0.68 * np.ones(3), ambient=np.array([0.26, 0.27, 0.28]), softness=4.0, gloss=0.08, occlusion=0.5,
    )  # fmt: skip
    camera = Camera.looking((0.0, -0.001, EYE_M), (0.0, 0.0, 0.0), 40.0, (640, 640))
    scale = PX_PER_M * EYE_M / camera.focal
    to_canvas = np.array([[scale, 0, WRIST_PX[0] - 320 * scale], [0, scale, WRIST_PX[1] - 320 * scale]])
    linear, cover = render([laid_hand], camera, light, to_canvas, SIZE_PX, fine=2.0)
    shown = np.clip(linear, 0, 1) ** (1 / 2.2) * 255
    picture = np.dstack([shown[:, :, ::-1], cover * 255]).round().astype(np.uint8)
    return picture, {"bent": [str(d) for d in in_order(bent)], "person": person_number}


def main() -> None:
    """Render them all into the folder that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m gesture.training.table_hands", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="OUT")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    told: list[dict[str, Any]] = []
    for number in range(len(POSES)):
        picture, known = hand(number)
        name = f"hand-{number:02}.webp"
        cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
        told.append({"file": name, **known})
    about = {"px_per_m": PX_PER_M, "wrist_px": WRIST_PX, "hands": told}
    (folder / "hands.json").write_text(json.dumps(about, indent=1) + "\n")


if __name__ == "__main__":
    main()
