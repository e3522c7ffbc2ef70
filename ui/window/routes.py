"""Which screen each destination is. Screens know destinations, and never each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ui.window.app import App, Screen
from ui.window.destinations import Destination, GameTable, GetReady, Home, NewGame, PickCamera, Settings, ShowHands
from ui.window.games.face import Face
from ui.window.games.faces import faces
from ui.window.screens.game_table import GameTableScreen
from ui.window.screens.get_ready import GetReadyScreen
from ui.window.screens.home import HomeScreen
from ui.window.screens.new_game import NewGameScreen
from ui.window.screens.pick_camera import PickCameraScreen
from ui.window.screens.settings import SettingsScreen
from ui.window.screens.show_hands import ShowHandsScreen
from ui.window.texts import FOLDER

SHARED: dict[type[Destination], Callable[[App, Any], Screen]] = {
    Home: lambda app, _: HomeScreen(app),
    Settings: lambda app, _: SettingsScreen(app),
    NewGame: NewGameScreen,
    PickCamera: PickCameraScreen,
    GetReady: GetReadyScreen,
    ShowHands: ShowHandsScreen,
    GameTable: GameTableScreen,
}


class AllRoutes:
    """The shared routes, and those of the games that have a face."""

    def __init__(self, games: Sequence[Face] | None = None) -> None:
        games = faces() if games is None else games
        self._routes = dict(SHARED)
        for face in games:
            self._routes |= face.routes()
        self._folders = (FOLDER, *(face.texts for face in games if face.texts is not None))

    @property
    def text_folders(self) -> Sequence[Path]:
        """Where the texts of the screens are, the shared ones first."""
        return self._folders

    def screen(self, app: App, destination: Destination) -> Screen:
        """The screen of a destination."""
        return self._routes[type(destination)](app, destination)
