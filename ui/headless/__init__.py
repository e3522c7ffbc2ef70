"""A game at a table without a window: what the window would show is printed, and what it would be told is typed."""
