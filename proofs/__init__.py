"""Proofs that the answer to a question is no. The files make such proofs, check them, and write
them to certificates: folders that other people can check.
"""
