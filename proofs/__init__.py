"""Proofs of a no, made and checked, and certificates that others can check."""
