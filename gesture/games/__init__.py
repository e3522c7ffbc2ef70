"""From moments to a game's events, one folder a game."""
