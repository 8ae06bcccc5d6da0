"""The parts of the build that pyproject.toml cannot describe: the list of packages, the README's
links, the translations, the compiled kernel.

An application can be left out by deleting its folder in `applications/`, because only folders that
are present are installed.

If the environment variable `SUDOKOPIE_KERNEL` is `off`, the wheel is built without the kernel.
"""

import os
import re
import runpy
import shutil
import sys
import tomllib
from glob import glob
from pathlib import Path

import setuptools
from setuptools import Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent

_LEAST_SETUPTOOLS = 77  # as in pyproject.toml


def make_links_absolute(markdown: str, address: str) -> str:
    """Return Markdown text in which links to files of this repository begin with `address`, the
    address at which the repository is published. If `address` is empty, the links stay as they are.

    A package index shows the README without the files of the repository, so that relative links
    would lead nowhere.
    """
    return (
        re.sub(r'(\]\(|src(?:set)?=")(?!https?:|#)', rf"\1{address.rstrip('/')}/", markdown)
        if address
        else markdown
    )


PRODUCT = (
    *("answers", "applications", "base", "commands", "encoding", "kernel", "proofs", "questions"),
    *("reading", "recognition", "showing", "solvers", "sudoku", "system"),
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


class BuildAnew(build):
    """The command that builds the package. The files of an earlier build in the folder `build/` are
    removed first, because they would be installed, too.
    """

    def run(self) -> None:
        """Build the package."""
        if Path(self.build_lib).is_relative_to(self.build_base):
            shutil.rmtree(self.build_lib, ignore_errors=True)
        super().run()


class BuildWithTranslations(build_py):
    """The command that copies the files of the package. It also compiles the translations: an
    installed package has `.mo` files instead of `.po` files.
    """

    def run(self) -> None:
        """Copy the files and compile the translations."""
        super().run()
        if self.editable_mode:  # base/messages.py compiles them when they are needed
            return
        compiler = runpy.run_path(str(HERE / "base" / "translation_files.py"))
        for source in (HERE / "base" / "locale").rglob("*.po"):
            target = Path(self.build_lib, "sudokopie", source.relative_to(HERE)).with_suffix(".mo")
            self.mkpath(str(target.parent))
            target.write_bytes(compiler["compile_po_file"](str(source)))


class BuildKernelAnew(build_ext):
    """The command that builds the kernel. An earlier kernel is removed first, because it would be
    used if the kernel cannot be built.
    """

    def run(self) -> None:
        """Build the kernel."""
        for extension in self.extensions:
            name = self.get_ext_filename(self.get_ext_fullname(extension.name))
            for path in (os.path.join(self.build_lib, name), self.get_ext_fullpath(extension.name)):
                Path(path).unlink(missing_ok=True)
        super().run()


COMMANDS = {"build": BuildAnew, "build_py": BuildWithTranslations, "build_ext": BuildKernelAnew}


def main() -> None:
    """Build the targets that the command line names, with setuptools."""
    version = setuptools.__version__
    if int(version.partition(".")[0]) < _LEAST_SETUPTOOLS:
        sys.exit(
            f"sudokopie needs setuptools {_LEAST_SETUPTOOLS} or newer, not {version}: "
            "`pip install .` and `pip install -e .` bring it along"
        )
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
        cmdclass=COMMANDS,
        options={} if is_off else {"bdist_wheel": {"py_limited_api": "cp311"}},
    )


if __name__ == "__main__":
    main()
