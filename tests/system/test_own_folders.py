"""Folders that are written as one, and never over what somebody else keeps there."""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sudokopie.base.errors import LimitError, OutputError, VerificationError
from sudokopie.system.own_folder import (
    LIST,
    OwnFolderKind,
    check_replaceable,
    open_replacement_folder,
    verify_digests_and_list_names,
)

from conftest import INSTANCES
from present import has, present

PAIR = (INSTANCES / "size4-clues5-copies.txt").read_text()
NO = (INSTANCES / "size4-clues16-switched.txt").read_text()
COMPLETE = "1234\n3412\n2143\n4321\n"
KIND = OwnFolderKind("trial", ("part.txt",))
WITH_COMMON = OwnFolderKind("trial", ("part.txt", "pair.txt"), common_names=("pair.txt",))

COMMANDS = present(
    [
        "solve pair.txt --certificate {}",
        "nearest pair.txt --at-least 5 --certificate {}",
        "canonical complete.txt --certificate {}",
        "ways pair.txt --certificate {}",
        "fewest-clues complete.txt --certificate {}",
        *(["export --suite small -o {}"] if has("comparison") else []),
        "compare pair.txt --backends pysat:minisat22 --report {}",
    ]
)
WRITING = [command for command in COMMANDS if "nearest" not in command]
"""Those that have something to write about this pair."""


@pytest.fixture(autouse=True)
def folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))
    (folder / "pair.txt").write_text(PAIR)
    (folder / "complete.txt").write_text(COMPLETE)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def before_the_work(command: str, folder: Path) -> str:
    """Return the command for files that cannot be read, so that whoever reads them says that."""
    for name in ("pair.txt", "complete.txt"):
        (folder / name).write_text("no Sudoku")
    return command


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "mine", ["README", "question.cnf", "witness.json", "index.html", "metadata.csv", "notes", LIST]
)
def test_what_we_did_not_write_stays(run: Any, folder: Path, command: str, mine: str) -> None:
    (folder / "kept").mkdir()
    (folder / "kept" / mine).write_text("mine")
    result = run(*before_the_work(command, folder).format("kept").split())
    assert (result.status, result.out) == (2, "")
    assert result.err == (
        f"sudokopie: kept has the file '{mine}', which sudokopie did not write; name another "
        "folder, or add --force to write here all the same\n"
    )
    assert contents(folder / "kept") == {mine: b"mine"}


@pytest.mark.gate
@pytest.mark.parametrize("command", WRITING)
def test_what_we_wrote_is_replaced_until_somebody_changes_it(
    run: Any, folder: Path, command: str
) -> None:
    if "compare" in command:
        pytest.importorskip("matplotlib")
    (folder / "linked").symlink_to(folder / "kept")
    for name in ("kept", "linked"):
        assert run(*command.format(name).split()).status == 0
        assert run("check", "kept", "pair.txt").err.count("Traceback") == 0
        check = ["sha256sum", "--check", "--quiet", LIST]
        assert subprocess.run(check, cwd=folder / "kept", check=False).returncode == 0
        assert {LIST} < set(os.listdir(folder / "kept"))
    assert (folder / "linked").is_symlink()
    changed = next(path for path in (folder / "kept").iterdir() if path.name != LIST)
    with changed.open("ab") as file:
        file.write(b"# and a remark of mine\n")
    before = contents(folder / "kept")
    result = run(*command.format("kept").split())
    assert (result.status, result.out) == (2, "")
    assert (
        f"kept has the file '{changed.name}', which was changed after sudokopie wrote"
    ) in result.err
    assert contents(folder / "kept") == before
    (folder / "kept" / "mine").write_text("mine")
    assert run(*command.format("kept").split(), "--force").status == 0
    after = contents(folder / "kept")
    assert after.pop("mine") == b"mine"
    assert after.keys() | {"mine"} == before.keys() | {"mine"}
    assert after[changed.name] != before[changed.name]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_that_cannot_be_made_is_refused_before_the_work(
    run: Any, folder: Path, command: str
) -> None:
    for name, said in (
        ("missing/kept", "missing/kept: No such file or directory"),
        ("complete.txt", "complete.txt"),
        ("-", "folder"),
        ("pair.txt/kept", "pair.txt/kept: "),
    ):
        result = run(*before_the_work(command, folder).format(name).split())
        assert (result.status, result.out) == (2, "")
        assert said in result.err
        assert len(result.err.splitlines()) == 1
    assert {path.name for path in folder.iterdir()} <= {"pair.txt", "complete.txt", "state"}


