"""A table that gets ready: who sits where, what was saved of it, and how it will be watched."""
