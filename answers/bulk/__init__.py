"""The answers of `answers` for arrays of Sudokus, computed with numpy."""
