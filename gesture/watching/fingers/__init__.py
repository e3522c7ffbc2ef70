"""Fingers on a shared card: which lie there, whose they are, and when each leaves."""
