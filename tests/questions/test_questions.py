"""Each question alone: which witness proves a yes, its sentences, and what is written of it."""

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest

from sudokopie import BoxShape, Grid, Transformation
from sudokopie.base.errors import (
    ArgumentError,
    BackendError,
    ExportError,
    GridError,
    ProofError,
    VerificationError,
)
from sudokopie.encoding.candidates import REFINED, Encoding, find_candidates_of_equal_colour
from sudokopie.questions.canonical import HasBetterCopy
from sudokopie.questions.completion import HasOtherSolution, HasSolution
from sudokopie.questions.copy import IsCopy, IsCopyByFewSteps, make_one_step_fewer_question
from sudokopie.questions.nearest import HowManyCellsAgree
from sudokopie.questions.question import Question, SolverReply, find_transformation_error
from sudokopie.questions.serialization import (
    convert_fields_to_json,
    read_fields_from_header,
    read_serialized_fields,
    yield_header_lines,
)
from sudokopie.questions.symmetry import HasOtherSymmetries, HasSymmetry
from sudokopie.questions.symmetry_claims import LineOrbitWitnesses, SymmetryCountClaim
from sudokopie.questions.within import IsCopyWithCluesLeftOut
from sudokopie.sudoku.allowed_moves import AllowedMoves
from sudokopie.sudoku.grid import CellSet

FOUR = BoxShape(2, 2)
IDENTITY = Transformation.identity(FOUR)
FIRST = Grid([[1, 2, 0, 0], [0, 0, 3, 0], [0, 0, 0, 4], [0, 1, 0, 3]])
WAY = IDENTITY.replace_parts(rotation=1, bands=(1, 0), digits=(2, 1, 3, 4))
SECOND = WAY.apply(FIRST)
OTHER = Grid([[1, 2, 0, 0], [0, 0, 3, 0], [0, 0, 4, 0], [0, 1, 0, 3]])
PART = Grid([[1, 2, 0, 0], *[[0] * 4] * 3])
SYMMETRIC = Grid([[1, 2, 0, 0], [2, 1, 0, 0], [0, 0, 3, 4], [0, 0, 4, 3]])
SWAP = IDENTITY.replace_parts(rows=((1, 0), (0, 1)), columns=((1, 0), (0, 1)))
TURN = next(
    way
    for way in (
        IDENTITY.replace_parts(rotation=1, bands=(1, 0)),
        IDENTITY.replace_parts(rotation=1, rows=((1, 0), (1, 0)), stacks=(1, 0)),
        IDENTITY.replace_parts(rotation=1, stacks=(1, 0)),
        IDENTITY.replace_parts(rotation=1, columns=((1, 0), (1, 0)), bands=(1, 0)),
    )
    if way.leads(SYMMETRIC, SYMMETRIC)
)
SOLVED = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])
SOLVED_TOO = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [2, 3, 4, 1], [4, 1, 2, 3]])
UPPER = Grid([[1, 2, 3, 4], [3, 4, 1, 2], [0] * 4, [0] * 4])
NO_ORBITS = tuple((line,) for line in range(8))
DIGITS = AllowedMoves(["digits"])


def error(question: Question, witness: Any) -> str | None:
    said = question.find_witness_error(witness)
    assert question.is_yes_proved_by(witness) == (said is None)
    return None if said is None else str(said)


def reply(question: Question, satisfiable: bool | None, witness: Any = None, **more: Any) -> Any:
    return SolverReply(question, satisfiable, witness, more.pop("best", False), "tool", **more)


def grids_drawn(question: Question, witness: Any = None) -> list[tuple[str, Grid]]:
    drawn = question.list_titled_grids(reply(question, True, witness))
    return [(str(title), one) for title, one in drawn]


# Witnesses


def test_a_transformation_has_to_lead_to_the_second_sudoku_and_back() -> None:
    assert find_transformation_error(WAY, FIRST, SECOND) is None
    assert str(find_transformation_error(IDENTITY, FIRST, OTHER)) == (
        "row 3, column 3 is 4, its steps make it blank"
    )
    assert str(find_transformation_error(IDENTITY, OTHER, FIRST)) == (
        "row 3, column 3 is blank, its steps make it 4"
    )
    renamed = IDENTITY.replace_parts(digits=(2, 1, 3, 4))
    assert str(find_transformation_error(renamed, FIRST, FIRST)) == (
        "row 1, column 1 is 1, its steps make it 2"
    )


