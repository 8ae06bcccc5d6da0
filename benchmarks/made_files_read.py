"""Measure how many made files are read right:
`python benchmarks/made_files_read.py --files 1500 --seed 1`.

The files are made at random (tests/reading/made_files.py). Each file is judged:

- right: exactly its Sudokus were read, with their boxes and names, or a file without a clear Sudoku
  was refused;
- refused: a message was given, and all Sudokus that were read are right, but some are missing;
- WRONG: another Sudoku was read, or a Sudoku too many, or other boxes, or a name that differs from
  the title in the file; or a Sudoku is missing without a message.

`--kind without` makes files without a Sudoku, in which any Sudoku is wrong; `--kind documents`
makes spreadsheets, pages, documents, PDFs, mails and archives. Prints a Markdown table
with a row for each form. `--list` also prints a line for each file that was not read right, and
`--show SEED` one file and its reading.

`--reader recognise` measures the recogniser, and `--reader MODULE:FUNCTION` any reader: a function
of the bytes and the name of a file that returns two lists, the Sudokus as (box, cells, name) and
the messages. A message that begins with `warning: ` does not make a complete reading a refusal.
"""

from __future__ import annotations

import argparse
import codecs
import importlib
import multiprocessing
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sudokopie.base.errors import SudokopieError
from sudokopie.reading.file_entry import Entry
from sudokopie.reading.gridfile import open_path_as_grid_file
from sudokopie.reading.titled_solutions import separate_titled_solutions
from sudokopie.recognition.meaning import RefusedTextError
from sudokopie.recognition.recognise import read_lines

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "reading"))

from made_files import (
    MadeFile,
    MadeSudoku,
    make_document,
    make_file,
    make_file_without_sudoku,
)

Found = tuple[tuple[int, int], tuple[int, ...], str]
"""A Sudoku that was read: its box (rows, columns), its cells (0 for blank), and its name."""
Reader = Callable[[bytes, str], tuple[list[Found], list[str]]]

WARNING = "warning: "
MAKERS: dict[str, Callable[[int], MadeFile]] = {
    "files": make_file,
    "without": make_file_without_sudoku,
    "documents": make_document,
}
FILES_OF_A_SEED = 1_000_000
"""The file number n of the seed s is made from the seed s · FILES_OF_A_SEED + n."""


class Judgement(NamedTuple):
    """The judgement how a file was read: the word `right`, `refused` or `WRONG`, the reason, and
    the first message.
    """

    seed: int
    form: str
    verdict: str
    reason: str
    message: str


def read(data: bytes, file_name: str) -> tuple[list[Found], list[str]]:
    """Read a file as sudokopie's commands do. Return its Sudokus, and its errors and warnings."""
    sudokus: list[Found] = []
    messages: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, file_name)
        path.write_bytes(data)
        try:
            with open_path_as_grid_file(str(path)) as grid_file:
                for entry in grid_file:
                    if entry.error is not None:
                        messages.append(str(entry.error))
                        continue
                    box = (entry.shape.height, entry.shape.width)
                    sudokus.append((box, tuple(entry.cell_bytes), entry.sudoku_name))
                warnings = grid_file.list_warnings(file_name)
                messages += [f"{WARNING}{warning}" for warning in warnings]
        except SudokopieError as error:
            messages.append(str(error))
    return sudokus, [message.replace(f"{folder}/", "") for message in messages]


def recognise(data: bytes, file_name: str) -> tuple[list[Found], list[str]]:
    """Read a text with the recogniser alone, the part of the reader that finds Sudokus in texts of
    any form. Return the Sudokus and the messages. The option `--reader recognise` selects this
    function.
    """
    del file_name
    try:
        reading = read_lines(re.split(r"\r\n|\r|\n", decode(data)))
    except RefusedTextError as error:
        return [], [str(error)]
    entries = [
        Entry(one.square.first_line + 1, one.box, one.cells, b"", title=one.name)
        for one in reading.sudokus
    ]
    sudokus, messages = list[Found](), [f"{WARNING}{note}" for note in reading.notes]
    for entry in separate_titled_solutions("", entries):
        if entry.error is not None:
            messages.append(str(entry.error))
            continue
        box = (entry.shape.height, entry.shape.width)
        sudokus.append((box, tuple(entry.cell_bytes), entry.sudoku_name))
    return sudokus, messages


