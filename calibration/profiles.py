"""Profiles as files: one JSON file a name, replaced in one step, the version before it kept.

They lie in the folder `profiles` of Handref's own place for data, which the environment variable HANDREF_HOME moves.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import platformdirs

from calibration.faults import CalibrationError
from calibration.known import VERSION, Profile, fault_of_name
from rules.files import private_folder, read_whole, write_whole
from rules.plain_faults import NotJson, decoded, in_words

HOME_VARIABLE = "HANDREF_HOME"
_PREVIOUS = ".previous.json"


class ProfileError(CalibrationError):
    """A profile cannot be read or kept. The message names the file, the place in it, and what to do."""


@dataclass(frozen=True)
class LoadedProfile:
    """A profile, and what the table should be told about how it was had; None when there is nothing to tell."""

    profile: Profile
    note: str | None = None


def home() -> Path:
    """Where Handref keeps its data: the folder in HANDREF_HOME, else the system's place for a user's data."""
    given = os.environ.get(HOME_VARIABLE, "").strip()
    if given:
        return Path(os.path.expanduser(given))  # noqa: PTH111 (unlike pathlib it takes a user that there is none of)
    return Path(platformdirs.user_data_dir("handref", appauthor=False))


class Profiles:
    """The profiles in a folder, by default `profiles` in `home()`. The folder is made when a profile is saved."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self.folder = Path(folder) if folder is not None else home() / "profiles"

    def path(self, name: str) -> Path:
        """The file of a profile; names that differ in capital letters alone are the same one. Raises `ProfileError` for
        what cannot be a name."""
        fault = fault_of_name(name)
        if fault:
            raise ProfileError(f"{name!r} cannot name a profile: {fault}; choose another name.")
        return self.folder / f"{name.casefold()}.json"

    def names(self) -> list[str]:
        """The names under which a profile can be loaded, sorted; also where only the version before is left."""
        try:
            files = [path.name for path in self.folder.iterdir() if path.suffix == ".json"]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ProfileError(f"{self.folder} cannot be looked through: {_because(error)}.") from error
        return sorted({name.removesuffix(_PREVIOUS).removesuffix(".json") for name in files})

    def save(self, profile: Profile) -> Path:
        """Keep a profile; the one of that name that was there becomes the version before, or is put
        aside as NAME.broken when it cannot be read. Returns the profile's file.

        At every moment, also when the power fails, one of the two can be loaded whole. Raises `ProfileError` when it
        cannot be written, or stands where a later Handref has written one; the old one is untouched then.
        """
        path = self.path(profile.name)
        content = msgspec.json.format(msgspec.json.encode(profile), indent=1) + b"\n"
        try:
            private_folder(self.folder)
            before = path.read_bytes() if path.exists() else None
            if before is not None:
                write_whole(_previous(path) if self._sound(path, before) else path.with_suffix(".broken"), before)
            write_whole(path, content)
        except OSError as error:
            raise ProfileError(
                f"Profile {profile.name!r} cannot be saved as {path}: {_because(error)}; what was there is still there."
            ) from error
        return path

    def load(self, name: str) -> LoadedProfile:
        """The profile of that name. When its file is broken or half-written, the version before it, with a note that
        says so. Raises `ProfileError` when there is none, when both are broken, or a later Handref has written it."""
        path = self.path(name)
        try:
            return LoadedProfile(_called(name, _read(path)))
        except _Newer:
            raise
        except ProfileError as newest:
            previous = _previous(path)
            if not previous.exists():
                if not path.exists():
                    known = ", ".join(self.names()) or "none yet"
                    raise ProfileError(f"There is no profile {name!r} in {self.folder}; there are: {known}.") from None
                raise
            try:
                profile = _read(previous)
            except ProfileError as older:
                raise ProfileError(f"{newest} The version before it cannot be used either: {older}") from None
            return LoadedProfile(
                _called(name, profile),
                f"{newest} The version saved before it is used instead; save it anew to keep that.",
            )

    def delete(self, name: str) -> None:
        """Remove a profile and the version before it. Raises `ProfileError` when there is none, or it may not be."""
        path = self.path(name)
        there = [file for file in (path, _previous(path)) if file.exists()]
        if not there:
            raise ProfileError(f"There is no profile {name!r} in {self.folder} to remove.")
        try:
            for file in there:
                file.unlink()
        except OSError as error:
            raise ProfileError(f"{error.filename} cannot be removed: {_because(error)}.") from error

    def trouble(self) -> str | None:
        """Why nothing can be saved in the folder, in one sentence with what to do; None when it can. The
        folder is made for it; what is written to try is removed again."""
        try:
            private_folder(self.folder)
            with tempfile.TemporaryFile(dir=self.folder) as file:
                file.write(b"handref")
                file.flush()
        except OSError as error:
            return (
                f"Nothing can be saved in {self.folder}: {_because(error)}; make room or allow writing there, or name "
                f"another folder in {HOME_VARIABLE}."
            )
        return None

    def _sound(self, path: Path, content: bytes) -> bool:
        """Whether a file that is to be replaced is worth keeping."""
        try:
            _decode(path, content)
        except _Newer:
            raise
        except ProfileError:
            return False
        return True


