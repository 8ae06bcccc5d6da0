"""Examine public collections of Sudokus, and write the findings to docs/public.md.

    python benchmarks/public.py FOLDER

The folder must contain the files in `FILES` that should be examined, under these names; the page
lists their addresses. A file with another checksum is refused, because the findings are about one
version of a file.
"""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).parent.parent / "docs" / "public.md"


class PublicFile(NamedTuple):
    """A public file of Sudokus: its GitHub repository, commit and path, and its SHA-256. `contents`
    describes its contents.
    """

    contents: str
    repository: str
    commit: str
    path: str
    checksum: str

    @property
    def name(self) -> str:
        """The name of the file without its folders."""
        return Path(self.path).name

    @property
    def address(self) -> str:
        """The URL from which this version of the file can be downloaded."""
        return f"https://github.com/{self.repository}/raw/{self.commit}/{self.path}"


_TORCH = "balmerdx/sudoku_pytorch", "9c4391b1ea32bb7a9587f668fa51f35473e68e24"

FILES = (
    PublicFile(
        "puzzles with 17 clues, collected by Gordon Royle and others",
        *(*_TORCH, "data/puzzles2_17_clue"),
        "2cf268735dfd40d32269b5f20ebbea067037e5976b4d016ce0b4d3c0a50deb30",
    ),
    PublicFile(
        "the “top 1465” of magictour",
        *(*_TORCH, "data/puzzles3_magictour_top1465"),
        "ca0369f516dac7dfdd987d2c310ac33dcfc7478db5171bea5bca1f3878758bce",
    ),
    PublicFile(
        "hardest puzzles of a forum",
        *(*_TORCH, "data/puzzles5_forum_hardest_1905_11+"),
        "56236eaf6c7445ea244db3423ec44a102349dbedf6e457af0fcdd3d07cf39996",
    ),
    PublicFile(
        "hardest puzzles of the same forum, of June 2011",
        *(*_TORCH, "data/puzzles6_forum_hardest_1106"),
        "45d0afc5892d6797621d7c00f518df8f1483eceb921416984b8687e16128eb06",
    ),
    PublicFile(
        "a benchmark for solvers, by Serg",
        *(*_TORCH, "data/puzzles7_serg_benchmark"),
        "5468125857f02cb1e9b1fc6ba36ac88dc8d75afa47bc030c507cdfefbfe0eeaa",
    ),
    PublicFile(
        "10,000 puzzles of a notebook about solving, by Peter Norvig",
        *("norvig/pytudes", "cfa66fcd0a51bdd82e02fa6e020b0b2fdcc20ac1", "ipynb/sudoku10k.txt"),
        "0671d27b20b3a152e17dfde78ee2d8cf6d3e4434e1dcc3b477cfea04dad5624e",
    ),
    PublicFile(
        "4×4 puzzles on which language models are tested",
        *("dllm-reasoning/d1", "837888f22c21a5da91a0af2b0d7b19e81d9b47ec"),
        "dataset/4x4_test_sudoku.csv",
        "ef86c7c28ebef88484d85fda59b3909a7b621241aa1abf36343437dbc4a3ffb6",
    ),
)

PAIRS = (("puzzles5_forum_hardest_1905_11+", "puzzles6_forum_hardest_1106"),)
"""Pairs of files. The second file of a pair is examined as a test set for the first."""

COLUMNS = {
    "repeated": "equal",
    "copies": "other copies",
    "near": "nearly copies",
    "same_solution": "solution is a copy",
    "unsolvable": "no solution",
    "several": "several",
    "wrong": "wrong",
}
"""The kinds of findings, with the headings of their columns in the table."""

LEAD = """# Copies in public collections

How many Sudokus in public collections, on which programs are tested, are copies of earlier Sudokus
in the same file? `sudokopie audit` counted copies, nearly copies and faulty puzzles:

"""

