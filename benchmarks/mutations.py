"""Put small faults into the code, and see whether the tests beside the code fail:
`python benchmarks/mutations.py [--count 200] [--seed 1] [--jobs 1] [ROOM...]`.

A mutation changes one place of a file: it exchanges an operator (`<` becomes `<=`), changes a
number by 1, negates a condition, or leaves out a `not`, a sign, an element of a list, or a
statement. The seed decides which mutations of the folders are drawn; by default the folders are
encoding, proofs, questions and sudoku. The tests of a mutation are those of its own folder,
tests/ROOM. A mutation is caught if a test fails, or if the tests do not end. Otherwise the mutation
survived: it changes nothing that matters, or a test is missing.

All files are copied first, and only the copies are changed. The tests run once without a mutation,
in order to record which test runs which lines. The tests that run the line of a mutation are tried
first, then all other tests of its folder, until a test fails. The exit status is 1 if a mutation
survived.
"""

import argparse
import ast
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("encoding", "proofs", "questions", "sudoku")

_OPERATORS: dict[type[ast.AST], Any] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_FUNCTIONS = {"all": "any", "any": "all", "max": "min", "min": "max"}
_TRANSPARENT = ("reversed", "sorted")
"""Functions whose call is replaced by its argument."""

_UNCHANGED = ast.JoinedStr, ast.Import, ast.ImportFrom, ast.Raise, ast.Assert

MEMORY = 8 << 30
"""The most bytes of memory that the tests of a mutation may use."""


class Mutation(NamedTuple):
    """A change of one place in a file: the text from byte `start` to byte `end` is replaced by
    `new`. `lines` are the numbers of the lines from the beginning of the statement, from 1, to the
    end of this text.
    """

    start: int
    end: int
    lines: range
    old: str
    new: str

    def apply(self, source: str) -> str:
        """Return the text of the file after this change; `source` is the text before."""
        data = source.encode()
        return (data[: self.start] + self.new.encode() + data[self.end :]).decode()


def list_mutations(source: str) -> list[Mutation]:
    """Return all mutations (changes of one place) of a Python file with the given text.
    Annotations, docstrings, texts, decorators and imports are not changed.
    """
    data = source.encode()
    starts = [0]
    for line in data.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, new, first_line in _yield_changed_nodes(ast.parse(source), 1):
        last_line = node.end_lineno or node.lineno
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[last_line - 1] + (node.end_col_offset or 0)
        lines = range(first_line, last_line + 1)
        found.append(Mutation(start, end, lines, data[start:end].decode(), new))
    return found


_Node = ast.expr | ast.stmt


def _yield_changed_nodes(tree: ast.AST, line: int) -> Iterator[tuple[_Node, str, int]]:
    """Yield parts of a syntax tree, each with a text that replaces it and the line at which its
    statement begins. `line` is the line at which the statement of `tree` begins.
    """
    for node in _yield_children_to_change(tree):
        own_line = node.lineno if isinstance(node, ast.stmt) else line
        if isinstance(node, (ast.AugAssign, ast.Expr)):
            yield node, "pass", own_line
        if isinstance(node, (ast.If, ast.While, ast.IfExp)):
            yield node.test, f"(not ({ast.unparse(node.test)}))", own_line
        for condition in node.ifs if isinstance(node, ast.comprehension) else ():
            yield condition, f"(not ({ast.unparse(condition)}))", own_line
            yield condition, "True", own_line
        if isinstance(node, ast.expr):
            for changed in (*_yield_other_operators(node), *_yield_other_values(node)):
                yield node, f"({ast.unparse(changed)})", own_line
        yield from _yield_changed_nodes(node, own_line)


