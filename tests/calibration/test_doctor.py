"""The doctor: what it says of installations, pictures, recordings and cameras."""

from __future__ import annotations

import importlib.metadata
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import doctor
from calibration.light import Finding, Grade, worst
from calibration.profiles import Profiles
from gesture.reading.background import Picture, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.camera import LiveCamera
from gesture.sources.frames import Frame, SourceError
from tests.gesture.clips import Frames
from tests.gesture.stage import Followed, KnowingReader, Stage, lays

GOOD, BAD = Grade.GOOD, Grade.BAD


class Blind:
    """A reader that finds no hand."""

    def read(
        self,
        frame_bgr: Picture,
        zone: Zone | None = None,
        palm_px: PalmSizes | None = None,
        palms_in: Zone | None = None,
    ) -> list[HandReading]:
        return []


def told(findings) -> dict[str, Finding]:
    return {finding.about: finding for finding in findings}


def test_this_installation_is_good(tmp_path):
    findings = doctor.examine_installation(Profiles(tmp_path))
    assert [f.about for f in findings] == ["python", "opencv", "mediapipe", "model", "profiles"]
    assert {f.grade for f in findings} == {GOOD}


def test_what_is_wrong_with_an_installation_is_told_with_what_to_do(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    (tmp_path / "model").write_text("cut short")
    monkeypatch.setattr(doctor, "MODEL", tmp_path / "model")
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "1.2.3")
    monkeypatch.setattr(
        importlib.metadata, "packages_distributions", lambda: {"cv2": ["opencv-python", "opencv-contrib-python"]}
    )
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    found = told(doctor.examine_installation(Profiles(tmp_path / "file")))
    assert {finding.grade for finding in found.values()} == {BAD}
    for about, says in {
        "python": "use 3.11",
        "opencv": "overwrite each other",
        "mediapipe": "install mediapipe==0.10.33",
        "model": "install Handref anew",
        "profiles": "HANDREF_HOME",
    }.items():
        assert says in found[about].says
    monkeypatch.setattr(doctor, "MODEL", tmp_path / "none")
    assert "cannot be read" in told(doctor.examine_installation(Profiles(tmp_path)))["model"].says


def staged() -> tuple[list[Frame], KnowingReader, KnowingReader]:
    stage = Stage([*lays("Ann", 1.0), *lays("Ben", 1.2)], 4.0)
    return list(stage), KnowingReader(stage), KnowingReader(stage)


def test_a_recording_is_told_of_with_its_hands_and_seats():
    frames, still, live = staged()
    still.now_s = 3.0
    report = doctor.examine_recording(Followed(frames, live), still, live, 15, len(frames))
    found = told(report.findings)
    assert (found["hands"].measured, found["seats"].measured) == (4, 2)
    assert found["rate"].measured == pytest.approx(15, abs=0.1)
    assert found["rate"].grade is Grade.COULD_BE_BETTER
    assert found["size"].measured == 480
    assert [seat.player for seat in report.seats] == ["Player 1", "Player 2"]
    assert "picture" not in found


def test_a_recording_that_stands_still_is_said_to_be_frozen_and_an_empty_one_refused():
    frames, still, live = staged()
    frozen = [frames[-1].__class__(frames[-1].image, k / 15, k) for k in range(45)]
    report = doctor.examine_recording(Followed(frozen, live), still, live, 15, 45)
    assert "stands still" in told(report.findings)["picture"].says
    assert worst(report.findings) is BAD
    with pytest.raises(SourceError, match="no picture"):
        doctor.examine_recording(Frames([]), still, live, 15, 0)


def test_a_picture_without_hands_says_to_lay_them_down():
    frames, _, _ = staged()
    report = doctor.examine_picture(frames[0].image, Blind(), Blind())
    hands = told(report.findings)["hands"]
    assert (hands.grade, hands.measured) == (BAD, 0)
    assert "lay both hands flat" in hands.says
    assert worst(report.findings) is BAD
    assert "flicker" not in told(report.findings)


def test_a_black_picture_is_told_once():
    report = doctor.examine_picture(np.zeros((480, 640, 3), np.uint8), Blind(), Blind())
    assert [f.about for f in report.findings if f.grade is BAD] == ["light"]


@pytest.mark.parametrize(
    ("width", "grade"), [(320, BAD), (500, Grade.COULD_BE_BETTER), (640, GOOD)], ids=["tiny", "small", "enough"]
)
def test_the_size_of_the_picture_is_graded(width, grade):
    report = doctor.examine_picture(np.full((360, width, 3), 90, np.uint8), Blind(), Blind())
    assert told(report.findings)["size"].grade is grade


class Device:
    """A camera that turns its own clock: `fps` frames a second, of noise or standing still."""

    def __init__(self, fps: float, mode: str = "noise") -> None:
        self.fps, self.mode, self.now_s = fps, mode, 0.0
        rng = np.random.default_rng(0)
        self.pictures = [rng.integers(60, 160, (480, 640, 3), np.uint8) for _ in range(3)]
        self.count = 0

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        time.sleep(0.002)
        self.now_s += 1 / self.fps
        self.count += 1
        if self.mode == "silent":
            return False, None
        return True, self.pictures[0 if self.mode == "frozen" else self.count % 3]

    def release(self) -> None:
        pass


def camera_of(device: Device) -> LiveCamera:
    return LiveCamera(0, open_again=lambda _: device, clock=lambda: device.now_s)


@pytest.mark.parametrize(
    ("device", "about", "grade", "says"),
    [
        pytest.param(Device(30), "rate", GOOD, "quick enough", id="30 frames a second"),
        pytest.param(Device(12), "rate", Grade.COULD_BE_BETTER, "coarsely", id="12 frames a second"),
        pytest.param(Device(5), "rate", BAD, "too slow", id="5 frames a second"),
        pytest.param(Device(30, "frozen"), "picture", BAD, "stands still", id="frozen"),
    ],
)
def test_a_camera_is_watched_and_its_rate_measured(device, about, grade, says):
    with camera_of(device) as camera:
        report = doctor.examine_camera(camera, Blind(), Blind())
    found = told(report.findings)[about]
    assert found.grade is grade
    assert says in found.says


def test_a_camera_that_gives_nothing_is_refused_with_what_to_do(monkeypatch):
    monkeypatch.setattr(doctor, "WATCHED_S", 0.6)
    with camera_of(Device(30, "silent")) as camera, pytest.raises(SourceError, match="plug it in again"):
        doctor.examine_camera(camera, Blind(), Blind())


def test_the_model_is_the_one_that_the_notice_names():
    assert doctor.MODEL_SHA256 in (Path(doctor.__file__).parent.parent / "NOTICE").read_text("utf-8")