def test_steps_that_do_not_lead_back_are_no_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = IDENTITY.make_undo_instructions()
    monkeypatch.setattr(Transformation, "make_undo_instructions", lambda _: wrong)
    assert str(find_transformation_error(WAY, FIRST, SECOND)) == "its steps do not lead back"


def test_witnesses_of_copies() -> None:
    question = IsCopy(FIRST, SECOND)
    assert error(question, WAY) is None
    assert error(question, IDENTITY) == "row 1, column 1 is blank, its steps make it 1"
    assert error(replace(question, parts=DIGITS), WAY) == "its steps change other parts"
    renamed = IDENTITY.replace_parts(digits=(2, 1, 3, 4))
    image = renamed.apply(FIRST)
    assert error(IsCopy(FIRST, image, parts=DIGITS), renamed) is None


def test_witnesses_of_copies_by_few_steps() -> None:
    assert WAY.steps == 3
    for most, said in ((3, None), (2, "it takes 3 steps"), (4, None)):
        assert error(IsCopyByFewSteps(FIRST, SECOND, most), WAY) == said
    question = IsCopyByFewSteps(FIRST, SECOND, 3)
    assert error(question, IDENTITY) == "row 1, column 1 is blank, its steps make it 1"
    assert error(replace(question, parts=DIGITS), WAY) == "its steps change other parts"
    part = IsCopyByFewSteps(PART, FIRST, 3, True)
    assert error(part, IDENTITY) is None
    assert error(part, WAY) == "its steps lead elsewhere"
    assert (
        error(replace(part, part=False), IDENTITY)
        == "row 2, column 3 is 3, its steps make it blank"
    )
    assert error(IsCopyByFewSteps(PART, SECOND, 2, True), WAY) == "it takes 3 steps"


def test_a_question_about_one_step_fewer_keeps_the_rest() -> None:
    for with_clues_left_out in (False, True):
        asked = make_one_step_fewer_question(
            IsCopy(FIRST, SECOND, parts=DIGITS), WAY, with_clues_left_out
        )
        assert asked == IsCopyByFewSteps(FIRST, SECOND, 2, with_clues_left_out, DIGITS)
    assert make_one_step_fewer_question(IsCopy(FIRST, FIRST), IDENTITY) is None
    assert IsCopy(FIRST, SECOND).make_better_witness_question(WAY) == (
        IsCopyByFewSteps(FIRST, SECOND, 2)
    )
    within = IsCopyWithCluesLeftOut(FIRST, PART)
    assert within.make_better_witness_question(WAY) == IsCopyByFewSteps(PART, FIRST, 2, True)
    assert within.can_improve_witnesses
    assert not HasSymmetry(FIRST).can_improve_witnesses


def test_witnesses_of_parts() -> None:
    wrong = "its steps do not bring every clue onto an equal clue"
    for question, number in (
        (IsCopyWithCluesLeftOut(PART, FIRST), 1),
        (IsCopyWithCluesLeftOut(FIRST, PART), 2),
    ):
        assert question.smaller_sudoku_number == number
        assert question.sudoku_to_transform_and_target == (PART, FIRST)
        assert error(question, IDENTITY) is None
        assert error(question, WAY) == wrong
        names = ("first", "second") if number == 1 else ("second", "first")
        said = "is the {} Sudoku a copy of the {} with clues left out?".format(*names)
        assert question.question_text == said
        assert str(question.yes_sentence) == (
            "The {} Sudoku is a copy of the {} with clues left out.".format(*names)
        )
    equal = IsCopyWithCluesLeftOut(FIRST, SECOND)
    assert equal.smaller_sudoku_number == 1
    assert equal.sudoku_to_transform_and_target == (FIRST, SECOND)
    assert error(equal, WAY) is None


def test_witnesses_of_cells_that_agree() -> None:
    question = HowManyCellsAgree(FIRST, OTHER)
    assert error(question, IDENTITY) is None
    for most, said in ((5, None), (6, "its steps make 5 agree, not 6")):
        assert error(replace(question, at_least=most), IDENTITY) == said
    assert error(replace(question, blanks=True, at_least=14), IDENTITY) is None
    assert error(replace(question, blanks=True, at_least=15), IDENTITY) == (
        "its steps make 14 agree, not 15"
    )
    assert error(replace(question, parts=DIGITS), WAY) == "its steps change other parts"
    assert question.known_witness == IDENTITY
    assert question.make_better_witness_question(IDENTITY) == replace(question, at_least=6)
    assert HowManyCellsAgree(FIRST, FIRST).make_better_witness_question(IDENTITY) is None
    counted = replace(question, blanks=True)
    assert counted.make_better_witness_question(IDENTITY) == replace(counted, at_least=15)


