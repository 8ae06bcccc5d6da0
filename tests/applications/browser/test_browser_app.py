"""The page that runs without an installation: built once, and used offline from a file."""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import threading
import unicodedata
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal, cast

import pytest
from built_page import Built, built, small, with_part

from sudokopie import Grid, check_certificate, decide, parse_pair
from sudokopie.base.messages import load_translations
from sudokopie.reading.gridfile import open_stream_as_grid_file
from sudokopie.reading.pair_files import format_pair
from sudokopie.showing.answer_formatter import AnswerFormatter
from sudokopie.showing.answer_report import make_report
from sudokopie.showing.answers_page import PageAnswers, make_answers_page
from sudokopie.sudoku.grid import format_line, format_rows
from sudokopie.sudoku.random_grids import random_transformation

from browser import axe_violations, browser, page_errors, wait_for_script
from conftest import INSTANCES, ROOT, pair_from, puzzles
from documents import DOCUMENTS

pytestmark = pytest.mark.gate

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser", "built", "small"]  # fixtures

FIRST, SECOND = pair_from(INSTANCES / "size9-clues25-copies.txt")
MOST_BYTES, MOST_BYTES_SMALL = 12_000_000, 320_000
LOADED = 60_000  # milliseconds; on a machine that does much else
ANSWERED = 60_000


@pytest.fixture(scope="module")
def opened(browser: Browser, built: Built) -> Iterator[tuple[Page, list[str]]]:
    """The page, offline and ready, and what should not happen on it."""
    context = browser.new_context(
        offline=True,
        locale="en-GB",
        accept_downloads=True,
        permissions=["clipboard-read", "clipboard-write"],
        viewport={"width": 1366, "height": 650},
    )
    page = context.new_page()
    page.set_default_timeout(LOADED)
    errors = page_errors(page)
    page.goto(f"{built.file.as_uri()}#first=12x")  # a text that only sudokopie itself can read
    page.locator("#state[data-stage=ready]").wait_for(state="attached")
    page.set_default_timeout(ANSWERED)
    yield page, errors
    context.close()


@pytest.fixture
def page(opened: tuple[Page, list[str]]) -> Iterator[Page]:
    """The page as it is at first; afterwards nothing may have gone wrong on it."""
    page, errors = opened
    page.keyboard.press("Escape")
    # The keyboard may be in the frame of an opened answer.
    page.locator("#sheet").evaluate("sheet => sheet.close()")
    if page.locator("html").get_attribute("lang") == "de":
        page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Compare", exact=True).click()
    choose(page, "Blank boards")
    page.get_by_role("button", name="9×9").click()
    yield page
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    assert errors == []


def choose(page: Page, item: str) -> None:
    """Choose an item of the menu."""
    page.get_by_role("button", name="More", exact=True).click()
    page.locator("#menu .it").filter(has=page.get_by_text(item, exact=True)).click()


def verdict(page: Page, text: str) -> None:
    """Wait for a verdict between the boards."""
    page.locator(".verdict").filter(has_text=text).wait_for()


def sheet(page: Page, text: str) -> None:
    """Wait for a verdict on the sheet."""
    page.locator("#sheet-verdict").filter(has_text=text).wait_for()


def paste(page: Page, *texts: str, board: int = 1) -> None:
    """Paste texts into a board, one right after the other."""
    page.locator(".board").nth(board - 1).evaluate(
        """(board, texts) => {
            for (const text of texts) {
                const clipboardData = new DataTransfer();
                clipboardData.setData("text/plain", text);
                board.focus();
                const how = { clipboardData, bubbles: true, cancelable: true };
                board.dispatchEvent(new ClipboardEvent("paste", how));
            }
        }""",
        texts,
    )


def enter(page: Page, first: Grid, second: Grid) -> None:
    paste(page, format_pair((first, second)))


def drawn(page: Page, number: int) -> list[list[int]]:
    """Return the grid that a board shows."""
    cells: list[list[int]] = (
        page.locator(".board")
        .nth(number - 1)
        .evaluate(
            """board => {
            const cell = board.querySelector(".frame").getAttribute("width") / 9;
            return [...board.querySelectorAll(".tok")].map((token) => {
                const [, x, y] = token.getAttribute("transform").match(/translate\\((.*),(.*)\\)/);
                const digit = Number(token.querySelector("text").textContent);
                return [Math.floor(y / cell), Math.floor(x / cell), digit];
            });
        }"""
        )
    )
    rows = [[0] * 9 for _ in range(9)]
    for row, column, digit in cells:
        rows[row][column] = digit
    return rows


def read(page: Page, number: int, grid: Grid) -> None:
    """Wait until a board shows a Sudoku of 9×9."""
    caption = page.locator("figcaption").nth(number - 1)
    caption.filter(has_text=f"{grid.clues} clue").wait_for()
    assert drawn(page, number) == [list(row) for row in grid]


def test_the_page_is_small_and_one_file(built: Built) -> None:
    assert built.file.stat().st_size < MOST_BYTES
    html = built.file.read_text(encoding="utf-8")
    policy = re.findall(r"(\S+-src) ([^;\"]*)", html[: html.index("<title>")])
    assert dict(policy)["connect-src"].strip() == "'none'"
    assert "unsafe-inline" not in dict(policy)["script-src"]


def test_two_copies_are_compared_and_played(page: Page) -> None:
    enter(page, FIRST, SECOND)
    verdict(page, "These Sudokus are copies of each other.")
    assert page.locator(".verdict").get_attribute("role") == "status"
    assert page.locator(".badge b").inner_text() == "6"
    assert page.locator(".steps li").count() == 6
    play = page.get_by_role("button", name="Play", exact=True)
    assert play.evaluate("button => button === document.activeElement")
    page.keyboard.press("PageDown")
    page.locator(".scrub").focus()
    page.keyboard.press("End")
    page.get_by_text("Both boards agree.").wait_for()
    assert drawn(page, 1) == [list(row) for row in SECOND]
    page.get_by_role("button", name="2 → 1").click()
    page.locator(".scrub").focus()
    page.keyboard.press("End")
    page.get_by_text("Both boards agree.").wait_for()
    assert drawn(page, 2) == [list(row) for row in FIRST]
    enter(page, FIRST, Grid(format_line(SECOND).replace("8", "9", 1)))
    verdict(page, "These Sudokus are not copies of each other.")