class _Newer(ProfileError):
    """The file was written by a later Handref; it is neither broken nor ours to replace."""


def _previous(path: Path) -> Path:
    return path.with_name(path.stem + _PREVIOUS)


def _called(name: str, profile: Profile) -> Profile:
    """A profile under the name of its file, which may be a copy that somebody made of another's."""
    same = profile.name.casefold() == name.casefold()
    return profile if same else msgspec.structs.replace(profile, name=name)


def _read(path: Path) -> Profile:
    try:
        content = read_whole(path)
    except OSError as error:
        raise ProfileError(f"{path} cannot be read: {_because(error)}.") from error
    return _decode(path, content)


def _decode(path: Path, content: bytes) -> Profile:
    """The profile in a file's content. Raises `ProfileError` that names every field at fault, with its path."""
    try:
        found: Any = decoded(content)
    except NotJson as error:
        raise ProfileError(f"{path} is broken or half-written ({error}); set the table up anew.") from None
    if not isinstance(found, dict):
        raise ProfileError(f"{path}: this is no profile but {_kind(found)}; set the table up anew.")
    version = found.get("version")
    if isinstance(version, int) and not isinstance(version, bool) and version > VERSION:
        raise _Newer(
            f"{path}: it was written by a later Handref (version {version}, this one knows {VERSION}); "
            "bring Handref up to date, or choose another name."
        )
    faults = _faults(found)
    if not faults:
        try:
            return msgspec.convert(found | {"version": VERSION}, Profile)
        except msgspec.ValidationError as error:
            faults = [in_words(error, Profile)]
    raise ProfileError(f"{path} has faults: {'; '.join(faults)}. Correct them in the file, or set the table up anew.")


def _faults(found: Mapping[str, Any]) -> list[str]:
    """What is wrong with each field by itself."""
    faults = []
    hints = get_type_hints(Profile)
    for field in msgspec.structs.fields(Profile):
        # A file must say its version: without it nothing says how the rest is meant.
        if field.name not in found:
            if field.required or field.name == "version":
                faults.append(f"{field.name!r} is missing")
            continue
        try:
            value = msgspec.convert(found[field.name], hints[field.name])
            if field.name == "version" and value < 1:
                faults.append(f"version: it is {value}, and the first was 1")
        except msgspec.ValidationError as error:
            faults.append(in_words(error, hints[field.name], field.name))
    known = {field.name for field in msgspec.structs.fields(Profile)}
    return faults + [f"{name!r} is not known here" for name in found if name not in known]


def _kind(found: object) -> str:
    match found:
        case list():
            return "a list"
        case str():
            return "a text"
        case None:
            return "nothing (null)"
    return "a number or a yes or no"


def _because(error: OSError) -> str:
    return (error.strerror or str(error) or "the system refuses").lower()
