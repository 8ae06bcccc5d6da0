"""The shape of the boxes in a document whose texts and tables are read like files of their own: all
Sudokus of a size have boxes of one shape.
"""

from collections.abc import Generator, Iterable, Sequence

from ..base.errors import PairFileError
from ..recognition.rules import decide_box, find_box_evidence, make_box_doubt_message
from ..sudoku.shape import BoxEvidence
from .gridfile import GridFile, TextFile

_Item = GridFile | PairFileError
"""An opened file, or the error of a file that cannot be read."""


def yield_files_with_shared_boxes(items: Iterable[_Item]) -> Generator[_Item, None, None]:
    """Yield the opened parts of a document, and the errors of other parts, in their order. From the
    first part on whose boxes are not square, all parts are read before they are yielded, because
    each may show the shape of the boxes of all.
    """
    waiting = list[_Item]()
    try:
        for item in items:
            if waiting or (isinstance(item, TextFile) and _has_oblong_boxes(item)):
                waiting.append(item)
            else:
                yield item
        try:
            _share_boxes([item for item in waiting if isinstance(item, TextFile)])
        except PairFileError as error:
            yield error
            return
        while waiting:
            yield waiting.pop(0)
    finally:
        for item in waiting:
            if isinstance(item, GridFile):
                item.close()


def _has_oblong_boxes(file: TextFile) -> bool:
    """Return whether a Sudoku of the file has boxes that are not square."""
    return any(entry.shape.height != entry.shape.width for entry in file.read_ahead())


def _share_boxes(files: Sequence[TextFile]) -> None:
    """Give all Sudokus of a size in some files boxes of one shape. If drawings or comments show one
    shape, it is this; otherwise the rules decide.
    """
    shapes = {entry.shape for file in files for entry in file.read_ahead() if entry.error is None}
    for size in {shape.size for shape in shapes if shape.height != shape.width}:
        certain = {
            shape
            for file in files
            for shape, evidence in file.box_evidence.items()
            if shape.size == size and evidence is BoxEvidence.CERTAIN
        }
        grids = [
            tuple(entry.cell_bytes)
            for file in files
            for entry in file.read_ahead()
            if entry.shape.size == size and entry.error is None
        ]
        box = next(iter(certain)) if len(certain) == 1 else decide_box(grids, size)
        if box is None:
            raise PairFileError(files[0].source, 1, 1, make_box_doubt_message(size))
        evidence = BoxEvidence.CERTAIN
        if not certain:
            evidence = find_box_evidence((box, grid) for grid in grids)[box]
        for file in files:
            file.share_box(box, evidence)
