"""Pages of answers in a browser: the two boards, their keys, copying, and who can use them."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sudokopie import Grid, as_html, decide
from sudokopie.base.messages import load_translations
from sudokopie.showing.answer_formatter import AnswerFormatter
from sudokopie.showing.answers_page import PageAnswers, make_answers_page
from sudokopie.showing.page_templates import TEMPLATES
from sudokopie.showing.report_decision import DecisionReport
from sudokopie.sudoku.transformation import carry_out_step

from browser import axe_violations, page_errors, wait_for_script
from conftest import INSTANCES, ROOT, pair_from

pytestmark = pytest.mark.gate

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

COPIES = INSTANCES / "size9-clues25-copies.txt"
STEPS = 6

_DRAWN = """board => {
    const { width, left, top } = board.querySelector(".frame").getBoundingClientRect();
    return [...board.querySelectorAll(".tok")].map((token) => {
        const text = [...token.querySelectorAll("text")].at(-1);
        const box = text.getBoundingClientRect();
        const place = [box.top + box.height / 2 - top, box.left + box.width / 2 - left];
        return [...place.map((one) => one / width), text.textContent];
    });
}"""

_ALL_UPRIGHT = """() => [...document.querySelectorAll(".tok text")].every(
    (text) => Math.abs(text.getScreenCTM().b) < 1e-6)"""

_CLIPBOARD = ["clipboard-read", "clipboard-write"]


class Shown:
    """A page of some pairs in a browser."""

    def __init__(self, browser: Browser, folder: Path, *paths: Path, **options: Any) -> None:
        display = AnswerFormatter(words=load_translations(options.pop("lang", "en")))
        answers = PageAnswers()
        for one in paths:
            answers.add_result(one.name, DecisionReport(decide(*pair_from(one)), display))
        file = folder / "page.html"
        file.write_text(make_answers_page(answers, display), encoding="utf-8")
        options = {"reduced_motion": "reduce", "permissions": _CLIPBOARD} | options
        self.context = browser.new_context(**options)
        self.page: Page = self.context.new_page()
        self.errors = page_errors(self.page)
        self.page.goto(file.as_uri())
        self.part("board svg").first.wait_for()

    def stop_the_clock(self) -> None:
        """Let time pass only when the test says so; nothing plays on while it looks."""
        self.page.clock.install(time=0)
        self.page.clock.pause_at(1)

    def entry(self, number: int = 1) -> Locator:
        return self.page.locator(f"#entry-{number}")

    def part(self, name: str) -> Locator:
        return self.page.locator(f"#stage .{name}")

    def do(self, action: str) -> Locator:
        return self.page.locator(f"[data-do={action}]")

    def said(self) -> str:
        return self.part("scrub").get_attribute("aria-valuetext") or ""

    def now(self) -> str:
        return self.part("now").inner_text()

    def drawn(self, number: int = 1) -> Grid:
        """Read a board as a person does: what lies in which place."""
        board = self.part("board").nth(number - 1)
        size = round(float(board.locator(".frame").get_attribute("data-size") or 0))
        grid = [[0] * size for _ in range(size)]
        for y, x, text in board.evaluate(_DRAWN):
            grid[int(y * size)][int(x * size)] = int(text, 36)
        return Grid(grid)


@pytest.fixture
def shown(browser: Browser, tmp_path: Path) -> Iterator[Shown]:
    one = Shown(browser, tmp_path, COPIES)
    yield one
    assert not one.errors
    one.context.close()


FIRST, SECOND = pair_from(COPIES)


def test_it_plays_to_the_end_and_back(shown: Shown) -> None:
    assert (shown.drawn(), shown.drawn(2)) == (FIRST, SECOND)
    assert shown.now().startswith("Ready to play")
    press = shown.page.keyboard.press
    press("End")
    assert shown.drawn() == SECOND
    assert shown.now().startswith("Both boards agree.")
    for _ in range(STEPS):
        shown.do("previous").click()
    assert shown.drawn() == FIRST
    for _ in range(STEPS):
        shown.do("next").click()
    assert shown.drawn() == SECOND
    press("Home")
    assert shown.drawn() == FIRST
    shown.page.get_by_role("button", name="2 → 1").click()
    assert (shown.drawn(), shown.drawn(2)) == (FIRST, SECOND)
    press("End")
    assert (shown.drawn(), shown.drawn(2)) == (FIRST, FIRST)
    assert shown.now().startswith("Both boards agree.")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_every_state_is_that_of_the_steps(browser: Browser, tmp_path: Path, motion: str) -> None:
    """With and without motion the cells come to lie where the instructions put them."""
    shown = Shown(browser, tmp_path, COPIES, reduced_motion=motion)
    shown.stop_the_clock()
    way = decide(FIRST, SECOND).transformation
    assert way is not None
    grid = FIRST
    for k, step in enumerate(way.make_instructions(), 1):
        before, grid = grid, carry_out_step(step, grid)
        shown.page.keyboard.press("ArrowRight")
        if motion == "no-preference":
            shown.page.clock.run_for(20)
            start = shown.part("board").first.evaluate(_DRAWN)
            assert step.part == "digits" or shown.drawn() == before
            shown.page.clock.run_for(300)
            assert shown.page.evaluate(_ALL_UPRIGHT)
            assert step.part == "digits" or shown.part("board").first.evaluate(_DRAWN) != start
            shown.page.clock.run_for(3000)
        assert shown.said().startswith(f"Step {k} of {STEPS}: ")
        assert shown.drawn() == grid
    assert not shown.errors
    shown.context.close()


def test_a_step_that_is_interrupted_ends_at_the_goal(browser: Browser, tmp_path: Path) -> None:
    shown = Shown(browser, tmp_path, COPIES, reduced_motion="no-preference")
    shown.stop_the_clock()
    shown.page.keyboard.press("ArrowRight")
    shown.page.clock.run_for(300)
    shown.page.keyboard.press("End")
    shown.page.clock.run_for(10_000)
    assert shown.drawn() == SECOND
    shown.context.close()


def test_play_goes_on_by_itself_and_pauses(browser: Browser, tmp_path: Path) -> None:
    shown = Shown(browser, tmp_path, COPIES, reduced_motion="no-preference")
    shown.stop_the_clock()
    play = shown.do("play")
    assert play.inner_text() == "Play"
    play.click()
    assert play.inner_text() == "Pause"
    shown.page.clock.run_for(1600)
    assert shown.said().startswith("Step 1 of")
    play.click()
    assert play.inner_text() == "Play"
    there = shown.part("knob").get_attribute("style")
    shown.page.clock.run_for(10_000)
    assert shown.part("knob").get_attribute("style") == there
    play.click()
    shown.page.clock.run_for(30_000)
    assert shown.now().startswith("Both boards agree.")
    assert play.inner_text() == "Play again"
    assert shown.part("scrub").get_attribute("aria-valuenow") == str(STEPS)
    play.click()  # from the start again
    shown.page.clock.run_for(40)
    assert float(shown.part("scrub").get_attribute("aria-valuenow") or 9) < 1
    shown.context.close()


def test_keys(shown: Shown) -> None:
    press = shown.page.keyboard.press
    press("End")
    assert shown.drawn() == SECOND
    press("ArrowLeft")
    assert shown.said().startswith(f"Step {STEPS - 1} of")
    press("Home")
    assert shown.drawn() == FIRST
    press("ArrowLeft")
    assert shown.said() == "Ready to play"
    press("PageDown")
    assert shown.said().startswith("Step 1 of")
    press("Space")
    assert shown.do("play").inner_text() == "Pause"
    press("Space")
    assert shown.do("play").inner_text() == "Play"
    dialog = shown.page.locator("dialog")
    press("?")
    assert dialog.is_visible()
    assert not axe_violations(shown.page)
    before = shown.said()
    press("End")  # keys mean nothing while the list of keys is shown
    assert shown.said() == before
    press("Escape")
    assert not dialog.is_visible()
    shown.page.get_by_role("button", name="Keys").click()
    assert dialog.is_visible()


def test_the_bar_goes_by_whole_steps(shown: Shown) -> None:
    bar = shown.part("scrub")
    bar.focus()
    shown.page.keyboard.press("End")
    assert shown.drawn() == SECOND
    shown.page.keyboard.press("ArrowLeft")
    assert shown.said().startswith(f"Step {STEPS - 1} of")
    assert bar.get_attribute("aria-valuenow") == str(STEPS - 1)
    box = bar.bounding_box()
    assert box
    shown.page.mouse.click(box["x"] + 8, box["y"] + 13)
    assert shown.drawn() == FIRST


def test_a_step_in_the_list_can_be_chosen(shown: Shown) -> None:
    shown.page.get_by_role("button", name="2 → 1").click()
    steps = shown.part("steps li")
    steps.nth(2).get_by_role("button").click()
    assert shown.said().startswith(f"Step 3 of {STEPS}: Swap columns 1 and 3")
    assert "cur" in (steps.nth(2).get_attribute("class") or "")
    shown.page.keyboard.press("ArrowRight")
    assert "cur" in (steps.nth(3).get_attribute("class") or "")
    assert shown.part("steps li.cur").count() == 1


def test_only_what_moves_is_lifted(browser: Browser, tmp_path: Path) -> None:
    shown = Shown(browser, tmp_path, COPIES, reduced_motion="no-preference")
    shown.stop_the_clock()

    def step() -> None:
        shown.page.clock.run_for(4000)
        shown.page.keyboard.press("ArrowRight")
        shown.page.clock.run_for(200)

    step()  # a turn
    assert shown.part("turning").count() == 1
    assert shown.part("card").count() == 0
    step()  # rows 1 and 3
    assert {one.get_attribute("data-unit") for one in shown.part("card").all()} == {"0", "2"}
    for _ in range(4):
        step()  # the last step renames the digits
    assert shown.part("tok text.new").count() == SECOND.clues
    assert shown.part("card").count() == 0
    shown.context.close()


def place_of(frame: Locator) -> tuple[int, int]:
    """Return the row and column, from 0, of a frame around a cell."""
    found: list[float] = frame.evaluate(
        """frame => { const board = frame.closest("svg").querySelector(".frame");
        const [one, all] = [frame, board].map((each) => each.getBoundingClientRect());
        return [one.top + one.height / 2 - all.top, one.left + one.width / 2 - all.left]
            .map((distance) => Math.floor((9 * distance) / all.width)); }"""
    )
    return int(found[0]), int(found[1])


def test_a_cell_says_where_it_goes_on_both_boards(shown: Shown) -> None:
    way = decide(FIRST, SECOND).transformation
    assert way is not None
    parts = way.replace_parts(digits=tuple(range(1, 10)))
    # The clue 9 in row 4, column 1: where does it go?
    only = Grid([[9 if (r, c) == (3, 0) else 0 for c in range(9)] for r in range(9)])
    ((row, column),) = parts.apply(only).clue_cells
    becomes = way.digits[8]
    sentence = f"9 from row 4, column 1 becomes {becomes} at row {row + 1}, column {column + 1}."

    def point(board: int, r: int, c: int) -> tuple[float, float]:
        box = shown.part("board").nth(board).locator(".frame").bounding_box()
        assert box
        return box["x"] + box["width"] * (c + 0.5) / 9, box["y"] + box["height"] * (r + 0.5) / 9

    shown.page.mouse.move(*point(0, 3, 0))
    assert [place_of(one) for one in shown.part("hov").all()] == [(3, 0), (row, column)]
    shown.page.mouse.click(*point(0, 3, 0))
    assert sentence in shown.now()
    assert [place_of(one) for one in shown.part("fol").all()] == [(3, 0), (row, column)]
    shown.entry().locator("h2[id]").click()
    shown.page.keyboard.press("End")  # it is followed to its place
    assert [place_of(one) for one in shown.part("fol").all()] == [(row, column)] * 2
    shown.page.keyboard.press("Escape")
    assert sentence not in shown.now()
    assert shown.part("fol").count() == 0
    # From the other board the same, by the keyboard.
    shown.page.keyboard.press("Home")
    second = shown.part("board").nth(1)
    second.focus()
    for _ in range(row):
        shown.page.keyboard.press("ArrowDown")
    for _ in range(column):
        shown.page.keyboard.press("ArrowRight")
    assert shown.said() == "Ready to play"  # on a board, arrows do not play
    label = f"row {row + 1}, column {column + 1}: {becomes}"
    assert second.get_attribute("aria-label") == label
    shown.page.keyboard.press("Enter")
    assert sentence in shown.now()


def test_a_line_or_a_digit_is_followed_on_both_boards(shown: Shown) -> None:
    """By the numbers at the edges, after a turn too; and by the buttons below a followed cell."""
    way = decide(FIRST, SECOND).transformation
    assert way is not None
    lines = Grid([[9 if r == 4 else 0 for _ in range(9)] for r in range(9)])
    image = way.replace_parts(digits=tuple(range(1, 10))).apply(lines).clue_cells
    (column,) = {c for _, c in image}  # the way has a quarter turn
    buttons = shown.page.locator("[data-follow]")
    assert buttons.count() == 0

    def places(board: int) -> list[tuple[int, int]]:
        return sorted(map(place_of, shown.part("board").nth(board).locator(".fols").all()))

    numbers = shown.part("board").first.locator("[data-rows='4']")
    numbers.click()
    assert f"Row 5 becomes column {column + 1}." in shown.now()
    assert places(0) == [(4, c) for c in range(9)]
    assert places(1) == sorted(image)
    shown.page.keyboard.press("PageDown")  # the turn
    columns = {c for _, c in places(0)}
    assert len(columns) == 1
    shown.part("board").first.locator(f"[data-columns='{columns.pop()}']").click()
    assert places(0) == []  # the same line
    shown.part("board").nth(1).locator(f"[data-columns='{column}']").click()
    assert f"Row 5 becomes column {column + 1}." in shown.now()
    shown.page.keyboard.press("PageUp")
    shown.part("board").first.locator("[data-cell]").nth(1).click()
    assert buttons.all_inner_texts() == ["cell", "row", "column", "digit"]
    digit = FIRST[divmod(int(shown.part("tok").nth(1).get_attribute("data-cell") or 0), 9)]
    buttons.nth(3).focus()
    shown.page.keyboard.press("Enter")
    assert shown.page.locator("[data-follow=digit]:focus").count() == 1
    cells = sorted((r, c) for r, c in FIRST.clue_cells if FIRST[r, c] == digit)
    assert places(0) == cells
    new = way.digits[digit - 1]
    assert places(1) == sorted((r, c) for r, c in SECOND.clue_cells if SECOND[r, c] == new)
    assert f"The digit {digit} becomes {new}, in {len(cells)} cells." in shown.now()
    shown.page.keyboard.press("Escape")
    assert places(0) == places(1) == []


def test_copying(shown: Shown) -> None:
    shown.page.locator("summary").click()
    buttons = shown.entry().locator(".copy")
    buttons.nth(0).click()
    shown.entry().get_by_text("Copied.").wait_for()
    copied = shown.page.evaluate("() => navigator.clipboard.readText()")
    assert copied == "".join(str(v or ".") for row in FIRST for v in row)
    buttons.nth(2).click()
    wait_for_script(shown.page, "async () => (await navigator.clipboard.readText()).length > 81")
    steps = shown.page.evaluate("() => navigator.clipboard.readText()")
    assert steps.startswith(
        "From the first Sudoku to the second\n1. Turn right by 90°\n2. Swap rows "
    )
    assert "\n\nFrom the second Sudoku to the first\n1. " in steps
    assert shown.entry().locator(".copies a").count() == 2


@pytest.mark.parametrize(
    ("lang", "names", "start"),
    [
        ("en", ["First Sudoku", "Second Sudoku"], "6 steps lead to the second Sudoku."),
        ("de", ["Erstes Sudoku", "Zweites Sudoku"], "6 Schritte führen zum zweiten Sudoku."),
    ],
)
def test_the_boards_have_the_words_of_the_command_line(
    run: Any, browser: Browser, tmp_path: Path, lang: str, names: list[str], start: str
) -> None:
    shown = Shown(browser, tmp_path, COPIES, lang=lang)
    assert shown.page.locator("#stage .board").count() == 2
    labels = [
        one.get_attribute("aria-label") or "" for one in shown.page.locator("#stage .board").all()
    ]
    assert [label.partition(",")[0] for label in labels] == names
    assert start in shown.now()
    printed = run("solve", "--lang", lang, str(COPIES)).out
    for direction in (0, 1):
        button = shown.page.locator(f"[data-direction='{direction}']")
        button.click()
        title = (button.get_attribute("aria-label") or "").partition(": ")[2]
        listed = printed.partition(f"{title}:\n")[2].splitlines()
        steps = shown.part("steps .w").all_inner_texts()
        assert len(steps) == STEPS
        for step, line in zip(steps, listed[:STEPS], strict=True):
            # The new names of digits are below the list.
            assert line.partition(":")[0] == step.replace("\u200a→\u200a", " -> ")
    assert not shown.errors
    shown.context.close()


def test_several_pairs_share_the_boards(browser: Browser, tmp_path: Path) -> None:
    four, six = (INSTANCES / f"size{name}-copies.txt" for name in ("4-clues5", "6-clues12"))
    different = INSTANCES / "size9-clues25-moved.txt"
    shown = Shown(browser, tmp_path, COPIES, different, four, six)
    rows = shown.page.locator("#files a")
    # Copies are listed before pairs that are no copies.
    assert [one.get_attribute("href") for one in rows.all()] == [
        *("#entry-1", "#entry-3", "#entry-4", "#entry-2")
    ]
    assert shown.drawn() == FIRST
    rows.nth(1).click()
    shown.entry(3).filter(visible=True).wait_for()
    first, second = pair_from(four)
    assert (shown.drawn(), shown.drawn(2)) == (first, second)
    assert rows.nth(1).get_attribute("aria-current") == "true"
    shown.page.locator("#stage .verdict").click()
    shown.page.keyboard.press("End")
    assert shown.drawn() == second
    shown.do("nextRow").click()
    shown.entry(4).filter(visible=True).wait_for()
    assert shown.drawn() == pair_from(six)[0]
    shown.page.keyboard.press("PageDown")
    shown.part("verdict").get_by_text("not copies of each other").wait_for()
    assert shown.do("play").count() == 0
    assert shown.do("nextRow").is_disabled()
    shown.page.keyboard.press("PageUp")
    shown.entry(4).filter(visible=True).wait_for()
    assert not axe_violations(shown.page)
    assert not shown.errors
    shown.context.close()


def test_few_files_of_a_kind_are_not_filtered(browser: Browser, tmp_path: Path) -> None:
    shown = Shown(browser, tmp_path, COPIES, INSTANCES / "size4-clues5-copies.txt")
    assert shown.page.locator("#files a").count() == 2
    assert shown.page.locator(".chip").count() == 0
    assert not shown.page.locator("#search").is_visible()
    assert not axe_violations(shown.page)
    assert not shown.errors
    shown.context.close()


def test_many_files_are_counted_and_filtered(browser: Browser, tmp_path: Path) -> None:
    different = INSTANCES / "size9-clues25-moved.txt"
    shown = Shown(browser, tmp_path, COPIES, different, INSTANCES / "size4-clues5-copies.txt")
    chips = shown.page.locator(".chip")
    assert chips.all_inner_texts() == ["All\n3", "Copies\n2", "Not copies\n1"]

    def listed() -> list[str]:
        rows = shown.page.locator("#files a").filter(visible=True).all()
        return [(one.get_attribute("href") or "").removeprefix("#entry-") for one in rows]

    assert listed() == ["1", "3", "2"]
    chips.nth(2).click()
    assert listed() == ["2"]
    assert chips.nth(2).get_attribute("aria-pressed") == "true"
    chips.nth(2).click()
    assert listed() == ["1", "3", "2"]
    shown.page.locator("#search").fill("SIZE4")
    assert listed() == ["3"]
    shown.page.locator("#search").fill("no such name")
    assert listed() == []
    assert shown.page.get_by_text("Nothing to show here.").is_visible()
    assert not axe_violations(shown.page)
    assert not shown.errors
    shown.context.close()


@pytest.mark.parametrize(("scheme", "lang"), [("light", "en"), ("dark", "de")])
def test_axe_finds_nothing(browser: Browser, tmp_path: Path, scheme: Any, lang: str) -> None:
    different = INSTANCES / "size9-clues25-moved.txt"
    shown = Shown(browser, tmp_path, COPIES, different, lang=lang, color_scheme=scheme)
    assert not axe_violations(shown.page)
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("ArrowRight")
    assert shown.said().startswith("Step 2" if lang == "en" else "Schritt 2")
    assert not axe_violations(shown.page)
    assert not shown.errors
    shown.context.close()


def test_a_no_shows_its_reason_on_the_boards(browser: Browser, tmp_path: Path) -> None:
    path = INSTANCES / "size9-clues17-moved.txt"
    shown = Shown(browser, tmp_path, path)
    assert shown.part("badge").inner_text() == "≠"
    assert "Rows and columns with 4 clues: the first Sudoku has 2" in shown.now()
    boards = shown.part("board")
    assert [boards.nth(i).locator(".hline").count() for i in (0, 1)] == [2, 1]
    assert boards.nth(0).locator(".cnt text").all_text_contents() == ["4", "4"]
    assert boards.nth(0).locator(".tok.in").count() == 8
    assert (shown.drawn(), shown.drawn(2)) == pair_from(path)
    assert shown.part("deck button").count() == 0  # a saved page cannot prove it
    assert not shown.errors
    shown.context.close()


def test_equal_sudokus_have_nothing_to_play(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "same.txt"
    path.write_text("12..............\n\n12..............\n", encoding="utf-8")
    shown = Shown(browser, tmp_path, path)
    assert shown.part("badge use").get_attribute("href") == "#sign-same"
    assert "These Sudokus are the same" in shown.part("verdict").inner_text()
    assert shown.part("tok.ok").count() == 4
    assert shown.part("deck button").count() == 0
    assert not axe_violations(shown.page)
    shown.context.close()


def test_what_agrees_at_the_end_is_marked(shown: Shown) -> None:
    assert shown.part("tok.ok").count() == 0
    shown.page.keyboard.press("End")
    for number in (0, 1):
        assert shown.part("board").nth(number).locator(".tok.ok").count() == SECOND.clues
    shown.page.keyboard.press("ArrowLeft")
    assert shown.part("tok.ok").count() == 0


def test_answers_without_boards_show_their_tables(
    browser: Browser, tmp_path: Path, run: Any
) -> None:
    """A single symmetry has nothing to play; the window may change its size all the same."""
    html = tmp_path / "page.html"
    assert run("symmetries", str(INSTANCES / "sudoku0.txt"), "--html", str(html)).status == 0
    page = browser.new_page()
    errors = page_errors(page)
    page.goto(html.as_uri())
    page.locator("html[data-started]").wait_for(state="attached")
    page.set_viewport_size({"width": 500, "height": 500})
    assert page.locator("table.grid").first.is_visible()
    assert page.locator("#stage").is_hidden()
    assert not axe_violations(page)
    assert not errors
    page.close()


def test_near_copies_agree_in_part(browser: Browser, tmp_path: Path, run: Any) -> None:
    html = tmp_path / "page.html"
    path = INSTANCES / "size9-clues25-moved.txt"
    assert run("nearest", str(path), "--html", str(html)).status == 0
    page = browser.new_page(reduced_motion="reduce")
    page.goto(html.as_uri())
    page.locator("#stage .verdict").get_by_text("24 of the 25 clues").wait_for()
    page.keyboard.press("End")
    page.get_by_text("24 of 25 clues agree.").wait_for()
    boards = page.locator("#stage .board")
    assert [boards.nth(k).locator(".tok.ok").count() for k in (0, 1)] == [24, 24]
    assert page.locator(".seg").count() == 0  # there is no way back
    page.get_by_role("button", name="Do it yourself").click()
    verdict = page.locator("#stage .verdict h1")
    assert verdict.inner_text() == "Make the boards agree in 24 clues."
    assert page.locator("#stage .badge").all_inner_texts() == ["0\nused", "8\nknown"]
    for _ in range(8):
        assert verdict.inner_text() != "Solved."
        page.locator("[data-do=hintDo]").click()
    assert verdict.inner_text() == "Solved."
    page.get_by_text("8 steps; the answer needs 8.").first.wait_for()
    page.close()


def test_steps_that_do_not_lead_there_are_not_shown(browser: Browser, tmp_path: Path) -> None:
    """The boards carry out the steps first; the tables stay if a step is wrong."""
    shown = Shown(browser, tmp_path, COPIES)
    file = tmp_path / "page.html"
    text = file.read_text(encoding="utf-8")
    changed = text.replace('"rotation":1', '"rotation":2', 1)
    assert changed != text
    file.write_text(changed, encoding="utf-8")
    shown.page.reload()
    shown.page.locator("html[data-started]").wait_for(state="attached")
    assert shown.page.locator("#stage").is_hidden()
    shown.page.get_by_text("These Sudokus are copies of each other.").wait_for()
    shown.page.locator("summary").click()
    assert shown.page.locator("table.grid").first.is_visible()
    assert not shown.errors
    shown.context.close()


def test_without_scripts_the_tables_are_open(browser: Browser, tmp_path: Path) -> None:
    shown = Shown(browser, tmp_path, COPIES)
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(shown.page.url)
    assert page.locator("table.grid").count() == 2
    assert page.locator("table.grid").nth(1).is_visible()
    assert page.get_by_text("These Sudokus are copies of each other.").is_visible()
    assert not page.locator("#stage").is_visible()
    page.context.close()
    shown.context.close()


def test_a_link_leads_to_a_step(shown: Shown) -> None:
    shown.page.keyboard.press("ArrowRight")
    link = shown.entry().locator(".link")
    assert link.get_attribute("href") == "#entry-1.1.1"
    shown.page.goto(shown.page.url + "#entry-1.2.3")
    assert shown.said().startswith(f"Step 3 of {STEPS}: Swap columns 1 and 3")
    assert link.get_attribute("href") == "#entry-1.2.3"
    shown.page.reload()
    shown.part("steps li.cur").wait_for()
    assert shown.said().startswith(f"Step 3 of {STEPS}: Swap columns 1 and 3")
    back = shown.page.get_by_role("button", name="2 → 1")
    assert back.get_attribute("aria-pressed") == "true"
    for wrong in ("#entry-9.1.1", "#entry-1.7.1"):
        shown.page.goto(shown.page.url.partition("#")[0] + wrong)
        assert shown.said().startswith("Step 3 of")


def test_play_can_be_faster(browser: Browser, tmp_path: Path) -> None:
    ends = []
    for clicks, time in ((0, 6_500), (1, 6_500), (2, 3_500)):
        shown = Shown(browser, tmp_path, COPIES, reduced_motion="no-preference")
        shown.stop_the_clock()
        for _ in range(clicks):
            shown.do("speed").click()
        assert shown.do("speed").inner_text().endswith(("1×", "2×", "4×")[clicks])
        shown.do("play").click()
        shown.page.clock.run_for(time)  # the way takes 10.9 s at the usual speed
        ends.append(shown.now().startswith("Both boards agree."))
        shown.context.close()
    assert ends == [False, True, True]


@pytest.mark.parametrize("size", [(1366, 768), (1366, 650), (820, 1180), (360, 640)])
def test_all_that_counts_is_in_view_without_scrolling(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    width, height = size
    shown = Shown(browser, tmp_path, COPIES, viewport={"width": width, "height": height})
    shown.page.keyboard.press("ArrowRight")
    parts = [*shown.part("board").all(), *map(shown.part, ("verdict", "now", "scrub"))]
    for part in (*parts, shown.do("play"), shown.do("next"), shown.do("own")):
        box = part.bounding_box()
        assert box
        assert box["y"] + box["height"] <= height
        assert box["x"] + box["width"] <= width
    shown.context.close()


def test_on_a_telephone_a_tap_exchanges_the_boards(browser: Browser, tmp_path: Path) -> None:
    path = INSTANCES / "size16-clues100-copies.txt"
    small = {"width": 360, "height": 740}
    shown = Shown(browser, tmp_path, path, viewport=small, has_touch=True)
    assert not axe_violations(shown.page)

    def sides() -> list[float]:
        widths: list[float] = shown.part("board svg").evaluate_all(
            "boards => boards.map((board) => board.getBoundingClientRect().width)"
        )
        return widths

    first, second = sides()
    assert first > 2 * second
    shown.part("board").nth(1).tap()
    first, second = sides()
    assert second > 2 * first
    assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert not axe_violations(shown.page)
    shown.page.set_viewport_size({"width": 1000, "height": 740})
    # The boards are drawn anew in the next frame.
    shown.page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
    )
    first, second = sides()
    assert first == second
    shown.context.close()


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_what_scrolls_is_reached_by_the_keyboard(
    browser: Browser, tmp_path: Path, scheme: Any
) -> None:
    path = INSTANCES / "size25-clues200-copies.txt"
    narrow = {"width": 360, "height": 740}
    shown = Shown(browser, tmp_path, path, viewport=narrow, color_scheme=scheme)
    shown.page.locator("summary").click()
    wide = shown.page.locator(".tables .wide").first
    wide.scroll_into_view_if_needed()
    shown.page.locator(".wide[data-after]").first.wait_for()
    assert not axe_violations(shown.page)
    wide.focus()
    shown.page.keyboard.press("ArrowRight")  # scrolls, and plays nothing
    assert shown.said() == "Ready to play"
    shown.page.locator(".wide[data-before]").first.wait_for()
    assert not shown.errors
    shown.context.close()


def test_a_no_that_scrolls_is_for_everyone(browser: Browser, tmp_path: Path) -> None:
    """Its cycles too, of 25×25 cells on a telephone; the tables are as much to reach."""
    path = INSTANCES / "hard25-random-switched-25-0.txt"
    shown = Shown(browser, tmp_path, path, viewport={"width": 360, "height": 740})
    shown.page.locator("summary").click()
    shown.page.locator(".wide[tabindex='0']").first.wait_for()
    assert shown.page.locator(".cycle").count() == 4
    assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert not axe_violations(shown.page)
    assert not shown.errors
    shown.context.close()


@pytest.mark.parametrize("size", ["4-clues5", "16-clues100", "25-clues200", "s36"])
def test_nothing_is_wider_than_a_telephone(browser: Browser, tmp_path: Path, size: str) -> None:
    path = INSTANCES / f"size{size}-copies.txt"
    shown = Shown(browser, tmp_path, path, viewport={"width": 320, "height": 640})
    assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= 320
    title = shown.page.locator("header h1")
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth && one.clientHeight < 48")
    if "clues200" in size:  # too many cells to read, until they are enlarged
        shown.do("zoom").click()
        assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= 320
    shown.entry().locator("h2[id]").click()
    shown.page.keyboard.press("End")
    if size != "s36":  # 36 has no letter
        assert shown.drawn() == pair_from(path)[1]
    shown.page.locator("summary").click()
    assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= 320
    smallest = shown.page.evaluate(
        """() => Math.min(...[...document.querySelectorAll("table.grid td")].map(
            (cell) => parseFloat(getComputedStyle(cell).fontSize)))"""
    )
    assert smallest >= 10
    assert not shown.errors
    shown.context.close()


def test_it_prints_on_one_page(browser: Browser, tmp_path: Path) -> None:
    for size in ("9-clues81", "25-clues200"):
        shown = Shown(browser, tmp_path, INSTANCES / f"size{size}-copies.txt")
        pdf = shown.page.pdf(format="A4", prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
        shown.page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
        shown.page.emulate_media(media="print")
        assert shown.page.locator("table.grid").nth(1).is_visible()
        assert shown.page.locator(".sentences").nth(1).is_visible()
        assert shown.page.locator(".said").first.is_visible()
        assert not shown.page.locator("#stage").is_visible()
        shown.page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
        assert not shown.page.locator(".sentences").first.is_visible()
        shown.context.close()


def test_what_names_say_is_not_done(browser: Browser, tmp_path: Path) -> None:
    hostile = tmp_path / "<img src=x onerror=alert(1)><script>alert(2)<script>.txt"
    hostile.write_bytes(COPIES.read_bytes())
    shown = Shown(browser, tmp_path, hostile, COPIES)
    asked: list[str] = []
    shown.page.on("dialog", lambda dialog: asked.append(dialog.message))
    shown.page.reload()
    shown.part("board svg").first.wait_for()
    assert shown.page.locator("#files .row-name").first.inner_text() == hostile.name
    shown.page.keyboard.press("End")
    assert shown.page.locator("img").count() == 0
    assert not asked
    assert not shown.errors
    # Nor would it be, were a name not escaped: the page's own rules forbid it.
    shown.page.evaluate(
        """() => { const script = document.createElement("script");
        script.textContent = "window.hurt = true"; document.body.append(script); }"""
    )
    assert shown.page.evaluate("() => window.hurt") is None
    assert any("Content Security Policy" in error for error in shown.errors)
    shown.context.close()


def test_in_a_notebook_the_boards_are_in_a_frame(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "notebook.html"
    file.write_text(f"<!DOCTYPE html><title>a notebook</title>{as_html(decide(FIRST, SECOND))}")
    page = browser.new_page(reduced_motion="reduce")
    errors = page_errors(page)
    page.goto(file.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator(".scrub").focus()
    page.keyboard.press("End")
    frame.get_by_text("Both boards agree.").wait_for()
    assert not frame.locator(".pictures").is_visible()
    for part in (".board >> nth=1", ".deck"):
        box = frame.locator(part).bounding_box()
        outside = page.locator("iframe").bounding_box()
        assert box and outside
        assert box["y"] + box["height"] <= outside["y"] + outside["height"]
    assert not errors
    page.close()


SMALL = INSTANCES / "size4-clues5-copies.txt"


def pick(shown: Shown, *digits: int) -> None:
    for digit in digits:
        shown.part(f"pool [data-digit='{digit}']").click()


def by_handle(shown: Shown, axis: str, block: str, unit: int, *keys: str) -> None:
    """Pick up a line or a block by the keyboard, move it, and drop it."""
    handle = f"h[data-axis={axis}][data-block='{block}'][data-unit='{unit}']"
    shown.part(handle).focus()
    for key in ("Space", *keys, "Space"):
        shown.page.keyboard.press(key)
    wait_for_script(shown.page, "() => !document.querySelector('#stage .card')")


@pytest.mark.parametrize(("scheme", "lang"), [("light", "en"), ("dark", "de")])
def test_a_person_can_do_it(browser: Browser, tmp_path: Path, scheme: Any, lang: str) -> None:
    """All kinds of moves; moves of one kind in a row count as one step."""
    shown = Shown(browser, tmp_path, SMALL, lang=lang, color_scheme=scheme)
    first, second = pair_from(SMALL)
    fewest = decide(first, second).steps
    shown.do("own").click()
    shown.do("turnRight").click()
    shown.do("turnRight").click()
    by_handle(shown, "columns", "1", 0, "ArrowRight")
    by_handle(shown, "rows", "", 2, "ArrowDown")
    pick(shown, 1, 3)
    assert shown.drawn() != second
    right = shown.part("now strong").inner_text()
    agree = sum(a == b != 0 for a, b in zip(sum(shown.drawn(), ()), sum(second, ()), strict=True))
    assert re.findall(r"\d+", right)[:2] == [str(agree), str(second.clues)]
    pick(shown, 1, 2)
    assert shown.drawn() == second
    assert shown.part("verdict h1").inner_text() == ("Solved." if lang == "en" else "Gelöst.")
    assert shown.part("badge b").first.inner_text() == str(fewest)
    assert shown.part("board").nth(0).locator(".tok.ok").count() == second.clues
    assert not axe_violations(shown.page)
    shown.do("startAgain").click()
    assert shown.drawn() == first
    assert not axe_violations(shown.page)
    shown.do("leaveOwn").click()
    shown.page.keyboard.press("End")
    assert shown.drawn() == second
    assert not shown.errors
    shown.context.close()


def test_moves_by_hand_can_be_undone(browser: Browser, tmp_path: Path) -> None:
    shown = Shown(browser, tmp_path, SMALL)
    first, _ = pair_from(SMALL)
    shown.do("own").click()
    assert shown.do("undo").is_disabled()
    pick(shown, 1, 3)
    moved = shown.drawn()
    assert moved != first
    shown.do("undo").click()
    assert shown.drawn() == first
    shown.page.keyboard.press("Control+y")
    assert shown.drawn() == moved
    shown.page.keyboard.press("End")  # nothing is played meanwhile
    assert shown.drawn() == moved
    assert not shown.errors
    shown.context.close()


def test_lines_are_dragged_on_the_board(shown: Shown) -> None:
    shown.do("own").click()
    box = shown.part("frame").first.bounding_box()
    assert box
    cell = box["width"] / 9

    def drag(start: tuple[float, float], by: tuple[float, float]) -> None:
        (r, c), (down, right) = start, by
        x, y = box["x"] + (c + 0.5) * cell, box["y"] + (r + 0.5) * cell
        shown.page.mouse.move(x, y)
        shown.page.mouse.down()
        for part in (0.3, 0.7, 1):
            shown.page.mouse.move(x + right * cell * part, y + down * cell * part)
        shown.page.mouse.up()
        wait_for_script(shown.page, "() => !document.querySelector('#stage .card')")

    grid = [list(row) for row in FIRST]
    drag((3, 4), (2, 0))  # row 4 goes to place 6, and rows 5 and 6 make way
    grid[3:6] = [grid[4], grid[5], grid[3]]
    assert shown.drawn() == Grid(grid)
    drag((4, 8), (0, -1))  # column 9 to place 8
    for row in grid:
        row[7], row[8] = row[8], row[7]
    assert shown.drawn() == Grid(grid)
    assert shown.part("steps li").all_inner_texts() != []
    assert shown.part("badge b").first.inner_text() == "2"


def test_by_hand_begins_with_the_first_sudoku(shown: Shown) -> None:
    """The caption of the board no longer names the step that was shown before."""
    shown.page.keyboard.press("PageDown")
    note = shown.part("sub").first
    assert note.text_content() == "· after step 1"
    shown.do("own").click()
    assert note.text_content() == ""


def test_a_line_is_dragged_by_touch(browser: Browser, tmp_path: Path) -> None:
    small = {"width": 360, "height": 640}
    shown = Shown(browser, tmp_path, COPIES, viewport=small, has_touch=True)
    title = shown.page.locator("header h1")
    assert title.evaluate("one => one.scrollWidth <= one.clientWidth")
    shown.do("own").first.tap()
    assert not title.is_visible()  # the buttons need its room
    box = shown.part("large .frame").bounding_box()
    assert box
    cell = box["width"] / 9
    x, y = box["x"] + 4.5 * cell, box["y"] + 3.5 * cell
    touch = shown.context.new_cdp_session(shown.page)

    def send(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    send("touchStart", {"x": x, "y": y})
    for part in (0.3, 0.6, 1):
        send("touchMove", {"x": x, "y": y + 2 * cell * part})
    send("touchEnd")
    wait_for_script(shown.page, "() => !document.querySelector('#stage .card')")
    grid = [list(row) for row in FIRST]
    grid[3:6] = [grid[4], grid[5], grid[3]]
    assert shown.drawn() == Grid(grid)
    assert shown.page.evaluate("() => window.scrollY") == 0  # the page stayed where it was
    assert not shown.errors
    shown.context.close()


def test_no_two_modules_declare_the_same_name() -> None:
    """In the page, all modules share a scope, in which the later function would win."""
    pages = [TEMPLATES / f"{name}.js" for name in ("answer_page", "entries", "many")]
    sources = [*(ROOT / "showing" / "board").glob("*.js"), *pages]
    declared = r"^(?:export )?(?:async function|function|class|const|let) (\w+)"
    names = [
        name
        for path in sources
        for name in re.findall(declared, path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert len(names) > 200
    assert sorted(names) == sorted(set(names))


_FEWEST_BY_SEARCH = """([size, height, width, digits]) => {
    const grid = { size, height, width, cells: [] };
    const cells = Array.from({ length: size * size }, (_, p) => p % digits + 1);
    const first = startState({ ...grid, cells });
    const permutations = (items) => items.length < 2 ? [items] : items.flatMap((one, i) =>
        permutations(items.filter((_, k) => k !== i)).map((rest) => [one, ...rest]));
    const orders = (length) => permutations(range(length)).slice(1);
    const steps = (height === width ? [1, 2, 3] : [2]).map(turnStep);
    for (const [axis, length] of [["rows", height], ["columns", width]]) {
        for (const order of orders(size / length)) steps.push(lineStep(grid, axis, -1, order));
        for (const block of range(size / length)) {
            for (const order of orders(length)) {
                const to = range(size);
                order.forEach((place, i) => { to[block * length + i] = block * length + place; });
                steps.push(lineStep(grid, axis, block, to));
            }
        }
    }
    if (digits > 1) {
        for (const names of orders(size)) steps.push(digitStep([0, ...names.map((i) => i + 1)]));
    }
    const found = new Map([[JSON.stringify(first), 0]]);
    const wrong = [];
    for (const [text, distance] of found) {
        const state = JSON.parse(text);
        const way = stepsBetween(first, state, grid);
        const end = JSON.stringify(way.reduce((one, step) => applyStep(one, step, size), first));
        if (way.length !== distance || end !== text) wrong.push([text, distance, way.length]);
        for (const step of steps) {
            const next = JSON.stringify(applyStep(state, step, size));
            if (!found.has(next)) found.set(next, distance + 1);
        }
    }
    return [found.size, wrong.slice(0, 3)];
}"""


def program_of(page: Page) -> str:
    """Return the script of the boards."""
    packed = page.locator("#program").text_content() or ""
    return zlib.decompress(b64decode(packed)).decode()


def test_the_fewest_steps_are_those_of_a_search(shown: Shown) -> None:
    """Of all transformations of 4×4 cells with three digits, and of 2×3 boxes' lines."""
    program = program_of(shown.page)
    modules, _, _ = program.removeprefix("(() => {\n").partition("let tryByHand")
    search = f"(size) => {{ {modules}\nreturn ({_FEWEST_BY_SEARCH})(size); }}"
    for size, count in (((4, 2, 2, 3), 3072), ((6, 2, 3, 1), 3456)):
        assert shown.page.evaluate(search, size) == [count, []]


