"""From a plan to a game that is played: the way by getting a table ready, and the beginning itself."""

from __future__ import annotations

from dataclasses import replace

from rules.game import Refused
from ui.window.app import App
from ui.window.destinations import Destination, GetReady, PickCamera
from ui.window.games.faces import face_named
from ui.window.keeping import HandInput
from ui.window.plan import Plan
from ui.window.ready.ready_table import ReadyTable
from ui.window.ready.saved_tables import saved_tables
from ui.window.running_game import RunningGame
from ui.window.watched_table import WatchedTable, fits, table_of


def where_to_get_ready(app: App, plan: Plan) -> Destination:
    """Where getting ready begins: with the table that was used last, if it was saved, else with picking a camera."""
    held_up = app.choices.hand_input is HandInput.HELD_UP
    last = app.choices.tables[:1]
    if last:
        for profile in saved_tables(app.keeper.profiles_folder, last).profiles:
            camera, trusted = profile.camera, app.keeper.trusted.has(profile.camera)
            if profile.name == last[0] and profile.held_up == held_up and camera is not None and trusted:
                return GetReady(ReadyTable(plan, app.devices, camera, profile.mirrored, held_up, profile))
    return PickCamera(plan)


def begin(app: App, plan: Plan) -> Destination | None:
    """Begin a game, or go on with it; None when it cannot begin, which is told then. `app.setup` says by now how the
    table is watched, or None when everything is typed."""
    face = face_named(plan.game)
    running = plan.running
    if running is None:
        try:
            header = face.header(plan.players, plan.options)
            running = face.running().start(app.keeper.logs, header, app.seed)
        except Refused as fault:
            app.tell(str(fault))
            return None
        except OSError as fault:
            app.tell(app.texts("new.no_log", why=fault.strerror or fault))
            return None
    if not running.over:
        watch(app, running)
    return face.place_of(running)


def watch(app: App, running: RunningGame) -> None:
    """Have the table watched, if somebody has got it ready for these players."""
    setup = app.setup
    if running.watched is None and setup is not None and fits(setup, running.players):
        options = app.choices.options.get(running.game, {})
        table = face_named(running.game).table(table_of(setup, running.players), options)
        source = setup.open_source
        running.watched = WatchedTable(running, table, source, app.devices.open_reader, lambda: app.now_s)


def sit_anew(app: App, running: RunningGame) -> Destination:
    """Where a game goes on whose players have changed: the table gets ready again where somebody has no seat yet."""
    face, setup = face_named(running.game), app.setup
    running.stop_watching()
    if setup is None:
        return face.place_of(running)
    seats = {seat.player: seat for seat in setup.seats}
    if not set(running.players) <= set(seats):
        options = app.choices.options.get(running.game, {})
        return where_to_get_ready(app, Plan(running.game, running.players, options, running))
    app.setup = replace(setup, seats=tuple(seats[player] for player in running.players))
    watch(app, running)
    return face.place_of(running)
