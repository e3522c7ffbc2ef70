"""From a picture to the hands on it: palm detector, hand crop, networks, landmarks, and their fusion."""
