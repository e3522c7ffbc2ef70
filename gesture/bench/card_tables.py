"""Pictures of tables with printed cards on them: what a webcam above a table may show, and which cards lie there.

Cards lie anywhere, turned anyhow, some folded; a lamp is reflected, shadows fall, hands lie beside them and on them,
and the picture goes through a lens, a sensor and a JPEG. Lengths are in millimetres on the table and in pixels on the
picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from gesture.cards.printed import MARKER_MM, QUIET_MM, Face, Points

Rng = np.random.Generator
Picture = NDArray[np.uint8]
SIZES = ((1920, 1080), (1280, 720))
WIDE_MM = (1050.0, 1350.0)
"""How much of the table such a picture shows across, in its middle."""
PX_PER_MM = 3.2
"""At how many pixels to a millimetre the faces are to be given."""
LARGER = 2
"""So many times too large the table is painted, and then made smaller."""
CARDS = 10
STEEPEST_DEG = 28.0
SEEN = 0.93
"""A code of which so much is neither covered nor outshone can be read."""


@dataclass(frozen=True, eq=False)
class LyingCard:
    """A card on a picture: its face, its corners (4, 2) in pixels, and how many of its codes are free to be read."""

    face: Face
    corners_px: Points
    free_codes: int


@dataclass(frozen=True, eq=False)
class CardTable:
    """A picture, BGR (H, W, 3), and the cards on it."""

    picture: Picture
    cards: tuple[LyingCard, ...]


def card_table(
    pictures: Mapping[Face, Picture], seed: int, size_px: tuple[int, int] = SIZES[0], cards: int = CARDS
) -> CardTable:
    """A table with that many of the faces, `pictures` being each at `PX_PER_MM`."""
    rng = np.random.default_rng(seed)
    to_frame = _camera(rng, size_px)
    big = (size_px[0] * LARGER, size_px[1] * LARGER)
    canvas = _table(rng, big)
    chosen = [face for face in pictures if max(face.size_mm) < 150]
    faces = [chosen[i] for i in rng.choice(len(chosen), min(cards, len(chosen)), replace=False)]
    placed = []
    for face, (x, y, turn) in zip(faces, _places(rng, faces, to_frame, size_px), strict=False):
        on_table = _moved(face.corners_mm, x, y, turn)
        corners = _through(to_frame, on_table)
        _lay(canvas, _folded(pictures[face], rng), corners * LARGER, rng)
        placed.append((face, corners, (x, y, turn)))
    covered = np.zeros((big[1], big[0]), np.uint8)
    scale = float(np.linalg.norm(np.diff(_through(to_frame, np.array([[0.0, 0.0], [10.0, 0.0]])), axis=0))) / 10
    for _ in range(int(rng.integers(0, 4))):
        _hand(canvas, covered, placed, scale * LARGER, rng)
    lit, outshone = _lighted(canvas, rng)
    covered = np.maximum(covered, outshone)
    picture = _photographed(np.asarray(cv2.resize(lit, size_px, interpolation=cv2.INTER_AREA), np.uint8), rng)
    lying = tuple(LyingCard(face, corners, _free(face, place, to_frame, covered)) for face, corners, place in placed)
    return CardTable(picture, lying)


def _camera(rng: Rng, size_px: tuple[int, int]) -> Points:
    """Where millimetres on the table, from below the camera's middle, come on the picture: a homography."""
    width, height = size_px
    focal = width * rng.uniform(0.75, 1.1)
    far = rng.uniform(*WIDE_MM) * focal / width
    tilt, roll = np.radians(rng.uniform(0, STEEPEST_DEG)), np.radians(rng.uniform(-8, 8))
    cos, sin = np.cos(tilt), np.sin(tilt)
    lean = np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])
    turn = np.array([[np.cos(roll), -np.sin(roll), 0], [np.sin(roll), np.cos(roll), 0], [0, 0, 1]])
    pose = turn @ lean
    flat = np.stack([pose[:, 0], pose[:, 1], np.array([0, 0, far])], axis=1)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    return np.asarray(lens @ flat, np.float64)


