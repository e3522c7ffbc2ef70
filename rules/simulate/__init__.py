"""Whole games between simple players, some of them careless: how the rules are soaked, and house rules tried.

`run` plays, `summary.py` counts, `sitting.py` is one game under way, and one file a game has its players.
"""

from rules.simulate.run import play_one, run
from rules.simulate.summary import Summary

__all__ = ["Summary", "play_one", "run"]
