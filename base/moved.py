"""The modules that had other names before version 1.2.0. They can still be imported by their old
names, with a warning, until the next release.

`sudokopie.collection`, `sudokopie.catalogue` and `sudokopie.studies` became applications. An import
of one of these packages, of a module in it, or of another module in `MODULES` returns a module that
finds each attribute in its new module and warns with the new name.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from .registry import PACKAGE, load_object

_BULK = ("row_search", "row_tables", "solutions", "sorted_forms", "symmetries")
_COLLECTION = (
    *("audit", "batches", "duplicates", "gathering", "near", "recalled", "shared_forms"),
    *("sorted_runs", "stored"),
)
_CATALOGUE = (
    *(
        "checking",
        "columns",
        "entries",
        "finding",
        "loaded",
        "salvaging",
        "schema",
        "seen",
        "store",
    ),
)
_STUDIES = ("classes", "fewest_clues", "unavoidable")

MODULES = {
    "collection": "applications.collection",
    "catalogue": "applications.catalogue",
    "studies": "applications.studies",
    "answers.seen_best": "answers.visible_symmetry",
    "collection.arrays": "sudoku.arrays",
    **{f"collection.{name}": f"answers.bulk.{name}" for name in _BULK},
    **{f"collection.{name}": f"applications.collection.{name}" for name in _COLLECTION},
    **{f"catalogue.{name}": f"applications.catalogue.{name}" for name in _CATALOGUE},
    **{f"studies.{name}": f"applications.studies.{name}" for name in _STUDIES},
    "catalogue.columns": "applications.catalogue.source_columns",
    "catalogue.entries": "applications.catalogue.known_sudokus",
    "catalogue.loaded": "applications.catalogue.class_filters",
    "catalogue.seen": "applications.catalogue.prepared",
    "collection.batches": "applications.collection.batch_cutting",
    "collection.shared_forms": "applications.collection.copy_records",
    "collection.colours": "answers.bulk.colour_refinement",
    "collection.forms": "answers.bulk.canonical_forms",
    "collection.images": "answers.bulk.transformation_arrays",
    "collection.recalled": "applications.collection.saved_results",
    "collection.stored": "applications.collection.sudoku_storage",
}
"""The new name of each module that has moved, by its old name. Both names are relative to the
package.
"""

_TRANSFORMATIONS = "answers.bulk.transformation_arrays"

_SYMMETRY = "answers.visible_symmetry"

_NAMES = {
    "answers.seen_best": {
        "SeenBest": f"{_SYMMETRY}:VisibleSymmetry",
        "Survey": f"{_SYMMETRY}:SymmetrySurvey",
    },
    "collection.images": {"Images": f"{_TRANSFORMATIONS}:TransformationArrays"},
    "collection.arrays": {"grids_of": "sudoku.arrays:yield_grids_of_array"},
    "collection": {
        **dict.fromkeys(("Cells", "stack"), "sudoku.arrays"),
        "grids_of": "sudoku.arrays:yield_grids_of_array",
        **dict.fromkeys(("Classes", "Duplicates"), "applications.collection.duplicates"),
        **dict.fromkeys(("NearPair", "near_pairs"), "applications.collection.near"),
        **dict.fromkeys(("least_images", "renamed"), "answers.bulk.canonical_forms"),
        "Images": f"{_TRANSFORMATIONS}:TransformationArrays",
        "shuffled": _TRANSFORMATIONS,
        **dict.fromkeys(("Solutions", "solutions"), "answers.bulk.solutions"),
        "signatures": "answers.bulk.sorted_forms",
        "sorted_forms": "answers.bulk.sorted_forms",
        "transformation_between": "answers.bulk.sorted_forms",
        "symmetry_counts": "answers.bulk.symmetries",
    },
}
"""The new module of each name that an old package offered and that is now in another module. If the
object has a new name, too, the name follows the module and a colon.
"""


class _MovedModule(ModuleType):
    """A module with an old name, which looks up each of its attributes in the module that has
    replaced it.
    """

    def __getattr__(self, name: str) -> object:
        """Return the attribute of the module that has replaced this module, and warn that the name
        of this module is outdated.
        """
        old = self.__name__.removeprefix(f"{PACKAGE}.")
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        module, _, new_name = _NAMES.get(old, {}).get(name, MODULES[old]).partition(":")
        new_name = new_name or name
        found: object = load_object(f"{module}:{new_name}")
        warnings.warn(
            f"{self.__name__}.{name} is now {PACKAGE}.{module}.{new_name}; the old name ends with "
            "the next release",
            DeprecationWarning,
            stacklevel=2,
        )
        return found

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute of the module. Do nothing if `name` is one of the names that could be
        imported from this module in version 1.1.0, such as a function.

        `sudokopie.collection.solutions`, for example, is the name of a function and also of a
        module. When Python imports the module, it sets the attribute `solutions` of
        `sudokopie.collection` to the module; this method keeps the function instead.
        """
        if name not in _NAMES.get(self.__name__.removeprefix(f"{PACKAGE}."), {}):
            super().__setattr__(name, value)


class MovedModules(MetaPathFinder, Loader):
    """An import hook that finds modules of this package by the names that they had before version
    1.2.0. Python calls it only for names that it cannot find otherwise.
    """

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module specification for the old name of a module that has been renamed; None
        for every other name.
        """
        name = fullname.removeprefix(f"{PACKAGE}.")
        if name == fullname or name not in MODULES:
            return None
        return ModuleSpec(fullname, self, is_package="." not in name)

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return a module with the old name, which looks up its attributes in the module that has
        replaced it.
        """
        return _MovedModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing. Python calls this method to run the code of an imported module, but a module
        under its old name has no code: it only looks up names in the module that has replaced it.
        """