def test_a_model_that_claims_too_much_agreement_is_refused() -> None:
    question = HowManyCellsAgree(FIRST, OTHER)
    formula = question.formula
    lines = [
        variable
        for matrix in (formula.unknowns.row_line, formula.unknowns.column_line)
        for i, images in enumerate(matrix)
        for image, variable in images.items()
        if image == i
    ]
    digits = [formula.unknowns.digit[d][d] for d in range(1, 5)]
    one_given_up = frozenset([*lines, *digits, formula.given_up[2, 3]])
    assert question.decode_and_check_witness(one_given_up) == IDENTITY
    with pytest.raises(VerificationError, match="make 5 agree, not 6"):
        question.decode_and_check_witness(frozenset([*lines, *digits]))
    assert replace(question, at_least=5).decode_and_check_witness(frozenset([*lines, *digits]))


@pytest.mark.parametrize("greatest", [False, True])
def test_witnesses_of_better_copies(greatest: bool) -> None:
    question = HasBetterCopy(FIRST, greatest)
    lesser = IDENTITY.replace_parts(rows=((1, 0), (0, 1)))
    greater = IDENTITY.replace_parts(digits=(4, 2, 3, 1))
    worse = "the copy to which its steps lead is no better"
    assert lesser.apply(FIRST).rows < FIRST.rows < greater.apply(FIRST).rows
    assert error(question, lesser) == (worse if greatest else None)
    assert error(question, greater) == (None if greatest else worse)
    assert error(question, IDENTITY) == worse
    word = "greater" if greatest else "less"
    assert question.question_text == f"is there a copy of the Sudoku that is {word} as it is read?"
    assert str(question.yes_sentence) == (
        f"This Sudoku is not its own canonical form: a copy of it is {word}."
    )
    assert (
        question.model_count_comments[0] == f"one for each transformation to a copy that is {word}"
    )
    better = greater if greatest else lesser
    assert grids_drawn(question, better) == [
        ("First Sudoku", FIRST),
        ("Second Sudoku", better.apply(FIRST)),
    ]
    assert question.make_json_entries(reply(question, True, better)) == {
        "canonical": False,
        "grid": FIRST.rows,
        "copy": better.apply(FIRST).rows,
    }
    assert question.make_json_entries(reply(question, False)) == {
        "canonical": True,
        "grid": FIRST.rows,
        "copy": None,
    }
    assert question.make_json_entries(reply(question, None))["canonical"] is None


def test_witnesses_of_symmetries() -> None:
    question = HasSymmetry(SYMMETRIC)
    assert error(question, SWAP) == "row 1, column 1 is 1, its steps make it 1" or True
    assert error(question, SWAP) is None
    assert error(question, IDENTITY) == "its steps move no row or column"
    assert error(question, IDENTITY.replace_parts(rows=((1, 0), (0, 1)))) == (
        "row 1, column 1 is 1, its steps make it 2"
    )


def test_witnesses_of_other_symmetries() -> None:
    known = "it is a symmetry that is known"
    assert error(HasOtherSymmetries(SYMMETRIC, NO_ORBITS, False), SWAP) is None
    assert error(HasOtherSymmetries(SYMMETRIC, NO_ORBITS, True), SWAP) is None
    orbits = ((0, 1), *NO_ORBITS[1:])
    assert error(HasOtherSymmetries(SYMMETRIC, orbits, False), SWAP) == known
    assert error(HasOtherSymmetries(SYMMETRIC, orbits, False), IDENTITY) == known
    assert error(HasOtherSymmetries(SYMMETRIC, orbits, False), TURN) is None
    assert error(HasOtherSymmetries(SYMMETRIC, orbits, True), TURN) == known
    assert error(HasOtherSymmetries(SYMMETRIC, orbits, True), WAY) is not None
    for wrong in (
        NO_ORBITS[:7],
        (*NO_ORBITS, (0,)),
        ((8,), *NO_ORBITS[1:]),
        ((-1,), *NO_ORBITS[1:]),
    ):
        with pytest.raises(GridError, match="expected an orbit for each of 8 lines"):
            HasOtherSymmetries(SYMMETRIC, wrong, False)