@pytest.mark.parametrize("command", [one for one in COMMANDS if ".txt" in one])
def test_a_file_that_is_read_is_in_no_folder_that_is_replaced(
    run: Any, folder: Path, command: str
) -> None:
    before = contents(folder)
    for force in ([], ["--force"]):
        result = run(*command.format(".").split(), *force)
        assert (result.status, result.out) == (2, "")
        assert "needs a folder of its own, but " in result.err
    assert contents(folder) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_force_needs_a_folder(run: Any, command: str) -> None:
    words = command.split()[: -2 if "-o" not in command else None]
    if "-o" in command:
        words = ["export", "pair.txt", "-o", "pair.cnf"]
    result = run(*words, "--force")
    assert (result.status, result.out) == (2, "")
    assert "--force needs" in result.err


def test_an_older_certificate_is_replaced_by_force_with_all_its_files(
    run: Any, folder: Path
) -> None:
    """Its witness beside the formula of a no would be half of each."""
    assert run("solve", "pair.txt", "--certificate", "kept").status == 0
    (folder / "kept" / LIST).unlink()
    (folder / "no.txt").write_text(NO)
    assert run("solve", "no.txt", "--certificate", "kept").status == 2
    assert run("solve", "no.txt", "--certificate", "kept", "--force").status == 1
    assert not (folder / "kept" / "witness.json").exists()
    assert run("check", "kept", "no.txt").status == 0
    assert run("solve", "pair.txt", "--certificate", "kept").status == 0


