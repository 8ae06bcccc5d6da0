"""What pyproject.toml cannot hold: the list of packages, the README's links, the compiled kernel.

An application can be left out by deleting its folder in `applications/`: the packages are the
folders that are present.

`SUDOKOPIE_KERNEL=off` makes a wheel without the kernel.
"""

import os
import re
import tomllib
from glob import glob
from pathlib import Path

from setuptools import Extension, setup

HERE = Path(__file__).parent


def with_absolute_links(text: str, place: str) -> str:
    """Return Markdown in which links to files of this repository begin with where it is published.

    On an index nothing stands beside the README. An empty place leaves links as they are.
    """
    return re.sub(r"\]\((?!https?:|#)", rf"]({place.rstrip('/')}/", text) if place else text


PRODUCT = (
    *("answers", "applications", "base", "commands", "encoding", "kernel", "proofs", "questions"),
    *("reading", "showing", "solvers", "sudoku", "system"),
)
"""The folders of the product; whatever else is at the root is not installed."""


def packages() -> list[str]:
    """Return the names of all packages: the folders of the product that have an `__init__.py`."""
    inner = (
        path.parent.relative_to(HERE)
        for folder in PRODUCT
        for path in sorted((HERE / folder).rglob("__init__.py"))
    )
    return ["sudokopie", *(".".join(("sudokopie", *folder.parts)) for folder in inner)]


def main() -> None:
    """Build what setuptools is asked for."""
    is_off = os.environ.get("SUDOKOPIE_KERNEL") == "off"
    kernel = Extension(
        "sudokopie.kernel._kernel",
        sorted(glob("kernel/*.c")),
        depends=glob("kernel/*.h"),
        optional=True,  # where there is no compiler the package is installed all the same
        py_limited_api=True,
    )
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    setup(
        packages=packages(),
        script_name="setup.py",  # so that this file is not taken for a module of the package
        long_description=with_absolute_links(readme, project["tool"]["sudokopie"]["published-at"]),
        long_description_content_type="text/markdown",
        ext_modules=[] if is_off else [kernel],
        options={} if is_off else {"bdist_wheel": {"py_limited_api": "cp311"}},
    )


if __name__ == "__main__":
    main()
