"""Functions that answer questions about Sudokus, such as whether one Sudoku is a copy of another.
Each function returns an object of its own type, and checks its answer on the grids before it
returns it.
"""
