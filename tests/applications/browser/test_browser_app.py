"""The page that runs without an installation: built once, and used offline from a file."""

from __future__ import annotations

import gzip
import io
import json
import re
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from built_page import Built, built

from sudokopie import Grid, check_certificate, decide, parse_pair
from sudokopie.base.messages import load_translations
from sudokopie.reading.gridfile import GridFile, format_pair
from sudokopie.showing.answer_report import make_report
from sudokopie.showing.answers_page import Answers, make_answers_page
from sudokopie.showing.display_options import DisplayOptions
from sudokopie.sudoku.grid import format_line, format_rows
from sudokopie.sudoku.random_grids import random_transformation

from browser import axe_violations, browser, page_errors
from conftest import INSTANCES, pair_from, puzzles
from documents import DOCUMENTS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser", "built"]  # fixtures

FIRST, SECOND = pair_from(INSTANCES / "size9-clues25-copies.txt")
MOST_BYTES = 12_000_000
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
    )
    page = context.new_page()
    page.set_default_timeout(LOADED)
    errors = page_errors(page)
    page.goto(built.file.as_uri())
    page.get_by_text("Ready.", exact=True).wait_for()
    page.set_default_timeout(ANSWERED)
    yield page, errors
    context.close()


@pytest.fixture
def page(opened: tuple[Page, list[str]]) -> Iterator[Page]:
    """The page as it is at first; afterwards nothing may have gone wrong on it."""
    page, errors = opened
    page.get_by_role("button", name="English").click()
    page.get_by_role("button", name="Two Sudokus").click()
    for label in ("First Sudoku", "Second Sudoku"):
        page.get_by_label(label).fill("")
    yield page
    page.emulate_media(color_scheme="light")
    assert errors == []


def verdict(page: Page, text: str) -> None:
    """Wait for a verdict."""
    page.locator("#verdict").filter(has_text=text).wait_for()


def enter(page: Page, first: str, second: str = "") -> None:
    page.get_by_label("First Sudoku").fill(first)
    page.get_by_label("Second Sudoku").fill(second)


def drawn(page: Page, number: int) -> list[list[int]]:
    """Return the grid that is drawn beside a field."""
    texts: list[list[str]] = (
        page.locator("table.grid")
        .nth(number - 1)
        .evaluate(
            "table => [...table.rows].map(row => [...row.cells].map(cell => cell.textContent))"
        )
    )
    return [[int(text or 0) for text in row] for row in texts]


def read(page: Page, number: int, grid: Grid) -> None:
    """Wait until a field has read a Sudoku, and check that it is drawn."""
    said = page.locator(".field .said").nth(number - 1)
    said.filter(has_text=f"clues: {grid.clues}").wait_for()
    assert drawn(page, number) == [list(row) for row in grid]


def test_the_page_is_small_and_one_file(built: Built) -> None:
    assert built.file.stat().st_size < MOST_BYTES
    html = built.file.read_text(encoding="utf-8")
    policy = re.findall(r"(\S+-src) ([^;\"]*)", html[: html.index("<title>")])
    assert dict(policy)["connect-src"].strip() == "'none'"
    assert "unsafe-inline" not in dict(policy)["script-src"]


def test_two_copies_are_compared(page: Page) -> None:
    enter(page, format_rows(FIRST), format_rows(SECOND))
    page.get_by_role("button", name="Compare").click()
    verdict(page, "These Sudokus are copies of each other.")
    assert page.locator("#verdict").get_attribute("role") == "status"
    answer = page.frame_locator("#page")
    assert answer.locator("svg.board").is_visible()
    assert answer.get_by_text("Number of steps: 6").is_visible()
    page.wait_for_timeout(50)
    enter(page, format_rows(FIRST), format_rows(SECOND).replace("8", "9", 1))
    page.get_by_role("button", name="Compare").click()
    verdict(page, "These Sudokus are not copies of each other.")


def test_a_pair_is_decided_at_once(page: Page) -> None:
    enter(page, format_rows(FIRST), format_rows(SECOND))
    seconds = []
    for _ in range(3):
        page.get_by_role("button", name="Compare").click()
        verdict(page, "copies")
        seconds.append(
            page.evaluate("""async () => {
            const began = performance.now();
            document.getElementById("decide").click();
            const verdict = document.getElementById("verdict");
            while (!verdict.textContent.includes("copies")) {
                await new Promise(requestAnimationFrame);
            }
            return (performance.now() - began) / 1000;
        }""")
        )
    assert min(seconds) < 0.3


