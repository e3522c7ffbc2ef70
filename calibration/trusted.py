"""The network cameras and recordings that somebody at this computer has named: a saved table that comes from elsewhere
opens no other by itself."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

import msgspec

from calibration.profiles import home
from rules.files import OWNER_FOLDER, write_whole

FILE = "cameras.json"


class TrustedCameras:
    """What was named is remembered among Handref's data, each address by its SHA-256 alone, as it may hold a password.
    A camera of this computer, which has a number, needs no trust."""

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` is that of the data, by default `home()`."""
        self._file = (folder or home()) / FILE

    def has(self, where: int | str | None) -> bool:
        """Whether a camera or recording may be opened without asking."""
        return not isinstance(where, str) or _digest(where) in self._known()

    def add(self, where: int | str | None) -> None:
        """Somebody at this computer has named it. On a disk that does not take it, it is asked about again."""
        if isinstance(where, str) and not self.has(where):
            with suppress(OSError):
                self._file.parent.mkdir(OWNER_FOLDER, parents=True, exist_ok=True)
                write_whole(self._file, msgspec.json.encode(sorted({*self._known(), _digest(where)})))

    def _known(self) -> frozenset[str]:
        try:
            return frozenset(msgspec.json.decode(self._file.read_bytes(), type=list[str]))
        except (OSError, msgspec.DecodeError):
            return frozenset()


def _digest(where: str) -> str:
    return hashlib.sha256(where.encode(errors="surrogatepass")).hexdigest()
