"""The declaration of the formats of documents."""

from __future__ import annotations

import pytest

from sudokopie.applications.documents import APPLICATION
from sudokopie.base.applications import collect_added_formats_by_name
from sudokopie.base.registry import load_object
from sudokopie.reading.registry import find_formats


@pytest.mark.parametrize("name", APPLICATION.formats)
def test_each_format_is_tried_for_each_of_its_first_bytes(name: str) -> None:
    file_format = collect_added_formats_by_name()[name]
    for start in file_format.starts:
        assert file_format in find_formats(start)
        assert file_format in find_formats(b"\n " + start)
    assert callable(load_object(file_format.reader))
    assert not file_format.list_ranges or callable(load_object(file_format.list_ranges))


def test_a_text_of_digits_asks_no_application() -> None:
    for start in (b"53..7", b"..3", b"# a comment", b"_1_", b"\xef\xbb\xbf6 0 0"):
        assert find_formats(start) == []
