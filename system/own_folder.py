"""Output folders that are replaced as a whole, without overwriting files of the user.

Each such folder has a list of the files that were written and their SHA-256 digests, in the format
that `sha256sum --check` reads. The list shows which files were added or changed since, and a folder
with such files is refused.
"""

import errno
import os
import re
import shutil
import stat
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from ..base.errors import NO_FILE, OutputError, VerificationError
from ..base.limits import DESCRIPTION, yield_limited_lines
from .output import (
    check_folder_writable,
    check_writable,
    find_default_permissions,
    make_os_error,
)
from .signals import delay_signals, raise_error_on_signals
from .temporary_files import KEPT, is_temporary, lock_file, open_descriptor, open_temporary_folder

LIST = "SHA256SUMS"
"""The name of the file that lists all files of a folder that sudokopie wrote. Its first line
contains the kind of the folder, such as a certificate.
"""


class OwnFolderKind(NamedTuple):
    """A kind of output folder, such as the folder of a certificate. `word` is the word for this
    kind at the beginning of the list of files that such a folder contains, and `names` are the
    names that its files may have.

    `common_names` are those of the names that users also give to their own files. A file with such
    a name is a part of the output only if the list names it.
    """

    word: str
    names: Collection[str] = ()
    common_names: Collection[str] = ()

    @property
    def own_names(self) -> frozenset[str]:
        """The names that show that a file is a part of the output, because users do not give them
        to their own files.
        """
        return frozenset(self.names) - frozenset(self.common_names)


_SIGN = "# sudokopie "
"""The beginning of the first line of the list, before the word for the kind."""


def check_replaceable(folder: str, folder_kind: OwnFolderKind, *, force: bool = False) -> None:
    """Raise `OutputError` if a folder must not be replaced by new output, because files of the user
    could be lost. The folder is refused if it contains a file that sudokopie did not write, a file
    that was changed after sudokopie wrote it, or output of another kind than `folder_kind`. If
    `force` is true, files are not checked.

    Also raises `LimitError` if the list of files in the folder is too large, and `OSError` if the
    folder cannot be written.
    """
    target = os.path.realpath(folder)
    if _find_writable_folder_or_parent(folder) != target or force:
        return
    heading, digests = _read_heading_and_digests(target)
    for name in sorted(os.listdir(target)):
        if is_temporary(name) or (name == LIST and digests):
            continue
        path = os.path.join(target, name)
        if name not in digests or os.path.islink(path) or not os.path.isfile(path):
            raise OutputError(
                "{folder} has the file '{name}', which sudokopie did not write; name another "
                "folder, or add --force to write here all the same",
                folder=folder,
                name=name,
            )
        if digests[name] != hash_file(path):
            raise OutputError(
                "{folder} has the file '{name}', which was changed after sudokopie wrote it; "
                "name another folder, or add --force to write here all the same",
                folder=folder,
                name=name,
            )
        check_writable(path)
    if digests and heading != f"{_SIGN}{folder_kind.word}\n":
        raise OutputError(
            "{folder} has other results of sudokopie; name another folder, or add --force to "
            "replace them",
            folder=folder,
        )


def _find_writable_folder_or_parent(folder: str) -> str:
    """Return the folder in which the first new file or folder is made when `folder` is written:
    `folder` itself or, if it does not exist yet, the folder that will contain it. Symbolic links in
    the result are resolved. Raise `OSError` if this folder cannot be written.
    """
    target = os.path.realpath(folder)
    if os.path.lexists(target) and not os.path.isdir(target):
        raise make_os_error(errno.ENOTDIR, folder)
    place = target if os.path.isdir(target) else os.path.dirname(target)
    check_folder_writable(place, folder)
    return place


