"""Decide whether two Sudokus are the same up to symmetry. Answers are verified and explained in
steps.

>>> from sudokopie import Grid, decide
>>> first = Grid([[1, 2, 0, 0], [0, 0, 1, 0], [0, 3, 0, 0], [0, 0, 0, 4]])
>>> second = Grid([[0, 0, 1, 0], [4, 0, 0, 0], [0, 0, 0, 1], [0, 3, 0, 2]])
>>> answer = decide(first, second)
>>> answer.word, answer.steps
('copies', 2)
>>> answer.transformation.rotation, answer.transformation.bands
(1, (1, 0))
"""

from importlib import import_module

_NAMES_BY_MODULE = {
    ".answers.bulk.canonical_forms": ("least_images",),
    ".answers.bulk.class_keys": ("keys",),
    ".answers.bulk.random_copies": ("copies_count", "shuffled", "shuffled_batches"),
    ".answers.bulk.solutions": ("solutions",),
    ".answers.bulk.sorted_forms": ("signatures",),
    ".answers.bulk.symmetries": ("symmetry_counts",),
    ".answers.canonical": ("canonical_form",),
    ".answers.completion": ("complete", "completions", "count_completions", "has_one_completion"),
    ".answers.decide": ("Answer", "decide"),
    ".answers.nearest": ("nearest",),
    ".answers.part": ("part_of", "within"),
    ".answers.reason_search": ("why_not",),
    ".answers.symmetries": ("symmetries",),
    ".answers.visible_symmetry": ("survey",),
    ".answers.ways": ("all_ways", "ways"),
    ".base.errors": ("DeadlinePassedError", "GridError", "SudokopieError"),
    ".base.verdict": ("Verdict",),
    ".proofs.certify": ("certify",),
    ".proofs.check": ("check_certificate",),
    ".reading.pair_files": ("format_pair", "parse_pair", "read_pair"),
    ".showing.answer_report": ("as_text",),
    ".showing.answers_page": ("as_html",),
    ".showing.sentences": ("sentences",),
    ".solvers.registry": ("backend_names",),
    ".sudoku.grid": ("Grid", "Pair"),
    ".sudoku.shape": ("BoxShape",),
    ".sudoku.transformation": ("Transformation",),
}
"""The public names of the core, by the module that defines them. Applications declare their names
themselves. `__init__.pyi` lists all names for type checkers; a test compares the two.
"""

_MODULES_BY_NAME = {name: module for module, names in _NAMES_BY_MODULE.items() for name in names}


def _find_all_public_names() -> set[str]:
    """Return all public names: those of the core, and those of the applications that are
    present.
    """
    from .base.applications import collect_application_locations_by_name

    return {*_MODULES_BY_NAME, *collect_application_locations_by_name("library")}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, and return its object. Names that are not used
    are not imported.
    """
    found: object
    if name == "__all__":
        found = sorted(_find_all_public_names())
    elif name == "__version__":
        found = import_module(".base.version", __name__).VERSION
    elif name.startswith("__") or "__path__" not in globals():
        # pytest also loads this file alone, without a path, if the checkout's folder has a name
        # that is not a Python identifier, such as `sudokopie-main`.
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    elif (place := _MODULES_BY_NAME.get(name)) is not None:
        found = getattr(import_module(place, __name__), name)
    else:
        from .base.applications import collect_application_locations_by_name
        from .base.registry import load_object

        if (place := collect_application_locations_by_name("library").get(name)) is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = load_object(place)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """Return all public names, whether they have been imported or not."""
    return sorted({"__version__", *globals(), *_find_all_public_names()})
