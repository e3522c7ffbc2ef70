"""Scenes of One Finger!, from its set-up to its end."""

from __future__ import annotations

import dataclasses
from dataclasses import replace as replace_table
from typing import Any

from msgspec.structs import replace

from gesture.games.one_finger.questions import FingersQuestion
from gesture.sources.frames import Frame
from rules.one_finger.cards import Button, Card
from rules.one_finger.chance import draw_deal
from rules.one_finger.events import Call, Fingers, First
from tests.ui.window.fake_user import FRAME_S
from tests.ui.window.scene_table import scene
from tests.ui.window.stage import Stage
from tests.values import some
from ui.window.destinations import NewGame
from ui.window.games.one_finger.card_search import around
from ui.window.games.one_finger.destinations import FingersEnd, FingerTable, HowToPlayFingers, LayCards, PracticeFingers
from ui.window.games.one_finger.finger_game import FingerGame
from ui.window.games.one_finger.screens.how_to_play import PICTURES
from ui.window.parts.callouts import Callouts


def table(user: Stage, button: Button = Button.RED, draw: int = 8) -> FingerGame:
    """A game whose first round has this button, and everybody's pile and the Draw pile show 1."""
    face_options = {"one-finger": {"length": "short"}}
    user.app.choose(options=face_options, players=user.players[:8])
    game = FingerGame.start(user.app.keeper.logs, {"game": "one-finger", "version": 1, "players": user.players[:8]}, 1)
    deal = draw_deal(game.judge.lot("deal"), game.state, 0.0)
    one = Card(1, Button.RED)
    piles = dict.fromkeys(game.players, one)
    game.play(replace(deal, piles=piles, draw=(Card(2, button), *[one] * (draw - 1))))
    return game


def call(game: FingerGame, number: int, left: int, at_s: float = 1.0, lifts_s: float | None = None) -> None:
    """Whose turn it is calls `number`, and on the first card `left` fingers stay."""
    state = game.state
    game.play(Call(at=at_s, player=state.caller, number=number))
    kept, lifts = {}, {}
    for player in game.players:
        mine = min(state.own_fingers, left)
        left -= mine
        kept[player] = (mine, *([0] * (len(state.in_play) - 1)))
        if mine == 0 and lifts_s is not None:
            lifts[player] = (at_s + lifts_s,)
    game.play(Fingers(at=at_s + 2, kept=kept, lifts=lifts))


@scene
def fingers_length(user: Stage) -> None:
    user.show(NewGame("one-finger"))
    user.press("c")


@scene
def fingers_who_first(user: Stage) -> None:
    user.show(FingerTable(table(user)))


@scene
def fingers_call(user: Stage) -> None:
    game = table(user)
    game.play(First(at=0.5, player=game.players[0]))
    call(game, 0, 1)
    game.news.clear()
    user.show(FingerTable(game))


@scene
def fingers_double_counted(user: Stage) -> None:
    game = table(user, Button.DOUBLE)
    game.play(First(at=0.5, player=game.players[0]))
    game.play(Call(at=1, player=game.players[0], number=1))
    game.news.clear()
    user.show(FingerTable(game))
    user.press("2")


@scene
def fingers_count_of_three(user: Stage) -> None:
    game = table(user)
    game.play(First(at=0.5, player=game.players[0]))
    game.news.clear()
    user.show(FingerTable(game))
    user.press("c", "2")


def _shown(user: Stage, button: Button, seconds: float) -> None:
    """So long after the fingers were counted."""
    game = table(user, button)
    game.play(First(at=0.5, player=game.players[0]))
    game.news.clear()
    user.show(FingerTable(game))
    call(game, 1, 1)
    user.wait(FRAME_S)
    user.screen.callouts = Callouts()
    user.screen.show = dataclasses.replace(user.screen.show, since_s=user.now_s - seconds)
    user.wait(FRAME_S)


@scene
def fingers_counted(user: Stage) -> None:
    _shown(user, Button.THIEF, 0.9)


@scene
def fingers_thief(user: Stage) -> None:
    _shown(user, Button.THIEF, 2.4)


@scene
def fingers_double_won(user: Stage) -> None:
    _shown(user, Button.DOUBLE, 2.4)


@scene
def fingers_late(user: Stage) -> None:
    game = table(user)
    game.play(First(at=0.5, player=game.players[0]))
    game.news.clear()
    user.show(FingerTable(game))
    call(game, 1, 1, lifts_s=0.9)
    user.wait(2 * FRAME_S)


@scene
def fingers_objection(user: Stage) -> None:
    fingers_call(user)
    user.press("a")


@scene
def fingers_aid(user: Stage) -> None:
    fingers_call(user)
    user.press("i")


@scene
def fingers_end(user: Stage) -> None:
    game = table(user, draw=4)
    game.play(First(at=0.5, player=game.players[0]))
    for turn in range(20):
        if not game.over:
            call(game, 1, 0 if turn % 3 else 1, at_s=3.0 * turn + 1)
    user.show(FingersEnd(game))


def _outline(user: Stage, x: float) -> Any:
    return around((x, user.table.size[1] / 2), 120)


@scene
def fingers_cards_lie(user: Stage) -> None:
    game = table(user)
    user.show(FingerTable(game))
    user.watched()
    user.show(LayCards(game))
    user.screen.by_hand = True
    user.screen.cards = [_outline(user, 560), _outline(user, 720)]
    user.wait(FRAME_S)


@scene
def fingers_asked(user: Stage) -> None:
    game = table(user)
    game.play(First(at=0.5, player=game.players[0]))
    game.play(Call(at=1, player=game.players[0], number=1))
    game.news.clear()
    user.show(FingerTable(game))
    user.watched()
    some(game.watched).table = replace_table(some(game.watched).table, in_play=(_outline(user, 640),))
    kept = dict.fromkeys(game.players, 1 if len(game.players) > 2 else 2)
    likely = Fingers(at=2.8, kept=kept, unsure=game.players[:1])
    game.judge.question = FingersQuestion(player=game.players[0], at_s=2.8, hands=None, likely=likely)
    for n in range(8):
        game.frames.take(Frame(user.table.picture(), 0.7 + 0.1 * n, n), some(game.watched).table.in_play)
    user.wait(FRAME_S)


@scene
def how_to_play_fingers(user: Stage) -> None:
    user.show(HowToPlayFingers())


@scene
def how_to_play_fingers_to_its_end(user: Stage) -> None:
    user.show(HowToPlayFingers())
    user.press(*["right"] * (len(PICTURES) - 1))


@scene
def fingers_practice_start(user: Stage) -> None:
    user.show(PracticeFingers())


def practice(user: Stage) -> FingerGame:
    """Practice against as many as there are others, at its first call."""
    user.show(PracticeFingers())
    user.press("1" if len(user.players) < 3 else "7")
    game: FingerGame = user.screen.game
    user.screen.game.first(game.players[0], 0.1)
    game.news.clear()
    user.wait(FRAME_S)
    return game


@scene
def fingers_practice_call(user: Stage) -> None:
    practice(user)


@scene
def fingers_practice_beat(user: Stage) -> None:
    practice(user)
    user.press("1")


@scene
def fingers_practice_lifted(user: Stage) -> None:
    game = practice(user)
    game.call(1, user.screen.now())
    game.news.clear()
    user.wait(FRAME_S)
    user.now_s += 0.6
    user.wait(FRAME_S)
