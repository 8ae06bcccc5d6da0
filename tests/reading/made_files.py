"""A generator of files with Sudokus as people write and store them. It was written before the
reader that it measures, describes files instead of what a reader can do, and shares no code with
the product.

`make_file(seed)` makes a file that holds Sudokus, or one that a reader must refuse;
`make_file_without_sudoku(seed)` makes a file without a Sudoku. The same seed gives the same file in
every version of Python. `make_document(seed)` makes a spreadsheet, a page, a document, a PDF, a
mail or an archive; the same seed gives the same content, but libraries may write it as other bytes.

A new form is a function in one of the files in `made/`, and a line in the list FORMS there.
"""

from __future__ import annotations

from made import (
    code,
    document_forms,
    drawings,
    lines,
    records,
    refused,
    rows,
    tables,
    without_sudoku,
)
from made.dice import Dice
from made.draft import Draft, Form, MadeFile, MadeSudoku, finish

__all__ = ["FORMS", "FORMS_WITHOUT_SUDOKU", "MadeFile", "MadeSudoku", "make_file"]
__all__ += ["DOCUMENT_FORMS", "make_document", "make_file_without_sudoku"]

FORMS: tuple[Form, ...] = (
    *lines.FORMS,
    *rows.FORMS,
    *drawings.FORMS,
    *tables.FORMS,
    *code.FORMS,
    *records.FORMS,
    *refused.FORMS,
)
DOCUMENT_FORMS: tuple[document_forms.DocumentForm, ...] = document_forms.FORMS
FORMS_WITHOUT_SUDOKU: tuple[Form, ...] = without_sudoku.FORMS


def make_file(seed: int) -> MadeFile:
    """Return a made file of a random form."""
    return _make(seed, Dice(seed), FORMS)


def make_file_without_sudoku(seed: int) -> MadeFile:
    """Return a made file that holds no Sudoku."""
    return _make(seed, Dice(seed), FORMS_WITHOUT_SUDOKU)


def make_document(seed: int) -> MadeFile:
    """Return a document with Sudokus."""
    dice = Dice(seed)
    form = dice.weigh(*((one.weight, one) for one in DOCUMENT_FORMS))
    draft = Draft(dice)
    data = form.write(draft)
    name, tags = f"made{seed}{form.ending}", tuple(draft.tags)
    return MadeFile(seed, form.name, tags, name, data, tuple(draft.sudokus))


def _make(seed: int, dice: Dice, forms: tuple[Form, ...]) -> MadeFile:
    form = dice.weigh(*((one.weight, one) for one in forms))
    draft = Draft(dice)
    return finish(seed, form, draft, form.write(draft))
