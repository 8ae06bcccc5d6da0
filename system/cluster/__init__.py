"""Computation by many processes on several machines, for studies of many Sudokus. A question about
a single pair never needs it.
"""