@pytest.mark.parametrize(
    ("button", "said"),
    [
        ("Ways", "These Sudokus are copies of each other"),
        ("Nearest", "25 of the 25 clues"),
        ("Part of", "The first Sudoku is a copy of the second"),
        ("Symmetries", "Second Sudoku: This Sudoku has only one symmetry"),
        ("Complete", "First Sudoku: This Sudoku has "),
        ("Canonical form", "First Sudoku: Canonical form: ........."),
    ],
)
def test_the_other_questions_are_answered(page: Page, button: str, said: str) -> None:
    enter(page, format_rows(FIRST), format_rows(SECOND))
    page.get_by_role("button", name=button, exact=True).click()
    verdict(page, said)
    assert page.locator("#page").is_visible()


def test_canonical_forms_of_copies_are_the_same(page: Page) -> None:
    enter(page, format_rows(FIRST), format_rows(SECOND))
    page.get_by_role("button", name="Canonical form").click()
    verdict(page, "Canonical form")
    forms = re.findall(r"[.\d]{81}", page.locator("#verdict").inner_text())
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


def test_ten_forms_can_be_pasted(page: Page) -> None:
    field = page.get_by_label("First Sudoku")
    assert len(set(forms())) == 10
    for form in forms():
        field.fill("")
        page.evaluate("text => navigator.clipboard.writeText(text)", form)
        field.focus()
        page.keyboard.press("Control+V")
        read(page, 1, FIRST)


def test_two_sudokus_in_one_text_go_into_both_fields(page: Page) -> None:
    page.get_by_label("First Sudoku").fill(format_pair((FIRST, SECOND)))
    read(page, 1, FIRST)
    read(page, 2, SECOND)


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
    drop(page, "#first", "puzzle.txt", format_rows(FIRST).encode("utf-16"))
    read(page, 1, FIRST)
    drop(page, "#second", "puzzle.txt.gz", gzip.compress(format_rows(SECOND).encode()))
    read(page, 2, SECOND)


@pytest.mark.parametrize("kind", ["xlsx of blocks", "ods"])
def test_spreadsheets_are_read(page: Page, kind: str) -> None:
    page.get_by_role("button", name="A list").click()
    drop(page, "#list", kind, DOCUMENTS[kind]())
    with GridFile(io.BytesIO(DOCUMENTS[kind]())) as file:
        lines = [format_line(entry.grid) for entry in file if isinstance(entry.grid, Grid)]
    page.wait_for_function(
        "text => document.getElementById('list').value === text", arg="\n".join([*lines, ""])
    )


def test_what_is_wrong_is_said_beside_the_field_and_marked(page: Page) -> None:
    text = format_rows(FIRST).splitlines()
    text[2] = text[2][:4] + "x!" + text[2][6:]
    field = page.get_by_label("Second Sudoku")
    field.fill("\n".join(text))
    said = page.locator("#second-said.wrong")
    said.filter(has_text="Line 3, column 5: expected").wait_for()
    assert said.locator("mark").inner_text() == "x"
    assert field.get_attribute("aria-invalid") == "true"
    assert field.get_attribute("aria-describedby") == "second-said"
    field.fill(format_rows(SECOND))
    read(page, 2, SECOND)
    assert field.get_attribute("aria-invalid") is None
    page.get_by_role("button", name="Compare").click()
    page.locator("#first-said").filter(has_text="A Sudoku is missing here.").wait_for()


def test_the_keyboard_alone_is_enough(page: Page) -> None:
    page.locator("#examples").focus()
    cell = page.locator("table.grid td[tabindex='0']").first
    for _ in range(9):
        page.keyboard.press("Tab")
        if cell.evaluate("cell => cell === document.activeElement"):
            break
    page.keyboard.type("12")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("3")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type("4")
    page.keyboard.press("Delete")
    grid = Grid([[2, *[0] * 8], [0, 3, *[0] * 7], *[[0] * 9] * 7])
    read(page, 1, grid)
    page.keyboard.press("Tab")
    page.keyboard.type(format_line(random_transformation(grid.shape, Random(1)).apply(grid)))
    compare = page.get_by_role("button", name="Compare")
    for _ in range(9):
        page.keyboard.press("Tab")
        if compare.evaluate("button => button === document.activeElement"):
            break
    page.keyboard.press("Enter")
    verdict(page, "These Sudokus are copies of each other.")


