"""Yes/no questions about Sudokus, one file each.

A question has its facts (the Sudokus and options that it is about), builds the formula that a
solver gets, and turns a model of the formula into a witness that is verified on the grids.
"""
