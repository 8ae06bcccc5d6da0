"""Checking a certificate of any kind: what the folder says it is decides how it is checked."""

from collections.abc import Callable
from typing import NamedTuple

from ..answers.verify import check_grids
from ..base.errors import ArgumentError, ProofError
from ..base.language import Message
from ..sudoku.grid import Grid
from ..sudoku.shape import BoxShape
from . import canonical_certificate, clues_certificate, ways_certificate
from .canonical_certificate import CertifiedForm, check_form
from .certificate import Certified, check_answer
from .checkers import Checker, find_checker
from .clues_certificate import CertifiedClues, check_clues
from .folder import FACTS, Heading, as_expected, has_facts, read_facts
from .ways_certificate import CertifiedWays, check_ways

AnyCertified = Certified | CertifiedForm | CertifiedWays | CertifiedClues
"""What a certificate proves."""


class Kind(NamedTuple):
    """A kind of certificate: about how many Sudokus it is, and what checks it."""

    sudokus: int
    check: Callable[..., AnyCertified]


KINDS = {
    canonical_certificate.KIND: Kind(1, check_form),
    ways_certificate.KIND: Kind(2, check_ways),
    clues_certificate.KIND: Kind(1, check_clues),
}
"""The kinds that say in their `certificate.json` which they are; those of a pair have none."""


def check_certificate(folder: str, *sudokus: Grid, checker_name: str | None = None) -> AnyCertified:
    """Return what a certificate proves of a Sudoku, or of a pair; the folder says of how many.

    Raises as `check_folder` does, and `ArgumentError` for another number of Sudokus.

    >>> import tempfile
    >>> from sudokopie import certify, decide
    >>> pair = Grid([[1, 2], [0, 0]]), Grid([[0, 0], [2, 1]])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     certify(decide(*pair)).write(folder)
    ...     check_certificate(folder, *pair).witness.steps
    1
    """

    def given(number: int) -> tuple[Grid, ...]:
        if len(sudokus) != number:
            raise ArgumentError(
                f"expected {number}, which the certificate is about, found {len(sudokus)} Sudokus"
            )
        check_grids(*sudokus)
        return sudokus

    return check_folder(folder, given, checker_name=checker_name)


def check_folder(
    folder: str,
    sudokus: Callable[[int], tuple[Grid, ...]],
    *,
    checker_name: str | None = None,
) -> AnyCertified:
    """Return what a certificate proves of some Sudokus; `sudokus` returns one, or a pair.

    Raises `ProofError` where anything does not hold, `OSError` where files cannot be read,
    `BackendError` where the checker is not installed, and what `sudokus` raises.
    """
    checker: Checker = find_checker(checker_name)
    if not has_facts(folder):
        first, second = sudokus(2)
        return check_answer(folder, first, second, checker)
    heading = read_facts(folder, Heading)
    kind = KINDS.get(heading.certifies)
    if kind is None:
        raise ProofError(Message("{file} is of no kind that is known here", file=FACTS))
    grids = sudokus(kind.sudokus)
    with as_expected():
        shape = BoxShape.parse(heading.shape)
    if grids[0].shape != shape:
        raise ProofError(Message("the certificate is not one of this Sudoku"))
    return kind.check(folder, *grids, checker)