def _yield_children_to_change(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the child nodes of a node of a syntax tree, except nodes that are never changed."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for node in value if isinstance(value, list) else [value]:
            is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if isinstance(node, ast.AST) and not isinstance(node, _UNCHANGED) and not is_docstring:
                yield node


def _yield_other_operators(node: ast.expr) -> Iterator[ast.expr]:
    """Yield changed copies of an operation: with another operator, without its sign, or without its
    `not`.
    """
    match node:
        case ast.Compare(ops=operators):
            for i, operator in enumerate(operators):
                others = [*operators[:i], _OPERATORS[type(operator)](), *operators[i + 1 :]]
                yield ast.Compare(node.left, others, node.comparators)
        case ast.BoolOp(op=operator):
            yield ast.BoolOp(_OPERATORS[type(operator)](), node.values)
        case ast.BinOp(op=operator) if type(operator) in _OPERATORS:
            yield ast.BinOp(node.left, _OPERATORS[type(operator)](), node.right)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand


def _yield_other_values(node: ast.expr) -> Iterator[ast.expr]:
    """Yield changed copies of an expression: a constant with another value, a list without one of
    its elements, or a changed call.
    """
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
        case ast.List(elts=elements) | ast.Tuple(elts=elements) if len(elements) > 1:
            is_list = isinstance(node, ast.List)
            if isinstance(node.ctx, ast.Load) and not any(
                isinstance(element, ast.Slice) for element in elements
            ):
                for i in range(len(elements)):
                    rest = [*elements[:i], *elements[i + 1 :]]
                    yield ast.List(rest) if is_list else ast.Tuple(rest)
        case ast.Call(func=ast.Name(id=name), args=[first, *_]):
            if name in _FUNCTIONS:
                yield ast.Call(ast.Name(_FUNCTIONS[name]), node.args, node.keywords)
            if name in _TRANSPARENT:
                yield first


class Place(NamedTuple):
    """A mutation, and the path of the file that it changes, relative to the checkout."""

    file: str
    mutation: Mutation

    @property
    def room(self) -> str:
        """The folder of the product that contains the file; the tests of this folder are run."""
        return self.file.split("/")[0]

    def __str__(self) -> str:
        old, new = (textwrap.shorten(text, 120) for text in (self.mutation.old, self.mutation.new))
        return f"{self.file}:{self.mutation.lines[-1]}: {old}  ->  {new}"


def draw_mutations(rooms: list[str], count: int, seed: int) -> list[Place]:
    """Return `count` mutations of the files in the given folders, drawn at random, in the order of
    the files. The same seed draws the same mutations of the same files.
    """
    every = [
        Place(file.relative_to(ROOT).as_posix(), mutation)
        for room in rooms
        for file in sorted((ROOT / room).rglob("*.py"))
        for mutation in list_mutations(file.read_text("utf-8"))
    ]
    drawn = Random(seed).sample(range(len(every)), min(count, len(every)))
    print(f"{len(drawn)} of {len(every)} mutations of {', '.join(rooms)}, seed {seed}", flush=True)
    return [every[i] for i in sorted(drawn)]


# Running tests


def copy_checkout(folder: Path) -> Path:
    """Copy the checkout into a folder, so that `sudokopie` is imported from the copy if the folder
    is in PYTHONPATH. Return the copy's path.
    """
    left_out = shutil.ignore_patterns(
        ".*", "__pycache__", "build", "dist", "node_modules", "_build"
    )
    shutil.copytree(ROOT, folder / "sudokopie", ignore=left_out, symlinks=True)
    return folder / "sudokopie"


def run_tests(
    copy: Path,
    *arguments: str,
    limit: float | None = None,
    variables: Mapping[str, str] = MappingProxyType({}),
) -> bool:
    """Run pytest in a copy of the checkout until a test fails. Return whether all tests passed
    within `limit` seconds. `variables` are added to the environment.
    """
    paths = os.pathsep.join(map(str, (copy.parent, copy / "benchmarks")))
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", **variables}
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", Path(__file__).stem]
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, *arguments],
        cwd=copy,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(limit) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def pytest_configure() -> None:
    """Limit the memory of the tests, which a mutation could use up. Save no compiled modules, which
    `tests/conftest.py` has allowed: Python could load the compiled module of an earlier mutation.
    """
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def pytest_collection_modifyitems(items: "list[pytest.Item]") -> None:
    """Run only the tests whose names are in the file `MUTATION_TESTS`, in the order of this
    file.
    """
    if file := os.environ.get("MUTATION_TESTS"):
        order = {name: i for i, name in enumerate(json.loads(Path(file).read_text("utf-8")))}
        items[:] = sorted(
            (item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid]
        )