def _through(homography: Points, points: Points) -> Points:
    moved = cv2.perspectiveTransform(points.reshape(-1, 1, 2).astype(np.float64), homography)
    return np.asarray(moved, np.float64).reshape(-1, 2)


def _moved(points: Points, x: float, y: float, turn: float) -> Points:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]) + (x, y), np.float64)


def _places(
    rng: Rng, faces: Sequence[Face], to_frame: Points, size_px: tuple[int, int]
) -> list[tuple[float, float, float]]:
    """A place for each face so that all are whole on the picture and none lies on another: x, y, turn."""
    back = np.asarray(np.linalg.inv(to_frame), np.float64)
    out: list[tuple[float, float, float]] = []
    radii: list[float] = []
    for face in faces:
        radius = float(np.hypot(*face.size_mm)) / 2
        for _ in range(400):
            (at,) = _through(back, np.array([[rng.uniform(0, size_px[0]), rng.uniform(0, size_px[1])]]))
            place = (float(at[0]), float(at[1]), float(rng.uniform(0, 2 * np.pi)))
            corners = _through(to_frame, _moved(face.corners_mm, *place))
            inside = (corners > 8).all() and (corners < np.array(size_px) - 8).all()
            off = [float(np.hypot(place[0] - x, place[1] - y)) for x, y, _ in out]
            if inside and all(far > 0.86 * (radius + other) for far, other in zip(off, radii, strict=True)):
                out.append(place)
                radii.append(radius)
                break
        else:
            return out
    return out


