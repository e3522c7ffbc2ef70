"""Recordings that do not show all: frozen pictures, holes, no times, mirrored pixels, and files of every name."""

from __future__ import annotations

import os
import sys
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from gesture.sources.frames import Frame, SourceError
from gesture.sources.unseen import HOLE_S, only_seen
from gesture.sources.video import VideoFile
from tests.gesture.clips import CLIPS, frames_of
from tests.gesture.sources.recorded import Picture, pictures, with_matrix, without_rate, written


def _holes(times: list[float]) -> list[tuple[float, float]]:
    return [(round(a, 2), round(b, 2)) for a, b in pairwise(times) if b - a > HOLE_S]


def _at(times: list[float], shown: list[Picture]) -> list[Frame]:
    return [Frame(picture, at_s, n) for n, (at_s, picture) in enumerate(zip(times, shown, strict=True))]


@pytest.mark.parametrize("codec, suffix", [("MJPG", ".avi"), ("mp4v", ".mp4")])
@pytest.mark.parametrize("frozen, hole_s", [((15, 45), (1.0, 3.0)), ((22, 60), (1.47, 3.93))], ids=["ends", "does not"])
def test_a_picture_that_freezes_leaves_a_hole(tmp_path, codec, suffix, frozen, hole_s):
    shown = pictures(60)
    shown[slice(*frozen)] = [shown[frozen[0]]] * (frozen[1] - frozen[0])
    with VideoFile(written(tmp_path / f"frozen{suffix}", shown, codec=codec)) as video:
        holes = _holes([frame.at_s for frame in video])
    assert len(holes) == 1 and holes[0] == pytest.approx(hole_s, abs=0.21)


def test_a_hand_that_freezes_as_it_moves_is_not_seen_to_rest(tmp_path):
    shown = pictures(12) + pictures(20, moving=True)
    shown += [shown[-1]] * 30
    with VideoFile(written(tmp_path / "frozen.mp4", shown, codec="mp4v")) as video:
        frames = list(video)
    assert _holes([frame.at_s for frame in frames])[0][0] < 32 / 15 + 0.1


@pytest.mark.parametrize(
    "shown",
    [pictures(60), pictures(1) * 60, pictures(20, moving=True) + pictures(1) * 40, pictures(20) + pictures(20, 1.0)],
    ids=["a table at rest", "a codec that repeats", "a codec that repeats after motion", "less noise than before"],
)
def test_a_table_at_rest_is_not_frozen(tmp_path, shown):
    with VideoFile(written(tmp_path / "rest.avi", shown)) as video:
        assert len(list(video)) == len(shown)


def test_pictures_that_are_missing_leave_a_hole():
    times = [n / 15 for n in range(60) if not 20 < n < 50]
    frames = list(only_seen(_at(times, pictures(len(times))), lambda last_s: last_s))
    assert _holes([frame.at_s for frame in frames]) == [(1.33, 3.33)]


def test_where_only_pictures_that_differ_are_stored_the_last_one_stays_until_the_next():
    moves = pictures(12, noise=0, moving=True)
    times = [n / 15 for n in (0, 1, 2, 3, 4, 30, 31, 32, 33, 34, 35, 36)]
    frames = list(only_seen(_at(times, moves), lambda _: 4.0))
    assert _holes([frame.at_s for frame in frames]) == [] and frames[-1].at_s > 3.8
    assert [frame.index for frame in frames] == list(range(len(frames)))
    assert all(np.array_equal(frame.image, moves[4]) for frame in frames if 0.3 < frame.at_s < 1.9)


def test_what_nothing_led_up_to_was_not_seen():
    moves = pictures(40, noise=0, moving=True)
    shown = [*moves[:5], *[moves[30]] * 6]
    times = [n / 15 for n in (0, 1, 2, 3, 4, 30, 31, 32, 33, 34, 35)]
    assert _holes([frame.at_s for frame in only_seen(_at(times, shown), lambda s: s)]) == [(0.27, 2.0)]


def test_pictures_of_a_damaged_stream_are_put_in_the_order_of_their_times(tmp_path, monkeypatch):
    with VideoFile(CLIPS / "duel.mp4") as video:
        swapped = list(range(105))
        swapped[5], swapped[7] = 7, 5
        video.close()
        video._start()
        stored = list(video._in_order())
        monkeypatch.setattr(video, "_video", _Played([stored[n] for n in swapped]))
        assert [round(s, 3) for s, _ in video._in_order()] == [round(s, 3) for s, _ in stored]


