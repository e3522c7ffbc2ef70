"""A posable 3D hand: the WebXR generic hand mesh, linear blend skinning, one Loop subdivision, a length per digit.

The mesh `generic_hand_right.glb` is `dist/profiles/generic-hand/right.glb` of the npm package
@webxr-input-profiles/assets (MIT licence, see the notice beside it). Frame of `HandMesh.posed`: origin at the wrist,
+y along the straight fingers, +z out of the back of the hand, metres; a right hand. Mirror x for a left one.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.hands import Digit

Array = NDArray[np.float64]
Angles = Mapping[str, tuple[float, float, float]]
"""Joint -> (flexion: negative bends towards the palm, abduction, twist), in degrees about the joint's own axes."""

MESH = Path(__file__).parent / "generic_hand_right.glb"
_TO_HAND_FRAME = np.array([[0, 0, 1], [0, -1, 0], [1, 0, 0]], float)
_TYPES: dict[int, Any] = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
_WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
_MERGE_M = 1e-5


def chain(digit: Digit) -> tuple[str, ...]:
    """The WebXR joints of a digit from its metacarpal to its tip."""
    if digit is Digit.THUMB:
        return ("thumb-metacarpal", "thumb-phalanx-proximal", "thumb-phalanx-distal", "thumb-tip")
    parts = ("metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip")
    return tuple(f"{digit}-finger-{part}" for part in parts)


LANDMARKS: tuple[str, ...] = ("wrist", *chain(Digit.THUMB), *(j for d in list(Digit)[1:] for j in chain(d)[1:]))
"""The 21 joints that stand where MediaPipe puts its 21 landmarks, in MediaPipe's order."""


def rotation(flex_deg: float, abduct_deg: float, twist_deg: float) -> Array:
    """The rotation matrix (3, 3) of a joint turned by three angles about its own x, y and z."""
    (cx, cy, cz), (sx, sy, sz) = (f(np.radians([flex_deg, abduct_deg, twist_deg])) for f in (np.cos, np.sin))
    rx = np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
    ry = np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    rz = np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
    turned: Array = rx @ ry @ rz
    return turned


def normals_of(points: Array, faces: NDArray[np.int32]) -> Array:
    """Unit vertex normals (V, 3), weighted by the area of the faces around."""
    corners = points[faces]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    out = np.stack(
        [sum(np.bincount(faces[:, k], across[:, c], len(points)) for k in range(3)) for c in range(3)], axis=1
    )
    unit: Array = out / (np.linalg.norm(out, axis=1, keepdims=True) + 1e-12)
    return unit


def _read_glb(path: Path) -> tuple[dict[str, Any], Any]:
    data = path.read_bytes()
    length = struct.unpack("<I", data[12:16])[0]
    doc: dict[str, Any] = json.loads(data[20 : 20 + length])
    blob = data[28 + length :]

    def accessor(index: int) -> NDArray[Any]:
        a = doc["accessors"][index]
        view = doc["bufferViews"][a["bufferView"]]
        dtype, width = np.dtype(_TYPES[a["componentType"]]), _WIDTH[a["type"]]
        start = view.get("byteOffset", 0) + a.get("byteOffset", 0)
        stride = view.get("byteStride") or width * dtype.itemsize
        return np.array([np.frombuffer(blob, dtype, width, start + stride * i) for i in range(a["count"])])

    return doc, accessor


@dataclass(frozen=True)
class Build:
    """How a palm differs from the mesh's: so much wider, so much longer, and the little finger's knuckle nearer to the
    wrist by the share `slant` of its distance. Digits move along with the palm and keep their own size."""

    wide: float = 1.0
    long: float = 1.0
    slant: float = 0.0

    def of(self, points: Array, pinky_x: float) -> Array:
        """Points (N, 3) of the mesh's palm where they are on this one; its last knuckle is `pinky_x` metres beside the
        middle."""
        aside = np.clip(points[:, 0] / pinky_x, 0, 1.3)
        length = self.long * (1 - self.slant * aside**2)
        palm: Array = points * np.stack([np.full(len(points), self.wide), length, np.ones(len(points))], 1)
        return palm


AS_MESH = Build()


@dataclass(frozen=True, eq=False)
class _Subdivision:
    """Loop subdivision as weights: a new vertex is the sum of `weights` times the old vertices `sources`."""

    sources: NDArray[np.int32]
    weights: Array
    faces: NDArray[np.int32]

    def __call__(self, points: Array) -> Array:
        fine: Array = np.einsum("vk,vkc->vc", self.weights, points[self.sources])
        return fine


