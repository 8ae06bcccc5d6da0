"""The public names, each imported from the file that defines it, for type checkers. `__init__.py`
has the same names in a table.
"""

from .answers.bulk.canonical_forms import least_images as least_images
from .answers.bulk.class_keys import keys as keys
from .answers.bulk.random_copies import copies_count as copies_count
from .answers.bulk.random_copies import shuffled as shuffled
from .answers.bulk.random_copies import shuffled_batches as shuffled_batches
from .answers.bulk.solutions import solutions as solutions
from .answers.bulk.sorted_forms import signatures as signatures
from .answers.bulk.symmetries import symmetry_counts as symmetry_counts
from .answers.canonical import canonical_form as canonical_form
from .answers.completion import complete as complete
from .answers.completion import completions as completions
from .answers.completion import count_completions as count_completions
from .answers.completion import has_one_completion as has_one_completion
from .answers.decide import Answer as Answer
from .answers.decide import decide as decide
from .answers.nearest import nearest as nearest
from .answers.part import part_of as part_of
from .answers.part import within as within
from .answers.reason_search import why_not as why_not
from .answers.symmetries import symmetries as symmetries
from .answers.visible_symmetry import survey as survey
from .answers.ways import all_ways as all_ways
from .answers.ways import ways as ways
from .applications.catalogue.store import Catalogue as Catalogue
from .applications.collection.audit import audit as audit
from .applications.collection.gathering import duplicates as duplicates
from .applications.collection.gathering import labels as labels
from .applications.collection.near import near_pairs as near_pairs
from .applications.collection.splitting import split as split
from .applications.studies.classes import ClassStudy as ClassStudy
from .applications.studies.fewest_clues import FewestCluesStudy as FewestCluesStudy
from .applications.studies.unavoidable import UnavoidableStudy as UnavoidableStudy
from .base.errors import DeadlinePassedError as DeadlinePassedError
from .base.errors import GridError as GridError
from .base.errors import SudokopieError as SudokopieError
from .base.verdict import Verdict as Verdict
from .proofs.certify import certify as certify
from .proofs.check import check_certificate as check_certificate
from .reading.pair_files import format_pair as format_pair
from .reading.pair_files import parse_pair as parse_pair
from .reading.pair_files import read_pair as read_pair
from .showing.answer_report import as_text as as_text
from .showing.answers_page import as_html as as_html
from .showing.sentences import sentences as sentences
from .solvers.registry import backend_names as backend_names
from .sudoku.grid import Grid as Grid
from .sudoku.grid import Pair as Pair
from .sudoku.shape import BoxShape as BoxShape
from .sudoku.transformation import Transformation as Transformation

__all__: list[str]
__version__: str
