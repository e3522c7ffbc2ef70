"""Finding seats and players from where the arms come in."""