def test_a_text_that_python_reads_late_does_not_replace_a_newer_pair(page: Page) -> None:
    paste(page, "12x", format_pair((FIRST, SECOND)))  # only Python reads 12x
    verdict(page, "These Sudokus are copies of each other.")
    (worker,) = page.workers
    # Both threads have handled their messages before these timers end.
    worker.evaluate("new Promise((done) => setTimeout(done, 100))")
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    assert "are copies of each other" in page.locator(".verdict").inner_text()


def test_a_no_shows_its_reason_on_the_boards(page: Page) -> None:
    enter(page, *pair_from(INSTANCES / "size9-clues17-moved.txt"))
    verdict(page, "These Sudokus are not copies of each other.")
    page.get_by_text("Rows and columns with 4 clues: the first Sudoku has 2").wait_for()
    boards = page.locator(".board")
    assert [boards.nth(i).locator(".hline").count() for i in (0, 1)] == [2, 1]
    assert boards.nth(0).locator(".cnt text").all_text_contents() == ["4", "4"]
    enter(page, FIRST, Grid(FIRST.rows))
    verdict(page, "These Sudokus are the same.")
    assert page.locator(".badge b").inner_text() == "0"
    assert page.get_by_role("button", name="Play").count() == 0


def test_a_counted_reason_is_drawn_before_python_is_loaded(browser: Browser, built: Built) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 650})
    first, second = pair_from(INSTANCES / "size9-clues17-moved.txt")
    page.goto(f"{built.file.as_uri()}#first={format_line(first)}&second={format_line(second)}")
    page.locator(".verdict.no").wait_for()
    frames, stage = page.evaluate(
        """() => [
            document.querySelectorAll(".hline").length,
            document.querySelector("#state").dataset.stage,
        ]"""
    )
    assert frames == 3
    assert stage != "ready"
    page.get_by_text("Rows and columns with 4 clues: the first Sudoku has 2").wait_for()
    assert page.locator(".hline").count() == 3
    page.close()


def test_a_pair_is_decided_at_once(page: Page) -> None:
    enter(page, FIRST, SECOND)
    verdict(page, "copies")
    seconds = page.evaluate(
        """async (text) => {
        const [board] = document.querySelectorAll(".board");
        const verdict = document.querySelector(".verdict");
        const seconds = [];
        for (const given of [text.replace(/[1-9]/, "."), text, text.replace(/[1-9]/, "."), text]) {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", given);
            const began = performance.now();
            const how = { clipboardData, bubbles: true, cancelable: true };
            board.dispatchEvent(new ClipboardEvent("paste", how));
            const expected = given === text ? "are copies" : "not copies";
            while (!verdict.textContent.includes(expected)) {
                await new Promise(requestAnimationFrame);
            }
            seconds.push((performance.now() - began) / 1000);
        }
        return seconds;
    }""",
        "\n".join(map(format_line, (FIRST, SECOND))),
    )
    assert min(seconds) < 0.3


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("Ways", "These Sudokus are copies of each other"),
        ("Nearest", "25 of the 25 clues"),
        ("Part of", "The first Sudoku is a copy of the second"),
        ("Symmetries", "Second Sudoku: This Sudoku has only one symmetry"),
        ("Complete", "First Sudoku: This Sudoku has "),
        ("Canonical form", "First Sudoku: Canonical form: ........."),
    ],
)
def test_the_other_questions_are_answered(page: Page, item: str, said: str) -> None:
    enter(page, FIRST, SECOND)
    verdict(page, "copies")
    choose(page, item)
    sheet(page, said)
    page.locator("#page").wait_for()
    if item == "Ways":
        assert page.locator("#sheet-verdict + div").inner_text() == "Number of ways: 1"
    if item == "Canonical form":
        forms = re.findall(r"[.\d]{81}", page.locator("#sheet-verdict").inner_text())
        assert len(forms) == 2 and forms[0] == forms[1]


def forms() -> list[str]:
    """Return a Sudoku as people have it, in ten forms."""
    line, rows = format_line(FIRST), [list(row) for row in FIRST]
    return [
        line,
        line.replace(".", "0"),
        format_rows(FIRST),
        str(FIRST),
        "\n".join(",".join(str(cell or "") for cell in row) for row in rows),
        "\n".join("\t".join(str(cell) for cell in row) for row in rows),
        json.dumps(rows),
        "\n".join(f"|{'|'.join(str(cell or ' ') for cell in row)}|" for row in rows),
        f"Puzzle 7; {line}; hard",
        "\n".join("> " + " ".join(str(cell or "_") for cell in row) for row in rows),
    ]


def test_the_answers_about_both_sudokus_are_opened_in_the_sheet(page: Page) -> None:
    """The page in the frame has no address of its own. Its boards are fitted to its height."""
    enter(page, FIRST, SECOND)
    verdict(page, "copies")
    choose(page, "Complete")
    frame = page.frame_locator("#page")
    frame.locator("#files a").first.wait_for()
    wait_for_script(page, "() => document.querySelector('#page').clientHeight < 250")
    frame.locator("#files a").first.click()
    frame.locator(".number").filter(has_text="1 of 2").wait_for()
    frame.get_by_text("Solution", exact=True).first.wait_for()
    wait_for_script(page, "() => document.querySelector('#page').clientHeight > 400")
    frame.locator("[data-do=nextRow]").click()
    frame.locator(".number").filter(has_text="2 of 2").wait_for()
    frame.locator("[data-do=backToList]").click()
    frame.locator("#files a").first.wait_for()
    page.keyboard.press("Escape")


def test_ten_forms_can_be_pasted(page: Page) -> None:
    assert len(set(forms())) == 10
    blank = Grid([[0] * 9] * 9)
    for form in forms():
        page.evaluate("text => navigator.clipboard.writeText(text)", form)
        page.locator(".board").first.focus()
        page.keyboard.press("Control+V")
        read(page, 1, FIRST)
        page.keyboard.press("Control+Z")
        page.get_by_text("Type or paste two Sudokus.").wait_for()
        assert drawn(page, 1) == [list(row) for row in blank]


def focus_and_move(page: Page, row: int, by: int) -> None:
    """Pick up a row by the keyboard, move it down, and drop it."""
    page.locator(f".h[data-axis=rows][data-block=''][data-unit='{row}']").focus()
    for key in (" ", *["ArrowDown"] * by, " "):
        page.keyboard.press(key)


