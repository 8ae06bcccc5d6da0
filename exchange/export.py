"""Formulas as files that any solver reads: DIMACS CNF, WCNF (2022), OPB, and CP-SAT's model."""

import os
import tempfile
from collections.abc import Iterator

from ..encoding.completion import Completion
from ..encoding.fewest_steps import FewestSteps
from ..encoding.formula import counted
from ..encoding.question import PLAIN, Encoding
from ..solvers.cnf import clause_lines, dimacs
from ..solvers.protocol import Status
from ..sudoku.errors import ExportError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.output import written
from .header import Claim, Export, Provenance, commented, completion_header, header

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


def write_export(path: str, pieces: Iterator[bytes]) -> None:
    """Write the pieces of an export, the whole file or none; raise `OSError`."""
    with written(path) as file:
        file.writelines(pieces)


def exported(
    export: Export, form: str, provenance: Provenance, known: Status | None = None
) -> Iterator[bytes]:
    """Yield the pieces of an export about a pair; `form` is one of the values of `ENDINGS`.

    In all formats but `cnf` the optimum is the fewest steps. `known` is the answer, where somebody
    knows it. Raises `KeyError` for another format.
    """
    if form in ("pb", "pb.txt"):
        return _cp_sat_model(export, form, provenance, known)
    text = {"cnf": _cnf, "wcnf": _wcnf, "opb": _opb}[form]
    return (piece.encode("ascii") for piece in text(export, provenance, known))


def exported_claim(
    first: Grid, second: Grid, claim: Claim, provenance: Provenance
) -> Iterator[str]:
    """Yield the pieces of a CNF that would be satisfiable if the claim, a false one, were true."""
    formula = claim.formula(first, second)
    export = Export(first, second, PLAIN)
    lines = header(formula, export, provenance, claim, Status.DIFFERENT)
    yield from commented("c", lines)
    yield from dimacs(formula)


def exported_completion(grid: Grid, form: str, provenance: Provenance) -> Iterator[bytes]:
    """Yield the pieces of an export that asks for a completion; only `cnf` is a format of it."""
    if form != "cnf":
        raise ExportError(Message("a completion is exported as .cnf, not as .{form}", form=form))
    formula = Completion(grid)
    for piece in commented("c", completion_header(formula, provenance)):
        yield piece.encode("ascii")
    for piece in dimacs(formula):
        yield piece.encode("ascii")


def _cnf(export: Export, provenance: Provenance, known: Status | None) -> Iterator[str]:
    yield from commented("c", header(export.formula, export, provenance, known=known))
    yield from dimacs(export.formula)


def _wcnf(export: Export, provenance: Provenance, known: Status | None) -> Iterator[str]:
    optimum = FewestSteps(export.formula)
    yield from commented("c", header(optimum, export, provenance, known=known))
    yield from clause_lines(optimum, "h ")
    yield from (f"1 -{step} 0\n" for step in optimum.steps)


def _opb(export: Export, provenance: Provenance, known: Status | None) -> Iterator[str]:
    optimum = FewestSteps(export.formula)
    count = sum(counted(optimum).values())
    yield f"* #variable= {optimum.variables} #constraint= {count}\n"
    yield from commented("*", header(optimum, export, provenance, known=known))
    yield "min: " + " ".join(f"+1 x{step}" for step in optimum.steps) + " ;\n"
    for clause in optimum.clauses():
        terms = " ".join(f"+1 x{v}" if v > 0 else f"-1 x{-v}" for v in clause)
        negative = sum(1 for v in clause if v < 0)
        yield f"{terms} >= {1 - negative} ;\n"


def _cp_sat_model(
    export: Export, form: str, provenance: Provenance, known: Status | None
) -> Iterator[bytes]:
    optimum = FewestSteps(export.formula)
    with tempfile.TemporaryDirectory(prefix="sudokopie-") as folder:
        path = os.path.join(folder, f"model.{form}")
        _write_model(optimum, path)
        if form == "pb.txt":
            for line in commented("#", header(optimum, export, provenance, known=known)):
                yield line.encode("ascii")
        with open(path, "rb") as file:
            while piece := file.read(2**20):
                yield piece


def _write_model(formula: FewestSteps, path: str) -> None:
    """Write the model of a question, with the fewest steps as its objective, for CP-SAT.

    A path that ends in .txt gets text, any other the binary form. Variables are named by what they
    say.
    """
    from ortools.sat.python.cp_model import CpModel

    from ..solvers.cp_sat import add_clauses

    model = CpModel()
    literals = [model.new_bool_var(meaning) for _, meaning in formula.legend()]
    add_clauses(model, literals, [list(formula.clauses())])
    model.minimize(sum(literals[step - 1] for step in formula.steps))
    if not model.export_to_file(path):
        raise OSError(f"cannot write {path}")


def export_pair(
    path: str,
    first: Grid,
    second: Grid,
    encoding: Encoding,
    provenance: Provenance,
    known: Status | None = None,
) -> None:
    """Write an export of a pair; the file name's ending says in which format."""
    export = Export(first, second, encoding)
    write_export(path, exported(export, format_of(path), provenance, known))
