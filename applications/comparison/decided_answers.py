"""Decide the instances of a comparison whose answer is not known, and write the answers into the
tables of known answers, with the evidence for them.

An answer is written only if it was checked: the answer yes on the Sudokus or on the clauses, the
answer no by a checker that accepted its proof. So no run has to be trusted, and later comparisons
know the answer.
"""

import csv
import os
import re
from collections.abc import Generator, Iterable, Mapping
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from ...base.errors import BackendComparisonFailedError
from ...base.messages import Message
from ...encoding.candidates import PLAIN
from ...proofs.checkers import find_checker
from ...proofs.proof import find_proving_backend
from ...reading.fields import make_formula_safe_csv_line, restore_formula
from ...showing.answer_formatter import AnswerFormatter
from ...showing.printer import print_message
from ...system.output import open_output
from .challenges import QUESTIONS
from .conditions import ROOT, find_conditions
from .instances import MANIFEST, METADATA, Instance
from .measured_run import PlannedRun, measure_runs_and_yield_records
from .record import ComparisonSettings, RunEnding, RunRecord

_FORMULA_ENDINGS = {
    RunEnding.COPIES: RunEnding.SATISFIABLE,
    RunEnding.DIFFERENT: RunEnding.UNSATISFIABLE,
}
"""The words for the answers in tables about formulas. Tables about pairs use other words."""


class DecidedAnswer(NamedTuple):
    """A checked answer to an instance: `ending` is the ending of a correct run, such as
    unsatisfiable, and `evidence` is a text that explains how the answer is known.
    """

    ending: RunEnding
    evidence: str


def list_undecided_instances(instances: Iterable[Instance]) -> list[Instance]:
    """Return the instances that ask for a yes or a no whose answer is not known."""
    return [one for one in instances if one.expected_answer is None and one.form in (None, "cnf")]


def find_answer_in_records(
    instance: Instance, records: Iterable[RunRecord]
) -> DecidedAnswer | None:
    """Return the answer to an instance, if one of the `records` is of a run that found an answer
    which was checked; otherwise None.
    """
    for record in records:
        if (record.instance, record.digest) != instance.question_key:
            continue
        if record.is_verified_yes:
            return DecidedAnswer(record.ending, f"a model of {record.backend}, checked")
        if record.is_proved_no:
            checker = find_checker().name
            text = f"a proof of {record.backend}, {record.proof_size} bytes, checked by {checker}"
            return DecidedAnswer(record.ending, text)
    return None


def plan_deciding_runs(instances: Iterable[Instance]) -> list[PlannedRun]:
    """Return a planned run for each instance, by the solver that is best for proofs."""
    backend = find_proving_backend(None).name
    return [PlannedRun(one, backend, 1, PLAIN) for one in instances]


def decide_and_yield_records(
    runs: Iterable[PlannedRun], settings: ComparisonSettings, seconds: float
) -> Generator[RunRecord]:
    """Make the planned `runs` with proofs, and yield the record of each run. A run may take at most
    `seconds` seconds, and the check of its proof as long again. `settings` are the settings of the
    comparison, whose limits are replaced by these.
    """
    longer = settings._replace(time_limit=seconds, cpu_limit=None, proofs=True, permuted=False)
    yield from measure_runs_and_yield_records(runs, longer, find_conditions())


def find_table_of_answers(path: str | None, instance: Instance) -> Path | None:
    """Return the path of the table in which the known answer of an instance is written: beside its
    file at `path`, or, for a question of a suite, the table of questions. Returns None if the suite
    belongs to an installed package, which is not changed.
    """
    if path is not None:
        return Path(path).parent / (MANIFEST if instance.form is None else METADATA)
    return QUESTIONS if (ROOT / ".git").exists() else None