def test_levels_are_solved_and_remembered(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.get_by_role("button", name="Levels").click()
    assert page.locator(".node").count() == 15
    assert page.locator(".node .thumb").count() == 15
    page.get_by_text("0 of 42 stars").wait_for()
    assert axe_violations(page) == []
    page.locator(".node[data-name='6']").click()
    page.get_by_text("6 · Both directions. Make the left board look like the right one.").wait_for()
    assert axe_violations(page) == []
    for k in range(2):  # hints: the kind of the step, its lines on the board, the step itself
        page.locator("[data-do=hintWhat]").click()
        page.locator(".toast").filter(has_text="Next: ").wait_for()
        assert page.locator("#A .card").count() == 0
        page.locator("[data-do=hintWhere]").click()
        page.locator(".toast").filter(has_text="Swap ").wait_for()
        assert page.locator("#A .card").count() == 2
        assert page.locator("#A .arc").count() == 2
        stars = page.locator(".hints .stars")
        assert stars.nth(2).get_attribute("aria-label") == f"{1 - k} of 3 stars"
        page.locator("[data-do=hintDo]").click()
        page.locator(".steps li").nth(k).wait_for()
    # All steps were carried out by hints: the level is seen, not solved.
    page.locator(".verdict").get_by_text("Seen.").wait_for()
    verdict(page, "Hints carried out every step. Now try it yourself.")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Try again").click()
    focused = "document.activeElement.getAttribute('aria-label')"
    assert page.evaluate(focused) == "Row 1"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused) == "Band 1"
    for key in (" ", "ArrowDown", " "):  # the band is picked up, moved and dropped
        page.keyboard.press(key)
    page.get_by_text("Swap bands 1 and 2").wait_for()
    page.keyboard.press("Control+z")
    page.get_by_text("Rows and columns do not disturb each other").wait_for()
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Levels").click()
    seen = page.locator(".node[data-name='6']")
    seen.get_by_text("seen").wait_for()
    page.locator("[data-name='1']").last.click()
    page.get_by_text("1 · Rows.").wait_for()
    page.locator("[data-do=hintWhere]").click()
    lines = page.locator("#A .card").evaluate_all("all => all.map((one) => +one.dataset.unit)")
    focus_and_move(page, min(lines), max(lines) - min(lines))
    page.locator(".verdict").get_by_text("Well done.").wait_for()
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Levels").click()
    page.get_by_text("2 of 42 stars").wait_for()
    page.get_by_role("button", name="Delete the progress").click()
    page.get_by_text("0 of 42 stars").wait_for()


def test_pair_verdict_and_steps_are_printed_on_one_sheet(browser: Browser, small: Path) -> None:
    from pypdf import PdfReader

    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    pair = f"first={format_line(FIRST)}&second={format_line(SECOND)}"
    for lang, said in (
        ("en", "From the second Sudoku to the first"),
        ("de", "Vom zweiten Sudoku zum ersten"),
    ):
        page.goto("about:blank")
        page.goto(f"{small.as_uri()}#lang={lang}&{pair}")
        page.locator(".verdict.yes").wait_for()
        sheets = PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True))).pages
        assert len(sheets) == 1
        assert [round(float(side)) for side in sheets[0].mediabox[2:]] == [595, 842]
        text = unicodedata.normalize("NFKC", sheets[0].extract_text())
        assert said in text and "1→3" in text.replace(" ", "")
    context.close()


def test_the_small_page_is_small_and_answers(browser: Browser, small: Path) -> None:
    assert small.stat().st_size < MOST_BYTES_SMALL
    page = browser.new_page()
    errors = page_errors(page)
    page.goto(f"{small.as_uri()}#first={format_line(FIRST)}&second={format_line(SECOND)}")
    verdict(page, "These Sudokus are copies of each other.")
    enter(page, FIRST, Grid(format_line(SECOND).replace("8", "9", 1)))
    verdict(page, "These Sudokus are not copies of each other.")
    page.get_by_text("Digits that occur").wait_for()
    choose(page, "Complete")
    sheet(page, "This Sudoku has")
    page.keyboard.press("Escape")
    # An item that needs Python is marked, and leads to the large page with both Sudokus.
    choose(page, "Ways")
    link = page.get_by_role("link", name="Open sudokopie.html with these Sudokus")
    href = link.get_attribute("href") or ""
    assert href.startswith("sudokopie.html#first=")
    assert format_line(FIRST) in href
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More").first.click()
    groups = page.locator("#menu [role=group]")
    assert groups.last.get_attribute("aria-label") == "On the large page"
    assert groups.last.locator(".it").count() == 8
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Prove it").click()
    link.wait_for()
    assert page.locator("#menu h2").inner_text() == "Prove it"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Lists").click()
    page.set_viewport_size({"width": 1280, "height": 420})  # in which the hits must be scrolled to
    page.locator("#list").fill(f"{format_line(FIRST)} a\nx\n{format_line(SECOND)} b\n")
    page.get_by_role("button", name="Find copies").click()
    page.get_by_text("Sudokus: 2. Copies of others: 1.").wait_for()
    page.get_by_text("this line is not a single Sudoku of 4×4 or 9×9").wait_for()
    place = page.evaluate("() => window.scrollY")
    page.locator("ol.found button").click()
    verdict(page, "These Sudokus are copies of each other.")
    page.get_by_role("button", name="Lists").click()  # to the hits, not to the top
    assert page.evaluate("() => window.scrollY") == place > 0
    assert errors == []
    page.close()


def test_the_small_page_shares_blanks_and_names_errors(browser: Browser, small: Path) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    errors = page_errors(page)
    page.goto(small.as_uri())

    def paste(text: str) -> None:
        page.evaluate("text => navigator.clipboard.writeText(text)", text)
        page.get_by_role("button", name="Paste").first.click()

    line = format_line(FIRST)
    for text, said, mark in (
        (f"{line}\n{line[:-1]}", "161 cells; two 9×9 Sudokus have 81 each.", None),
        (f"{line[:40]}x{line[41:]}", "A digit or a dot was expected, “x” was found.", "x"),
        (f"1 2 3 4\n{'. ' * 6}.", "11 cells; a 4×4 Sudoku has 16.", None),
        ("5...\n....\n....\n....", "The digit 5 is larger than 4", "5"),
    ):
        paste(text)
        page.locator("#stage .now").get_by_text(said).wait_for()
        if mark:
            assert page.locator("#stage .place mark").inner_text() == mark
    paste(("." * 16 + "\n") * 2)
    verdict(page, "These Sudokus are the same.")
    enter(page, FIRST, SECOND)
    verdict(page, "These Sudokus are copies of each other.")
    choose(page, "Share")
    page.get_by_text("Both Sudokus are copied as text").wait_for()
    text = page.evaluate("() => navigator.clipboard.readText()")
    assert text.replace("\n", "") == format_line(FIRST) + format_line(SECOND)
    assert errors == []
    context.close()


