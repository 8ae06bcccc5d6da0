"""Backends, one file each, behind one small protocol. A backend reads formulas or the grids of a
pair and returns a verdict; it does not import the searches in `answers`.
"""
