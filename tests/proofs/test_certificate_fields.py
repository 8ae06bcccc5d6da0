"""Every field of every kind of certificate is checked, or has no effect on what `check` prints.

The kinds, the fields and the values to exchange come from certificates that this file makes, one
for each answer to each registered question and one for each statement: a new field is tried too.
Those of an application come from a module beside its tests, such as certified_studies.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest
from pysat.solvers import Solver

from sudokopie import Grid
from sudokopie.answers.canonical import canonical_form
from sudokopie.answers.completion import search_completions
from sudokopie.answers.symmetries import make_symmetry_count_claim, symmetries
from sudokopie.answers.ways import ways
from sudokopie.base.errors import ProofError, VerificationError
from sudokopie.proofs.certificate import make_certificate
from sudokopie.proofs.certificate_folder import WITNESS
from sudokopie.proofs.certify import make_claim_for_answer
from sudokopie.proofs.check import check_certificate_and_read_claim
from sudokopie.proofs.claims import CLAIMS
from sudokopie.questions.broken_symmetry import IsCopyByLeastImages
from sudokopie.questions.broken_symmetry_claim import NotCopyClaim
from sudokopie.questions.canonical import HasBetterCopy
from sudokopie.questions.claim import CLAIM_FILE, Claim
from sudokopie.questions.completion import HasOtherSolution, HasSolution
from sudokopie.questions.copy import IsCopy, IsCopyByFewSteps
from sudokopie.questions.nearest import HowManyCellsAgree
from sudokopie.questions.question import Question
from sudokopie.questions.registry import QUESTIONS
from sudokopie.questions.serialization import (
    convert_to_json,
    list_serialized_fields,
    read_serialized_fields,
)
from sudokopie.questions.symmetry import HasOtherSymmetries, HasSymmetry
from sudokopie.questions.within import IsCopyWithCluesLeftOut
from sudokopie.questions.yes_no_claims import NoClaim, YesClaim
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.showing.answer_formatter import AnswerFormatter
from sudokopie.showing.answer_report import make_report
from sudokopie.sudoku.allowed_moves import AllowedMoves
from sudokopie.sudoku.transformation import Transformation
from sudokopie.system.own_folder import LIST

from certificates_of_applications import ADDED
from conftest import ROOT, listed

FULL = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
TURNED = Grid([[1, 4, 3, 2], [3, 2, 1, 4], [4, 1, 2, 3], [2, 3, 4, 1]])
SWITCHED = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 3, 4, 1], [4, 1, 2, 3]])
FEW = Grid([[1, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 3], [0, 0, 0, 0]])
RENAMED = Grid([[2, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 3], [0, 0, 0, 0]])
OTHER = Grid([[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 3], [3, 0, 0, 0]])
CORNERS = Grid([[1, 0, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0], [2, 0, 0, 1]])
EVEN = Grid([[1, 2, 3, 0], [3, 0, 1, 2], [2, 1, 0, 3], [0, 3, 2, 1]])
UNIQUE = FULL.keeping({(0, 0), (0, 3), (3, 1), (3, 2)})
WRONG = Grid([[1, 1], [0, 0]])
SMALL, MOVED = Grid([[1, 2], [0, 0]]), Grid([[0, 0], [2, 1]])
OWN_PLACES = tuple((line,) for line in range(4))
OLD = ROOT / "tests" / "fixtures" / "1.0.0"
OLD_KINDS: dict[str, str] = {"yes": "copies.txt", "ways": "copies.txt"}
for added in ADDED:
    OLD_KINDS |= added.OLD_KINDS
KINDS = [
    *[f"{word} {name}" for name in QUESTIONS for word in ("yes", "no")],
    *[name for name in CLAIMS if name not in ("yes", "no")],
    *[f"1.0.0 {name}" for name in OLD_KINDS],
]
DIGITS = AllowedMoves(["digits"])
WHERE_EXAMPLES_ARE = (
    "asked() or statements() in tests/proofs/test_certificate_fields.py, or an application's "
    "certified_….py,"
)


def asked() -> list[Question]:
    """Return questions, such that each registered one has a yes and a no among the answers."""
    return [
        IsCopy(SMALL, MOVED),
        IsCopy(FEW, RENAMED, parts=DIGITS),
        IsCopy(FEW, FEW),
        IsCopy(FULL, SWITCHED),
        IsCopy(SMALL, MOVED, parts=DIGITS),
        HowManyCellsAgree(FEW, OTHER),
        HowManyCellsAgree(FEW, OTHER, blanks=True, at_least=6),
        HowManyCellsAgree(FEW, RENAMED, at_least=4, parts=DIGITS),
        HowManyCellsAgree(FEW, OTHER, at_least=4),
        HowManyCellsAgree(SMALL, WRONG, blanks=True, at_least=4, parts=DIGITS),
        IsCopyWithCluesLeftOut(UNIQUE, TURNED),
        IsCopyWithCluesLeftOut(WRONG, SMALL),
        HasBetterCopy(FEW),
        HasBetterCopy(canonical_form(FEW, "max").form, greatest=True),
        HasSolution(FEW),
        HasSolution(WRONG),
        HasSymmetry(FULL),
        HasSymmetry(FEW),
        IsCopyByFewSteps(SMALL, MOVED, 3),
        IsCopyByFewSteps(UNIQUE, TURNED, 3, part=True),
        IsCopyByFewSteps(FEW, RENAMED, 0, parts=DIGITS),
        HasOtherSolution(FEW, next(iter(search_completions(FEW).solutions))),
        HasOtherSolution(UNIQUE, FULL),
        HasOtherSymmetries(Grid([[0, 0], [0, 0]]), OWN_PLACES, False),
        HasOtherSymmetries(FEW, tuple([(line,) for line in range(8)]), False),
        IsCopyByLeastImages(SMALL, MOVED, ((0, 1, 3, 2),)),
        IsCopyByLeastImages(FULL, SWITCHED, ((0, 1, 3, 2, 4, 5, 6, 7), (4, 5, 6, 7, 3, 2, 1, 0))),
        *(question for added in ADDED for question in added.QUESTIONS),
    ]


def model(question: Question) -> frozenset[int] | None:
    """Return the true variables of a model of a question's formula; None if there is none."""
    formula = (
        question.formula if question.has_number_as_answer else question.build_problem("cnf").formula
    )
    with Solver("minisat22", formula.clauses()) as solver:
        return frozenset(v for v in solver.get_model() if v > 0) if solver.solve() else None


