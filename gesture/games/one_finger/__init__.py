"""What fingers mean in One Finger!: which were left on the cards at a call, and when the others were lifted."""

from gesture.games.one_finger.interpreter import OneFingerInterpreter
from gesture.games.one_finger.options import OneFingerOptions

INTERPRETER = OneFingerInterpreter
OPTIONS = OneFingerOptions
