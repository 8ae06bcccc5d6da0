"""The yes/no questions about Sudokus that a solver can answer, such as whether one Sudoku is a copy
of another. Each kind of question is a class, and related classes share a file.

A question object contains the Sudokus and options that it is about. It builds the formula that a
solver gets, and turns a model of the formula into a witness (a transformation or a grid that proves
a yes), which is verified on the grids.
"""
