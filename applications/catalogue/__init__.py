"""Sudokus that have been seen, remembered in one file: have we had this one?"""

from ...base.applications import Application, Listing, lazy_names
from ...base.language import Message

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
