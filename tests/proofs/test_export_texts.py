"""The texts of exported files by eye: comments, the variables to count, models of integers."""

import pytest

from sudokopie import BoxShape, Grid
from sudokopie.base.errors import ExportError
from sudokopie.encoding.candidates import REFINED, Encoding
from sudokopie.proofs.export import yield_question_file_bytes
from sudokopie.proofs.export_header import Provenance
from sudokopie.questions.canonical import HasBetterCopy
from sudokopie.questions.completion import HasSolution
from sudokopie.questions.copy import IsCopy
from sudokopie.questions.nearest import HowManyCellsAgree
from sudokopie.questions.question import Question
from sudokopie.questions.within import IsCopyWithCluesLeftOut
from sudokopie.sudoku.allowed_moves import AllowedMoves

from conftest import ROOT

TWO = BoxShape(1, 2)
FIRST, SECOND = Grid([[1, 2], [0, 0]], TWO), Grid([[0, 0], [2, 1]], TWO)
MADE = Provenance("sudokopie 0", ("sudokopie", "export", "pair.txt"))


def written(question: Question, form: str, made: Provenance = MADE) -> str:
    return b"".join(yield_question_file_bytes(question, form, made)).decode("ascii")


@pytest.mark.parametrize("question", [IsCopy(FIRST, SECOND), HasBetterCopy(FIRST)], ids=type)
def test_the_variables_to_count_are_named_after_the_problem_line(question: Question) -> None:
    lines = written(question, "cnf").splitlines()
    number = question.build_problem("cnf").answer_variables
    start = next(i for i, line in enumerate(lines) if line.startswith("p cnf"))
    shown = [line for line in lines if line.startswith("c p show ")]
    assert lines[start + 1 : start + 1 + len(shown)] == shown
    counted = [line.removeprefix("c p show ").split() for line in shown]
    assert all(words.pop() == "0" for words in counted)
    assert [int(word) for words in counted for word in words] == [*range(1, number + 1)]
    assert [len(words) for words in counted[:-1]] == [15] * (len(counted) - 1)


MODELS = [("mzn", "%", ";", "pair.mzn"), ("py", "#", "", "pair.py.txt")]


@pytest.mark.parametrize(("form", "sign", "end", "file"), MODELS, ids=["mzn", "py"])
@pytest.mark.parametrize("is_part", [False, True])
def test_a_model_of_integers_has_comments_and_data_before_its_program(
    form: str, sign: str, end: str, file: str, is_part: bool
) -> None:
    question = (IsCopyWithCluesLeftOut if is_part else IsCopy)(FIRST, SECOND)
    program = (ROOT / "proofs" / "models" / file).read_text("ascii")
    text = written(question, form)
    assert text.endswith(f"\n\n{program}")
    comments, _, data = text.removesuffix(f"\n{program}").partition("\n\n")
    assert comments.splitlines()[:2] == [
        f"{sign} sudokopie 0",
        f"{sign} command sudokopie export pair.txt",
    ]
    assert all(line.startswith(f"{sign} ") for line in comments.splitlines())
    unknowns = question.transformation_formula.unknowns
    assert data == "".join(
        f"{name} = {value}{end}\n"
        for name, value in (
            ("HEIGHT", 1),
            ("WIDTH", 2),
            ("PART", int(is_part)),
            ("ROWS", unknowns.row_line[0][0]),
            ("COLUMNS", unknowns.column_line[0][0]),
            ("DIGITS", unknowns.digit[1][1]),
            ("FIRST", "[\n  1, 2,\n  0, 0,\n]"),
            ("SECOND", "[\n  0, 0,\n  2, 1,\n]"),
        )
    )


@pytest.mark.parametrize("form", ["mzn", "py"])
def test_a_question_without_a_model_of_integers_is_refused(form: str) -> None:
    for question in (
        HasSolution(FIRST),
        HowManyCellsAgree(FIRST, SECOND),
        IsCopy(FIRST, SECOND, REFINED),
        IsCopy(FIRST, SECOND, Encoding(cells="both")),
        IsCopy(FIRST, SECOND, Encoding(line_maps="bijection")),
        IsCopy(FIRST, SECOND, parts=AllowedMoves(["rows"])),
    ):
        with pytest.raises(ExportError, match=rf"as \.{form} only the questions copy and within"):
            written(question, form)


def test_a_long_command_is_written_in_lines_of_68_characters() -> None:
    def lines(*words: str) -> list[str]:
        text = written(IsCopy(FIRST, SECOND), "cnf", Provenance("tool 1", words))
        found = [line for line in text.splitlines() if line.startswith("c command")]
        assert text.startswith("c tool 1\n")
        return found

    assert lines() == []
    assert lines("sudokopie", "a b", "it's", "ü") == [
        "c command sudokopie 'a b' 'it'\"'\"'s' $'\\U000000fc'"
    ]
    # A word is on the same line if the line and the word together have at most 67 characters.
    assert lines("a" * 30, "b" * 37) == [f"c command {'a' * 30} {'b' * 37}"]
    assert lines("a" * 30, "b" * 38) == [f"c command {'a' * 30} \\", f"c command {'b' * 38}"]
    assert lines("a" * 100, "b") == [f"c command {'a' * 100} \\", "c command b"]
    assert lines("a" * 30, "b" * 20, "c" * 30) == [
        f"c command {'a' * 30} {'b' * 20} \\",
        f"c command {'c' * 30}",
    ]
