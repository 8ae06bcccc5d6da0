"""A submission that is called a variant is not judged, and nothing is compared with it."""

from __future__ import annotations

import csv
import io
import json
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from documents import PUZZLE, ROWS

OTHER = PUZZLE.translate(str.maketrans("123456789", "234567891"))
VERDICT = "A variant, not judged. Its name mentions 'Windoku'."


@pytest.fixture
def seen(run: Any, tmp_path: Path) -> str:
    path, old = tmp_path / "seen.db", tmp_path / "old.txt"
    old.write_text("12..............\n")
    assert run("catalogue", "add", str(path), str(old)).status == 0
    return str(path)


def written(tmp_path: Path, *names: str) -> str:
    path = tmp_path / "new.csv"
    path.write_text("".join(f"{name},{PUZZLE}\n" for name in names))
    return str(path)


def test_variants_are_a_group_of_their_own(run: Any, seen: str, tmp_path: Path) -> None:
    path = written(tmp_path, "Ann", "Windoku", "Ben", "a Windoku")
    result = run("catalogue", "review", seen, path)
    lines = result.out.splitlines()
    assert [VERDICT in line for line in lines[:4]] == [False, True, False, True]
    assert f"It is the same as the submission {path}:1, cell by cell." in lines[2]
    assert lines[4:] == [
        "Submissions: 4.",
        "1  Nothing speaks against it.",
        "1  Submitted twice.",
        "2  A variant, not judged.",
    ]
    assert result.status == 1
    german = run("catalogue", "review", seen, path, "--lang", "de").out
    assert "Variante, nicht beurteilt. Der Name nennt 'Windoku'." in german
    assert "2  Variante, nicht beurteilt." in german


def test_a_copy_of_a_variant_is_no_repetition(run: Any, seen: str, tmp_path: Path) -> None:
    path = written(tmp_path, "Windoku", "Ann")
    first, second = run("catalogue", "review", seen, path).out.splitlines()[:2]
    assert VERDICT in first
    assert "Nothing speaks against it." in second
    path = written(tmp_path, "Windoku", "Killer")
    result = run("catalogue", "review", seen, path, "--jobs", "2")
    assert (result.out.count("A variant, not judged."), result.status) == (3, 3)


def test_tables_json_and_pages_have_the_group(run: Any, seen: str, tmp_path: Path) -> None:
    path, page = written(tmp_path, "Windoku", "Ann"), tmp_path / "page.html"
    result = run("catalogue", "review", seen, path, "--json", "--html", str(page))
    first, second = map(json.loads, result.out.splitlines())
    assert (first["status"], first["variant"], first["said"]) == ("variant", "Windoku", VERDICT)
    assert first["solutions"] is first["symmetries"] is first["earlier"] is None
    assert second["status"] == "ready"
    assert set(first) - {"variant"} == set(second)
    assert page.read_text().count("A variant, not judged.") >= 1
    assert "the classical rules are applied" not in page.read_text()
    for form in ("csv", "table"):
        out = run("catalogue", "review", seen, path, "--output", form).out
        rows = list(csv.reader(io.StringIO(out)))
        row = next(row for row in rows if "Windoku" in row)
        assert "variant" in row
        assert VERDICT in row


@pytest.mark.documents
def test_a_single_submission_is_not_judged_either(run: Any, seen: str, tmp_path: Path) -> None:
    path, mail = tmp_path / "a.eml", EmailMessage()
    mail["From"], mail["Subject"] = "Ann <a@b.org>", "My Windoku"
    mail.set_content("Hello,\n\n" + "\n".join(ROWS) + "\n")
    path.write_bytes(mail.as_bytes())
    result = run("catalogue", "review", seen, str(path))
    assert result.out.endswith("\n\nA variant, not judged.\nIts name mentions 'Windoku'.\n")
    assert result.status == 3
    record = json.loads(run("catalogue", "review", seen, str(path), "--json").out)
    assert (record["status"], record["variant"]) == ("variant", "Windoku")
