"""Sudokus that have been seen, remembered in one file: have we had this one?"""

from typing import TYPE_CHECKING

from ...base.applications import Application, Listing, lazy_names
from ...base.language import Message

if TYPE_CHECKING:
    from .entries import ALL as ALL
    from .entries import Added as Added
    from .entries import Known as Known
    from .entries import Selection as Selection
    from .entries import Source as Source
    from .store import Catalogue as Catalogue

APPLICATION = Application(
    requires=("collection",),
    commands=(
        Listing(
            "catalogue",
            Message("Remember Sudokus in a file: has this one been seen?"),
            "command_catalogue:catalogue",
            Message("One Sudoku, or a collection"),
            after="shuffle",
        ),
    ),
    library={"Catalogue": "store:Catalogue"},
    reports={
        "Added": "report_catalogue:SaidAdded",
        "Finding": "report_catalogue:SaidFound",
        "Review": "report_review:SaidReview",
        "Salvaged": "report_catalogue:SaidSalvaged",
        "Stats": "report_catalogue:SaidStats",
    },
)

__getattr__ = lazy_names(
    __name__,
    {
        "ALL": "entries:ALL",
        "Added": "entries:Added",
        "Catalogue": "store:Catalogue",
        "Known": "entries:Known",
        "Selection": "entries:Selection",
        "Source": "entries:Source",
    },
)
