"""Choose the backends and instances of a comparison, and plan its runs: each backend on each
instance, several times if the user wants.
"""

from collections.abc import Callable, Sequence
from random import Random

from ...base.errors import BackendComparisonFailedError
from ...base.messages import Message
from ...encoding.candidates import PLAIN, Encoding
from ...solvers.optimisers import ExternalModelCounterBackend
from ...solvers.registry import backend_names, find_backend, list_names_matching_pattern
from .instances import Instance
from .measured_run import PlannedRun

DEFAULT_BACKENDS = (
    "pysat:minisat22",
    "pysat:minicard",
    "pysat:glucose4",
    "pysat:cadical153",
    "pysat:cadical195",
    "pysat:lingeling",
    "pysat:mergesat3",
    "pysat:maplechrono",
    "pysat:maplesat",
    "cp-sat",
    "graph:bliss",
    "pysat:kissat404",
)
"""The names of the backends that are compared by default, if they are installed: SAT solvers of
different origin, and solvers of other kinds.
"""

BACKENDS_OF_FORMAT = {
    "cnf": "pysat:*, cp-sat, dimacs:PROGRAM",
    "wcnf": "maxsat:rc2, maxsat:PROGRAM",
    "opb": "pb:PROGRAM",
    "count": "count:PROGRAM",
}
"""For each file format, the names of the backends that read it, as an error message lists them.
CP-SAT also takes a .wcnf or .opb file that sudokopie did not write.
"""


def choose_backend_names(
    backends_option: str | None, instances: Sequence[Instance] = ()
) -> list[str]:
    """Return the full names of the backends that `backends_option`, the value of the option
    `--backends`, selects. The text has names, and patterns such as `pysat:*`, separated by commas.
    Each backend is named once, in the order of the text.

    If `backends_option` is None, the result is every installed backend of three groups that can be
    run on at least one instance: `DEFAULT_BACKENDS`, the model counters and, if an instance is not
    a pair, the solvers for optima. If no such backend exists, the result is the installed backends
    of `DEFAULT_BACKENDS`. Raises `BackendError`, with a list of the known names, if a name is
    unknown or a pattern matches no backend.
    """
    known = backend_names()
    if backends_option is None:
        optimisers = [name for name in known if name.startswith(("maxsat:", "pb:"))]
        needed = {one.form for one in instances if one.copy_question is None}
        others = [*(optimisers if needed else ()), *ExternalModelCounterBackend.names()]
        names = [*(name for name in DEFAULT_BACKENDS if name in known), *others]
        taken = [
            name
            for name in names
            if any(one.can_be_run_by(find_backend(name)) for one in instances)
        ]
        return taken or names[: len(names) - len(others)]
    chosen: dict[str, None] = {}
    for pattern in filter(None, (part.strip() for part in backends_option.split(","))):
        matching = list_names_matching_pattern(pattern)
        chosen.update(dict.fromkeys(matching or [find_backend(pattern).name]))
    return list(chosen) or [find_backend(backends_option).name]


def choose_instances_with_messages(
    instances: Sequence[Instance],
    backends: Sequence[str],
    report_progress: Callable[[int, str], None] = lambda *_: None,
) -> tuple[list[Instance], list[Message]]:
    """Return the instances on which at least one of the `backends` can be run, and messages about
    the other instances. There is a message for each file format of these instances, with the names
    of backends that could be run on them.

    If the backends count models, the returned instances ask for the number of models. Instances get
    the answer that sudokopie itself finds in a few seconds and checks. An instance whose known
    answer contradicts this answer is left out, with a message. `report_progress` is called after
    each check with the number of instances that were checked, and the name of the last instance.

    Raises `BackendComparisonFailedError` if no instance is left, or if some backends count models
    and other backends answer yes or no.
    """
    chosen = [find_backend(name) for name in backends]
    counters = [one for one in chosen if isinstance(one, ExternalModelCounterBackend)]
    if counters:
        if len(counters) < len(chosen):
            raise BackendComparisonFailedError(
                "backends that count models (count:…) cannot be compared with "
                "backends that answer yes or no"
            )
        countable = (None, "cnf", "count")
        instances = [
            one.make_copy_that_counts_models() if one.form in countable else one
            for one in instances
        ]
    taken = [one for one in instances if any(map(one.can_be_run_by, chosen))]
    others: dict[str, list[str]] = {}
    for one in instances:
        if one not in taken:
            others.setdefault(one.form or "cnf", []).append(one.name)
    most = 3  # the most file names in a message
    refused = [
        Message(
            "none of these backends takes {files}; these do: {backends}",
            files=", ".join(names[:most]) + ", …" * (len(names) > most),
            backends=BACKENDS_OF_FORMAT[form],
        )
        for form, names in others.items()
    ]
    checked = list[Instance]()
    for number, one in enumerate(taken, 1):
        try:
            checked.append(one.make_copy_with_checked_answer())
        except BackendComparisonFailedError as error:
            refused.append(error.message)
        report_progress(number, one.name)
    if refused and not checked:
        raise BackendComparisonFailedError(refused[0])
    return checked, refused


def choose_scatter_pair(scatter_option: str, backends: Sequence[str]) -> tuple[str, str]:
    """Return the two backends that `scatter_option`, two names separated by a comma, selects for
    the scatter plot. Raises `BackendComparisonFailedError` if a name is not in `backends` or both
    names are equal.
    """
    names = [name.strip() for name in scatter_option.split(",")]
    if len(set(names)) == 2 and set(names) <= set(backends):
        return names[0], names[1]
    raise BackendComparisonFailedError(
        "expected two of the backends compared, found '{found}'; there are: {names}",
        found=scatter_option,
        names=", ".join(backends),
    )


def plan_runs(
    instances: Sequence[Instance],
    backends: Sequence[str],
    run_count: int,
    encoding: Encoding,
    seed: int | None = None,
) -> list[PlannedRun]:
    """Return the runs of a comparison in the order in which they are made. There are `run_count`
    rounds; in each round one instance follows another, and on each instance one backend follows
    another. Backends that cannot be run on an instance are left out.

    In this order, other work of the machine slows down all backends alike. If `seed` is given, the
    order is random, and the same seed gives the same order. An instance that is an exported formula
    is run as it is; `encoding` is for all other instances.
    """
    plan = [
        PlannedRun(instance, backend, number, _choose_encoding(instance, encoding))
        for number in range(1, run_count + 1)
        for instance in instances
        for backend in backends
        if instance.can_be_run_by(find_backend(backend))
    ]
    if seed is not None:
        Random(seed).shuffle(plan)
    return plan


def _choose_encoding(instance: Instance, chosen_encoding: Encoding) -> Encoding:
    """Return the encoding in which an instance is given to backends; the encoding determines the
    clauses. For a pair of Sudokus it is `chosen_encoding`, the user's choice. An exported file
    keeps the encoding in which it was exported.
    """
    if instance.form is None:
        return chosen_encoding
    return PLAIN if instance.copy_question is None else instance.copy_question.encoding