def pytest_runtest_logreport(report: "pytest.TestReport") -> None:
    """Append the seconds that a test took to the file `MUTATION_TIMES`."""
    if file := os.environ.get("MUTATION_TIMES"):
        with Path(file).open("a", encoding="utf-8") as times:
            times.write(json.dumps([report.nodeid, report.duration]) + "\n")


class RoomTests:
    """The tests of a folder: the seconds that each test takes, and the lines that it runs."""

    def __init__(self, room: str, copy: Path) -> None:
        """Run the tests of tests/ROOM in a copy of the checkout, without a mutation. Ends the
        program if one of them fails.
        """
        from coverage import CoverageData

        self._copy = copy
        times, lines = copy / f"times-{room}", copy / f"lines-{room}"
        options = ["--cov", "--cov-context=test", "--cov-report=", "--cov-fail-under=0"]
        files = {"MUTATION_TIMES": str(times), "COVERAGE_FILE": str(lines)}
        if not run_tests(copy, f"tests/{room}", *options, variables=files):
            sys.exit(f"the tests of {room} fail without a mutation")
        self._seconds: dict[str, float] = {}
        for line in times.read_text("utf-8").splitlines():
            name, seconds = json.loads(line)
            self._seconds[name] = self._seconds.get(name, 0) + seconds
        self._lines = CoverageData(str(lines))
        self._lines.read()

    def list_tests_by_use(self, place: Place) -> tuple[list[str], list[str]]:
        """Return two lists of the names of tests, each with the fastest test first: the tests that
        run the lines of a mutation, and all other tests, which may run these lines in another
        process.
        """
        by_line = self._lines.contexts_by_lineno(str(self._copy / place.file))
        contexts = {name for line in place.mutation.lines for name in by_line.get(line, ())}
        users = {name.partition("|")[0] for name in contexts}
        names = sorted(self._seconds, key=self._seconds.__getitem__)
        return [one for one in names if one in users], [one for one in names if one not in users]

    def compute_limit(self, names: list[str]) -> float:
        """Return the seconds after which tests that run with a mutation are ended."""
        return 60 + 10 * sum(self._seconds[name] for name in names)


def survives(place: Place, tests: RoomTests, copies: "SimpleQueue[Path]") -> bool:
    """Return whether all tests pass with a mutation. The mutation is written into a copy of the
    checkout, which is taken from the queue `copies` and put back unchanged.
    """
    copy = copies.get()
    file, wanted = copy / place.file, copy / "wanted.json"
    source = file.read_text("utf-8")

    def do_pass(names: list[str]) -> bool:
        """Return whether the tests with these names pass."""
        wanted.write_text(json.dumps(names), "utf-8")
        files = sorted({name.partition("::")[0] for name in names})
        limit = tests.compute_limit(names)
        return not names or run_tests(
            copy, *files, limit=limit, variables={"MUTATION_TESTS": str(wanted)}
        )

    try:
        file.write_text(place.mutation.apply(source), "utf-8")
        return all(map(do_pass, tests.list_tests_by_use(place)))
    finally:
        file.write_text(source, "utf-8")
        copies.put(copy)


def main() -> int:
    """Draw mutations (small faults in the code), run the tests of the folder with each, and print
    whether a test fails. Return the exit status.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("rooms", nargs="*", default=ROOMS, metavar="ROOM")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    places = draw_mutations(arguments.rooms, arguments.count, arguments.seed)
    copies = SimpleQueue[Path]()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.jobs) as threads:
        for job in range(arguments.jobs):
            copies.put(copy_checkout(Path(folder) / str(job)))
        original = copy_checkout(Path(folder) / "original")
        rooms = {place.room for place in places}
        recorded = dict(
            zip(rooms, threads.map(lambda room: RoomTests(room, original), rooms), strict=True)
        )
        tried = threads.map(lambda place: survives(place, recorded[place.room], copies), places)
        survivors = 0
        for place, survived in zip(places, tried, strict=True):
            survivors += survived
            print("survived" if survived else "caught  ", place, flush=True)
    print(f"{survivors} of {len(places)} mutations survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
