"""The parts of the build that pyproject.toml cannot describe: the list of packages, the README's
links, the compiled kernel.

An application can be left out by deleting its folder in `applications/`, because only folders that
are present are installed.

If the environment variable `SUDOKOPIE_KERNEL` is `off`, the wheel is built without the kernel.
"""

import os
import re
import tomllib
from glob import glob
from pathlib import Path

from setuptools import Extension, setup

HERE = Path(__file__).parent


def make_links_absolute(markdown: str, address: str) -> str:
    """Return Markdown text in which links to files of this repository begin with `address`, the
    address at which the repository is published. If `address` is empty, the links stay as they are.

    A package index shows the README without the files of the repository, so that relative links
    would lead nowhere.
    """
    return (
        re.sub(r"\]\((?!https?:|#)", rf"]({address.rstrip('/')}/", markdown)
        if address
        else markdown
    )


PRODUCT = (
    *("answers", "applications", "base", "commands", "encoding", "kernel", "proofs", "questions"),
    *("reading", "showing", "solvers", "sudoku", "system"),
)
"""The folders that are installed. Other folders at the root are not."""


def list_packages() -> list[str]:
    """Return the names of all packages: `sudokopie`, and the folders of the product that contain an
    `__init__.py`.
    """
    inner = (
        path.parent.relative_to(HERE)
        for folder in PRODUCT
        for path in sorted((HERE / folder).rglob("__init__.py"))
    )
    return ["sudokopie", *(".".join(("sudokopie", *folder.parts)) for folder in inner)]


def main() -> None:
    """Build the targets that the command line names, with setuptools."""
    is_off = os.environ.get("SUDOKOPIE_KERNEL") == "off"
    kernel = Extension(
        "sudokopie.kernel._kernel",
        sorted(glob("kernel/*.c")),
        depends=glob("kernel/*.h"),
        optional=True,  # without a compiler, the package is installed without the kernel
        py_limited_api=True,
    )
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    setup(
        packages=list_packages(),
        script_name="setup.py",  # otherwise this file would be installed as a module of the package
        long_description=make_links_absolute(readme, project["tool"]["sudokopie"]["published-at"]),
        long_description_content_type="text/markdown",
        ext_modules=[] if is_off else [kernel],
        options={} if is_off else {"bdist_wheel": {"py_limited_api": "cp311"}},
    )


if __name__ == "__main__":
    main()
