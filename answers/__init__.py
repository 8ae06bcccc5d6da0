"""Answers questions about Sudokus, such as whether two are copies; each answer is an object of its
own type, and verified.
"""
