"""The window goes on showing frames while the real reader reads the hands of a table beside it."""

from __future__ import annotations

import sys
import time

import pygame
import pytest

from gesture.reader import HandReader
from gesture.sources import VideoFile
from tests.gesture.clips import CLIPS, labels, seats_of
from tests.ui.window.fake_user import HD, FakeUser
from ui.window.camera import Devices, Recording
from ui.window.loop import FRAMES_A_SECOND, SWITCH_S
from ui.window.screens.playing import watch
from ui.window.setup import Setup

LONGEST_S = 0.1
PATIENCE_S = 60.0


class Reading(HandReader):
    """The real reader, which counts."""

    count = 0

    def read(self, frame_bgr, zone=None):
        found = super().read(frame_bgr, zone)
        Reading.count += 1
        return found


@pytest.fixture
def _quick_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)  # as the window's own loop does
    yield
    sys.setswitchinterval(before)


def test_the_window_never_goes_longer_than_a_tenth_of_a_second_without_a_frame_while_hands_are_read(
    tmp_path, _quick_switches
):
    label = labels("trio")
    user = FakeUser(tmp_path, HD, players=tuple(seat["player"] for seat in label["seats"]))
    user.press("d", "return")
    user.app.devices = Devices(open_reader=lambda: Reading(mode="live"))
    user.app.setup = Setup(
        open_source=lambda: Recording(VideoFile(CLIPS / "trio.mp4"), again=True), seats=tuple(seats_of(label))
    )
    watch(user.app, user.screen.match)
    user.press("space")
    pace, began_s = pygame.time.Clock(), time.monotonic()
    shown_s, used_s, gaps_s = began_s, time.process_time(), []
    while Reading.count < 15 or time.monotonic() - began_s < 4.0:
        assert time.monotonic() - began_s < PATIENCE_S, "the hands are not read"
        user.now_s = time.monotonic() - began_s
        user.look()
        now_s, cpu_s = time.monotonic(), time.process_time()
        # Other programs may hold the processor, and that is not the window's doing: of a gap no more counts than all
        # threads of this one have worked in it.
        gaps_s.append(min(now_s - shown_s, cpu_s - used_s))
        shown_s, used_s = now_s, cpu_s
        pace.tick(FRAMES_A_SECOND)
    assert user.screen.match.watched.glimpse is not None
    assert len(gaps_s) > 20
    longest_s = max(gaps_s)
    assert longest_s < LONGEST_S, f"{1000 * longest_s:.0f} ms, of {len(gaps_s)} frames with {Reading.count} readings"
