"""Proofs that an answer is no: how they are made and checked, and certificates that hold them."""
