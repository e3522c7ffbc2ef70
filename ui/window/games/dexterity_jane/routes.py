"""Which screen each destination of Dexterity Jane is."""

from __future__ import annotations

from collections.abc import Mapping

from ui.window.destinations import Destination
from ui.window.games.dexterity_jane import destinations as to
from ui.window.games.dexterity_jane.screens.between import BetweenScreen
from ui.window.games.dexterity_jane.screens.final import FinalScreen
from ui.window.games.dexterity_jane.screens.guess import GuessScreen
from ui.window.games.dexterity_jane.screens.how_to_play import HowToPlayScreen
from ui.window.games.dexterity_jane.screens.practice import PracticeScreen
from ui.window.games.dexterity_jane.screens.practice_start import PracticeStartScreen
from ui.window.games.dexterity_jane.screens.settle import SettleScreen
from ui.window.games.dexterity_jane.screens.verify import VerifyScreen
from ui.window.games.face import Route

ROUTES: Mapping[type[Destination], Route] = {
    to.BetweenRounds: lambda app, at: BetweenScreen(app, at.match),
    to.Guess: lambda app, at: GuessScreen(app, at.match),
    to.SettleLocks: lambda app, at: SettleScreen(app, at.match, at.disputed),
    to.VerifyWalk: lambda app, at: VerifyScreen(app, at.match),
    to.FinalScores: lambda app, at: FinalScreen(app, at.match),
    to.HowToPlay: lambda app, _: HowToPlayScreen(app),
    to.PracticeStart: lambda app, _: PracticeStartScreen(app),
    to.Practice: lambda app, at: PracticeScreen(app, at.hands),
}