def test_texts_and_patterns_stay_as_they_are_in_scripts_without_spaces(small: Path) -> None:
    html = small.read_text(encoding="utf-8")
    scripts = [ROOT / "applications/browser/page/words.js", ROOT / "showing/board/own_texts.js"]
    source = "\n".join(script.read_text(encoding="utf-8") for script in scripts)
    texts = re.findall(r': ("(?:[^"\\\n]|\\.)*"),$', source, re.MULTILINE)
    assert len(texts) > 300
    assert [text for text in texts if text not in html] == []
    assert r"/\d\d?( +\d\d?)+/.test(line)" in html
    assert "steps; ${fewest} are enough." in html
    assert "stage.status=" in html
    assert "stage.status = " not in html


@pytest.mark.parametrize(
    ("pair", "kind", "parts"),
    [
        ("size9-clues17-moved", "lines", ([["column", 8], ["column", 9]], [["row", 9]])),
        ("size9-clues25-moved", "boxes", ([], [["box", 1, 2]])),
        ("1 2", "clues", ([], [])),
        ("digits", "digits", ([["digit", 1]], [])),
    ],
)
def test_the_small_page_counts_reasons(
    browser: Browser, small: Path, pair: str, kind: str, parts: tuple[list[Any], list[Any]]
) -> None:
    """The reasons that need no Python are those that `solve` gives, and are drawn on the boards."""
    grids = {
        "1 2": (Grid("1" + "." * 15), Grid("12" + "." * 14)),
        "digits": (Grid("12.1" + "." * 12), Grid("12.3" + "." * 12)),
    }
    first, second = grids[pair] if pair in grids else pair_from(INSTANCES / f"{pair}.txt")
    record = make_report(decide(first, second), AnswerFormatter()).make_json_record()
    reason = cast("dict[str, Any]", record["reason"])
    assert (reason["kind"], reason["first_parts"], reason["second_parts"]) == (kind, *parts)
    page = browser.new_page()
    errors = page_errors(page)
    page.goto(f"{small.as_uri()}#first={format_line(first)}&second={format_line(second)}")
    verdict(page, "These Sudokus are not copies of each other.")
    counted = reason["counted"][0]
    numbers = [*counted["numbers"], counted["first"], counted["second"]]
    assert re.findall(r"\d+", page.locator(".now").inner_text()) == list(map(str, numbers))
    boards = page.locator(".board")
    for k, name in enumerate(("first", "second")):
        marked = boards.nth(k).locator(".tok.in").count()
        assert marked == len({tuple(cell) for cell in reason[f"{name}_cells"]})
        frames = sum(part[0] != "digit" for part in parts[k])
        assert boards.nth(k).locator(".hline").count() == frames
    assert not errors
    page.close()


def test_the_small_page_enlarges_large_sudokus_on_a_telephone(
    browser: Browser, small: Path
) -> None:
    """Nothing is beside the screen, and the largest boards have cells as in a 9×9 Sudoku."""
    page = browser.new_page(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    errors = page_errors(page)
    texts = [
        "%20".join(str(digit or ".") for row in grid for digit in row)
        for grid in pair_from(INSTANCES / "sizes36-copies.txt")
    ]
    page.goto(f"{small.as_uri()}#lang=de&first={texts[0]}&second={texts[1]}")
    page.locator(".verdict.yes").wait_for()
    assert page.locator(".verdict .badge b").inner_text() == "16"
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    zoom, play = page.locator("[data-do=zoom]"), page.locator("[data-do=play]")
    box = play.bounding_box()
    assert box and box["y"] + box["height"] <= 640
    for factor in ("2×", "3×", "4×"):
        zoom.click()
        assert zoom.inner_text() == factor
    assert page.evaluate("document.querySelector('.large .frame').width.baseVal.value") >= 36 * 28
    assert not axe_violations(page)
    zoom.click()
    assert zoom.inner_text() == "1×"
    assert not errors
    page.close()


def test_pictures_among_files_are_skipped(browser: Browser, small: Path, tmp_path: Path) -> None:
    page = browser.new_page()
    page.goto(f"{small.as_uri()}#lang=en")
    page.locator("#nav [data-room=lists]").click()
    picture, letter = tmp_path / "photo.jpg", tmp_path / "letter.txt"
    picture.write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF")
    letter.write_text(format_line(FIRST))
    files = page.locator("#list-fields input[multiple]").first
    files.set_input_files([picture, letter])
    page.get_by_text("Skipped, because pictures are not read: photo.jpg.").wait_for()
    assert page.locator("#list").input_value() == f"{format_line(FIRST)}\n"
    files.set_input_files([picture])
    page.get_by_text("This is a picture.").wait_for()
    assert page.locator("#list").input_value() == f"{format_line(FIRST)}\n"
    page.close()


def test_blank_boards_of_a_link_count_as_sudokus(browser: Browser, small: Path) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    blank, cell = "." * 81, "1" + "." * 80
    page.goto(f"{small.as_uri()}#lang=en&first={blank}&second={blank}")
    verdict(page, "These Sudokus are the same.")
    page.evaluate("hash => { location.hash = hash; }", f"first={cell}&second={blank}")
    verdict(page, "These Sudokus are not copies of each other.")
    page.reload()
    verdict(page, "These Sudokus are not copies of each other.")
    page.goto("about:blank")
    page.goto(f"{small.as_uri()}#lang=en")
    verdict(page, "Type or paste two Sudokus.")
    page.evaluate("hash => { location.hash = hash; }", f"first={blank}&second={blank}")
    verdict(page, "These Sudokus are the same.")
    # A board that was left blank is no Sudoku, also after its page was shared.
    page.goto("about:blank")
    page.goto(f"{small.as_uri()}#lang=en&first={cell}")
    verdict(page, "Now the other Sudoku.")
    choose(page, "Share")
    page.get_by_text("Both Sudokus are copied as text").wait_for()
    assert page.url.endswith(f"#first={cell}&second=&lang=en")
    page.keyboard.press("Escape")
    verdict(page, "Now the other Sudoku.")
    context.close()


_WATCH = """
window.drawn = 0;
new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
        if (addedNodes.length && target.classList?.contains("board")) window.drawn++;
    }
}).observe(document, { childList: true, subtree: true });
document.addEventListener("DOMContentLoaded", () => {
    window.verdictThen = document.querySelector(".verdict").className;
});
"""


def test_a_link_is_answered_before_the_rest_of_the_page_is_read(
    browser: Browser, small: Path, built: Built
) -> None:
    """The verdict is there when the page's script has run, and each board was drawn once."""
    for file in (small, built.file):
        page = browser.new_page()
        page.add_init_script(_WATCH)
        page.goto(f"{file.as_uri()}#first={format_line(FIRST)}&second={format_line(SECOND)}")
        page.wait_for_timeout(50)
        assert page.evaluate("[verdictThen, drawn]") == ["verdict yes", 2]
        page.close()


def test_different_sizes_need_no_proof(browser: Browser, small: Path) -> None:
    page = browser.new_page()
    page.goto(f"{small.as_uri()}#lang=en&first={format_line(FIRST)}&second=1{'.' * 15}")
    verdict(page, "These Sudokus are not copies of each other.")
    page.get_by_text("Their sizes or boxes differ").wait_for()
    assert not page.get_by_text("Only a proof shows").is_visible()
    page.close()


def test_a_level_begins_at_the_top_of_a_telephone(browser: Browser, small: Path) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 640}, reduced_motion="reduce")
    page.goto(f"{small.as_uri()}#lang=en")
    page.get_by_role("button", name="Levels").click()
    page.locator(".node[data-name='14']").click()
    page.locator("body.own").wait_for()
    assert page.evaluate("scrollY") == 0
    page.set_viewport_size({"width": 1366, "height": 768})
    assert page.evaluate("document.documentElement.scrollHeight") == 768
    page.close()


