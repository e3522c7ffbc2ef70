"""Opens the window: what `handref` alone and `handref play` start where there is a screen."""

from __future__ import annotations

import os
from pathlib import Path


def has_screen() -> bool:
    """Whether there is a screen to put the window on; brings the window's libraries along."""
    _quiet()
    from ui.window.loop import has_screen as found

    return found()


def run(folder: Path | None = None, seed: int | None = None, camera: int | None = None) -> int:
    """Show the window until it is closed; returns the exit code.

    `folder` keeps choices, best times and games there instead of where the system wants them; `seed` makes chance
    repeat itself; `camera` chooses a camera by its number. Raises `ui.errors.Problem` when there is no screen.
    """
    from ui.errors import Problem

    if not has_screen():
        raise Problem("There is no screen to open the window on; 'handref --help' says what can be done without one.")
    from ui.sound.engine import find_engine
    from ui.sound.player import Mixer, Sounds
    from ui.sound.voice import Voice
    from ui.window.app import App
    from ui.window.keeping import Keeper
    from ui.window.loop import keep_going, start, system_languages
    from ui.window.routes import AllRoutes

    try:
        sounds = Sounds(Mixer())
    except OSError:
        sounds = Sounds()  # no sound device: everything that is heard is captioned as well
    start()
    engine = find_engine()
    voice = Voice(engine.begin if engine is not None else None)
    app = App(Keeper(folder), AllRoutes(), sounds, seed=seed, voice=voice, system_languages=system_languages())
    if camera is not None:
        app.choose(camera=camera, source=camera)
    keep_going(app)
    return 0


def _quiet() -> None:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Windows' cameras open slowly unless this is set before OpenCV is loaded (see `sources.camera.open_device`).
    os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
