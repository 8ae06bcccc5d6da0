"""The instances on which backends are compared: files with pairs of Sudokus, formulas, folders of
both, and suites (named sets of instances).
"""

import csv
import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from ...answers.decide import decide
from ...answers.reason_search import why_not
from ...answers.ways import ways
from ...base.decoding import read_toml
from ...base.errors import (
    NO_FILE,
    BackendComparisonFailedError,
    BackendError,
    DecodingError,
    ExportError,
    ProofError,
    SudokopieError,
    make_os_error_message,
)
from ...base.limits import DESCRIPTION, JOURNAL, read_whole_stream
from ...base.messages import Message
from ...base.verdict import Verdict
from ...proofs.certify import certify
from ...proofs.export_formats import find_export_format_name
from ...proofs.export_header import get_satisfiability_word, read_export_header
from ...questions.copy import IsCopy
from ...questions.question import Question
from ...questions.serialization import read_typed_values, yield_header_lines
from ...reading.fields import restore_formula
from ...reading.file_entry import ReadingOptions
from ...reading.gridfile import open_path_as_grid_file
from ...solvers.cp_sat import CpSatBackend
from ...solvers.deadline import Deadline
from ...solvers.protocol import Backend
from ...sudoku.grid import format_rows
from ...sudoku.shape import BoxShape
from ...system.own_folder import hash_file, open_regular_file_descriptor
from .foreign_formula import ForeignFormulaFile
from .record import NO_ENDINGS, RunEnding

_DEFAULT = ReadingOptions()

INSTANCES = Path(__file__).parents[2] / "instances"  # the instances that come with the package

SUITES = ("small", "full", "hard", "sizes")
"""The names of the suites (sets of instances) that come with the package; the manifest lists the
instances of each.
"""

MANIFEST, METADATA = "manifest.toml", "metadata.csv"
"""The names of the two tables that record known answers: the first is in folders of pair files, the
second in folders of exported formulas.
"""

FORMULAS = ("cnf", "wcnf", "opb")  # the formats of formulas that can be compared

WITNESSES = INSTANCES / "witnesses.json"
"""The path of the file with witnesses for questions of the suites. A witness, such as a
transformation, proves the answer yes; it is checked on the Sudokus whenever it is used. The file
lists the witnesses by the names of the questions, without a bound such as `-atleast24`.
"""

OWN_ANSWER = "sudokopie"
"""The name that a table shows as the source of an answer if sudokopie itself found the answer and
checked it: by counting models, by deciding a pair, or with a witness of `WITNESSES`.
"""

_SECONDS_FOR_OWN_ANSWER = 5.0
"""The number of seconds that sudokopie may take to answer a question whose answer is not known."""

_SECONDS_TO_CONFIRM_ANSWER = 1.0
"""The number of seconds that sudokopie may take to check an answer that a table records."""


class KnownAnswer(NamedTuple):
    """The known answer to an instance. `ending` is the ending of a correct run, such as
    unsatisfiable; `value` is the optimum or the number of models, and None for other answers.
    `source` is the name of the file from which the answer comes.
    """

    ending: RunEnding
    value: int | None
    source: str

    def __str__(self) -> str:
        return self.ending if self.value is None else f"{self.ending} {self.value}"

    @property
    def is_unsatisfiable(self) -> bool:
        """Whether the answer is that there is no model."""
        return self.ending in NO_ENDINGS or (self.ending is RunEnding.MODELS and not self.value)