def test_a_link_opens_the_boards_from_every_part_of_the_page(browser: Browser, small: Path) -> None:
    page = browser.new_page()
    page.goto(f"{small.as_uri()}#lang=en")
    page.get_by_role("button", name="Levels").click()
    link = f"first={format_line(FIRST)}&second={format_line(SECOND)}"
    page.evaluate("hash => { location.hash = hash; }", link)
    verdict(page, "These Sudokus are copies of each other.")
    page.close()


def test_the_small_page_compares_cycles_of_lines(browser: Browser, small: Path) -> None:
    page = browser.new_page()
    page.goto(f"{small.as_uri()}#lang=en")
    enter(page, *pair_from(INSTANCES / "size9-clues81-switched.txt"))
    verdict(page, "These Sudokus are not copies of each other.")
    page.locator("#stage .now").get_by_text("Pairs of lines with cycles of lengths").wait_for()
    assert page.locator(".hline").count() == 2
    page.close()


def test_a_level_is_marked_in_the_header(browser: Browser, small: Path) -> None:
    page = browser.new_page()
    page.goto(f"{small.as_uri()}#lang=en")
    marked = page.locator("#nav [aria-current]")
    assert marked.inner_text() == "Compare"
    page.get_by_role("button", name="Levels").click()
    page.locator(".node[data-name='1']").click()
    page.locator(".own").wait_for()
    assert marked.inner_text() == "Levels"
    page.keyboard.press("Escape")  # its way can be watched
    assert marked.inner_text() == "Levels"
    enter(page, FIRST, SECOND)
    verdict(page, "copies")
    assert marked.inner_text() == "Compare"
    page.close()


def test_one_sudoku_goes_to_the_blank_board(page: Page) -> None:
    paste(page, format_rows(FIRST))
    read(page, 1, FIRST)
    verdict(page, "Now the other Sudoku.")
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.evaluate("text => navigator.clipboard.writeText(text)", format_rows(SECOND))
    page.keyboard.press("Control+V")
    read(page, 2, SECOND)
    verdict(page, "These Sudokus are copies of each other.")


def drop(page: Page, place: str, name: str, data: bytes) -> None:
    """Drop a file on an element."""
    transfer = page.evaluate_handle(
        """([name, characters]) => {
        const transfer = new DataTransfer();
        const bytes = Uint8Array.from(characters, (one) => one.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
        return transfer;
    }""",
        [name, data.decode("latin-1")],
    )
    page.dispatch_event(place, "drop", {"dataTransfer": transfer})


def test_files_can_be_dropped(page: Page) -> None:
    drop(page, "#A .board", "puzzle.txt", format_rows(FIRST).encode("utf-16"))
    read(page, 1, FIRST)
    drop(page, "#B .board", "puzzle.txt.gz", gzip.compress(format_rows(SECOND).encode()))
    read(page, 2, SECOND)


@pytest.mark.parametrize("kind", ["xlsx of blocks", "ods"])
def test_spreadsheets_are_read(page: Page, kind: str) -> None:
    page.get_by_role("button", name="Lists").click()
    drop(page, "#list", kind, DOCUMENTS[kind]())
    with open_stream_as_grid_file(io.BytesIO(DOCUMENTS[kind]())) as file:
        lines = [
            format_line(entry.grid_or_error)
            for entry in file
            if isinstance(entry.grid_or_error, Grid)
        ]
    wait_for_script(
        page, "text => document.getElementById('list').value === text", "\n".join([*lines, ""])
    )


def test_an_error_is_shown_with_its_place(page: Page) -> None:
    text = format_rows(FIRST).splitlines()
    text[2] = text[2][:4] + "x!" + text[2][6:]
    paste(page, "\n".join(text))
    verdict(page, "This cannot be read.")
    said = page.get_by_role("alert")
    said.filter(has_text="Line 3, column 5: expected").wait_for()
    assert said.locator("mark").inner_text() == "x"
    enter(page, FIRST, SECOND)
    verdict(page, "copies of each other")
    assert page.get_by_role("alert").count() == 0
    choose(page, "Blank boards")
    page.get_by_role("button", name="9×9").click()
    choose(page, "Ways")
    sheet(page, "A Sudoku is missing here.")


def test_the_keyboard_alone_is_enough(page: Page) -> None:
    first, second = page.locator(".board").nth(0), page.locator(".board").nth(1)
    page.locator("#nav button").last.focus()
    for _ in range(9):
        page.keyboard.press("Tab")
        if first.evaluate("board => board === document.activeElement"):
            break
    page.keyboard.type("12")
    for key in ("ArrowDown", "ArrowLeft", "3", "ArrowLeft", "ArrowLeft", "4", "ArrowLeft"):
        page.keyboard.press(key)
    page.keyboard.press("Delete")
    grid = Grid([[1, 2, *[0] * 7], [0, 3, *[0] * 7], *[[0] * 9] * 7])
    read(page, 1, grid)
    for _ in range(9):
        page.keyboard.press("Tab")
        if second.evaluate("board => board === document.activeElement"):
            break
    page.keyboard.type(format_line(random_transformation(grid.shape, Random(1)).apply(grid)))
    verdict(page, "These Sudokus are copies of each other.")


