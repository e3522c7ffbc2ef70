"""What is known about this table, lens, light and these players' hands; saved profiles; the doctor."""

import gesture as gesture  # for what it tells OpenCV before that is imported
