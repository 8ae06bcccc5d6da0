"""The application for studies of complete Sudokus: facts about all complete grids, and about a
single grid.

Which classes of copies are there? In which sets of cells does every puzzle of a grid need a clue
(unavoidable sets)? How few clues leave exactly one solution?
"""

from ...base.applications import Application, CommandHelpLine
from ...base.messages import Message

_GROUP = Message("Studies of complete Sudokus")

APPLICATION = Application(
    commands=(
        CommandHelpLine(
            "classes",
            Message("Find all complete Sudokus of a size that are no copies of each other."),
            "command_studies:classes",
            _GROUP,
            after="shuffle",
        ),
        CommandHelpLine(
            "unavoidable",
            Message("In which sets of cells does every puzzle need a clue?"),
            "command_studies:unavoidable",
            _GROUP,
            after="classes",
        ),
        CommandHelpLine(
            "fewest-clues",
            Message("How few clues are enough for one solution?"),
            "command_studies:fewest_clues",
            _GROUP,
            after="unavoidable",
        ),
    ),
    options={"export": "export_clues:CLUES_OPTIONS"},
    library={
        "ClassStudy": "classes:ClassStudy",
        "FewestCluesStudy": "fewest_clues:FewestCluesStudy",
        "UnavoidableStudy": "unavoidable:UnavoidableStudy",
    },
    questions={"clues": "clues_question:HasSmallHittingSet"},
    claims={"fewest clues": "clues_claim:FewestCluesClaim"},
    reports={
        "ClassStudy": "report_studies:ClassesReport",
        "FewestCluesStudy": "report_studies:FewestCluesReport",
        "PatternPlaces": "report_studies:PatternPlacesReport",
        "ShapeStudy": "report_studies:FewestCluesOfShapeReport",
        "UnavoidableStudy": "report_studies:UnavoidableReport",
    },
)
