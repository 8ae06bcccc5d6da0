"""Which runs a comparison consists of."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from random import Random

from ..base.errors import ComparisonError
from ..encoding.candidates import Encoding
from ..solvers.registry import backend_names, find_backend
from .instances import Instance
from .run import PlannedRun

DOZEN = (
    "pysat:minisat22",
    "pysat:minicard",
    "pysat:glucose4",
    "pysat:cadical153",
    "pysat:cadical195",
    "pysat:lingeling",
    "pysat:mergesat3",
    "cp-sat",
    "cp-sat:table",
    "graph:bliss",
    "search:assignments",
    "search:block-hash",
)
"""The backends compared by default, where installed: SAT solvers of various origin, and others."""


def chosen_backends(text: str | None) -> list[str]:
    """Return the full names that a list of names and patterns means, each once, in its order.

    Raises `BackendError` where one means nothing, with the names that there are.
    """
    known = backend_names()
    if text is None:
        return [name for name in DOZEN if name in known]
    chosen: dict[str, None] = {}
    for pattern in filter(None, (part.strip() for part in text.split(","))):
        matching = [name for name in known if fnmatchcase(name, pattern)]
        chosen.update(dict.fromkeys(matching or [find_backend(pattern).name]))
    return list(chosen) or [find_backend(text).name]


def scattered(text: str, backends: Sequence[str]) -> tuple[str, str]:
    """Return the two backends that a scatter plot is asked for.

    Raises `ComparisonError` where they are not two of those compared.
    """
    names = [name.strip() for name in text.split(",")]
    if len(set(names)) == 2 and set(names) <= set(backends):
        return names[0], names[1]
    raise ComparisonError(
        "expected two of the backends compared, found '{found}'; there are: {names}",
        found=text,
        names=", ".join(backends),
    )


def planned(
    instances: Sequence[Instance],
    backends: Sequence[str],
    runs: int,
    encoding: Encoding,
    seed: int | None = None,
) -> list[PlannedRun]:
    """Return all runs: round after round, pair after pair, backend after backend.

    Backends that are compared on a pair run right after one another, so that whatever else the
    machine does meets all of them. With a `seed` the order is random, the same for the same seed.
    Exported formulas keep the encoding that they say.
    """
    plan = [
        PlannedRun(instance, backend, number, instance.encoding or encoding)
        for number in range(1, runs + 1)
        for instance in instances
        for backend in backends
    ]
    if seed is not None:
        Random(seed).shuffle(plan)
    return plan
