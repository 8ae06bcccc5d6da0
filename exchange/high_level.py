"""A pair as a model of integers, for MiniZinc (Nethercote et al. 2007) or CPMpy (Guns 2019).

Each model stands in the folder `models`, a page with `alldifferent` and `element`; before it come
the Sudokus. It prints an answer as SAT solvers do, by the variables of the plain formula.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..base.errors import ExportError
from ..questions.copy import Copy
from ..questions.question import PairQuestion, Question
from ..questions.within import Within
from .header import commented

_MODELS = Path(__file__).parent / "models"


def high_level(question: Question, form: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield a model in the form `mzn` or `py`, headed by `lines`.

    Raises `ExportError` for a question that has no such model, or is refined.
    """
    plain = isinstance(question, Copy | Within) and question.parts.are_all and question.plain
    if not isinstance(plain, PairQuestion) or question != plain:
        raise ExportError(
            "as .{form} only the questions copy and within are exported, without --refined and "
            "--cells",
            form=form,
        )
    sign, end, file = {"mzn": ("%", ";", "pair.mzn"), "py": ("#", "", "pair.py.txt")}[form]
    data = (f"{name} = {value}{end}\n" for name, value in _data(plain))
    model = (_MODELS / file).read_text("ascii")
    return iter([*commented(sign, lines), "\n", *data, "\n", model])


def _data(question: PairQuestion) -> Iterator[tuple[str, object]]:
    """Yield names and what they stand for, written as both languages have it."""
    yield "HEIGHT", question.shape.height
    yield "WIDTH", question.shape.width
    yield "PART", int(isinstance(question, Within))
    unknowns = question.moves.unknowns
    yield "ROWS", unknowns.row_line[0][0]
    yield "COLUMNS", unknowns.column_line[0][0]
    yield "DIGITS", unknowns.digit[1][1]
    for name, grid in zip(("FIRST", "SECOND"), question.from_and_to, strict=True):
        rows = "".join(f"  {', '.join(map(str, row))},\n" for row in grid)
        yield name, f"[\n{rows}]"
