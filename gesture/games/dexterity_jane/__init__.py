"""What hands mean in Dexterity Jane: locks, stick-ups, budges, cards touched."""

from gesture.games.dexterity_jane.interpreter import DexterityJaneInterpreter
from gesture.games.dexterity_jane.options import DexterityJaneOptions

INTERPRETER = DexterityJaneInterpreter
OPTIONS = DexterityJaneOptions
