"""Sudokus that have been seen, remembered in one file: have we had this one?"""

from .store import ALL, Added, Catalogue, Known, Selection, Source

__all__ = ["ALL", "Added", "Catalogue", "Known", "Selection", "Source"]
