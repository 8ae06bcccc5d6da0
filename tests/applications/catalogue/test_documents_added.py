"""Documents are added to a catalogue, and the catalogue's export is read again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sudokopie import Grid
from sudokopie.reading.gridfile import open_text_as_grid_file

from documents import PUZZLE, SOLUTION


def test_nothing_is_added_before_all_is_decoded(run: Any, tmp_path: Path) -> None:
    western, mixed, base = tmp_path / "western", tmp_path / "mixed", str(tmp_path / "a.db")
    western.write_bytes(f"{PUZZLE} Größe\n".encode("cp1252"))
    mixed.write_bytes(f"{SOLUTION} Größe\n".encode() + western.read_bytes())
    done = run("catalogue", "add", base, str(mixed))
    assert (done.status, "expected text in UTF-8" in done.err) == (2, True)
    assert "Added: 0" in done.out
    done = run("catalogue", "add", base, str(western))
    assert (done.status, done.err) == (0, "")
    assert run("catalogue", "list", base).out.endswith(" Größe\n")
    done = run("catalogue", "add", base, str(mixed), "--encoding", "latin-1")
    assert (done.status, "Added: 2" in done.out) == (0, True)
    done = run("catalogue", "add", base, str(mixed), "--encoding", "rot13")
    assert (done.status, "expected the name of an encoding, found 'rot13'" in done.err) == (2, True)


def test_the_export_of_a_catalogue_is_read_back(run: Any, tmp_path: Path) -> None:
    source, base, table = tmp_path / "a.csv", str(tmp_path / "a.db"), tmp_path / "b.csv"
    source.write_text(f'name,puzzle\n"{SOLUTION},0.1",{PUZZLE}\n')
    assert run("catalogue", "add", base, str(source)).status == 0
    run("catalogue", "export", base, "--format", "csv", "-o", str(table))
    assert open_text_as_grid_file(table.read_text("utf-8")).read_single_grid_and_close() == Grid(
        PUZZLE
    )
