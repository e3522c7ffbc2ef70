"""The benchmark of the reading: labelled pictures, what is counted on them, stock MediaPipe beside it, speed."""
