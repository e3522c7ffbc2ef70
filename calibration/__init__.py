"""What is known about this table, lens, light and these players' hands; saved profiles; the doctor."""
