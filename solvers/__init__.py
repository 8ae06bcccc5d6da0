"""Backends, one file each: solvers and search algorithms that answer whether a Sudoku is a copy of
another. All have the same small interface (solvers/protocol.py): a backend gets two Sudokus, or a
formula about them, and returns a verdict. No file in this folder imports `answers`, the folder of
the functions that call backends.
"""
