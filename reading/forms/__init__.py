"""The forms in which a text can hold Sudokus: one file for each form, a generator of candidates."""

from . import brackets, clue_lists, one_line, places, rows, table

FORMS = (
    (
        one_line.find_candidates,
        rows.find_candidates,
        brackets.find_candidates,
        clue_lists.find_candidates,
    ),
    (table.find_candidates, places.find_candidates),
)
"""The forms, in two groups. Those of the second group, which read empty places as blank cells, are
asked only if those of the first leave signs without a Sudoku.
"""
