"""A helper of tests that reads a text and returns its Sudokus as texts."""

from __future__ import annotations

from typing import Any

from sudokopie.reading.file_entry import ReadingOptions
from sudokopie.reading.gridfile import open_text_as_grid_file


def read(text: str, **options: Any) -> list[str]:
    """Return the Sudokus of a text, or the errors in their places, each as a text."""
    with open_text_as_grid_file(text, "f", ReadingOptions(**options)) as grids:
        return [
            str(entry.error)
            if entry.error
            else "".join(map(str, entry.cell_bytes)).replace("0", ".")
            for entry in grids
        ]
