"""Symmetries with a name, for tests."""

from sudokopie import BoxShape, Transformation
from sudokopie.sudoku.symmetry_kinds import find_fixed_cells, yield_recognisable_symmetries


def moving_cells(
    shape: BoxShape, transposed: bool, rows: tuple[int, ...], columns: tuple[int, ...]
) -> Transformation:
    return Transformation.from_source_lines(
        shape, transposed, rows, columns, range(1, shape.size + 1)
    )


def forms(shape: BoxShape) -> list[Transformation]:
    """Return the symmetries of all forms with a name that move a cell."""
    found = [moving_cells(shape, *form) for form in yield_recognisable_symmetries(shape)]
    return [one for one in found if len(find_fixed_cells(one)) < shape.size**2]
