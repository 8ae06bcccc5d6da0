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


@pytest.mark.parametrize(
    "unseen",
    [
        '<input type="hidden" value="9"><input>',
        '<span style="Display: none">9</span>',
        "<b hidden>9</b>",
        '<div style="visibility:hidden"><div>9</div>8</div>',
        "<del>9</del>",
        "<template><p>9</template>",
    ],
)
def test_what_a_browser_does_not_show_is_left_out(unseen: str) -> None:
    page = f"<table><tr><td>1<td>{unseen}</td><td>2</td></tr><tr><td hidden>9<td>3</tr></table>4"
    assert [*page_lines.yield_page_lines([page])] == [b"1,,2", b",3", b"", b"4"]
