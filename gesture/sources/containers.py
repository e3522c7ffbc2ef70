"""What a video file says of itself that OpenCV does not pass on: whether it stores times, and whether it is to be shown
as in a mirror. Formats: ISO/IEC 14496-12 (MP4 and MOV), and Microsoft's RIFF (AVI)."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

HEAD_BYTES = 1 << 16
"""An AVI's headers lie within this."""
MOST_BOXES = 4096
"""A file with more boxes on one level is damaged."""
_JPEG = b"\xff\xd8\xff"
_PICTURES = (_JPEG, b"\x89PNG", b"GIF8", b"BM", b"II*\0", b"MM\0*")


class Turn(NamedTuple):
    """How stored pictures are to be shown: turned about the diagonal first, and then about the axes."""

    about_diagonal: bool
    across: bool
    """Left becomes right."""
    upside_down: bool

    def shown(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A stored picture (H, W, 3) as it is to be shown."""
        turned = image.transpose(1, 0, 2) if self.about_diagonal else image
        return np.ascontiguousarray(turned[:: -1 if self.upside_down else 1, :: -1 if self.across else 1])


def is_still(file: BinaryIO) -> bool:
    """Whether a file begins as a picture's does; a moving one may begin so too."""
    head = _at(file, 0, 16)
    return head.startswith(_PICTURES) or head[8:12] == b"WEBP" or head[4:12] in (b"ftypavif", b"ftypheic")


def has_no_rate(file: BinaryIO) -> bool:
    """Whether a file stores neither times nor a rate as it says itself: JPEGs in a row, or an AVI with rate 0."""
    head = _at(file, 0, HEAD_BYTES)
    if head[:4] != b"RIFF" or head[8:12] != b"AVI ":
        return head.startswith(_JPEG)
    at = head.find(b"strh")
    while at >= 0 and head[at + 8 : at + 12] != b"vids":
        at = head.find(b"strh", at + 4)
    scale_and_rate = head[at + 28 : at + 36]
    return at >= 0 and len(scale_and_rate) == 8 and 0 in struct.unpack("<II", scale_and_rate)


def mirroring(file: BinaryIO) -> Turn | None:
    """How the pictures of an MP4 or MOV are to be shown if its display matrix mirrors them; else None, also where it
    only turns them, which OpenCV does itself."""
    end = file.seek(0, 2)
    for kind, start, stop in _boxes(file, 0, end):
        if kind != b"moov":
            continue
        for track, from_, to in _boxes(file, start, stop):
            inside = {name: (a, b) for name, a, b in _boxes(file, from_, to)} if track == b"trak" else {}
            if b"tkhd" in inside and _is_video(file, inside.get(b"mdia")):
                return _mirror(_at(file, inside[b"tkhd"][0], 96))
    return None


def upright_avif(content: bytes, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture (H, W, 3) of an AVIF's content, turned and mirrored as it says (ISO/IEC 23008-12, 6.5.10 and 6.5.12),
    which OpenCV leaves to others."""
    if content[4:12] not in (b"ftypavif", b"ftypavis"):
        return image
    file = io.BytesIO(content)
    inside = (0, len(content))
    for kind, head in ((b"meta", 4), (b"iprp", 0), (b"ipco", 0)):
        found = [(start + head, stop) for name, start, stop in _boxes(file, *inside) if name == kind]
        if not found:
            return image
        inside = found[0]
    for kind, start, _ in list(_boxes(file, *inside)):
        value = int.from_bytes(_at(file, start, 1), "big")
        if kind == b"irot":
            image = np.rot90(image, value & 3)
        elif kind == b"imir":
            image = image[:, ::-1] if value & 1 else image[::-1]
    return np.ascontiguousarray(image)


def _is_video(file: BinaryIO, media: tuple[int, int] | None) -> bool:
    boxes = _boxes(file, *media) if media is not None else ()
    return any(kind == b"hdlr" and _at(file, start + 8, 4) == b"vide" for kind, start, _ in boxes)


def _mirror(header: bytes) -> Turn | None:
    at = 52 if header[:1] == b"\1" else 40
    if len(header) < at + 20:
        return None
    a, b, _, c, d = struct.unpack(">5i", header[at : at + 20])
    if a * d - b * c >= 0:
        return None
    diagonal = abs(b) > abs(a)
    return Turn(diagonal, (c if diagonal else a) < 0, (b if diagonal else d) < 0)


def _boxes(file: BinaryIO, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """The kind of each box between two places, and where its content begins and ends."""
    for _ in range(MOST_BOXES):
        head = _at(file, start, 16)
        if start + 8 > end or len(head) < 8:
            return
        size, kind, content = int.from_bytes(head[:4], "big"), head[4:8], 8
        if size == 1:
            size, content = int.from_bytes(head[8:16], "big"), 16
        elif size == 0:
            size = end - start
        if size < content or start + size > end:
            return
        yield kind, start + content, start + size
        start += size


def _at(file: BinaryIO, start: int, length: int) -> bytes:
    file.seek(start)
    return file.read(length)
