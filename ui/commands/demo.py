"""`handref demo`: a bundled recording, refereed by the code that referees a live camera."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from gesture.games.judge import Happening
    from gesture.reading.hand_reading import HandReading
    from gesture.sources.frames import Frame
    from gesture.table.seats import Seat
    from ui.picture_window import PictureWindow

FOLDER = Path(__file__).parent.parent / "demo"
REVEALS = ("0:left-index", "4:left-ring,right-pinky")
CALLOUT_S = 2.5
"""How long a callout stays on the picture."""
LAST_LOOK_S = 4.0
"""How long the window stays open after the last verdict."""


@click.command()
@click.option("--no-window", is_flag=True, help="Do not show the picture, even where there is a screen.")
@click.option("--picture", type=click.Path(path_type=Path), hidden=True, help="Save the picture of the first lock.")
def command(no_window: bool, picture: Path | None) -> None:
    """Watch Handref referee a recorded game of Dexterity Jane: two players, two rounds, seven seconds.

    The recording goes through what a live camera's pictures go through: hands are found and read, seats tell whose
    they are, motion tells when they came to rest, and the rules decide. Each lock is told as it happens, then
    Verify step by step. With a screen, a window shows the video with the hands drawn on it.
    """
    if picture is not None:
        from ui.pictures import check_new_png

        check_new_png(picture)
    click.echo("A recorded game of Dexterity Jane, refereed as a live camera's pictures would be.")
    click.echo("Each card shows a hand with one digit bent, or none. Whoever first lays down both hands as the cards")
    click.echo("together require takes the round's tile.\n")
    from gesture.play.recordings import referee_recording
    from gesture.table.seat_files import load_seats
    from rules.dexterity_jane.events import Reveal
    from rules.dexterity_jane.header import NAME
    from rules.games import game_named
    from ui.picture_window import PictureWindow
    from ui.telling import happening_told, header_told
    from ui.terminal import plain, raw
    from ui.window.games.dexterity_jane.console import DexterityJaneConsole

    options = DexterityJaneConsole.chosen({"reveal": REVEALS})

    with PictureWindow("Handref demo", wanted=not no_window) as window:
        if not window.shows and not no_window:
            click.echo("There is no screen here, so the picture is not shown; all else goes on.\n")
        pictures = _Pictures(window, picture)

        def told(happening: Happening) -> None:
            if isinstance(happening.event, Reveal):
                click.echo()
            for paragraph in happening_told(happening, game_named(NAME), DexterityJaneConsole):
                click.secho(plain(paragraph), bold=happening.hands is not None, file=raw(sys.stdout))
            pictures.call_out(happening)

        referee_recording(
            FOLDER / "duel.mp4",
            NAME,
            options,
            seats=load_seats(FOLDER / "seats.json"),
            on_header=lambda header: click.echo(header_told(header, DexterityJaneConsole)),
            on_event=told,
            on_frame=pictures.show,
        )
        window.rest(LAST_LOOK_S)
    click.echo("\nNext: 'handref' alone opens the window to play in; 'handref --help' lists what else there is.")


class _Pictures:
    """The frames with hands and callouts drawn on them, for the window and for a file."""

    def __init__(self, window: PictureWindow, file: Path | None) -> None:
        self._window = window
        self._file = file
        self._callout = ""
        self._callout_until_s = 0.0

    def call_out(self, happening: Happening) -> None:
        """Have the newest lock written on the next pictures."""
        from rules.dexterity_jane.rulings import LockTaken
        from rules.games import game_named

        for ruling in happening.rulings:
            if isinstance(ruling, LockTaken):
                self._callout = game_named("dexterity-jane").say(ruling)
                self._callout_until_s = -1.0  # counted from the next frame

    def show(self, frame: Frame, hands: Sequence[HandReading], _seats: Sequence[Seat]) -> None:
        """Draw on one frame and show it."""
        if not self._window.shows and self._file is None:
            return
        from ui.overlay import draw_hands, put_text
        from ui.pictures import save_picture

        drawn = draw_hands(frame.image, hands)
        if self._callout and self._callout_until_s < 0:
            self._callout_until_s = frame.at_s + CALLOUT_S
        if self._callout and frame.at_s <= self._callout_until_s:
            width, height = frame.size
            put_text(drawn, self._callout, (width / 2, height * 0.93), height / 600)
            if self._file is not None:
                save_picture(self._file, drawn)
                self._file = None
        self._window.show(drawn, frame.at_s)
