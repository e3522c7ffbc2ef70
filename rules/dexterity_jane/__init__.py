"""Dexterity Jane: standard, Simplified version and Stick-Up variant."""
