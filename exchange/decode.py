"""What another solver said about an exported formula, read back as an answer."""

from ..answers.completion import Completed
from ..answers.decide import Answer
from ..encoding.completion import Completion
from ..solvers.protocol import Status
from ..solvers.solver_output import parse_solver_output
from ..sudoku.errors import BackendError, ExportError, TransformationError
from ..sudoku.language import Message
from ..sudoku.output import opened
from ..sudoku.transformation import Transformation
from .header import Export, read_export


def decode(export: Export, output: str, output_name: str) -> Answer:
    """Return the answer that a solver's output gives to an exported question about a pair.

    `output` is what the solver printed or wrote. A yes is verified on the grids. A no is only what
    the solver says, and so is that an optimum has the fewest steps. Raises `BackendError` where the
    output is no solver's, or where its model is no witness: it names the first cell that disagrees.
    """
    first, second = export.first, export.second
    said = parse_solver_output(output, output_name)
    witness = _witness(export, said.model, output_name) if said.satisfiable else None
    status = {True: Status.COPIES, False: Status.DIFFERENT, None: Status.UNDECIDED}
    return Answer(
        first,
        second,
        status[said.satisfiable],
        witness,
        output_name,
        0.0,
        {},
        is_fewest=export.optimises and said.is_optimum,
    )


def decode_completion(formula: Completion, output: str, output_name: str) -> Completed:
    """Return the completion that a solver's output says; raises `BackendError` as `decode` does."""
    said = parse_solver_output(output, output_name)
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
    """Read the header of an exported file about a pair; raise `ExportError` or `OSError`."""
    export = read_header(path)
    if isinstance(export, Completion):
        raise ExportError(Message("{file}: expected a question about two Sudokus", file=path))
    return export


def read_header(path: str) -> Export | Completion:
    """Read the header of an exported file; raise `ExportError` or `OSError`."""
    import lzma
    import zlib

    try:
        with opened(path) as file:
            # In pieces, so that a file without line ends takes no more memory than one with them.
            lines = iter(lambda: file.readline(2**16), b"")
            return read_export((line.decode("ascii", "replace") for line in lines), path)
    except (EOFError, lzma.LZMAError, zlib.error) as error:
        message = Message(
            "{file}: not compressed as its name says: {reason}", file=path, reason=error
        )
        raise ExportError(message) from None


def _witness(export: Export, model: list[int], name: str) -> Transformation:
    formula = export.formula
    wrong: object = formula.disagreement(model)
    if wrong is None:
        try:
            witness = formula.transformation(model).simplest(export.first)
            if witness.leads(export.first, export.second):
                return witness
            wrong = Message("its steps lead elsewhere")
        except TransformationError as error:
            wrong = error
    raise BackendError(Message("{name}: the model is no witness: {wrong}", name=name, wrong=wrong))
