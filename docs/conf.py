"""The settings with which Sphinx builds these pages: `sphinx-build -W docs docs/_build`."""

from __future__ import annotations

import importlib.metadata
import inspect
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

sys.path.insert(0, os.path.dirname(__file__))

project = "sudokopie"
author = "The sudokopie authors"
project_copyright = author
release = importlib.metadata.version("sudokopie")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4
exclude_patterns = ["_build"]
suppress_warnings = ["myst.strikethrough"]
smartquotes = False  # would turn the two dashes of an option into one
default_role = "code"  # docstrings put names into single backticks, as in Markdown

html_theme = "furo"
html_title = "sudokopie"
html_show_sourcelink = False
html_copy_source = False

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

# `sphinx-build -b linkcheck docs docs/_build/links` lists the links to other sites without fetching
# them. `-D linkcheck_ignore=` makes it fetch them.
linkcheck_ignore = [r"https?://"]


PAGE_OF_FILE = {
    "../benchmarks/RESULTS.md": "results",
    "../tests/samples.md": "samples",
    "../CONTRIBUTING.md": "contributing",
    "../SECURITY.md": "security",
    "../CHANGELOG.md": "changes",
}
"""The page that includes each file outside of this folder. Other pages link the file itself, which
a reader can also open in a clone, and Sphinx gets links to the page instead."""


def setup(app: Sphinx) -> None:
    """Register three functions: one fills the page of commands, one links the pages that include
    files, and one skips fields of named tuples.
    """
    app.connect("source-read", _with_commands)
    app.connect("source-read", _with_links_to_pages)
    app.connect("autodoc-skip-member", _is_field_of_a_tuple)


def _with_commands(_: Sphinx, page: str, source: list[str]) -> None:
    if page == "commands":
        from manual import as_markdown

        source[0] += as_markdown()


def _with_links_to_pages(_: Sphinx, page: str, source: list[str]) -> None:
    if page not in PAGE_OF_FILE.values():
        for file, including_page in PAGE_OF_FILE.items():
            source[0] = source[0].replace(file, f"{including_page}.md")


def _is_field_of_a_tuple(
    _app: Sphinx, _what: str, _name: str, member: object, _skip: bool, _options: object
) -> bool | None:
    """Return True if `member` is a field of a named tuple (autodoc then skips it), otherwise None.

    Its only documentation is "Alias for field number 0", and the signature of the class names it.
    """
    return True if inspect.isdatadescriptor(member) and not isinstance(member, property) else None