class Instance(NamedTuple):
    """An instance on which backends are compared: a pair of Sudokus, another question, or a formula
    that sudokopie did not write.

    - `form`: cnf, wcnf or opb, or count for a .cnf whose models are counted; None for pair files.
    - `family`: the family from a table beside the file or from the file's header; empty if neither
      names a family.
    - `known`: the known answer from a table beside the file or from the file's header; None if
      neither names an answer.
    - `path`: the path of the instance's file, if its answer may be written into a table beside it.
    """

    name: str
    question: Question | ForeignFormulaFile
    form: str | None = None
    family: str = ""
    known: KnownAnswer | None = None
    path: str | None = None

    @property
    def copy_question(self) -> IsCopy | None:
        """The question whether the second Sudoku is a copy of the first; None if the instance is
        not a pair of Sudokus.
        """
        return (
            self.question
            if isinstance(self.question, IsCopy) and self.form in (None, "cnf")
            else None
        )

    @property
    def size(self) -> int:
        """The number of rows of the Sudokus; 0 for a formula that sudokopie did not write."""
        if isinstance(self.question, ForeignFormulaFile):
            return 0
        return self.question.sudokus[0].size

    @property
    def digest(self) -> str:
        """A digest that distinguishes this question from other questions of the same name."""
        if isinstance(self.question, ForeignFormulaFile):
            text = f"{self.form} {self.question.digest}"
        elif pair := self.copy_question:
            first, second = format_rows(pair.first), format_rows(pair.second)
            text = f"{pair.shape}\n{first}\n{second}\n{pair.encoding if self.form else None}"
        else:
            facts = yield_header_lines(self.question, self.question.shape)
            text = "\n".join([str(self.form), self.question.NAME, *facts])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def parse_known_answer_or_none(self, answer_text: str, source_name: str) -> KnownAnswer | None:
        """Return the known answer that a text such as "satisfiable" or "optimum 9" describes; None
        if the text describes no answer. `source_name` is the origin of the text, such as the name
        of a file.
        """
        match = re.fullmatch(_ANSWER, answer_text, re.ASCII)
        if match is None:
            return None
        word, number = match[1] or match[2], match[3]
        ending = _ENDINGS_OF_PAIRS.get(word) if self.copy_question else None
        return KnownAnswer(ending or RunEnding(word), int(number) if number else None, source_name)

    @property
    def question_key(self) -> tuple[str, str]:
        """The name of the instance, and the digest that distinguishes it from other instances of
        this name. The records of its runs have the same two values.
        """
        return self.name, self.digest

    @property
    def expected_answer(self) -> KnownAnswer | None:
        """The known answer with which a run's answer is compared; None if no answer is known. If
        the known answer is a number of models, but backends are asked only for one model, the
        expected answer is satisfiable or unsatisfiable.
        """
        known = self.known
        if known is None or known.ending is not RunEnding.MODELS or self.form == "count":
            return known
        return self.parse_known_answer_or_none(
            "unsatisfiable" if known.is_unsatisfiable else "satisfiable", known.source
        )

    def can_be_run_by(self, backend: Backend) -> bool:
        """Return whether `backend` can be run on this instance. If the instance is a pair of
        Sudokus, every backend can be run on it, except backends that can only count models. If it
        is a formula, the backend must read its file format.
        """
        reads = getattr(backend, "reads", None)
        if self.copy_question is not None:
            return reads != "count"
        if isinstance(self.question, ForeignFormulaFile) and isinstance(backend, CpSatBackend):
            return self.form != "count"
        return reads == self.form

    def make_copy_that_counts_models(self) -> Self:
        """Return a copy of this instance that asks backends for the number of models instead of for
        one model. The copy has the known number of models of this instance, if it has one.
        """
        known = self.known
        if known is not None and known.ending is not RunEnding.MODELS:
            known = None
        return self._replace(form="count", known=known)

    def make_copy_with_checked_answer(self) -> Self:
        """Return a copy of this instance whose known answer is the answer that sudokopie finds
        itself and checks. Return the instance unchanged if no checked answer is found in a few
        seconds.

        Raises `BackendComparisonFailedError` if the checked answer contradicts the known answer.
        """
        checked, known = self._find_checked_answer_or_none(), self.known
        if checked is None:
            return self
        if known is not None and (
            known.is_unsatisfiable != checked.is_unsatisfiable
            or (known.ending is checked.ending and known.value != checked.value)
        ):
            raise BackendComparisonFailedError(
                "{file}: {source} gives the answer {known}, but sudokopie found the answer "
                "{found}, and checked it",
                file=self.name,
                source=known.source,
                known=known,
                found=checked,
            )
        return self._replace(known=checked)

    def _find_checked_answer_or_none(self) -> KnownAnswer | None:
        """Return the answer that sudokopie finds itself in a few seconds and checks; None if no
        answer is found. It finds the answer yes if `WITNESSES` has a witness, the answer whether a
        pair are copies, and the number of models of the formula of a pair in the plain encoding.

        A known optimum counts as checked if sudokopie has a witness whose cost is this optimum: the
        check then refutes every answer that claims a greater optimum.
        """
        question, known = self.question, self.known
        if isinstance(question, ForeignFormulaFile):
            return None
        timeout = _SECONDS_FOR_OWN_ANSWER if known is None else _SECONDS_TO_CONFIRM_ANSWER
        ending, value = None, None
        if self.form == "count":
            if isinstance(question, IsCopy) and not question.encoding.refined:
                value = ways(question.first, question.second, timeout=timeout).number
                ending = None if value is None else RunEnding.MODELS
        elif known is not None and known.ending is RunEnding.OPTIMUM:
            value = _find_cost_of_own_witness_or_none(self.name, question, timeout)
            ending = RunEnding.OPTIMUM if value == known.value else None
        elif known is not None or self.form in (None, "cnf"):
            if _find_stored_witness_or_none(self.name, question) is not None:
                ending = RunEnding.SATISFIABLE if self.copy_question is None else RunEnding.COPIES
            elif self.copy_question is not None:
                ending = _find_checked_ending_of_pair_or_none(self.copy_question, timeout)
        return None if ending is None else KnownAnswer(ending, value, OWN_ANSWER)