def answers(question: Question) -> Iterator[Claim]:
    """Yield what can be certified of a question: a yes, the best yes, or a no."""
    true = model(question)
    if true is None:
        yield NoClaim(question)
        return
    witness = question.decode_and_check_witness(true)
    yield YesClaim(question, witness, False)
    if question.can_improve_witnesses:
        while (better := question.make_better_witness_question(witness)) and (
            true := model(better)
        ) is not None:
            witness = better.decode_and_check_witness(true)
        yield YesClaim(question, witness, True)


def statements() -> Iterator[Claim]:
    """Yield statements of all kinds."""
    for question in asked():
        yield from answers(question)
    for form in ("min", "max"):
        yield canonical_form(FEW, form).claim(form)
    for pair in ((CORNERS, CORNERS), (SMALL, MOVED)):
        claim = ways(*pair).claim()
        assert claim is not None
        yield claim
    for grid in (EVEN, FEW):
        yield make_symmetry_count_claim(grid, symmetries(grid).order)
    for grid in (WRONG, UNIQUE, FEW):
        stated = make_claim_for_answer(search_completions(grid))
        assert stated is not None
        yield stated
    yield not_copies()
    for added in ADDED:
        yield from added.statements()


def not_copies() -> NotCopyClaim:
    """Return the statement that two grids are no copies, with symmetries of the second grid."""
    generators = symmetries(FULL).generators
    turns = [one for one in generators if one.find_source_lines()[0]]
    upright = tuple([one for one in generators if one not in turns])
    assert turns
    assert upright
    return NotCopyClaim(SWITCHED, FULL, upright, turns[0])


