"""The verified checker `verified/not-copies` is built from its proofs, accepts what is proved, and
refuses everything else.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudokopie import (
    BoxShape,
    Grid,
    Pair,
    certify,
    format_pair,
    nearest,
    symmetries,
    ways,
    within,
)
from sudokopie.answers.visible_symmetry import survey
from sudokopie.encoding.clue_comparison import MostAgreeingCellsFormula
from sudokopie.encoding.formula import (
    Formula,
    FormulaWithCostCounter,
    yield_dimacs_text_pieces,
)
from sudokopie.encoding.symmetry_breaking import has_quarter_turn
from sudokopie.proofs.certificate import make_certificate
from sudokopie.proofs.certify import make_claim_for_answer
from sudokopie.proofs.plain_pair import PlainPair, find_pair_of_plain_formula, yield_pair_text
from sudokopie.questions.broken_symmetry import IsCopyByLeastImages
from sudokopie.questions.broken_symmetry_claim import NotCopyClaim
from sudokopie.questions.copy import IsCopy
from sudokopie.questions.nearest import HowManyCellsAgree
from sudokopie.questions.symmetry import HasOtherSymmetries
from sudokopie.questions.symmetry_claims import SymmetryCountClaim
from sudokopie.questions.within import IsCopyWithCluesLeftOut
from sudokopie.questions.yes_no_claims import NoClaim
from sudokopie.sudoku.allowed_moves import EVERYTHING, AllowedMoves
from sudokopie.sudoku.random_grids import cyclic_grid, exchange_clues, random_transformation

from conftest import INSTANCES, PROGRAM, ROOT, listed, manifest, pair_from
from shown import blocks, is_like, run_command

pytestmark = pytest.mark.gate

FORBIDDEN = (
    r"\b(Axiom|Axioms|Parameter|Parameters|Conjecture|Admitted|admit)\b|Extract Constant"
    r"|bypass_check|Unset (Guard|Positivity|Universe) Checking"
)
PAIRS = {
    "size9-clues25-moved": None,
    "cyclic-6-switched": "2x3",
    "hard9-cyclic-switched-8-5": None,
    "hard16-random-switched-16-4": None,
}
"""Pairs that are no copies, each with the box shape if it is not the usual one."""

SOURCES = [path.name for path in sorted((ROOT / "verified").glob("*.v"))]

Checker = Callable[..., subprocess.CompletedProcess[str]]


def test_nothing_is_assumed() -> None:
    assert len(SOURCES) > 5
    for name in SOURCES:
        text = (ROOT / "verified" / name).read_text("utf-8")
        text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
        assert not re.search(FORBIDDEN, text), name


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The program, built in a copy of the folder, and what the build has printed."""
    if not (shutil.which("coqc") and shutil.which("ocamlopt")):
        pytest.skip("needs coqc and ocamlopt")
    folder = tmp_path_factory.mktemp("verified")
    for name in [*SOURCES, "Makefile", "_CoqProject", "main.ml"]:
        shutil.copy(ROOT / "verified" / name, folder)
    done = subprocess.run(["make"], cwd=folder, capture_output=True, text=True, check=True)
    return folder / "not-copies", done.stdout