def test_what_is_typed_while_an_earlier_grid_is_read_is_kept(page: Page) -> None:
    page.evaluate(
        """() => {
            const post = Worker.prototype.postMessage;
            window.atOnce = () => { Worker.prototype.postMessage = post };
            Worker.prototype.postMessage = function (...given) {
                setTimeout(() => post.apply(this, given), 400);
            };
        }"""
    )
    page.locator("table.grid td").first.click()
    page.keyboard.type("1")
    page.wait_for_timeout(480)  # it is read in 70 ms, which is sooner than the next digit is
    for digit in "23":
        page.keyboard.press("ArrowRight")
        page.keyboard.type(digit)
        page.wait_for_timeout(120)
    read(page, 1, Grid([[1, 2, 3, *[0] * 6], *[[0] * 9] * 8]))
    page.evaluate("atOnce()")


def test_it_speaks_german(page: Page) -> None:
    enter(page, format_rows(FIRST), format_rows(SECOND))
    page.get_by_role("button", name="Compare").click()
    verdict(page, "These Sudokus are copies of each other.")
    page.get_by_role("button", name="Deutsch").click()
    verdict(page, "Diese Sudokus sind Kopien voneinander.")
    assert page.locator("html").get_attribute("lang") == "de"
    page.get_by_label("Erstes Sudoku").fill("12")
    page.locator("#first-said.wrong").filter(
        has_text="Zeile 1, Spalte 3: die Datei ist zu Ende"
    ).wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everyone_can_use_it(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="light" if scheme == "light" else "dark")
    enter(page, format_rows(FIRST), "12x")
    assert axe_violations(page) == []
    page.get_by_label("Second Sudoku").fill(format_rows(SECOND))
    page.get_by_role("button", name="Compare").click()
    page.frame_locator("#page").locator("svg.board").wait_for()
    assert axe_violations(page) == []
    page.get_by_role("button", name="A list").click()
    assert axe_violations(page) == []


def test_what_is_computed_can_be_stopped(page: Page) -> None:
    large = pair_from(INSTANCES / "size25-clues625-copies.txt")
    enter(page, *(" ".join(str(cell) for row in grid for cell in row) for grid in large))
    page.get_by_role("button", name="Canonical form").click()
    page.get_by_role("button", name="Stop").click()
    verdict(page, "Stopped.")
    assert page.get_by_role("button", name="Stop").is_hidden()
    enter(page, format_rows(FIRST), format_rows(SECOND))
    page.get_by_role("button", name="Compare").click()
    verdict(page, "These Sudokus are copies of each other.")


def test_a_shuffled_sudoku_is_a_copy(page: Page) -> None:
    enter(page, format_rows(FIRST))
    page.get_by_role("button", name="Shuffle").click()
    verdict(page, "The second Sudoku is now a random copy of the first.")
    page.locator("#second-said").filter(has_text="clues: 25").wait_for()
    assert decide(FIRST, Grid(drawn(page, 2))).word == "copies"


def test_a_link_holds_both_sudokus(page: Page, built: Built) -> None:
    enter(page, format_rows(FIRST), format_rows(SECOND))
    page.get_by_role("button", name="Copy a link").click()
    verdict(page, "The link is copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{built.file.as_uri()}#first=")
    enter(page, "", "")
    page.evaluate("link => { location.hash = ''; location.href = link; }", link)
    read(page, 1, FIRST)
    read(page, 2, SECOND)


def test_the_answer_is_saved_as_the_page_that_the_command_writes(page: Page) -> None:
    enter(page, format_rows(FIRST), format_rows(SECOND))
    page.get_by_role("button", name="Compare").click()
    verdict(page, "copies")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save", exact=True).click()
    answers, display = Answers(), DisplayOptions(words=load_translations("en"))
    answers.add_result("First Sudoku, Second Sudoku", make_report(decide(FIRST, SECOND), display))
    assert download.value.suggested_filename == "sudokopie.html"
    assert download.value.path().read_text(encoding="utf-8") == make_answers_page(answers, display)


