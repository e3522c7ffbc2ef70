"""Where the window's frames come from: cameras, or recordings in their place."""
