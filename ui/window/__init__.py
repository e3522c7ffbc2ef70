"""The window: its loop, its drawing surface, and one file a screen in `screens/`."""
