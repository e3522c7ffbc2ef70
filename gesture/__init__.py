"""Frames in, events out: sources, hand reading, seats, moments, and the referee that joins them to a game."""
