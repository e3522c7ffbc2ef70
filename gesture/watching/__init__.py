"""From frames to moments: motion, stillness, and the detectors of what hands and cards do."""
