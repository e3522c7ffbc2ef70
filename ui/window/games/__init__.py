"""The faces of the games: one folder a game, with its screens, callouts and words."""