def _find_checked_ending_of_pair_or_none(pair: IsCopy, timeout: float) -> RunEnding | None:
    """Decide whether two Sudokus are copies, and return the ending that a correct run on them has;
    None if no checked answer is found within `timeout` seconds.

    The answer yes is checked on the grids. The answer no counts as checked if a difference between
    the grids was counted in their cells, or if a checker accepted a proof.
    """
    if why_not(pair.first, pair.second) is not None:
        return RunEnding.DIFFERENT
    deadline = Deadline(timeout)
    answer = decide(pair.first, pair.second, timeout=deadline, fewest=False, only=pair.parts)
    if answer.verdict is Verdict.YES:
        return RunEnding.COPIES
    if answer.verdict is Verdict.NO:
        with suppress(BackendError, ProofError):
            certify(answer, timeout=deadline)
            return RunEnding.DIFFERENT
    return None


def _find_cost_of_own_witness_or_none(
    instance_name: str, question: Question, timeout: float
) -> int | None:
    """Return the cost of a witness that sudokopie has: the steps of a transformation from one
    Sudoku of a pair to the other, found within `timeout` seconds, or the cost of a witness in
    `WITNESSES`. The witness is checked on the grids. Return None if there is no witness.
    """
    if isinstance(question, IsCopy):
        first, second = question.sudokus
        return decide(first, second, timeout=timeout, only=question.parts).steps
    witness = _find_stored_witness_or_none(instance_name, question)
    if witness is None:
        return None
    # The question for a better witness asks for a cost that is lower by one.
    better = question.make_better_witness_question(witness)
    at_most = -1 if better is None else better.build_problem("opb").at_most
    return None if at_most is None else at_most + 1


def _find_stored_witness_or_none(instance_name: str, question: Question) -> Any:
    """Return the witness in `WITNESSES` for the question of an instance if the witness proves the
    answer yes, and otherwise None. Witnesses are found by the name of the instance without its
    folder, its endings and a bound such as `-atleast24`, so that the files of an exported suite and
    questions with another bound also have witnesses.
    """
    name = re.sub(r"-at(least|most)\d+", "", os.path.basename(instance_name).partition(".")[0])
    if (written := _read_witnesses().get(name)) is None:
        return None
    types, values = {"witness": question.WITNESS}, {"witness": written}
    try:
        witness = read_typed_values(values, types, question.shape)["witness"]
        return witness if question.is_yes_proved_by(witness) else None
    except SudokopieError:  # another question has the same name
        return None


