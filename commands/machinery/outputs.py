"""Where commands write to: never over what they read, nor twice to one place; pages of answers.

All of it is checked before any work is done.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...base.messages import Message
from ...showing.printer import Form, Printer, say, say_saved
from ...system.output import check_writable, open_output
from .command_rules import INTERRUPTED, UsageError, are_one_file
from .reading import STANDARD_INPUT

if TYPE_CHECKING:
    from ...showing.parquet import AddRow
    from ...system.cluster.dask_cluster import Cluster
    from ...system.cluster.scratch import NewFolder, SharedFolder
    from ...system.own_folder import FolderKind

STANDARD_OUTPUT = "-"


def check_outputs(
    outputs: Mapping[str, str | None], read: Iterable[str], *, may_print: bool = True
) -> None:
    """Refuse files to be written that would do harm, or that cannot be written.

    `outputs` are the files by the options that name them; None does not count, nor does standard
    output, which is refused unless they `may_print`. Raises `UsageError` there, where one is among
    the files to be `read`, or two are one, `OSError` where one cannot be written, and
    `ArgumentError` for --parquet where nothing here writes that. The same file is the same by any
    name.
    """
    named = {option: path for option, path in outputs.items() if path is not None}
    if "--parquet" in named:
        from ...showing.parquet import check_parquet_installed

        check_parquet_installed()
    for option, path in named.items():
        if not path or (path == STANDARD_OUTPUT and not may_print):
            raise UsageError("{option} needs the name of a file", option=option)
    for (one, path), (other, second) in combinations(named.items(), 2):
        printed = (path, second).count(STANDARD_OUTPUT)
        if printed == 2 or (not printed and are_one_file(path, second)):
            raise UsageError("{one} and {other} need different files", one=one, other=other)
    files = list(read)
    for path in named.values():
        if path == STANDARD_OUTPUT:
            continue
        if any(are_one_file(file, path) for file in files):
            raise UsageError(
                "{file} is read by this command, so it cannot be written too; give the output "
                "another name",
                file=path,
            )
        if not is_folder_name(path):
            check_writable(path)


def is_folder_name(path: str | None) -> bool:
    """Return whether `--parquet` names a new folder, for a table in several files."""
    return path is not None and path.endswith("/")


@contextmanager
def open_table_folder(path: str | None, workers: "int | Cluster") -> "Iterator[NewFolder | None]":
    """Yield the new folder that `--parquet` names, None where it names a file, or nothing.

    Raises `UsageError` without a cluster, whose workers write there, and as `make_shared_folder`
    does.
    """
    if path is None or not is_folder_name(path):
        yield None
    elif isinstance(workers, int):
        raise UsageError("{option} needs {others}", option="--parquet DIR/", others="--cluster")
    else:
        from ...system.cluster.scratch import make_shared_folder

        with make_shared_folder(workers, path, "--parquet") as new:
            yield new


@contextmanager
def open_table_part(
    folder: "SharedFolder", number: int, columns: Mapping[str, type]
) -> "Iterator[AddRow]":
    """Open one of the files that make up a table, which appears when all is written."""
    stream = BytesIO()
    from ...showing.parquet import open_parquet_table

    with open_parquet_table(stream, columns) as add:
        yield add
    folder.write(f"part-{number:06}.parquet", stream.getvalue())


def check_folder_output(
    option: str,
    folder: str,
    kind: "FolderKind",
    read: Iterable[str],
    others: Mapping[str, str | None] = MappingProxyType({}),
    *,
    force: bool = False,
) -> None:
    """Refuse a folder to be written that would do harm, or that cannot be written.

    `option` names the folder, `others` are other outputs by their options. Raises `UsageError`
    where one of these or of the files to be `read` lies in the folder, and as `check_folder` does.
    """
    if not folder or folder == STANDARD_OUTPUT:
        raise UsageError("{option} needs the name of a folder", option=option)
    for file in read:
        if file != STANDARD_INPUT and _is_in_folder(file, folder):
            raise UsageError(
                "{option} needs a folder of its own, but {file} is in {folder}; name a new "
                "folder, such as {option} {new}",
                option=option,
                file=file,
                folder=folder,
                new=os.path.normpath(os.path.join(folder, option.lstrip("-"))),
            )
    for other, path in others.items():
        if path is not None and path != STANDARD_OUTPUT and _is_in_folder(path, folder):
            raise UsageError(
                "{other} names a file in the folder of {option}, which holds nothing else",
                other=other,
                option=option,
            )
    from ...system.own_folder import check_folder

    check_folder(folder, kind, force=force)


def _is_in_folder(file: str, folder: str) -> bool:
    """Return whether a file is one of a folder's, or the folder itself."""
    path, place = os.path.realpath(file), os.path.realpath(folder)
    return path == place or os.path.dirname(path) == place


def run_with_page(html: str, read: Iterable[str], printer: Printer, run: Callable[[], int]) -> int:
    """Run a command, and write a page of what it printed, if anything; return its exit status.

    `read` are the files that the command reads. Raises what `check_outputs` does, and `OSError`.
    """
    check_outputs({"--html": html}, read, may_print=False)
    from ...showing.answers_page import MOST, Answers, make_answers_page  # seldom wanted

    answers = Answers()
    printer.listener = answers.add
    status = run()
    answers.are_all = status != INTERRUPTED
    if not answers.has_any:
        said = Message("{file} is not written: there is no answer to show", file=html)
        say(said, printer.display)
        return status
    if answers.count > MOST:
        said = Message(
            "{file} shows the first {most} of {count}", file=html, most=MOST, count=answers.count
        )
        say(said, printer.display)
    page = make_answers_page(answers, printer.display)
    with open_output(html) as file:
        file.write(page.encode())
    if printer.form is Form.TEXT:
        say_saved(html, printer.display)
    return status
