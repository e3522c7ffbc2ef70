"""What moved where and since when a patch looks as it does, on drawn pictures."""

import numpy as np
import pytest

from gesture.sources.frames import Frame
from gesture.watching.motion import Motion, MotionTracker, Patch
from tests.values import some

SQUARE = np.array([(100, 100), (180, 100), (180, 180), (100, 180)], float)


def film(*pictures, tracker: MotionTracker | None = None, fps=20.0, start=0) -> Motion:
    """The motion as of the last of these pictures."""
    tracker = tracker or MotionTracker()
    frames = [Frame(picture, (start + i) / fps, start + i) for i, picture in enumerate(pictures)]
    return [tracker.watch(frame) for frame in frames][-1]


def table(seed=0, noise=2.0):
    rng = np.random.default_rng(5)
    plain = np.repeat(rng.integers(60, 160, (60, 80, 1)), 3, 2).repeat(4, 0).repeat(4, 1)
    return np.clip(plain + np.random.default_rng(seed).normal(0, noise, plain.shape), 0, 255).astype(np.uint8)


def with_square(picture, x=120, y=120, size=24):
    changed = picture.copy()
    changed[y : y + size, x : x + size] = (230, 210, 190)
    return changed


def test_a_still_table_with_noise_never_moves():
    motion = film(*(table(seed, 6) for seed in range(20)))
    assert np.isinf(motion.moved_s).mean() > 0.99 and motion.tolerance > 9


def test_only_the_cells_that_changed_moved():
    motion = film(table(0), table(1), with_square(table(2)))
    moved = motion.moved_s == 0.1
    assert 4 <= moved.sum() <= 25 and (moved & motion.cells_of(SQUARE)).sum() == moved.sum()


def test_light_that_changes_everywhere_is_no_movement():
    motion = film(*((table(seed) * (0.8 + 0.04 * seed)).astype(np.uint8) for seed in range(6)))
    assert np.isinf(motion.moved_s).all()


def test_a_lamp_that_is_switched_on_is_no_noise_of_the_camera():
    """A lamp at one side changes all of one frame; what moves afterwards is seen as before."""
    lit = np.linspace(1.6, 0.8, 320)[None, :, None]
    still = [np.clip(table(0, 0) * lit, 0, 255).astype(np.uint8) for _ in range(6)]
    for n, picture in enumerate(still):
        picture[n, n] += 1  # hardly anything differs from frame to frame
    motion = film(*(table(0, 0) for _ in range(4)), *still)
    assert motion.tolerance < 8


def test_frames_that_repeat_the_one_before_do_not_hide_the_noise():
    motion = film(*(table(n // 2, 6) for n in range(24)))
    assert motion.tolerance > 9


def test_a_patch_knows_since_when_it_looks_so():
    motion = film(*(table(s) for s in range(5)), *(with_square(table(s)) for s in range(5, 12)))
    patch = some(motion.patch(SQUARE))
    since = motion.same_since(patch, motion.look_at_rest(patch, 0.4))
    assert some(since).at_s == pytest.approx(0.25)


def test_a_patch_off_the_picture_is_none():
    motion = film(table())
    assert motion.patch(SQUARE + 5000) is None


def test_pictures_are_kept_for_seconds_not_for_ever():
    motion = film(*(table(s % 5) for s in range(120)))
    assert motion.glances[0].at_s >= 5.95 - 4.01 and motion.first_s == 0


def test_a_frame_of_another_size_starts_anew():
    tracker = MotionTracker()
    film(table(), table(1), tracker=tracker)
    motion = film(table()[:120, :160], tracker=tracker, start=2)
    assert len(motion.glances) == 1


def test_a_patch_is_cut_from_its_box():
    patch = Patch((2, 1, 5, 3), np.ones((2, 3), bool))
    assert patch.cut(np.arange(48, dtype=np.float32).reshape(6, 8)).tolist() == [[10, 11, 12], [18, 19, 20]]
