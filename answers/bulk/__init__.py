"""The same answers for arrays of Sudokus."""
