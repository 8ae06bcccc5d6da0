"""Bytes to grids: files of Sudokus in the forms that people have."""
