"""Recordings with their own times, and one clear sentence for each that cannot be used."""

import os

import cv2
import numpy as np
import pytest

from gesture.sources.frames import Frame, SourceError, unmirrored
from gesture.sources.video import VideoFile
from tests.gesture.clips import CLIPS


def test_frames_come_in_order_with_the_times_of_the_file():
    with VideoFile(CLIPS / "posse.mp4") as video:
        frames = list(video)
    assert [frame.index for frame in frames] == list(range(54))
    assert [frame.at_s for frame in frames[:3]] == pytest.approx([0, 1 / 15, 2 / 15], abs=1e-3)
    assert frames[0].size == (1280, 720) and frames[0].image.dtype == np.uint8


def test_a_recording_can_be_watched_twice():
    with VideoFile(CLIPS / "duel.mp4") as video:
        assert [frame.at_s for frame in video] == [frame.at_s for frame in video]


def test_a_mirrored_recording_is_turned_back():
    with VideoFile(CLIPS / "duel.mp4") as plain, VideoFile(CLIPS / "duel.mp4", mirrored=True) as mirrored:
        a, b = next(iter(plain)), next(iter(mirrored))
    assert np.array_equal(a.image, unmirrored(b).image)


def _broken(folder, name):
    path = folder / name
    whole = (CLIPS / "duel.mp4").read_bytes()
    if name == "empty.mp4":
        path.write_bytes(b"")
    elif name == "truncated.mp4":
        path.write_bytes(whole[: len(whole) // 2])
    elif name == "text.mp4":
        path.write_text("this is no video " * 100)
    elif name == "folder.mp4":
        path.mkdir()
    elif path.suffix in (".jpg", ".png"):
        cv2.imwrite(str(path), np.full((120, 160, 3), 90, np.uint8))
    return path


@pytest.mark.parametrize(
    "name, says",
    [
        ("missing.mp4", "There is no file"),
        ("empty.mp4", "is empty"),
        ("truncated.mp4", "damaged or cut off"),
        ("text.mp4", "no video that can be read"),
        ("folder.mp4", "is a folder"),
        ("photo.jpg", "is a still picture and no video"),
        ("photo.png", "is a still picture and no video"),
    ],
)
def test_what_is_no_recording_is_refused_in_one_sentence(tmp_path, capfd, name, says):
    with pytest.raises(SourceError, match=says) as error:
        list(VideoFile(_broken(tmp_path, name)))
    assert str(error.value).count("\n") == 0 and str(error.value).endswith(".")
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may read everything")
def test_a_recording_that_may_not_be_read(tmp_path):
    path = tmp_path / "secret.mp4"
    path.write_bytes(b"x")
    path.chmod(0)
    with pytest.raises(SourceError, match="may not be read"):
        VideoFile(path)


def test_a_recording_that_breaks_off_says_so_after_its_last_frame(tmp_path):
    path, cut = tmp_path / "whole.avi", tmp_path / "cut.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (160, 120))
    rng = np.random.default_rng(0)
    for _ in range(40):
        writer.write(rng.integers(0, 255, (120, 160, 3)).astype(np.uint8))
    writer.release()
    cut.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    frames: list[Frame] = []
    with pytest.raises(SourceError, match=r"breaks off after \d\.\d of 4\.0 seconds"):
        frames.extend(VideoFile(cut))
    assert len(list(VideoFile(path))) == 40