@pytest.mark.slow
def test_the_independent_checker_finds_no_axioms(built: tuple[Path, str]) -> None:
    if not shutil.which("coqchk"):
        pytest.skip("needs coqchk")
    command = ["make", "check"]
    done = subprocess.run(command, cwd=built[0].parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Axioms: <none>" in done.stdout


PAGE = ROOT / "docs" / "trust.md"
OUTSIDE = ("drat-trim", "cake_lpr", "lrat-check", "verified/not-copies")
"""The programs on the page about trust that may be missing."""

NO_SYMMETRY = "not proved: the pair's file lists what is no usable symmetry of its second grid"


@pytest.mark.skipif(os.name == "nt", reason="the commands are for a shell")
@pytest.mark.parametrize("program", ["", *OUTSIDE])
def test_what_the_page_about_trust_shows_is_what_happens(
    program: str, request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commands of each program print what the page shows, after all commands that need no
    installed program.
    """
    (tmp_path / "verified").mkdir()
    if program == "verified/not-copies":
        (tmp_path / program).symlink_to(request.getfixturevalue("built")[0])
    elif program and not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    shown = [block for block in blocks(PAGE) if block.language == "shell-session"]
    commands = [one for block in shown for one in block.text.removeprefix("$ ").split("\n$ ")]
    run_programs = set()
    for command, _, printed in (one.partition("\n") for one in commands):
        name = command.split()[0]
        if name == "cat":
            (tmp_path / command.split()[1]).write_text(f"{printed.rstrip()}\n")
        elif name not in OUTSIDE or name == program:
            done = run_command(command, tmp_path)
            assert is_like(done.out + done.err, printed), command
            run_programs.add(name)
    assert run_programs == {"diff", "python", "sudokopie", *filter(None, [program])}


STORY = ROOT / "docs" / "verified.md"


def test_the_story_shows_the_sources() -> None:
    sources = " ".join((ROOT / "verified" / name).read_text("utf-8") for name in SOURCES)
    shown = [block.text for page in (STORY, PAGE) for block in blocks(page)]
    statements = [text for text in shown if re.match(r" *(Theorem|Definition|\|)", text)]
    assert len(statements) == 15
    for text in statements:
        assert " ".join(text.split()) in " ".join(sources.split())


MISTAKES = re.findall(
    r"^\| In `(\w+\.v)`, `([^`]+)` becomes `([^`]+)`:[^|]*\| (.*) \|$",
    STORY.read_text("utf-8"),
    re.M,
)


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(mistake, marks=[] if number == 0 else pytest.mark.slow)
        for number, mistake in enumerate(MISTAKES)
    ],
)
def test_the_mistakes_of_the_story_have_the_effects_that_it_names(
    mistake: tuple[str, str, str, str], built: tuple[Path, str], tmp_path: Path
) -> None:
    name, old, new, effect = mistake
    folder = Path(shutil.copytree(built[0].parent, tmp_path / "lesson"))
    text = (folder / name).read_text("utf-8")
    assert text.count(old) == 1
    (folder / name).write_text(text.replace(old, new), "utf-8")
    done = subprocess.run(["make"], cwd=folder, capture_output=True, text=True, check=False)
    if effect == "All proofs hold.":
        assert done.returncode == 0, done.stderr
        return
    failed = re.search(r'File "\./(\w+\.v)", line (\d+)', done.stderr)
    assert failed is not None, done.stderr
    above = (folder / failed[1]).read_text("utf-8").splitlines()[: int(failed[2])]
    lemmas = re.findall(r"^ *(?:Lemma|Theorem) (\w+)", "\n".join(above), re.MULTILINE)
    assert effect == f"`{lemmas[-1]}` fails in `{failed[1]}`."


@pytest.fixture
def check(built: tuple[Path, str]) -> Checker:
    def run(*arguments: object) -> subprocess.CompletedProcess[str]:
        words = [str(built[0]), *map(str, arguments)]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    return run


def write_pair(name: str, path: Path) -> Path:
    grids = pair_from(INSTANCES / f"{name}.txt")
    path.write_text("\n\n".join("\n".join(" ".join(map(str, r)) for r in g.rows) for g in grids))
    return path


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A function that certifies a pair of the instances, and returns the proof."""
    folder = tmp_path_factory.mktemp("proofs")

    def certify(name: str) -> Path:
        if not (folder / name).exists():
            box = ["--box", shape] if (shape := PAIRS[name]) else []
            words = [*PROGRAM, "solve", "-q", "--certificate", str(folder / name), *box]
            done = subprocess.run(
                [*words, str(INSTANCES / f"{name}.txt")], capture_output=True, check=False
            )
            assert done.returncode == 1
        return folder / name / "proof.lrat"

    return certify


def test_the_main_theorems_have_no_assumptions(built: tuple[Path, str]) -> None:
    """They are `satisfiable_iff_copy`, `not_copies_correct`, both also for a part and for digits
    that agree, `symmetries_keep_a_model`, `not_copies_of_shown` and `symmetry_count_correct`.
    """
    theorems = (ROOT / "verified" / "Extract.v").read_text("utf-8")
    listed = re.search(r"main_theorems := \(([^)]*)\)\.\nPrint Assumptions main_th", theorems)
    assert listed
    assert len(re.findall(r"\w+", listed[1])) == 9
    assert built[1].count("Closed under the global context") == 1
    assert "Axioms" not in built[1]


@pytest.mark.parametrize("name", PAIRS)
def test_proofs_of_pairs_that_are_no_copies_are_accepted(
    name: str, check: Checker, proof: Callable[[str], Path], tmp_path: Path
) -> None:
    pair = write_pair(name, tmp_path / "pair.txt")
    box = ["--box", shape] if (shape := PAIRS[name]) else []
    done = check(*box, pair, proof(name))
    assert (done.returncode, done.stdout) == (0, "s VERIFIED NOT COPIES\n")


def test_a_certificate_is_checked_by_the_program(
    built: tuple[Path, str], proof: Callable[[str], Path], run: Any
) -> None:
    """The product runs the program on a certificate, in place of its own checker."""
    for name, shape in PAIRS.items():
        folder, file = proof(name).parent, str(INSTANCES / f"{name}.txt")
        box = ["--box", shape] if shape else []
        checked = run("check", *box, "--checker", str(built[0]), str(folder), file)
        assert (checked.status, checked.err) == (0, "")
        assert checked.out == "Certified: the second Sudoku is not a copy of the first.\n"
        assert "not-copies pair.txt proof.lrat" in (folder / "README").read_text()
        words = [str(built[0]), "pair.txt", "proof.lrat"]
        assert subprocess.run(words, cwd=folder, capture_output=True, check=False).returncode == 0


def test_a_wrong_proof_in_a_certificate_is_refused_by_the_program(
    built: tuple[Path, str], proof: Callable[[str], Path], run: Any, tmp_path: Path
) -> None:
    name = "size9-clues25-moved"
    folder = Path(shutil.copytree(proof(name).parent, tmp_path / "changed"))
    lines = (folder / "proof.lrat").read_text().splitlines(keepends=True)
    for wrong in (lines[:-1], lines[1:], [lines[-1]], [*lines[:-1], "9999 0 1 -2 0\n"]):
        (folder / "proof.lrat").write_text("".join(wrong))
        file = str(INSTANCES / f"{name}.txt")
        checked = run("check", "--checker", str(built[0]), str(listed(folder)), file)
        assert (checked.status, checked.out) == (1, "")
        assert "not-copies does not accept the proof" in checked.err


def test_a_certificate_that_neither_is_a_part_is_checked_by_the_program(
    built: tuple[Path, str], run: Any, tmp_path: Path, check: Checker
) -> None:
    """The larger Sudoku comes first in the question, and second for the program. The same proof
    shows no more than it does: the program refuses it for the question about copies.
    """
    larger = pair_from(INSTANCES / "size9-clues25-moved.txt").first
    smaller = exchange_clues(larger, Random(3)).keeping(sorted(larger.clue_cells)[:20])
    answer = within(larger, smaller)
    assert answer.word == "no part"
    file, folder = tmp_path / "pair", tmp_path / "certificate"
    file.write_text(format_pair((larger, smaller)))
    certify(answer).write(str(folder))
    checked = run("check", "--checker", str(built[0]), str(folder), str(file))
    assert (checked.status, checked.err) == (0, "")
    assert "not-copies --part pair.txt proof.lrat" in (folder / "README").read_text()
    done = check("--part", folder / "pair.txt", folder / "proof.lrat")
    assert (done.returncode, done.stdout) == (0, "s VERIFIED NOT A PART\n")
    (folder / "proof.lrat").write_text("")
    checked = run("check", "--checker", str(built[0]), str(listed(folder)), str(file))
    assert (checked.status, checked.out) == (1, "")


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> tuple[Pair, int, Path]:
    """A pair, the most clues that can agree, and the folder of the certificate of this number."""
    first = pair_from(INSTANCES / "size9-clues25-moved.txt").first
    first = first.keeping(sorted(first.clue_cells)[:17])
    pair = Pair(
        first, exchange_clues(random_transformation(first.shape, Random(1)).apply(first), Random(1))
    )
    answer = nearest(*pair)
    folder = tmp_path_factory.mktemp("near")
    (folder / "pair").write_text(format_pair(pair))
    certify(answer).write(str(folder / "certificate"))
    return pair, answer.agreeing, folder


def test_a_certificate_of_the_most_clues_that_agree_is_checked_by_the_program(
    near: tuple[Pair, int, Path], built: tuple[Path, str], run: Any, check: Checker
) -> None:
    pair, most, folder = near
    assert 0 < most < pair.first.clues
    certificate = folder / "certificate"
    checked = run("check", "--checker", str(built[0]), str(certificate), str(folder / "pair"))
    assert (checked.status, checked.err) == (0, "")
    more = str(most + 1)
    assert (
        f"not-copies --at-least {more} pair.txt proof.lrat" in (certificate / "README").read_text()
    )
    done = check("--at-least", more, certificate / "pair.txt", certificate / "proof.lrat")
    said = f"s VERIFIED FEWER THAN {more} CLUES AGREE\n"
    assert (done.returncode, done.stdout) == (0, said)


def test_a_proof_about_clues_that_agree_shows_no_more_than_it_does(
    near: tuple[Pair, int, Path], check: Checker, tmp_path: Path
) -> None:
    """The proof is refused for the number of clues that can agree, for a copy, for a part, for
    other Sudokus, and if it is changed.
    """
    pair, most, folder = near
    file, lrat = folder / "certificate" / "pair.txt", folder / "certificate" / "proof.lrat"
    assert not HowManyCellsAgree(*pair, at_least=most).find_witness_error(
        nearest(*pair).transformation
    )
    for asked in (["--at-least", str(most)], [], ["--part"]):
        done = check(*asked, file, lrat)
        assert (done.returncode, "VERIFIED" in done.stdout) == (1, False)
    forged, more = tmp_path / "forged", ["--at-least", str(most + 1)]
    forged.write_text("".join(yield_pair_text(PlainPair(pair.first, pair.first))))
    assert check(*more, forged, lrat).returncode == 1
    lines = lrat.read_text().splitlines(keepends=True)
    for wrong in (lines[:-1], lines[1:], lines[-1:], [*lines[:-1], "9999 0 1 -2 0\n"]):
        forged.write_text("".join(wrong))
        done = check(*more, file, forged)
        assert (done.returncode != 0, "VERIFIED" in done.stdout) == (True, False)


def test_more_clues_than_there_are_cannot_agree(check: Checker, tmp_path: Path) -> None:
    first, second = Grid("1..1........2..2"), Grid("1..2........2..1")
    claim = NoClaim(HowManyCellsAgree(first, second, at_least=5))
    make_certificate(claim).write(str(tmp_path / "no"))
    pair, lrat = tmp_path / "no" / "pair.txt", tmp_path / "no" / "proof.lrat"
    assert check("--at-least", 5, pair, lrat).stdout == "s VERIFIED FEWER THAN 5 CLUES AGREE\n"
    assert check("--at-least", 4, pair, lrat).returncode == 1
    for word in ("", "-1", "x", "4.5", "1e3", "12345"):
        done = check("--at-least", word, pair, lrat)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("blanks", [False, True])
@pytest.mark.parametrize("moves", [EVERYTHING, AllowedMoves(["digits"])])
@pytest.mark.parametrize("stops", [False, True])
def test_the_program_makes_only_formulas_of_clues_by_all_moves(
    blanks: bool, moves: AllowedMoves, stops: bool
) -> None:
    """The counter of version 1.0.0 did not stop at the limit, so it has other clauses."""
    cells = MostAgreeingCellsFormula(
        Grid("1..1........2..2"), Grid("1..2........2..1"), blanks, moves
    )
    found = find_pair_of_plain_formula(FormulaWithCostCounter(cells, 1, stops_at_limit=stops))
    assert (found is not None) == ((blanks, moves, stops) == (False, EVERYTHING, True))
    assert found is None or found.at_least == 3
    assert find_pair_of_plain_formula(FormulaWithCostCounter(cells)) is None


def test_agreement_of_blank_cells_is_not_checked_by_the_program(
    built: tuple[Path, str], run: Any, tmp_path: Path
) -> None:
    first, second = Grid("1..1........2..2"), Grid("1..2........2..1")
    question = HowManyCellsAgree(first, second, blanks=True, at_least=17)
    make_certificate(NoClaim(question)).write(str(tmp_path / "no"))
    assert not (tmp_path / "no" / "pair.txt").exists()
    (tmp_path / "pair").write_text(format_pair((first, second)))
    checked = run("check", "--checker", str(built[0]), str(tmp_path / "no"), str(tmp_path / "pair"))
    assert (checked.status, checked.out) == (2, "")
    assert "checks only the statements" in checked.err


def counted(grid: Grid) -> tuple[SymmetryCountClaim, HasOtherSymmetries]:
    """Return the claim of the number of symmetries, and the question that it leaves."""
    claim = make_claim_for_answer(survey(grid))
    assert isinstance(claim, SymmetryCountClaim)
    return claim, claim.check_and_list_questions_to_refute()[0]


@pytest.mark.parametrize("box", [(2, 2), (1, 3), (2, 1), (2, 3), (3, 3)])
def test_numbers_of_symmetries_are_checked_with_the_formula_of_the_product(
    box: tuple[int, int], check: Checker, tmp_path: Path
) -> None:
    """The number is that of the claim, also if digits are unused, or if a symmetry turns."""
    rng, shape = Random(str(box)), BoxShape(*box)
    cyclic = cyclic_grid(shape)
    moved = random_transformation(shape, rng).apply(cyclic)
    for grid in (cyclic, moved, moved.keeping(sorted(moved.clue_cells)[::3]), cyclic.keeping([])):
        claim, question = counted(grid)
        pair = find_pair_of_plain_formula(question.formula)
        assert pair is not None
        assert pair.symmetry_count == claim.number
        check_formula(check, question.formula, tmp_path)
        make_certificate(claim).write(str(tmp_path / "certificate"))
        files = tmp_path / "certificate" / "pair.txt", tmp_path / "certificate" / "proof.lrat"
        done = check(*pair.checker_arguments, *files)
        said = f"s VERIFIED {claim.number} SYMMETRIES\n"
        assert (done.returncode, done.stdout) == (0, said)
        for wrong in (claim.number + 1, claim.number - 1, 0, "", "x"):
            done = check("--symmetries", wrong, *pair.checker_arguments[2:], *files)
            assert (done.returncode, "so many symmetries" in done.stdout) == (1, True)


def test_certificates_of_symmetries_and_ways_are_checked_by_the_program(
    built: tuple[Path, str], run: Any, tmp_path: Path
) -> None:
    grid = cyclic_grid(BoxShape(2, 2))
    other = random_transformation(grid.shape, Random(1)).apply(grid)
    number = ways(grid, other).claim()
    assert number is not None
    for name, claim, text in (
        ("ways", number, format_pair((grid, other))),
        ("symmetries", counted(grid)[0], format_pair((grid, other)).split("\n\n")[0]),
    ):
        (tmp_path / f"{name}.txt").write_text(f"{text}\n")
        make_certificate(claim).write(str(tmp_path / name))
        arguments = [str(tmp_path / name), str(tmp_path / f"{name}.txt")]
        checked = run("check", "--checker", str(built[0]), *arguments)
        assert (checked.status, checked.err) == (0, "")


def test_forged_numbers_of_symmetries_are_refused(check: Checker, tmp_path: Path) -> None:
    """A symmetry is left out, with the smaller number that then follows, or is none; the grids
    differ; or the proof is of another kind.
    """
    claim, question = counted(cyclic_grid(BoxShape(2, 2)))
    make_certificate(claim).write(str(tmp_path / "right"))
    lrat = tmp_path / "right" / "proof.lrat"
    first, second, symmetries = (tmp_path / "right" / "pair.txt").read_text().split("\n\n")
    lines = symmetries.splitlines()
    assert lines[-1].startswith("1 ") == (claim.turn is not None)
    fewer = lines[:-1] if claim.turn else [line for line in lines if line != lines[0]]
    number = str(claim.number // 2 if claim.turn else claim.number)
    moved = second.replace("1", "x").replace("2", "1").replace("x", "2")
    assert question.find_witness_error(random_transformation(BoxShape(2, 2), Random(3)))
    forged = tmp_path / "pair"
    for said, parts in (
        (number, (first, second, "\n".join(fewer))),
        (str(claim.number), (first, second, symmetries.replace("0 ", "1 ", 1))),
        (str(claim.number), (moved, second, symmetries)),
    ):
        forged.write_text("\n\n".join(parts))
        done = check("--symmetries", said, forged, lrat)
        assert (done.returncode, "VERIFIED" in done.stdout) == (1, False), parts
    forged.write_text("\n\n".join((first, second, symmetries)))
    for asked in ([], ["--part"], ["--at-least", "16"]):
        assert check(*asked, forged, lrat).returncode == 1
    assert find_pair_of_plain_formula(replace(question, known=()).formula) is None


NAMES = {" ": "Space", "\n": "Newline", **{str(d): f"D{d}" for d in range(10)}}
"""The name of each character in the sources in Rocq."""


def test_the_text_of_a_pair_shows_it_as_the_theorem_says(
    built: tuple[Path, str], tmp_path: Path
) -> None:
    """The text that the product writes is that of `show_pair` in `Reading.v`."""
    rng = Random(12)
    pair = Pair(*(Grid([[rng.randint(0, 12) for _ in range(12)] for _ in range(12)]) for _ in "ab"))
    text = "; ".join(NAMES[sign] for sign in "".join(yield_pair_text(PlainPair(*pair))))
    lists = [str([list(row) for row in grid.rows]).replace(",", ";") for grid in pair]
    (tmp_path / "Shown.v").write_text(
        "From Coq Require Import List. Import ListNotations.\n"
        "From Verified Require Import Program Reading.\n"
        f"Goal show_pair {lists[0]} {lists[1]} = [{text}].\nProof. reflexivity. Qed.\n"
    )
    command = ["coqc", "-q", "-Q", str(built[0].parent), "Verified", "Shown.v"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def without_hints(line: str) -> str:
    number, *rest = line.split()
    return line if rest[0] == "d" else " ".join([number, *rest[: rest.index("0") + 1], "0"])


def check_formula(check: Checker, formula: Formula, folder: Path) -> None:
    """Check that the program makes exactly this formula, without comments."""
    pair = find_pair_of_plain_formula(formula)
    assert pair is not None
    (folder / "pair.txt").write_text("".join(yield_pair_text(pair)))
    done = check(*pair.checker_arguments, "--formula", folder / "pair.txt")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "".join(yield_dimacs_text_pieces(formula))


FILES = [
    pytest.param(one["file"], marks=[] if number % 8 == 0 else pytest.mark.slow)
    for number, one in enumerate(manifest())
    if int(str(one["size"])) <= 9
]
RANDOM_SHAPES = [
    pytest.param((h, w), marks=[] if h * w <= 9 else pytest.mark.slow)
    for h in range(1, 13)
    for w in range(1, 13)
    if h * w <= 12
]


@pytest.mark.parametrize("file", FILES)
def test_the_formula_of_an_instance_is_that_of_the_product(
    file: str, check: Checker, tmp_path: Path
) -> None:
    pair = pair_from(INSTANCES / file)
    check_formula(check, IsCopy(*pair).formula, tmp_path)
    agreeing = HowManyCellsAgree(*pair, at_least=pair.first.clues - 2)
    check_formula(check, agreeing.build_problem("cnf").formula, tmp_path)


@pytest.mark.parametrize("box", RANDOM_SHAPES)
def test_the_formula_of_random_pairs_is_that_of_the_product(
    box: tuple[int, int], check: Checker, tmp_path: Path
) -> None:
    """Digits may repeat or be missing, and all cells or none may be blank."""
    rng, size = Random(str(box)), box[0] * box[1]
    for share in (0, 0.4, 1):
        first, second = (
            Grid(
                [
                    [rng.randint(1, size) if rng.random() < share else 0 for _ in range(size)]
                    for _ in range(size)
                ],
                box=box,
            )
            for _ in range(2)
        )
        check_formula(check, IsCopy(first, second).formula, tmp_path)
        check_formula(check, IsCopyWithCluesLeftOut(first, second).formula, tmp_path)
        for at_least in {0, 1, first.clues // 2, first.clues, first.clues + 2}:
            agreeing = HowManyCellsAgree(first, second, at_least=at_least)
            check_formula(check, agreeing.build_problem("cnf").formula, tmp_path)


@pytest.mark.parametrize("box", [(2, 2), (1, 3), (2, 1), (2, 3), (3, 2), (3, 3)])
def test_the_formula_with_symmetries_is_that_of_the_product(
    box: tuple[int, int], check: Checker, tmp_path: Path
) -> None:
    """The symmetries are those of cyclic grids and of grids with few clues, also by a turn."""
    rng, shape = Random(str(box)), BoxShape(*box)
    corners = [[0] * shape.size for _ in range(shape.size)]
    corners[0][0] = corners[0][-1] = corners[-1][0] = corners[-1][-1] = 1
    has_turns = set[bool]()
    for grid in (cyclic_grid(shape), Grid(corners, shape)):
        second = random_transformation(shape, rng).apply(grid)
        found = tuple([one.line_images() for one in symmetries(second).generators])
        has_turns.update(map(has_quarter_turn, found))
        question = IsCopyByLeastImages(grid, second, found)
        assert len(list(question.formula.clauses())) > len(
            list(IsCopy(grid, second).formula.clauses())
        )
        check_formula(check, question.formula, tmp_path)
    assert (True in has_turns) == (box[0] == box[1])


CHANGES: dict[str, Callable[[list[str]], list[str]]] = {
    "cut short": lambda lines: lines[: len(lines) // 2],
    "empty": lambda _: [],
    "no hints": lambda lines: list(map(without_hints, lines)),
    "empty clause alone": lambda lines: [f"{lines[-1].split()[0]} 0 0"],
    "empty clause from one clause": lambda lines: [f"{lines[-1].split()[0]} 0 1 0"],
    "unknown hint": lambda lines: [f"{lines[-1].split()[0]} 0 99999999999999999999 0"],
    "needed clauses deleted": lambda lines: ["1 d 1 2 3 4 5 6 7 8 9 0", *lines],
    "words": lambda _: ["s VERIFIED NOT COPIES"],
}


@pytest.mark.parametrize("change", CHANGES)
def test_changed_proofs_are_refused(
    change: str, check: Checker, proof: Callable[[str], Path], tmp_path: Path
) -> None:
    name = "size9-clues25-moved"
    changed = tmp_path / "changed.lrat"
    lines = CHANGES[change](proof(name).read_text().splitlines())
    changed.write_text("".join(f"{line}\n" for line in lines))
    done = check(write_pair(name, tmp_path / "pair.txt"), changed)
    assert done.returncode == (2 if change == "words" else 1), done.stdout
    assert "VERIFIED" not in done.stdout
    assert (done.stdout + done.stderr).count("\n") == 1


@pytest.fixture(scope="module")
def symmetric(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A pair, and the folder of a certificate that uses symmetries of its second Sudoku."""
    folder, file = tmp_path_factory.mktemp("symmetric"), "hard16-cyclic-switched-14-2.txt"
    words = [*PROGRAM, "solve", "-q", "--certificate", str(folder / "no"), str(INSTANCES / file)]
    assert subprocess.run(words, capture_output=True, check=False).returncode == 1
    return INSTANCES / file, folder / "no"


def test_a_proof_that_uses_symmetries_is_accepted(
    symmetric: tuple[Path, Path], built: tuple[Path, str], check: Checker, run: Any
) -> None:
    file, folder = symmetric
    assert (folder / "pair.txt").read_text().count("\n\n") == 2
    done = check(folder / "pair.txt", folder / "proof.lrat")
    assert (done.returncode, done.stdout) == (0, "s VERIFIED NOT COPIES\n")
    checked = run("check", "--checker", str(built[0]), str(folder), str(file))
    assert (checked.status, checked.err) == (0, "")


def test_a_proof_that_excludes_turns_is_accepted(check: Checker, tmp_path: Path) -> None:
    first, second = Grid("1..1........2..2"), Grid("1..2........2..1")
    turn = next(one for one in symmetries(second).generators if one.find_source_lines()[0])
    make_certificate(NotCopyClaim(first, second, (), turn)).write(str(tmp_path / "no"))
    pair = tmp_path / "no" / "pair.txt"
    assert pair.read_text().splitlines()[-1].startswith("1 ")
    done = check(pair, tmp_path / "no" / "proof.lrat")
    assert (done.returncode, done.stdout) == (0, "s VERIFIED NOT COPIES\n")


FORGED: dict[str, tuple[Callable[[str], str], str, int]] = {
    "digits": (lambda line: " ".join([*line.split()[:-2], *line.split()[:-3:-1]]), NO_SYMMETRY, 1),
    "turn": (lambda line: f"1{line[1:]}", NO_SYMMETRY, 1),
    "rows": (lambda line: " ".join(["0", *line.split()[2:18], *line.split()[1:2]]), "pair", 2),
    "no row": (lambda line: " ".join(["0", "99", *line.split()[2:]]), NO_SYMMETRY, 1),
    "word": (lambda line: f"{line} x", "unreadable pair", 2),
    "none": (lambda _: "", "not proved: line", 1),
}
"""Changes of the lines with symmetries, what the program prints then, and its status."""


@pytest.mark.parametrize("forge", FORGED)
def test_forged_symmetries_are_refused(
    forge: str, symmetric: tuple[Path, Path], check: Checker, tmp_path: Path
) -> None:
    change, expected, status = FORGED[forge]
    first, second, lines = (symmetric[1] / "pair.txt").read_text().split("\n\n")
    changed = "\n".join(map(change, lines.splitlines()))
    pair = tmp_path / "pair.txt"
    pair.write_text(f"{first}\n\n{second}\n\n{changed}\n")
    done = check(pair, symmetric[1] / "proof.lrat")
    assert (done.returncode, expected in done.stdout) == (status, True), done.stdout


def test_symmetries_are_no_help_for_a_part(symmetric: tuple[Path, Path], check: Checker) -> None:
    done = check("--part", symmetric[1] / "pair.txt", symmetric[1] / "proof.lrat")
    assert (done.returncode, NO_SYMMETRY in done.stdout) == (1, True)


def test_a_proof_of_another_pair_is_refused(
    check: Checker, proof: Callable[[str], Path], tmp_path: Path
) -> None:
    copies = write_pair("size9-clues25-copies", tmp_path / "pair.txt")
    done = check(copies, proof("size9-clues25-moved"))
    assert done.returncode == 1
    assert "VERIFIED" not in done.stdout


@pytest.mark.parametrize(
    "text",
    ["", "1 2\n2 1\n", "1 2\n2 1\n\n1 2\n", "1 x\n2 1\n\n1 2\n2 1\n", "1 2\n2 1\n\n1 9\n2 1\n"],
)
def test_what_is_no_pair_is_refused(
    text: str, check: Checker, proof: Callable[[str], Path], tmp_path: Path
) -> None:
    pair = tmp_path / "pair.txt"
    pair.write_text(text)
    done = check(pair, proof("size9-clues25-moved"))
    assert done.returncode == 2
    assert "VERIFIED" not in done.stdout
    assert check(tmp_path / "missing.txt", pair).returncode == 2
    assert check("--box", "3", pair, pair).returncode == 2
    assert check().returncode == 2
