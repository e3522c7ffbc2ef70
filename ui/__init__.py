"""What people see and hear: the command line, the window, sound, voice and printing."""