def test_a_certificate_is_made_and_checked(page: Page, tmp_path: Path) -> None:
    near = FIRST.keeping(FIRST.clue_cells - {min(FIRST.clue_cells)})
    pair = FIRST, random_transformation(near.shape, Random(2)).apply(near)
    enter(page, *map(format_rows, pair))
    page.get_by_role("button", name="Compare").click()
    verdict(page, "These Sudokus are not copies of each other.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a certificate").click()
    assert download.value.suggested_filename == "certificate.zip"
    verdict(page, "These Sudokus are not copies of each other.")
    data = download.value.path().read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(tmp_path)
    assert parse_pair((tmp_path / "pair.txt").read_text()) == pair
    check_certificate(str(tmp_path / "certificate"), *pair)
    certified = "Certified: the second Sudoku is not a copy of the first."
    drop(page, "#second", "certificate.zip", data)
    verdict(page, certified)
    enter(page, format_rows(FIRST), format_rows(FIRST))
    drop(page, "body", "certificate.zip", data)
    verdict(page, "question.cnf is not the formula of these Sudokus")
    enter(page, format_rows(FIRST))
    drop(page, "body", "certificate.zip", data)
    page.locator("#second-said").filter(has_text="A Sudoku is missing here.").wait_for()
    enter(page, "")
    page.get_by_role("button", name="A list").click()
    drop(page, "#list", "certificate.zip", data)  # without others those that it brings along
    verdict(page, certified)
    read(page, 1, pair[0])
    read(page, 2, pair[1])
    drop(page, "body", "certificate.zip", data[:-50])
    verdict(page, "This file is not a certificate.")
    page.get_by_role("button", name="Compare").click()
    verdict(page, "are not copies")
    page.get_by_role("button", name="Nearest").click()
    verdict(page, "clues")
    assert page.get_by_role("button", name="Save a certificate").is_hidden()


def test_copies_are_found_in_a_list_of_a_thousand(page: Page) -> None:
    grids = [grid.keeping(sorted(grid.clue_cells)[:17]) for grid in puzzles(50)]
    ways = [random_transformation(FIRST.shape, Random(seed)) for seed in range(20)]
    page.get_by_role("button", name="A list").click()
    page.get_by_role("checkbox").uncheck()
    text = "\n".join(format_line(way.apply(grid)) for grid in grids for way in ways)
    drop(page, "#list", "list.txt", text.encode())
    page.get_by_role("button", name="Find copies").click()
    verdict(page, "Sudokus: 1,000. Classes: 50. Groups of copies: 50, the largest of 20.")
    assert page.locator("ol.found li").count() == 50


def test_near_copies_are_found_in_a_list_and_shown(page: Page) -> None:
    grids = puzzles(20)
    way = random_transformation(FIRST.shape, Random(3))
    near = grids[5].keeping(grids[5].clue_cells - {min(grids[5].clue_cells)})
    grids += [way.apply(grids[7]), way.apply(near), grids[7]]
    page.get_by_role("button", name="A list").click()
    text = "".join(f"{format_line(grid)} no. {i}\n" for i, grid in enumerate(grids))
    drop(page, "#list", "list.txt", text.encode())
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Find copies").click()
    verdict(page, "Sudokus: 23. Classes: 21. Groups of copies: 1, the largest of 3.")
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
    found.nth(0).get_by_role("button").click()
    verdict(page, "These Sudokus are copies of each other.")


def test_a_second_list_is_compared_with_the_first(page: Page) -> None:
    grids = puzzles(12)
    page.get_by_role("button", name="A list").click()
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
    page.get_by_role("button", name="A list").click()
    drop(page, "#list", "list.txt", (f"{format_line(FIRST)}\n" * 5001).encode())
    page.get_by_role("button", name="Find copies").click()
    verdict(page, "more than 5,000 Sudokus. This command can handle millions: sudokopie duplicates")


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
    page.goto(f"{address}?again")
    page.get_by_text("Bereit.", exact=True).wait_for()
    context.close()
