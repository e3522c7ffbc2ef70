"""Frames in, events out: sources, hand reading, seats, moments, and the referee that joins them to a game."""

import os

# Windows' interface to cameras takes many seconds to open one unless OpenCV finds this when it is imported, so it
# stands before every import of cv2 (opencv/opencv, issue 17687).
# A picture of more pixels than this, of which no camera's has as many, would take more memory than a living room's
# computer may have to spare.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(1 << 26))
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
