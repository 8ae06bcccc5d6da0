"""Certificates: proofs that are right pass, everything else is refused."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import time
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count, repeat
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from pysat.solvers import Solver

from sudokopie import BoxShape, Grid, decide
from sudokopie.answers.nearest import nearest
from sudokopie.base.errors import (
    BackendError,
    DeadlinePassedError,
    FailedProofCheckError,
    ProofError,
)
from sudokopie.base.messages import load_translations
from sudokopie.encoding.candidates import Encoding
from sudokopie.encoding.formula import (
    FormulaWithCostCounter,
    yield_dimacs_text_pieces,
    yield_lines_of_pieces,
)
from sudokopie.kernel import kernel_functions
from sudokopie.proofs import lrat_check
from sudokopie.proofs.certificate import Certificate
from sudokopie.proofs.certificate import make_certificate as certified_statement
from sudokopie.proofs.certificate_folder import PAIR, QUESTION, README, WITNESS
from sudokopie.proofs.certify import make_claim_for_answer
from sudokopie.proofs.check import check_certificate
from sudokopie.proofs.checkers import CHECKERS, REFUSALS, find_checker, translate_refusal
from sudokopie.proofs.drup_to_lrat import convert_drup_to_lrat
from sudokopie.proofs.export import yield_question_file_bytes
from sudokopie.proofs.export_header import Provenance, read_export_header
from sudokopie.proofs.proof import PROVER, convert_lrat_to_drat_lines, list_needed_lrat_lines
from sudokopie.questions.claim import CLAIM_FILE
from sudokopie.questions.copy import IsCopy, IsCopyByFewSteps
from sudokopie.questions.nearest import HowManyCellsAgree
from sudokopie.questions.question import Question
from sudokopie.questions.yes_no_claims import NoClaim, YesClaim
from sudokopie.solvers.deadline import Deadline
from sudokopie.solvers.protocol import FormulaResult, SatBackend
from sudokopie.solvers.registry import backend_names, find_backend
from sudokopie.sudoku.allowed_moves import AllowedMoves
from sudokopie.sudoku.random_grids import exchange_clues
from sudokopie.system.own_folder import LIST

from conftest import INSTANCES, listed, manifest, pair_from, refute

NO = pair_from(INSTANCES / "size4-clues16-switched.txt")
YES = pair_from(INSTANCES / "size9-clues25-copies.txt")
FULL_NO = pair_from(INSTANCES / "size9-clues81-switched.txt")
FORMULA = IsCopy(*NO).formula
MADE = Provenance("sudokopie 0", ("sudokopie", "solve"))
CNF = (
    b"".join(yield_question_file_bytes(IsCopy(*NO, Encoding()), "cnf", MADE)).decode().splitlines()
)
REFUTATION = refute(IsCopy(*NO), PROVER)
P_LINE = next(line for line in CNF if line.startswith("p cnf"))
FORMULA_CLAUSES = int(P_LINE.split()[-1])


def refuted(first: Grid, second: Grid) -> NoClaim:
    return NoClaim(IsCopy(first, second))


def check_answer(folder: str, first: Grid, second: Grid, checker: str | None = None) -> Any:
    """Check a certificate as a forger would present it: with the digests of its files."""
    listed(Path(folder))
    return check_certificate(folder, first, second, checker_name=checker)


def count_lines(cnf: list[str], proof: list[str]) -> int:
    return lrat_check.check_and_count_proof_lines(*lrat_check.read_formula(cnf), proof)


def accepts(proof: list[str], cnf: list[str] | None = None) -> bool:
    try:
        count_lines(CNF if cnf is None else cnf, proof)
    except ValueError:
        return False
    return True


def converts(drup: list[str]) -> bool:
    try:
        proof = convert_drup_to_lrat(FORMULA.clauses(), drup)
    except ProofError:
        return False
    assert accepts(proof)  # whatever is converted is a proof
    return True


# The checker


def test_a_real_proof_passes() -> None:
    assert count_lines(CNF, REFUTATION.proof.lrat) == len(REFUTATION.proof.lrat) > 20


def test_the_checker_is_short_and_alone() -> None:
    source = Path(lrat_check.__file__).read_text()
    assert len(source.splitlines()) <= 90
    imported = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module) if node.level == 0 else "something of ours")
    assert imported == {"sys", "collections.abc"}


def test_each_refusal_of_the_checker_is_translated() -> None:
    """The checker has no messages that could be translated, because it imports nothing of ours."""
    check = next(
        node
        for node in ast.parse(Path(lrat_check.__file__).read_text()).body
        if isinstance(node, ast.FunctionDef) and node.name == "check_and_count_proof_lines"
    )
    raised = [
        ast.unparse(call.args[0]).removeprefix("f").strip("'")
        for call in ast.walk(check)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "ValueError"
    ]
    assert len(raised) == 5
    assert set(raised) <= {refusal.template for refusal in REFUSALS}
    for line, said in {
        "x 0 1 0": "schlichte ganze Zahlen erwartet",
        f"{'9' * 5000} 0 1 0": "schlichte ganze Zahlen erwartet",
        "01 0 1 0": "schlichte ganze Zahlen erwartet",
        "9999 1": "Zeile 1: Nummer, Literale 0 Hinweise 0 erwartet",
        "9999 d 8888 0": "Zeile 1: Die Klausel, die sie löscht, gibt es nicht",
        "1 0 1 0": "Zeile 1: eine neue Nummer und Variablen der Formel erwartet",
        "9999 0 -8 1 0": (
            "Zeile 1: Der Hinweis -8 lässt nicht genau ein Literal übrig oder ist einer zu viel"
        ),
        "9999 0 1 0": "Zeile 1: Ihre Hinweise zeigen ihre Klausel nicht",
        "9999 1 -1 0 1 0": "",
    }.items():
        with pytest.raises(ProofError) as problem:
            find_checker().check(FORMULA, [line], Deadline())
        german = problem.value.message.translate_to(load_translations("de"))
        assert german.startswith("Der Beweis hält nicht stand: ")
        assert german.endswith(said)
        assert not re.search("line|expected|hint|proof", german)
    assert translate_refusal("anything else") == "anything else"


def test_the_checker_takes_the_formula_at_its_word() -> None:
    for header in ("p cnf 1000 1000", "p cnf 1 688", f"p cnf {FORMULA.variables} 1", "p cnf x y"):
        assert not accepts(REFUTATION.proof.lrat, [header, *CNF[CNF.index(P_LINE) + 1 :]])
    assert accepts(REFUTATION.proof.lrat, CNF[CNF.index(P_LINE) :])
    assert not accepts(REFUTATION.proof.lrat, [*CNF, "1 2"])
    assert not accepts([*REFUTATION.proof.lrat[:-1], REFUTATION.proof.lrat[-1][:-1] + "1 0"])


def test_the_problem_line_has_four_words_and_no_clauses() -> None:
    cnf, proof = ["1 0", "-1 0"], ["3 0 1 2 0"]
    assert accepts(proof, ["p cnf 1 2", *cnf])
    for line in ("p cnf 1 2 1 0 -1 0", "p cnf 1 2 0", "p cnf 1 2 c", "p cnf 1"):
        assert not accepts(proof, [line, *cnf])
        assert not accepts(["1 0 1 2 0"], [line])
    assert not accepts(proof, ["p cnf", "1 2", *cnf])
    assert not accepts(proof, ["p cnf 1 2", "p cnf 1 2", *cnf])


def test_a_comment_begins_with_c_and_a_blank() -> None:
    cnf, proof = ["p cnf 1 2", "1 0", "-1 0"], ["3 0 1 2 0"]
    for place in range(len(cnf) + 1):
        for line in ("c", "c ", "c\n", "c 1 0", "c \r1 0", "c \x851 0", f"c {'x' * 2000}"):
            assert accepts(proof, [*cnf[:place], line, *cnf[place:]])
        for line in ("c1 0", "cnf", "c\t1 0", " c 1 0", "C 1 0", "x", "c\r1 0", "# 1 0"):
            assert not accepts(proof, [*cnf[:place], line, *cnf[place:]])


def test_formula_and_proof_have_no_other_variables() -> None:
    cnf, proof = ["p cnf 2 2", "1 0", "-1 0"], ["4 0 1 2 0"]
    assert accepts(["3 2 0 1 2 0", *proof], cnf)
    assert not accepts(proof, ["p cnf 0 2", *cnf[1:]])
    for literal in (3, -3, 2**31, -(2**64)):
        assert not accepts([f"3 {literal} 0 1 2 0", *proof], cnf)


def test_a_clause_may_repeat_a_literal() -> None:
    cnf = ["p cnf 2 4", "1 1 2 0", "-2 -2 0", "-1 2 -1 0", "2 2 2 0"]
    assert accepts(["5 0 2 1 3 0"], cnf)
    assert accepts(["5 1 1 0 2 1 0", "6 0 2 5 3 0"], cnf)
    assert not accepts(["5 0 1 2 3 0"], cnf)


def test_a_superfluous_hint_and_a_cut_deletion_are_refused() -> None:
    *before, last = REFUTATION.proof.lrat
    assert not accepts([*before, last.removesuffix(" 0") + " 1 0"])
    assert accepts([f"{FORMULA_CLAUSES} d 1 0", "999999 0 0"]) is False
    assert not accepts(["1 d 7", *REFUTATION.proof.lrat])


def test_only_plain_integers_are_numbers() -> None:
    cnf, proof = ["p cnf 1 2", "1 0", "-1 0"], ["3 0 1 2 0"]
    assert accepts(proof, cnf)
    for one in ("+1", "01", "0_1", "1_0", "\u0661", "\uff11"):  # int() takes all of them
        assert not accepts(proof, ["p cnf 1 2", f"{one} 0", "-1 0"])
        assert not accepts(proof, [f"p cnf {one} 2", "1 0", "-1 0"])
        assert not accepts([f"3 0 {one} 2 0"], cnf)
        assert not accepts([f"3 d {one} 0", *proof], cnf)
        assert not accepts([f"{one} d 1 0", *proof], cnf)
    assert not accepts(["3 -0 0 1 2 0", "4 0 3 1 2 0"], cnf)


def test_a_line_ends_only_where_every_program_ends_it(tmp_path: Path) -> None:
    (tmp_path / "a.cnf").write_bytes(b"p cnf 1 2\n1 0\nc x\r-1 0\n")
    (tmp_path / "a.lrat").write_text("3 0 1 2 0\n")
    command = [sys.executable, "-I", lrat_check.__file__, "a.cnf", "a.lrat"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("ValueError: the formula does not have the clauses")
    assert len(done.stderr.splitlines()) == 1


def without(items: list[str], place: int) -> list[str]:
    return items[:place] + items[place + 1 :]


def mutations(line: str) -> Iterator[str]:
    """Yield the line with each hint left out, each hint changed, each literal left out."""
    words = line.split()
    end = words.index("0")
    for place in range(end + 1, len(words) - 1):
        yield " ".join(without(words, place))
        yield " ".join([*words[:place], str(int(words[place]) + 1), *words[place + 1 :]])
        yield " ".join([*words[:place], f"-{words[place]}", *words[place + 1 :]])
    for place in range(1, end):
        yield " ".join(without(words, place))


@pytest.mark.gate
def test_every_line_of_a_proof_is_needed_as_it_is() -> None:
    proof, refused, accepted = REFUTATION.proof.lrat, 0, []
    for place, line in enumerate(proof):
        assert not accepts(without(proof, place)), f"without line {place + 1}"
        assert not accepts(proof[:place]), f"cut before line {place + 1}"
        if place:
            swapped = [*proof[: place - 1], line, proof[place - 1], *proof[place + 1 :]]
            assert not accepts(swapped), f"line {place + 1} earlier"
        if place % 9:
            continue  # all the words of each ninth line are many enough
        for word in line.split()[: line.split().index("0")][1:]:
            # A clause with one literal turned round is another clause.
            words = line.split()
            words[words.index(word)] = str(-int(word))
            assert not accepts([*proof[:place], " ".join(words), *proof[place + 1 :]])
        for mutated in mutations(line):
            if accepts([*proof[:place], mutated, *proof[place + 1 :]]):
                accepted.append((line, mutated))
            else:
                refused += 1
    # A hint may by chance be as good as its neighbour, where both clauses are the same unit.
    assert len(accepted) <= refused / 100, accepted


@pytest.mark.parametrize(
    "proof",
    [[], [""], ["nonsense"], ["0"], ["0 0"], ["1 0 1 0"], ["999999 0 0"], ["999999 1 0 -1 0"]],
)
def test_what_is_no_proof_is_refused(proof: list[str]) -> None:
    assert not accepts(proof)


def test_a_proof_of_another_formula_is_refused() -> None:
    other = (
        b"".join(yield_question_file_bytes(IsCopy(*YES, Encoding()), "cnf", MADE))
        .decode()
        .splitlines()
    )
    assert not accepts(REFUTATION.proof.lrat, other)
    clauses = [place for place, line in enumerate(CNF) if line[0] in "-123456789"]
    used = {int(word) for line in REFUTATION.proof.lrat for word in line.split()[1:]}
    for number in sorted(used & set(range(1, len(clauses) + 1)))[::20]:
        assert not accepts(REFUTATION.proof.lrat, without(CNF, clauses[number - 1]))
    assert not accepts(REFUTATION.proof.lrat, [])
    assert not accepts(REFUTATION.proof.lrat, ["p cnf"])


def test_deletions_are_followed() -> None:
    proof = REFUTATION.proof.lrat
    first_hint = proof[-1].split()[-2]
    late = [*proof[:-1], f"{proof[-2].split()[0]} d {first_hint} 0", proof[-1]]
    assert not accepts(late)
    assert not accepts([f"1 d {10**6} 0", *proof])


# The conversion


def test_every_mutation_of_a_solvers_proof_is_refused_or_still_a_proof() -> None:
    drup = REFUTATION.proof.drat
    assert converts(drup)
    assert converts(drup[:-1])  # the final 0 is often missing
    assert not converts([])
    assert not converts(drup[: len(drup) // 20])
    for place, line in list(enumerate(drup))[::3]:
        words = line.split()
        for mutated in ("", "d", line.replace("0", "x"), f"0 {line}", f"{line} 1"):
            assert not converts([*drup[:place], mutated, *drup[place + 1 :]]), mutated
        if words[0] not in ("d", "0"):
            turned = " ".join([str(-int(words[0])), *words[1:]])
            converts([*drup[:place], turned, *drup[place + 1 :]])  # checks what it converts
            converts(without(drup, place))
    assert not converts(["1 0"])
    assert not converts([f"{FORMULA.variables + 1} 0", *drup])
    assert not converts(["3000000000 0", *drup])
    assert converts(["1 -1 0", *drup])  # a tautology follows from nothing


def test_clauses_that_contradict_each_other_at_once() -> None:
    assert accepts(convert_drup_to_lrat([[1], [-1]], []), ["p cnf 1 2", "1 0", "-1 0"])
    assert not accepts(["3 0 1 2 2 0"], ["p cnf 1 2", "1 0", "-1 0"])  # one hint too many
    assert accepts(
        convert_drup_to_lrat([[1, 2], [-1], [-2]], []), ["p cnf 2 3", "1 2 0", "-1 0", "-2 0"]
    )
    assert accepts(convert_drup_to_lrat([[]], []), ["p cnf 0 1", "0"])


def random_formula(rng: Random) -> list[list[int]]:
    variables = rng.randrange(3, 12)
    return [
        [rng.choice((-1, 1)) * v for v in rng.sample(range(1, variables + 1), rng.randrange(1, 4))]
        for _ in range(rng.randrange(4, 6 * variables))
    ]


def test_proofs_of_random_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, refuted = Random(1), 0
    for _ in range(400):
        clauses = random_formula(rng)
        with Solver(rng.choice(["cadical195", "glucose4"]), clauses, with_proof=True) as solver:
            if solver.solve():
                with pytest.raises(ProofError):
                    convert_drup_to_lrat(clauses, [])
                continue
            drup = solver.get_proof()
        proof = convert_drup_to_lrat(clauses, drup)
        with monkeypatch.context() as patch:
            patch.setattr(kernel_functions, "compiled", None)
            assert convert_drup_to_lrat(clauses, drup) == proof
        cnf = [f"p cnf 12 {len(clauses)}", *(" ".join(map(str, [*c, 0])) for c in clauses)]
        assert accepts(proof, cnf)
        refuted += 1
    assert refuted > 100


def idle_hints(clauses: Iterable[list[int]], proof: list[str]) -> list[str]:
    """Return the lines with a hint that says nothing: of its clause some literal is true already.

    `lrat-check` warns of these, and other checkers may refuse them.
    """
    known = {number: set(clause) for number, clause in enumerate(clauses, 1)}
    idle = []
    for line in proof:
        number, *numbers = map(int, line.split())
        clause = numbers[: numbers.index(0)]
        hints = numbers[len(clause) + 1 : -1]
        false = set(clause)
        for hint in hints:
            left = known[hint] - false
            if len(left) != (hint != hints[-1]) or any(-literal in false for literal in left):
                idle.append(line)
            false |= {-literal for literal in left}
        known[number] = set(clause)
    return idle


@pytest.mark.parametrize(
    ("file", "backend"),
    [
        ("hard9-random-switched-9-5", "pysat:cadical195"),
        ("size9-clues81-switched", "pysat:cadical195"),
        ("most-symmetric-switched", "pysat:lingeling"),
    ],
)
def test_no_hint_is_idle(file: str, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")  # where a program may be that gives hints
    pair = pair_from(INSTANCES / f"{file}.txt")
    assert (
        idle_hints(IsCopy(*pair).formula.clauses(), refute(IsCopy(*pair), backend).proof.lrat) == []
    )


def test_what_a_clause_assumes_false_needs_no_hint() -> None:
    # -1 holds, and the solver learns (1 or 2): that 1 is false is what the check begins with.
    clauses = [[-1], [1, 2, 3], [2, -3], [-2, 4], [-2, -4]]
    proof = convert_drup_to_lrat(clauses, ["1 2 0", "0"])
    assert idle_hints(clauses, proof) == []
    assert proof[0] == "6 2 1 0 2 3 0"


def test_only_what_is_needed_has_to_follow() -> None:
    clauses = [[1, 2], [1, -2], [-1, 3, 4], [-1, 3, -4], [-1, -3]]
    proof = convert_drup_to_lrat(clauses, ["3 -4 0", "-1 3 0", "1 0"])
    assert not any(line.startswith("6 ") for line in proof)  # 3 or not 4 does not follow
    assert idle_hints(clauses, proof) == []
    with pytest.raises(ProofError, match="line 2 of the proof does not follow"):
        convert_drup_to_lrat(clauses[:-1], ["1 0", "-3 0"])
    with pytest.raises(ProofError, match="line 1 of the proof does not follow"):
        convert_drup_to_lrat(clauses, ["0"])


@pytest.mark.parametrize("file", ["size9-clues81-switched", "hard9-random-switched-9-5"])
def test_the_kernel_finds_the_hints_of_python(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    formula = IsCopy(*pair_from(INSTANCES / f"{file}.txt")).formula
    prover = cast("SatBackend", find_backend(PROVER))
    drup = prover.solve_formula(formula, Deadline(), with_proof=True).proof
    proof = convert_drup_to_lrat(formula.clauses(), drup)
    assert accepts(proof, list(yield_lines_of_pieces(yield_dimacs_text_pieces(formula))))
    monkeypatch.setattr(kernel_functions, "_WORK_AT_ONCE", 100)  # many slices
    assert convert_drup_to_lrat(formula.clauses(), drup) == proof
    monkeypatch.setattr(kernel_functions, "compiled", None)
    assert convert_drup_to_lrat(formula.clauses(), drup) == proof


@pytest.mark.skipif(kernel_functions.compiled is None, reason="the kernel is not built, or off")
def test_what_is_no_proof_is_refused_by_the_kernel() -> None:
    kernel: Any = kernel_functions.compiled
    for wrong in (b"123", array("i", [1, 2, 0]).tobytes()[:-1]):
        with pytest.raises(ValueError, match="expected numbers of 4 bytes"):
            kernel.start_hints(wrong, b"")
        with pytest.raises(ValueError, match="expected numbers of 4 bytes"):
            kernel.start_hints(b"", wrong)
    for formula in ([2**31 - 1, 0], [-(2**31), 0]):
        with pytest.raises(MemoryError):
            kernel.start_hints(array("i", formula), b"")
    for formula, proof in (
        ([], []),
        ([1, 0], [2, 0]),
        ([1, 2, 0], [0]),
        ([1, 2], [-(2**31), 0]),
        ([1, 0], [1, 0, 1]),
    ):
        with pytest.raises(ValueError, match="the proof is wrong"):
            kernel.continue_hints(kernel.start_hints(array("i", formula), array("i", proof)), 10**6)
    started = kernel.start_hints(array("i", [1, 0, -1]), b"")
    assert kernel.continue_hints(started, 0) is None
    assert kernel.continue_hints(started, -1) is None
    assert kernel.continue_hints(started, 10**6) == b"3 0 1 2 0\n"
    assert kernel.continue_hints(started, 10**6) == b"3 0 1 2 0\n"
    for other in (None, 1, "x"):
        with pytest.raises(ValueError, match="PyCapsule"):
            kernel.continue_hints(other, 1)


@pytest.mark.parametrize("implementation", ["compiled", "Python"])
def test_the_way_back_takes_no_more_than_its_time(
    implementation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if implementation == "Python":
        monkeypatch.setattr(kernel_functions, "compiled", None)
    monkeypatch.setattr(kernel_functions, "_WORK_AT_ONCE", 1000)
    pair = pair_from(INSTANCES / "size9-clues81-switched.txt")
    formula = IsCopy(*pair).formula
    drup = (
        cast("SatBackend", find_backend(PROVER))
        .solve_formula(formula, Deadline(), with_proof=True)
        .proof
    )
    looks = count()

    class Late(Deadline):
        def check_deadline(self) -> None:
            if next(looks) == 20:  # reading clauses and proof takes fewer
                raise DeadlinePassedError

    with pytest.raises(DeadlinePassedError):
        convert_drup_to_lrat(formula.clauses(), drup, Late(60))


# Certificates


@pytest.mark.parametrize("name", [n for n in backend_names() if find_backend(n).abilities.proofs])
def test_every_backend_with_proofs_proves_a_no(name: str) -> None:
    assert refute(IsCopy(*FULL_NO), name).proof.lrat
    formula = IsCopy(*YES).formula
    prover = cast("SatBackend", find_backend(name))
    assert prover.solve_formula(formula, Deadline(), with_proof=True).model is not None


@pytest.mark.parametrize(
    "name", [n for n in backend_names() if not find_backend(n).abilities.proofs]
)
def test_no_other_backend_proves_anything(name: str) -> None:
    if name.startswith("cp-sat"):
        assert refute(IsCopy(*NO), name) == refute(IsCopy(*NO))
    else:
        said = re.escape(f"{name} cannot certify: it writes no proofs")
        with pytest.raises(BackendError, match=said):
            refute(IsCopy(*NO), name)


def test_a_no_that_is_a_yes_is_not_proved() -> None:
    with pytest.raises(FailedProofCheckError, match="says yes, but the answer found before was no"):
        refute(IsCopy(*YES))


def test_a_proof_takes_no_more_than_its_time() -> None:
    with pytest.raises(ProofError, match="time was not enough"):
        refute(IsCopy(*pair_from(INSTANCES / "size16-clues256-switched.txt")), timeout=0.05)


def certified(folder: Path, first: Grid, second: Grid) -> str:
    """Write the certificate of a no, or that of a yes without the number of steps."""
    statement = make_claim_for_answer(decide(first, second))
    assert statement is not None
    certified_statement(statement.weaker_claim or statement).write(str(folder), MADE)
    return str(folder)


def test_a_proof_is_checked_before_anybody_sees_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")  # where a program may be that gives hints
    monkeypatch.setattr("sudokopie.proofs.proof.convert_drup_to_lrat", lambda *_: ["999999 0 1 0"])
    with pytest.raises(ProofError, match="the proof fails: line"):
        refute(IsCopy(*NO))


def test_the_conversion_takes_no_more_than_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        name = "slow"
        abilities = find_backend(PROVER).abilities

        def solve_formula(self, *_: object, **__: object) -> FormulaResult:
            time.sleep(0.2)
            return FormulaResult(None, {}, REFUTATION.proof.drat)

    monkeypatch.setattr("sudokopie.proofs.proof.find_proving_backend", lambda _: Slow())
    with pytest.raises(ProofError, match="time was not enough"):
        refute(IsCopy(*NO), timeout=0.1)
    assert refute(IsCopy(*NO), timeout=60).proof.drat == REFUTATION.proof.drat


def test_a_certificate_of_a_no(tmp_path: Path) -> None:
    folder = certified(tmp_path / "no", *NO)
    names = {path.name for path in Path(folder).iterdir()}
    assert names == {CLAIM_FILE, *QUESTION, PAIR, README, LIST}
    assert len((tmp_path / "no" / "README").read_text().splitlines()) == 11
    assert check_answer(folder, *NO) == refuted(*NO)
    with pytest.raises(ProofError, match=r"question\.cnf is not the formula of these Sudokus"):
        check_answer(folder, NO.second, NO.first)
    with pytest.raises(ProofError, match="the certificate is not one of this Sudoku"):
        check_answer(folder, *FULL_NO)


def test_a_certificate_of_a_yes(tmp_path: Path) -> None:
    folder = certified(tmp_path / "yes", *YES)
    assert {path.name for path in Path(folder).iterdir()} == {CLAIM_FILE, README, LIST}
    assert check_answer(folder, *YES).witness is not None
    with pytest.raises(ProofError, match=r"the witness does not hold: row \d, column \d is"):
        check_answer(folder, YES.second, YES.first)
    with pytest.raises(ProofError, match="the certificate is not one of this Sudoku"):
        check_answer(folder, *NO)
    witness = tmp_path / "yes" / "certificate.json"
    text = witness.read_text()
    for broken in (
        *("", "{}", "[]", "[" * 100_000, "\xff", text[:-9]),
        text.replace('"rotation": ', '"rotation": 4'),
        text.replace('"rotation": 1', '"rotation": true'),
        text.replace('"rotation": 1', '"rotation": 1.0'),
    ):
        assert broken != text
        witness.write_text(broken, encoding="latin-1")
        with pytest.raises(ProofError, match=r"certificate\.json is not as expected: "):
            check_answer(folder, *YES)


def test_another_formula_is_refused_even_with_a_proof(tmp_path: Path) -> None:
    folder = certified(tmp_path, *YES[:1], exchange_clues(YES.first, Random(1)))
    question, proof = tmp_path / "question.cnf", tmp_path / "proof.lrat"
    lines = question.read_text().splitlines()
    p_line = next(line for line in lines if line.startswith("p cnf"))
    _, _, variables, count = p_line.split()
    for extra, other in (
        (["1 0", "-1 0"], f"p cnf {variables} {int(count) + 2}"),
        ([], f"p cnf {int(variables) + 1} {count}"),
    ):
        changed = [other if line == p_line else line for line in lines] + extra
        question.write_text("\n".join(changed) + "\n")
        if extra:
            proof.write_text(f"{int(count) + 3} 0 {int(count) + 1} {int(count) + 2} 0\n")
            assert accepts(proof.read_text().splitlines(), changed)
        with pytest.raises(ProofError, match="is not the formula"):
            check_answer(folder, YES.first, exchange_clues(YES.first, Random(1)))


def test_a_certificate_of_the_fewest_steps(tmp_path: Path) -> None:
    steps = decide(*YES).steps
    assert steps is not None
    for enough in (steps, steps + 1, 50):
        with pytest.raises(
            FailedProofCheckError, match="says yes, but the answer found before was no"
        ):
            refute(IsCopyByFewSteps(*YES, enough))
    folder = tmp_path / "fewest"
    witness = decide(*YES).transformation
    assert witness is not None
    statement = YesClaim(IsCopy(*YES), witness, True)
    certified_statement(statement).write(str(folder), MADE)
    assert check_answer(str(folder), *YES) == statement
    assert read_export_header(str(folder / "question.cnf")).question == IsCopyByFewSteps(
        *YES, steps - 1
    )
    # A proof about fewer steps than one less says nothing of the witness at hand.
    less = Certificate(statement, (refute(IsCopyByFewSteps(*YES, steps - 2)),))
    less.write(str(tmp_path / "less"), MADE)
    with pytest.raises(ProofError, match="is not the formula"):
        check_answer(str(tmp_path / "less"), *YES)
    (folder / "proof.lrat").write_text("")
    with pytest.raises(ProofError, match="the proof fails"):
        check_answer(str(folder), *YES)
    (folder / "question.cnf").unlink()
    with pytest.raises(
        ProofError, match=r"SHA256SUMS does not name question\.cnf, which is needed"
    ):
        check_answer(str(folder), *YES)
    for name in ("proof.drat", "proof.lrat"):
        (folder / name).unlink()
    text = (folder / CLAIM_FILE).read_text()
    (folder / CLAIM_FILE).write_text(text.replace('"best": true', '"best": false'))
    assert not check_answer(str(folder), *YES).best


def test_a_witness_without_steps_needs_no_proof(tmp_path: Path) -> None:
    same = YES.first, YES.first
    folder, statement = str(tmp_path), make_claim_for_answer(decide(*same))
    assert statement is not None
    certified_statement(statement).write(folder, MADE)
    (tmp_path / "notes.txt").write_text("of a reader\n")
    check_certificate(folder, *same)  # other files are not named
    (tmp_path / "notes.txt").unlink()
    (tmp_path / "question.cnf").write_text("left over\n")
    with pytest.raises(ProofError, match=r"question\.cnf belongs to nothing that the certificate"):
        check_answer(folder, *same)
    (tmp_path / "question.cnf").unlink()
    witness = decide(*same).transformation
    assert witness is not None
    assert check_answer(folder, *same) == YesClaim(IsCopy(*same), witness, True)


def test_a_certificate_of_how_near(tmp_path: Path) -> None:
    first, second = NO
    found = nearest(first, second)
    for blanks, more in ((False, found.agreeing + 1), (True, 82), (False, 999)):
        statement = NoClaim(HowManyCellsAgree(first, second, blanks, more))
        folder = str(tmp_path / f"{more}{blanks}")
        certified_statement(statement).write(folder, MADE)
        assert check_answer(folder, first, second) == statement
        assert (
            read_export_header(os.path.join(folder, "question.cnf")).question == statement.question
        )
    with pytest.raises(FailedProofCheckError, match="says yes"):
        refute(HowManyCellsAgree(first, second, at_least=found.agreeing))
    # What the certificate states is what is checked.
    path = Path(folder) / CLAIM_FILE
    path.write_text(path.read_text().replace('"at_least": 999', '"at_least": 1'))
    with pytest.raises(ProofError, match="is not the formula"):
        check_answer(folder, first, second)


def as_1_0_0(folder: Path) -> None:
    """Let the certificate of a pair be one as version 1.0.0 wrote it."""
    facts = json.loads((folder / CLAIM_FILE).read_text())
    (folder / CLAIM_FILE).unlink()
    if "witness" in facts:
        (folder / WITNESS).write_text(json.dumps(facts["witness"] | {"shape": facts["shape"]}))
    elif "at_least" in facts:
        path = folder / "question.cnf"
        path.write_text(path.read_text().replace("c asks nearest\n", ""))


def test_certificates_of_pairs_by_1_0_0_are_still_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = decide(*YES).transformation
    assert witness is not None
    fewest = YesClaim(IsCopy(*YES), witness, True)
    no_copy, too_many = refuted(*NO), NoClaim(HowManyCellsAgree(*NO, True, 82))
    for number, (statement, pair) in enumerate(((fewest, YES), (no_copy, NO), (too_many, NO))):
        folder = tmp_path / str(number)
        with monkeypatch.context() as then:
            for room in ("copy", "question"):
                then.setattr(
                    f"sudokopie.questions.{room}.FormulaWithCostCounter",
                    partial(FormulaWithCostCounter, stops_at_limit=False),
                )
            certified_statement(replace(statement)).write(str(folder), MADE)
        as_1_0_0(folder)
        assert check_answer(str(folder), *pair) == statement
        with pytest.raises(ProofError):
            check_answer(str(folder), *FULL_NO)
        (folder / "proof.lrat").write_text("")
        with pytest.raises(ProofError, match="the proof fails"):
            check_answer(str(folder), *pair)
    folder = tmp_path / "0"
    for name in QUESTION:
        (folder / name).unlink()
    assert check_answer(str(folder), *YES) == fewest.weaker_claim
    (folder / WITNESS).write_text('{"best": true, ' + (folder / WITNESS).read_text()[1:])
    with pytest.raises(ProofError, match=r"witness\.json: best: this field belongs to nothing"):
        check_answer(str(folder), *YES)
    (folder / WITNESS).write_text("{}")
    with pytest.raises(ProofError, match=r"witness\.json is not as expected: "):
        check_answer(str(folder), *YES)
    assert read_export_header(str(tmp_path / "2" / "question.cnf")).question == too_many.question


def test_a_certificate_stays_until_the_next_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = certified(tmp_path, *NO)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(*_: object) -> Iterator[str]:
        yield "half"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("sudokopie.proofs.certificate.yield_cnf_text_of_refuted_question", full)
    with pytest.raises(OSError, match="No space left"):
        Certificate(refuted(*NO), (REFUTATION,)).write(folder, MADE)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_certificate_replaces_the_one_before(tmp_path: Path) -> None:
    certified(tmp_path, *NO)
    folder = certified(tmp_path, *YES)
    assert {path.name for path in tmp_path.iterdir()} == {CLAIM_FILE, README, LIST}
    assert check_answer(folder, *YES).witness is not None


def test_a_changed_certificate_is_refused(tmp_path: Path) -> None:
    folder = certified(tmp_path, *NO)
    for name in ("question.cnf", "proof.lrat"):
        path = tmp_path / name
        lines = path.read_text().splitlines(keepends=True)
        for changed in ([], lines[:-1], [*lines[:-1], "x\n"], [*lines, "0\n"][1:]):
            path.write_text("".join(changed))
            try:
                check_answer(folder, *NO)
            except ProofError:
                continue
            # Comments may be missing, and nothing behind the empty clause matters.
            assert name == "question.cnf" or changed == lines
        path.unlink()
        with pytest.raises(ProofError, match=f"does not name {name}, which is needed"):
            check_answer(folder, *NO)
        path.write_text("".join(lines))
    assert check_answer(folder, *NO) == refuted(*NO)


@pytest.mark.parametrize(
    "entry",
    # Full grids of 16×16 and all of 25×25 take from ten seconds to minutes: benchmarks/certify.py.
    [
        pytest.param(
            entry,
            marks=[pytest.mark.slow]
            if (entry["size"], entry["clues"]) in ((16, 60), (16, 100))
            or str(entry["file"]).startswith("hard9")
            else [],
        )
        for entry in manifest()
        if entry["verdict"] == "different"
        and (entry["size"] <= 9 or (entry["size"] == 16 and entry["clues"] <= 100))
    ],
    ids=lambda entry: entry["file"],
)
def test_every_no_is_certified(entry: dict[str, object], tmp_path: Path) -> None:
    pair = pair_from(INSTANCES / str(entry["file"]))
    assert check_answer(certified(tmp_path, *pair), *pair) == refuted(*pair)


def test_the_small_pairs_of_the_definition() -> None:
    blank, corner = Grid([[0, 0], [0, 0]]), Grid([[1, 0], [0, 0]])
    assert refute(IsCopy(blank, corner)).proof.lrat
    assert refute(IsCopy(Grid([[0]]), Grid([[1]]))).proof.lrat
    assert refute(IsCopy(Grid([[0] * 6] * 6), Grid([[1, *[0] * 5], *[[0] * 6] * 5]))).proof.lrat
    assert BoxShape(1, 2) == blank.shape


# Programs of others


def refusal(name: str) -> str:
    """Return the beginning of the error for a wrong proof if the checker `name` was asked for."""
    return f"{name} does not accept" if CHECKERS[name].is_verified else "the proof fails: "


@pytest.mark.parametrize("name", CHECKERS)
def test_checkers_of_others(name: str, tmp_path: Path) -> None:
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    folder = certified(tmp_path, *FULL_NO)
    assert refute(IsCopy(*FULL_NO), checker_name=name).proof.origin.checker == name
    assert check_answer(folder, *FULL_NO, name) == refuted(*FULL_NO)
    proof = tmp_path / "proof.lrat"
    lines = proof.read_text().splitlines(keepends=True)
    for wrong in (lines[:-1], [*lines[:5], *lines[6:]], []):
        proof.write_text("".join(wrong))
        with pytest.raises(ProofError, match=refusal(name)):
            check_answer(folder, *FULL_NO, name)


BOXES = Grid([[1, *[0] * 5], *[[0] * 6] * 5], box=(3, 2))
OTHER_BOXES = Grid([[1, 2, *[0] * 4], *[[0] * 6] * 5], box=(3, 2))


@pytest.mark.parametrize(("by_path", "has_file"), [(False, True), (True, True), (True, False)])
def test_a_checker_that_reads_the_pair(
    by_path: bool, has_file: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program receives the shape of the boxes, the two Sudokus and the proof, also if the
    certificate has no file with the Sudokus.
    """
    folder = certified(tmp_path / "certificate", BOXES, OTHER_BOXES)
    if not has_file:
        (Path(folder) / PAIR).unlink()
    programs, received = tmp_path / "programs", tmp_path / "received"
    programs.mkdir()
    keep = f"import shutil; shutil.copy(sys.argv[3], {str(received)!r}); print(sys.argv[1:3])"
    stand_in(programs, "not-copies", f"{keep}; print({ACCEPTED['not-copies']!r})")
    name = str(programs / "not-copies") if by_path else "not-copies"
    monkeypatch.setenv("PATH", "" if by_path else str(programs))
    assert (
        refute(IsCopy(BOXES, OTHER_BOXES), checker_name=name).proof.origin.checker == "not-copies"
    )
    assert check_answer(folder, BOXES, OTHER_BOXES, name) == refuted(BOXES, OTHER_BOXES)
    rows = [" ".join(map(str, row)) for row in (*BOXES.rows, (), *OTHER_BOXES.rows)]
    assert received.read_text().splitlines() == rows
    if has_file:
        assert (Path(folder) / PAIR).read_text() == received.read_text()
        assert "not-copies --box 3x2 pair.txt proof.lrat" in (Path(folder) / README).read_text()
    script = "import sys; print(sys.argv[1:3] == ['--box', '3x2'] and 'not proved: x' or 'wrong')"
    stand_in(programs, "not-copies", f"{script}; sys.exit(1)")
    with pytest.raises(ProofError, match=r"not-copies does not accept the proof .*: not proved: x"):
        check_answer(folder, BOXES, OTHER_BOXES, name)


