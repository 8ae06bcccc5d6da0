"""The mathematics of Sudoku: grids, the shapes of their boxes, transformations and their group,
symmetries, and random grids.
"""
