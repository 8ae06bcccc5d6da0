"""The outputs of commands: checks that they may be written, tables in several files, and HTML
pages.

The checks are made before any work is done. A command never overwrites a file that it reads, and
never writes two outputs to one file.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...base.messages import Message
from ...showing.printer import AnswerPrinter, OutputForm, print_message, print_saved_path
from ...system.open_file import STANDARD_INPUT
from ...system.output import check_writable, open_output
from .command_rules import INTERRUPTED, UsageError, is_same_file

if TYPE_CHECKING:
    from ...showing.parquet import AddRow
    from ...system.cluster.dask_cluster import Cluster
    from ...system.cluster.scratch import NewSharedFolder, SharedFolderAddress
    from ...system.own_folder import OwnFolderKind

STANDARD_OUTPUT = "-"


def check_outputs(
    outputs: Mapping[str, str | None], input_files: Iterable[str], *, may_print: bool = True
) -> None:
    """Raise an error if an output file cannot be written, or would replace another file of the
    command. `outputs` maps the name of each output option to its path; the path is None if the
    option is not given. `input_files` are the files that the command reads. `may_print` is whether
    an output may be standard output (`-`).

    Raises `UsageError` if an output is one of the input files, if two outputs are the same file, or
    if an output is standard output although this is not allowed. Raises `OSError` if a file cannot
    be written, and `ArgumentError` for --parquet if the library for Parquet is not installed.
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
        if printed == 2 or (not printed and is_same_file(path, second)):
            raise UsageError("{one} and {other} need different files", one=one, other=other)
    files = list(input_files)
    for path in named.values():
        if path == STANDARD_OUTPUT:
            continue
        if any(is_same_file(file, path) for file in files):
            raise UsageError(
                "{file} is read by this command, so it cannot be written too; give the output "
                "another name",
                file=path,
            )
        if not is_folder_name(path):
            check_writable(path)


def is_folder_name(path: str | None) -> bool:
    """Return whether `path`, the value of `--parquet`, ends in / and so names a new folder, into
    which the table is written in several files.
    """
    return path is not None and path.endswith("/")


@contextmanager
def open_new_parquet_folder_if_named(
    path: str | None, workers: "int | Cluster"
) -> "Iterator[NewSharedFolder | None]":
    """A context manager that makes the new folder into which the workers of a cluster write the
    table of --parquet, and yields the folder. It yields None if `path`, the value of --parquet, is
    None or names a file. At the end of the block the folder is removed, unless the block has set
    `is_finished` of the folder.

    Raises `UsageError` if `path` names a folder but `workers` is not a cluster. Raises
    `ClusterError` if the folder cannot be made, exists, or is not accessible to all workers.
    """
    if path is None or not is_folder_name(path):
        yield None
    elif isinstance(workers, int):
        raise UsageError("{option} needs {others}", option="--parquet DIR/", others="--cluster")
    else:
        from ...system.cluster.scratch import open_shared_folder_removed_unless_finished

        with open_shared_folder_removed_unless_finished(workers, path, "--parquet") as new:
            yield new


@contextmanager
def open_parquet_part(
    folder: "SharedFolderAddress", part_number: int, column_types: Mapping[str, type]
) -> "Iterator[AddRow]":
    """A context manager that writes one of the files of a Parquet table which consists of several
    files in `folder`. It yields a function that adds a row to this file. The file is named after
    `part_number`, as `part-000001.parquet` for 1, and `column_types` maps the name of each column
    to the type of its values.

    The file appears in the folder when the block ends without an error.
    """
    stream = BytesIO()
    from ...showing.parquet import open_parquet_table

    with open_parquet_table(stream, column_types) as add_row:
        yield add_row
    folder.write_file(f"part-{part_number:06}.parquet", stream.getvalue())


def check_output_folder(
    option: str,
    folder: str,
    content_kind: "OwnFolderKind",
    input_files: Iterable[str],
    other_output_paths_by_option: Mapping[str, str | None] = MappingProxyType({}),
    *,
    force: bool = False,
) -> None:
    """Raise an error if a command may not write into its output folder. `option` is the option that
    names the folder, and `content_kind` describes the files that the command writes there. If
    `force`, other files in the folder are allowed.

    `input_files` are the files that the command reads, and `other_output_paths_by_option` maps each
    other output option to its path. Raises `UsageError` if an input file or another output is in
    the folder. Raises `OutputError` if the folder has files that an earlier run of the command did
    not write, unless `force`. Raises `LimitError` if the list of the earlier run's files is too
    large, and `OSError` if the folder cannot be read or written.
    """
    if not folder or folder == STANDARD_OUTPUT:
        raise UsageError("{option} needs the name of a folder", option=option)
    for file in input_files:
        if file != STANDARD_INPUT and _is_folder_or_direct_child(file, folder):
            raise UsageError(
                "{option} needs a folder of its own, but {file} is in {folder}; name a new "
                "folder, such as {option} {new}",
                option=option,
                file=file,
                folder=folder,
                new=os.path.normpath(os.path.join(folder, option.lstrip("-"))),
            )
    for other, path in other_output_paths_by_option.items():
        if (
            path is not None
            and path != STANDARD_OUTPUT
            and _is_folder_or_direct_child(path, folder)
        ):
            raise UsageError(
                "{other} names a file in the folder of {option}, which holds nothing else",
                other=other,
                option=option,
            )
    from ...system.own_folder import check_replaceable

    check_replaceable(folder, content_kind, force=force)


def _is_folder_or_direct_child(path: str, folder: str) -> bool:
    """Return whether `path` is a file directly in a folder, or the folder itself."""
    file_path, folder_path = os.path.realpath(path), os.path.realpath(folder)
    return file_path == folder_path or os.path.dirname(file_path) == folder_path


def run_and_write_page_and_get_status(
    page_path: str,
    input_files: Iterable[str],
    printer: AnswerPrinter,
    run_command: Callable[[], int],
) -> int:
    """Run a command, write its answers to the file `page_path` as an HTML page, and return the exit
    status of the command. `run_command` is called to run it. After an interruption, the page shows
    the answers so far. If there are neither answers nor a summary, no page is written.

    `input_files` are the files that the command reads. Raises `UsageError` if the page would
    replace one of these files, and `OSError` if the page cannot be written.
    """
    check_outputs({"--html": page_path}, input_files, may_print=False)
    from ...showing.answers_page import PageAnswers, make_answers_page  # rarely needed

    answers = PageAnswers()
    printer.on_result, printer.on_summary = answers.add_result, answers.add_summary_line
    try:
        status = run_command()
    except KeyboardInterrupt:
        status = INTERRUPTED
    answers.are_all = status != INTERRUPTED
    if not answers.has_answers:
        if status == INTERRUPTED:  # the caller names the files that are not written
            return status
        message = Message("{file} is not written: there is no answer to show", file=page_path)
        print_message(message, printer.display)
        return status
    if answers.count > len(answers.shown):
        message = Message(
            "{file} shows the first {most} of {count}",
            file=page_path,
            most=len(answers.shown),
            count=answers.count,
        )
        print_message(message, printer.display)
    page = make_answers_page(answers, printer.display)
    with open_output(page_path) as file:
        file.write(page.encode())
    if printer.form is OutputForm.TEXT:
        print_saved_path(page_path, printer.display)
    return status
