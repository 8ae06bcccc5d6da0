"""What another solver said about an exported formula, read back as an answer.

A yes is verified on the grids, whatever was asked: what the model says is carried out. A no is only
what the solver says, and so is that an optimum is one.
"""

from collections.abc import Callable
from io import StringIO
from typing import IO

from ..answers.canonical import BetterCopy
from ..answers.completion import Completed
from ..answers.decide import Answer
from ..answers.met_sets import MetSets
from ..answers.nearest import NearestCopy
from ..answers.part import PartAnswer
from ..base.errors import BackendError, ExportError, TransformationError
from ..base.language import Message
from ..base.verdict import Verdict
from ..encoding.candidates import all_candidates
from ..encoding.question import PartQuestion
from ..encoding.transformations import Transformations
from ..solvers.solver_output import SolverOutput, parse_solver_output
from ..sudoku.grid import Grid
from ..sudoku.transformation import Transformation
from ..system.output import opened
from .header import AnyExport, read_export
from .questions import (
    CanonicalExport,
    CluesExport,
    CompletionExport,
    Export,
    NearestExport,
    PartExport,
)

Said = str | IO[str]
"""What a solver printed or wrote, or an open file of it."""


def _said(output: Said, name: str, variables: int) -> SolverOutput:
    file = StringIO(output) if isinstance(output, str) else output
    return parse_solver_output(file, name, variables)


def decode(export: Export, output: Said, output_name: str) -> Answer:
    """Return the answer that a solver's output gives to an exported question about a pair.

    `output` is what the solver printed or wrote. Raises `BackendError` where the output is no
    solver's, or where its model is no witness: it names the first cell that disagrees.
    """
    first, second = export.first, export.second

    def wrong(witness: Transformation) -> Message | None:
        return None if witness.leads(first, second) else Message("its steps lead elsewhere")

    formula = export.formula
    said = _said(output, output_name, formula.variables)
    if said.satisfiable and (disagreement := formula.disagreement(said.model)):
        raise _no_witness(output_name, disagreement)
    witness = _witness(formula, said, output_name, wrong)
    return _answer(first, second, said, witness, output_name, export.optimises)


def decode_part(export: PartExport, output: Said, output_name: str) -> PartAnswer:
    """Return the answer of a solver to whether one is part of the other; raise as `decode` does."""
    formula = export.formula
    part, whole = formula.first, formula.second

    def wrong(witness: Transformation) -> Message | None:
        if PartQuestion(part, whole, all_candidates(part.shape)).holds(witness):
            return None
        return Message("its steps do not bring every clue onto an equal one")

    said = _said(output, output_name, formula.variables)
    witness = _witness(formula, said, output_name, wrong)
    answer = _answer(part, whole, said, witness, output_name, export.optimises)
    return PartAnswer(export.part, answer)


def decode_nearest(export: NearestExport, output: Said, output_name: str) -> NearestCopy:
    """Return how near two Sudokus are, as a solver says; raise as `decode` does.

    Where it says nothing better, the steps are none. That its steps are the best is what it says.
    Raises `BackendError` also for a no where even without steps as many cells agree.
    """
    first, second, blanks, at_least = export
    formula = export.formula
    said = _said(output, output_name, formula.variables)
    true = {literal for literal in said.model if literal > 0}
    claimed = formula.total - sum(1 for given_up in formula.given_up.values() if given_up in true)
    needed = claimed if at_least is None else at_least

    def wrong(witness: Transformation) -> Message | None:
        agreeing = witness.agreeing(first, second, blanks)
        if agreeing >= needed:
            return None
        return Message(
            "its steps make {agreeing} agree, not {number}", agreeing=agreeing, number=needed
        )

    none = Transformation.identity(first.shape)
    witness = _witness(formula, said, output_name, wrong) or none
    agreeing, at_most = witness.agreeing(first, second, blanks), formula.total
    if said.satisfiable is False and at_least is None:
        raise _always_answered(output_name)
    if said.satisfiable is False and at_least is not None:
        at_most = min(at_most, at_least - 1)
    elif at_least is None and said.is_optimum:
        at_most = claimed
    if agreeing > at_most:
        raise BackendError(
            Message(
                "{name}: the solver says that at most {at_most} can agree, but {agreeing} do",
                name=output_name,
                at_most=at_most,
                agreeing=agreeing,
            )
        )
    return NearestCopy(
        first,
        second,
        blanks,
        at_least,
        witness,
        agreeing,
        at_most,
        formula.total,
        output_name,
        0.0,
    )


