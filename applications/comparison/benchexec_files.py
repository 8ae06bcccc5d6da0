"""Write the files with which BenchExec runs solvers on an exported suite: a task file for each
question, benchmark definitions, and tool-info modules.

Beyer, Löwe, Wendler: Reliable benchmarking: requirements and solutions, 2019.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from ...base.verdict import Verdict
from ...questions.copy import IsCopy
from ...questions.question import Question
from ...reading.pair_files import format_pair
from ...sudoku.shape import MAX_SIZE
from .challenges import Challenge, FurtherFileWriters

PROPERTY_FILE = "satisfiable.prp"
"""The name of the file of the property that all tasks have. BenchExec names a property by its file:
an answer is true if the formula is satisfiable.
"""

_TEMPLATES = Path(__file__).parent / "templates"

_TOOL_MODULES = ("benchexec_tools.py", "sat_solver.py", "sudokopie_solver.py")

_DEFINITIONS = {
    "solver.xml": ("benchexec_tools.sat_solver", ".cnf.yml"),
    "sudokopie.xml": ("benchexec_tools.sudokopie_solver", ".pair.yml"),
}
"""The benchmark definitions: for each file the tool-info module, and the ending of its tasks."""

BENCHEXEC_FILES = (PROPERTY_FILE, *_TOOL_MODULES, *_DEFINITIONS)
"""The names of the files that BenchExec needs besides the task files."""

_PROPERTY = """\
The formula of the task is satisfiable: the answer to its question is yes.
"""

_DEFINITION = """\
<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN"
  "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">
<!-- In the folder of this file: PYTHONPATH=. benchexec {file} -->
<benchmark tool="{tool}" timelimit="60 s" hardtimelimit="70 s" memlimit="2 GB" cpuCores="1">
  <rundefinition/>
  <propertyfile>{property_file}</propertyfile>
  <tasks>
    <include>*{ending}</include>
  </tasks>
</benchmark>
"""


def write_task_files(folder: str, challenge: Challenge, question: Question) -> None:
    """Write the task file of an exported question to `folder`. It has the name of the formula's
    file with the ending `.yml`. If the question is whether two Sudokus are copies, also write the
    pair as text, with the ending `.pair`, and the task file of the pair.
    """
    verdict = challenge.expected_verdict
    _write_task(folder, challenge.file, verdict, {})
    if isinstance(question, IsCopy) and challenge.file.endswith(".cnf"):
        name = f"{challenge.file.removesuffix('.cnf')}.pair"
        text = format_pair(question.sudokus)
        (Path(folder) / name).write_text(text, encoding="ascii")
        size = question.shape.size
        _write_task(folder, name, verdict, {"max-size": size} if size > MAX_SIZE else {})


def _write_task(
    folder: str, input_file: str, verdict: Verdict | None, options: dict[str, object]
) -> None:
    """Write the task file for an input file, which BenchExec gives to solvers. `verdict` is the
    expected answer, and `options` are values for the tool-info module.
    """
    text = "".join(_yield_task_lines(input_file, verdict, options))
    (Path(folder) / f"{input_file}.yml").write_text(text, encoding="ascii")


def _yield_task_lines(
    input_file: str, verdict: Verdict | None, options: dict[str, object]
) -> Iterator[str]:
    """Yield the lines of a task file. The expected verdict is left out if it is not known."""
    yield "format_version: '2.0'\n"
    yield f"input_files: '{input_file}'\n"
    yield f"properties:\n  - property_file: {PROPERTY_FILE}\n"
    if verdict is not None:
        yield f"    expected_verdict: {'true' if verdict is Verdict.YES else 'false'}\n"
    if options:
        yield "options:\n"
        yield from (f"  {name}: '{value}'\n" for name, value in options.items())


def write_benchmark_definitions(folder: str) -> None:
    """Write the property, the benchmark definitions and the tool-info modules to `folder`. A
    definition without a task in the folder is left out.
    """
    path = Path(folder)
    (path / PROPERTY_FILE).write_text(_PROPERTY, encoding="ascii")
    for name in _TOOL_MODULES:
        (path / name).write_bytes((_TEMPLATES / name).read_bytes())
    names = os.listdir(folder)
    for name, (tool, ending) in _DEFINITIONS.items():
        if any(task.endswith(ending) for task in names):
            text = _DEFINITION.format(
                file=name, tool=tool, ending=ending, property_file=PROPERTY_FILE
            )
            (path / name).write_text(text, encoding="ascii")


BENCHEXEC = FurtherFileWriters(write_task_files, write_benchmark_definitions)
"""The functions with which `write_benchmark_set` writes the files for BenchExec, besides the
formulas.
"""
