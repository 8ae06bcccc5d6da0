"""Questions about Sudokus as logical formulas. The models (solutions) of a formula are read as
transformations or grids.
"""
