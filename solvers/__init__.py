"""Backends: one file each behind one small protocol. They know no answer, only formulas."""
