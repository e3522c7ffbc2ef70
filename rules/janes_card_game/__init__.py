"""JANE's Card Game.

`events.py` is what comes in, `state.py` and `rulings.py` what comes out. `cards.py` is the deck, `outfit.py` what JANE
wears, `paws.py` who may hold which cards, `turns.py` the deal and the run of play, `combinations.py` the six
combinations, `scoring.py` the ends and penalties, `say.py` the words, and `chance.py` draws what is left to lot.
`engine.py` joins them.
"""

from rules.janes_card_game.engine import JanesCardGame

GAME = JanesCardGame()