def _loop(count: int, faces: NDArray[np.int32]) -> _Subdivision:
    """Loop's scheme (C. Loop, 1987) for a triangle mesh with or without borders."""
    opposite: dict[tuple[int, int], list[int]] = {}
    for face in faces.tolist():
        for a, b, c in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
            opposite.setdefault((min(face[a], face[b]), max(face[a], face[b])), []).append(face[c])
    ring: list[set[int]] = [set() for _ in range(count)]
    border = np.zeros(count, bool)
    for (a, b), across in opposite.items():
        ring[a].add(b)
        ring[b].add(a)
        if len(across) == 1:
            border[[a, b]] = True
    rows: list[list[tuple[int, float]]] = []
    for i, near in enumerate(ring):
        share = 0.0 if border[i] or not near else (3 / 16 if len(near) == 3 else 3 / (8 * len(near)))
        rows.append([(i, 1 - share * len(near)), *((j, share) for j in near)])
    middle = {edge: count + k for k, edge in enumerate(opposite)}
    for (a, b), across in opposite.items():
        if len(across) == 2:
            rows.append([(a, 0.375), (b, 0.375), (across[0], 0.125), (across[1], 0.125)])
        else:
            rows.append([(a, 0.5), (b, 0.5)])
    width = max(map(len, rows))
    sources, weights = np.zeros((len(rows), width), np.int32), np.zeros((len(rows), width))
    for i, row in enumerate(rows):
        sources[i, : len(row)], weights[i, : len(row)] = [j for j, _ in row], [w for _, w in row]
    fine = []
    for a, b, c in faces.tolist():
        ab, bc, ca = (middle[min(e), max(e)] for e in ((a, b), (b, c), (c, a)))
        fine += [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    return _Subdivision(sources, weights, np.array(fine, np.int32))


class HandMesh:
    """The right hand. `faces` is (F, 3), outward; `rest` the unposed surface (V, 3) in the frame of `posed`."""

    def __init__(self, glb: Path = MESH) -> None:
        doc, accessor = _read_glb(glb)
        primitive, skin = doc["meshes"][0]["primitives"][0], doc["skins"][0]
        attributes = primitive["attributes"]
        raw = accessor(attributes["POSITION"]).astype(float)
        _, first, merged = np.unique(np.round(raw / _MERGE_M), axis=0, return_index=True, return_inverse=True)
        faces = merged.ravel()[accessor(primitive["indices"]).reshape(-1, 3)]
        whole = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
        self._subdivide = _loop(len(first), faces[whole].astype(np.int32))
        self.faces = self._subdivide.faces
        self.names: list[str] = [doc["nodes"][i]["name"] for i in skin["joints"]]
        inverse = accessor(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1).astype(float)
        self.bind: dict[str, Array] = {}
        for name, matrix in zip(self.names, inverse, strict=True):
            bind = np.linalg.inv(matrix)
            bind[:3, :3] /= np.linalg.norm(bind[:3, :3], axis=0)
            self.bind[name] = bind
        self._unbind = {name: np.linalg.inv(bind) for name, bind in self.bind.items()}
        joints, shares = accessor(attributes["JOINTS_0"]).astype(int), accessor(attributes["WEIGHTS_0"]).astype(float)
        weights = np.zeros((len(raw), len(self.names)))
        for k in range(4):
            weights[np.arange(len(raw)), joints[:, k]] += shares[:, k]
        self._weights = (weights / weights.sum(1, keepdims=True))[first]
        self._base = raw[first]
        digits = {joint for digit in Digit for joint in chain(digit)[digit is not Digit.THUMB :]}
        self._palm_share = self._weights[:, [name not in digits for name in self.names]].sum(1, keepdims=True)
        self.rest, self.rest_joints = self.posed({})

    def _built(self, build: Build, points: Array) -> Array:
        """How far `points` (N, 3) of the palm move, in the mesh's own frame, for a palm of this build."""
        wrist = self.bind["wrist"][:3, 3]
        here = (points - wrist) @ _TO_HAND_FRAME.T
        pinky = _TO_HAND_FRAME @ (self.bind[chain(Digit.PINKY)[1]][:3, 3] - wrist)
        moved: Array = (build.of(here, float(pinky[0])) - here) @ _TO_HAND_FRAME
        return moved

    def posed(
        self, angles: Angles, lengths: Mapping[Digit, float] | None = None, build: Build = AS_MESH
    ) -> tuple[Array, dict[str, Array]]:
        """The surface (V, 3) and the joints {name: (3,)} for joint angles; `lengths` scales single digits, `build`
        shapes the palm."""
        world = {"wrist": np.eye(4)}
        for digit in Digit:
            parent = "wrist"
            for place, name in enumerate(chain(digit)):
                turn = np.eye(4)
                turn[:3, :3] = rotation(*angles.get(name, (0, 0, 0)))
                root = place == (0 if digit is Digit.THUMB else 1)
                if lengths and root:
                    turn[:3, :3] *= lengths.get(digit, 1.0)
                world[name] = world[parent] @ self.bind[name] @ turn @ self._unbind[name]
                if build != AS_MESH and root:
                    world[name][:3, 3] += self._built(build, self.bind[name][None, :3, 3])[0]
                parent = name
        stacked = np.stack([world[n] for n in self.names]).reshape(len(self.names), 16)
        each = (self._weights @ stacked).reshape(-1, 4, 4)[:, :3]
        points = np.einsum("vab,vb->va", each[:, :, :3], self._base) + each[:, :, 3]
        if build != AS_MESH:
            points = points + self._palm_share * self._built(build, self._base)
        joints = {n: (world[n] @ self.bind[n])[:3, 3] for n in self.names}
        wrist = joints["wrist"]
        surface = self._subdivide((points - wrist) @ _TO_HAND_FRAME.T)
        return surface, {n: (p - wrist) @ _TO_HAND_FRAME.T for n, p in joints.items()}

    def back_of(self, joint: str) -> Array:
        """The direction (3,) out of the back of the digit at an unposed joint."""
        up: Array = _TO_HAND_FRAME @ self.bind[joint][:3, 1]
        return up if joint.startswith("thumb") or up[2] > 0 else -up
