"""The application for catalogues: database files of known Sudokus, such as those already printed.

It answers whether a catalogue holds a copy of a new Sudoku.
"""

from typing import TYPE_CHECKING

from ...base.applications import Application, CommandHelpLine, make_lazy_getattr
from ...base.messages import Message

if TYPE_CHECKING:
    from .known_sudokus import ALL as ALL
    from .known_sudokus import AddedCounts as AddedCounts
    from .known_sudokus import KnownSudoku as KnownSudoku
    from .known_sudokus import Selection as Selection
    from .known_sudokus import Source as Source
    from .store import Catalogue as Catalogue

APPLICATION = Application(
    requires=("collection",),
    commands=(
        CommandHelpLine(
            "catalogue",
            Message("Keep Sudokus in a file: has this Sudoku been seen before?"),
            "command_catalogue:catalogue",
            Message("One Sudoku, or a collection"),
            after="shuffle",
        ),
    ),
    library={"Catalogue": "store:Catalogue"},
    reports={
        "AddedCounts": "report_catalogue:AddedSudokusReport",
        "Finding": "report_catalogue:FindingReport",
        "Review": "report_review:ReviewReport",
        "SalvagedCounts": "report_catalogue:SalvagedSudokusReport",
        "CatalogueStats": "report_catalogue:CatalogueStatsReport",
    },
)

__getattr__ = make_lazy_getattr(
    __name__,
    {
        "ALL": "known_sudokus:ALL",
        "AddedCounts": "known_sudokus:AddedCounts",
        "Catalogue": "store:Catalogue",
        "KnownSudoku": "known_sudokus:KnownSudoku",
        "Selection": "known_sudokus:Selection",
        "Source": "known_sudokus:Source",
    },
)