class Made(NamedTuple):
    """A certificate: its files, the Sudokus that it is about, and what `check` prints of it.

    `kind` is what is certified, by which question, or `1.0.0` with a kind of that version;
    `witnesses` are others of a yes.
    """

    kind: str
    files: dict[str, bytes]
    sudokus: tuple[Grid, ...]
    record: dict[str, Any]
    witnesses: list[Any]

    @property
    def facts_file(self) -> str:
        return CLAIM_FILE if CLAIM_FILE in self.files else WITNESS

    @property
    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = json.loads(self.files[self.facts_file])
        return facts


@cache
def made() -> list[Made]:
    """Return certificates of all kinds, and those of version 1.0.0 that have facts."""
    found = []
    for statement in statements():
        kind = statement.CERTIFIES
        if isinstance(statement, NoClaim):
            sudokus = statement.question.sudokus
            kind = f"{kind} {statement.question.NAME}"
        else:
            facts = [one.name for one in list_serialized_fields(statement)]
            names = [name for name in vars(statement) if name not in facts]
            sudokus = tuple([getattr(statement, name) for name in names])
        with TemporaryDirectory() as folder:
            make_certificate(statement).write(folder)
            found.append(_made(kind, Path(folder), sudokus, other_witnesses(statement)))
    for name, file in OLD_KINDS.items():
        found.append(_made(f"1.0.0 {name}", OLD / "certificates" / name, _grids(OLD / file)))
    return found


def _grids(path: Path) -> tuple[Grid, ...]:
    return tuple(
        [Grid(str(entry.grid_or_error)) for entry in open_text_as_grid_file(path.read_text())]
    )


