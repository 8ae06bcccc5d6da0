"""Suites (named sets) of questions that are exported as files to test solvers. The functions of
this module read the table of these questions and their answers, read the times that solvers took,
and write the files.
"""

import csv
import os
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ...base.verdict import VERDICTS, Verdict
from ...encoding.candidates import PLAIN, Encoding
from ...proofs.export import yield_question_file_bytes
from ...proofs.export_formats import find_export_format_name
from ...proofs.export_header import KNOWN, Provenance, get_satisfiability_word
from ...questions import registry
from ...questions.canonical import HasBetterCopy
from ...questions.copy import IsCopy
from ...questions.nearest import HowManyCellsAgree
from ...questions.question import Question
from ...questions.within import IsCopyWithCluesLeftOut
from ...reading.fields import make_formula_safe_csv_line
from ...sudoku.shape import BoxShape
from ...system.own_folder import OwnFolderKind, hash_file, open_replacement_folder
from .citation import (
    CITATION,
    LICENCE,
    LICENCE_TEXT,
    ClauseHash,
    make_citation,
    make_suite_digest,
)
from .families import (
    SemidirectProduct,
    make_grid_and_random_copy,
    make_nim_sum_grid,
    make_pair_of_group_tables,
    make_pair_of_hadamard_designs,
    make_pair_of_lifted_latin_squares,
    make_pair_of_unrelated_puzzles,
    make_puzzle_and_grid,
    make_puzzle_pair_with_agreeing_clues,
    make_random_grid_and_unavoidable_sets,
)
from .instances import INSTANCES, METADATA, Instance, make_empty_suite_error
from .record import list_encoding_fields

CHALLENGES = {"families": "cnf", "sat": "cnf", "maxsat": "wcnf", "pb": "opb", "count": "cnf"}
"""The suites (named sets of questions) whose questions are listed in the table `QUESTIONS`, each
with the file format in which it is exported.
"""

QUESTIONS = INSTANCES / "questions.csv"
"""The path of the table of questions for solvers. Its columns: suites, name, family, parameters,
seed, the expected answer and its source.
"""

MEASURED_TIMES = INSTANCES / "measured.csv"
"""The path of the table of times that solvers took on exported files. Its columns: file, solver,
user CPU seconds, answer, limit. Its comments describe the conditions of the measurement.
"""


class Challenge(NamedTuple):
    """A hard question that is exported as a file, so that solvers can be tested on it. `file` is
    the file's name, whose ending selects the file format.

    - `family`: the name of the generator that makes the question.
    - `parameters` and `seed`: the input of this generator.
    - `expected`: the right answer: satisfiable, unsatisfiable, unknown, "optimum 9" or "models
      648".
    - `known`: a text that explains how the right answer is known.
    - `make`: a function that builds the question.
    """

    file: str
    family: str
    parameters: str
    seed: int | None
    expected: str
    known: str
    make: Callable[[], Question]

    @property
    def expected_verdict(self) -> Verdict | None:
        """The expected answer, as the comments at the top of the exported file record it: yes or
        no. None if the answer is unknown or an optimum.
        """
        return (KNOWN | {"models": Verdict.YES}).get(self.expected.partition(" ")[0])


def yield_challenges(suite_name: str) -> Iterator[Challenge]:
    """Yield the challenges (questions for solvers) of a suite: the rows of the
    table of questions, the CSV file `QUESTIONS`, in which `suite_name` is one of the suites.
    """
    for row in _yield_csv_rows_as_dictionaries(QUESTIONS):
        # The question about clues is part of another application, which may have been deleted.
        is_known = row["family"] != "clues" or "clues" in registry.QUESTIONS
        if is_known and suite_name in row["suites"].split():
            parameters = {
                name: _parse_family_parameter(name, text)
                for name, text in (word.split("=") for word in row["parameters"].split())
            }
            yield Challenge(
                f"{row['name']}.{CHALLENGES[suite_name]}",
                row["family"],
                row["parameters"],
                int(row["seed"]) if row["seed"] else None,
                row["expected"],
                row["known by"],
                partial(_QUESTION_MAKERS[row["family"]], parameters, int(row["seed"] or 0)),
            )


def yield_challenges_as_instances(suite_name: str) -> Iterator[Instance]:
    """Yield the questions of a suite, one of `CHALLENGES`, as instances on which backends can be
    compared, with their known answers.
    """
    form = "count" if suite_name == "count" else CHALLENGES[suite_name]
    for challenge in yield_challenges(suite_name):
        one = Instance(challenge.file, challenge.make(), form, challenge.family)
        yield one._replace(known=one.parse_known_answer_or_none(challenge.expected, QUESTIONS.name))


def yield_pairs_as_challenges(
    pair_instances: Iterable[Instance], encoding: Encoding
) -> Iterator[Challenge]:
    """Convert pairs of Sudokus to questions that are exported in DIMACS CNF. Yields a question for
    each instance, which must be a pair. `encoding` determines the clauses.
    """
    for instance in pair_instances:
        assert instance.copy_question is not None
        yield Challenge(
            f"{instance.name.removesuffix('.txt')}.cnf",
            instance.family,
            "",
            None,
            get_satisfiability_word(instance.known and VERDICTS[instance.known.ending]),
            "the manifest: made as a copy, or all transformations tried, or refuted",
            partial(replace, instance.copy_question, encoding=encoding),
        )


