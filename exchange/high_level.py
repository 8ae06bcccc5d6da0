"""A pair as a model of integers, for MiniZinc (Nethercote et al. 2007) or CPMpy (Guns 2019).

Each model stands in the folder `models`, a page with `alldifferent` and `element`; before or behind
it come the Sudokus. It prints an answer as SAT solvers do, by the variables of the plain formula.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..base.errors import ExportError
from ..questions.copy import Copy
from ..questions.question import PairQuestion, Question
from ..questions.within import Within
from ..sudoku.grid import Grid
from .header import commented

_MODELS = Path(__file__).parent / "models"


def high_level(question: Question, form: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield a model in the form `mzn` or `py`, headed by `lines`.

    Raises `ExportError` for a question that has no such model, or is refined.
    """
    if not isinstance(question, Copy | Within) or question != question.plain:
        raise ExportError(
            "as .{form} only the questions copy and within are exported, without --refined and "
            "--cells",
            form=form,
        )
    return _minizinc(question, lines) if form == "mzn" else _cpmpy(question, lines)


def _numbers(question: PairQuestion) -> dict[str, int]:
    """Return the first variable of each matrix in which an answer is numbered."""
    unknowns = question.moves.unknowns
    rows, columns = unknowns.row_line, unknowns.column_line
    return {"ROWS": rows[0][0], "COLUMNS": columns[0][0], "DIGITS": unknowns.digit[1][1]}


def _from_and_to(question: PairQuestion) -> tuple[Grid, Grid]:
    if isinstance(question, Within):
        return question.part_and_whole
    return question.first, question.second


def _minizinc(question: PairQuestion, lines: Iterable[str]) -> Iterator[str]:
    yield from commented("%", lines)
    yield '\ninclude "globals.mzn";\n\n'
    yield (_MODELS / "pair.mzn").read_text("ascii")
    shape = question.shape
    sizes = {"SIZE": shape.size, "HEIGHT": shape.height, "WIDTH": shape.width}
    part = {"PART": "true" if isinstance(question, Within) else "false"}
    yield "\n"
    yield from (
        f"{name} = {value};\n" for name, value in (sizes | part | _numbers(question)).items()
    )
    for name, grid in zip(("first", "second"), _from_and_to(question), strict=True):
        rows = " |\n  ".join(", ".join(map(str, row)) for row in grid)
        yield f"{name} = [|\n  {rows} |];\n"


def _cpmpy(question: PairQuestion, lines: Iterable[str]) -> Iterator[str]:
    yield from commented("#", lines)
    yield f"\nBOX, PART = {tuple(question.shape)}, {isinstance(question, Within)}\n"
    yield from (f"{name} = {value}\n" for name, value in _numbers(question).items())
    for name, grid in zip(("FIRST", "SECOND"), _from_and_to(question), strict=True):
        rows = "".join(f"    {list(row)},\n" for row in grid)
        yield f"{name} = [\n{rows}]\n"
    yield "\n" + (_MODELS / "pair.py.txt").read_text("ascii")
