"""Compare encodings of the conditions about cells, and parameters of the solver CP-SAT:
`python benchmarks/parameters.py`.

Prints a table of the seconds for some 9×9 pairs on the plain encoding: for each form of the clauses
about cells with several solvers, and for CP-SAT with other parameters than those of its backend.
All answers are compared with the manifest.
"""

import argparse
import statistics
from collections.abc import Callable
from functools import partial
from unittest import mock

from sudokopie import Answer, decide
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.comparison.instances import Instance
from sudokopie.applications.comparison.instances import yield_instances_of_suite as list_suite
from sudokopie.encoding.candidates import CELL_FORMS, Encoding
from sudokopie.solvers import cp_sat

SOLVERS = ("pysat:minisat22", "pysat:glucose4", "pysat:cadical195")

CP_SAT_PARAMETERS: dict[str, dict[str, int | bool]] = {
    "of CP-SAT itself": {},
    "1 worker": {"num_workers": 1},
    "1 worker, no presolve": {"num_workers": 1, "cp_model_presolve": False},
    "1 worker, no symmetry": {"num_workers": 1, "symmetry_level": 0},
    "1 worker, no presolve, no symmetry": {
        "num_workers": 1,
        "cp_model_presolve": False,
        "symmetry_level": 0,
    },
    "1 worker, no presolve, no symmetry, no probing": {
        "num_workers": 1,
        "cp_model_presolve": False,
        "symmetry_level": 0,
        "cp_model_probing_level": 0,
    },
    "1 worker, nothing of these, no linearisation": {
        "num_workers": 1,
        "cp_model_presolve": False,
        "symmetry_level": 0,
        "cp_model_probing_level": 0,
        "linearization_level": 0,
    },
}


def print_row(label: str, instances: list[Instance], answer: Callable[[Instance], Answer]) -> None:
    """Print a row of the table: the median and the worst time over all instances, and the number of
    wrong answers. `answer` returns the answer for an instance.
    """
    times, wrong = [], 0
    for instance in instances:
        found = answer(instance)
        times.append(1000 * found.seconds)
        wrong += instance.known is None or found.word != instance.known.ending
    print(f"| {label} | {statistics.median(times):.1f} | {max(times):.1f} | {wrong} |", flush=True)


def main() -> None:
    """Measure all encodings and all parameters of CP-SAT that this benchmark compares, and print
    the table.
    """
    argparse.ArgumentParser(description=__doc__).parse_args()
    instances = [
        instance
        for name in ("small", "hard")
        for instance in list_suite(name)
        if instance.copy_question and instance.copy_question.first.size == 9
    ]
    print(f"Conditions: {find_conditions()}; {len(instances)} pairs of 9×9; milliseconds.\n")
    print("| | median | worst | wrong |\n| --- | ---: | ---: | ---: |")
    for cells in CELL_FORMS:
        for solver in SOLVERS:
            answer = partial(answer_instance, solver, Encoding(cells=cells))
            answer(instances[0])
            print_row(f"{cells}, {solver}", instances, answer)
    for label, parameters in CP_SAT_PARAMETERS.items():
        with mock.patch.object(cp_sat, "_PARAMETERS", parameters):
            print_row(f"cp-sat, {label}", instances, partial(answer_instance, "cp-sat", Encoding()))


def answer_instance(backend: str, encoding: Encoding, instance: Instance) -> Answer:
    """Ask a backend whether the pair of an instance are copies, and return the answer."""
    assert instance.copy_question is not None
    first, second = instance.copy_question.sudokus
    return decide(first, second, backend, encoding=encoding, timeout=60, fewest=False)


if __name__ == "__main__":
    main()
