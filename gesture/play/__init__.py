"""One game at one table: session, doubts, photographs, recordings, the kept log."""
