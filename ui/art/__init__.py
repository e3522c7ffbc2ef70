"""Everything the window shows that is not text or a photograph, drawn by the program at any size and angle."""