def test_it_speaks_german(page: Page) -> None:
    enter(page, FIRST, SECOND)
    verdict(page, "These Sudokus are copies of each other.")
    page.get_by_role("button", name="Deutsch").click()
    verdict(page, "Diese Sudokus sind Kopien voneinander.")
    assert page.locator("html").get_attribute("lang") == "de"
    paste(page, "12")
    page.get_by_text("Zeile 1, Spalte 3: die Datei ist zu Ende").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_use_it(page: Page, scheme: str) -> None:
    colours: Literal["light", "dark"] = "light" if scheme == "light" else "dark"
    page.emulate_media(color_scheme=colours, reduced_motion="reduce")  # no colours in between
    assert axe_violations(page) == []
    paste(page, "12x")
    verdict(page, "cannot be read")
    assert axe_violations(page) == []
    enter(page, FIRST, SECOND)
    verdict(page, "copies of each other")
    assert axe_violations(page) == []
    page.get_by_role("button", name="More", exact=True).click()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    enter(page, *pair_from(INSTANCES / "size9-clues17-moved.txt"))
    verdict(page, "not copies")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Lists").click()
    assert axe_violations(page) == []


def test_nothing_is_below_the_fold(page: Page) -> None:
    """Boards, verdict, current step and buttons are on the first screen, in each layout."""
    sizes = [(1366, 768), (1366, 650), (820, 1180), (360, 640)]
    for pair in ((FIRST, SECOND), pair_from(INSTANCES / "size9-clues17-moved.txt")):
        enter(page, *pair)
        verdict(page, "copies of each other")
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(30)
            low, wide = page.evaluate(
                """() => [
                    Math.max(...[...document.querySelectorAll(".verdict, .now, .deck, .board")]
                        .map((one) => one.getBoundingClientRect().bottom)) - innerHeight,
                    document.documentElement.scrollWidth - innerWidth,
                ]"""
            )
            assert (low <= 0, wide) == (True, 0), (width, height, low)
    page.set_viewport_size({"width": 1366, "height": 650})


def test_what_is_computed_can_be_stopped(page: Page) -> None:
    enter(page, *pair_from(INSTANCES / "size25-clues625-copies.txt"))
    verdict(page, "copies of each other")
    choose(page, "Canonical form")
    page.locator("#sheet").get_by_role("button", name="Stop").click()
    sheet(page, "Stopped.")
    page.keyboard.press("Escape")
    enter(page, FIRST, SECOND)
    verdict(page, "These Sudokus are copies of each other.")