@cache
def _read_witnesses() -> dict[str, object]:
    """Return the witnesses (proofs of a yes, such as transformations) in the file `WITNESSES` as
    decoded JSON, by the names of questions.
    """
    found: dict[str, object] = json.loads(WITNESSES.read_text(encoding="utf-8"))
    return found


_ANSWER = r"(satisfiable|unsatisfiable)|(optimum|models) (\d{1,4000})"
"""The form of an answer in a table of known answers for formulas."""

_ENDINGS_OF_PAIRS = {"satisfiable": RunEnding.COPIES, "unsatisfiable": RunEnding.DIFFERENT}


def list_instance_files(path: str) -> list[str]:
    """Return the path itself if it is a file, or the sorted paths of the pair files (.txt) and
    formulas in a folder.

    Raises `BackendComparisonFailedError` if an entry with such a name is a pipe or a device.
    """
    if not os.path.isdir(path):
        return [path]
    forms = {name: _find_formula_format(name) for name in sorted(os.listdir(path))}
    found = [
        os.path.join(path, name)
        for name, form in forms.items()
        if form in FORMULAS or (form is None and name.endswith(".txt"))
    ]
    for file in found:
        if os.path.exists(file) and not (os.path.isfile(file) or os.path.isdir(file)):
            raise BackendComparisonFailedError("{file}: {message}", file=file, message=NO_FILE)
    return found


def read_instance(path: str, reading_options: ReadingOptions = _DEFAULT) -> Instance:
    """Read an instance from a file, which has a pair of Sudokus or a formula, together with its
    known answer. The known answer comes from a table beside the file, or from the comments at the
    beginning of a formula. `reading_options` are used only for pairs.

    A formula that sudokopie did not write is read completely. Raises `PairFileError` if a pair file
    is not valid, `ExportError` if a formula is not valid or its table and comments contradict each
    other, and `BackendComparisonFailedError` if the table is not valid.
    """
    if (form := _find_formula_format(path)) in FORMULAS:
        return _read_formula_instance(path, form)
    if form is not None:
        raise ExportError(
            "{file}: backends can be compared on pair files, {endings}, also with .gz or .xz",
            file=path,
            endings=", ".join(f".{form}" for form in FORMULAS),
        )
    folder, name = os.path.split(path)
    manifest_entry = _read_manifest_entries_by_file(Path(folder) / MANIFEST).get(
        name, ManifestEntry(name)
    )
    return _read_pair_instance(path, manifest_entry, reading_options)


def make_empty_suite_error(max_size: int | None) -> BackendComparisonFailedError:
    """Return the error for a suite without a question about Sudokus of at most `max_size` rows."""
    return BackendComparisonFailedError(
        "no question of this suite has at most {size}×{size} cells", size=max_size
    )


def yield_instances_of_suite(suite_name: str) -> Iterator[Instance]:
    """Yield the instances of a suite, one of `SUITES`, in the order of the manifest, the table of
    all instances.
    """
    for manifest_entry in _read_manifest_entries_by_file(INSTANCES / MANIFEST).values():
        if suite_name in manifest_entry.suites:
            box = None if manifest_entry.box is None else BoxShape.parse(manifest_entry.box)
            path = INSTANCES / manifest_entry.file
            yield _read_pair_instance(path, manifest_entry, ReadingOptions(box))


