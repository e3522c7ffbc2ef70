"""Printed cards on the table: what a deck looks like on paper, and which of its cards a picture shows."""
