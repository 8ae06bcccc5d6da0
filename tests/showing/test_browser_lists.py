"""Pages of many answers in a browser: groups, rows, marks, printed sheets, accepted Sudokus."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sudokopie.base.messages import list_languages

from browser import axe_violations, page_errors
from present import has

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

PUZZLE = "..31..4.24..3..."  # with boxes of 2×2 cells, 6 clues, one solution
OTHER = "1.....2..3.....4"
SEVERAL = "12.............."
NEAR = "4.31..4.24..3..."

OpenPage = Callable[..., "Page"]


pytestmark = [pytest.mark.gate, pytest.mark.usefixtures("folder")]


@pytest.fixture
def open_page(browser: Browser, folder: Path) -> Any:
    """A function that opens the page `page.html` in the test's folder."""
    contexts: list[tuple[Any, list[str]]] = []

    def open_it(**options: Any) -> Page:
        context = browser.new_context(reduced_motion="reduce", **options)
        page = context.new_page()
        errors = page_errors(page)
        page.goto((folder / "page.html").as_uri())
        page.locator("html[data-started]").wait_for(state="attached")
        contexts.append((context, errors))
        return page

    yield open_it
    for context, errors in contexts:
        assert not errors
        context.close()


def _open_row(row: Locator, *, by_key: bool = False) -> None:
    """Click the row or press Enter, and wait until the page has followed its address."""
    if by_key:
        row.press("Enter")
    else:
        row.click()
    row.and_(row.page.locator("[aria-current]")).wait_for(state="attached")


