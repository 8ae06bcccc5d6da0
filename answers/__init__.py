"""Functions that answer questions about Sudokus, such as whether one is a copy of another. Each
returns an object of its own type, and its answer has been verified.
"""