def decode(data: bytes) -> str:
    """Return the text of a file in UTF-8, UTF-16 or Windows-1252."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def has_name(expected: MadeSudoku, found: str, others: Sequence[MadeSudoku]) -> bool:
    """Return whether `found`, the name that was read for a Sudoku, contains the words of its
    expected name, but not the name of another Sudoku in the file. The number of rows above the only
    Sudoku of a file may be its name or not.
    """
    is_size = expected.name == str(expected.box[0] * expected.box[1])
    if expected.name is None or (is_size and len(others) == 1 and not found):
        return True
    words = _split_words(expected.name)
    if not _contains(_split_words(found), words):
        return False
    foreign = [_split_words(other.name) for other in others if other.name]
    return not any(
        _contains(_split_words(found), name) and not _contains(words, name) for name in foreign
    )


def _split_words(name: str) -> list[str]:
    return re.findall(r"\w+", name.casefold())


def _contains(words: list[str], part: list[str]) -> bool:
    starts = range(len(words) - len(part) + 1)
    return any(words[at : at + len(part)] == part for at in starts)


def judge(made: MadeFile, sudokus: Sequence[Found], messages: Sequence[str]) -> tuple[str, str]:
    """Judge the Sudokus and messages that a reader returned for a made file. Return the word
    `right`, `refused` or `WRONG`, and the reason.
    """
    errors = [message for message in messages if not message.startswith(WARNING)]
    if fault := find_fault(made, sudokus):
        return "WRONG", fault
    if not made.sudokus:
        is_silent = made.expects == "refuse" and not errors
        return ("WRONG", "neither a Sudoku nor an error") if is_silent else ("right", "")
    missing = len(made.sudokus) - len(sudokus)
    if missing:
        reason = f"{missing} of {len(made.sudokus)} missing"
        return ("refused", reason) if messages else ("WRONG", f"{reason} without a message")
    return ("refused", "all read, but with an error") if errors else ("right", "")


def find_fault(made: MadeFile, sudokus: Sequence[Found]) -> str:
    """Compare the Sudokus that were read with those of the file. Return a text that describes the
    first fault, or an empty text if all of them are Sudokus of the file, in the same order.
    """
    if sudokus and not made.sudokus:
        return f"{len(sudokus)} read in a file without a clear Sudoku"
    left = list(made.sudokus)
    for box, cells, name in sudokus:
        while left and left[0].cells != tuple(cells):
            del left[0]
        if not left:
            is_other = tuple(cells) not in {one.cells for one in made.sudokus}
            return "another Sudoku" if is_other else "a Sudoku again or in another order"
        expected = left.pop(0)
        if tuple(box) != expected.box:
            right_box = f"{expected.box[0]}x{expected.box[1]}"
            return f"boxes {box[0]}x{box[1]} instead of {right_box}"
        if not has_name(expected, name, made.sudokus):
            return f"named {name!r} instead of {expected.name!r}"
    return ""


def load_reader(name: str) -> Reader:
    """Return the reader with the name `name`: the function for a name such as `MODULE:FUNCTION`,
    the function `recognise` for this word, and otherwise the reader that the commands use.
    """
    if not name:
        return read
    if name == "recognise":
        return recognise
    module, _, function = name.partition(":")
    reader: Reader = getattr(importlib.import_module(module), function)
    return reader


def judge_seed(seed: int, kind: str, reader_name: str) -> Judgement:
    """Make a file, read it, and return the judgement of the reading. If the reader raises an
    exception, the judgement is `WRONG`.
    """
    made = MAKERS[kind](seed)
    try:
        sudokus, messages = load_reader(reader_name)(made.data, made.file_name)
    except Exception as error:
        return Judgement(seed, made.form, "WRONG", f"{type(error).__name__}: {error}", "")
    verdict, reason = judge(made, sudokus, messages)
    message = messages[0].splitlines()[0] if messages else ""
    return Judgement(seed, made.form, verdict, reason, message)


def judge_all(
    seeds: Sequence[int], kind: str, reader_name: str, processes: int
) -> Iterator[Judgement]:
    """Yield the judgement of each file, in order of the seeds."""
    task = partial(judge_seed, kind=kind, reader_name=reader_name)
    if processes == 1:
        yield from map(task, seeds)
        return
    with multiprocessing.Pool(processes) as pool:
        yield from pool.imap(task, seeds, chunksize=20)


def print_table(judgements: Sequence[Judgement]) -> None:
    """Print a Markdown table with a row for each form of files, and a row for all files
    together.
    """
    from bulk import print_heading, print_row  # tests import this file without applications

    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in judgements:
        counts[one.form][one.verdict] += 1
    print_heading("form", "files", "right", "refused", "WRONG")
    for form in sorted(counts):
        print_row(form, counts[form].total(), *_list_counts(counts[form]))
    total = Counter(one.verdict for one in judgements)
    print_row("all", total.total(), *_list_counts(total))
    shares = [f"{100 * number / total.total():.1f} %" for number in _list_counts(total)]
    print(f"\nRight {shares[0]}, refused {shares[1]}, WRONG {shares[2]}.")


def _list_counts(counts: Counter[str]) -> list[int]:
    return [counts[verdict] for verdict in ("right", "refused", "WRONG")]


def show(seed: int, kind: str, reader_name: str) -> None:
    """Print a made file, the Sudokus that a reader must find, and the Sudokus and messages that the
    reader returned.
    """
    made = MAKERS[kind](seed)
    print(f"{made.file_name}: {made.form}; {'; '.join(made.tags)}\n\n{made.text}")
    print(f"expected: {made.expects}")
    for one in made.sudokus:
        print(f"  {one.box} {''.join(map(str, one.cells))} {one.name!r}")
    sudokus, messages = load_reader(reader_name)(made.data, made.file_name)
    print("read:")
    for box, cells, name in sudokus:
        print(f"  {box} {''.join(map(str, cells))} {name!r}")
    print(*messages, sep="\n")
    print(*judge(made, sudokus, messages), sep=": ")


def main() -> None:
    """Measure how many of the generated files are read correctly, and print the table."""
    from sudokopie.applications.comparison.conditions import find_conditions

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", choices=[*MAKERS], default="files")
    parser.add_argument("--reader", default="", metavar="MODULE:FUNCTION")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="list files that are not read right")
    parser.add_argument("--show", type=int, metavar="SEED", help="show one file and its reading")
    wanted = parser.parse_args()
    if wanted.show is not None:
        show(wanted.show, wanted.kind, wanted.reader)
        return
    first = wanted.seed * FILES_OF_A_SEED
    seeds = range(first, first + wanted.files)
    judgements = []
    for one in judge_all(seeds, wanted.kind, wanted.reader, wanted.processes):
        judgements.append(one)
        if wanted.list and one.verdict != "right":
            print(f"{one.seed} {one.verdict} [{one.form}] {one.reason} | {one.message}")
    print(
        f"Conditions: {find_conditions()}; seed {wanted.seed}; "
        f"{wanted.reader or 'the reader of this version'}."
    )
    print_table(judgements)


if __name__ == "__main__":
    main()
