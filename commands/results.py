"""What becomes of results of many Sudokus: the options, for commands that need no more of them."""

from collections.abc import Iterable
from typing import NamedTuple

from .declaring import bars, gathered, options, rules
from .options import option
from .outputs import check_outputs

OUTPUT = option(
    "--output [lines|csv]",
    "For a collection: print the results alone (lines), or add them to the input lines "
    "as columns (csv).",
    default="lines",
)

PARQUET = option(
    "--parquet FILE",
    "Write a table of all Sudokus with their results in Parquet, instead of printing them.",
)


class Results(NamedTuple):
    """What becomes of results: lines, or columns (csv) of the input, or a table in a file."""

    output: str = "lines"
    parquet: str | None = None

    @property
    def are_plain(self) -> bool:
        """Whether they are printed alone."""
        return self.output == "lines" and self.parquet is None

    def check(self, files: Iterable[str]) -> None:
        """Refuse a table that cannot be written, before anything is read."""
        if self.parquet is not None:
            from ..showing.parquet import check_parquet_installed  # seldom wanted

            check_parquet_installed()
            check_outputs({"--parquet": self.parquet}, files)


RESULTS = options(
    OUTPUT,
    PARQUET,
    gathered(results=Results),
    rules(bars("--parquet", "--output csv", "--quiet", "--json")),
)
