"""JANE's Card Game on the table: what its printed copy looks like."""
