"""`handref calibrate`: what it measures and keeps, shows, corrects and removes, and what it refuses."""

from __future__ import annotations

import json
import math
from functools import partial
from typing import Self

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.known import VERSION, Profile, SeatZone
from calibration.profiles import Profiles
from gesture.reading.background import Picture, Zone
from gesture.reading.hand_reading import HandReading, PalmSizes
from gesture.sources.camera import LiveCamera
from gesture.table.seats import Seat
from rules.hands import Digit, Palm, Side
from tests.calibration.tables import Camera, Laid, render
from tests.calibration.test_lens import photographed
from tests.gesture.clips import CLIPS
from tests.gesture.stage import landmarks
from tests.values import box_around, five, picture

CLIP = CLIPS / "duel.mp4"

pytestmark = pytest.mark.usefixtures("pictures_read_once")
TABLE = Camera(tilt_deg=-35)


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    monkeypatch.setenv("HANDREF_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def profile(name="kitchen"):
    return Profiles().load(name).profile


@pytest.fixture
def sheet(tmp_path):
    """A picture of a table with a sheet of A4 on it."""
    path = tmp_path / "sheet.png"
    cv2.imwrite(str(path), render(TABLE, [Laid((29.7, 21.0), turn_deg=10)]))
    return path


@pytest.fixture
def kitchen():
    """A profile with seats on frames of 640 x 480."""
    zones = {"Ann": [(60, 470), (580, 470), (580, 260), (60, 260)], "Ben": [(60, 10), (580, 10), (580, 200), (60, 200)]}
    seats = tuple(SeatZone(name, tuple((float(x), float(y)) for x, y in zone)) for name, zone in zones.items())
    Profiles().save(Profile(name="kitchen", frame_size=(640, 480), seats=seats))


def test_without_profiles_the_list_says_how_to_make_one(handref):
    ran = handref("calibrate", "list")
    assert ran.code == 0 and "handref calibrate seats NAME" in ran.out


def test_seats_are_found_and_kept_and_play_uses_them(handref):
    found = handref("calibrate", "seats", "hall", "--video", CLIP)
    assert found.code == 0 and "Player 2 sits" in found.out and profile("hall").light is not None
    assert handref("calibrate", "edit", "hall", "--rename", "Player 1=Ann", "--rename", "Player 2=Ben").code == 0
    assert handref("calibrate", "list").out == "hall: Ann, Ben\n"
    refereed = handref("referee", CLIP, "--game", "dexterity-jane", "--profile", "hall", "--json")
    events = [json.loads(line) for line in refereed.out.splitlines()]
    assert events[0]["players"] == ["Ann", "Ben"] and {"lock"} <= {event.get("event") for event in events}


@pytest.fixture
def found(monkeypatch):
    """The seats of Ann and Ben, a little moved and numbered anew, are what is found."""
    zones = {"Player 1": [(70, 20), (590, 20), (590, 210), (70, 210)], "Player 2": [(50, 460), (570, 460), (570, 250)]}
    seats = [Seat(name, np.array(zone, float)) for name, zone in zones.items()]
    monkeypatch.setattr("gesture.seating.seat_finder.find_seats", lambda frames, reader: seats)
    monkeypatch.setattr("gesture.reading.zone_reader.ZoneReader", Knows)


def test_seats_found_again_where_they_were_keep_their_names(handref, kitchen, found, two_hands):
    ran = handref("calibrate", "seats", "kitchen", "--image", two_hands)
    assert ran.code == 0 and [seat.player for seat in profile().seats] == ["Ben", "Ann"]


def test_named_anew_they_bear_the_names_given_and_a_wrong_count_of_names_is_refused(handref, found, two_hands):
    assert handref("calibrate", "seats", "hall", "--image", two_hands, "--players", "Cy,Dee").code == 0
    assert [seat.player for seat in profile("hall").seats] == ["Cy", "Dee"]
    ran = handref("calibrate", "seats", "hall", "--image", two_hands, "--players", "Ann,Ben,Cy")
    says = "handref: There are 2 seats (Player 1, Player 2) and 3 names: give one name for each seat.\n"
    assert (ran.code, ran.err) == (2, says)
    ran = handref("calibrate", "seats", "hall", "--image", two_hands, "--players", ",")
    assert ran.code == 2 and "names nobody" in ran.err


def test_hands_held_up_are_asked_for_and_the_profile_remembers_how_people_sit(handref, found, monkeypatch, two_hands):
    halves = [[(320, 0), (640, 0), (640, 480), (320, 480)], [(0, 0), (320, 0), (320, 480), (0, 480)]]
    seats = [Seat(name, np.array(zone, float)) for name, zone in zip(("Player 1", "Player 2"), halves, strict=True)]
    monkeypatch.setattr("gesture.seating.side_by_side.find_side_by_side", lambda frames, reader: seats)
    again = ("calibrate", "seats", "sofa", "--image", two_hands)
    first = handref(*again, "--held-up", "--players", "Ann,Ben")
    assert first.code == 0 and "Both hands up" in first.out and profile("sofa").held_up
    ran = handref(*again)
    assert ran.code == 0 and "Both hands up" in ran.out and profile("sofa").held_up
    assert [seat.player for seat in profile("sofa").seats] == ["Ann", "Ben"]
    ran = handref(*again, "--on-table")
    assert ran.code == 0 and "Hands flat" in ran.out and not profile("sofa").held_up


def test_a_sheet_of_paper_measures_the_table(handref, sheet):
    ran = handref("calibrate", "table", "desk", "--image", sheet, "--sheet", "a4")
    assert ran.code == 0 and "a sheet of A4" in ran.out
    from calibration.table_plane import TablePlane

    plane = TablePlane(profile("desk").table)
    ends = TABLE.see(np.array([(-10.0, -5.0), (10.0, 5.0)]))
    assert plane.distance_cm(*ends) == pytest.approx(math.hypot(20, 10), rel=0.02)


FOUR = "100,80 540,80 600,300 60,300"


@pytest.mark.parametrize("how", [("--size", "60x40"), ("--distances", "60,40,60,40,72.11")], ids=["size", "distances"])
def test_four_points_measure_the_table(handref, kitchen, two_hands, how):
    ran = handref("calibrate", "table", "kitchen", "--image", two_hands, "--points", FOUR, *how)
    assert ran.code == 0 and "four points" in ran.out
    assert profile().seats and profile().table.found_by == "points"
    assert "cm of the table" in handref("calibrate", "show", "kitchen").out


@pytest.mark.parametrize(
    "words, says",
    [
        (("--points", FOUR), "--size or --distances"),
        (("--points", "1,2 3,4", "--size", "60x40"), "4 are needed"),
        (("--points", "1,2 3,4 5,x 7,8", "--size", "60x40"), "is no point"),
        (("--points", FOUR, "--size", "60"), "as in '60x40'"),
        (("--points", FOUR, "--distances", "60,40,60,40"), "as in '60,40"),
        (("--points", "9,9 300,9 300,170 9,170", "--distances", "60,40,60,40,300"), "No triangle"),
        (("--points", "1,1 5,1 5,5 1,5", "--size", "60x40"), "far apart"),
        (("--points", FOUR, "--size", "1e9x40"), "lengths on a table are 1 to 1000 centimetres"),
        (("--points", FOUR, "--size", "60x1e-9"), "lengths on a table are 1 to 1000 centimetres"),
        (("--points", FOUR, "--distances", "60,40,60,40,1e300"), "lengths on a table are 1 to 1000 centimetres"),
        (("--points", "1,1 1e300,1 5,5 1,5", "--size", "60x40"), "farther away than any picture reaches"),
        (("--points", "1,1 400,1 400,90 1,90", "--size", "60x40"), "The point (400, 1) lies outside the picture"),
        ((), "No sheet of paper"),
    ],
    ids=[
        "no lengths",
        "two points",
        "no number",
        "half a size",
        "no diagonal",
        "impossible",
        "too near",
        "too long",
        "too short",
        "too far",
        "far out",
        "outside",
        "no sheet",
    ],
)
def test_a_table_that_cannot_be_measured_so_is_refused_in_one_line(handref, tmp_path, words, says):
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), render(Camera(size=(320, 180)), []))
    ran = handref("calibrate", "table", "desk", "--image", blank, *words)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert says in ran.err and not Profiles().names()


