"""The games as pure state machines: the vocabulary of hands, the decks, the game log, and one engine a game."""
