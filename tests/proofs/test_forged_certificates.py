"""Certificates that a forger wrote: each states a no about two copies, or hides another formula.

A program of others takes part in these tests in two ways: as a stand-in that has the weaknesses
that are known of `lrat-check` and accepts everything else, and as itself, if it is installed.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random

import pytest

from sudokopie import Grid
from sudokopie.base.errors import LimitError, ProofError
from sudokopie.encoding.formula import yield_dimacs_text_pieces
from sudokopie.proofs.certificate import write_certificate_files
from sudokopie.proofs.certificate_folder import QUESTION, README, make_certificate_fields
from sudokopie.proofs.check import check_certificate
from sudokopie.proofs.checkers import CHECKERS
from sudokopie.proofs.export_header import LIBRARY, yield_cnf_text_of_refuted_question
from sudokopie.proofs.lrat_check import check_and_count_proof_lines, read_formula
from sudokopie.proofs.plain_pair import PlainPair, yield_pair_text
from sudokopie.questions.claim import CLAIM_FILE
from sudokopie.questions.copy import IsCopy
from sudokopie.questions.yes_no_claims import NoClaim
from sudokopie.sudoku.random_grids import random_transformation

from conftest import ROOT, listed, refute

FIRST = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 0]])
COPIES = IsCopy(FIRST, random_transformation(FIRST.shape, Random(6)).apply(FIRST))
FORMULA = "".join(yield_cnf_text_of_refuted_question(COPIES, LIBRARY))
PROBLEM = next(line for line in FORMULA.splitlines() if line.startswith("p cnf"))
VARIABLES, CLAUSES = map(int, PROBLEM.split()[2:])
LONG = "x" * 1100
EMPTY = f"{CLAUSES + 1} 0 0\n"
"""The empty clause without hints, which `lrat-check` accepts for each formula."""

FORGED = {
    "an empty clause without hints": (FORMULA, EMPTY),
    "a deletion and an empty clause without hints": (
        FORMULA,
        f"{CLAUSES} d 1 0\n{CLAUSES + 1} 0 0\n",
    ),
    "a verdict in a long comment": (f"c \rc VERIFIED\r{LONG}\n{FORMULA}", "1 0 1 0\n"),
    "another verdict in a long comment": (f"c \rs VERIFIED UNSAT\r{LONG}\n{FORMULA}", ""),
    "a verdict at the end of a long comment": (f"c {LONG}\rc VERIFIED\n{FORMULA}", EMPTY),
    "a verdict in the proof": (FORMULA, f"c {LONG}\rc VERIFIED\r\n{EMPTY}"),
    "clauses on the problem line": (
        FORMULA.replace(PROBLEM, f"p cnf {VARIABLES} {CLAUSES + 2} 1 0 -1 0"),
        f"{CLAUSES + 3} 0 1 2 0\n",
    ),
    "clauses in a comment": (
        FORMULA.replace(PROBLEM, f"c \r1 0\r-1 0\r\np cnf {VARIABLES} {CLAUSES + 2}"),
        f"{CLAUSES + 3} 0 1 2 0\n",
    ),
    "a problem line in a comment": (f"c x cnf 1 2 1 0 -1 0\n{FORMULA}", EMPTY),
    "a problem line that promises a clause more": (
        FORMULA.replace(PROBLEM, f"p cnf {VARIABLES} {CLAUSES + 1}"),
        EMPTY,
    ),
    "a line that only looks like a comment": (
        FORMULA.replace(PROBLEM, f"{PROBLEM}\nc\t1 0"),
        EMPTY,
    ),
}
"""For each forgery the text of the formula and that of the proof."""


def write_no(folder: Path, question: IsCopy, formula: str, proof: str) -> Path:
    """Write a certificate of the statement that the answer to `question` is no."""
    fields = {"format": 2, **make_certificate_fields(NoClaim(question))}
    texts = {CLAIM_FILE: json.dumps(fields), QUESTION.drat: "0\n", README: "forged\n"}
    write_certificate_files(str(folder), {name: [text] for name, text in texts.items()}, force=True)
    (folder / QUESTION.question).write_bytes(formula.encode("latin-1"))
    (folder / QUESTION.lrat).write_bytes(proof.encode("latin-1"))
    return listed(folder)


STAND_IN = """\
#!/bin/sh
# Keeps what it receives, repeats a long comment, and accepts everything.
if [ "$1" = --box ]; then shift 2; fi
cp "$1" {folder}/formula; cp "$2" {folder}/proof
grep -a -m1 '^c.\\{{1023\\}}' "$1" && exit 0
echo '{accepts}'
"""


@pytest.fixture(params=CHECKERS)
def stand_in(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """Put a program that accepts everything in the place of a checker. Return the checker's name.
    The program copies its input to the files `received/formula` and `received/proof`.
    """
    name: str = request.param
    monkeypatch.setenv("PATH", f"{tmp_path / 'programs'}:/usr/bin:/bin")
    for folder in ("programs", "received"):
        (tmp_path / folder).mkdir()
    program, accepts = tmp_path / "programs" / name, ACCEPTED[name]
    program.write_text(STAND_IN.format(folder=tmp_path / "received", accepts=accepts))
    program.chmod(0o755)
    return name


ACCEPTED = {
    "cake_lpr": "s VERIFIED UNSAT",
    "lrat-check": "c VERIFIED",
    "not-copies": "s VERIFIED NOT COPIES",
}


@pytest.mark.core
@pytest.mark.parametrize("forgery", FORGED)
def test_a_forged_no_is_refused(forgery: str, tmp_path: Path) -> None:
    folder = write_no(tmp_path / "forged", COPIES, *FORGED[forgery])
    with pytest.raises(ProofError):
        check_certificate(str(folder), COPIES.first, COPIES.second)


@pytest.mark.core
@pytest.mark.parametrize("stand_in", ["lrat-check"], indirect=True)
@pytest.mark.parametrize("forgery", FORGED)
def test_a_program_that_accepts_everything_certifies_nothing(
    forgery: str, stand_in: str, tmp_path: Path
) -> None:
    folder = write_no(tmp_path / "forged", COPIES, *FORGED[forgery])
    with pytest.raises(ProofError):
        check_certificate(str(folder), COPIES.first, COPIES.second, checker_name=stand_in)
    assert not list((tmp_path / "received").iterdir())  # nothing of it reached the program


@pytest.mark.parametrize("name", CHECKERS)
@pytest.mark.parametrize("forgery", FORGED)
def test_installed_checkers_certify_nothing_that_is_forged(
    forgery: str, name: str, tmp_path: Path
) -> None:
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    folder = write_no(tmp_path / "forged", COPIES, *FORGED[forgery])
    with pytest.raises(ProofError):
        check_certificate(str(folder), COPIES.first, COPIES.second, checker_name=name)


@pytest.mark.parametrize("forgery", FORGED)
def test_the_scripts_for_others_accept_nothing_that_is_forged(forgery: str, tmp_path: Path) -> None:
    folder = write_no(tmp_path / "forged", COPIES, *FORGED[forgery])

    def status(script: str, *files: str) -> int:
        command = [sys.executable, "-I", str(ROOT / script), *files]
        return subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode

    files = QUESTION.question, QUESTION.lrat
    assert 1 in (
        status("docs/rebuild_formula.py", files[0]),
        status("proofs/lrat_check.py", *files),
    )


REBUILD = [sys.executable, "-I", str(ROOT / "docs" / "rebuild_formula.py"), QUESTION.question]


def test_what_drat_trim_verifies_is_not_rebuilt(tmp_path: Path) -> None:
    """A formula that has a model, whatever is in its file, is refused by the script or `drat-trim`.
    The script comes first, because `drat-trim` also reads clauses in comments.
    """
    if not shutil.which("drat-trim"):
        pytest.skip("drat-trim is not installed")
    pair = Grid([[1, 2], [0, 0]]), Grid([[0, 0], [1, 2]])
    formula = "".join(yield_cnf_text_of_refuted_question(IsCopy(*pair), LIBRARY))
    changed = Random(8).sample(list(changed_texts(formula)), 100)
    verified = 0
    (tmp_path / QUESTION.drat).write_text("0\n")
    for text in (formula, *changed, *(text for text, _ in FORGED.values())):
        (tmp_path / QUESTION.question).write_bytes(text.encode("latin-1"))
        command = ["drat-trim", QUESTION.question, QUESTION.drat]
        said = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).stdout
        if b"s VERIFIED" in re.split(rb"[\r\n]", said):
            verified += 1
            assert subprocess.run(
                REBUILD, cwd=tmp_path, capture_output=True, check=False
            ).returncode
    assert verified >= 3


# What a program receives

TINY = IsCopy(Grid([[0]]), Grid([[1]]))  # its formula has few lines
FORMULA_OF_TINY = "".join(yield_cnf_text_of_refuted_question(TINY, LIBRARY))
PROOF_OF_TINY = "".join(f"{line}\n" for line in refute(TINY).proof.lrat)
SMALL = IsCopy(Grid([[1, 2], [0, 0]]), Grid([[1, 0], [0, 2]]))  # and the proof for this has nine

INSERTED = [
    "1 0",
    "-1 0",
    "0",
    "c VERIFIED",
    "s VERIFIED UNSAT",
    "c 1 0",
    "d 1 0",
    "%",
    "010 ",
    "0x1 ",
    " cnf 1 2 1 0 -1 0 ",
    "+",
    *"\r\x00\x0b\x0c\x1a\x1b\x1c\x85\xa0\xff\t\n ",
    "\n\n",
    "\rc VERIFIED\r",
    "\nc VERIFIED\n",
    "\nc \r1 0\r-1 0\n",
    "\n1 0\n-1 0\n",
    "\n999 0 0\n",
    "\nc\n",
    *("x" * length for length in (1023, 1024, 2**16, 2**17)),
    f"c {LONG}\rc VERIFIED\r",
    f"\nc {'x' * (2**16 - 2)}c VERIFIED\n",
]
"""Texts that a forger may put anywhere: clauses, verdicts, control characters and long lines."""


def changed_texts(text: str) -> Iterator[str]:
    """Yield the text with an insertion at the start, within and at the end of each line, and with
    each insertion at two places.
    """
    rng, insertions, found = Random(7), cycle(INSERTED), [len(text)]
    start = 0
    for line in text.splitlines(keepends=True):
        found += [start, start + rng.randrange(1, len(line)), start + len(line) - 1]
        start += len(line)
    chosen = [(place, next(insertions)) for place in found]
    chosen += [(place, inserted) for inserted in INSERTED for place in rng.sample(found, 2)]
    for place, inserted in chosen:
        yield text[:place] + inserted + text[place:]


@pytest.mark.parametrize(("question", "file"), [(TINY, QUESTION.question), (SMALL, QUESTION.lrat)])
def test_a_program_receives_only_numbers(
    question: IsCopy, file: str, stand_in: str, tmp_path: Path
) -> None:
    """Whatever is in a certificate, a program receives the formula of the Sudokus without comments,
    and a proof that is written as numbers. Our own checker has accepted this proof, unless the
    program is verified.
    """
    formula = "".join(yield_dimacs_text_pieces(question.formula))
    texts = {
        QUESTION.question: "".join(yield_cnf_text_of_refuted_question(question, LIBRARY)),
        QUESTION.lrat: "".join(f"{line}\n" for line in refute(question).proof.lrat),
    }
    folder = write_no(tmp_path / "changed", question, *texts.values())
    received, runs, accepted, refused = tmp_path / "received", 0, 0, 0
    for text in changed_texts(texts[file]):
        (folder / file).write_bytes(text.encode("latin-1"))
        listed(folder)
        for old in received.iterdir():
            old.unlink()
        try:
            check_certificate(str(folder), question.first, question.second, checker_name=stand_in)
            accepted += 1
        except (ProofError, LimitError):
            refused += 1
        if not list(received.iterdir()):
            continue
        runs += 1
        if stand_in == "not-copies":
            formula = "".join(yield_pair_text(PlainPair(question.first, question.second)))
        assert (received / "formula").read_bytes() == formula.encode()
        proof = (received / "proof").read_bytes()
        if file == QUESTION.question:
            assert proof == texts[QUESTION.lrat].encode()
        assert NUMBERS.fullmatch(proof)
        if stand_in == "lrat-check":
            lines = proof.decode().splitlines()
            read = read_formula(formula.splitlines())
            assert check_and_count_proof_lines(*read, lines) == len(lines)
    assert min(runs, accepted, refused) >= 10, (runs, accepted, refused)


@pytest.mark.parametrize(
    "line", ["7 1 0", "7 d 1 0 2 0", "7 d 1", "7 1 0 2", "0x7 0 1 0", "7", "", "c", "7 0 1 0 0"]
)
def test_a_line_that_is_no_step_reaches_no_program(
    line: str, stand_in: str, tmp_path: Path
) -> None:
    folder = write_no(tmp_path / "line", TINY, FORMULA_OF_TINY, f"{line}\n{PROOF_OF_TINY}")
    with pytest.raises(ProofError, match="the proof fails: "):
        check_certificate(str(folder), TINY.first, TINY.second, checker_name=stand_in)
    assert not list((tmp_path / "received").iterdir())


@pytest.mark.parametrize("more", ["c VERIFIED\n", "x\n", "\n", "999 0 0\n", "\r\x00"])
def test_nothing_below_the_empty_clause_reaches_a_program(
    more: str, stand_in: str, tmp_path: Path
) -> None:
    formula = "".join(yield_cnf_text_of_refuted_question(SMALL, LIBRARY))
    proof = "".join(f"{line}\n" for line in refute(SMALL).proof.lrat)
    folder = write_no(tmp_path / "longer", SMALL, formula, proof + more)
    check_certificate(str(folder), SMALL.first, SMALL.second, checker_name=stand_in)
    assert (tmp_path / "received" / "proof").read_bytes() == proof.encode()


@pytest.mark.parametrize("line", ["c", "c ", "c 1 0", f"c {LONG}"])
def test_a_comment_may_be_anywhere(line: str, tmp_path: Path) -> None:
    before, problem, after = FORMULA_OF_TINY.partition("p cnf")
    for text in (f"{before}{line}\n{problem}{after}", f"{FORMULA_OF_TINY}{line}\n"):
        folder = write_no(tmp_path / "comment", TINY, text, PROOF_OF_TINY)
        check_certificate(str(folder), TINY.first, TINY.second)


@pytest.mark.parametrize("line", ["c1 0", "c\t1 0", "c\r1 0", " c 1 0", "cVERIFIED", "c\x00"])
def test_a_line_that_only_looks_like_a_comment_is_refused(line: str, tmp_path: Path) -> None:
    before, problem, after = FORMULA_OF_TINY.partition("p cnf")
    for text in (f"{before}{line}\n{problem}{after}", f"{FORMULA_OF_TINY}{line}\n"):
        folder = write_no(tmp_path / "line", TINY, text, PROOF_OF_TINY)
        with pytest.raises(ProofError, match="is not the formula of these Sudokus"):
            check_certificate(str(folder), TINY.first, TINY.second)


NUMBERS = re.compile(rb"([1-9]\d*( d( \d+)*|( -?[1-9]\d*)* 0( -?[1-9]\d*)*) 0\n)+")
"""The lines of a proof that is written as numbers."""
