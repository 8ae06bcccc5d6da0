"""Questions as files that solvers read: DIMACS CNF, WCNF (2022), OPB, CP-SAT's and other models."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

from ..base.errors import ExportError, describe_os_error
from ..base.messages import Message
from ..base.verdict import Verdict
from ..encoding.formula import write_dimacs, write_opb, write_wcnf
from ..questions.copy import IsCopy
from ..questions.question import PairQuestion, Problem, Question
from ..questions.within import IsCopyWithCluesLeftOut
from ..system.output import open_output
from ..system.temporary_files import make_temporary_folder
from .header import Provenance, write_comments, write_header


def write_export(path: str, pieces: Iterator[bytes]) -> None:
    """Write an exported question, given as pieces of bytes, to the file `path`. If that fails,
    raise `OSError` and leave no partial file.
    """
    with open_output(path) as file:
        file.writelines(pieces)


def write_question(
    question: Question,
    form: str,
    provenance: Provenance,
    known: Verdict | None = None,
    *,
    wcnf_header: bool = False,
) -> Iterator[bytes]:
    """Yield a question as pieces of a file that solvers read. `form` is the export format, one of
    `formats.FORMATS`; `known` is the answer that the comments at the top of the file record, or
    None if it is not known.

    If `wcnf_header` is True, a WCNF is written in the format from before 2022. Raises `ExportError`
    if the question cannot be written in this format, and `KeyError` if the format is unknown.
    """
    if form in ("mzn", "py"):
        model = _write_high_level(question, form, write_header(question, None, provenance, known))
        return (piece.encode("ascii") for piece in model)
    problem = question.build_problem(form)
    lines = write_header(question, problem.formula, provenance, known)
    if problem.costs:
        lines = chain(lines, [problem.goal])
    if form in ("pb", "pb.txt"):
        return _write_cp_sat_model(problem, lines, form)
    if form == "cnf":
        text = _write_cnf(problem, lines, question.meaning_of_models)
    elif form == "wcnf":
        soft = write_wcnf(problem.formula, problem.costs or (), with_header=wcnf_header)
        text = chain(write_comments("c", lines), soft)
    elif form == "opb":
        pieces = write_opb(problem.formula, problem.costs or (), problem.at_most)
        text = chain(islice(pieces, 1), write_comments("*", lines), pieces)
    else:
        raise KeyError(form)
    return (piece.encode("ascii") for piece in text)


def _write_cnf(problem: Problem, lines: Iterable[str], models: Iterable[str]) -> Iterator[str]:
    yield from write_comments("c", lines)
    yield from write_comments("c", (f"models: {line}" for line in models))
    pieces = write_dimacs(problem.formula)
    yield next(pieces)
    # These lines name the variables that a projected model counter counts, as the Model Counting
    # Competition requires. Counters expect them after the line with the number of variables.
    variables = map(str, range(1, problem.answer_variables + 1))
    while some := list(islice(variables, 15)):
        yield f"c p show {' '.join(some)} 0\n"
    yield from pieces


def _write_cp_sat_model(problem: Problem, lines: Iterable[str], form: str) -> Iterator[bytes]:
    from tempfile import gettempdir

    from ..solvers.cp_sat import add_clauses, make_empty_model

    model, comments = make_empty_model(), "".join(write_comments("#", lines))
    # The binary format has no comments, so they are written as the model's name, which is at the
    # beginning.
    model.name = f"\n{comments}" if form == "pb" else ""
    literals = [model.new_bool_var(meaning) for _, meaning in problem.formula.legend()]
    add_clauses(model, literals, problem.formula.clauses())
    if problem.costs:
        cost = sum(literals[variable - 1] for variable in problem.costs)
        if problem.at_most is None:
            model.minimize(cost)
        else:
            model.add(cost <= problem.at_most)
    with make_temporary_folder() as folder:
        path = Path(folder, f"model.{form}")
        if not model.export_to_file(str(path)):
            why = Message("Input/output error")
            try:
                # OR-Tools does not report the reason of a failure, so a write of our own asks the
                # system for it
                path.write_bytes(bytes(2**20))
            except OSError as error:
                why = describe_os_error(error)
            raise ExportError("{file} cannot be used: {reason}", file=gettempdir(), reason=why)
        if form == "pb.txt":
            yield comments.encode("ascii")
        with path.open("rb") as file:
            while piece := file.read(2**20):
                yield piece


# A pair as a model of integers, for MiniZinc (Nethercote et al. 2007) or CPMpy (Guns 2019)

_MODELS = Path(__file__).parent / "models"
"""The folder with a template for MiniZinc and a template for CPMpy: a short program with
`alldifferent` and `element`. The Sudokus are written before the template. The program prints its
answer as SAT solvers do, with the variables of the plain formula.
"""


def _write_high_level(question: Question, form: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield the text of a constraint model, in MiniZinc or CPMpy, for a question. It begins with
    `lines` as comments. Raises `ExportError` if there is no such model: for other questions than
    `IsCopy` and `IsCopyWithCluesLeftOut`, and for a question that is refined (simplified before),
    allows only some kinds of moves, or has the clauses about cells in another than the default
    form.
    """
    plain = (
        isinstance(question, IsCopy | IsCopyWithCluesLeftOut)
        and question.parts.allow_everything
        and question.with_plain_formula
    )
    if not isinstance(plain, PairQuestion) or question != plain:
        raise ExportError(
            "as .{form} only the questions copy and within can be written, without --refined "
            "and --cells; use .cnf for this question",
            form=form,
        )
    sign, end, file = {"mzn": ("%", ";", "pair.mzn"), "py": ("#", "", "pair.py.txt")}[form]
    data = (f"{name} = {value}{end}\n" for name, value in _list_data(plain))
    model = (_MODELS / file).read_text("ascii")
    return iter([*write_comments(sign, lines), "\n", *data, "\n", model])


def _list_data(question: PairQuestion) -> Iterator[tuple[str, object]]:
    """Yield the names and values of the data that a constraint model needs, such as the Sudokus.
    The values are written so that MiniZinc and CPMpy can both read them.
    """
    yield "HEIGHT", question.shape.height
    yield "WIDTH", question.shape.width
    yield "PART", int(isinstance(question, IsCopyWithCluesLeftOut))
    unknowns = question.transformation_formula.unknowns
    yield "ROWS", unknowns.row_line[0][0]
    yield "COLUMNS", unknowns.column_line[0][0]
    yield "DIGITS", unknowns.digit[1][1]
    for name, grid in zip(("FIRST", "SECOND"), question.source_and_target, strict=True):
        rows = "".join(f"  {', '.join(map(str, row))},\n" for row in grid)
        yield name, f"[\n{rows}]"
