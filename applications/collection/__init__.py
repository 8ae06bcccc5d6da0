"""Many Sudokus at once, as numpy arrays: signatures, duplicates, near copies, canonical forms."""

from ...answers.bulk.forms import least_images, renamed
from ...answers.bulk.images import Images, shuffled
from ...answers.bulk.solutions import Solutions, solutions
from ...answers.bulk.sorted_forms import signatures, sorted_forms, transformation_between
from ...answers.bulk.symmetries import symmetry_counts
from ...sudoku.arrays import Cells, grids_of, stack
from .duplicates import Classes, Duplicates
from .near import NearPair, near_pairs

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