def test_the_target_may_be_reached_by_another_way(browser: Browser, tmp_path: Path) -> None:
    """By the answer's or with the two clues exchanged: one of them is not the answer's."""
    path = tmp_path / "symmetric.txt"
    path.write_text("1...\n.2..\n....\n....\n\n....\n....\n1...\n.2..\n", encoding="utf-8")
    for extra in (False, True):
        shown = Shown(browser, tmp_path, path)
        shown.do("own").click()
        if extra:
            for axis, away in (("rows", "ArrowDown"), ("columns", "ArrowRight")):
                by_handle(shown, axis, "", 0, away)
            pick(shown, 1, 2)
        assert shown.part("verdict h1").inner_text() != "Solved."
        by_handle(shown, "rows", "1", 0, "ArrowDown")
        shown.part("verdict h1").get_by_text("Solved.").wait_for()
        assert shown.part("board").nth(0).locator(".tok.ok").count() == 2
        assert shown.part("badge b").first.inner_text() == ("4" if extra else "1")
        shown.context.close()


def test_symmetries_are_played_and_chosen(browser: Browser, tmp_path: Path, run: Any) -> None:
    """To where one is seen, and the mirror as a whole; nothing is to do where nothing changes."""
    puzzle, html = tmp_path / "symmetric.txt", tmp_path / "page.html"
    puzzle.write_text(".13.\n.2..\n1...\n..14\n", encoding="utf-8")
    assert run("symmetries", str(puzzle), "--html", str(html)).status == 0
    page = browser.new_page(reduced_motion="no-preference")
    errors = page_errors(page)
    page.goto(html.as_uri())
    own = page.get_by_role("button", name="Do it yourself")
    own.wait_for()
    page.get_by_label("The symmetry").check()
    assert not own.is_visible()
    assert page.locator("#stage .steps li").all_inner_texts()[0].endswith("bottom right")
    assert not axe_violations(page)
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.keyboard.press("Escape")
    page.locator(".scrub").focus()
    page.keyboard.press("ArrowRight")
    page.clock.run_for(300)
    boards = page.locator("#stage .board")
    tokens = (
        "board => [...board.querySelectorAll('.tok')].map((one) => one.getAttribute('transform'))"
    )
    moving, still = (set(boards.nth(k).evaluate(tokens)) for k in (0, 1))
    assert len(moving & still) == 2  # the clues on the diagonal
    page.keyboard.press("End")
    page.clock.run_for(5000)
    page.get_by_text("Both boards agree.").wait_for()
    page.get_by_label("To where a symmetry is seen").check()
    assert own.is_visible()
    assert not errors
    page.close()


def test_the_data_of_a_page_are_small(shown: Shown) -> None:
    """The program is packed, and the answer is what the boards need."""
    data = json.loads(shown.entry().locator(".answer").text_content() or "")
    assert sorted(data) == [
        *("finding", "grids", "isFewest", "marks", "reason", "sentences", "subject"),
        *("submission", "titles", "tone", "tracks", "twoDigits"),
    ]
    assert len(program_of(shown.page)) > 2 * len(
        shown.page.locator("#program").text_content() or ""
    )
