"""Scenes of what comes before a game, and of practice."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import numpy as np

from calibration.known import Profile, SeatZone
from calibration.light import Finding, Grade
from gesture.seating.seat_finder import Place
from rules.hands import Digit, Side
from tests.ui.sound.fake_engine import FakeEngine
from tests.ui.window.fake_table import held_up
from tests.ui.window.fake_user import FRAME_S, held
from tests.ui.window.scene_table import Scene, scene
from tests.ui.window.stage import BENT, NEVER, RING, Stage
from tests.values import some
from ui.sound.voice import Voice
from ui.window.destinations import GetReady, NewGame, PickCamera, Settings, ShowHands
from ui.window.games.dexterity_jane.best_times import BestTimes, Practised
from ui.window.games.dexterity_jane.destinations import HowToPlay, PracticeStart
from ui.window.games.dexterity_jane.screens.how_to_play import PAGES
from ui.window.keeping import HandInput
from ui.window.plan import Plan
from ui.window.ready.ready_table import ReadyTable
from ui.window.workers.camera_search import Found
from ui.window.workers.seats_worker import View


@scene
def home(user: Stage) -> None:
    user.look()


@scene
def home_the_first_time(user: Stage) -> None:
    user.choose(players=())
    user.look()


@scene
def settings(user: Stage) -> None:
    user.show(Settings())


@scene
def settings_with_a_voice(user: Stage) -> None:
    user.app.voice = Voice(FakeEngine())
    user.show(Settings())


@scene
def home_with_a_game_that_was_left(user: Stage) -> None:
    user.play()
    user.press("escape", "h")


@scene
def new_game(user: Stage) -> None:
    user.show(NewGame("dexterity-jane"))


@scene
def new_game_with_a_refusal(user: Stage) -> None:
    user.choose(hand_input=HandInput.HELD_UP, cards="hand", variant="simplified")
    user.show(NewGame("dexterity-jane"))
    user.app.tell(user.app.texts("new.too_many_held_up", n=9))
    user.wait(FRAME_S)


@scene
def how_to_play(user: Stage) -> None:
    user.show(HowToPlay())


def _how_page(number: int) -> Scene:
    def make(user: Stage) -> None:
        user.show(HowToPlay())
        user.screen.at = number
        user.wait(FRAME_S)

    make.__name__ = f"how_to_play_{number + 1}"
    return make


for _number in range(1, PAGES):
    scene(_how_page(_number))


def _cameras(user: Stage, n: int, trying: int | None) -> None:
    user.app.choose(hand_input=HandInput.TABLE)
    user.show(PickCamera(Plan("dexterity-jane", user.players), asks=True))
    user.screen.search.close()
    image = user.frame(user.hands()).image
    found = tuple(Found(i, SimpleNamespace(latest=image)) for i in range(n))  # type: ignore[arg-type]
    user.screen.search = SimpleNamespace(found=found, trying=trying, close=lambda: None)
    user.wait(FRAME_S)


@scene
def pick_camera(user: Stage) -> None:
    _cameras(user, 2, None)


@scene
def pick_camera_of_many(user: Stage) -> None:
    _cameras(user, 6, 7)
    zone = ((10.0, 10.0), (90.0, 10.0), (50.0, 90.0))
    seats = tuple(SeatZone(player=name, zone=zone) for name in user.players)
    user.screen.tables = [
        Profile(name=f"Kitchen table {i}", frame_size=(640, 480), seats=seats, camera=0) for i in range(6)
    ]
    user.screen.address = "rtsp://192.168.178.21:554/stream/of/the/camera/above/the/kitchen/table?channel=1"
    user.wait(FRAME_S)


@scene
def pick_camera_of_a_table_from_elsewhere(user: Stage) -> None:
    pick_camera_of_many(user)
    camera = "rtsp://somebody:secret@cameras.example.org:554/stream/of/the/camera/above/the/kitchen/table"
    user.screen.tables = [msgspec.structs.replace(user.screen.tables[0], camera=camera)]
    user.wait(FRAME_S)
    user.press("s")


@scene
def pick_camera_elsewhere(user: Stage) -> None:
    pick_camera_of_many(user)
    user.press("a")


@scene
def pick_camera_without_one(user: Stage) -> None:
    _cameras(user, 0, None)


def _ready(user: Stage, how: HandInput = HandInput.TABLE, **more) -> ReadyTable:
    user.app.choose(hand_input=how)
    plan = Plan("dexterity-jane", user.players)
    table = ReadyTable(plan, user.app.devices, 0, False, how is HandInput.HELD_UP)
    table.worker.close()
    hands = [*held_up(900), *held_up(350)] if how is HandInput.HELD_UP else user.hands()
    frame = user.frame(hands)
    zones = []
    for left, right in zip(hands[::2], hands[1::2], strict=True):
        points = np.vstack([left.landmarks, right.landmarks])
        low, high = points.min(0) - 12, points.max(0) + 12
        zones.append(np.array([low, (high[0], low[1]), high, (low[0], high[1])]))
    places = [Place(zone, 2, True) for zone in zones]
    findings = [
        Finding("light", Grade.BAD, "It is too dark for the camera: turn on a lamp that shines onto the table."),
        Finding("focus", Grade.BAD, "The picture is out of focus: clean the lens, or move the camera further away."),
    ]
    view = View(frame, tuple(hands), tuple(places), tuple(findings))
    state = {"view": view, "picture": frame.image, "problem": None, "trouble": None, "ended": False}
    worker = SimpleNamespace(**{**state, **more}, close=lambda: None, forget=lambda *a: None, follow=lambda z: None)
    table.worker = worker  # type: ignore[assignment]
    user.show(GetReady(table))
    return table


@scene
def get_ready(user: Stage) -> None:
    _ready(user)


@scene
def get_ready_with_a_seat_selected(user: Stage) -> None:
    _ready(user)
    user.press(str(len(user.players)))


@scene
def get_ready_while_the_camera_is_silent(user: Stage) -> None:
    _ready(user, trouble=NEVER)


@scene
def get_ready_without_a_camera(user: Stage) -> None:
    _ready(user, view=None, picture=None, problem=f"Camera 0 cannot be opened. {NEVER}")


@scene
def get_ready_before_a_laptop(user: Stage) -> None:
    user.players = user.players[:2]
    _ready(user, HandInput.HELD_UP)


@scene
def own_hands(user: Stage) -> None:
    table = _ready(user)
    user.show(ShowHands(table, len(user.players) - 1, some(table.view).frame))


@scene
def own_hands_at_the_end(user: Stage) -> None:
    own_hands(user)
    user.press(*"llllll")


def _sees(user: Stage, bent=BENT) -> None:
    user.eyes.show(user.now_s, [held(Side.LEFT, bent), held(Side.RIGHT, [], unsure=RING)])


@scene
def practice_start(user: Stage) -> None:
    best = [Practised(round_s=(12.3,) * 10, wrong=i, with_keys=False) for i in range(5)]
    user.app.keeper.keep(BestTimes(hands=tuple(best), keys=tuple(best)))
    _sees(user)
    user.show(PracticeStart())


@scene
def practice_start_without_a_camera(user: Stage) -> None:
    user.eyes.problem = f"Camera 0 cannot be opened. {NEVER}"
    user.show(PracticeStart())


@scene
def practising(user: Stage) -> None:
    practice_start(user)
    user.press("return")
    user.wait(2.6)
    user.screen.wrong = frozenset((side, digit) for side in Side for digit in (Digit.THUMB, Digit.INDEX))
    user.wait(FRAME_S)


@scene
def practising_with_keys(user: Stage) -> None:
    user.show(PracticeStart())
    user.press("k")
    user.wait(2.6)


@scene
def practice_done(user: Stage) -> None:
    practising_with_keys(user)
    while not user.screen.run.over:
        user.screen.bent = {(side, digit) for side, digits in user.screen.run.needed.items() for digit in digits}
        user.press("space")
        user.wait(1.5)
    user.wait(FRAME_S)


@scene
def new_game_which_version(user: Stage) -> None:
    user.show(NewGame("dexterity-jane"))
    user.press("c")


@scene
def new_game_what_watches(user: Stage) -> None:
    new_game_which_version(user)
    user.press("return")


@scene
def new_game_while_a_name_is_typed(user: Stage) -> None:
    user.show(NewGame("dexterity-jane"))
    user.press("1")


@scene
def new_game_the_first_time(user: Stage) -> None:
    user.choose(players=())
    user.show(NewGame("dexterity-jane"))
