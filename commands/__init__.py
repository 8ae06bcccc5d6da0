"""The commands of `sudokopie`: each has a file here, and `machinery` has the code they share."""
