"""Sudokus that have been seen, remembered in one file: have we had this one?"""

from .entries import ALL, Added, Known, Selection, Source
from .store import Catalogue

__all__ = ["ALL", "Added", "Catalogue", "Known", "Selection", "Source"]
