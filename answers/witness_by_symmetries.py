"""Decide whether a Sudoku is a copy of another. If this takes long, symmetries of the second Sudoku
are used to exclude many transformations from the search.

With these symmetries (see encoding/symmetry_breaking.py), the answer no can be found hundreds of
times faster, but finding them takes a second or more. So a solver is first asked without them. If
the answer is yes, the kernel has nearly always found it before.
"""

from ..base.errors import DeadlinePassedError
from ..base.verdict import Verdict
from ..questions.copy import IsCopy
from ..solvers.deadline import Deadline
from ..solvers.protocol import Backend, Outcome, SatBackend
from .breaking_symmetries import LARGEST_WITHOUT_BREAKING, make_not_copy_claim
from .witness import search_witness, verify_and_return_witness

_PLAIN_SECONDS = 1.0
"""The number of seconds for which the solver is asked without symmetries first. Most pairs take
less than it takes to find symmetries.
"""

_SYMMETRY_SECONDS = 20.0
"""The number of seconds in which the symmetries must be found; otherwise none are used."""


def search_witness_by_symmetries(
    backend: Backend, question: IsCopy, deadline: Deadline, is_fewest_wanted: bool
) -> Outcome:
    """Ask `backend` whether a Sudoku is a copy of another. If a second is not enough and the
    Sudokus have more than 9 rows, symmetries of the second Sudoku are used to make the search
    shorter. Return the verdict and, if it is yes, a transformation, which has the fewest steps if
    `is_fewest_wanted` is true.

    The symmetries are checked on the second Sudoku, and the transformation on both. All kinds of
    moves must be allowed.
    """
    first, second = question.first, question.second
    if first.size <= LARGEST_WITHOUT_BREAKING or not isinstance(backend, SatBackend):
        return search_witness(backend, question, deadline, is_fewest_wanted)
    soon = deadline.copy_and_restart(_PLAIN_SECONDS)
    known = search_witness(backend, question, soon, is_fewest_wanted)
    deadline.end_phase("solve")
    if known.verdict is Verdict.NO or (known.verdict is Verdict.YES and known.is_fewest):
        return known
    known_yes = known if known.verdict is Verdict.YES else None
    soon = deadline.copy_and_restart(2 * _SYMMETRY_SECONDS)  # half of it is for the symmetries
    claim = make_not_copy_claim(first, second, soon) if known_yes is None else None
    if claim is None:
        return search_witness(backend, question, deadline, is_fewest_wanted, known_yes)
    (broken,) = claim.check_and_list_questions_to_refute()
    try:
        outcome = backend.solve_formula(broken.formula, deadline).outcome(broken)
    except DeadlinePassedError:
        return Outcome(Verdict.UNDECIDED)
    finally:
        deadline.end_phase("solve")
    if outcome.witness is None:
        return outcome
    witness = verify_and_return_witness(question, outcome.witness.simplest(first), backend.name)
    outcome = outcome._replace(witness=witness)
    return search_witness(backend, question, deadline, is_fewest_wanted, outcome)
