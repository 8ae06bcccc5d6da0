"""The mutations that `benchmarks/mutations.py` puts into the code."""

import ast
from pathlib import Path

import pytest

from conftest import ROOT
from mutations import ROOMS, draw_mutations, list_mutations, run_tests


@pytest.mark.parametrize(
    ("source", "mutants"),
    [
        ("a < b", {"(a <= b)", "pass"}),
        ("x = a == b != c", {"x = (a != b != c)", "x = (a == b == c)"}),
        ("x = a and b", {"x = (a or b)"}),
        ("x = not a", {"x = (a)"}),
        ("x = -a + 1", {"x = (-a - 1)", "x = (a) + 1", "x = -a + (2)"}),
        ("x = True", {"x = (False)"}),
        ("x = [a, -b]", {"x = ([-b])", "x = ([a])", "x = [a, (b)]"}),
        ("x = a, b", {"x = ((b,))", "x = ((a,))"}),
        ("x = sorted(a)", {"x = (a)"}),
        ("x = max(a, b)", {"x = (min(a, b))"}),
        ("x += a", {"pass"}),
        ("if a:\n    x = b", {"if (not (a)):\n    x = b"}),
        (
            "x = {a for a in b if a}",
            {"x = {a for a in b if (not (a))}", "x = {a for a in b if True}"},
        ),
        (
            '"text"\nx: list[1] = "ä", f"{a < b}"',
            {"\"text\"\nx: list[1] = ((f'{a < b}',))", "\"text\"\nx: list[1] = (('ä',))"},
        ),
        ("raise E(1)", set()),
    ],
)
def test_mutations_by_eye(source: str, mutants: set[str]) -> None:
    assert {one.apply(source) for one in list_mutations(source)} == mutants


def test_the_line_of_a_statement_and_of_a_place_in_it_are_known() -> None:
    source = "def f():\n    return [\n        a,\n        1,\n    ]\n"
    lines = {one.old: one.lines for one in list_mutations(source)}
    assert lines["1"] == range(2, 5)


@pytest.mark.gate
def test_all_mutations_of_the_package_are_programs() -> None:
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            source = file.read_text("utf-8")
            tree = ast.dump(ast.parse(source))
            for mutation in list_mutations(source)[::10]:
                assert ast.dump(ast.parse(mutation.apply(source))) != tree


def test_a_seed_draws_the_same_mutations(capsys: pytest.CaptureFixture[str]) -> None:
    rooms = ["questions", "proofs"]
    one, again, other = (draw_mutations(rooms, 50, seed) for seed in (1, 1, 2))
    assert one == again != other
    assert {place.room for place in one} == {*rooms}
    assert len(one) == 50
    assert capsys.readouterr().out.startswith("50 of ")


def test_the_tests_of_a_mutation_save_no_compiled_modules(tmp_path: Path) -> None:
    (tmp_path / "benchmarks").symlink_to(ROOT / "benchmarks")
    allow = "sys.dont_write_bytecode = False\ndel os.environ['PYTHONDONTWRITEBYTECODE']\n"
    (tmp_path / "conftest.py").write_text(f"import os\nimport sys\n{allow}")
    (tmp_path / "mutated.py").write_text("number = 1\n")
    test = "import mutated\n\ndef test_it() -> None:\n    assert mutated.number == 1\n"
    (tmp_path / "test_it.py").write_text(test)
    assert run_tests(tmp_path, "test_it.py")
    assert not list(tmp_path.rglob("*.pyc"))
