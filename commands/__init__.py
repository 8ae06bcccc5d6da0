"""The commands of `sudokopie`, one in each file, and in `machinery` the code that they share."""