@contextmanager
def open_replacement_folder(
    folder: str, folder_kind: OwnFolderKind, *, force: bool = False
) -> Iterator[str]:
    """A context manager that yields an empty temporary folder for output files. At the end of the
    block, these files replace the content of `folder`. After an error or an interruption, `folder`
    is as it was before.

    Raises `OutputError` if the folder contains files that must not be replaced: files that
    sudokopie did not write, changed files, or output of another kind than `folder_kind`. If `force`
    is true, no error is raised for such files; they are replaced if a new file has the same name,
    or if their names belong to this kind of folder. Raises `LimitError` if the list of files in the
    folder is too large, and `OSError` if the folder cannot be written.
    """
    target, place = os.path.realpath(folder), _find_writable_folder_or_parent(folder)
    try:
        with raise_error_on_signals(SystemExit), open_temporary_folder(place) as beside:
            yield beside
            _write_digest_list(beside, folder_kind)
            if place != target:
                os.chmod(beside, find_default_permissions(0o777))
                os.rename(beside, target)
            else:
                with open_descriptor(target) as handle:
                    lock_file(handle, should_wait=True)
                    check_replaceable(folder, folder_kind, force=force)
                    _exchange_files(beside, target, folder_kind)
    except OSError as error:
        # The name of the temporary file or folder is not shown, because the user never saw it.
        if error.filename is None or any(map(is_temporary, str(error.filename).split(os.sep))):
            error.filename, error.filename2 = folder, None
        raise


def _exchange_files(new_folder: str, target: str, folder_kind: OwnFolderKind) -> None:
    """Move the files of earlier output out of the folder `target`, and the new files from
    `new_folder` into it. If an error is raised, undo all moves.

    The list of files (`LIST`) is moved out first, and the new list is moved in last. So if the
    process is killed during the moves, `target` has no such list, and is not mistaken for complete
    output.
    """
    new = os.listdir(new_folder)
    replaced = {LIST, *new, *_read_heading_and_digests(target)[1], *folder_kind.own_names} & set(
        os.listdir(target)
    )
    aside = os.path.join(new_folder, KEPT)
    old = sorted(replaced, key=lambda name: name != LIST)
    moves = [(os.path.join(target, name), os.path.join(aside, name)) for name in old]
    new.sort(key=lambda name: name == LIST)
    moves += [(os.path.join(new_folder, name), os.path.join(target, name)) for name in new]
    for source, _ in moves:
        if os.path.isdir(source) and not os.path.islink(source):
            raise make_os_error(errno.EISDIR, source)
    os.mkdir(aside)
    with delay_signals():
        try:
            for source, place in moves:
                os.rename(source, place)
        except BaseException:
            for source, place in reversed(moves):
                if not os.path.lexists(source):
                    with suppress(FileNotFoundError):
                        os.rename(place, source)
            raise
        shutil.rmtree(aside, ignore_errors=True)


def _write_digest_list(folder: str, folder_kind: OwnFolderKind) -> None:
    """Write a list of all files in the folder with their SHA-256 digests, so that later changes can
    be noticed. Afterwards all files, with the list, are safely on the disk.
    """
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    lines = [f"{hash_file(path)}  {os.path.basename(path)}\n" for path in paths]
    paths.append(os.path.join(folder, LIST))
    with open(paths[-1], "x", encoding="utf-8") as file:
        file.writelines([f"{_SIGN}{folder_kind.word}\n", *lines])
    for path in paths:
        with open(path, "r+b") as file:
            os.fsync(file.fileno())


def hash_file(path: str) -> str:
    """Return the SHA-256 digest of a file's content, in hexadecimal digits."""
    import hashlib  # imported only here, because its library takes 4 MB

    with open(path, "rb", opener=open_regular_file_descriptor) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def verify_digests_and_list_names(folder: str, folder_kind: OwnFolderKind) -> frozenset[str]:
    """Verify the files of an output folder: each file must have the digest that the folder's list
    of files contains. Return the names in the list. Only files with names in `folder_kind.names`
    are verified.

    Raises `VerificationError` if the list is missing, malformed or names other files, or if a file
    is missing, was changed, is a link or, unless its name is in `folder_kind.common_names`, is not
    in the list. Raises `LimitError` if the list is too
    large. Raises `OSError` if a file cannot be read, and if the folder has neither a list nor a
    file of the kind.
    """
    digests = _read_digests_strictly(folder, folder_kind)
    for name in sorted(folder_kind.names):
        path = os.path.join(folder, name)
        if name not in digests:
            if name in folder_kind.own_names and os.path.lexists(path):
                raise VerificationError("{list} does not name {file}", list=LIST, file=name)
            continue
        _check_no_link(path)
        if not os.path.lexists(path):
            raise VerificationError(
                "{file} is missing, which {list} names; was the folder copied as a whole?",
                file=name,
                list=LIST,
            )
        if hash_file(path) != digests[name]:
            raise VerificationError(
                "{file} was changed since it was written: its digest is not that in {list}",
                file=name,
                list=LIST,
            )
    return frozenset(digests)


