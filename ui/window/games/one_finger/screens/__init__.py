"""The screens of One Finger!."""
