"""One Finger!

`events.py` is what comes in, `state.py` and `rulings.py` what comes out. `cards.py` is the deck, `rounds.py` playing a
round, `buttons.py` the effects of the three buttons, `say.py` the words, and `chance.py` shuffles. `engine.py` joins
them.
"""

from rules.one_finger.engine import OneFinger

GAME = OneFinger()
