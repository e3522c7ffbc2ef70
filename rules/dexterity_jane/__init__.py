"""Dexterity Jane: standard, Simplified version and Stick-Up variant.

`events.py` and `header.py` are what comes in, `state.py` and `rulings.py` what comes out. `cards.py` is what cards
require; `guess.py`, `stick_ups.py` and `verify.py` are the phases, `scoring.py` the end, `say.py` the words, and
`chance.py` draws what is left to lot. `engine.py` joins them.
"""

from rules.dexterity_jane.engine import DexterityJane

GAME = DexterityJane()
