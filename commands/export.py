"""The command `sudokopie export`: write a question as a formula for other solvers."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import click

from ..base.applications import load_application_option_groups
from ..base.messages import Message
from ..proofs.export_formats import FORMATS, FORMULAS
from ..reading.file_entry import ReadingOptions
from ..showing.answer_formatter import AnswerFormatter
from .machinery.application_options import (
    ApplicationOptions,
    add_options,
    merge_question_texts_by_name,
)
from .machinery.command_rules import (
    ANSWER,
    RARE,
    YES,
    HelpOfSeveralTexts,
    OptionRule,
    OutputFileType,
    UsageError,
    command,
    find_parameter,
    forbids,
    needs,
)
from .machinery.export_options import (
    CELLS,
    LINE_MAPS,
    OPTIONS_OF_QUESTION,
    QUESTION_TEXTS,
    ExportFileOptions,
    QuestionOptions,
)
from .machinery.options import DISPLAY, PATH, READING, option
from .machinery.outputs import STANDARD_OUTPUT, check_outputs
from .machinery.proving import make_provenance

if TYPE_CHECKING:
    from ..questions.question import Question

ADDED_OPTIONS = cast("Sequence[ApplicationOptions]", load_application_option_groups("export"))

_QUESTIONS = merge_question_texts_by_name(QUESTION_TEXTS, ADDED_OPTIONS)

_OTHER_QUESTIONS = tuple(f"--question {name}" for name in _QUESTIONS if name != "copy")
"""All questions except `copy`, which is the default."""


def _yield_option_rules() -> Iterator[OptionRule]:
    """Yield the rules about which options of `sudokopie export` go together. An option of one
    question, such as --at-least, needs this question. --format needs `-o -`, that is, standard
    output.
    """
    for name, options in OPTIONS_OF_QUESTION.items():
        for its_own in options:
            if name == "copy":
                message = Message("{option} needs {others}", others="--question copy")
                yield forbids(its_own, *_OTHER_QUESTIONS, message=message)
            else:
                yield needs(its_own, f"--question {name}")
    message = Message(
        "--format needs -o -; for a file the ending chooses the format, and --format is left out"
    )
    yield needs("--format", "-o -", message=message)


@command(*_yield_option_rules(), question_options=QuestionOptions, file_options=ExportFileOptions)
@click.argument("file", type=PATH, metavar="PAIR")
@option(
    f"--question [{'|'.join(_QUESTIONS)}]",
    "",
    "name",
    default="copy",
)
@option(
    "--at-least K",
    "With --question nearest: ask only whether K clues can agree, yes or no.",
    minimum=0,
)
@option("--count-blanks", "With --question nearest: count equal blank cells as well.")
@option(
    "--form [min|max]",
    "With --question canonical: ask for a smaller copy, or a greater.  [default: min]",
    "extreme",
)
@option(
    "-o, --output FILE",
    "The file to write; - is standard output. The ending chooses the format: .cnf (DIMACS), "
    ".wcnf or .opb (an optimum: the fewest steps, the most clues that agree), .pb.txt or .pb (a "
    "model of CP-SAT), .mzn or .py (MiniZinc or CPMpy, one readable page about a pair); .gz or "
    ".xz may follow.",
    required=True,
    type=OutputFileType(FORMULAS),
    heading=ANSWER,
)
@option(
    f"--format [{'|'.join(FORMATS)}]",
    "The format, if the output is standard output.  [default: cnf]",
    "form",
    heading=ANSWER,
)
@option(
    "--wcnf-header",
    "Write .wcnf in the form before 2022, with a line p wcnf, which many solvers still need.",
    heading=RARE,
)
@option(
    "--refined",
    "Write a smaller formula: first compare lines and digits, and leave out what this decides.",
    heading=RARE,
)
@CELLS
@LINE_MAPS
@READING
@DISPLAY
def export(
    file: str | None,
    question_options: QuestionOptions,
    file_options: ExportFileOptions,
    reading_options: ReadingOptions,
    display: AnswerFormatter,
    **added: Any,
) -> int:
    r"""Write the question whether two Sudokus are copies as a formula for a SAT solver or another
    solver.

    The formula is satisfiable if and only if the second Sudoku of PAIR is a copy of the first;
    --question writes other questions. The comments at its top have the Sudokus, the meaning of each
    variable and, for .cnf, the meaning of the number of models: with them `sudokopie decode`
    translates the output of the solver. The same command writes the same bytes.

    Exit status: 0, or 2 after an error.

    Example:
      printf '12\n..\n\n..\n21\n' | sudokopie export - -o -
    """
    for one in ADDED_OPTIONS:
        if one.run is not None and added[one.name][0] is not None:
            return one.run(added[one.name], question_options, file_options, reading_options)
    from ..proofs.export import write_export, yield_question_file_bytes

    assert file is not None
    form = file_options.form
    if form is None and file_options.output == STANDARD_OUTPUT:
        form = "cnf"
    elif form is None:
        form = FORMULAS.choose_format(file_options.output)
    if file_options.wcnf_header and form != "wcnf":
        raise UsageError("{option} needs {others}", option="--wcnf-header", others=".wcnf")
    check_outputs({"-o": file_options.output}, [file])
    question = _make_application_question_or_none(
        file, question_options, reading_options, display, added
    ) or question_options.read_question(file, reading_options, display)
    pieces = yield_question_file_bytes(
        question, form, make_provenance(), is_old_wcnf=file_options.wcnf_header
    )
    if file_options.output == STANDARD_OUTPUT:
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()
    else:
        write_export(file_options.output, pieces)
    return YES


def _make_application_question_or_none(
    path: str,
    question_options: QuestionOptions,
    reading_options: ReadingOptions,
    display: AnswerFormatter,
    option_values: Mapping[str, Any],
) -> Question | None:
    """Return the question to export if `--question` names a question that an application adds, such
    as the question of the fewest clues. Returns None if it names a question of the core.
    `option_values` maps the `name` of each `ApplicationOptions` to the object with the values of
    these options.
    """
    for one in ADDED_OPTIONS:
        if one.question is not None and one.question.name == question_options.name:
            return one.question.make(path, reading_options, display, option_values[one.name])
    return None


add_options(export, ADDED_OPTIONS)

# The help of this option lists all questions, and each of their texts is translated separately.
_QUESTION = find_parameter(export, "--question")
assert isinstance(_QUESTION, click.Option)
_QUESTION.help = HelpOfSeveralTexts(
    Message("The question to write: {texts}?"), list(_QUESTIONS.values())
)
