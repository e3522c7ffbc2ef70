"""Who sits where, as data, and the plane of the table."""
