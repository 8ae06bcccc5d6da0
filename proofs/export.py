"""Write questions to files that solvers can read: as formulas (DIMACS CNF, WCNF of 2022, OPB) or as
models for CP-SAT, MiniZinc and CPMpy.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

from ..base.errors import ExportError, make_os_error_message
from ..base.messages import Message
from ..base.verdict import Verdict
from ..encoding.formula import (
    yield_dimacs_text_pieces,
    yield_opb_text_pieces,
    yield_wcnf_text_pieces,
)
from ..questions.copy import IsCopy
from ..questions.question import PairQuestion, Question, SolverProblem
from ..questions.within import IsCopyWithCluesLeftOut
from ..system.output import open_output
from ..system.temporary_files import open_temporary_folder
from .export_header import Provenance, yield_comment_lines, yield_export_header_lines


def write_export(path: str, pieces: Iterator[bytes]) -> None:
    """Write an exported question to the file `path`. `pieces` are its bytes, in order. If writing
    fails, raise `OSError` and leave no partial file.
    """
    with open_output(path) as file:
        file.writelines(pieces)


def yield_question_file_bytes(
    question: Question,
    export_format: str,
    provenance: Provenance,
    known_answer_text: Verdict | None = None,
    *,
    is_old_wcnf: bool = False,
) -> Iterator[bytes]:
    """Yield the content of a file that asks solvers a question. `export_format` is one of
    `export_formats.FORMATS`, such as "cnf". `known_answer_text` is the answer that the comments at
    the top of the file record, or None if it is not known.

    If `is_old_wcnf` is true, a WCNF is written in the format from before 2022. Raises `ExportError`
    if the question cannot be written in this format, and `KeyError` if the format is unknown.
    """
    if export_format in ("mzn", "py"):
        model = _yield_constraint_model_text(
            question,
            export_format,
            yield_export_header_lines(question, None, provenance, known_answer_text),
        )
        return (piece.encode("ascii") for piece in model)
    problem = question.build_problem(export_format)
    lines = yield_export_header_lines(question, problem.formula, provenance, known_answer_text)
    if problem.costs:
        lines = chain(lines, [problem.goal])
    if export_format in ("pb", "pb.txt"):
        return _yield_cp_sat_model_bytes(problem, lines, export_format)
    if export_format == "cnf":
        text = _yield_cnf_text(problem, lines, question.model_count_comments)
    elif export_format == "wcnf":
        soft = yield_wcnf_text_pieces(problem.formula, problem.costs or (), with_header=is_old_wcnf)
        text = chain(yield_comment_lines("c", lines), soft)
    elif export_format == "opb":
        pieces = yield_opb_text_pieces(problem.formula, problem.costs or (), problem.at_most)
        text = chain(islice(pieces, 1), yield_comment_lines("*", lines), pieces)
    else:
        raise KeyError(export_format)
    return (piece.encode("ascii") for piece in text)


def _yield_cnf_text(
    problem: SolverProblem, comments: Iterable[str], model_comments: Iterable[str]
) -> Iterator[str]:
    """Yield the text of a formula in the DIMACS format, with comments at the beginning. `problem`
    has the formula and the number of variables that describe the answer. `comments` are the first
    comments; `model_comments` follow them and explain, for users who count the models, the meaning
    of a model.
    """
    yield from yield_comment_lines("c", comments)
    yield from yield_comment_lines("c", (f"models: {line}" for line in model_comments))
    pieces = yield_dimacs_text_pieces(problem.formula)
    yield next(pieces)
    # These lines name the variables that a projected model counter counts, as the Model Counting
    # Competition requires. Counters expect them after the line with the number of variables.
    variables = map(str, range(1, problem.answer_variables + 1))
    while some := list(islice(variables, 15)):
        yield f"c p show {' '.join(some)} 0\n"
    yield from pieces


def _yield_cp_sat_model_bytes(
    problem: SolverProblem, comment_lines: Iterable[str], export_format: str
) -> Iterator[bytes]:
    """Yield the bytes of a problem as a model of the solver CP-SAT, in the format `pb` (binary) or
    `pb.txt` (text). `comment_lines` are the lines of text that become comments at the
    beginning. Raises `ExportError` if the model cannot be written.
    """
    from tempfile import gettempdir

    from ..solvers.cp_sat import add_clauses, make_empty_cp_sat_model, make_literal_list

    model, comments = make_empty_cp_sat_model(), "".join(yield_comment_lines("#", comment_lines))
    # The binary format has no comments, so they are written as the model's name, which is at the
    # beginning.
    model.name = f"\n{comments}" if export_format == "pb" else ""
    literals = make_literal_list(
        [
            model.new_bool_var(meaning)
            for _, meaning in problem.formula.yield_variable_descriptions()
        ]
    )
    add_clauses(model, literals, problem.formula.clauses())
    if problem.costs:
        cost = sum(literals[variable] for variable in problem.costs)
        if problem.at_most is None:
            model.minimize(cost)
        else:
            model.add(cost <= problem.at_most)
    with open_temporary_folder() as folder:
        path = Path(folder, f"model.{export_format}")
        if not model.export_to_file(str(path)):
            why = Message("Input/output error")
            try:
                # OR-Tools does not report the reason of a failure, so this write asks the
                # operating system for it
                path.write_bytes(bytes(2**20))
            except OSError as error:
                why = make_os_error_message(error)
            raise ExportError("{file} cannot be used: {reason}", file=gettempdir(), reason=why)
        if export_format == "pb.txt":
            yield comments.encode("ascii")
        with path.open("rb") as file:
            while piece := file.read(2**20):
                yield piece


# A pair as a model of integers, for MiniZinc (Nethercote et al. 2007) or CPMpy (Guns 2019)

_MODELS = Path(__file__).parent / "models"
"""The folder with two templates, for MiniZinc and for CPMpy. Each is a short program with the
constraints `alldifferent` and `element`. The Sudokus are written before the template. The program
prints its answer as SAT solvers do, with the variables of the plain formula.
"""


def _yield_constraint_model_text(
    question: Question, export_format: str, comments: Iterable[str]
) -> Iterator[str]:
    """Yield the text of a constraint model for a question, in MiniZinc ("mzn") or CPMpy ("py"). The
    text begins with `comments`. Raises `ExportError` if there is no such model for the question.

    Such a model exists only for the questions `IsCopy` and `IsCopyWithCluesLeftOut`, if all kinds
    of moves are allowed, the clauses about cells have the default form, and refinement has not
    simplified the question.
    """
    plain = (
        isinstance(question, IsCopy | IsCopyWithCluesLeftOut)
        and question.parts.allows_everything
        and question.with_plain_formula
    )
    if not isinstance(plain, PairQuestion) or question != plain:
        raise ExportError(
            "as .{form} only the questions copy and within can be written, without --refined, "
            "--cells and --line-maps; use .cnf for this question",
            form=export_format,
        )
    sign, end, file = {"mzn": ("%", ";", "pair.mzn"), "py": ("#", "", "pair.py.txt")}[export_format]
    data = (f"{name} = {value}{end}\n" for name, value in _yield_constraint_model_data(plain))
    model = (_MODELS / file).read_text("ascii")
    return iter([*yield_comment_lines(sign, comments), "\n", *data, "\n", model])


def _yield_constraint_model_data(question: PairQuestion) -> Iterator[tuple[str, object]]:
    """Yield the names and values of the data that a constraint model contains, such as the two
    Sudokus. Both MiniZinc and CPMpy can read the values in this form.
    """
    yield "HEIGHT", question.shape.height
    yield "WIDTH", question.shape.width
    yield "PART", int(isinstance(question, IsCopyWithCluesLeftOut))
    unknowns = question.transformation_formula.unknowns
    yield "ROWS", unknowns.row_line[0][0]
    yield "COLUMNS", unknowns.column_line[0][0]
    yield "DIGITS", unknowns.digit[1][1]
    for name, grid in zip(
        ("FIRST", "SECOND"), question.sudoku_to_transform_and_target, strict=True
    ):
        rows = "".join(f"  {', '.join(map(str, row))},\n" for row in grid)
        yield name, f"[\n{rows}]"
