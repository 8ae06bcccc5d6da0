"""Proofs for VeriPB, a checker of proofs about pseudo-Boolean formulas (Elffers, Gocht, McCreesh,
Nordström 2020; version 1.2 of its format).

A certificate that uses symmetries of the second Sudoku proves that a formula with further clauses
has no model, and the check of the certificate includes an argument why these clauses may be added.
In VeriPB's format, the proof itself contains this argument: it is about the plain formula, and each
further clause has a witness, a substitution of the variables. The substitution changes each
transformation that breaks the clause into one that does not, by letting a symmetry follow.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..base.errors import ProofError
from ..encoding.formula import Clause
from ..encoding.symmetry_breaking import (
    find_orbits,
    list_compared_lines,
    list_possible_images,
)
from ..encoding.transformations import Matrix, Unknowns
from ..questions.broken_symmetry_claim import NotCopyClaim
from ..questions.claim import Claim
from ..questions.copy import IsCopy
from ..questions.question import Question
from ..sudoku.shape import BoxShape
from ..sudoku.transformation import Transformation, invert_permutation


class VeriPbProof(NamedTuple):
    """A proof for VeriPB that the answer to `question` is no. `lines` are its lines, without line
    ends; they are about the formula in the file that `export` writes for the question.
    """

    question: Question
    lines: Iterator[str]


def make_veripb_proof(claim: Claim, lrat_lines: Iterable[str]) -> VeriPbProof:
    """Return the proof for VeriPB of the statement of a certificate. `lrat_lines` are the lines of
    the certificate's proof in LRAT format. The certificate must have been checked. Raises
    `ProofError` if the statement has not exactly one question to refute.
    """
    questions = claim.check_and_list_questions_to_refute()
    if len(questions) != 1:
        raise ProofError(
            "VeriPB needs one proof of a no; this certificate has {count}", count=len(questions)
        )
    steps: Iterator[str] = iter(())
    question: Question = questions[0]
    if isinstance(claim, NotCopyClaim):
        question = IsCopy(claim.first, claim.second).with_plain_formula
        steps = _yield_symmetry_steps(claim, question.transformation_formula.unknowns)
    return VeriPbProof(question, _yield_proof_lines(question, steps, lrat_lines))


def _yield_proof_lines(
    question: Question, steps: Iterable[str], lrat_lines: Iterable[str]
) -> Iterator[str]:
    """Yield the lines of a proof: `steps` come first, then the clauses of the proof in LRAT format,
    which follow from the clauses before by unit propagation.
    """
    yield "pseudo-Boolean proof version 1.2"
    yield f"f {sum(1 for _ in question.build_problem('cnf').formula.clauses())}"
    yield from steps
    for line in lrat_lines:
        _, *words = line.split()
        if words[0] != "d":
            yield f"u {_format_clause(list(map(int, words[: words.index('0')])))} ;"
    yield "c -1"


def _format_clause(clause: Clause) -> str:
    """Return a clause as an inequality: at least one of its literals is true."""
    return "".join(f"1 {_format_literal(v)} " for v in clause) + ">= 1"


def _format_literal(literal: int) -> str:
    return f"x{literal}" if literal > 0 else f"~x{-literal}"


# The clauses of `encoding/symmetry_breaking.py`, with their witnesses


def _yield_symmetry_steps(claim: NotCopyClaim, unknowns: Unknowns) -> Iterator[str]:
    """Yield a step for each clause that symmetries of the second Sudoku allow to add, in the order
    of these clauses in the certificate's formula.
    """
    shape = claim.first.shape
    if claim.turn is not None:
        substitution = [(unknowns.quarter, 0)]
        substitution += _list_substitutions_by_turn(unknowns, shape, claim.turn)
        yield _format_step([-unknowns.quarter], substitution)
    matrix = unknowns.join_row_and_column_matrices()
    compared = list_compared_lines(shape.size)
    for images, symmetry in _yield_forbidden_images_with_witnesses(shape, claim.symmetries):
        clause = [-matrix[line][image] for line, image in zip(compared, images, strict=False)]
        yield _format_step(clause, _list_substitutions(unknowns, shape, symmetry))


def _format_step(clause: Clause, substitution: Iterable[tuple[int, int]]) -> str:
    """Return the step that adds a clause. `substitution` is its witness, pairs of a variable and of
    the variable that replaces it; 0 replaces a variable by false.
    """
    changes = " ".join(
        f"x{variable} -> {_format_literal(other) if other else 0}"
        for variable, other in substitution
        if variable != other
    )
    return f"red {_format_clause(clause)} ; {changes}"


def _yield_forbidden_images_with_witnesses(
    shape: BoxShape, symmetries: Sequence[Transformation]
) -> Iterator[tuple[tuple[int, ...], Transformation]]:
    """Yield the tuples of lines that `yield_forbidden_images` yields, in the same order, each with
    a symmetry of the second Sudoku that makes the last line of the tuple the least of its orbit,
    and leaves the lines before it in place. `symmetries` have no quarter turn.
    """
    lines = [(one, one.line_images()) for one in symmetries]
    waiting: list[tuple[tuple[int, ...], list[tuple[Transformation, tuple[int, ...]]]]]
    waiting = [((), lines)]
    for line in list_compared_lines(shape.size):
        longer = []
        for images, fixing in waiting:
            possible = list_possible_images(shape.size, line, images)
            for orbit in find_orbits(possible, [moved for _, moved in fixing]):
                least, *others = sorted(orbit)
                to_least = _find_symmetries_to_line(shape, least, fixing)
                yield from (((*images, other), to_least[other]) for other in others)
                still_fixing = [one for one in fixing if one[1][least] == least]
                if still_fixing:
                    longer.append(((*images, least), still_fixing))
        waiting = longer


def _find_symmetries_to_line(
    shape: BoxShape, line: int, symmetries: Sequence[tuple[Transformation, tuple[int, ...]]]
) -> dict[int, Transformation]:
    """Return a dictionary that maps each line in the orbit of `line` to a product of `symmetries`,
    or of their inverses, that makes it `line`. Each of the symmetries comes with its images of all
    lines.
    """
    steps = [
        *((one.inverse(), images) for one, images in symmetries),
        *((one, invert_permutation(images)) for one, images in symmetries),
    ]
    found, waiting = {line: Transformation.identity(shape)}, [line]
    for reached in waiting:
        for back, images in steps:
            if (image := images[reached]) not in found:
                found[image] = back.then(found[reached])
                waiting.append(image)
    return found


def _list_substitutions(
    unknowns: Unknowns, shape: BoxShape, symmetry: Transformation
) -> list[tuple[int, int]]:
    """Return the substitution of variables by which a transformation is followed by `symmetry`,
    which has no quarter turn: if a line, a block or a digit became x, it becomes the image of x.
    """
    size, moved = shape.size, invert_permutation(symmetry.line_images())
    rows, columns = moved[:size], [c - size for c in moved[size:]]
    pairs = []
    for block, within, lines, sources, length in (
        (unknowns.band, unknowns.row, unknowns.row_line, rows, shape.height),
        (unknowns.stack, unknowns.column, unknowns.column_line, columns, shape.width),
    ):
        pairs += _pair_block_variables(block, within, block, within, sources, length)
        for images in lines:
            pairs += [(variable, images[sources[image]]) for image, variable in images.items()]
    return [*pairs, *_pair_digit_variables(unknowns, symmetry)]


def _list_substitutions_by_turn(
    unknowns: Unknowns, shape: BoxShape, symmetry: Transformation
) -> list[tuple[int, int]]:
    """Return the substitution of variables by which `symmetry` follows a transformation. Both have
    a quarter turn, so that the result has none.

    The variables of a transformation with a quarter turn are about the lines of the first Sudoku
    after this turn: its row r has become column N - 1 - r, and its column c row c.
    """
    size, moved = shape.size, invert_permutation(symmetry.line_images())
    columns = [c - size for c in moved[:size]]  # the columns that become rows
    rows = list(moved[size:])
    pairs = _pair_block_variables(
        *(unknowns.band, unknowns.row, unknowns.stack[::-1]),
        *([matrix[::-1] for matrix in unknowns.column], columns, shape.height),
    )
    pairs += _pair_block_variables(
        *(unknowns.stack, unknowns.column, unknowns.band, unknowns.row, rows, shape.width)
    )
    for lines, others, sources in (
        (unknowns.row_line, unknowns.column_line[::-1], columns),
        (unknowns.column_line, unknowns.row_line, rows),
    ):
        for images, other in zip(lines, others, strict=True):
            pairs += [(variable, other[sources[image]]) for image, variable in images.items()]
    return [*pairs, *_pair_digit_variables(unknowns, symmetry)]


def _pair_block_variables(
    block: Matrix,
    within: Sequence[Matrix],
    other_block: Matrix,
    other_within: Sequence[Matrix],
    sources: Sequence[int],
    length: int,
) -> list[tuple[int, int]]:
    """Return pairs of a variable about the blocks (bands or stacks) or about the lines within them,
    and of the variable that replaces it. Line `sources[x]` of the second Sudoku becomes line x, and
    a block has `length` lines. `other_block` and `other_within` have the variables that replace
    those in `block` and `within`.
    """
    pairs = []
    for images, others in zip(block, other_block, strict=True):
        for b2, variable in images.items():
            pairs.append((variable, others[sources[b2 * length] // length]))
    for b2, matrix in enumerate(within):
        other_matrix = other_within[sources[b2 * length] // length]
        for images, others in zip(matrix, other_matrix, strict=True):
            for i2, variable in images.items():
                pairs.append((variable, others[sources[b2 * length + i2] % length]))
    return pairs


def _pair_digit_variables(unknowns: Unknowns, symmetry: Transformation) -> list[tuple[int, int]]:
    """Return pairs of a variable about the renaming of digits, and of the variable that replaces it
    if `symmetry` follows.
    """
    sources = invert_permutation((0, *symmetry.digits))
    return [
        (variable, images[sources[d2]])
        for images in unknowns.digit
        for d2, variable in images.items()
    ]
