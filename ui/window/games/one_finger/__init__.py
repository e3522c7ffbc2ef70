"""One Finger! as it shows itself: on the command line."""
