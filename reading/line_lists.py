"""The check of a reader that reads one Sudoku from each line: it is used only if the recogniser
reads the beginning of the file in the same way.
"""

from collections import deque
from collections.abc import Iterator
from copy import copy
from itertools import chain, islice
from typing import TYPE_CHECKING

from ..base.errors import PairFileError
from ..sudoku.shape import BoxShape
from .file_entry import NumberedLine, decode_line_leniently, is_comment
from .file_head import FileHead
from .single_lines import SingleLineReader

if TYPE_CHECKING:
    from .recognise import FoundSudoku

_SAMPLED = 60
"""The most lines of a file that the recogniser reads for the check."""


def is_right_reader(file_head: FileHead, reader: SingleLineReader) -> bool:
    """Return whether a reader of lines may read a file, of which `file_head` has the first lines.
    Return False if the recogniser reads other Sudokus from these lines. Raises `PairFileError` if
    the recogniser refuses them for another reason than lines that the reader refuses, too.
    """
    sample, is_whole = _take_sample(file_head)
    if _are_plain_lines(sample):
        return True
    from .recognise import RefusedTextError
    from .recognised_text import make_choices

    return False


def _take_sample(file_head: FileHead) -> tuple[list[NumberedLine], bool]:
    """Return the first lines of a file, and whether they are the whole file. The lines stay in
    `file_head.rest`.
    """
    sample = list(islice(file_head.rest, _SAMPLED))
    after = list(islice(file_head.rest, 1))
    file_head.rest = chain(sample, after, file_head.rest)
    return sample, not after