class _Played:
    """What stands in for OpenCV's capture: pictures with their times."""

    def __init__(self, stored: list[tuple[float, object]]) -> None:
        self._stored, self._now_s = iter(stored), 0.0

    def read(self) -> tuple[bool, object]:
        self._now_s, image = next(self._stored, (0.0, None))
        return image is not None, image

    def get(self, what: int) -> float:
        assert what == cv2.CAP_PROP_POS_MSEC
        return self._now_s * 1000

    def release(self) -> None:
        """Nothing to give back."""


def _jpegs(path: Path) -> Path:
    path.write_bytes(b"".join(cv2.imencode(".jpg", one)[1].tobytes() for one in pictures(30)))
    return path


@pytest.mark.parametrize("made", ["rate 0", "jpegs"])
def test_a_file_without_times_says_so_and_takes_a_rate(tmp_path, made):
    path = _jpegs(tmp_path / "a.mjpeg") if made == "jpegs" else without_rate(written(tmp_path / "a.avi", pictures(30)))
    with VideoFile(path) as assumed, VideoFile(path, fps=15) as told:
        assert assumed.remark is not None and "25 pictures a second are assumed" in assumed.remark
        assert told.remark is None
        assert [frame.at_s for frame in assumed][-1] == pytest.approx(29 / 25)
        assert [frame.at_s for frame in told][-1] == pytest.approx(29 / 15)


def test_a_file_with_times_makes_no_remark_and_is_overruled_by_a_rate():
    with VideoFile(CLIPS / "duel.mp4") as stored, VideoFile(CLIPS / "duel.mp4", fps=30) as told:
        assert (stored.remark, told.remark) == (None, None)
        assert list(told)[-1].at_s == pytest.approx(104 / 30)


@pytest.mark.parametrize(
    "matrix, shown",
    [
        ((-1, 0, 0, 1), lambda image: image[:, ::-1]),
        ((1, 0, 0, -1), lambda image: image[::-1]),
        ((0, 1, 1, 0), lambda image: image.transpose(1, 0, 2)),
        ((0, -1, -1, 0), lambda image: image.transpose(1, 0, 2)[::-1, ::-1]),
        ((-1, 0, 0, -1), lambda image: image[::-1, ::-1]),
        ((1, 0, 0, 1), lambda image: image),
    ],
)
def test_a_display_matrix_is_followed_also_where_it_mirrors(tmp_path, matrix, shown):
    stored = frames_of("duel")[0].image
    with VideoFile(with_matrix(tmp_path / "a.mp4", CLIPS / "duel.mp4", *matrix)) as video:
        assert np.array_equal(next(iter(video)).image, shown(stored))


@pytest.mark.parametrize("name", ["a.webp", "a.png", "a.gif"])
def test_an_animated_picture_is_a_video(tmp_path, name):
    animation = cv2.Animation()
    animation.frames, animation.durations = pictures(12, moving=True), [100] * 12
    assert cv2.imwriteanimation(str(tmp_path / name), animation)
    with VideoFile(tmp_path / name) as video:
        assert [frame.at_s for frame in video][:3] == pytest.approx([0, 0.1, 0.2], abs=0.01)


@pytest.mark.parametrize("name", [b"caf\xe9.mp4", b"2026-11-30T18:00:00.mp4", b"http:127.0.0.1:9", b"udp:x", b"\xff"])
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_a_file_is_a_file_whatever_its_name(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    Path(os.fsdecode(name)).write_bytes((CLIPS / "posse.mp4").read_bytes())
    with VideoFile(Path(os.fsdecode(name))) as video:
        assert next(iter(video)).size == (1280, 720)


@pytest.mark.parametrize(
    "content",
    [
        "ffconcat version 1.0\nfile other.mp4\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n",
        "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 26\n",
    ],
    ids=["list of files", "list of addresses", "session description"],
)
def test_a_file_opens_no_other_file_and_no_connection(tmp_path, monkeypatch, capfd, content):
    monkeypatch.chdir(tmp_path)
    Path("other.mp4").write_bytes((CLIPS / "posse.mp4").read_bytes())
    Path("list.mp4").write_text(content)
    with pytest.raises(SourceError, match="no video that can be read"):
        VideoFile("list.mp4")
    assert capfd.readouterr().err == ""