def write_and_report_answer(
    instance: Instance, answer: DecidedAnswer | None, seconds: float, display: AnswerFormatter
) -> None:
    """Write the answer to an instance into its table of known answers, and report this on standard
    error in the language of `display`. If `answer` is None, report that `seconds` were not enough.
    Raises `BackendComparisonFailedError` if the table is not as expected, and `OSError` if it
    cannot be read or written.
    """
    table = find_table_of_answers(instance.path, instance)
    name = instance.name if instance.path is None else os.path.basename(instance.path)
    if answer is None:
        message = Message(
            "{file}: still unknown after {seconds} s", file=name, seconds=f"{seconds:g}"
        )
    elif table is None:
        message = Message(
            "{file}: {answer} ({evidence})",
            file=name,
            answer=answer.ending,
            evidence=answer.evidence,
        )
    else:
        write_known_answer(table, name, answer)
        message = Message(
            "{file}: {answer} ({evidence}), written into {table}",
            file=name,
            answer=answer.ending,
            evidence=answer.evidence,
            table=table,
        )
    print_message(message, display)


def write_known_answer(table: Path, name: str, answer: DecidedAnswer) -> None:
    """Write a checked answer and its evidence into a table of known answers. `name` is the name of
    the instance's file. All other answers in the table stay as they are.

    Raises `BackendComparisonFailedError` if the table is not as expected, and `OSError` if it
    cannot be read or written.
    """
    text = table.read_text(encoding="utf-8") if table.exists() else ""
    if table.name == MANIFEST:
        changed = _change_manifest(text, name, answer)
    else:
        word = _FORMULA_ENDINGS.get(answer.ending, answer.ending)
        values = {"expected": str(word), "known by": answer.evidence}
        if table == QUESTIONS:
            changed = _change_table(text, "name", name.rpartition(".")[0], values, adds=False)
        else:
            changed = _change_table(text, "file", name, values, adds=True)
    with open_output(str(table)) as file:
        file.write(changed.encode())


def _change_manifest(text: str, name: str, answer: DecidedAnswer) -> str:
    """Return the text of a manifest (the table of the pair files in a folder) in which the answer
    is added to the entry of the pair file `name`.
    """
    head, *entries = re.split(r"(?m)^(?=\[\[pair\]\])", text)
    lines = f"verdict = {_quote(answer.ending)}\nknown-by = {_quote(answer.evidence)}\n"
    for number, entry in enumerate(entries):
        if re.search(rf"(?m)^file *= *{re.escape(_quote(name))} *$", entry):
            body = re.sub(r"(?m)^(verdict|known-by) *=.*\n?", "", entry).rstrip("\n")
            after = "\n" if number + 1 < len(entries) else ""
            entries[number] = f"{body}\n{lines}{after}"
            break
    else:
        before = "\n" if text.strip() else ""
        entries.append(f"{before}[[pair]]\nfile = {_quote(name)}\n{lines}")
    return "".join([head, *entries])


def _quote(text: str) -> str:
    """Return a text in quotation marks, as TOML writes strings."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'


def _change_table(
    text: str, column: str, name: str, values: Mapping[str, str], *, adds: bool
) -> str:
    """Return the text of a CSV table in which one row has new values: the row that has `name` in
    the column `column`. `values` maps names of columns to these values. Comments, which begin with
    #, stay. If there is no such row, a row is added if `adds` is true; otherwise
    `BackendComparisonFailedError` is raised.
    """
    if any("\n" in cell for row in csv.reader(StringIO(text)) for cell in row):
        raise BackendComparisonFailedError("a field of the table has several lines")
    lines = text.splitlines() or [make_formula_safe_csv_line([column, *values])]
    heading = next(number for number, line in enumerate(lines) if not line.startswith("#"))
    columns = next(csv.reader([lines[heading]]))
    missing = [one for one in values if one not in columns]
    columns += missing
    lines[heading] = make_formula_safe_csv_line(columns)
    found = False
    for number, line in enumerate(lines[heading + 1 :], heading + 1):
        if line.startswith("#"):
            continue
        cells = [restore_formula(cell) for cell in next(csv.reader(StringIO(line)), [])]
        row = dict(zip(columns, [*cells, *[""] * len(columns)], strict=False))
        if row.get(column) == name:
            found = True
            row |= values
        elif not missing:
            continue
        lines[number] = make_formula_safe_csv_line(row.get(one, "") for one in columns)
    if not found and not adds:
        raise BackendComparisonFailedError("no row about {name} in the table", name=name)
    if not found:
        row = {column: name, **values}
        lines.append(make_formula_safe_csv_line(row.get(one, "") for one in columns))
    return "".join(f"{line}\n" for line in lines)
