"""Backends: solvers and search algorithms that decide whether a Sudoku is a copy of another (the
same Sudoku up to symmetry). Each kind of backend has its own file. All have the same small
interface (solvers/protocol.py): a backend gets two Sudokus, or a formula about them, and returns a
verdict. No file in this folder imports `answers`, the folder of the functions that call backends.
"""
