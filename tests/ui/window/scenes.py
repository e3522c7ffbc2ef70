"""Every screen of the window in every state that looks different, ready to be looked at: for layout and for pictures.

A new screen, or a new state of one, is one more function here; a test fails while a screen has none.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np

from calibration.light import Finding, Grade
from gesture.live_table import Asked
from gesture.seat_finding import Place
from rules.dexterity_jane.events import Lock
from rules.dexterity_jane.state import Phase
from rules.hands import Digit, Side
from tests.ui.sound.fake_engine import FakeEngine
from tests.ui.window.fake_table import held_up
from tests.ui.window.fake_user import FRAME_S, held
from tests.ui.window.stage import BENT, NEVER, RING, Stage
from ui.sound.voice import Voice
from ui.window.cameras import Found
from ui.window.keeping import BestTimes, Practised, Watch
from ui.window.plan import Plan
from ui.window.ready_eyes import View
from ui.window.screens.final import Final
from ui.window.screens.get_ready import GetReady
from ui.window.screens.how_to_play import PAGES, HowToPlay
from ui.window.screens.new_game import NewGame
from ui.window.screens.own_hands import OwnHands
from ui.window.screens.pick_camera import PickCamera
from ui.window.screens.practice_start import PracticeStart
from ui.window.screens.printed import KEYS
from ui.window.screens.settle import Settle
from ui.window.screens.verify import Verifying

Scene = Callable[[Stage], None]
SCENES: dict[str, Scene] = {}


def scene(make: Scene) -> Scene:
    """Enter a scene into the table of scenes."""
    SCENES[make.__name__] = make
    return make


@scene
def home(user: Stage) -> None:
    user.look()


@scene
def home_with_a_voice(user: Stage) -> None:
    user.app.voice = Voice(FakeEngine())
    user.look()


@scene
def home_with_a_game_that_was_left(user: Stage) -> None:
    user.play()
    user.press("escape", "h")


@scene
def new_game(user: Stage) -> None:
    user.show(NewGame(user.app))


@scene
def new_game_with_a_refusal(user: Stage) -> None:
    user.app.choose(watch=Watch.HELD_UP, cards_in_hand=True, variant="simplified")
    user.show(NewGame(user.app))
    user.app.tell(user.app.texts("new.too_many_held_up", n=9))
    user.wait(FRAME_S)


@scene
def how_to_play(user: Stage) -> None:
    user.show(HowToPlay(user.app))


def _how_page(number: int) -> Scene:
    def make(user: Stage) -> None:
        user.show(HowToPlay(user.app))
        user.screen.at = number
        user.wait(FRAME_S)

    make.__name__ = f"how_to_play_{number + 1}"
    return make


for _number in range(1, PAGES):
    scene(_how_page(_number))


def _cameras(user: Stage, n: int, trying: int | None) -> None:
    user.app.choose(watch=Watch.TABLE)
    plan = Plan(user.app, user.players)
    user.show(PickCamera(user.app, plan))
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
    seats = [SimpleNamespace(player=name) for name in user.players]
    user.screen.tables = [SimpleNamespace(name=f"Kitchen table {i}", seats=seats, camera=0) for i in range(6)]
    user.screen.address = "rtsp://192.168.178.21:554/stream/of/the/camera/above/the/kitchen/table?channel=1"
    user.wait(FRAME_S)


@scene
def pick_camera_without_one(user: Stage) -> None:
    _cameras(user, 0, None)


def _ready(user: Stage, how: Watch = Watch.TABLE, **more) -> GetReady:
    user.app.choose(watch=how)
    screen = GetReady(user.app, Plan(user.app, user.players), 0, False)
    screen.eyes.close()
    hands = [*held_up(900), *held_up(350)] if how is Watch.HELD_UP else user.hands()
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
    eyes = SimpleNamespace(**{**state, **more}, close=lambda: None, forget=lambda *a: None, follow=lambda z: None)
    screen.eyes = eyes  # type: ignore[assignment]
    user.show(screen)
    return screen


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
    _ready(user, Watch.HELD_UP)


@scene
def own_hands(user: Stage) -> None:
    screen = _ready(user)
    user.show(OwnHands(user.app, screen, len(user.players) - 1, screen.eyes.view.frame))


@scene
def own_hands_at_the_end(user: Stage) -> None:
    own_hands(user)
    user.press(*"llllll")


@scene
def set_up(user: Stage) -> None:
    user.press("d", "return")


@scene
def between(user: Stage) -> None:
    user.play()


@scene
def between_with_a_raised_palm(user: Stage) -> None:
    user.play()
    user.watched()
    user.screen.match.watched.raised.wanted = lambda now_s, hold_s: None
    user.screen.match.watched.raised._share = 0.6
    user.wait(FRAME_S)


@scene
def leaving(user: Stage) -> None:
    user.play()
    user.press("escape")


@scene
def guess(user: Stage) -> None:
    user.play()
    user.press("space", "1")


@scene
def guess_a_stick_up(user: Stage) -> None:
    user.play()
    user.press("space")
    user.click(f"rob-{user.players[0]}")


@scene
def guess_watched(user: Stage) -> None:
    user.play()
    user.watched()
    user.press("space", "3" if len(user.players) > 2 else "1")
    user.screen._told.extend(f"{name} took a hand away." for name in (user.players * 2)[:4])
    user.screen._call("guess.is_last", player=user.players[-1])
    user.wait(1.0)


@scene
def guess_while_the_camera_is_away(user: Stage) -> None:
    user.play()
    user.watched(trouble=NEVER, glimpse=None)
    user.press("space")


@scene
def guess_in_doubt_about_a_pistol(user: Stage) -> None:
    user.play()
    user.watched()
    user.press("space")
    first, *others = user.players
    meant = {Side.LEFT: (*others, others[0])[:2], Side.RIGHT: (others[-1],)}
    doubt = SimpleNamespace(player=first, about_shape=True, may_be_meant=meant, aims={})
    user.screen.match.judge.doubt = doubt
    user.wait(FRAME_S)


@scene
def guess_with_a_printed_copy(user: Stage) -> None:
    user.app.choose(cards_in_hand=True)
    user.play()
    user.watched()
    user.press("space", KEYS[3])


@scene
def settle(user: Stage) -> None:
    user.play()
    user.press("space")
    user.lock_all()


@scene
def settle_with_a_photograph(user: Stage) -> None:
    settle(user)
    user.watched()
    user.photographs()
    user.show(Settle(user.app, user.screen.match, disputed=user.players[0]))


def _asked(user: Stage, asked: Asked) -> None:
    settle(user)
    user.watched()
    user.photographs()
    user.screen.match.watched.live.asked.update(dict.fromkeys(user.players[:-1], asked))
    user.wait(FRAME_S)


@scene
def settle_by_looking_again(user: Stage) -> None:
    _asked(user, Asked.LOOK)


@scene
def settle_by_palms(user: Stage) -> None:
    _asked(user, Asked.PALMS)


@scene
def settle_a_tie(user: Stage) -> None:
    user.play()
    user.press("space")
    match, at_s = user.screen.match, user.screen.now()
    for player in user.players[:-1] if len(user.players) > 2 else user.players:
        match.play(Lock(at=at_s, player=player, left=(), right=()))
    user.show(Settle(user.app, match))
    assert match.phase is Phase.VERIFY


def _verify(user: Stage, n: int, photographs: bool) -> None:
    user.play()
    user.play_rounds(n)
    if photographs:
        user.watched()
        user.photographs()
    user.show(Verifying(user.app, user.screen.match))


@scene
def verify(user: Stage) -> None:
    _verify(user, 3, True)


def _verify_step(name: str, shows: str, n: int = 3) -> None:
    def make(user: Stage) -> None:
        _verify(user, n, shows == "guess")
        at = [i for i, step in enumerate(user.screen.steps) if step.shows == shows]
        user.screen.at = at[-1] if at else user.screen.at
        user.wait(2.0)

    make.__name__ = name
    scene(make)


_verify_step("verify_a_stick_up", "stick-up")
_verify_step("verify_what_is_required", "required")
_verify_step("verify_a_guess", "guess")
_verify_step("verify_a_stick_up_in_round_nine", "stick-up", 9)
_verify_step("verify_pairs", "pairs", 10)
_verify_step("verify_what_ten_cards_require", "required", 10)
_verify_step("verify_whose_the_tile_is", "tile")


@scene
def verify_an_open_hand(user: Stage) -> None:
    user.play()
    left = [card for card in user.screen.match.state.table.deck if card.hand is Side.LEFT]
    shown = [
        next(c.number for c in left[24:] if c.bent is bent) for bent in (Digit.INDEX, None, Digit.RING, Digit.PINKY)
    ]
    user.play_rounds(4, tuple(shown))
    user.show(Verifying(user.app, user.screen.match))
    user.screen.at = next(i for i, step in enumerate(user.screen.steps) if step.shows == "opened")
    user.wait(FRAME_S)


@scene
def verify_a_dispute(user: Stage) -> None:
    _verify(user, 1, False)
    user.press("d")


@scene
def final(user: Stage) -> None:
    user.play()
    user.play_rounds(10)
    user.screen.match.end_verify(200.0)
    user.show(Final(user.app, user.screen.match))
    user.wait(1.0)


def _sees(user: Stage, bent=BENT) -> None:
    user.eyes.show(user.now_s, [held(Side.LEFT, bent), held(Side.RIGHT, [], unsure=RING)])


@scene
def practice_start(user: Stage) -> None:
    best = [Practised(round_s=(12.3,) * 10, wrong=i, with_keys=False) for i in range(5)]
    user.app.keeper.keep_best(BestTimes(hands=tuple(best), keys=tuple(best)))
    _sees(user)
    user.show(PracticeStart(user.app))


@scene
def practice_start_without_a_camera(user: Stage) -> None:
    user.eyes.problem = f"Camera 0 cannot be opened. {NEVER}"
    user.show(PracticeStart(user.app))


@scene
def practising(user: Stage) -> None:
    practice_start(user)
    user.press("return")
    user.wait(2.6)
    user.screen.wrong = frozenset((side, digit) for side in Side for digit in (Digit.THUMB, Digit.INDEX))
    user.wait(FRAME_S)


@scene
def practising_with_keys(user: Stage) -> None:
    user.show(PracticeStart(user.app))
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
