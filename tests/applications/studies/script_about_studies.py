"""What a user writes about complete Sudokus, as in script_of_a_user.py."""

from pathlib import Path
from typing import assert_type

from sudokopie import ClassStudy, FewestCluesStudy, Grid, UnavoidableStudy
from sudokopie.solvers.deadline import Deadline


def main(_: Path) -> None:
    study = ClassStudy((2, 2))
    study.run(progress=lambda so_far: print(so_far.number, "classes"))
    whole = study.classes()[0].representative
    assert_type(whole, Grid)
    sets = UnavoidableStudy(whole)
    sets.run(8, Deadline(60), lambda so_far: print(len(so_far.sets), "sets"))
    fewest = FewestCluesStudy(whole)
    fewest.run(progress=lambda so_far: print(so_far.at_least, so_far.at_most))
    assert_type(fewest.puzzle, Grid)
