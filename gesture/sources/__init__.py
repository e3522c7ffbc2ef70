"""Where pictures come from: cameras, recordings and stills, each picture with its time."""
