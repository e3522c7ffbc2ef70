"""Whatever is typed, in whatever order, nothing breaks, and the log replays to the game as it stands."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chance import generator
from rules.history import History
from rules.log import read_log
from tests.gesture.stage import ANN, BEN, KnowingReader, Stage
from tests.ui.headless.played import Played, header

PLAYERS = st.sampled_from(["Ann", "Ben", "Cy"])
HANDS = st.sampled_from(["left index", "right ring", "left thumb right pinky", "nothing", "left nothing", ""])
LINES = st.one_of(
    st.sampled_from(["next", "verify", "close", "deal anew", "take back", "standings", "help", "left-index", "2,3"]),
    st.sampled_from(["players Ann, Cy", "players Ben, Ann", "players Ann", "order Ann Ben", "order Ben Ann"]),
    st.builds("{} {} {}".format, st.sampled_from(["lock", "budge", "dispute", "settle"]), PLAYERS, HANDS),
    st.builds("take back {}{}".format, st.sampled_from(["", "from "]), st.integers(0, 14)),
    st.builds("stick-up {} {} {}".format, PLAYERS, st.sampled_from(["left", "right", ""]), PLAYERS),
    st.builds("{:.1f}: next".format, st.floats(0, 3)),
    st.text(max_size=12),
)


@settings(deadline=None, max_examples=120)
@given(st.lists(LINES, max_size=18), st.booleans(), st.sampled_from(["standard", "simplified", "stick-up"]))
def test_any_lines_in_any_order(lines, deals, variant):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        reader = KnowingReader(Stage([], 1.0))
        played = Played(header(variant=variant), (ANN, BEN), reader, path, deals=deals, lot=generator(1))
        game = played.game
        game.begin()
        for line in lines:
            game.typed(line)
        game.session.close()
        assert History.of(read_log(path)).state == game.session.state
        assert all(sentence.strip() for sentence in played.said)
