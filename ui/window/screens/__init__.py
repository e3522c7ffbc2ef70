"""The window's screens, one file each. They draw what is and pass on what is pressed; no rule of a game is in them."""