def write(folder: str, text: str, *, force: bool = False) -> None:
    with open_replacement_folder(folder, KIND, force=force) as beside:
        for name in ("a", "b", "c"):
            (Path(beside) / name).write_text(text)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_an_interruption_leaves_all_as_it_was(
    folder: Path, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever step it comes at."""
    rename: Callable[[str, str], None] = os.rename
    for stage in (folder / "new", folder / "kept"):
        for steps in range(8 if stage.name == "kept" else 1):
            shutil.rmtree(folder / "kept", ignore_errors=True)
            write("kept", "old")
            before, left = contents(folder / "kept"), [steps]

            def failing(source: str, place: str, left: list[int] = left) -> None:
                left[0] -= 1
                if left[0] == -1:
                    raise error
                rename(source, place)

            with monkeypatch.context() as patched:
                patched.setattr(os, "rename", failing)
                with pytest.raises(type(error)):
                    write(stage.name, "new")
            assert contents(folder / "kept") == before
            assert not (folder / "new").exists()
            assert not list(folder.glob(".sudokopie-*"))
    with pytest.raises(RuntimeError), open_replacement_folder("new", KIND) as beside:
        (Path(beside) / "a").write_text("half")
        raise RuntimeError
    assert not (folder / "new").exists()


def test_ctrl_c_again_and_again_leaves_all_of_the_new_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("kept", "old")
    rename: Callable[[str, str], None] = os.rename

    def interrupted(source: str, place: str) -> None:
        rename(source, place)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(os, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write("kept", "new")
    assert set(contents(folder / "kept")) == {"a", "b", "c", LIST}
    assert (folder / "kept" / "c").read_text() == "new"
    check_replaceable("kept", KIND)


def test_what_cannot_be_moved_back_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write("kept", "old")
    rename: Callable[[str, str], None] = os.rename
    left = [2]

    def failing(source: str, place: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise PermissionError(13, "Permission denied", source)
        rename(source, place)

    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", failing)
        with pytest.raises(PermissionError):
            write("kept", "new")
    (aside,) = (folder / "kept").glob(".sudokopie-*/.old")
    assert len(list(aside.iterdir())) == 2


def test_no_more_is_read_than_needed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is not listed may be of any size, and so may be a list."""
    write("kept", "old")
    (folder / "kept" / "0").touch()
    with monkeypatch.context() as patched:
        patched.setattr("sudokopie.system.own_folder.hash_file", lambda _: 1 / 0)
        with pytest.raises(OutputError, match="has the file '0', which sudokopie did not"):
            check_replaceable("kept", KIND)
    (folder / "kept" / "0").unlink()
    monkeypatch.setattr("sudokopie.system.own_folder.DESCRIPTION", 100)
    with pytest.raises(LimitError, match=LIST):
        check_replaceable("kept", KIND)


KILLED = """
import os, sys
from pathlib import Path
from sudokopie.system.own_folder import OwnFolderKind, open_replacement_folder
rename, left = os.rename, [int(sys.argv[1])]
def killing(source, place):
    left[0] -= 1
    if left[0] < 0:
        os.kill(os.getpid(), 9)
    rename(source, place)
os.rename = killing
with open_replacement_folder("kept", OwnFolderKind("trial")) as beside:
    for name in "abc":
        (Path(beside) / name).write_text("new")
"""


def test_whoever_is_killed_leaves_files_of_one_alone(folder: Path) -> None:
    for steps in (0, 3, 6):
        shutil.rmtree(folder / "kept", ignore_errors=True)
        write("kept", "old")
        command = [sys.executable, "-c", KILLED, str(steps)]
        assert subprocess.run(command, cwd=folder, check=False).returncode == -9
        texts = {path.read_text() for path in (folder / "kept").glob("?")}
        assert texts in ({"old"}, {"new"})
        assert (folder / "kept" / LIST).exists() == (steps == 0)
        (litter,) = (folder / "kept").glob(".sudokopie-*")
        os.utime(litter, (time.time() - 3600,) * 2)
        write("kept", "newer", force=True)
        names = set(os.listdir(folder / "kept"))
        assert names - {litter.name} == {"a", "b", "c", LIST}
        # What was moved out of the way may be all that somebody has of it.
        assert len(list(litter.glob(".old/*"))) == {0: 0, 3: 3, 6: 4}[steps]
        assert litter.exists() == (steps > 0)


def test_a_list_leads_nowhere_else(folder: Path) -> None:
    """Whoever made the list, nothing outside the folder is removed, and no folder in it."""
    (folder / "kept" / "deep").mkdir(parents=True)
    outside = folder / "pair.txt"
    (folder / "kept" / "a").symlink_to(outside)
    digest = hashlib.sha256(outside.read_bytes()).hexdigest()
    digests = "\n".join(f"{digest}  {name}" for name in ("../pair.txt", str(outside), "deep", "a"))
    (folder / "kept" / LIST).write_text(f"# sudokopie {KIND.word}\n{digests}\n")
    for name in ("a", "deep"):
        with pytest.raises(
            OutputError, match=(f"has the file '{name}', which sudokopie did not write")
        ):
            check_replaceable("kept", KIND)
        with pytest.raises(IsADirectoryError):
            write("kept", "new", force=True)
        (folder / "kept" / "a").unlink(missing_ok=True)
    assert outside.read_text() == PAIR
    (folder / "kept" / "deep").rmdir()
    write("kept", "new")
    assert outside.read_text() == PAIR


def test_a_file_that_must_not_be_written_is_not_replaced(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("kept", "old")
    kept = folder / "kept" / "b"
    # The tests may be run by somebody who may write everything.
    monkeypatch.setattr(os, "access", lambda path, _: not Path(path).samefile(kept))
    with pytest.raises(PermissionError):
        write("kept", "new")
    assert kept.read_text() == "old"
    write("kept", "new", force=True)
    assert kept.read_text() == "new"


def test_a_new_folder_has_the_usual_permissions(folder: Path) -> None:
    before = os.umask(0o027)
    try:
        write("kept", "new")
    finally:
        os.umask(before)
    assert (folder / "kept").stat().st_mode & 0o777 == 0o750
    (folder / "empty").mkdir(mode=0o700)
    write("empty", "new")
    assert (folder / "empty").stat().st_mode & 0o777 == 0o700


def test_a_file_with_a_common_name_is_the_users_unless_it_is_listed(folder: Path) -> None:
    target = folder / "target"
    with open_replacement_folder(str(target), WITH_COMMON) as beside:
        (Path(beside) / "part.txt").write_text("part")
    (target / "pair.txt").write_text("mine")
    assert verify_digests_and_list_names(str(target), WITH_COMMON) == {"part.txt"}
    with pytest.raises(OutputError, match="which sudokopie did not write"):
        check_replaceable(str(target), WITH_COMMON)
    with open_replacement_folder(str(target), WITH_COMMON, force=True) as beside:
        (Path(beside) / "part.txt").write_text("other part")
    assert (target / "pair.txt").read_text() == "mine"
    (target / LIST).unlink()
    (target / "part.txt").unlink()
    with pytest.raises(FileNotFoundError):
        verify_digests_and_list_names(str(target), WITH_COMMON)
    other = OwnFolderKind("trial", WITH_COMMON.names)
    with pytest.raises(VerificationError, match="is missing, which sudokopie writes"):
        verify_digests_and_list_names(str(target), other)
