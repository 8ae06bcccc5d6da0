"""The options of `sudokopie export`: the question to export, and the file to write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...base.messages import Message
from ...encoding.candidates import CELL_FORMS, LINE_MAP_FORMS, PLAIN
from ...questions.registry import QUESTIONS
from .command_rules import RARE, Decorator
from .options import option
from .reading import read_pair, read_single_sudoku

if TYPE_CHECKING:
    from ...encoding.candidates import Encoding
    from ...questions.question import Question
    from ...reading.file_entry import ReadingOptions
    from ...showing.answer_formatter import AnswerFormatter

QUESTION_TEXTS: Mapping[str, Message] = {
    "copy": Message("is the second Sudoku a copy of the first"),
    "nearest": Message("how many clues can agree (with --at-least: can K)"),
    "within": Message("is one Sudoku a copy of the other with clues left out"),
    "canonical": Message("about one Sudoku: has it a smaller copy"),
    "completion": Message("has it a solution"),
    "symmetry": Message("has it a symmetry"),
}
"""The questions that `--question` offers if no application adds further questions. The text of each
question describes it in the help.
"""

OPTIONS_OF_QUESTION = {
    "copy": ("--refined", "--cells", "--line-maps"),
    "nearest": ("--at-least", "--count-blanks"),
    "canonical": ("--form",),
}
"""The options that are allowed only with one question, by the name of this question."""


class QuestionOptions(NamedTuple):
    """The options that choose the question to export. `name` is the name of the question, such as
    `nearest`. The other options, such as `at_least`, are allowed only with some questions.
    """

    name: str
    at_least: int | None
    count_blanks: bool
    extreme: str | None
    refined: bool
    cells: str
    line_maps: str

    @property
    def formula_encoding(self) -> Encoding:
        """The encoding that the options --refined, --cells and --line-maps choose: the way to write
        the question as variables and clauses. With --refined, rows, columns and digits of the two
        Sudokus are compared first, and the formula gets variables only for pairs that this
        comparison does not rule out. --cells chooses how the clauses about cells are written, and
        --line-maps those about rows and columns.
        """
        from ...encoding.candidates import Encoding

        return Encoding(self.refined, self.cells, self.line_maps)

    def read_question(
        self, file: str, reading_options: ReadingOptions, display: AnswerFormatter
    ) -> Question:
        """Read the Sudokus of a file, one or two as the question needs, and return the question."""
        option_values: dict[str, tuple[str, object]] = {
            "--at-least": ("at_least", self.at_least),
            "--count-blanks": ("blanks", self.count_blanks),
            "--form": ("greatest", self.extreme == "max"),
            "--refined": ("encoding", self.formula_encoding),
        }
        values = dict(
            option_values[one]
            for one in OPTIONS_OF_QUESTION.get(self.name, ())
            if one in option_values
        )
        kind: type[Question] = QUESTIONS.load_named(self.name)
        make_question: Callable[..., Question] = kind
        if len(kind.sudoku_field_names()) == 2:
            pair, _ = read_pair(file, reading_options, display)
            return make_question(*pair, **values)
        grid, _ = read_single_sudoku(file, reading_options, display)
        return make_question(grid, **values)


class ExportFileOptions(NamedTuple):
    """The options for the file with the exported formula. `output` is its path. `form` is the name
    of its format; None means that the ending of the path determines the format. `wcnf_header` is
    whether a .wcnf file begins with the line `p wcnf` that was usual before 2022.
    """

    output: str
    form: str | None
    wcnf_header: bool


def _make_form_option(
    name: str, title: str, meanings: Mapping[str, Message], default: str
) -> Decorator:
    """Return the option `name` that chooses how some clauses are written. The help consists of
    `title` and of the ways to write the clauses with their `meanings`.
    """
    words = "; ".join(f"{form}: {meaning}" for form, meaning in meanings.items())
    return option(
        f"{name} [{'|'.join(meanings)}]", f"{title}: {words}.", default=default, heading=RARE
    )


CELLS = _make_form_option(
    "--cells",
    "How the clauses about cells are written",
    {name: form.meaning for name, form in CELL_FORMS.items()},
    PLAIN.cells,
)

LINE_MAPS = _make_form_option(
    "--line-maps",
    "How the clauses about rows and columns are written",
    LINE_MAP_FORMS,
    PLAIN.line_maps,
)
