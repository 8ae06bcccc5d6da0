"""HTML pages: a row and a line of a page have an end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sudokopie.applications.documents import page_lines
from sudokopie.base.limits import FIELDS


def test_a_row_of_a_page_has_an_end() -> None:
    def pieces() -> Iterator[str]:
        yield "<table><tr>" + "<td>" * (FIELDS + 1)
        pytest.fail("more of the row was read")

    assert next(page_lines.yield_page_lines(pieces())).count(b",") == FIELDS


def test_a_line_of_a_page_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_lines, "TAG", 100)
    assert next(page_lines.yield_page_lines(["<p>" + "a" * 90] * 5))
    with pytest.raises(ValueError, match=r"^$"):
        list(page_lines.yield_page_lines(["<i>", *["a" * 50] * 3]))
