"""Formulas for questions about Sudokus, and the reverse: a formula's models read as transformations
or grids.
"""
