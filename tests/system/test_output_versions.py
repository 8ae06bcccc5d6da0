"""Which output files were written is found out from the files."""

from __future__ import annotations

import os
from pathlib import Path

from sudokopie.system.output import open_output
from sudokopie.system.output_versions import OutputVersions
from sudokopie.system.own_folder import OwnFolderKind, open_replacement_folder

KIND = OwnFolderKind("test")


def write_folder(name: str) -> None:
    with open_replacement_folder(name, KIND) as beside:
        Path(beside, "same.txt").write_text("the same content")


def test_what_is_unwritten(folder: Path) -> None:
    write_folder("older")
    write_folder("replaced")
    for name in ("older.txt", "replaced.txt"):
        Path(name).write_text("the same content")
    (folder / "used").mkdir()
    os.symlink("/dev/null", "device.txt")
    outputs = ["new.txt", "never.txt", "older.txt", "replaced.txt", "device.txt"]
    outputs += ["new", "never", "older", "replaced", "used", "s3://bucket/table/"]
    versions = OutputVersions(outputs)
    assert versions.list_unwritten_outputs() == [
        one for one in outputs if one not in ("device.txt", outputs[-1])
    ]
    for name in ("new.txt", "replaced.txt"):
        with open_output(name) as file:
            file.write(b"the same content")
    for name in ("new", "replaced"):
        write_folder(name)
    Path("used/pair.txt").write_text("a file beside others")
    (folder / "older" / ".sudokopie-abcdefgh.scratch").mkdir()  # of a run that was interrupted
    assert versions.list_unwritten_outputs() == ["never.txt", "older.txt", "never", "older"]