def test_the_same_is_apart_from_copies_and_has_nothing_to_play(
    run: Any, open_page: OpenPage
) -> None:
    if not has("collection"):
        pytest.skip("there is no collection")
    lines = ["sudoku,title", PUZZLE + ",", f"{PUZZLE},Heft 9/2023", PUZZLE[::-1] + ",Other", "12x,"]
    Path("list.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    result = run("duplicates", "list.csv", "--html", "page.html")
    assert "Copies: 2, of these the same cell by cell: 1." in result.out
    assert "list.csv:3 Heft 9/2023 (the same, cell by cell)\n" in result.out
    assert "list.csv:4 Other\n" in result.out
    page = open_page(viewport={"width": 1280, "height": 800})
    groups = page.locator("#files .group")
    assert groups.locator("h2").all_inner_texts() == [
        "Copies\n1",
        "The same, cell by cell\n1",
    ]
    # A name is not cut at a slash.
    assert groups.nth(1).locator(".row-name").inner_text() == "Heft 9/2023"
    assert page.locator("#stage .verdict use").count() == 0  # a copy has its number of steps
    chip = page.locator(".chip.copy")
    chip.click()  # filters, and copies nothing to the clipboard
    assert groups.nth(1).is_hidden()
    chip.click()
    _open_row(groups.nth(1).locator("a"))
    page.locator("#stage .verdict use").wait_for()
    assert page.locator("#stage [data-do=play]").count() == 0
    assert page.locator("#stage .board").first.locator(".tok.ok").count() == 6
    assert not axe_violations(page)


def test_where_near_copies_differ_is_marked_and_travels(run: Any, open_page: OpenPage) -> None:
    moved = "\n".join([PUZZLE, NEAR[::-1]])
    if not has("collection"):
        pytest.skip("there is no collection")
    Path("list.txt").write_text(f"{moved}\n", encoding="utf-8")
    run("duplicates", "list.txt", "--near", "1", "--html", "page.html")
    page = open_page(viewport={"width": 1280, "height": 800})
    boards = page.locator("#stage .board")
    assert [boards.nth(k).locator(".marks rect").count() for k in (0, 1)] == [1, 1]

    def place(board: int) -> tuple[int, int]:
        frame, whole = (
            boards.nth(board).locator(part).bounding_box() for part in (".marks rect", ".frame")
        )
        assert frame and whole
        side = whole["width"] / 4
        middle = frame["width"] / 2
        return (
            int((frame["y"] + middle - whole["y"]) / side),
            int((frame["x"] + middle - whole["x"]) / side),
        )

    sentence = page.locator(".entry .said").nth(1).text_content() or ""
    places = [
        (int(row) - 1, int(column) - 1)
        for row, column in re.findall(r"row (\d), column (\d)", sentence)
    ]
    assert "a blank cell" in sentence
    assert [place(0), place(1)] == places
    page.locator("#stage .verdict").click()
    page.keyboard.press("End")
    assert place(0) == place(1)
    assert [boards.nth(k).locator(".tok.ok").count() for k in (0, 1)] == [6, 6]
    assert page.get_by_text("6 of 7 clues agree.").count()
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    lines = page.locator("#paper td").inner_text().split("\n")
    assert sentence in lines  # on a line of its own


_FEW = ("--near", "0", "--skip", "parts", "--skip", "same_solution")


def _review(run: Any) -> None:
    Path("old.txt").write_text(f"{PUZZLE} Old 1\n{SEVERAL} Old 2\n", encoding="utf-8")
    run("catalogue", "add", "seen.db", "old.txt")
    rows = {
        "Copy": PUZZLE[::-1],
        "Equal": PUZZLE,
        "Several": "1.....2..3......",
        "Twice": "11..............",
        'Fine, "über"': ".1..2.4132.....3",
        "=Killer 4": "12..............",
        "Broken 1": "12.",
        "Broken 2": "12.",
    }
    quoted = [f'"{name.replace(chr(34), chr(34) * 2)}",{cells}' for name, cells in rows.items()]
    Path("new.csv").write_text("\n".join(["title,sudoku", *quoted, ""]), encoding="utf-8")
    run("catalogue", "review", "seen.db", "new.csv", *_FEW, "--html", "page.html")


def _names(page: Page) -> list[list[str]]:
    return [
        [group.locator("h2 span").inner_text(), *group.locator(".row-name").all_inner_texts()]
        for group in page.locator("#files .group").all()
    ]


def test_a_review_is_grouped_and_errors_are_joined(run: Any, open_page: OpenPage) -> None:
    if not has("catalogue"):
        pytest.skip("there is no catalogue")
    _review(run)
    page = open_page(viewport={"width": 1280, "height": 800})
    assert _names(page) == [
        ["Copies", "Copy"],
        ["The same, cell by cell", "Equal"],
        ["New", 'Fine, "über"'],
        ["Faulty", "Several", "Twice"],
        ["Variants, not judged", "=Killer 4"],
    ]
    errors = page.locator("#left .unreadable")
    assert errors.locator("summary").all_inner_texts() == ["new.csv\n2"]
    errors.locator("summary").click()
    (only,) = errors.locator("details li").all_inner_texts()
    assert only.startswith("2× ")
    assert re.search(r"\(8:\d+, 9:\d+\)$", only)
    variant = page.locator("#files .variant a")
    assert "Its name mentions 'Killer'." in variant.inner_text()
    _open_row(page.locator("#files .faulty a").first)
    page.get_by_text("Where two solutions differ").first.wait_for()
    first, second = (page.locator("#stage .board").nth(k) for k in (0, 1))
    assert first.locator(".marks rect").count() == second.locator(".marks rect").count() > 0
    assert second.locator(".marks text").count() == 2 * second.locator(".marks rect").count()
    _open_row(page.locator("#files .faulty a").nth(1))
    page.get_by_text("Row 1 has the digit 1 twice, in columns 1 and 2.").nth(1).wait_for()
    assert first.locator(".marks rect").count() == 2
    assert not second.is_visible()
    assert not axe_violations(page)


def test_on_a_telephone_sentences_are_above_the_boards_and_pictures_fold(
    run: Any, open_page: OpenPage
) -> None:
    if not has("collection"):
        pytest.skip("there is no collection")
    Path("list.txt").write_text(f"{PUZZLE}\n{NEAR}\n", encoding="utf-8")
    run("audit", "list.txt", "--html", "page.html")
    page = open_page(viewport={"width": 1280, "height": 800})
    assert page.locator(".in-pictures p").first.is_visible()
    page = open_page(viewport={"width": 360, "height": 640})
    assert not page.locator(".in-pictures p").first.is_visible()
    page.get_by_text("In pictures:").click()
    page.locator(".in-pictures p").first.wait_for()
    _open_row(page.locator("#files .near a"))
    now, board = page.locator("#stage .now"), page.locator("#stage .board").first
    board.wait_for()
    texts, drawn = now.bounding_box(), board.bounding_box()
    assert texts and drawn
    assert "row 1, column 1" in now.inner_text()
    assert texts["y"] + texts["height"] <= drawn["y"]
    assert texts["width"] > 300
    assert drawn["x"] >= 8


def test_what_was_submitted_twice_is_beside_the_first(run: Any, open_page: OpenPage) -> None:
    """The name that `--as` gave is shown whole, and so are names of Sudokus, though they have a
    slash.
    """
    if not has("catalogue"):
        pytest.skip("there is no catalogue")
    Path("old.txt").write_text(f"{SEVERAL}\n", encoding="utf-8")
    run("catalogue", "add", "seen.db", "old.txt", "--as", "Heft 9/2023, Seite 4/5")
    names = ["First", "Again 10/2023", "Turned", "Known"]
    sudokus = [PUZZLE, PUZZLE, PUZZLE[::-1], SEVERAL]
    rows = [f'{cells},"{name}"' for cells, name in zip(sudokus, names, strict=True)]
    Path("folder").mkdir()
    Path("folder/new.csv").write_text("\n".join(["sudoku,title", *rows, ""]), encoding="utf-8")
    run("catalogue", "review", "seen.db", "folder/new.csv", *_FEW, "--html", "page.html")
    page = open_page(viewport={"width": 1280, "height": 800})
    assert _names(page) == [
        ["Copies", "Turned"],
        ["The same, cell by cell", "Again 10/2023"],
        ["New", "First"],
        ["Faulty", "Known"],
    ]
    boards = page.locator("#stage .board")
    captions = page.locator("#stage figcaption")
    for group, name in (("copy", "Turned"), ("same", "Again 10/2023")):
        _open_row(page.locator(f"#files .{group} a"))
        page.locator("#detail .top h2").get_by_text(name).wait_for()
        assert [boards.nth(k).locator(".tok").count() for k in (0, 1)] == [6, 6]
        titles = [captions.nth(k).inner_text().split("\n")[0] for k in (0, 1)]
        assert titles == ["new.csv:2", name]
    assert page.locator("#stage .board").first.locator(".tok.ok").count() == 6
    assert page.locator("#stage [data-do=play]").count() == 0
    said = page.locator("#stage .now").inner_text()
    assert "It is the same as the submission new.csv:2, cell by cell." in said
    assert "It is the same as Heft 9/2023, Seite 4/5:1, cell by cell." in page.content()
    page = open_page(viewport={"width": 360, "height": 640})
    _open_row(page.locator("#files .copy a"))
    assert "It is a copy of" in page.locator("#stage .now").inner_text()


def test_digits_of_solutions_are_not_counted_as_clues(run: Any, open_page: OpenPage) -> None:
    if not has("catalogue"):
        pytest.skip("there is no catalogue")
    _review(run)
    page = open_page(viewport={"width": 1280, "height": 800})
    counts = page.locator("#stage figcaption .meta")
    for group, name, clues in (("new", "Fine", "7 clues"), ("faulty", "Several", "3 clues")):
        _open_row(page.locator(f"#files .{group} a").filter(has_text=name))
        page.locator("#detail .top h2").get_by_text(name).wait_for()
        assert counts.all_inner_texts() == [clues, ""]
    _open_row(page.locator("#files .copy a"))
    counts.nth(1).get_by_text("6 clues").wait_for()


def test_accepted_sudokus_are_saved_for_the_catalogue(run: Any, open_page: OpenPage) -> None:
    if not has("catalogue"):
        pytest.skip("there is no catalogue")
    _review(run)
    page = open_page(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    save = page.locator("[data-do=saveAccepted]")
    assert save.is_disabled()
    for group in ("new", "variant"):
        _open_row(page.locator(f"#files .{group} a"))
        page.locator("[data-do=accept]").click()
    _open_row(page.locator("#files .copy a"))
    accept = page.locator("[data-do=accept]")
    accept.click()
    accept.click()
    assert accept.get_attribute("aria-pressed") == "false"
    page.reload()  # the marks are kept
    page.locator("html[data-started]").wait_for(state="attached")
    assert save.inner_text() == "Save accepted: 2"
    with page.expect_download() as download:
        save.click()
    download.value.save_as("accepted.csv")
    # Without the byte order mark, Excel would show other signs than umlauts.
    assert Path("accepted.csv").read_text(encoding="utf-8").splitlines() == [
        "\N{ZERO WIDTH NO-BREAK SPACE}sudoku,title,place",
        '.1..2.4132.....3,"Fine, ""über""",new.csv:6',
        "12..............,'=Killer 4,new.csv:7",
    ]
    result = run("catalogue", "add", "seen.db", "accepted.csv")
    assert "Added: 2." in result.out
    listed = run("catalogue", "list", "seen.db").out
    assert 'Fine, "über"' in listed


def test_each_group_has_a_sheet(run: Any, open_page: OpenPage) -> None:
    """Sheets are numbered: a group may have several."""
    from pypdf import PdfReader

    files = []
    for k, pair in enumerate([(PUZZLE, PUZZLE[::-1])] * 12 + [(PUZZLE, OTHER)]):
        files.append(f"pair{k:02}.txt")
        Path(files[-1]).write_text(f"{pair[0]}\n\n{pair[1]}\n", encoding="utf-8")
    run("solve", "-q", *files, "missing.txt", "--html", "page.html")
    page = open_page(viewport={"width": 1280, "height": 800}, color_scheme="dark")
    pdf = page.pdf(format="A4", prefer_css_page_size=True)
    sheets_of_pdf = PdfReader(BytesIO(pdf)).pages
    numbers = [re.findall(r"\d+ / \d+", sheet.extract_text()) for sheet in sheets_of_pdf]
    assert numbers == [["1 / 3"], ["2 / 3"], ["3 / 3"]]
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    sheets = page.locator("#paper table")
    assert sheets.count() == 3
    assert sheets.nth(0).locator(".thumb").count() == 24
    assert sheets.nth(0).locator(".thumb").first.locator("text").count() == 6
    assert "Group 1 of 3" in sheets.nth(0).locator("th").inner_text()
    assert not page.locator("#left").is_visible()
    assert page.locator("#paper").evaluate("one => getComputedStyle(one).color") == "rgb(0, 0, 0)"
    page.emulate_media(media="screen")
    page.locator(".chip.no").click()
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    assert sheets.count() == 1  # only what the filter shows


LONG = "A long name from the Donaudampfschifffahrtsgesellschaftskalender of the year 2026/47"


def _duplicates_of_two_files(run: Any) -> None:
    """Write the page about five copies in two files, of which one Sudoku has no name."""
    if not has("collection"):
        pytest.skip("there is no collection")
    lines = ["title,sudoku", f"Old 1,{PUZZLE}", f"Other 7,{OTHER}", "Broken,12."]
    Path("old1.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")
    turned = [PUZZLE[::-1], PUZZLE, OTHER[::-1]]
    names = [LONG, "", "Heft 12"]
    rows = [f"{name},{cells}" for name, cells in zip(names, turned, strict=True)]
    Path("new1.csv").write_text("\n".join(["title,sudoku", *rows, ""]), encoding="utf-8")
    run("duplicates", "old1.csv", "new1.csv", "--html", "page.html")


def test_boards_have_the_names_of_their_sudokus(run: Any, open_page: OpenPage) -> None:
    _duplicates_of_two_files(run)
    for width, height in ((320, 568), (1280, 800)):
        page = open_page(viewport={"width": width, "height": height}, is_mobile=width < 600)
        for row, name in ((0, LONG), (2, "new1.csv:3")):
            _open_row(page.locator("#files a").nth(row))
            captions = page.locator("#stage figcaption b")
            captions.filter(has_text=name).wait_for()
            assert captions.nth(0).inner_text().startswith("old1.csv:2 Old 1") or row == 1
            assert captions.filter(visible=True).count() == 2
            cut = captions.evaluate_all(
                "all => all.filter((one) => one.parentNode.scrollWidth > one.parentNode.clientWidth"
                " || getComputedStyle(one).overflow !== 'visible').length"
            )
            assert cut == 0
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width
            if width < 600:
                page.locator("[data-do=backToList]").click()
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    printed = page.locator("#paper figcaption").all_inner_texts()
    assert any(LONG in one for one in printed)
    assert printed.count("old1.csv:2 Old 1") == 2
    assert "new1.csv:3" in printed


def test_counts_follow_what_the_field_finds(run: Any, open_page: OpenPage) -> None:
    """A number finds names, lines and cells; files only if letters are typed."""
    _duplicates_of_two_files(run)
    page = open_page(viewport={"width": 1280, "height": 800})
    field = page.get_by_role("searchbox", name="Find a name, a file or digits")
    counts = page.locator(".chip b")

    def names() -> list[str]:
        # Rows outside of the window have no inner text.
        rows = page.locator("#files .row-name").filter(visible=True)
        return [text.strip() for text in rows.all_text_contents()]

    assert counts.all_inner_texts() == ["3", "2", "1", "1"]
    field.fill("heft")
    assert names() == ["Heft 12"]
    assert counts.all_inner_texts() == ["1 of 3", "1 of 2", "0 of 1", "0 of 1"]
    assert page.locator("#files .copy h2 b").inner_text() == "1 of 2"
    page.locator("#live").get_by_text("1 of 3").wait_for(state="attached")
    for text, found in (
        ("2", {LONG, "Heft 12"}),  # 2026, 12
        ("3", {"new1.csv:3"}),  # its line
        ("7", {LONG, "Heft 12"}),  # 47, and Other 7, the Sudoku of which it is a copy
        ("new1.csv:3", {"new1.csv:3"}),
        ("new1", {LONG, "Heft 12", "new1.csv:3"}),
        ("4.24", {LONG, "new1.csv:3"}),
        ("0100402400300", set()),
        (PUZZLE.replace(".", "0"), {LONG, "new1.csv:3"}),
    ):
        field.fill(text)
        assert set(names()) == found, text
    field.fill("old1")
    assert counts.nth(3).inner_text() == "1"  # the error in this file
    field.fill("")
    assert counts.all_inner_texts() == ["3", "2", "1", "1"]


def test_nothing_found_has_a_page(run: Any, open_page: OpenPage) -> None:
    if not has("collection"):
        pytest.skip("there is no collection")
    Path("list.txt").write_text(f"{PUZZLE}\n{OTHER}\n", encoding="utf-8")
    result = run("duplicates", "list.txt", "--html", "page.html")
    assert (result.status, result.err) == (0, "Saved as page.html\n")
    page = open_page()
    assert page.get_by_text("No two Sudokus are copies of each other.").is_visible()
    assert page.get_by_text("Nothing to show here.").is_visible()
    assert not axe_violations(page)


@pytest.mark.parametrize("lang", list_languages())
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (820, 1180), (1280, 800)])
def test_no_state_of_a_list_is_too_wide(
    run: Any, open_page: OpenPage, size: tuple[int, int], lang: str
) -> None:
    if not has("catalogue"):
        pytest.skip("there is no catalogue")
    _review(run)
    run("catalogue", "review", "seen.db", "new.csv", *_FEW, "--lang", lang, "--html", "page.html")
    width, height = size
    scheme = "dark" if lang == "de" else "light"
    page = open_page(
        viewport={"width": width, "height": height}, color_scheme=scheme, is_mobile=width < 600
    )
    narrow = width < 1000

    def check() -> None:
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        assert not axe_violations(page)

    check()
    # Before an answer is opened, the title begins where the list does.
    title, chips = (page.locator(one).bounding_box() for one in ("header h1", "#search"))
    assert title and chips
    assert width >= 600 or title["x"] == chips["x"]
    for row in page.locator("#files a").all():
        # The page ignores a second click that comes soon at the same place.
        _open_row(row, by_key=True)
        page.locator("#detail .top h2").filter(has_text=row.locator("b").inner_text()).wait_for()
        check()
        tops = page.locator("#detail .top .btn:visible").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().top)"
        )
        assert len(set(tops)) == 1
        if narrow:
            page.locator("[data-do=backToList]").click()
            assert row.evaluate("row => row === document.activeElement")


def test_without_scripts_all_is_listed(run: Any, folder: Path, browser: Browser) -> None:
    Path("a.txt").write_text(f"{PUZZLE}\n\n{PUZZLE[::-1]}\n", encoding="utf-8")
    Path("b.txt").write_text(f"{PUZZLE}\n\n{OTHER}\n", encoding="utf-8")
    run("solve", "-q", "a.txt", "b.txt", "missing.txt", "--html", "page.html")
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto((folder / "page.html").as_uri())
    assert page.locator("#files a").all_inner_texts() == ["a.txt", "b.txt"] or (
        page.locator("#files a").count() == 2
    )
    assert page.locator("table.grid").filter(visible=True).count() == 4
    assert not page.locator("#search").is_visible()
    assert not page.locator("#stage").is_visible()
    page.context.close()