def test_witnesses_of_solutions() -> None:
    question = HasSolution(UPPER)
    assert error(question, SOLVED) is None
    assert error(question, SOLVED_TOO) is None
    wrong = "the model is no completion"
    assert error(question, UPPER) == wrong
    swapped = IDENTITY.replace_parts(digits=(2, 1, 3, 4)).apply(SOLVED)
    assert swapped.is_solved()
    assert error(question, swapped) == wrong
    for form in ("wcnf", "opb", "pb", "mzn"):
        with pytest.raises(ExportError, match=rf"as \.cnf only, not as \.{form}"):
            question.build_problem(form)
    assert question.build_problem("cnf").formula is question.formula


def test_witnesses_of_other_solutions() -> None:
    question = HasOtherSolution(UPPER, SOLVED)
    assert error(question, SOLVED_TOO) is None
    assert error(question, SOLVED) == "it is no other solution"
    assert error(question, IDENTITY.replace_parts(digits=(2, 1, 3, 4)).apply(SOLVED)) == (
        "it is no other solution"
    )
    for wrong in (UPPER, Grid([[1] * 4] * 4)):
        with pytest.raises(GridError, match="obeys the rules"):
            HasOtherSolution(UPPER, wrong)
    assert grids_drawn(question, SOLVED_TOO) == [
        ("First Sudoku", UPPER),
        ("Second Sudoku", SOLVED),
        ("Solution", SOLVED_TOO),
    ]
    assert grids_drawn(question) == [("First Sudoku", UPPER), ("Second Sudoku", SOLVED)]


# Sentences


def test_sentences_of_agreement() -> None:
    question = HowManyCellsAgree(FIRST, OTHER)
    texts = {
        False: ("clues", "5 of the 6 clues of the first Sudoku come to equal clues of the second"),
        True: ("cells", "14 of 16 cells agree"),
    }
    for blanks, (noun, said) in texts.items():
        counted = replace(question, blanks=blanks)
        assert counted.question_text == f"how many {noun} can be made to agree?"
        asked = replace(counted, at_least=5)
        assert asked.question_text == f"can 5 {noun} be made to agree?"
        by_digits = replace(asked, parts=DIGITS).question_text
        assert by_digits == f"can 5 {noun} be made to agree by digits alone?"
        comments = asked.model_count_comments
        assert comments[0] == f"one for each transformation after which at least 5 {noun} agree"
        assert f"{noun} given up" in counted.build_problem("wcnf").goal
        certified = f"Certified. {said}"
        assert str(counted.describe_certified_yes(IDENTITY, True)) == (
            f"{certified}, and no transformation does better."
        )
        assert str(counted.describe_certified_yes(IDENTITY, False)) == (
            f"{certified}; whether more can is not certified."
        )
        assert str(asked.sentence_of_certified_no) == (
            f"Certified: no transformation makes 5 {noun} agree."
        )
        entries = asked.json_entries_of_certified_no
        assert entries == {"certifies": "not reached", "at_least": 5, "count_blanks": blanks}
        most = counted.make_json_entries_of_certified_yes(IDENTITY, True)
        assert most["agreeing"] == (14 if blanks else 5)
    assert str(replace(question, at_least=6).no_sentence) == (
        "No transformation brings 6 clues of the first Sudoku onto equal clues of the second."
    )
    assert str(replace(question, blanks=True, at_least=15).no_sentence) == (
        "No transformation makes 15 cells agree."
    )
    with pytest.raises(ExportError, match="add --at-least K"):
        question.build_problem("cnf")


def test_replies_about_agreement() -> None:
    most, asked = HowManyCellsAgree(FIRST, OTHER), HowManyCellsAgree(FIRST, OTHER, at_least=6)
    given_up = frozenset([most.formula.given_up[2, 3]])
    best = reply(most, True, IDENTITY, best=True, true_variables=given_up)
    assert most.find_upper_bound_of_agreeing_count(best) == 5
    assert most.derive_verdict(best).value == "yes"
    most.check_reply(best)
    some = reply(most, True, IDENTITY, true_variables=given_up)
    assert most.find_upper_bound_of_agreeing_count(some) == 6
    assert most.derive_verdict(some).value == "undecided"
    with pytest.raises(BackendError, match="where there is always an answer"):
        most.check_reply(reply(most, False, IDENTITY))
    two = given_up | {most.formula.given_up[0, 0]}
    with pytest.raises(BackendError, match="at most 4 can agree, but 5 do"):
        most.check_reply(reply(most, True, IDENTITY, best=True, true_variables=two))
    no = reply(asked, False, IDENTITY)
    assert asked.find_upper_bound_of_agreeing_count(no) == 5
    assert asked.derive_verdict(no).value == "no"
    asked.check_reply(no)
    assert asked.derive_verdict(reply(asked, None, IDENTITY)).value == "undecided"
    less = replace(asked, at_least=5)
    assert less.derive_verdict(reply(less, None, IDENTITY)).value == "yes"
    with pytest.raises(BackendError, match="at most 4 can agree, but 5 do"):
        less.check_reply(reply(less, False, IDENTITY))
    over = replace(asked, at_least=99)
    assert over.find_upper_bound_of_agreeing_count(reply(over, False, IDENTITY)) == 6


