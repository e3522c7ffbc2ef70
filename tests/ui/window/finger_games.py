"""Whole games of One Finger! in the window's own code path: somebody at the keyboard among computer players.

`python -m tests.ui.window.finger_games` plays 200; `--games` and `--first` say otherwise. Prints what came of them.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from rules.game import Refused
from rules.history import History
from rules.one_finger.rounds import game_over
from rules.one_finger.rulings import Outcome, OutOfTime
from rules.one_finger.state import Phase
from tests.ui.window.fake_user import FakeUser, close_windows
from tests.ui.window.layout import blank_pictures

STEP_S = 0.12
UNSEEN = (0, 0, 1, 1)
MOST_CALLS = 600
"""A game with more calls would never end."""


def played(folder: Path, seed: int, against: int) -> Counter[str]:
    """One game of practice to its end; what happened in it, counted. Fails where the game gets stuck."""
    lot = random.Random(seed)
    user = FakeUser(folder, seed=seed, players=("Ann", "Ben"))
    user.surface.set_clip(UNSEEN)
    user.press("n", str(against))
    seen: Counter[str] = Counter()
    game = user.screen.game
    while user.at == "FingerTable":
        assert game.state.calls < MOST_CALLS
        screen = user.screen
        if screen.show is not None:
            user.press("return")
        elif game.phase is Phase.ARBITRATE:
            user.press(lot.choice("uc"))
        elif game.phase is Phase.CALL and screen.rivals.my_turn and not screen.pad.counting:
            user.press(str(lot.randint(0, min(9, game.state.most))))
        elif game.phase is Phase.FINGERS and lot.random() < 0.25:
            user.press(lot.choice("fj"))
        user.now_s += STEP_S
        user.look()
    history: History = game.judge.history
    again = History(game.header)
    for entry in history.entries:
        again.apply(entry.event)
        seen.update("early or late" for ruling in entry.rulings if isinstance(ruling, OutOfTime))
        for ruling in entry.rulings:
            if isinstance(ruling, Outcome):
                seen["right" if ruling.success else "wrong"] += 1
    assert user.at == "FingersEnd" and again.state == game.state and user.reads("11.73 %")
    seen["won by whoever sits at the keyboard"] += game.players[0] in game_over(game.state).winners
    return seen


def main() -> int:
    """Many games, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.ui.window.finger_games", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the first game's seed")
    given = parser.parse_args()
    total: Counter[str] = Counter()
    with pytest.MonkeyPatch.context() as patch:
        blank_pictures(patch)
        for seed in range(given.first, given.first + given.games):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    total += played(Path(folder), seed, (1, 2, 3, 5, 7)[seed % 5])
                    total["finished"] += 1
                except (AssertionError, Refused) as fault:
                    total["broken"] += 1
                    print(f"game {seed}: {fault!r}", flush=True)
                close_windows()
    print(dict(total))
    return int(total["broken"] > 0)


if __name__ == "__main__":
    raise SystemExit(main())
