"""Compiled versions of the functions that take the most time. Everything works without them, and no
answer relies on them as evidence.
"""