class TimedAnswer(NamedTuple):
    """The result of a solver's run: the user CPU seconds, and the solver's answer. The answer is
    empty if the run reached the time limit.
    """

    solver: str
    seconds: float
    answer: str
    limit: float

    def __str__(self) -> str:
        return f"{self.seconds:g}" if self.answer else f"> {self.limit:g}"


def read_timed_answers_by_exported_file() -> dict[str, list[TimedAnswer]]:
    """Return all runs in the table of measured times, in a list for each exported file, by the
    file's name.
    """
    found = dict[str, list[TimedAnswer]]()
    for row in _yield_csv_rows_as_dictionaries(MEASURED_TIMES):
        run = TimedAnswer(row["solver"], float(row["seconds"]), row["answer"], float(row["limit"]))
        found.setdefault(row["file"], []).append(run)
    return found


def _yield_csv_rows_as_dictionaries(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV table as dictionaries from its headings to its values. Lines that
    begin with # are comments and are skipped.
    """
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(line for line in file if not line.startswith("#"))


def _parse_family_parameter(parameter_name: str, text: str) -> object:
    """Return the value of a parameter of a family of questions, read from the text of the
    parameter: a box shape, for `switched` a pair of indices or None, otherwise a whole number or,
    if the text is not a number, the text itself.
    """
    if parameter_name == "box":
        return BoxShape.parse(text)
    if parameter_name == "switched":  # a rectangle such as `2-3`, or `none`
        i, _, j = text.partition("-")
        return (int(i), int(j)) if j else None
    return int(text) if text.isdecimal() else text


_QUESTION_MAKERS: dict[str, Callable[[dict[str, Any], int], Question]] = {
    "unrelated": lambda p, seed: HowManyCellsAgree(
        *make_pair_of_unrelated_puzzles(p["box"], p["clues"], seed), at_least=p.get("at-least")
    ),
    "planted": lambda p, seed: HowManyCellsAgree(
        *make_puzzle_pair_with_agreeing_clues(p["box"], p["clues"], p["agreeing"], seed),
        at_least=p["agreeing"],
    ),
    "designs": lambda p, seed: IsCopy(
        *make_pair_of_hadamard_designs(p["order"], p["switches"], p["second"] == "copy", seed)
    ),
    "groups": lambda p, seed: IsCopy(
        *make_pair_of_group_tables(
            SemidirectProduct.parse_group_name(p["first"]),
            SemidirectProduct.parse_group_name(p["second"]),
            p["rows-of-a-box"],
            seed,
        )
    ),
    "lifted": lambda p, seed: IsCopy(
        *make_pair_of_lifted_latin_squares(p["bands"], p["second"] == "copy", seed)
    ),
    "parts": lambda p, seed: IsCopyWithCluesLeftOut(
        *make_puzzle_and_grid(p["box"], p["clues"], p["grid"] == "same", seed)
    ),
    "lesser": lambda p, _: HasBetterCopy(
        make_nim_sum_grid(p["order"], p["rows-of-a-box"], p["switched"])
    ),
    "clues": lambda p, seed: registry.QUESTIONS.load_named("clues")(
        *make_random_grid_and_unavoidable_sets(p["box"], seed), p.get("at-most")
    ),
    "steps": lambda p, seed: IsCopy(
        *make_grid_and_random_copy(p["grid"], p["box"], p["clues"], seed)
    ),
    "ways": lambda p, seed: IsCopy(
        *make_grid_and_random_copy(p["grid"], p["box"], p["clues"], seed)
    ),
}
"""For each family of questions, the function that builds a question from its parameters (a
dictionary from names to values) and a seed for random numbers.
"""


# Suites as folders of files, with the metadata that a SAT competition requires for each file

_ENCODING_COLUMNS = ("encoding", "cells", "line maps")
"""The columns of the table about a suite that describe the encoding of a question."""

DESCRIPTION = "README.md"

_CLAUSE_DIGEST = "sha256 without comments"

SUITE = OwnFolderKind("suite", (METADATA, DESCRIPTION, CITATION, LICENCE), (CITATION, LICENCE))


class FurtherFileWriters(NamedTuple):
    """The functions that write further files besides the formulas of a suite.

    - `write_for_question`: a function that writes the files about a question. Its arguments are the
      folder, the challenge, and the question.
    - `write_at_end`: a function that writes further files. Its argument is the folder, in which all
      formulas have been written.
    """

    write_for_question: Callable[[str, Challenge, Question], None]
    write_at_end: Callable[[str], None]


def write_benchmark_set(  # noqa: PLR0913
    folder: str,
    challenges: Sequence[Challenge],
    provenance: Provenance,
    *,
    suite_name: str = "",
    added_files: FurtherFileWriters | None = None,
    max_size: int | None = None,
    force: bool = False,
    report_progress: Callable[[int, str], None] = lambda *_: None,
) -> None:
    """Write questions for solvers as files to `folder`, with a table of metadata, a description, a
    licence, and a file by which others cite the suite `suite_name`. If `max_size` is given,
    questions about Sudokus with more cells a side are left out. If `added_files` is given, these
    files are also written.
    `report_progress` is called after each question with the number of questions that are done, and
    the name of the question's file.

    After an error, no file is written. An earlier set of such files in the folder is replaced.

    Unless `force` is True, raises `OutputError` if the folder holds other files or files that were
    changed since they were written. Raises `LimitError` if the file in which the folder's files are
    listed is too large, `OSError` if the folder cannot be written, `ExportError` if a question
    cannot be exported in its format, and `BackendComparisonFailedError` if no question is left.
    """
    times, rows = read_timed_answers_by_exported_file(), list[dict[str, object]]()
    with open_replacement_folder(folder, SUITE, force=force) as beside:
        for done, challenge in enumerate(challenges, 1):
            asked, form = challenge.make(), find_export_format_name(challenge.file)
            report_progress(done, challenge.file)
            if max_size is not None and asked.sudokus[0].size > max_size:
                continue
            path, clause_hash = os.path.join(beside, challenge.file), ClauseHash(form)
            with open(path, "xb") as file:
                for piece in yield_question_file_bytes(
                    asked, form, provenance, challenge.expected_verdict
                ):
                    file.write(piece)
                    clause_hash.add(piece)
            digests = {"sha256": hash_file(path), _CLAUSE_DIGEST: clause_hash.digest}
            rows.append(_make_metadata_by_column(challenge, asked, form) | digests)
            if added_files is not None:
                added_files.write_for_question(beside, challenge, asked)
        if not rows:
            raise make_empty_suite_error(max_size)
        runs = [{run.solver: str(run) for run in times.get(str(row["file"]), ())} for row in rows]
        columns = [*rows[0], *sorted({solver for of_row in runs for solver in of_row})]
        with open(os.path.join(beside, METADATA), "w", encoding="utf-8", newline="") as table:
            print(make_formula_safe_csv_line(columns), file=table)
            for row, of_row in zip(rows, runs, strict=True):
                told = row | of_row
                print(
                    make_formula_safe_csv_line(told.get(name, "") for name in columns), file=table
                )
        digest = make_suite_digest((str(row["file"]), str(row[_CLAUSE_DIGEST])) for row in rows)
        counts = Counter(str(row["family"]) for row in rows)
        for name, text in (
            (DESCRIPTION, _make_suite_description(counts, provenance, digest, form)),
            (CITATION, make_citation(suite_name, provenance, digest)),
            (LICENCE, LICENCE_TEXT.read_text(encoding="utf-8")),
        ):
            with open(os.path.join(beside, name), "w", encoding="utf-8") as written:
                written.write(text)
        if added_files is not None:
            added_files.write_at_end(beside)


def _make_metadata_by_column(
    challenge: Challenge, question: Question, export_format: str
) -> dict[str, object]:
    """Return one row of the table of metadata, which is written beside the exported files: a
    dictionary from the columns to their values. The row is about the file of `challenge`.

    `question` is the question in this file, and `export_format` is the format of the file. Two
    kinds of columns are missing: the digest of the file, and the times that solvers took.
    """
    formula = question.build_problem(export_format).formula
    encoding = question.encoding if isinstance(question, IsCopy) else PLAIN
    grid = question.sudokus[0]
    return {
        "file": challenge.file,
        "family": challenge.family,
        "parameters": challenge.parameters,
        "seed": challenge.seed,
        "expected": challenge.expected,
        "known by": challenge.known,
        "variables": formula.variables,
        "clauses": sum(formula.clause_counts.values()),
        "longest clause": max(map(len, formula.clauses()), default=0),
        "cells a side": grid.size,
        "box": grid.shape,
        "clues": grid.clues,
        **dict(zip(_ENCODING_COLUMNS, list_encoding_fields(encoding), strict=True)),
    }


def _make_suite_description(
    question_counts_by_family: Counter[str], provenance: Provenance, digest: str, export_format: str
) -> str:
    """Return the text of the file that describes a set of questions. `question_counts_by_family`
    has the number of questions in each family, and `provenance` names the program that writes the
    set. `digest` is the digest of the set, and `export_format` the format of its files.
    """
    descriptions = tomllib.loads((INSTANCES / "families.toml").read_text(encoding="utf-8"))
    text = (INSTANCES / "suite.md").read_text(encoding="utf-8")
    times = MEASURED_TIMES.read_text(encoding="utf-8").splitlines()
    return text.format(
        provenance=provenance,
        families="\n".join(
            f"- `{name}` ({n}): {descriptions[name]}"
            for name, n in question_counts_by_family.items()
        ),
        metadata=METADATA,
        digest=digest,
        ending=export_format,
        sign="*" if export_format == "opb" else "c",
        conditions=" ".join(line[1:].strip() for line in times if line.startswith("#")),
    )
