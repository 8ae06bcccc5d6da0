"""Exports to files, and answers of other solvers to them read back."""

import os
import tempfile
from collections.abc import Iterator

from ..encoding.completion import Completion
from ..encoding.export import Export, counted, exported, exported_completion, header, read_export
from ..encoding.fewest_steps import FewestSteps
from ..encoding.question import Encoding
from ..sudoku.errors import BackendError, ExportError, TransformationError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.output import opened, written
from ..sudoku.transformation import Transformation
from .completion import Completed
from .decide import Answer, leads
from .protocol import Status
from .solver_output import parse_solver_output

ENDINGS = {
    ".cnf": "cnf",
    ".wcnf": "wcnf",
    ".opb": "opb",
    ".pb.txt": "pb.txt",
    ".pb": "pb",
}
"""File name ending to format; .gz or .xz may follow."""


def format_of(path: str) -> str:
    """Return the format that a file name asks for; raises `ExportError` that lists the endings."""
    plain = path.removesuffix(".xz") if path.endswith(".xz") else path.removesuffix(".gz")
    for ending, form in ENDINGS.items():
        if plain.endswith(ending):
            return form
    raise ExportError(
        Message(
            "expected a file name that ends in {endings} or in one of these and .gz or .xz, "
            "found '{path}'",
            endings=", ".join(ENDINGS),
            path=path,
        )
    )


def export_bytes(
    first: Grid, second: Grid, encoding: Encoding, form: str, tool: str, command: str
) -> Iterator[bytes]:
    """Yield the pieces of an export in any format, one of the values of `ENDINGS`."""
    if form in ("pb", "pb.txt"):
        yield from _cp_sat_model(first, second, encoding, form, tool, command)
    else:
        for piece in exported(first, second, encoding, form, tool, command):
            yield piece.encode("ascii")


def export_file(
    path: str, first: Grid, second: Grid, encoding: Encoding, tool: str, command: str
) -> None:
    """Write an export whole or not at all; the file name's ending says in which format."""
    pieces = export_bytes(first, second, encoding, format_of(path), tool, command)
    with written(path) as file:
        file.writelines(pieces)


def completion_bytes(grid: Grid, form: str, tool: str, command: str) -> Iterator[bytes]:
    """Yield the pieces of an export that asks for a completion; only `cnf` is a format of it."""
    if form != "cnf":
        raise ExportError(Message("a completion is exported as .cnf, not as .{form}", form=form))
    return (piece.encode("ascii") for piece in exported_completion(grid, tool, command))


def export_completion_file(path: str, grid: Grid, tool: str, command: str) -> None:
    """Write an export that asks for a completion, whole or not at all."""
    pieces = completion_bytes(grid, format_of(path), tool, command)
    with written(path) as file:
        file.writelines(pieces)


def _cp_sat_model(
    first: Grid, second: Grid, encoding: Encoding, form: str, tool: str, command: str
) -> Iterator[bytes]:
    from .cp_sat import write_model

    formula = FewestSteps(encoding.formula(first, second), encoding.orientation)
    export = Export(first, second, encoding)
    with tempfile.TemporaryDirectory(prefix="sudokopie-") as folder:
        path = os.path.join(folder, f"model.{form}")
        write_model(formula, path)
        if form == "pb.txt":
            for line in header(formula, export, counted(formula), tool, command):
                yield f"# {line}\n".encode("ascii")
        with open(path, "rb") as file:
            while piece := file.read(2**20):
                yield piece


def decode(path: str, output: str, output_name: str) -> Answer:
    """Return the answer that a solver's output gives to an exported question about a pair.

    `path` is the exported file, `output` what the solver printed or wrote. A yes is verified on the
    grids; a no is what the solver says. Raises `ExportError`, `OSError`, and `BackendError` where
    the output is none or its model is no witness: with the first cell that disagrees.
    """
    export = read_pair_header(path)
    first, second = export.first, export.second
    satisfiable, model = parse_solver_output(output, output_name)
    if satisfiable is False and not export.allows_all:
        raise BackendError(
            Message(
                "{name}: a no with {turns} quarter turns, which leaves other orientations open",
                name=output_name,
                turns=export.encoding.orientation,
            )
        )
    witness = _witness(export, model, output_name) if satisfiable else None
    status = {True: Status.COPIES, False: Status.DIFFERENT, None: Status.UNDECIDED}[satisfiable]
    return Answer(first, second, status, witness, output_name, 0.0, {})


def decode_completion(formula: Completion, output: str, output_name: str) -> Completed:
    """Return the completion that a solver's output says; raises `BackendError` as `decode` does."""
    satisfiable, model = parse_solver_output(output, output_name)
    if not satisfiable:
        return Completed(formula.grid, (), None if satisfiable is None else False)
    try:
        solution = formula.completed(model)
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
            if leads(witness, export.first, export.second):
                return witness
            wrong = Message("its steps lead elsewhere")
        except TransformationError as error:
            wrong = error
    raise BackendError(Message("{name}: the model is no witness: {wrong}", name=name, wrong=wrong))
