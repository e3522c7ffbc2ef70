"""Sounds made by the program, and who plays them."""
