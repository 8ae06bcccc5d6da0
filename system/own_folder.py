"""Folders of our own: written as one, and never over what the user keeps there.

What was written is listed beside it with its digests, as `sha256sum --check` reads them. So what
was added or changed since is known, and a folder that holds such a file is refused.
"""

import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from ..base.errors import OutputError
from ..base.language import Message
from ..base.limits import DESCRIPTION, lines_of
from .litter import KEPT, is_temporary, temporary_folder
from .locks import lock
from .output import check_writable, usual_mode
from .signals import held_back, unwinding

LIST = "SHA256SUMS"
"""The file that lists what was written. Its first line says which kind of folder it is."""


class FolderKind(NamedTuple):
    """What a folder holds, in one word.

    `names` are files that such a folder may hold, and that could be taken for new ones: they are
    removed too where a folder is replaced by force.
    """

    word: str
    names: Collection[str] = ()

    @property
    def heading(self) -> str:
        """The first line of the list."""
        return f"{_SIGN}{self.word}\n"


_SIGN = "# sudokopie "


def check_folder(folder: str, kind: FolderKind, *, force: bool = False) -> None:
    """Refuse a folder that cannot be written, or holds anything but an earlier one of its kind.

    With `force` it may hold whatever it likes. Raises `OutputError`, `LimitError` for its list, and
    `OSError`.
    """
    _check_place(folder)
    target = os.path.realpath(folder)
    if os.path.isdir(target) and not force:
        _check_ours(target, folder, kind)


def _check_place(folder: str) -> None:
    """Raise `OSError` for a folder that cannot be made, or be written to."""
    target = os.path.realpath(folder)
    if os.path.isdir(target):
        _check_access(target, folder)
    elif os.path.lexists(target):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder)
    elif not os.path.isdir(os.path.dirname(target)):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), folder)
    else:
        _check_access(os.path.dirname(target), folder)


@contextmanager
def written_folder(folder: str, kind: FolderKind, *, force: bool = False) -> Iterator[str]:
    """Yield an empty folder whose files make up the folder of that name in the end, as one.

    Those of an earlier one are replaced. On an error or an interruption all is as it was before;
    never do files of two stand together. With `force` others of the same names are replaced, and
    all that could be taken for a part of it. Raises as `check_folder` does.
    """
    _check_place(folder)
    target = os.path.realpath(folder)
    is_new = not os.path.isdir(target)
    place = os.path.dirname(target) if is_new else target
    try:
        with unwinding(SystemExit), temporary_folder(place) as beside:
            yield beside
            _write_list(beside, kind)
            if is_new:
                os.chmod(beside, usual_mode(0o777))
                os.rename(beside, target)
            else:
                with _locked(target):
                    check_folder(folder, kind, force=force)
                    _exchange(beside, target, kind)
    except OSError as error:
        # Not the name of what is being written, which the user never saw.
        if error.filename is None or any(map(is_temporary, str(error.filename).split(os.sep))):
            error.filename, error.filename2 = folder, None
        raise


@contextmanager
def _locked(folder: str) -> Iterator[None]:
    """Wait until no process exchanges files in a folder, where the file system knows locks."""
    if sys.platform == "win32":  # where no folder can be opened
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        lock(handle, waiting=True)
        yield
    finally:
        os.close(handle)


def _check_access(target: str, folder: str) -> None:
    if not os.access(target, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)


def _check_ours(target: str, folder: str, kind: FolderKind) -> None:
    digests = _listed(target)
    for name in sorted(os.listdir(target)):
        if is_temporary(name) or (name == LIST and digests):
            continue
        path = os.path.join(target, name)
        if name not in digests or os.path.islink(path) or not os.path.isfile(path):
            raise OutputError(
                Message(
                    "{folder} holds '{name}', which sudokopie did not write; another folder is "
                    "needed, or --force",
                    folder=folder,
                    name=name,
                )
            )
        if digests[name] != digest(path):
            raise OutputError(
                Message(
                    "{folder} holds '{name}', which was changed since sudokopie wrote it; another "
                    "folder is needed, or --force",
                    folder=folder,
                    name=name,
                )
            )
        check_writable(path)
    if digests and _heading(target) != kind.heading:
        raise OutputError(
            Message(
                "{folder} holds something else that sudokopie wrote; another folder is needed, or "
                "--force",
                folder=folder,
            )
        )


def _exchange(beside: str, target: str, kind: FolderKind) -> None:
    """Move what the new folder replaces out of the way, and the new files in, or nothing at all.

    A process that is killed in between leaves files of one of them, with no list, and what was
    moved out of the way where it is then.
    """
    new = os.listdir(beside)
    replaced = {LIST, *new, *_listed(target), *kind.names} & set(os.listdir(target))
    aside = os.path.join(beside, KEPT)
    old = sorted(replaced, key=lambda name: name != LIST)
    moves = [(os.path.join(target, name), os.path.join(aside, name)) for name in old]
    new.sort(key=lambda name: name == LIST)
    moves += [(os.path.join(beside, name), os.path.join(target, name)) for name in new]
    for source, _ in moves:
        if os.path.isdir(source) and not os.path.islink(source):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), source)
    os.mkdir(aside)
    with held_back():
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


def _write_list(folder: str, kind: FolderKind) -> None:
    """List the files of a folder, and see to it that all are on the disk."""
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    lines = [f"{digest(path)}  {os.path.basename(path)}\n" for path in paths]
    paths.append(os.path.join(folder, LIST))
    with open(paths[-1], "x", encoding="utf-8") as file:
        file.writelines([kind.heading, *lines])
    for path in paths:
        _save(path)


def digest(path: str) -> str:
    """Return the SHA-256 of a file's bytes, in hexadecimal digits."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _save(path: str) -> None:
    """See to it that a file is on the disk."""
    with open(path, "r+b") as file:
        os.fsync(file.fileno())


def _heading(target: str) -> str:
    """Return the first line of a folder's list; empty if there is none."""
    try:
        with open(os.path.join(target, LIST), encoding="utf-8", errors="replace") as file:
            return file.readline(100)
    except OSError:
        return ""


def _listed(target: str) -> dict[str, str]:
    """Return the digests in a folder's list by the names of files; nothing if it is not ours."""
    if not _heading(target).startswith(_SIGN):
        return {}
    with open(os.path.join(target, LIST), encoding="utf-8", errors="replace") as file:
        pairs = (line.rstrip("\n").split("  ", 1) for line in lines_of(file, LIST, DESCRIPTION))
        return {pair[1]: pair[0] for pair in pairs if len(pair) == 2}