def _read_formula_instance(path: str, file_format: str) -> Instance:
    """Read an instance from a file with a formula in the format `file_format`. Its known answer
    comes from the table beside the file or from the formula's comments. Raises `ExportError` if the
    formula is not valid or table and comments contradict each other, and
    `BackendComparisonFailedError` if the table is not valid.
    """
    folder, name = os.path.split(path)
    table = Path(folder) / METADATA
    try:
        rows = list(
            csv.DictReader(StringIO(_read_text_or_empty_if_missing(table, JOURNAL)), restkey="")
        )
    except csv.Error as error:
        raise _make_file_error(table, str(error)) from None
    row: dict[str, str] = next(
        (row for row in reversed(rows) if restore_formula(row.get("file") or "") == name), {}
    )
    question: Question | ForeignFormulaFile
    status = None
    try:
        try:
            question, status = read_export_header(path)
        except ExportError:
            question = ForeignFormulaFile(path, file_format, hash_file(path))
            question.read_formula()  # raises an error if the formula is not valid
    except OSError as error:
        raise ExportError(
            "{file}: {message}", file=path, message=make_os_error_message(error)
        ) from None
    found = Instance(name, question, file_format, row.get("family") or "")
    sources = (get_satisfiability_word(status), name), (row.get("expected") or "", METADATA)
    known = [
        one
        for one in (found.parse_known_answer_or_none(*one) for one in sources)
        if one is not None
    ]
    if len({one.is_unsatisfiable for one in known}) > 1:
        raise ExportError(
            "{file}: its comments give the answer {known}, but {table} gives {told}",
            file=path,
            known=get_satisfiability_word(status),
            table=METADATA,
            told=row["expected"],
        )
    # An answer with a number is more precise.
    return found._replace(known=max(known, key=lambda one: one.value is not None, default=None))


class ManifestEntry(NamedTuple):
    """The row about one pair file in `manifest.toml`, the table of a folder. It has, for example,
    the verdict on the pair and the number of rows of each Sudoku, `size`.
    """

    file: str
    verdict: Literal["copies", "different", "undecided"] = "undecided"
    family: str = ""
    size: int = 0
    box: str | None = None
    suites: tuple[str, ...] = ()


class _Manifest(NamedTuple):
    """The table `manifest.toml` of a folder: an entry for each pair file."""

    pair: tuple[ManifestEntry, ...] = ()


def _read_pair_instance(
    path: str | Path, manifest_entry: ManifestEntry, reading_options: ReadingOptions
) -> Instance:
    """Read an instance from a file with a pair of Sudokus. Its family and its known answer come
    from the file's entry in the manifest, `manifest_entry`. A Sudoku may have as many rows as the
    entry states, even if `reading_options` allow only fewer rows. Raises `PairFileError` if the
    file is not valid.
    """
    most = max(reading_options.max_size, manifest_entry.size)
    with open_path_as_grid_file(
        str(path), reading_options._replace(max_size=most), is_pair=True
    ) as file:
        first, second = file.read_pair_and_close()
    known = (
        None
        if manifest_entry.verdict == "undecided"
        else KnownAnswer(RunEnding(manifest_entry.verdict), None, MANIFEST)
    )
    return Instance(manifest_entry.file, IsCopy(first, second), None, manifest_entry.family, known)


def _find_formula_format(path: str) -> str | None:
    """Return the file format of an exported question, found by the ending of its file name; None
    for files that are not exports.
    """
    try:
        return find_export_format_name(path)
    except ExportError:
        return None


def _read_manifest_entries_by_file(path: Path) -> dict[str, ManifestEntry]:
    """Return the entries of a manifest, a folder's table of pair files, by the names of these
    files; if there is no manifest, return an empty dictionary. Raises
    `BackendComparisonFailedError` if the manifest is not valid.
    """
    try:
        entries = read_toml(_read_text_or_empty_if_missing(path, DESCRIPTION), _Manifest).pair
    except DecodingError as error:
        raise _make_file_error(path, error.message) from None
    return {entry.file: entry for entry in entries}


def _read_text_or_empty_if_missing(path: Path, max_bytes: int) -> str:
    """Return the text of the file at `path`, or an empty text if there is no such file. `max_bytes`
    is the largest number of bytes that the file may have. Raises `LimitError` if the file is
    larger, and `BackendComparisonFailedError` if it cannot be read.
    """
    try:
        with open(path, "rb", opener=open_regular_file_descriptor) as file:
            return read_whole_stream(file, str(path), max_bytes).decode()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise _make_file_error(path, make_os_error_message(error)) from None
    except UnicodeDecodeError:
        raise _make_file_error(path, Message("this is no text in UTF-8")) from None


def _make_file_error(path: Path, problem: Message | str) -> BackendComparisonFailedError:
    """Return the error that reports a problem with the file at `path`."""
    return BackendComparisonFailedError("{file}: {message}", file=path, message=problem)
