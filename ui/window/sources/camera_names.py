"""What a camera calls itself, where the system tells."""

from __future__ import annotations

from functools import cache
from pathlib import Path

LINUX = Path("/sys/class/video4linux")
LONGEST = 40


@cache
def camera_name(number: int, folder: Path = LINUX) -> str:
    """The name of a camera of this computer, by its number; nothing where the system tells none."""
    try:
        name = (folder / f"video{number}" / "name").read_text("utf-8", errors="replace")
    except OSError:
        return ""
    whole, _, twice = " ".join(name.split()).partition(": ")
    return (whole if whole == twice or whole.startswith(twice) else f"{whole} {twice}").strip()[:LONGEST]
