"""Many Sudokus at once, as numpy arrays: signatures, duplicates, near copies, canonical forms."""

from .arrays import Cells, grids_of, stack
from .duplicates import Classes, Duplicates
from .forms import least_images, renamed
from .images import Images, shuffled
from .near import NearPair, near_pairs
from .solutions import Solutions, solutions
from .sorted_forms import signatures, sorted_forms, transformation_between
from .symmetries import symmetry_counts

__all__ = [
    "Cells",
    "Classes",
    "Duplicates",
    "Images",
    "NearPair",
    "Solutions",
    "grids_of",
    "least_images",
    "near_pairs",
    "renamed",
    "shuffled",
    "signatures",
    "solutions",
    "sorted_forms",
    "stack",
    "symmetry_counts",
    "transformation_between",
]
