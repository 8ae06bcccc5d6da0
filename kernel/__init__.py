"""Compiled versions of the functions that take the most time. Everything works without them, and
every result of theirs is checked on the grids before it is used.
"""
