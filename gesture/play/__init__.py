"""One game at one table: session, unsure locks, recordings, the kept log."""
