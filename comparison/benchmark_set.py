"""A suite as a set of formulas for solvers, with what a SAT competition asks to know about each."""

import csv
import os
import tomllib
from collections import Counter
from collections.abc import Iterable

from ..encoding.candidates import PLAIN
from ..encoding.formula import counted
from ..exchange.export import exported, format_of
from ..exchange.header import Provenance
from ..questions.copy import Copy
from ..questions.question import Question
from ..system.own_folder import FolderKind, digest, written_folder
from .challenges import Challenge, measured, measured_under
from .instances import INSTANCES, METADATA

DESCRIPTION = "README.md"

SUITE = FolderKind("suite", (METADATA, DESCRIPTION))
"""The folder of a suite."""


def write_benchmark_set(
    folder: str, challenges: Iterable[Challenge], provenance: Provenance, *, force: bool = False
) -> None:
    """Write each question as a file, a table of metadata and a description.

    They take the place of an earlier set, all at once. Raises as `written_folder` does, and
    `ExportError`.
    """
    times, rows = measured(), list[dict[str, object]]()
    with written_folder(folder, SUITE, force=force) as beside:
        for challenge in challenges:
            path = os.path.join(beside, challenge.file)
            asked, form = challenge.make(), format_of(challenge.file)
            with open(path, "xb") as file:
                file.writelines(exported(asked, form, provenance, challenge.verdict))
            rows.append(_described(challenge, asked, form) | {"sha256": digest(path)})
        runs = [{run.solver: str(run) for run in times.get(str(row["file"]), ())} for row in rows]
        columns = [*rows[0], *sorted({solver for of_row in runs for solver in of_row})]
        with open(os.path.join(beside, METADATA), "w", encoding="utf-8", newline="") as table:
            writer = csv.DictWriter(table, columns, restval="", lineterminator="\n")
            writer.writeheader()
            writer.writerows(row | of_row for row, of_row in zip(rows, runs, strict=True))
        with open(os.path.join(beside, DESCRIPTION), "w", encoding="utf-8") as text:
            text.write(_description(Counter(str(row["family"]) for row in rows), provenance))


def _described(challenge: Challenge, asked: Question, form: str) -> dict[str, object]:
    """Return what the table says of a question, but for its digest and times."""
    formula = asked.problem(form).formula
    encoding = asked.encoding if isinstance(asked, Copy) else PLAIN
    grid = asked.sudokus[0]
    return {
        "file": challenge.file,
        "family": challenge.family,
        "parameters": challenge.parameters,
        "seed": challenge.seed,
        "expected": challenge.expected,
        "known by": challenge.known,
        "variables": formula.variables,
        "clauses": sum(counted(formula).values()),
        "longest clause": max(map(len, formula.clauses()), default=0),
        "cells a side": grid.size,
        "box": grid.shape,
        "clues": grid.clues,
        "encoding": "refined" if encoding.refined else "plain",
        "cells": encoding.cells,
    }


def _description(families: Counter[str], provenance: Provenance) -> str:
    said = tomllib.loads((INSTANCES / "families.toml").read_text(encoding="utf-8"))
    text = (INSTANCES / "suite.md").read_text(encoding="utf-8")
    return text.format(
        provenance=provenance,
        families="\n".join(f"- `{name}` ({n}): {said[name]}" for name, n in families.items()),
        metadata=METADATA,
        conditions=measured_under(),
    )