WORDS = """
- *Other copies*: turning, reordering lines and renaming digits make an earlier Sudoku into this
  Sudoku.
- *Nearly copies*: a copy of an earlier Sudoku after leaving out or changing one clue.
- *Solution is a copy*: the puzzle is no copy, but its only solution is a copy of the only solution
  of an earlier puzzle.
- *Wrong*: the solution beside the puzzle is wrong; – means that the file has no solutions.

The numbers are no judgement of the authors: copies matter for some purposes only, and few of these
collections were claimed to be free of them.

"""

CHECK = """\
`benchmarks/public.py` makes this page. You can verify each number: the table links to the exact
version of each file, and `sudokopie audit FILE` prints the first Sudokus of each kind. With
`--parquet` it writes all of them.

"""


def run_audit(*arguments: str, folder: Path) -> Any:
    """Run the command `sudokopie audit` with these arguments in a folder, and return its JSON
    output as Python values.

    Raises `SystemExit` if the command fails.
    """
    program = "from sudokopie.cli import main\nif __name__ == '__main__': main()"
    command = [sys.executable, "-c", program, "audit", "--json", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def write_count(found: dict[str, Any], kind: str) -> str:
    """Return, as text, the number of findings of the kind `kind`, such as "copies", in the output
    of `sudokopie audit`; – if this kind was not examined.
    """
    return f"{found[kind]['count']:,}" if kind in found else "–"


def write_row(*cells: object) -> str:
    """Return a row of a Markdown table with these cells."""
    return f"| {' | '.join(map(str, cells))} |\n"


def main(folder: Path) -> None:
    """Examine the public files in `folder` with `sudokopie audit`, and write docs/public.md.

    Raises `SystemExit` if a file has another checksum than in `FILES`.
    """
    there = [file for file in FILES if (folder / file.name).exists()]
    for file in there:
        checksum = hashlib.sha256((folder / file.name).read_bytes()).hexdigest()
        if checksum != file.checksum:
            raise SystemExit(f"{file.name}: expected SHA-256 {file.checksum}, found {checksum}")
    page = LEAD + write_row("file", "Sudokus", "clues", "classes", *COLUMNS.values(), "symmetric")
    page += write_row("---", *["---:"] * (len(COLUMNS) + 4))
    for file in there:
        print(file.name, flush=True)
        said = run_audit(file.name, folder=folder)
        clues, symmetries = list(map(int, said["clues"])), said["symmetries"]
        counts = [write_count(said["found"], kind) for kind in COLUMNS]
        classes = sum(said["classes"].values())
        symmetric = said["sudokus"] - symmetries.get("1", 0)
        spread = f"{min(clues)}-{max(clues)}" if len(clues) > 1 else clues[0]
        name = f"`{file.name}`"
        page += write_row(
            name, f"{said['sudokus']:,}", spread, f"{classes:,}", *counts, f"{symmetric:,}"
        )
    page += WORDS
    for first, test in PAIRS:
        if {first, test} <= {file.name for file in there}:
            said = run_audit(first, "--test", test, folder=folder)
            leaks = {kind: write_count(said["leaks"], kind) for kind in said["leaks"]}
            page += (
                f"`{test}` has {said['test']:,} Sudokus. Of these, {leaks['repeated']} are equal "
                f"to a Sudoku of `{first}`, {leaks['copies']} are other copies, and "
                f"{leaks['near']} are nearly copies. There are {leaks['same_solution']} that are "
                "no copies, but whose only solutions are copies of a solution there.\n\n"
            )
    page += "## The files\n\n" + CHECK + write_row("file", "contents") + write_row("---", "---")
    page += "".join(write_row(f"[`{file.name}`]({file.address})", file.contents) for file in there)
    page += "\nThe checksums of these files, for `sha256sum --check`:\n\n```text\n"
    page += "".join(f"{file.checksum}  {file.name}\n" for file in there) + "```\n"
    PAGE.write_text(page)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