def decode_canonical(export: CanonicalExport, output: Said, output_name: str) -> BetterCopy:
    """Return the lesser (or greater) copy that a solver found; raise as `decode` does."""
    grid, greatest = export

    def wrong(witness: Transformation) -> Message | None:
        image = witness.apply(grid)
        if image.rows > grid.rows if greatest else image.rows < grid.rows:
            return None
        return Message("the copy to which its steps lead is no better")

    formula = export.formula
    said = _said(output, output_name, formula.variables)
    witness = _witness(formula, said, output_name, wrong)
    return BetterCopy(grid, greatest, Verdict.of(said.satisfiable), witness, output_name)


def decode_clues(export: CluesExport, output: Said, output_name: str) -> MetSets:
    """Return the clues that meet all sets, as a solver found them; raise as `decode` does.

    That there are none, or no fewer, is what the solver says.
    """
    grid, sets, at_most = export
    formula = export.formula
    said = _said(output, output_name, formula.variables)
    if not said.satisfiable:
        if said.satisfiable is False and at_most is None:
            raise _always_answered(output_name)
        unmet = Verdict.of(said.satisfiable)
        return MetSets(grid, sets, at_most, unmet, None, False, output_name)
    cells = formula.chosen(set(said.model))
    if any(cells.isdisjoint(one) for one in sets):
        raise _no_witness(output_name, Message("its clues do not meet every set"))
    if at_most is not None and len(cells) > at_most:
        raise _no_witness(
            output_name,
            Message("it has {clues} clues, not {number}", clues=len(cells), number=at_most),
        )
    is_least = at_most is None and said.is_optimum
    return MetSets(grid, sets, at_most, Verdict.YES, cells, is_least, output_name)


def decode_completion(export: CompletionExport, output: Said, output_name: str) -> Completed:
    """Return the completion that a solver's output says; raises `BackendError` as `decode` does."""
    formula = export.formula
    said = _said(output, output_name, formula.variables)
    if not said.satisfiable:
        return Completed(formula.grid, (), None if said.satisfiable is None else False)
    try:
        solution = formula.completed(said.model)
    except StopIteration:
        solution = formula.grid
    if not solution.is_solved():
        raise BackendError(Message("{name}: the model is no completion", name=output_name))
    more = None if formula.cell else False
    return Completed(formula.grid, (solution,), more)


def read_pair_header(path: str) -> Export:
    """Read the header of an exported file that asks for copies; raise as `read_header` does."""
    export = read_header(path)
    if not isinstance(export, Export):
        raise ExportError(
            Message(
                "{file}: expected a question about two Sudokus: whether they are copies", file=path
            )
        )
    return export


def read_header(path: str) -> AnyExport:
    """Read the header of an exported file; raise `ExportError` or `OSError`."""
    import gzip
    import lzma
    import zlib

    try:
        with opened(path) as file:
            # In pieces, so that a file without line ends takes no more memory than one with them.
            lines = iter(lambda: file.readline(2**16), b"")
            return read_export((line.decode("ascii", "replace") for line in lines), path)
    except (EOFError, gzip.BadGzipFile, lzma.LZMAError, zlib.error) as error:
        message = Message(
            "{file}: not compressed as its name says: {reason}", file=path, reason=error
        )
        raise ExportError(message) from None


def _answer(
    first: Grid,
    second: Grid,
    said: SolverOutput,
    witness: Transformation | None,
    name: str,
    optimises: bool,
) -> Answer:
    is_fewest = optimises and said.is_optimum
    return Answer(
        first, second, Verdict.of(said.satisfiable), witness, name, 0.0, {}, is_fewest=is_fewest
    )


def _witness(
    formula: Transformations,
    said: SolverOutput,
    name: str,
    wrong: Callable[[Transformation], Message | None],
) -> Transformation | None:
    """Return the transformation that a solver's model says, None where it says no model.

    Raises `BackendError` where the model is none, or the transformation is `wrong`.
    """
    if not said.satisfiable:
        return None
    try:
        witness = formula.transformation(said.model).simplest(formula.first)
    except TransformationError as error:
        raise _no_witness(name, error) from None
    if what := wrong(witness):
        raise _no_witness(name, what)
    return witness


def _no_witness(name: str, wrong: object) -> BackendError:
    return BackendError(Message("{name}: the model is no witness: {wrong}", name=name, wrong=wrong))


def _always_answered(name: str) -> BackendError:
    return BackendError(
        Message("{name}: the solver says no, where there is always an answer", name=name)
    )