def _table(rng: Rng, size_px: tuple[int, int]) -> Picture:
    """A table top: wood, a checked cloth, felt, or printed paper lying about."""
    w, h = size_px
    base = np.array([rng.uniform(30, 190) for _ in range(3)]) if rng.random() < 0.5 else np.array([70, 105, 150.0])
    kind = rng.integers(4)
    out = np.empty((h, w, 3), np.float32)
    out[:] = base * rng.uniform(0.5, 1.2)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    if kind == 0:
        grain = np.sin(y / rng.uniform(6, 18) + 3 * np.sin(x / rng.uniform(200, 500)))
        out *= (1 + 0.10 * grain)[..., None]
    elif kind == 1:
        step = int(rng.uniform(30, 90))
        checks = ((x // step).astype(int) % 2) + ((y // step).astype(int) % 2)
        out *= (0.6 + 0.35 * checks)[..., None].astype(np.float32)
    elif kind == 2:
        for _ in range(int(rng.integers(2, 6))):
            _paper(out, rng)
    noise = cv2.resize(rng.normal(0, 1, (h // 8, w // 8)).astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
    out += 6 * noise[..., None]
    return np.clip(out, 0, 255).astype(np.uint8)


def _paper(out: NDArray[np.float32], rng: Rng) -> None:
    """A sheet of text, dark squares among it, such as might be taken for codes."""
    h, w = out.shape[:2]
    at = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
    side = int(rng.uniform(200, 700))
    cv2.rectangle(out, at, (at[0] + side, at[1] + int(1.4 * side)), (225, 230, 232), -1)
    for row in range(8, int(1.4 * side), 18):
        x = at[0] + 10
        while x < at[0] + side - 20:
            long = int(rng.uniform(6, 40))
            wide, tall = (long, 9) if rng.random() < 0.97 else (40, 40)
            cv2.rectangle(out, (x, at[1] + row), (x + wide, at[1] + row + tall), (40, 40, 45), -1)
            x += long + 8


def _folded(picture: Picture, rng: Rng) -> Picture:
    """The picture of a card with a fold across it, some of the time: one side darker, and a light line."""
    if rng.random() > 0.25:
        return picture
    h, w = picture.shape[:2]
    turn = rng.uniform(0, np.pi)
    y, x = np.mgrid[0:h, 0:w]
    off = (x - w * rng.uniform(0.2, 0.8)) * np.cos(turn) + (y - h * rng.uniform(0.2, 0.8)) * np.sin(turn)
    light = np.where(off > 0, rng.uniform(0.72, 0.95), 1.0) + 0.25 * np.exp(-((off / 1.5) ** 2))
    out: Picture = np.clip(picture * light[..., None], 0, 255).astype(np.uint8)
    bend = (np.maximum(off, 0) * rng.uniform(-0.05, 0.05)).astype(np.float32)
    across = (x + bend * np.cos(turn)).astype(np.float32)
    down = (y + bend * np.sin(turn)).astype(np.float32)
    return np.asarray(cv2.remap(out, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _lay(canvas: Picture, picture: Picture, corners: Points, rng: Rng) -> None:
    """Lay a card's picture onto the canvas, with its shadow on the table."""
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 14, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 14, [canvas.shape[1], canvas.shape[0]])
    size = tuple(int(side) for side in high - low)
    h, w = picture.shape[:2]
    start = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    fit = cv2.getPerspectiveTransform(start, (corners - low - 0.5).astype(np.float32))
    laid = cv2.warpPerspective(picture, fit, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((h, w), 255, np.uint8), fit, size, flags=cv2.INTER_LINEAR)
    part = canvas[low[1] : high[1], low[0] : high[0]]
    shadow = cv2.GaussianBlur(np.roll(mask, (5, 4), (0, 1)), (0, 0), 4).astype(np.float32) / 255 * rng.uniform(0.1, 0.4)
    alpha = mask.astype(np.float32)[..., None] / 255
    part[:] = np.clip(part * (1 - shadow[..., None]) * (1 - alpha) + laid * alpha, 0, 255).astype(np.uint8)


def _hand(
    canvas: Picture, covered: Picture, placed: Sequence[tuple[Face, Points, object]], scale: float, rng: Rng
) -> None:
    """A hand and its forearm, beside the cards or reaching onto one of them."""
    h, w = canvas.shape[:2]
    if placed and rng.random() < 0.6:
        _, corners, _ = placed[int(rng.integers(len(placed)))]
        tip = corners[int(rng.integers(4))] * LARGER + rng.normal(0, 14 * scale, 2)
    else:
        tip = np.array([rng.uniform(0, w), rng.uniform(0, h)])
    turn = rng.uniform(0, 2 * np.pi)
    back = np.array([np.cos(turn), np.sin(turn)])
    aside = np.array([-back[1], back[0]])
    skin = np.array([rng.uniform(60, 150), rng.uniform(85, 180), rng.uniform(120, 230)])
    mask = np.zeros((h, w), np.uint8)
    palm = tip + back * 95 * scale

    def bar(a: Points, b: Points, wide: float) -> None:
        cv2.line(mask, _whole(a), _whole(b), 255, max(1, int(wide * scale)), cv2.LINE_AA)

    for i, long in enumerate((70, 82, 76, 58)):
        root = palm + aside * (i - 1.5) * 20 * scale - back * 20 * scale
        bar(root, root - back * long * scale * rng.uniform(0.6, 1.0) + aside * (i - 1.5) * 5 * scale, 17)
    bar(palm + aside * -30 * scale, palm + aside * -62 * scale - back * 25 * scale, 20)
    bar(palm - back * 5 * scale, palm + back * 35 * scale, 82)
    bar(palm + back * 40 * scale, palm + back * 600 * scale, 62)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255
    round_light, shadow = _soft(mask, 12 * scale), _soft(np.roll(mask, int(6 * scale), 0), 5 * scale)
    lit = canvas * (1 - 0.35 * shadow * (1 - soft))
    canvas[:] = np.clip(lit * (1 - soft) + skin * (0.55 + 0.5 * round_light) * soft, 0, 255).astype(np.uint8)
    np.maximum(covered, mask, out=covered)


def _soft(mask: Picture, sigma_px: float) -> NDArray[np.float32]:
    """A mask blurred by much, from a small copy of it: (H, W, 1) from 0 to 1."""
    h, w = mask.shape
    small = cv2.resize(mask, (w // 8, h // 8), interpolation=cv2.INTER_AREA)
    blurred = cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma_px / 8), (w, h))
    return np.asarray(blurred[..., None] / np.float32(255), np.float32)


def _whole(point: Points) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _lighted(canvas: Picture, rng: Rng) -> tuple[Picture, Picture]:
    """The canvas under a lamp of some colour, with shadows and glare, and a mask of where glare leaves only white."""
    h, w = canvas.shape[:2]
    small = (max(2, w // 8), max(2, h // 8))
    y, x = np.mgrid[0 : small[1], 0 : small[0]].astype(np.float32)
    y, x = y / small[1], x / small[0]
    turn = rng.uniform(0, 2 * np.pi)
    light = rng.uniform(0.55, 1.05) * (1 + rng.uniform(0, 0.45) * ((x - 0.5) * np.cos(turn) + (y - 0.5) * np.sin(turn)))
    for _ in range(int(rng.integers(0, 3))):
        edge = (x - rng.uniform(0, 1)) * np.cos(t := rng.uniform(0, 6.28)) + (y - rng.uniform(0, 1)) * np.sin(t)
        light *= 1 - rng.uniform(0.2, 0.55) / (1 + np.exp(-edge / rng.uniform(0.004, 0.04)))
    glare = np.zeros_like(x)
    for _ in range(int(rng.integers(0, 3))):
        at, wide = rng.uniform(0, 1, 2), rng.uniform(0.02, 0.07)
        glare += rng.uniform(60, 230) * np.exp(-(((x - at[0]) * 1.78) ** 2 + (y - at[1]) ** 2) / (2 * wide**2))
    tint = np.array([rng.uniform(0.75, 1.1), rng.uniform(0.92, 1.0), rng.uniform(0.9, 1.1)], np.float32)
    full = cv2.resize(light.astype(np.float32), (w, h))[..., None] * tint
    shine = cv2.resize(glare.astype(np.float32), (w, h))
    lit = canvas * full + shine[..., None]
    # Paper comes out white, and ink nearly so: nobody could tell the modules.
    outshone = ((shine > 0) & (shine + 40 * full[..., 1] > 215)).astype(np.uint8) * 255
    return np.clip(lit, 0, 255).astype(np.uint8), outshone


def _photographed(picture: Picture, rng: Rng) -> Picture:
    """Through the lens, the sensor and a JPEG: blur, a little movement, noise, sharpening."""
    out = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.0)).astype(np.float32)
    if rng.random() < 0.2:
        out = np.asarray(cv2.filter2D(out, -1, np.full((1, 3), 1 / 3, np.float32)), np.float32)
    out += rng.normal(0, rng.uniform(1, 5), out.shape)
    if rng.random() < 0.4:
        out += 0.5 * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
    content = np.clip(out, 0, 255).astype(np.uint8)
    jpeg = cv2.imencode(".jpg", content, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))])[1]
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)


def _free(face: Face, place: tuple[float, float, float], to_frame: Points, covered: Picture) -> int:
    """How many codes of a face, with the white around them, are free of hands and glare."""
    grown = 1 + 2 * QUIET_MM / MARKER_MM * 0.7
    free = 0
    for spot in face.spots:
        middle = np.array([spot.x_mm, spot.y_mm])
        corners = _through(to_frame, _moved((spot.corners_mm - middle) * grown + middle, *place)) * LARGER
        mask = np.zeros(covered.shape, np.uint8)
        cv2.fillConvexPoly(mask, corners.astype(np.int32), 1)
        inside = mask > 0
        free += bool((covered[inside] == 0).mean() > SEEN)
    return free
