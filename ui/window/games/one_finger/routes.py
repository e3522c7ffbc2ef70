"""Which screen each destination of One Finger! is."""

from __future__ import annotations

from collections.abc import Mapping

from ui.window.destinations import Destination
from ui.window.games.face import Route
from ui.window.games.one_finger import destinations as to
from ui.window.games.one_finger.screens.final import FingersEndScreen
from ui.window.games.one_finger.screens.finger_table import FingerTableScreen
from ui.window.games.one_finger.screens.how_to_play import HowToPlayFingersScreen
from ui.window.games.one_finger.screens.lay_cards import LayCardsScreen
from ui.window.games.one_finger.screens.practice_fingers import PracticeFingersScreen

ROUTES: Mapping[type[Destination], Route] = {
    to.FingerTable: lambda app, at: FingerTableScreen(app, at.game, at.rivals),
    to.FingersEnd: lambda app, at: FingersEndScreen(app, at.game, at.practised),
    to.LayCards: lambda app, at: LayCardsScreen(app, at.game),
    to.PracticeFingers: lambda app, _: PracticeFingersScreen(app),
    to.HowToPlayFingers: lambda app, _: HowToPlayFingersScreen(app),
}