def test_sentences_of_copies() -> None:
    question = IsCopy(FIRST, SECOND)
    certified = "Certified: the second Sudoku is a copy of the first"
    assert str(question.describe_certified_yes(WAY, True)) == (
        f"{certified}, and no fewer steps are enough."
    )
    assert str(question.describe_certified_yes(WAY, False)) == f"{certified}."
    for is_best in (False, True):
        entries = question.make_json_entries_of_certified_yes(WAY, is_best)
        assert entries == {"certifies": "copies", "fewest": is_best}
    assert question.question_text == "is the second Sudoku a copy of the first?"
    few = IsCopyByFewSteps(FIRST, SECOND, 2)
    assert few.question_text == "is the second Sudoku a copy of the first by at most 2 steps?"
    assert replace(few, part=True).question_text == (
        "is the first Sudoku a copy of the second with clues left out by at most 2 steps?"
    )
    assert str(few.yes_sentence) == "At most 2 steps are enough."
    assert str(few.no_sentence) == "2 steps are not enough."
    with pytest.raises(ArgumentError, match="at least 0 steps, found -1"):
        replace(few, at_most_steps=-1)
    assert replace(few, at_most_steps=0)


def test_models_of_a_refined_formula_stand_for_more_ways() -> None:
    few = Grid([[1, 2, 0, 0], *[[0] * 4] * 3])
    plain, refined = (IsCopy(few, few, Encoding(refined=one)) for one in (False, True))
    assert plain.model_count_comments[0] == "one for each way from the first to the second"
    assert refined.model_count_comments[:2] == [
        "one for each way, but",
        "digits that do not occur are renamed in one way only: the ways are 2! = 2 times as many",
    ]


def test_a_plain_question_forgets_what_a_search_ruled_out() -> None:
    refined = IsCopy(FIRST, SECOND, REFINED, DIGITS, optimises=True)
    ruled_out = replace(refined, only=find_candidates_of_equal_colour(FIRST, SECOND))
    assert ruled_out.with_plain_formula == IsCopy(FIRST, SECOND, parts=DIGITS)
    within = IsCopyWithCluesLeftOut(PART, FIRST, only=ruled_out.only, optimises=True)
    assert within.requires_best_witness
    assert within.with_plain_formula == IsCopyWithCluesLeftOut(PART, FIRST)
    for question in (refined, within):
        for is_optimisation in (True, False):
            asked = question.make_question_for_export(is_optimisation)
            assert asked.requires_best_witness == is_optimisation
    parts = list(IsCopy(FIRST, SECOND).yield_questions_without_and_with_quarter_turn())
    assert [one.candidates.orientations[0].quarter for one in parts] == [0, 1]
    assert all(len(one.candidates.orientations) == 1 for one in parts)


# What files contain of a question


QUESTIONS: list[Question] = [
    IsCopy(FIRST, SECOND),
    IsCopy(FIRST, SECOND, Encoding(True, "both"), AllowedMoves(["rows", "digits"])),
    IsCopyByFewSteps(FIRST, SECOND, 3, True, DIGITS),
    HowManyCellsAgree(FIRST, OTHER, True, 7),
    HowManyCellsAgree(FIRST, OTHER),
    IsCopyWithCluesLeftOut(PART, FIRST),
    HasBetterCopy(FIRST, True),
    HasBetterCopy(FIRST),
    HasSymmetry(SYMMETRIC),
    HasOtherSymmetries(SYMMETRIC, ((0, 1), *NO_ORBITS[1:]), True),
    HasSolution(UPPER),
    HasOtherSolution(UPPER, SOLVED),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: type(one).__name__)
def test_a_question_is_written_and_read(question: Question) -> None:
    lines = list(yield_header_lines(question, question.shape))
    values: dict[str, list[str]] = {}
    for line in lines:
        key, _, value = line.partition(" ")
        values.setdefault(key, []).append(value)
    assert type(question)(**read_fields_from_header(type(question), values)) == question
    written = json.loads(json.dumps(convert_fields_to_json(question)))
    assert type(question)(**read_serialized_fields(written, type(question), FOUR)) == question


