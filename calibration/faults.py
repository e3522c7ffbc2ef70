"""What can go wrong when a table is set up."""

from __future__ import annotations


class CalibrationError(Exception):
    """Something cannot be measured or kept; the message is for the person at the table: what is wrong, what to do."""
