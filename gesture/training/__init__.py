"""Makes the weights that `gesture` ships: rendered hands, the networks and their training. Never imported in play."""
