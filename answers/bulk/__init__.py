"""Functions that answer questions about many Sudokus at once. The Sudokus are given as numpy
arrays.
"""