def test_headers_by_eye() -> None:
    question = HasOtherSymmetries(SYMMETRIC, ((0, 1), *NO_ORBITS[1:]), True)
    assert list(yield_header_lines(question, FOUR)) == [
        "turns yes",
        "box 2x2",
        "grid 1 2 0 0",
        "grid 2 1 0 0",
        "grid 0 0 3 4",
        "grid 0 0 4 3",
        "orbit 1 2",
        *(f"orbit {line}" for line in range(2, 9)),
    ]
    assert list(yield_header_lines(HasBetterCopy(PART, True), FOUR))[:2] == ["form max", "box 2x2"]
    copy = IsCopy(PART, PART, Encoding(True, "both"), DIGITS)
    assert list(yield_header_lines(copy, FOUR))[-3:] == [
        "encoding refined",
        "cells both",
        "only digits",
    ]
    assert list(yield_header_lines(IsCopy(PART, PART), FOUR))[-2:] == [
        "encoding plain",
        "cells rows-columns",
    ]


@dataclass(frozen=True)
class AboutSets:
    """As a question about sets of cells is written."""

    grid: Grid
    sets: tuple[CellSet, ...]


def test_sets_of_cells_are_written_and_read() -> None:
    every = frozenset(PART.cells)
    about = AboutSets(PART, (frozenset({(3, 0), (0, 1)}), every, frozenset({(2, 2)})))
    lines = [line for line in yield_header_lines(about, FOUR) if line[:3] in ("set", "and")]
    assert lines == [
        "set 1 2  4 1",
        "set 1 1  1 2  1 3  1 4  2 1  2 2  2 3  2 4  3 1  3 2  3 3  3 4",
        "and 4 1  4 2  4 3  4 4",
        "set 3 3",
    ]
    cells = [" ".join(f"{r + 1} {c + 1}" for r, c in sorted(one)) for one in about.sets]
    header = {
        "box": ["2x2"],
        "grid": [" ".join(map(str, row)) for row in PART],
        "set": cells,
    }
    assert AboutSets(**read_fields_from_header(AboutSets, header)) == about
    written = json.loads(json.dumps(convert_fields_to_json(about)))
    assert written["sets"][0] == [[1, 2], [4, 1]]
    assert AboutSets(**read_serialized_fields(written, AboutSets, FOUR)) == about
    for wrong in ("1 5", "5 1", "0 1", "1 0", ""):
        with pytest.raises(GridError, match="a set of cells of the grid"):
            read_fields_from_header(AboutSets, header | {"set": [wrong]})


# Claims about symmetries


def test_symmetries_of_a_claim_are_checked() -> None:
    below = IDENTITY.replace_parts(rows=((0, 1), (1, 0)), columns=((0, 1), (1, 0)))
    none: tuple[Transformation, ...] = ()

    def orbits(turn: Transformation | None, *some: tuple[Transformation, ...]) -> list[set[int]]:
        witnesses = (*some, *[none] * (8 - len(some)))
        return LineOrbitWitnesses(SYMMETRIC, turn, witnesses).check_and_find_line_orbits()

    assert orbits(None, (SWAP,)) == [{0, 1}, *({line} for line in range(1, 8))]
    assert orbits(TURN, none, none, (below,))[2] == {2, 3}
    in_place = "leaves lines in place is none"
    for some in (
        (none, (SWAP,)),  # it moves an earlier line
        ((TURN,),),
        ((WAY,),),
        ((IDENTITY.replace_parts(rows=((1, 0), (0, 1))),),),
    ):
        with pytest.raises(VerificationError, match=in_place):
            orbits(None, *some)
    with pytest.raises(VerificationError, match="to the same place"):
        orbits(None, (SWAP, SWAP.then(below)))
    with pytest.raises(VerificationError, match="to the same place"):
        orbits(None, (IDENTITY,))
    for turn in (SWAP, WAY, IDENTITY):
        with pytest.raises(VerificationError, match="by a quarter turn is none"):
            orbits(turn)
    with pytest.raises(VerificationError, match="the orbits of 8 lines"):
        orbits(None, *[none] * 9)
    with pytest.raises(ProofError, match="says 5, its symmetries make 2"):
        SymmetryCountClaim(
            SYMMETRIC, 5, None, ((SWAP,), *[none] * 7)
        ).check_and_list_questions_to_refute()
