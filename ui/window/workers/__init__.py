"""Threads beside the window: each opens a source, loads a reader and looks at its frames until it is closed."""
