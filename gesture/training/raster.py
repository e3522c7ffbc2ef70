"""A small software renderer: z-buffer, shadow map and shading of hands over a table, compiled by numba."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

F32 = NDArray[np.float32]
FAR = np.float32(-1e30)
TABLE_BIAS_M = 0.004


@njit(cache=True, fastmath=True, boundscheck=False)
def rasterize(points: F32, faces: NDArray[np.int32], attributes: F32, depth: F32, out: F32) -> None:
    """Draw triangles. `points` (V, 3): x, y in pixels and a key that is larger when closer; `depth` (H, W) starts at
    `FAR`;
    `attributes` (V, K) are interpolated into `out` (H, W, K)."""
    height, width = depth.shape
    count = attributes.shape[1]
    for f in range(faces.shape[0]):
        i, j, k = faces[f, 0], faces[f, 1], faces[f, 2]
        x0, y0, x1, y1, x2, y2 = points[i, 0], points[i, 1], points[j, 0], points[j, 1], points[k, 0], points[k, 1]
        area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
        if abs(area) < 1e-9:
            continue
        left, right = max(min(x0, x1, x2), 0.0), min(max(x0, x1, x2), width - 1.0)
        top, bottom = max(min(y0, y1, y2), 0.0), min(max(y0, y1, y2), height - 1.0)
        if left > right or top > bottom:
            continue
        inverse = 1.0 / area
        z0, z1, z2 = points[i, 2], points[j, 2], points[k, 2]
        for y in range(math.ceil(top), int(bottom) + 1):
            for x in range(math.ceil(left), int(right) + 1):
                w1 = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) * inverse
                w2 = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) * inverse
                w0 = 1.0 - w1 - w2
                if w0 < -1e-5 or w1 < -1e-5 or w2 < -1e-5:
                    continue
                z = w0 * z0 + w1 * z1 + w2 * z2
                if z <= depth[y, x]:
                    continue
                depth[y, x] = z
                for t in range(count):
                    out[y, x, t] = w0 * attributes[i, t] + w1 * attributes[j, t] + w2 * attributes[k, t]


@njit(cache=True, fastmath=True)
def _bilinear(texture: F32, u: float, v: float, out: F32) -> None:
    """Sample a texture that repeats, at u, v in pixels of it."""
    height, width = texture.shape[0], texture.shape[1]
    fu, fv = math.floor(u), math.floor(v)
    a, b = np.float32(u - fu), np.float32(v - fv)
    x0, y0 = int(fu) % width, int(fv) % height
    x1, y1 = (x0 + 1) % width, (y0 + 1) % height
    for c in range(3):
        upper = texture[y0, x0, c] * (1 - a) + texture[y0, x1, c] * a
        lower = texture[y1, x0, c] * (1 - a) + texture[y1, x1, c] * a
        out[c] = upper * (1 - b) + lower * b


@njit(cache=True, fastmath=True)
def _lit(shadow: F32, px: float, py: float, key: float, radius: float, bias: float) -> float:
    """The share of a disc of `radius` shadow-map pixels around px, py from which the light is seen."""
    size = shadow.shape[0]
    seen, total = 0.0, 0.0
    for a in range(-2, 3):
        for b in range(-2, 3):
            if a * a + b * b > 5:
                continue
            x, y = int(px + a * radius * 0.5 + 0.5), int(py + b * radius * 0.5 + 0.5)
            total += 1.0
            if x < 0 or y < 0 or x >= size or y >= size or shadow[y, x] <= key + bias:
                seen += 1.0
    return seen / total


@njit(cache=True, fastmath=True)
def shade(
    depth: F32,
    surface: F32,
    to_ray: F32,
    eye: F32,
    texture: F32,
    texel: float,
    offset: F32,
    has_table: bool,
    light: F32,
    light_rgb: F32,
    ambient_rgb: F32,
    shadow: F32,
    to_shadow: F32,
    softness: float,
    shininess: float,
    gloss: float,
    occlusion: float,
    out: F32,
) -> None:
    """Colour every pixel, in linear light, into `out` (H, W, 3).

    `surface` (H, W, 9) holds normal, albedo and world position where `depth` is not `FAR`. Elsewhere the ray of the
    pixel,
    `to_ray` (3, 3) times (x, y, 1), meets the table z = 0, whose albedo is `texture` at world x, y divided by
    `texel`; without
    a table the texture is a backdrop in pixels. `light` is the unit vector to the lamp, `to_shadow` (3, 4) takes a
    world
    point to x, y and depth key of the `shadow` map.
    """
    height, width = depth.shape
    albedo = np.zeros(3, np.float32)
    for y in range(height):
        for x in range(width):
            hit = depth[y, x] > FAR
            if hit:
                nx, ny, nz = surface[y, x, 0], surface[y, x, 1], surface[y, x, 2]
                length = math.sqrt(nx * nx + ny * ny + nz * nz) + 1e-9
                nx, ny, nz = nx / length, ny / length, nz / length
                wx, wy, wz = surface[y, x, 6], surface[y, x, 7], surface[y, x, 8]
                albedo[0], albedo[1], albedo[2] = surface[y, x, 3], surface[y, x, 4], surface[y, x, 5]
            else:
                rx = to_ray[0, 0] * x + to_ray[0, 1] * y + to_ray[0, 2]
                ry = to_ray[1, 0] * x + to_ray[1, 1] * y + to_ray[1, 2]
                rz = to_ray[2, 0] * x + to_ray[2, 1] * y + to_ray[2, 2]
                nx, ny, nz = 0.0, 0.0, 1.0
                if not has_table or rz > -1e-4:
                    _bilinear(texture, x * 1.7 + offset[0], y * 1.7 + offset[1], albedo)
                    for c in range(3):
                        out[y, x, c] = albedo[c] * (ambient_rgb[c] + 0.6 * light_rgb[c])
                    continue
                t = -eye[2] / rz
                wx, wy, wz = eye[0] + t * rx, eye[1] + t * ry, 0.0
                _bilinear(texture, wx / texel + offset[0], wy / texel + offset[1], albedo)
            lambert = nx * light[0] + ny * light[1] + nz * light[2]
            seen = 1.0
            if lambert > 0:
                px = to_shadow[0, 0] * wx + to_shadow[0, 1] * wy + to_shadow[0, 2] * wz + to_shadow[0, 3]
                py = to_shadow[1, 0] * wx + to_shadow[1, 1] * wy + to_shadow[1, 2] * wz + to_shadow[1, 3]
                key = to_shadow[2, 0] * wx + to_shadow[2, 1] * wy + to_shadow[2, 2] * wz + to_shadow[2, 3]
                seen = _lit(shadow, px, py, key, softness, TABLE_BIAS_M)
            direct = max(lambert, 0.0) * seen
            # skin lets some light through its edges
            if hit:
                direct = 0.9 * direct + 0.1 * max(0.0, 0.5 + 0.5 * lambert) * seen
            near = 1.0
            if occlusion > 0:
                # close to the table, facing it or in the corner beneath a hand, little of the sky is seen
                near = 1.0 - occlusion * (0.5 - 0.5 * nz) if hit else near
            shine = 0.0
            if hit and gloss > 0 and lambert > 0:
                vx, vy, vz = eye[0] - wx, eye[1] - wy, eye[2] - wz
                vl = math.sqrt(vx * vx + vy * vy + vz * vz) + 1e-9
                hx, hy, hz = vx / vl + light[0], vy / vl + light[1], vz / vl + light[2]
                hl = math.sqrt(hx * hx + hy * hy + hz * hz) + 1e-9
                shine = gloss * max(0.0, (nx * hx + ny * hy + nz * hz) / hl) ** shininess * seen
            for c in range(3):
                out[y, x, c] = albedo[c] * (ambient_rgb[c] * near + light_rgb[c] * direct) + shine * light_rgb[c]


def blank(height: int, width: int, channels: int) -> tuple[F32, F32]:
    """An empty depth map (H, W) and attribute map (H, W, channels)."""
    return np.full((height, width), FAR, np.float32), np.zeros((height, width, channels), np.float32)


def contiguous(values: Any) -> F32:
    """`values` as the compiled code wants them."""
    return np.ascontiguousarray(values, np.float32)
