"""What people see and hear: the command line, the window, sound, voice and printing."""

import os

# As in gesture/__init__.py, for the parts that come by OpenCV before anything of gesture.
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
