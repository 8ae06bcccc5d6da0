"""Make the files by which others cite an exported suite: the digest of its formulas, which does not
depend on the command line in their comments, and a file `CITATION.cff` (Citation File Format 1.2).
"""

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from ...proofs.export_header import Provenance

CITATION, LICENCE = "CITATION.cff", "LICENSE"

LICENCE_TEXT = Path(__file__).parent / "templates" / LICENCE
"""The path of the licence of exported suites, which is that of sudokopie."""

_COMMENTS = {sign: re.compile(rb"^%b.*\n" % re.escape(sign), re.MULTILINE) for sign in (b"c", b"*")}

_CITATION = """\
cff-version: 1.2.0
message: If these formulas help your work, please cite them like this.
title: "Is this Sudoku a copy of that Sudoku? {title}"
type: dataset
version: "{version}"
authors:
  - name: The sudokopie authors
license: MIT
identifiers:
  - type: other
    value: "sha256:{digest}"
    description: The digest of the formulas without their comments; README.md explains it.
references:
  - type: software
    title: sudokopie
    version: "{version}"
    authors:
      - name: The sudokopie authors
    license: MIT
"""


class ClauseHash:
    """The SHA-256 of a formula without the lines that are comments, so that it does not depend on
    the command line in the comments. The formula is added piece by piece; each piece consists of
    whole lines. `export_format` is `cnf`, `wcnf` or `opb`.
    """

    def __init__(self, export_format: str) -> None:
        self._sign = b"*" if export_format == "opb" else b"c"
        self._hash = hashlib.sha256()

    def add(self, piece: bytes) -> None:
        """Add the next piece of the formula."""
        if piece.startswith(self._sign) or b"\n" + self._sign in piece:
            piece = _COMMENTS[self._sign].sub(b"", piece)
        self._hash.update(piece)

    @property
    def digest(self) -> str:
        """The digest of the pieces so far, in hexadecimal digits."""
        return self._hash.hexdigest()


def make_suite_digest(digests_by_file: Iterable[tuple[str, str]]) -> str:
    """Return the digest of a suite. `digests_by_file` has the name of each formula's file, and the
    digest of the formula without comments. The result is the SHA-256 of lines such as `sha256sum`
    prints, sorted by the names of the files.
    """
    lines = (f"{digest}  {file}\n" for file, digest in sorted(digests_by_file))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def make_citation(suite_name: str, provenance: Provenance, digest: str) -> str:
    """Return the text of `CITATION.cff` for the suite `suite_name`. `provenance` names the program
    that wrote the suite with its version, and `digest` is the digest of the suite.
    """
    title = f"The suite {suite_name} of sudokopie" if suite_name else "Formulas by sudokopie"
    return _CITATION.format(title=title, version=provenance.tool.rpartition(" ")[2], digest=digest)
