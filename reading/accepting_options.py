"""The option with which a text is read that the recogniser has refused."""

import re
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence

from ..sudoku.shape import BoxShape
from .alphabet import BLANK_SIGNS
from .damaged_rows import LONGEST_LINE, MOST_LINES, DamagedRows
from .file_entry import ReadingOptions
from .meaning import RefusedTextError
from .recognise import read_lines
from .square import TOKEN

_LEAST_BLANKS = 16
"""The least number of blank cells in a text; their sign is the most frequent one."""
_BLANK = re.compile(r"[\W_]|[^\W\d_]{1,10}|0|[1-9][0-9]{1,2}")
_SEPARATORS = ",;|"
_WORD = re.compile(r"[^\s,;|/&\"'\[\](){}]+")


def find_accepting_option(texts: Sequence[str], options: ReadingOptions) -> str | None:
    """Return an option, such as `--offset 1`, with which the recogniser reads the refused lines of
    a text. Return None if there is none, or if the text is long.
    """
    if len(texts) > MOST_LINES or any(len(text) > LONGEST_LINE for text in texts):
        return None
    for option, lines, choices in _list_options(texts, options):
        try:
            sudokus = read_lines(lines, choices).sudokus
        except RefusedTextError:
            continue
        if any(any(sudoku.cells) for sudoku in sudokus):
            return option
    return None


def _list_options(
    texts: Sequence[str], options: ReadingOptions
) -> Iterator[tuple[str, Sequence[str], ReadingOptions]]:
    """Yield options, each with the lines and the choices that the recogniser gets with it."""
    signs = Counter(sign for text in texts for sign in _WORD.findall(text))
    glued = Counter(sign for text in texts for sign in text if not sign.isspace())
    if options.offset:
        yield "--offset 0", texts, options._replace(offset=0)
    if not options.offset and signs["1"] > max(signs["2"], signs["0"]):
        yield "--offset 1", texts, options._replace(offset=1)
    if options.blank is None:
        for counts in (signs, glued):
            cells = [one for one in counts.most_common() if one[0] not in _SEPARATORS]
            sign, count = cells[0] if cells else ("", 0)
            if count >= _LEAST_BLANKS and _BLANK.fullmatch(sign):
                yield from _list_blank_options(texts, options, sign)
    if options.box is None:
        rows = Counter(len(row.cells) for row in DamagedRows(texts).rows)
        for size, count in rows.most_common(1):
            shape = BoxShape.for_size(size) if size <= options.max_size else None
            if shape is not None and shape.height == 1 and count >= size:
                yield f"--box {shape}", texts, options._replace(box=shape)


def _list_blank_options(
    texts: Sequence[str], options: ReadingOptions, sign: str
) -> Iterator[tuple[str, Sequence[str], ReadingOptions]]:
    """Yield the option that makes a sign, or a word, the sign for a blank cell."""
    option = f"--blank {shlex.quote(sign)}"
    if TOKEN.fullmatch(sign):
        if sign not in BLANK_SIGNS or "0" in "".join(texts):
            yield option, texts, options._replace(blank=sign)
        return
    pattern = re.escape(sign)
    pattern = rf"(?<![^\W_]){pattern}(?![^\W_])" if sign.isalnum() else pattern
    yield option, [re.sub(pattern, ".", text) for text in texts], options._replace(blank=".")
