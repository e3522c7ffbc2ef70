"""Still pictures from files."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ui.errors import Problem, because_unwritten, read_bytes

MOST_BYTES = 256_000_000
"""A file of more holds no picture that a camera took."""


def load_picture(path: Path) -> NDArray[np.uint8]:
    """The picture in a file, turned upright as its EXIF says: BGR, shape (H, W, 3).

    Raises `Problem` when the file cannot be read or holds no whole picture of a kind that OpenCV knows.
    """
    content = read_bytes(path, MOST_BYTES)
    import cv2

    from gesture.sources.containers import upright_avif
    from gesture.sources.quiet import quiet

    try:
        with quiet():
            picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as fault:
        raise Problem(f"{path}: the picture cannot be decoded; it is too large or damaged.") from fault
    if picture is None:
        raise Problem(f"{path}: this is no picture that Handref can read, or it is cut short (try JPEG or PNG).")
    return upright_avif(content, np.asarray(picture, np.uint8))


def check_new_png(path: Path) -> None:
    """Raises `Problem` for a file that no picture is to be written to: its name does not say PNG, or it is there
    already."""
    if path.is_dir():
        raise Problem(f"{path}: that is a folder; name a file in it that ends in .png.")
    if path.suffix.lower() != ".png":
        raise Problem(f"{path}: pictures are written as PNG; give a name that ends in .png.")
    if path.exists():
        raise Problem(f"{path} is there already and is not overwritten; remove it, or give another name.")


def save_picture(path: Path, picture: NDArray[np.uint8]) -> None:
    """Write a BGR picture (H, W, 3) as PNG. Raises `Problem` when the file cannot be written."""
    import cv2

    save_png(path, cv2.imencode(".png", picture)[1].tobytes())


def save_png(path: Path, content: bytes) -> None:
    """Write a picture that is PNG already. Raises `Problem` when the file cannot be written; no half of it is left."""
    there = path.exists()
    try:
        path.write_bytes(content)
    except OSError as fault:
        if not there:
            with suppress(OSError):
                path.unlink()
        raise Problem(f"{path}: the picture cannot be saved: {because_unwritten(fault)}.") from fault