def test_the_file_with_the_pair_is_compared(tmp_path: Path) -> None:
    folder = certified(tmp_path, *NO)
    file = tmp_path / PAIR
    text = file.read_text()
    for wrong in (
        text[:-1],
        text + "\n",
        text.replace("\n\n", "\n"),
        "",
        text.replace(" 1", "  1"),
    ):
        file.write_text(wrong)
        with pytest.raises(ProofError, match=r"pair\.txt does not have exactly the two Sudokus"):
            check_answer(folder, *NO)
    file.unlink()
    assert check_answer(folder, *NO) == refuted(*NO)
    file.write_text("This file belongs to the user.")
    assert check_certificate(folder, *NO) == refuted(*NO)
    yes = certified(tmp_path / "yes", *YES)
    (tmp_path / "yes" / PAIR).write_text(text)
    assert isinstance(check_certificate(yes, *YES), YesClaim)
    with pytest.raises(ProofError, match="belongs to nothing that the certificate states"):
        check_answer(yes, *YES)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        (
            HowManyCellsAgree(*NO, blanks=True, at_least=16),
            "checks only the statements that the second Sudoku",
        ),
        (IsCopy(*NO, parts=AllowedMoves(["digits"])), "by all kinds of moves"),
    ],
)
def test_a_checker_refuses_other_questions_at_once(
    question: Question, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    stand_in(tmp_path, "not-copies", f"print({ACCEPTED['not-copies']!r})")
    monkeypatch.setattr("sudokopie.proofs.certificate.prove_unsatisfiable", None)
    with pytest.raises(BackendError, match=sentence):
        certified_statement(NoClaim(question), checker_name="not-copies")
    folder = certified(tmp_path / "yes", *YES)
    with pytest.raises(BackendError, match="checks only the statements"):
        check_answer(folder, *YES, "not-copies")


def test_drat_trim_takes_the_proof(tmp_path: Path) -> None:
    if not shutil.which("drat-trim"):
        pytest.skip("drat-trim is not installed")
    command = ["drat-trim", "question.cnf", "proof.drat"]
    folder = certified(tmp_path, *FULL_NO)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert "s VERIFIED" in done.stdout.splitlines()


def stand_in(folder: Path, name: str, source: str) -> None:
    """Write a program in Python that goes by the name of another."""
    path = folder / name
    path.write_text(f"#!{sys.executable}\nimport os, sys\n{source}\n")
    path.chmod(0o755)


ACCEPTED = {
    "cake_lpr": "s VERIFIED UNSAT",
    "lrat-check": "c VERIFIED",
    "not-copies": "s VERIFIED NOT COPIES",
}


@pytest.mark.parametrize("name", ["cake_lpr", "lrat-check"])
def test_a_checker_gets_formula_and_proof(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    follow = f"""
import importlib.util
spec = importlib.util.spec_from_file_location("one", {lrat_check.__file__!r})
one = importlib.util.module_from_spec(spec); spec.loader.exec_module(one)
try: one.check_and_count_proof_lines(*one.read_formula(open(sys.argv[1])), open(sys.argv[2]))
except ValueError as error: print("c NOT VERIFIED"); sys.exit(1)
print("c it was easy"); print({ACCEPTED[name]!r})"""
    stand_in(tmp_path, name, follow)
    assert refute(IsCopy(*NO), checker_name=name).proof.origin[:3] == (PROVER, "sudokopie", name)
    folder = certified(tmp_path / "certificate", *NO)
    assert check_answer(folder, *NO, name) == refuted(*NO)
    (tmp_path / "certificate" / "proof.lrat").write_text("1 0 1 0\n")
    with pytest.raises(ProofError, match=refusal(name)):
        check_answer(folder, *NO, name)


@pytest.mark.parametrize("name", CHECKERS)
@pytest.mark.parametrize(
    "source",
    [
        "print('s NOT VERIFIED')",
        "print('c NOT VERIFIED'); sys.exit(1)",
        "print('s NOT VERIFIED UNSAT')",
        "print(ACCEPTED); print('s NOT VERIFIED')",
        "print('c empty clause not derived at end of proof', file=sys.stderr)",
    ],
)
def test_a_checker_that_rejects_refutes(
    name: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    stand_in(tmp_path, name, source.replace("ACCEPTED", repr(ACCEPTED[name])))
    with pytest.raises(FailedProofCheckError, match=f"{name} does not accept the proof"):
        refute(IsCopy(*NO), checker_name=name)
    folder = certified(tmp_path / "certificate", *NO)
    with pytest.raises(ProofError, match=f"{name} does not accept the proof"):
        check_answer(folder, *NO, name)


@pytest.mark.parametrize("name", CHECKERS)
@pytest.mark.parametrize(
    "source",
    [
        "print(ACCEPTED + ' or not')",
        "print('c ' + ACCEPTED)",
        "print(ACCEPTED); print(ACCEPTED)",
        "print(ACCEPTED); sys.exit(1)",
        "print(ACCEPTED, flush=True); os.kill(os.getpid(), 11)",
        "print('c NOT VERIFIED', flush=True); os.kill(os.getpid(), 11)",
        "print('c it begins', file=sys.stderr, flush=True); os.kill(os.getpid(), 9)",
        "print('CakeML heap space exhausted.', file=sys.stderr); sys.exit(1)",
        "print('c Memory allocation failure'); sys.exit(1)",
        "print(ACCEPTED.replace('c ', '- '), file=sys.stderr)",
        "pass",
    ],
)
def test_a_checker_that_fails_neither_certifies_nor_refutes(
    name: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    stand_in(tmp_path, name, source.replace("ACCEPTED", repr(ACCEPTED[name])))
    with pytest.raises(BackendError, match=f"{name} did not check the proof"):
        refute(IsCopy(*NO), checker_name=name)
    folder = certified(tmp_path / "certificate", *NO)
    with pytest.raises(BackendError, match=f"{name} did not check the proof"):
        check_answer(folder, *NO, name)


def test_a_checker_takes_no_more_than_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    stand_in(tmp_path, "cake_lpr", "import time; time.sleep(60)")
    begin = time.monotonic()
    with pytest.raises(ProofError, match="time was not enough"):
        refute(IsCopy(*NO), checker_name="cake_lpr", timeout=2)
    assert time.monotonic() - begin < 30

    with pytest.raises(DeadlinePassedError):
        find_checker().check(FORMULA, repeat("1 d 0", 3_000_000), Deadline(0.2))


def test_a_checker_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    for name in (*CHECKERS, "nobody"):
        with pytest.raises(BackendError, match=f"the checker {name} is not installed"):
            refute(IsCopy(*NO), checker_name=name)


def test_the_steps_that_are_needed() -> None:
    proof = ["6 1 0 2 3 0", "7 2 0 1 0", "7 d 1 0", "8 10 0 6 0", "8 d 6 0", "9 0 8 4 0", "10 1 0"]
    steps = ["6 1 0 2 3 0", "8 10 0 6 0", "9 0 8 4 0"]
    assert list_needed_lrat_lines(proof, Deadline()) == steps
    assert list(convert_lrat_to_drat_lines(steps)) == ["1 0", "10 0", "0"]
    for nothing in ([], ["6 1 0 2 3 0"], ["6 d 1 0"], ["0"], [""]):
        with pytest.raises(ProofError, match="ends without the empty clause"):
            list_needed_lrat_lines(nothing, Deadline())


def test_the_checker_says_how_it_is_called() -> None:
    for arguments in ([], ["one.cnf"]):
        command = [sys.executable, "-I", lrat_check.__file__, *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr == "usage: python lrat_check.py QUESTION.cnf PROOF.lrat\n"


def test_the_checker_runs_alone(tmp_path: Path) -> None:
    folder = certified(tmp_path, *NO)
    alone = tmp_path / "alone.py"
    shutil.copy(lrat_check.__file__, alone)
    question = Path(folder) / "question.cnf"
    question.write_bytes(b"c R\xe4tsel\n" + question.read_bytes())  # not in UTF-8
    command = [sys.executable, "-I", str(alone), "question.cnf", "proof.lrat"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("verified: no solution, by ")
