"""Checking a certificate of any kind: what the folder says it is decides how it is checked."""

from collections.abc import Callable
from typing import NamedTuple

from ..sudoku.errors import ProofError
from ..sudoku.grid import Grid
from ..sudoku.language import Message
from ..sudoku.shape import BoxShape
from . import canonical_certificate, clues_certificate, ways_certificate
from .canonical_certificate import CertifiedForm, check_form
from .certificate import Certified, check_certificate
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
        return check_certificate(folder, first, second, checker)
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