def test_a_frame_can_be_saved_to_read_points_off(handref, two_hands, tmp_path):
    ran = handref("calibrate", "table", "desk", "--image", two_hands, "--picture-to", tmp_path / "frame.png")
    assert ran.code == 0 and "640 x 480" in ran.out and picture(tmp_path / "frame.png").shape == (480, 640, 3)
    assert not Profiles().names()


@pytest.mark.parametrize(
    "words", [("board",), ("table", "desk", "--image", CLIPS / "none.jpg", "--picture-to")], ids=["board", "frame"]
)
def test_pictures_are_written_as_png_and_over_nothing(handref, tmp_path, words):
    kept = tmp_path / "photo.png"
    kept.write_bytes(b"a photo")
    for name, says in (("a.jpg", "ends in .png"), ("a", "ends in .png"), (".", "a folder"), (kept.name, "overwritten")):
        ran = handref("calibrate", *words, tmp_path / name)
        assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1) and says in ran.err
    assert kept.read_bytes() == b"a photo" and [path.name for path in tmp_path.iterdir()] == [kept.name]


def test_the_board_is_written_and_views_of_it_measure_the_lens(handref, tmp_path, two_hands):
    assert handref("calibrate", "board", tmp_path / "board.png").code == 0
    assert handref("calibrate", "table", "desk", "--image", two_hands, "--points", FOUR, "--size", "60x40").code == 0
    views = []
    for k in range(9):
        cv2.imwrite(str(tmp_path / f"{k}.png"), photographed(k))
        views += ["--image", tmp_path / f"{k}.png"]
    ran = handref("calibrate", "lens", "desk", *views)
    assert ran.code == 0 and "View 9 of" in ran.out and "from 9 views" in ran.out
    kept = profile("desk")
    assert kept.lens.distortion[0] < -0.1 and kept.table.through_lens
    told = handref("calibrate", "edit", "desk", "--forget", "lens")
    assert told.code == 0 and "forgotten with it" in told.err and profile("desk").table is None


