"""Record which files of the package a benchmark's processes open, and name the folders in which
these files have changed since.

Linux reports every opened file to this process (inotify). So the measured processes do nothing more
than usual, and it does not matter how they are started or ended.
"""

import ast
import ctypes
import hashlib
import os
import re
import select
import struct
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

_FILE_WAS_OPENED, _IS_FOLDER, _EVENTS_WERE_LOST = 0x20, 0x40000000, 0x4000  # of <sys/inotify.h>
_EVENT = struct.Struct("iIII")  # the watched folder, flags, a number of no use, the name's length
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_LINE = re.compile(r"^# files: (\S+) (\w{16}) (.+)$", re.MULTILINE)


class _Watch:
    """A queue of Linux in which an event appears when any process opens a file in one of the
    watched folders. `names` has the names of these files, relative to `package_folder`;
    `is_complete` is false if the queue was full.
    """

    def __init__(self, package_folder: Path) -> None:
        libc = ctypes.CDLL(None, use_errno=True)
        self.queue = libc.inotify_init1(os.O_CLOEXEC)
        self.names, self.is_complete = set[str](), True
        self._folders = dict[int, str]()
        for folder in (package_folder, *filter(Path.is_dir, package_folder.rglob("*"))):
            name = str(folder.relative_to(package_folder))
            if not is_of_product(package_folder, name):
                continue
            watch = libc.inotify_add_watch(self.queue, os.fsencode(folder), _FILE_WAS_OPENED)
            if watch < 0:
                raise SystemExit(f"{folder}: {os.strerror(ctypes.get_errno())}")
            self._folders[watch] = name

    def read_until(self, end: int) -> None:
        """Read events until the file descriptor `end` has data and all events have been read."""
        while self.queue in select.select([self.queue, end], [], [])[0]:
            events = os.read(self.queue, 1 << 16)
            while events:
                watch, flags, _, length = _EVENT.unpack_from(events)
                name = os.fsdecode(events[_EVENT.size : _EVENT.size + length].rstrip(b"\0"))
                events = events[_EVENT.size + length :]
                if flags & _EVENTS_WERE_LOST:
                    self.is_complete = False
                elif not flags & _IS_FOLDER:
                    self.names.add(os.path.normpath(os.path.join(self._folders[watch], name)))


@contextmanager
def record_opened_files(package_folder: Path) -> Iterator[set[str]]:
    """A context manager that yields a set, to which the names of the package's files are added that
    any process on the machine opens in the block. At the end of the block the set is complete.

    The names are relative to `package_folder`. Raises `SystemExit` if the system is not Linux, or
    if it did not report all files.
    """
    if sys.platform != "linux":
        raise SystemExit("the files that a benchmark loads can be recorded only on Linux")
    watch = _Watch(package_folder)
    end, ended = os.pipe()
    reader = threading.Thread(target=watch.read_until, args=(end,))
    reader.start()
    try:
        yield watch.names
    finally:
        os.close(ended)
        reader.join()
        os.close(end)
        os.close(watch.queue)
    if not watch.is_complete:
        raise SystemExit("more files were opened at once than the system reports")


def is_of_product(package_folder: Path, relative_name: str) -> bool:
    """Return whether the folder `relative_name` of the package is a part of the product: whether it
    is the package's own folder, or is in a folder with an `__init__.py`. Other folders in a
    checkout hold tests and benchmarks.
    """
    first = relative_name.partition(os.sep)[0]
    return first in {".", "__pycache__"} or (package_folder / first / "__init__.py").is_file()


def find_sources(opened: Iterable[str], package_folder: Path) -> list[str]:
    """Return the sources of opened files, sorted: the Python file of a compiled file, the files in
    C of the kernel, and the texts of a translation. Two kinds of files are left out: files without
    a source in the folder, and files other than Python files that are in no folder of the product.
    All names are relative to `package_folder`.
    """
    found = set[str]()
    for name in opened:
        path = Path(name)
        if path.parent.name == "__pycache__":
            path = path.parent.parent / f"{path.name.partition('.')[0]}.py"
        if path.suffix == ".so":
            kernel = package_folder / path.parent
            found |= {str(path.parent / one.name) for one in kernel.glob("*.[ch]")}
        else:
            found.add(str(path.with_suffix(".po") if path.suffix == ".mo" else path))
    return sorted(
        name
        for name in found
        if (package_folder / name).is_file() and ("/" in name or name.endswith(".py"))
    )


def find_room(source: str) -> str:
    """Return the folder of the product to which a source belongs, such as `answers` or
    `applications/catalogue`; for a file that is in no folder, such as `cli.py`, the name of the
    file.
    """
    parts = source.split("/")
    return "/".join(parts[:2]) if parts[0] == "applications" and parts[2:] else parts[0]


def format_record(sources: Iterable[str], package_folder: Path) -> str:
    """Return the lines that record the sources of a run: for each folder of the product its name, a
    digest, and its files.
    """
    lines = ""
    for room, group in groupby(sorted(sources, key=find_room), find_room):
        names = list(group)
        digest = compute_digest_of_files(names, package_folder)
        lines += f"# files: {room} {digest} {' '.join(names)}\n"
    return lines


def find_changed_rooms(results: str, package_folder: Path) -> list[str] | None:
    """Return the folders of the product, sorted by name, in which a file has changed since a
    benchmark was run and loaded this file. `results` is the text of the run's stored results.
    Changes of comments, docstrings and imports do not count. Return None if the results have no
    record of files.
    """
    records = _LINE.findall(results)
    if not records:
        return None
    return [
        room
        for room, digest, names in records
        if compute_digest_of_files(names.split(), package_folder) != digest
    ]


def compute_digest_of_files(names: Iterable[str], package_folder: Path) -> str:
    """Return a digest of some files, of 16 hexadecimal digits. The digest changes if a statement in
    a file changes, or if a file is missing. The names are relative to `package_folder`.
    """
    digest = hashlib.sha256()
    for name in names:
        path = package_folder / name
        if not path.is_file():
            content = "missing"
        elif path.suffix == ".py":
            content = compute_digest_of_statements(path.read_text("utf-8"))
        elif path.suffix in {".c", ".h"}:
            content = " ".join(_COMMENT.sub(" ", path.read_text("utf-8")).split())
        else:
            content = path.read_bytes().hex()
        digest.update(f"{name} {len(content)} {content}".encode())
    return digest.hexdigest()[:16]


def compute_digest_of_statements(script: str) -> str:
    """Return the SHA-256 of a Python script's statements, which changes if the measurement changes.
    Imports, docstrings and comments do not count.

    Results therefore do not become out of date if a file is moved that the script imports, or if
    its prose is rewritten.
    """

    class StatementsAlone(ast.NodeTransformer):
        """A transformer of a syntax tree that removes imports, docstrings, and other texts that are
        statements of their own.
        """

        def visit_Import(self, _: ast.Import) -> None:
            return None

        def visit_ImportFrom(self, _: ast.ImportFrom) -> None:
            return None

        def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
            is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
            return None if is_text else node

    tree = StatementsAlone().visit(ast.parse(script))
    return hashlib.sha256(repr(_list_fields(tree)).encode()).hexdigest()


def _list_fields(node: object) -> object:
    """Return a node of a syntax tree as nested lists, without its empty fields. Versions of Python
    have different empty fields, and the digest must not depend on the version.
    """
    if isinstance(node, ast.AST):
        fields = [[name, _list_fields(value)] for name, value in ast.iter_fields(node)]
        return [type(node).__name__, *(field for field in fields if field[1] not in (None, []))]
    return [_list_fields(one) for one in node] if isinstance(node, list) else node
