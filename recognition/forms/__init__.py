"""The forms in which a text can hold Sudokus: one file for each form, a generator of candidates."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...base.registry import load_object
from ..square import Candidate
from ..text_lines import TextLine


class Form(NamedTuple):
    """A form: the file in this folder whose function `find_candidates` yields the candidates. The
    file is imported only if it is used.

    - `signs`: the form is only in texts with one of these signs; in all texts if it is empty.
    - `has_labels`: whether labels may be beside the rows, such as A to I; otherwise the first
      numbers on the lines belong to the form.
    - `has_limit`: whether `find_candidates` has a second parameter, the most rows of a Sudoku.
    """

    file: str
    signs: str = ""
    has_labels: bool = True
    has_limit: bool = False

    def find_candidates(self, lines: Sequence[TextLine], largest: int) -> Iterator[Candidate]:
        """Yield the candidates of this form in a text. They may have more than `largest` rows if
        the form has no limit.
        """
        if not self.signs or any(sign in line.text for sign in self.signs for line in lines):
            find = load_object(f"recognition.forms.{self.file}:find_candidates")
            yield from find(lines, largest) if self.has_limit else find(lines)


FORMS = (
    (
        Form("one_line"),
        Form("rows", has_limit=True),
        Form("brackets", "[({"),
        Form("clue_lists", has_labels=False),
    ),
    (Form("table", ",;\t|"), Form("places")),
)
"""The forms, in two groups. Those of the second group, which read empty places as blank cells, are
asked only if those of the first leave signs without a Sudoku.
"""