def test_too_few_views_of_the_board_are_refused(handref, two_hands):
    ran = handref("calibrate", "lens", "desk", "--image", two_hands)
    assert ran.code == 2 and "0 times" in ran.err


class Knows:
    """A reader of drawn frames: the grey level of a frame says which digit is shown bent, by tens."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held."""

    def read(
        self, frame: Picture, zone: Zone | None = None, palm_px: PalmSizes | None = None, palms_in: Zone | None = None
    ) -> list[HandReading]:
        shown = round(float(frame.mean()) / 30)
        odds = [3.0 if shown == n else -4.0 for n in range(1, 6)]
        if shown == 4:
            odds[3] = -0.5  # this one's ring finger bends but a little
        p = five(1 / (1 + math.exp(-o)) for o in odds)
        hands = []
        for side, x in ((Side.LEFT, 60), (Side.RIGHT, 120)):
            points = landmarks(side, (x, 110), 0.0, frozenset(d for d, o in zip(Digit, odds, strict=True) if o > 0))
            hands.append(HandReading(side, Palm.DOWN, p, frozenset(), 0.9, points, box_around(points), 0.97, 0.97))
        return hands


@pytest.fixture
def showing(monkeypatch, tmp_path):
    """A recording of somebody who shows the open hand and each digit bent."""
    monkeypatch.setattr("gesture.reading.zone_reader.ZoneReader", Knows)
    path = tmp_path / "showing.mp4"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 15, (192, 128))
    for shown in range(6):
        for _ in range(24):
            video.write(np.full((128, 192, 3), 30 * shown, np.uint8))
    video.release()
    return path


def test_a_players_own_hands_are_learned_and_kept(handref, showing):
    ran = handref("calibrate", "hands", "desk", "--player", "Ann", "--video", showing)
    assert ran.code == 0, ran.err
    assert "Bend the ring finger of both hands" in ran.out and "the ring is called bent sooner" in ran.out
    (ann,) = profile("desk").hands
    assert ann.player == "Ann" and ann.digit_shift[3] > 0.3 and ann.readings > 40
    assert "own hands of Ann" in handref("calibrate", "list").out


def test_a_digit_that_cannot_be_bent_is_not_asked_for(handref, showing):
    ran = handref("calibrate", "hands", "desk", "--player", "Ann", "--video", showing, "--leave-out", "middle")
    assert ran.code == 0 and "Bend the middle" not in ran.out and "Bend the little finger" in ran.out


def test_somebody_without_a_seat_is_not_known_at_the_table(handref, kitchen):
    ran = handref("calibrate", "hands", "kitchen", "--player", "Zoe", "--video", CLIP)
    assert (ran.code, ran.err) == (2, "handref: Zoe has no seat at this table; there sit Ann, Ben.\n")
    assert "--player" in handref("calibrate", "hands", "kitchen", "--video", CLIP).err


def test_hands_that_show_too_little_teach_nothing(handref, monkeypatch):
    class SeesNothing(Knows):
        def read(
            self,
            frame: Picture,
            zone: Zone | None = None,
            palm_px: PalmSizes | None = None,
            palms_in: Zone | None = None,
        ) -> list[HandReading]:
            return []

    monkeypatch.setattr("gesture.reading.zone_reader.ZoneReader", SeesNothing)
    ran = handref("calibrate", "hands", "desk", "--player", "Ann", "--video", CLIP)
    assert ran.code == 2 and "Too little was seen" in ran.err and not Profiles().names()