_LINE_OF_LIST = re.compile(r"([0-9a-f]{64})  (.+)")


def _read_digests_strictly(folder: str, folder_kind: OwnFolderKind) -> dict[str, str]:
    """Return the digest of each file in the folder's list of files. Raise `VerificationError` if
    the list is missing, malformed or names unknown files, `LimitError` if it is too large, and
    `OSError` if it cannot be read.
    """
    path = os.path.join(folder, LIST)
    _check_no_link(path)
    if not os.path.lexists(path) and any(
        os.path.lexists(os.path.join(folder, name)) for name in folder_kind.own_names
    ):
        raise VerificationError(
            "{file} is missing, which sudokopie writes; was the folder copied as a whole?",
            file=LIST,
        )
    digests: dict[str, str] = {}
    with open(
        path, encoding="utf-8", errors="replace", opener=open_regular_file_descriptor
    ) as file:
        for number, line in enumerate(yield_limited_lines(file, LIST, DESCRIPTION), 1):
            text, place = line.rstrip("\n"), f"{LIST}:{number}"
            if number == 1 and text != f"{_SIGN}{folder_kind.word}":
                raise VerificationError(
                    "{file}: expected '{heading}'", file=place, heading=f"{_SIGN}{folder_kind.word}"
                )
            if number == 1:
                continue
            listed = _LINE_OF_LIST.fullmatch(text)
            if listed is None:
                raise VerificationError(
                    "{file}: expected a SHA-256 digest, two spaces and the name of a file",
                    file=place,
                )
            name = listed[2]
            if name not in folder_kind.names:  # so that no path leads out of the folder
                raise VerificationError(
                    "{file}: sudokopie writes no file '{name}' there", file=place, name=name[:60]
                )
            if name in digests:
                raise VerificationError("{file}: {name} is named twice", file=place, name=name)
            digests[name] = listed[1]
    return digests


def _check_no_link(path: str) -> None:
    """Raise `VerificationError` if the file at this path is a symbolic link."""
    if os.path.islink(path):
        raise VerificationError(
            "{file} is a link; a copy of the file itself is needed", file=os.path.basename(path)
        )


def _read_heading_and_digests(target: str) -> tuple[str, dict[str, str]]:
    """Return the first line of a folder's list of files, and the digest of each file. Both are
    empty if the folder has no such list, or a list that another program wrote.
    """
    path = os.path.join(target, LIST)
    with (
        suppress(OSError),
        open(path, encoding="utf-8", errors="replace", opener=open_regular_file_descriptor) as file,
    ):
        heading = file.readline(100)
        if heading.startswith(_SIGN):
            file.seek(0)
            lines = yield_limited_lines(file, LIST, DESCRIPTION)
            pairs = (line.rstrip("\n").split("  ", 1) for line in lines)
            return heading, {pair[1]: pair[0] for pair in pairs if len(pair) == 2}
    return "", {}


def open_regular_file_descriptor(path: str, flags: int) -> int:
    """Open a regular file and return its descriptor; this function can be given to `open` as its
    `opener`. Raise `OSError` for a folder, a pipe or a device, without waiting.

    Other people may have put such entries into the folder, and opening a pipe would wait for its
    writer.
    """
    handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        if stat.S_ISDIR(mode):
            raise make_os_error(errno.EISDIR, path)
        raise OSError(errno.EINVAL, str(NO_FILE), path)
    return handle