CYCLIC = Grid([[(3 * (r % 3) + r // 3 + c) % 9 + 1 for c in range(9)] for r in range(9)])
UNRELATED = pair_from(INSTANCES / "size9-clues81-copies.txt")[0], CYCLIC  # hard for `nearest`


def test_what_is_known_of_the_nearest_copy_is_shown_while_it_is_sought(page: Page) -> None:
    enter(page, *UNRELATED)
    verdict(page, "not copies")
    choose(page, "Nearest")
    sheet(page, "Computing… So far, ")
    page.locator("#sheet .passed").filter(has_text="second").wait_for()
    page.locator("#sheet").get_by_role("button", name="Stop").click()
    sheet(page, "Stopped. So far, ")
    assert page.locator("#sheet .passed").inner_text() == ""
    page.keyboard.press("Escape")


def ask_nearest(first: Grid, second: Grid, told: list[str]) -> dict[str, str]:
    """Ask the page's Python for the nearest copy; return the first sentence and its tone."""
    from glue import answer_page_question

    given = [["first", format_line(first)], ["second", format_line(second)]]
    answer = answer_page_question("nearest", json.dumps(["en", given]), told.append)
    (found,) = json.loads(answer)["said"]
    return {"said": found["said"][0], "tone": found["tone"]}


def test_the_search_for_the_nearest_copy_tells_what_it_knows_and_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[str] = []
    found = ask_nearest(Grid("12....1..3.....4"), Grid("11....2..3.....4"), told)
    assert found["tone"] == "yes"
    assert told[-1] == "So far, 4 of the 5 clues agree; at most 4 can."
    monkeypatch.setattr("glue.MAX_NEAREST_SECONDS", 1e-6)
    found = ask_nearest(*UNRELATED, told)
    assert found["tone"] == "unknown"
    assert "the time was not enough to find out whether up to 81 can" in found["said"]


@pytest.mark.parametrize("kept", ["certificate/pair.txt", "pair.txt"])
def test_a_zipped_certificate_has_the_pair_beside_and_inside(kept: str) -> None:
    """With boxes of another shape only the file beside the folder of the certificate has all."""
    from glue import answer_page_question

    def ask(question: str, *arguments: object) -> dict[str, str]:
        answer: dict[str, str] = json.loads(
            answer_page_question(question, json.dumps(["en", *arguments]), lambda _: None)
        )
        return answer

    texts = [["first", "# box 3x2\n" + "1" + 35 * "."], ["second", "# box 3x2\n" + "12" + 34 * "."]]
    data = base64.b64decode(ask("certify", texts)["zip"])
    changed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(changed, "w") as new:
        names = set(old.namelist())
        assert {"certificate/pair.txt", "pair.txt"} < names
        for name in names - {"certificate/pair.txt", "pair.txt"} | {kept}:
            new.writestr(name, old.read(name))
    certified = "Certified: the second Sudoku is not a copy of the first."
    answer = ask("check", base64.b64encode(data).decode(), [])
    assert answer["said"] == certified
    answer = ask("check", base64.b64encode(changed.getvalue()).decode(), texts)
    if kept == "pair.txt":
        assert "pair.txt is missing" in answer["error"]
    else:
        assert answer["said"] == certified


def test_a_shuffled_sudoku_is_a_copy(page: Page) -> None:
    paste(page, format_rows(FIRST))
    page.get_by_role("button", name="Shuffle it").click()
    verdict(page, "These Sudokus are copies of each other.")
    assert decide(FIRST, Grid(drawn(page, 2))).word == "copies"


def test_a_link_holds_both_sudokus(page: Page, built: Built) -> None:
    enter(page, FIRST, SECOND)
    verdict(page, "copies of each other")
    choose(page, "Share")
    page.get_by_text("Both Sudokus are copied as text").wait_for()
    link = page.url
    assert link.startswith(f"{built.file.as_uri()}#first=")
    page.keyboard.press("Escape")
    enter(page, SECOND, SECOND)
    verdict(page, "the same")
    page.evaluate("link => { location.hash = ''; location.href = link; }", link)
    read(page, 1, FIRST)
    read(page, 2, SECOND)
    verdict(page, "copies of each other")
    blank = "." * 81
    page.evaluate("hash => { location.hash = hash; }", f"first={blank}&second={format_line(FIRST)}")
    verdict(page, "not copies of each other")


def test_the_answer_is_saved_as_the_page_that_the_command_writes(page: Page) -> None:
    enter(page, FIRST, SECOND)
    verdict(page, "copies")
    with page.expect_download() as download:
        choose(page, "Save as a page")
    answers, display = PageAnswers(), AnswerFormatter(words=load_translations("en"))
    answers.add_result("First Sudoku, Second Sudoku", make_report(decide(FIRST, SECOND), display))
    assert download.value.suggested_filename == "sudokopie.html"
    assert download.value.path().read_text(encoding="utf-8") == make_answers_page(answers, display)
    with page.expect_download() as download:
        choose(page, "Save as text")
    assert parse_pair(download.value.path().read_text(encoding="utf-8")) == (FIRST, SECOND)


def test_a_certificate_is_made_and_checked(page: Page, tmp_path: Path) -> None:
    near = FIRST.keeping(FIRST.clue_cells - {min(FIRST.clue_cells)})
    pair = FIRST, random_transformation(near.shape, Random(2)).apply(near)
    enter(page, *pair)
    verdict(page, "These Sudokus are not copies of each other.")
    page.get_by_role("button", name="Prove it").click()
    page.get_by_text("Proved.").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save certificate").click()
    assert download.value.suggested_filename == "certificate.zip"
    verdict(page, "These Sudokus are not copies of each other.")
    page.locator("#menu").get_by_text("The certificate is saved.").wait_for()
    assert page.locator(".now").get_by_text("Proved.").count() == 1
    page.keyboard.press("Escape")
    data = download.value.path().read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(tmp_path)
    assert parse_pair((tmp_path / "pair.txt").read_text()) == pair
    check_certificate(str(tmp_path / "certificate"), *pair)
    certified = "Certified: the second Sudoku is not a copy of the first."
    drop(page, "#B .board", "certificate.zip", data)
    sheet(page, certified)
    page.keyboard.press("Escape")
    enter(page, FIRST, Grid(FIRST.rows))
    verdict(page, "the same")
    drop(page, "body", "certificate.zip", data)
    sheet(
        page,
        "proves nothing about the Sudokus on the boards: "
        "question.cnf is not the formula of these Sudokus",
    )
    page.get_by_role("button", name="Check it for the Sudokus in the file").click()
    sheet(page, certified)
    page.get_by_text("The Sudokus in the file are on the boards now.").wait_for()
    page.keyboard.press("Escape")
    read(page, 1, pair[0])
    page.keyboard.press("Control+Z")
    verdict(page, "the same")
    choose(page, "Blank boards")
    page.get_by_role("button", name="9×9").click()
    page.get_by_role("button", name="Lists").click()
    drop(page, "#list", "certificate.zip", data)  # without others those that it brings along
    sheet(page, certified)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Compare", exact=True).click()
    read(page, 1, pair[0])
    read(page, 2, pair[1])
    drop(page, "body", "certificate.zip", data[:-50])
    verdict(page, "This cannot be read.")
    page.get_by_role("button", name="Back to the answer").click()
    verdict(page, "These Sudokus are not copies of each other.")
    paste(page, "12x")  # which Python is asked to read
    verdict(page, "This cannot be read.")
    page.keyboard.press("Escape")
    verdict(page, "These Sudokus are not copies of each other.")
    without = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(without, "w") as new:
        for name in {*old.namelist()} - {"certificate/README"}:
            new.writestr(name, old.read(name))
    page.set_input_files(
        "#certificate", {"name": "a.zip", "mimeType": "", "buffer": without.getvalue()}
    )
    page.locator("#sheet-verdict").get_by_text(re.compile(r"copied as a whole\?$")).wait_for()
    page.keyboard.press("Escape")
    page.set_input_files("#certificate", {"name": "a.zip", "mimeType": "", "buffer": b"PK"})
    sheet(page, "This file is not a certificate. “Open a file…” reads Sudokus from a file.")
    page.keyboard.press("Escape")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("pair.txt", format_pair((FIRST, SECOND)))
    drop(page, "body", "puzzles.zip", packed.getvalue())
    verdict(page, "These Sudokus are copies of each other.")


def test_an_answer_stays_if_its_proof_is_stopped(page: Page) -> None:
    near = FIRST.keeping(FIRST.clue_cells - {min(FIRST.clue_cells)})
    enter(page, FIRST, near)
    verdict(page, "These Sudokus are not copies of each other.")
    said = page.locator(".now").inner_text()
    shown = page.evaluate(
        """() => ["prove", "stop"].map((action) => {
            document.querySelector(`[data-do=${action}]`).click();
            return document.querySelector(".verdict").className;
        })"""
    )
    assert shown == ["verdict running", "verdict no"]
    # The page itself and Python give the same reason in other words.
    numbers = re.findall(r"\d+", said)
    assert re.findall(r"\d+", page.locator(".now").inner_text()) == numbers == ["25", "24"]
    page.get_by_role("button", name="Prove it").wait_for()


def test_while_python_is_loaded_the_page_says_that_it_reads_and_proves(
    browser: Browser, built: Built
) -> None:
    """On a telephone: a link that only Python reads, and a proof of an answer that is known."""
    context = browser.new_context(viewport={"width": 320, "height": 568})
    page = context.new_page()
    page.set_default_timeout(LOADED)
    page.goto(f"{built.file.as_uri()}#lang=en&first=12x")
    verdict(page, "Reading…")
    page.get_by_text("Python is still being loaded; then the answer follows.").wait_for()
    verdict(page, "This cannot be read.")
    page.goto("about:blank")
    first, second = pair_from(INSTANCES / "size9-clues17-moved.txt")
    page.add_init_script(_VERDICTS)
    page.goto(f"{built.file.as_uri()}#first={format_line(first)}&second={format_line(second)}")
    page.get_by_role("button", name="Prove it").click()
    page.get_by_text("Proved.").wait_for()
    # Between both, only the proof is shown, although Python answers the question before.
    assert page.evaluate("verdicts") == ["no", "running", "no"]
    page.get_by_text("the first Sudoku has 2 (column 8 and column 9)").wait_for()
    context.close()


_VERDICTS = """
window.verdicts = [];
document.addEventListener("DOMContentLoaded", () => {
    const verdict = document.querySelector(".verdict");
    const note = () => {
        const name = verdict.className.split(" ").at(-1);
        if (window.verdicts.at(-1) !== name) window.verdicts.push(name);
        requestAnimationFrame(note);
    };
    note();
});
"""


def test_a_fault_of_the_page_can_be_put_away(
    browser: Browser, built: Built, tmp_path: Path
) -> None:
    """On the smallest telephones it hides the boards, which compare some Sudokus without Python."""
    file = tmp_path / "damaged.html"
    html = built.file.read_text(encoding="utf-8")
    file.write_text(with_part(html, "worker.js", "throw new Error('x')"), encoding="utf-8")
    page = browser.new_page(viewport={"width": 320, "height": 568})
    page.goto(f"{file.as_uri()}#lang=en&first=12x")
    state = page.locator("#state[data-stage=broken]")
    state.get_by_role("button", name="Close").click()
    assert state.is_hidden()
    page.close()


def test_copies_are_found_in_a_list_of_a_thousand(page: Page) -> None:
    grids = [grid.keeping(sorted(grid.clue_cells)[:17]) for grid in puzzles(50)]
    ways = [random_transformation(FIRST.shape, Random(seed)) for seed in range(20)]
    text = "\n".join(format_line(way.apply(grid)) for grid in grids for way in ways)
    drop(page, "body", "list.txt", text.encode())  # more than two Sudokus are a list
    page.get_by_role("checkbox").uncheck()
    page.get_by_role("button", name="Find copies").click()
    page.get_by_text(
        "Sudokus: 1,000. Classes: 50. Groups of copies: 50, the largest of 20."
    ).wait_for()
    assert page.locator("ol.found li").count() == 50


def test_near_copies_are_found_in_a_list_and_shown(page: Page) -> None:
    grids = puzzles(20)
    way = random_transformation(FIRST.shape, Random(3))
    near = grids[5].keeping(grids[5].clue_cells - {min(grids[5].clue_cells)})
    grids += [way.apply(grids[7]), way.apply(near), grids[7]]
    page.get_by_role("button", name="Lists").click()
    text = "".join(f"{format_line(grid)} no. {i}\n" for i, grid in enumerate(grids))
    drop(page, "#list", "list.txt", text.encode())
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Find copies").click()
    page.get_by_text("Sudokus: 23. Classes: 21. Groups of copies: 1, the largest of 3.").wait_for()
    found = page.locator("ol.found li")
    assert re.findall(r"no\. (\d+)", found.nth(0).inner_text()) == ["7", "20", "22"]
    assert re.findall(r"no\. (\d+)", found.nth(1).inner_text()) == ["5", "21"]
    assert found.count() == 2
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a table").click()
    table = download.value.path().read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[:2] for line in table[1:]] == [["copies", "1"]] * 3 + [
        ["near", "1"]
    ] * 2
    # Each copy is compared with the first.
    found.nth(0).get_by_role("button", name="Compare: no. 7 (line 8) · no. 20 (line 21)").click()
    verdict(page, "These Sudokus are copies of each other.")


def test_many_files_are_one_list_whose_hits_name_them(page: Page, tmp_path: Path) -> None:
    grids = puzzles(3)
    copy = random_transformation(FIRST.shape, Random(5)).apply(grids[1])
    files = [tmp_path / "june.txt", tmp_path / "july.txt"]
    for file, listed in zip(files, ([grids[0], copy], [grids[2], *grids[1:]]), strict=True):
        file.write_text("".join(f"{format_line(grid)}\n" for grid in listed))
    page.get_by_role("button", name="Lists").click()
    page.locator("#list-fields input[multiple]").first.set_input_files(files)
    wait_for_script(page, "() => document.getElementById('list').value.split('\\n').length === 6")
    page.get_by_role("checkbox").uncheck()
    page.get_by_role("button", name="Find copies").click()
    found = page.locator("ol.found li")
    found.first.wait_for()
    assert [text.split() for text in found.all_inner_texts()] == [
        ["july.txt:", "1", "Compare", "july.txt:", "3"],
        ["july.txt:", "2", "Compare", "june.txt:", "2"],
    ]
    page.get_by_label("Show only lines with").fill("june")
    assert found.filter(visible=True).count() == 1


def test_a_second_list_is_compared_with_the_first(page: Page) -> None:
    grids = puzzles(12)
    page.get_by_role("button", name="Lists").click()
    page.get_by_role("checkbox").uncheck()
    lists = page.get_by_role("textbox")
    lists.nth(0).fill("\n".join(map(format_line, grids[:8])))
    lists.nth(1).fill("\n".join(map(format_line, [*grids[6:], grids[0]])))
    page.get_by_role("button", name="Find copies").click()
    page.get_by_role("heading", name="Already in the first list: 3").wait_for()
    lists.nth(0).fill("nothing")
    page.get_by_role("button", name="Find copies").click()
    page.locator("#list-said.wrong").wait_for()


def test_more_than_the_browser_should_do_is_left_to_a_command(page: Page) -> None:
    page.get_by_role("button", name="Lists").click()
    drop(page, "#list", "list.txt", (f"{format_line(FIRST)}\n" * 5001).encode())
    page.get_by_role("button", name="Find copies").click()
    said = "more than 5,000 Sudokus. This command can handle millions: sudokopie duplicates"
    page.get_by_text(said).wait_for()


def test_on_a_server_the_page_is_kept_for_later(browser: Browser, built: Built) -> None:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=built.site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context(locale="de-DE")
        page = context.new_page()
        page.set_default_timeout(LOADED)
        address = f"http://127.0.0.1:{server.server_port}/"
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        server.shutdown()
    page.goto(f"{address}?again#first=12x")
    page.locator("#state[data-stage=ready]").wait_for(state="attached")
    assert page.locator("#state").inner_text() == "Bereit."
    context.close()