def other_witnesses(statement: Claim) -> list[Any]:
    """Return for JSON some further witnesses of a yes; nothing for other statements."""
    if not isinstance(statement, YesClaim):
        return []
    question, found = statement.question, []
    with Solver("minisat22", question.formula.clauses()) as solver:
        for model in islice(solver.enum_models(), 200):
            with suppress(VerificationError):
                witness = question.decode_and_check_witness(frozenset(v for v in model if v > 0))
                found.append(convert_to_json(witness))
    return found[:: max(len(found) // 6, 1)]


def _made(
    kind: str, folder: Path, sudokus: tuple[Grid, ...], witnesses: Sequence[Any] = ()
) -> Made:
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    return Made(kind, files, sudokus, printed(check(folder, sudokus)), list(witnesses))


def check(folder: Path, sudokus: tuple[Grid, ...]) -> Claim:
    """Check a folder; raise `ProofError` too if it is about another number of Sudokus."""

    def given(number: int) -> tuple[Grid, ...]:
        if number != len(sudokus):
            raise ProofError("the file holds another number of Sudokus")
        return sudokus

    return check_certificate_and_read_claim(str(folder), given)


def printed(statement: Claim) -> dict[str, Any]:
    """Return what `check --json` prints, sentence included, except the names of the files."""
    record: dict[str, Any] = json.loads(
        json.dumps(make_report(statement, AnswerFormatter()).make_json_record())
    )
    return record


# Changes


class Fields(dict[str, Any]):
    """The fields of an object of JSON, where a name may be there twice."""

    def __init__(self, pairs: Iterable[tuple[str, Any]]) -> None:
        self.pairs = list(pairs)
        super().__init__(self.pairs)

    def items(self) -> Any:
        return self.pairs


def as_text(value: Any) -> str:
    """Return a value as JSON, doubled fields included.

    >>> as_text([Fields([("x", 1), ("x", 2)])])
    '[{"x": 1, "x": 2}]'
    """
    return json.dumps(value)


ODD: tuple[Any, ...] = (
    "x",
    "",
    -1,
    7,
    1.5,
    True,
    False,
    None,
    [],
    [[]],
    [7],
    {},
    {"rotation": 0},
    10**9,
    10**4000,
)
"""Values of every type of JSON."""


def changed_values(value: Any) -> Iterator[Any]:
    """Yield values of the same type; of lists and objects those with one part changed."""
    if type(value) is int:
        yield from (value + 1, value - 1, -value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, str):
        yield from (f" {value}", value.upper(), value[::-1], f"{value} ")
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from changed_fields(value, name, one)
        yield Fields([*value.items(), ("unknown", 1)])
    elif value:
        yield from (value[::-1], value[1:], value[:-1], [*value, value[-1]], [*value[1:], value[0]])
        for place in {0, len(value) // 2}:
            for other in changed_values(value[place]):
                yield [*value[:place], other, *value[place + 1 :]]


def changed_fields(facts: dict[str, Any], name: str, value: Any) -> Iterator[Fields]:
    """Yield the fields of an object in which one is missing, doubled or has another value."""
    yield Fields([field for field in facts.items() if field[0] != name])
    yield Fields([(name, value), *facts.items()])
    others = [*changed_values(value), *[odd for odd in ODD if odd is not value]]
    yield Fields([(name, others[0]), *facts.items()])
    yield Fields([*facts.items(), (name, others[0])])
    for other in others:
        yield Fields((one, other if one == name else fact) for one, fact in facts.items())


class Change(NamedTuple):
    """The text of a certificate in which a field was changed.

    `is_needed`: it is tried for each field, each time, not only with the marker `slow`.
    """

    field: str
    text: str
    is_needed: bool = False
    is_doubled: bool = False


def all_changes(one: Made) -> Iterator[Change]:
    """Yield changes of a certificate: each field missing, doubled, and with other values.

    Other values are further witnesses, and what the field is in other certificates; fields are
    added that only other kinds have.
    """
    facts, seen = one.facts, {as_text(one.facts)}
    for change in _any_changes(one, facts):
        if change.text not in seen:
            seen.add(change.text)
            yield change


def _any_changes(one: Made, facts: dict[str, Any]) -> Iterator[Change]:
    for name, value in facts.items():
        for number, fields_ in enumerate(changed_fields(facts, name, value)):
            yield Change(name, as_text(fields_), number < 5, 1 <= number < 4)
    for witness in one.witnesses:
        yield Change("witness", as_text({**facts, "witness": witness}), True)
    for other in made():
        for name, value in other.facts.items():
            is_needed = name not in facts or isinstance(value, str)
            yield Change(name, as_text({**facts, name: value}), is_needed)


# Fields that may have an effect, because what is printed then is true


WITH_AN_EFFECT: dict[str, set[str]] = {
    "copy": {"parts"},
    "nearest": {"at_least", "blanks", "parts", "witness"},
    "steps": {"at_most_steps", "part", "parts"},
    "other-symmetries": {"orbits", "turns"},
    "least-images": {"line_symmetries"},
}
"""By the questions of a yes: the facts of the question, if the witness answers the changed question
too, and witnesses that something is counted on. No other field may have an effect."""
for added in ADDED:
    WITH_AN_EFFECT |= added.WITH_AN_EFFECT


ONLY_IN_JSON = {"at_least", "at_most"}
"""The bounds of a question: the sentence has the number that was counted on the witness."""


def has_answer(statement: Claim, record: dict[str, Any]) -> bool:
    """Return whether what is printed is true: a solver looks for what is printed, and no other."""
    assert isinstance(statement, YesClaim)
    kind = type(statement.question)
    if kind is IsCopy:
        parts = AllowedMoves(record.get("only", AllowedMoves().names))
        first, second = statement.question.sudokus
        asks: Question = IsCopy(first, second, parts=parts)
        best = record["fewest"]
    else:
        assert record["asks"] == kind.NAME
        facts = read_serialized_fields(record, kind, statement.shape, kind.sudoku_field_names())
        asks = kind(
            **dict(zip(kind.sudoku_field_names(), statement.question.sudokus, strict=True)), **facts
        )
        best = record["best"]
    if isinstance(asks, HowManyCellsAgree):
        assert (
            record["agreeing"]
            == asks.count_agreeing_cells(statement.witness)
            >= (asks.at_least or 0)
        )
    for added in ADDED:
        added.check_record(asks, statement.witness, record)
    better = asks.make_better_witness_question(statement.witness)
    assert (
        best == (asks.can_improve_witnesses and (better is None or model(better) is None))
        or not best
    )
    return asks == statement.question and model(asks) is not None


# The tests


@pytest.mark.gate
def test_yes_and_no_of_all_questions_and_all_other_kinds_are_certified() -> None:
    missing = sorted(set(KINDS) - {one.kind for one in made()})
    assert not missing, f"{WHERE_EXAMPLES_ARE} need examples of {missing}"
    assert {one.kind for one in made()} == set(KINDS)
    ranked = {
        name
        for name in QUESTIONS
        if QUESTIONS.load_named(name).make_better_witness_question
        is not Question.make_better_witness_question
    }
    assert ranked == {one.facts["asks"] for one in made() if one.facts.get("best")}
    assert ranked == {"copy", "nearest", "within"}.union(*(added.RANKED for added in ADDED))


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_field_is_refused_or_has_no_effect(kind: str, tmp_path: Path) -> None:
    seen = [try_changes(one, tmp_path, every=60) for one in made() if one.kind == kind]
    assert seen, f"{WHERE_EXAMPLES_ARE} need an example of {kind!r}"
    assert min(seen) > 20


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_all_changes_of_a_field_are_refused_or_have_no_effect(kind: str, tmp_path: Path) -> None:
    for one in made():
        if one.kind == kind:
            assert try_changes(one, tmp_path, every=1) > 100


def try_changes(one: Made, folder: Path, every: int) -> int:
    """Check changed certificates, of those that are not for each field some; return how many."""
    for path in folder.iterdir():
        path.unlink()
    for name, data in one.files.items():
        (folder / name).write_bytes(data)
    sums = (folder / LIST).read_text()
    digest = sha256(one.files[one.facts_file]).hexdigest()
    assert digest in sums
    tried = 0
    for number, change in enumerate(all_changes(one)):
        if number % every and not change.is_needed:
            continue
        name, text = change.field, change.text
        tried += 1
        (folder / one.facts_file).write_text(text)
        (folder / LIST).write_text(sums.replace(digest, sha256(text.encode()).hexdigest()))
        try:
            statement = check(folder, one.sudokus)
        except ProofError as error:
            assert len(str(error).splitlines()) == 1
            continue
        assert not change.is_doubled, text
        if (record := printed(statement)) != one.record:
            question = statement.question.NAME if isinstance(statement, YesClaim) else ""
            assert name in WITH_AN_EFFECT.get(question, ()), (text, record, one.record)
            assert has_answer(statement, record), (text, record)
            if name in ONLY_IN_JSON:
                assert record["sentence"] == one.record["sentence"]
    return tried


def test_no_field_can_be_written_in_two_ways(tmp_path: Path) -> None:
    seen = 0
    for one in made():
        facts = one.facts
        for name, other in (
            ("encoding", {"refined": True, "cells": "rows-columns"}),
            ("sets", [cells[::-1] for cells in facts.get("sets", ())]),
            ("parts", facts.get("parts", []) * 2),
        ):
            if name in facts:
                seen += 1
                for file, data in one.files.items():
                    (tmp_path / file).write_bytes(data)
                (tmp_path / CLAIM_FILE).write_text(json.dumps({**facts, name: other}))
                with pytest.raises(ProofError, match=f"{name}: sudokopie writes this in another"):
                    check(listed(tmp_path), one.sudokus)
                for path in tmp_path.iterdir():
                    path.unlink()
    assert seen > 10


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_comment_is_refused_or_has_no_effect(kind: str, tmp_path: Path) -> None:
    try_changes_of_comments(kind, tmp_path, every=3)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_all_changes_of_a_comment_are_refused_or_have_no_effect(kind: str, tmp_path: Path) -> None:
    try_changes_of_comments(kind, tmp_path, every=1)


def try_changes_of_comments(kind: str, tmp_path: Path, every: int) -> None:
    """Check certificates with a changed comment in the question; every so many changes are tried,
    so that each line is changed, and in turn in each way.
    """
    refused = tried = 0
    certificates = [one for one in made() if one.kind == kind and "question.cnf" in one.files]
    for one in certificates[:1]:
        for name, data in one.files.items():
            (tmp_path / name).write_bytes(data)
        text = one.files["question.cnf"].decode()
        comments = [line for line in text.splitlines(keepends=True) if line.startswith("c ")]
        by_key = {line.split()[1]: line for line in comments}
        for line in by_key.values():
            other = re.sub(r"\d(?=\D*$)", lambda digit: str((int(digit[0]) + 1) % 10), line)
            other = other if other != line else f"{line[:-1]}x\n"
            for changed in ("", line * 2, other, line + other, other + line):
                tried += 1
                if tried % every:
                    continue
                (tmp_path / "question.cnf").write_text(text.replace(line, changed, 1))
                try:
                    assert printed(check(listed(tmp_path), one.sudokus)) == one.record
                except ProofError as error:
                    refused += 1
                    assert len(str(error).splitlines()) == 1
    assert (refused > 0) == any("format" in one.facts for one in certificates)


@pytest.mark.parametrize("name", ["completion", "canonical", "symmetry", "other-solution", "steps"])
def test_best_is_refused_where_nothing_can_be_better(run: Any, name: str, tmp_path: Path) -> None:
    one = next(one for one in made() if one.kind == f"yes {name}")
    folder, file = tmp_path / "certificate", tmp_path / "sudokus.txt"
    folder.mkdir()
    file.write_text("\n\n".join(map(str, one.sudokus)) + "\n")
    for path, data in one.files.items():
        (folder / path).write_bytes(data)
    record = json.loads(run("check", "--json", str(folder), str(file)).out)
    assert (record["status"], record["best"]) == ("certified", False)
    text = one.files[CLAIM_FILE].decode()
    assert '"best": false' in text  # as 1.1.0 wrote it too
    (folder / CLAIM_FILE).write_text(text.replace('"best": false', '"best": true'))
    listed(folder)
    shown = run("check", "--json", str(folder), str(file))
    assert (shown.status, json.loads(shown.out)["status"]) == (1, "refused")
    assert shown.err == (
        f"{folder}: certificate.json: best: no answer to this question is better than another\n"
    )


def test_the_documentation_says_of_each_field_how_it_is_checked() -> None:
    text = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
    table = text.partition("## How each field is checked")[2]
    fields_ = [row.split("|")[2] for row in table.splitlines() if row.startswith("|")]
    assert {name for one in made() for name in one.facts if one.facts_file == CLAIM_FILE} <= set(
        re.findall(r"`(\w+)`", " ".join(fields_))
    )


def test_the_witness_of_the_fewest_steps_takes_no_more_itself(tmp_path: Path) -> None:
    first, second = CORNERS, Grid([[0] * 4, [1, 0, 0, 2], [0] * 4, [2, 0, 0, 1]])
    witness = Transformation.identity(first.shape).replace_parts(rows=((1, 0), (0, 1)))
    longer = witness.replace_parts(digits=(1, 2, 4, 3))  # the last two do not occur
    assert longer.leads(first, second)
    assert longer.steps > witness.steps
    make_certificate(YesClaim(IsCopy(first, second), witness, True)).write(str(tmp_path))
    check(tmp_path, (first, second))
    text = (tmp_path / CLAIM_FILE).read_text()
    (tmp_path / CLAIM_FILE).write_text(text.replace("[1, 2, 3, 4]", "[1, 2, 4, 3]"))
    with pytest.raises(ProofError, match=r"question\.cnf is not the formula"):
        check(listed(tmp_path), (first, second))