def test_names_seats_order_camera_and_way_are_corrected(handref, kitchen):
    ran = handref(
        "calibrate", "edit", "kitchen", "--rename", "Ann=Zoe", "--order", "Ben,Zoe", "--camera", 2, "--mirrored",
        "--zone", "Ben", "10,10 200,10 200,90 10,90",
    )  # fmt: skip
    assert ran.code == 0 and "Zoe sits around" in ran.out
    kept = profile()
    assert [seat.player for seat in kept.seats] == ["Ben", "Zoe"] and (kept.camera, kept.mirrored) == (2, True)
    assert kept.seats[0].zone[0] == (10, 10)
    assert handref("calibrate", "edit", "kitchen", "--without", "Ben").code == 0
    assert [seat.player for seat in profile().seats] == ["Zoe"]


@pytest.mark.parametrize(
    "words, says",
    [
        ((), "say what to change"),
        (("--rename", "Cy=Zoe"), "renames nobody"),
        (("--rename", "Ann=Ben"), "Ben stands twice"),
        (("--without", "Cy"), "nobody at this table is called Cy"),
        (("--order", "Ann,Cy"), "--order must name each"),
        (("--zone", "Ann", "1,1 2,2"), "3 or more are needed"),
        (("--zone", "Ann", "1,1 2,2 3,3"), "is a line"),
        (("--zone", "Ann", "5000,1 5100,1 5100,90"), "outside the picture"),
        (("--camera", ""), "neither a camera's number"),
        (("--forget", "everything"), "everything"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_corrected_so_is_refused_and_nothing_changes(handref, kitchen, words, says):
    before = profile()
    ran = handref("calibrate", "edit", "kitchen", *words)
    assert (ran.code, len(ran.err.splitlines())) == (2, 1) and says.casefold() in ran.err.casefold()
    assert profile() == before


def test_a_profile_is_shown_as_its_file_holds_it_and_removed(handref, kitchen, home):
    told = json.loads(handref("calibrate", "show", "kitchen", "--json").out)
    assert told["name"] == "kitchen" and told["version"] == VERSION and len(told["seats"]) == 2
    assert handref("calibrate", "remove", "kitchen").code == 0 and not Profiles().names()
    ran = handref("calibrate", "show", "kitchen")
    assert ran.code == 2 and "There is no profile 'kitchen'" in ran.err


@pytest.mark.parametrize("what", ["seats", "table", "lens", "hands"])
def test_a_name_that_cannot_be_one_and_a_file_that_is_not_there_are_refused(handref, what):
    more = ("--player", "Ann") if what == "hands" else ()
    for name, video in (("a/b", CLIP), ("desk", "nothing.mp4")):
        ran = handref("calibrate", what, name, "--video", video, *more)
        assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert "give one of" in handref("calibrate", what, "desk", "--video", CLIP, "--camera", 1, *more).err


def test_a_table_is_not_measured_on_frames_of_another_shape_than_its_seats(handref, kitchen, sheet):
    ran = handref("calibrate", "table", "kitchen", "--image", sheet)
    assert ran.code == 2 and "made on frames of 640 x 480" in ran.err and profile().table is None


def test_a_profile_without_seats_is_no_table_to_referee_at(handref, two_hands):
    assert handref("calibrate", "table", "bare", "--image", two_hands, "--points", FOUR, "--size", "60x40").code == 0
    ran = handref("referee", CLIP, "--game", "dexterity-jane", "--profile", "bare")
    assert ran.code == 2 and "holds no seats" in ran.err


class Filmed:
    """A camera that films a noisy picture."""

    def __init__(self) -> None:
        self.noise = np.random.default_rng(1)

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, NDArray[np.uint8] | None]:
        return True, self.noise.integers(60, 90, (480, 640, 3)).astype(np.uint8)

    def release(self) -> None:
        pass


def test_a_camera_is_kept_with_what_was_measured_through_it(handref, monkeypatch):
    opened = []

    def open_again(camera):
        opened.append(camera)
        return Filmed()

    monkeypatch.setattr("gesture.sources.camera.LiveCamera", partial(LiveCamera, open_again=open_again))
    words = ("--points", FOUR, "--size", "60x40")
    assert handref("calibrate", "table", "desk", "--camera", 3, "--mirrored", *words).code == 0
    assert (profile("desk").camera, profile("desk").mirrored) == (3, True)
    assert handref("calibrate", "table", "desk", *words).code == 0, "the profile's own camera"
    assert opened == [3, 3] and profile("desk").mirrored
