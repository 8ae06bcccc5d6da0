"""Pages of answers in a browser: the player, its keys, copying, and who can use it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sudokopie import Grid, as_html, decide
from sudokopie.base.messages import load_translations
from sudokopie.showing.answers_page import PageAnswers, make_answers_page
from sudokopie.showing.display_options import DisplayOptions
from sudokopie.showing.report_decision import DecisionReport
from sudokopie.sudoku.transformation import carry_out_step

from browser import axe_violations, page_errors
from conftest import INSTANCES, pair_from

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

COPIES = INSTANCES / "size9-clues25-copies.txt"
STEPS = 6


_NOTE_ANIMATIONS = """
    window.animated = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, ...rest) {
        window.animated.push(...frames.flatMap(Object.keys));
        return animate.call(this, frames, ...rest);
    };
"""


_TO_THE_BEGINNING = """() => {
    for (const one of document.getAnimations()) { one.pause(); one.currentTime = 0; }
}"""

_ALL_UPRIGHT = """() => [...document.querySelectorAll("text.digit")].every(
    (text) => !text.textContent || Math.abs(text.getScreenCTM().b) < 1e-6)"""

_CLIPBOARD = ["clipboard-read", "clipboard-write"]


class Shown:
    """A page of some pairs in a browser."""

    def __init__(self, browser: Browser, folder: Path, *paths: Path, **options: Any) -> None:
        display = DisplayOptions(words=load_translations(options.pop("lang", "en")))
        answers = PageAnswers()
        for one in paths:
            answers.add_result(one.name, DecisionReport(decide(*pair_from(one)), display))
        file = folder / "page.html"
        file.write_text(make_answers_page(answers, display), encoding="utf-8")
        options = {"reduced_motion": "reduce", "permissions": _CLIPBOARD} | options
        self.context = browser.new_context(**options)
        self.page: Page = self.context.new_page()
        self.errors = page_errors(self.page)
        self.page.add_init_script(_NOTE_ANIMATIONS)
        self.page.goto(file.as_uri())
        if self.page.locator(".player").count():
            self.part("play").wait_for()  # a player is made when it is seen

    def stop_the_clock(self) -> None:
        """Let time pass only when the test says so; nothing plays on while it looks."""
        self.page.clock.install(time=0)
        self.page.clock.pause_at(1)

    def entry(self, number: int = 1) -> Locator:
        return self.page.locator(f"#entry-{number}")

    def part(self, name: str, number: int = 1) -> Locator:
        return self.entry(number).locator(f".player .{name}")

    def said(self) -> str:
        return self.part("said").inner_text()

    def drawn(self, number: int = 1, *, moving: bool = False) -> Grid:
        """Read the drawing as a person does: what lies in which place, once all stands still."""
        if not moving:
            self.page.evaluate(
                "() => Promise.all(document.getAnimations().map((one) => one.finished))"
            )
        found: list[tuple[float, float, str]] = self.part("board", number).evaluate(
            """(board) => [...board.querySelectorAll("[data-cell]")].map((cell) => {
                const { x, y } = cell.querySelector("rect").getBoundingClientRect();
                return [y, x, cell.querySelector("text").textContent];
            })"""
        )
        size = round(len(found) ** 0.5)
        found.sort(key=lambda one: (round(one[0]), one[1]))
        values = [int(text or 0) for _, _, text in found]
        return Grid([values[r * size : (r + 1) * size] for r in range(size)])


@pytest.fixture
def shown(browser: Browser, tmp_path: Path) -> Iterator[Shown]:
    one = Shown(browser, tmp_path, COPIES)
    yield one
    assert not one.errors
    one.context.close()


FIRST, SECOND = pair_from(COPIES)


def test_it_plays_to_the_end_and_back(shown: Shown) -> None:
    assert shown.drawn() == FIRST
    assert shown.said() == "Sudoku 1"
    shown.part("end").click()
    assert shown.drawn() == SECOND
    assert shown.said().endswith(" — Sudoku 2")
    for _ in range(STEPS):
        shown.part("back").click()
    assert shown.drawn() == FIRST
    for _ in range(STEPS):
        shown.part("on").click()
    assert shown.drawn() == SECOND
    shown.part("start").click()
    assert shown.drawn() == FIRST
    shown.entry().get_by_label("From 2 to 1").check()
    assert shown.drawn() == SECOND
    shown.part("end").click()
    assert shown.drawn() == FIRST
    assert shown.said().endswith(" — Sudoku 1")
    shown.page.keyboard.press("Home")
    shown.entry().get_by_label("From 2 to 1").focus()
    shown.page.keyboard.press("ArrowLeft")  # among choices the arrows choose
    assert shown.entry().get_by_label("From 1 to 2").is_checked()
    assert shown.said() == "Sudoku 1"


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_every_state_is_that_of_the_steps(browser: Browser, tmp_path: Path, motion: str) -> None:
    """With and without motion the cells come to lie where the instructions put them."""
    shown = Shown(browser, tmp_path, COPIES, reduced_motion=motion)
    way = decide(FIRST, SECOND).transformation
    assert way is not None
    grid = FIRST
    for k, step in enumerate(way.forward(), 1):
        before, grid = grid, carry_out_step(step, grid)
        shown.page.keyboard.press("ArrowRight")
        if motion == "no-preference" and step.part != "digits":  # it begins where all was
            shown.page.evaluate(_TO_THE_BEGINNING)
            assert shown.drawn(moving=True) == before
            assert shown.page.evaluate(_ALL_UPRIGHT)
            shown.page.evaluate("() => document.getAnimations().forEach((one) => one.play())")
        animated = shown.page.evaluate("() => [...new Set(window.animated.splice(0))]")
        moves = motion == "no-preference" and step.part != "digits"
        assert animated == ["transform" if moves else "opacity"]
        assert shown.said().startswith(f"Step {k} of {STEPS}: ")
        assert shown.drawn() == grid
    assert not shown.errors
    shown.context.close()


def test_a_jump_shows_its_state_at_once(browser: Browser, tmp_path: Path) -> None:
    shown = Shown(browser, tmp_path, COPIES, reduced_motion="no-preference")
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("End")
    assert shown.drawn(moving=True) == SECOND
    shown.context.close()


def test_play_goes_on_by_itself_and_pauses(browser: Browser, tmp_path: Path) -> None:
    shown = Shown(browser, tmp_path, COPIES)
    shown.stop_the_clock()
    play = shown.part("play")
    assert play.inner_text() == "Play"
    play.click()
    assert play.inner_text() == "Pause"
    shown.page.clock.run_for(1000)
    assert shown.said().startswith("Step 1 of")
    play.click()
    assert play.inner_text() == "Play"
    shown.page.clock.run_for(10_000)
    assert shown.said().startswith("Step 1 of")
    play.click()
    shown.page.clock.run_for(60_000)
    assert shown.said().endswith(" — Sudoku 2")
    assert play.inner_text() == "Play"
    assert shown.part("slider").input_value() == str(STEPS)
    play.click()  # from the start again
    shown.page.clock.run_for(10)
    assert shown.said() == "Sudoku 1"
    shown.context.close()


def test_keys(shown: Shown) -> None:
    shown.stop_the_clock()
    press = shown.page.keyboard.press
    press("End")
    assert shown.drawn() == SECOND
    press("ArrowLeft")
    assert shown.said().startswith(f"Step {STEPS - 1} of")
    press("Home")
    assert shown.drawn() == FIRST
    press("ArrowLeft")
    assert shown.said() == "Sudoku 1"
    press("ArrowRight")
    assert shown.said().startswith("Step 1 of")
    press("Space")
    assert shown.part("play").inner_text() == "Pause"
    press("Space")
    assert shown.part("play").inner_text() == "Play"
    dialog = shown.page.locator("dialog")
    press("?")
    assert dialog.is_visible()
    shown.page.clock.resume()
    assert not axe_violations(shown.page)
    press("End")  # keys mean nothing while the list of keys is shown
    assert shown.said().startswith("Step 1 of")
    press("Escape")
    assert not dialog.is_visible()


def test_the_slider_goes_by_whole_steps(shown: Shown) -> None:
    slider = shown.part("slider")
    slider.focus()
    shown.page.keyboard.press("End")
    assert shown.drawn() == SECOND
    shown.page.keyboard.press("ArrowLeft")
    assert shown.said().startswith(f"Step {STEPS - 1} of")
    assert slider.get_attribute("aria-valuetext") == shown.said()
    slider.fill("0")
    assert shown.drawn() == FIRST


def test_a_step_in_the_list_can_be_chosen(shown: Shown) -> None:
    back = shown.entry().locator(".direction").nth(1)
    back.locator("li").nth(2).click()
    assert shown.said().startswith(f"Step 3 of {STEPS}: Moving the columns")
    assert back.locator("li").nth(2).get_attribute("aria-current") == "step"
    assert shown.entry().get_by_label("From 2 to 1").is_checked()
    shown.page.keyboard.press("ArrowRight")
    assert back.locator("li").nth(3).get_attribute("aria-current") == "step"
    assert shown.page.locator("[aria-current]").count() == 1


def test_only_what_moved_is_marked(shown: Shown) -> None:
    marked = shown.page.locator(".board .moved")
    shown.page.keyboard.press("ArrowRight")  # a turn
    assert marked.count() == 0
    shown.page.keyboard.press("ArrowRight")  # rows 1 and 3
    assert marked.count() == 18
    shown.page.keyboard.press("End")  # the digits
    assert marked.count() == SECOND.clues


def test_a_cell_says_where_it_goes_and_comes_from(shown: Shown) -> None:
    way = decide(FIRST, SECOND).transformation
    assert way is not None
    parts = way.replaced(digits=tuple(range(1, 10)))
    where = shown.entry().locator(".where")
    tables = shown.entry().locator("table.grid")
    assert where.inner_text() == (
        "Point at a cell to see where it moves; click or tap a cell to follow it."
    )
    # The clue 9 in row 4, column 1: where does it go?
    only = Grid([[9 if (r, c) == (3, 0) else 0 for c in range(9)] for r in range(9)])
    ((row, column),) = parts.apply(only).clue_cells
    tables.nth(0).locator("tbody td").nth(27).hover()
    becomes = way.digits[8]
    assert where.inner_text() == (
        f"Sudoku 1, row 4, column 1 (9) goes to Sudoku 2, row {row + 1}, column {column + 1} "
        f"({becomes})."
    )
    assert tables.nth(1).locator(".pointed").inner_text() == str(becomes)
    assert shown.page.locator(".board .pointed").get_attribute("data-cell") == "27"
    # From there it comes back, by the keyboard.
    tables.nth(1).locator("tbody td").nth(9 * row + column).focus()
    assert where.inner_text() == (
        f"Sudoku 2, row {row + 1}, column {column + 1} ({becomes}) comes from "
        "Sudoku 1, row 4, column 1 (9)."
    )
    beside = column + 1 if column < 8 else column - 1
    shown.page.keyboard.press("ArrowRight" if column < 8 else "ArrowLeft")
    assert f"Sudoku 2, row {row + 1}, column {beside + 1}" in where.inner_text()
    assert shown.said() == "Sudoku 1"  # in a Sudoku, arrows do not play
    shown.page.locator("h1").hover()
    shown.page.locator("h1").click()
    # In the drawing too, wherever the cell is by then.
    shown.page.keyboard.press("End")
    shown.page.locator("[data-cell='27']").hover()
    assert where.inner_text().startswith("Sudoku 1, row 4, column 1 (9) goes to Sudoku 2")


def test_copying(shown: Shown) -> None:
    buttons = shown.entry().locator(".copy")
    buttons.nth(0).click()
    shown.entry().get_by_text("Copied.").wait_for()
    copied = shown.page.evaluate("() => navigator.clipboard.readText()")
    assert copied == "".join(str(v or ".") for row in FIRST for v in row)
    buttons.nth(2).click()
    shown.page.wait_for_function("async () => (await navigator.clipboard.readText()).length > 81")
    steps = shown.page.evaluate("() => navigator.clipboard.readText()")
    assert steps.startswith("From 1 to 2\n1. Turn clockwise by 90°\n2. Moving the rows: ")
    assert "\n\nFrom 2 to 1\n1. Moving" in steps
    assert shown.entry().locator(".copies a").count() == 2


def test_several_pairs_have_players_of_their_own(browser: Browser, tmp_path: Path) -> None:
    four, six = (INSTANCES / f"size{name}-copies.txt" for name in ("4-clues5", "6-clues12"))
    different = INSTANCES / "size9-clues25-moved.txt"
    all_at_once = {"width": 1000, "height": 5000}
    shown = Shown(browser, tmp_path, COPIES, different, four, six, viewport=all_at_once)
    assert shown.page.locator("nav li").count() == 4
    shown.page.locator("nav a").nth(2).click()
    first, second = pair_from(four)
    shown.part("on", 3).wait_for()
    assert shown.drawn(3) == first
    shown.part("end", 3).click()
    assert shown.drawn(3) == second
    assert shown.drawn(1) == FIRST  # untouched
    shown.page.keyboard.press("Home")
    assert shown.drawn(3) == first
    shown.page.locator("h1").click()  # nothing is in focus, so keys are for the first
    shown.page.keyboard.press("End")
    assert shown.drawn(1) == SECOND
    assert shown.drawn(3) == first
    assert shown.page.locator("#entry-2 .player").count() == 0
    assert not shown.errors
    shown.context.close()


def test_many_files_are_counted_and_filtered(browser: Browser, tmp_path: Path) -> None:
    different = INSTANCES / "size9-clues25-moved.txt"
    shown = Shown(browser, tmp_path, COPIES, different, INSTANCES / "size4-clues5-copies.txt")
    labels = shown.page.locator(".filter label").all_inner_texts()
    assert [label.strip() for label in labels] == ["all: 3", "yes: 2", "no: 1"]
    shown.page.get_by_label("no: 1").check()
    assert [shown.entry(k).is_visible() for k in (1, 2, 3)] == [False, True, False]
    assert shown.page.locator(".files li").filter(visible=True).count() == 1
    shown.page.get_by_label("all: 3").check()
    assert [shown.entry(k).is_visible() for k in (1, 2, 3)] == [True, True, True]
    shown.entry(3).get_by_text("Back to the list").click()
    shown.page.wait_for_url("**#files")
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
    assert shown.said().startswith("Step 2" if lang == "en" else "Umformung 2")
    assert not axe_violations(shown.page)
    assert not shown.errors
    shown.context.close()


def origins(shown: Shown, mark: str) -> list[int]:
    """Return the cells of the board that are marked, by their places at the start."""
    cells = shown.page.locator(f".board .{mark}")
    found = cells.evaluate_all("cells => cells.map((cell) => Number(cell.dataset.cell))")
    return sorted(found)


def test_what_is_followed_keeps_its_colour(shown: Shown) -> None:
    follow = shown.part("follow")
    follow.select_option("row 5")
    for key in ("ArrowRight", "ArrowRight", "End"):
        shown.page.locator("h1").click()
        shown.page.keyboard.press(key)
        assert origins(shown, "followed") == list(range(36, 45))
    assert shown.page.locator(".goal .followed").count() == 9
    follow.select_option("digit 7")
    assert origins(shown, "followed") == [
        9 * r + c for r in range(9) for c in range(9) if FIRST[r, c] == 7
    ]
    goal = shown.page.locator(".goal .followed")
    way = decide(FIRST, SECOND).transformation
    assert way is not None
    assert set(goal.all_text_contents()) == {str(way.digits[6])}
    # A cell: by the keyboard alone, and by a click; a second one ends it.
    shown.entry().locator("table.grid tbody td").nth(0).focus()
    shown.page.keyboard.press("ArrowRight")
    shown.page.keyboard.press("Enter")
    assert origins(shown, "followed") == [1]
    assert follow.input_value() == ""
    shown.page.locator("[data-cell='27']").click()
    assert origins(shown, "followed") == [27]
    shown.page.locator("[data-cell='27']").click()
    assert origins(shown, "followed") == []


def test_what_is_right_already_is_marked(shown: Shown) -> None:
    assert shown.page.locator(".goal text.digit").all_text_contents() == [
        str(value or "") for row in SECOND for value in row
    ]
    way = decide(FIRST, SECOND).transformation
    assert way is not None
    forward = list(way.forward())
    shown.page.keyboard.press("End")
    assert len(origins(shown, "right")) == len(origins(shown, "placed")) == SECOND.clues
    assert shown.part("score").inner_text().startswith("Right so far: 25 of 25 clues")
    shown.page.keyboard.press("ArrowLeft")  # all lies where it belongs but has its old name
    assert forward[-1].part == "digits"
    kept = sum(way.digits[value - 1] == value for row in FIRST for value in row if value)
    assert (len(origins(shown, "right")), len(origins(shown, "placed"))) == (kept, 25)
    shown.page.keyboard.press("ArrowLeft")
    assert len(origins(shown, "placed")) < 25


def test_a_link_leads_to_a_step(shown: Shown) -> None:
    shown.page.keyboard.press("ArrowRight")
    link = shown.part("link")
    assert link.get_attribute("href") == "#entry-1.1.1"
    shown.page.goto(shown.page.url + "#entry-1.2.3")
    assert shown.said().startswith(f"Step 3 of {STEPS}: Moving the columns")
    shown.page.reload()
    assert shown.said().startswith(f"Step 3 of {STEPS}: Moving the columns")
    assert shown.entry().get_by_label("From 2 to 1").is_checked()
    for wrong in ("#entry-9.1.1", "#entry-1.7.1"):
        shown.page.goto(shown.page.url.partition("#")[0] + wrong)
        assert shown.said().startswith("Step 3 of")


def test_play_can_be_faster(shown: Shown) -> None:
    shown.stop_the_clock()
    shown.part("speed").select_option("4")
    shown.part("play").click()
    shown.page.clock.run_for(STEPS * 400 + 200)  # a quarter of 1600 ms for each
    assert shown.said().endswith(" — Sudoku 2")


def test_the_player_is_in_view_without_scrolling(browser: Browser, tmp_path: Path) -> None:
    for width, height, parts in (
        (1366, 768, ("board", "goal", "buttons", "said", "slider", "score")),
        (1366, 540, ("board", "goal", "buttons", "said")),
        (360, 740, ("board", "goal", "buttons", "said")),
    ):
        shown = Shown(browser, tmp_path, COPIES, viewport={"width": width, "height": height})
        for part in parts:
            box = shown.part(part).bounding_box()
            assert box
            assert box["y"] + box["height"] <= height, part
            assert box["x"] + box["width"] <= width, part
        shown.context.close()


def test_on_a_telephone_large_sudokus_make_room_for_the_target(
    browser: Browser, tmp_path: Path
) -> None:
    path = INSTANCES / "size16-clues100-copies.txt"
    shown = Shown(browser, tmp_path, path, viewport={"width": 360, "height": 740})
    board, goal, peek = (shown.part(name) for name in ("board", "goal", "peek"))
    assert not axe_violations(shown.page)
    for is_peeking in (False, True, False):
        assert board.is_hidden() == is_peeking
        seen, below = (goal if is_peeking else board).bounding_box(), peek.bounding_box()
        assert seen and below and seen["y"] + seen["height"] <= below["y"] <= 740 - below["height"]
        assert peek.get_attribute("aria-pressed") == str(is_peeking).lower()
        peek.click()
    assert not axe_violations(shown.page)  # the target is what is seen
    shown.page.set_viewport_size({"width": 1000, "height": 740})
    assert board.is_visible() and goal.is_visible() and peek.is_hidden()
    shown.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_scrolls_is_reached_by_the_keyboard(
    browser: Browser, tmp_path: Path, scheme: Any
) -> None:
    path = INSTANCES / "size25-clues200-copies.txt"
    narrow = {"width": 360, "height": 740}
    shown = Shown(browser, tmp_path, path, viewport=narrow, color_scheme=scheme)
    assert not axe_violations(shown.page)
    stage = shown.page.locator(".stage").first
    assert stage.get_attribute("data-after") is not None
    stage.focus()
    shown.page.keyboard.press("ArrowRight")  # scrolls, and plays nothing
    assert shown.said() == "Sudoku 1"
    shown.page.wait_for_function(
        "() => document.querySelector('.stage').hasAttribute('data-before')"
    )
    assert not shown.errors
    shown.context.close()


def test_a_no_that_scrolls_is_for_everyone(browser: Browser, tmp_path: Path) -> None:
    """Its cycles too, of 25×25 cells on a telephone; without a player there is as much to reach."""
    path = INSTANCES / "hard25-random-switched-25-0.txt"
    shown = Shown(browser, tmp_path, path, viewport={"width": 360, "height": 740})
    shown.page.locator(".wide[tabindex='0']").first.wait_for()
    assert shown.page.locator(".cycle").count() == 4
    assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert not axe_violations(shown.page)
    assert not shown.errors
    shown.context.close()


@pytest.mark.parametrize("size", ["4-clues5", "16-clues100", "25-clues200"])
def test_nothing_is_wider_than_a_telephone(browser: Browser, tmp_path: Path, size: str) -> None:
    path = INSTANCES / f"size{size}-copies.txt"
    shown = Shown(browser, tmp_path, path, viewport={"width": 360, "height": 640})
    assert shown.page.evaluate("() => document.documentElement.scrollWidth") <= 360
    shown.part("end").click()
    assert shown.drawn() == pair_from(path)[1]
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
        shown.context.close()


def test_what_names_say_is_not_done(browser: Browser, tmp_path: Path) -> None:
    hostile = tmp_path / "<img src=x onerror=alert(1)><script>alert(2)<script>.txt"
    hostile.write_bytes(COPIES.read_bytes())
    shown = Shown(browser, tmp_path, hostile, COPIES)
    asked: list[str] = []
    shown.page.on("dialog", lambda dialog: asked.append(dialog.message))
    shown.page.reload()
    assert shown.page.locator("h2").first.inner_text() == hostile.name
    shown.part("end").click()
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


def test_in_a_notebook_the_player_stands_in_a_frame(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "notebook.html"
    file.write_text(f"<!DOCTYPE html><title>a notebook</title>{as_html(decide(FIRST, SECOND))}")
    page = browser.new_page(reduced_motion="reduce")
    errors = page_errors(page)
    page.goto(file.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator(".end").click()
    assert frame.locator(".said").inner_text().endswith(" — Sudoku 2")
    assert not frame.locator(".pictures").is_visible()
    box = frame.locator(".player").bounding_box()
    outside = page.locator("iframe").bounding_box()
    assert box and outside
    assert box["y"] + box["height"] <= outside["y"] + outside["height"]
    assert not errors
    page.close()


SMALL = INSTANCES / "size4-clues5-copies.txt"
BY_HAND = [("turn", "2", None), ("stack", "0", "1"), ("row", "2", "3"), ("digit", "0", "2")]
"""All but the last of the moves that make the first of `SMALL` the second: kind, one, other."""


def by_hand(shown: Shown, kind: str, one: str, other: str | None) -> None:
    own = shown.part("own")
    own.locator(f".kinds [value={kind}]").check()
    own.locator(".one").select_option(one)
    if other is not None:
        own.locator(".other").select_option(other)
    own.locator(".carry-out").click()


@pytest.mark.parametrize(("scheme", "lang"), [("light", "en"), ("dark", "de")])
def test_a_person_can_do_it_with_the_mouse(
    browser: Browser, tmp_path: Path, scheme: Any, lang: str
) -> None:
    shown = Shown(browser, tmp_path, SMALL, lang=lang, color_scheme=scheme)
    first, second = pair_from(SMALL)
    shown.part("own-open").click()
    said, count = shown.part("own-said"), shown.part("own-count")
    assert said.get_attribute("role") == "status"
    for move in BY_HAND:
        by_hand(shown, *move)
    assert said.inner_text() == (
        "Exchanged: digit 1 and digit 3." if lang == "en" else "Vertauscht: Ziffer 1 und Ziffer 3."
    )
    assert shown.drawn() != second
    by_hand(shown, "digit", "0", "1")
    assert shown.drawn() == second
    assert said.inner_text().endswith(
        "You have reached the target. Your moves: 5; the steps of the answer need 5."
        if lang == "en"
        else "Sie haben das Ziel erreicht. Ihre Züge: 5; die Umformungen der Antwort brauchen 5."
    )
    assert len(origins(shown, "right")) == second.clues
    assert not axe_violations(shown.page)
    shown.part("undo").click()
    assert shown.drawn() != second
    assert re.findall(r"\d", count.inner_text()) == ["4", "5"]
    shown.part("over").click()
    assert shown.drawn() == first
    assert re.findall(r"\d", count.inner_text()) == ["0", "5"]
    shown.part("undo").click(force=True)  # there is nothing to undo
    assert shown.drawn() == first
    shown.part("close").click()
    assert not shown.part("own").is_visible()
    shown.part("end").click()
    assert shown.drawn() == second
    assert not shown.errors
    shown.context.close()


def test_a_person_can_do_it_by_the_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    shown = Shown(browser, tmp_path, SMALL)
    shown.part("own-open").focus()

    def press(*keys: str) -> None:
        for key in keys:
            shown.page.keyboard.press(key)

    press("Enter", *["ArrowDown"] * 5, "Tab", "ArrowDown", "Tab", "Space")  # turns by 180°
    press("ArrowLeft", "End")  # the player is not in use
    press("Shift+Tab", "Shift+Tab", *["ArrowUp"] * 2, *["Tab"] * 3, "Enter")  # stacks 1 and 2
    back = ("Shift+Tab", "Shift+Tab", "Shift+Tab")
    press(*back, *["ArrowUp"] * 3, "Tab", "ArrowDown", "ArrowDown", "Tab", "Tab", "Enter")  # rows
    press(*back, *["ArrowDown"] * 4, "Tab", "Tab", "ArrowDown", "Tab", "Enter")  # digits 1 and 3
    assert shown.part("own-said").inner_text() == "Exchanged: digit 1 and digit 3."
    press("Shift+Tab", "ArrowUp", "Tab", "Enter")  # 1 and 2
    assert (
        shown.part("own-said")
        .inner_text()
        .startswith("Exchanged: digit 1 and digit 2. You have reached the target. Your moves: 5;")
    )
    assert shown.drawn() == pair_from(SMALL)[1]
    press("Tab", "Enter", "Tab", "Enter")  # undo, start over
    assert shown.drawn() == pair_from(SMALL)[0]
    press("Tab", "Enter")
    assert shown.page.evaluate("() => document.activeElement.className") == "own-open"
    assert not shown.errors
    shown.context.close()


def test_lines_are_exchanged_on_the_board(shown: Shown) -> None:
    assert not shown.part("board .line").first.is_visible()
    shown.part("own-open").click()
    said = shown.part("own-said")

    def click(axis: str, *numbers: int) -> None:
        for number in numbers:
            shown.page.locator(f".board [data-axis={axis}]").nth(number - 1).click()

    grid = [list(row) for row in FIRST]
    click("row", 4, 6)
    grid[3], grid[5] = grid[5], grid[3]
    assert shown.drawn() == Grid(grid)
    assert said.inner_text() == "Exchanged: row 4 and row 6."
    assert shown.page.evaluate("() => window.animated.includes('opacity')")
    click("row", 1)
    assert said.inner_text() == "Chosen: row 1. Now choose the line to exchange it with."
    assert shown.page.locator(".line.picked").count() == 1
    click("row", 4)  # in another band
    assert said.inner_text().startswith("Rows can only be exchanged within a band")
    click("column", 9, 7)
    for row in grid:
        row[8], row[6] = row[6], row[8]
    assert shown.drawn() == Grid(grid)
    shown.part("kinds [value=band]").check()
    click("row", 2)
    assert shown.page.locator(".line.picked").count() == 3
    click("row", 9)
    grid = grid[6:] + grid[3:6] + grid[:3]
    assert shown.drawn() == Grid(grid)
    assert said.inner_text() == "Exchanged: band 1 and band 3."
    shown.entry().locator(".steps li").nth(1).click()  # the player is in use again
    assert shown.said().startswith("Step 2 of")
    assert not shown.part("own").is_visible()


_FEWEST_BY_SEARCH = """([size, height, width, digits]) => {
    const all = Array.from({ length: size * size }, (_, p) => p);
    const first = { origins: all, values: all.map((p) => p % digits) };
    const pairs = (count) => Array.from({ length: count }, (_, i) => i).flatMap(
        (i) => Array.from({ length: i }, (_, j) => [i, j]));
    const inside = (length) => pairs(size).filter(
        ([i, j]) => Math.floor(i / length) === Math.floor(j / length)).map((pair) => [...pair, 1]);
    const blocks = (length) => pairs(size / length).map((pair) => [...pair, length]);
    const orders = (length) => [...inside(length), ...blocks(length)].map(
        (move) => exchanged(size, ...move));
    const quarters = height === width ? [1, 2, 3] : [2];
    const steps = [
        ...quarters.map((k) => ({ from: turned(size, k) })),
        ...orders(height).map((order) => (
            { from: all.map((p) => order[Math.floor(p / size)] * size + p % size) })),
        ...orders(width).map((order) => (
            { from: all.map((p) => p - p % size + order[p % size]) })),
        ...(digits > 1 ? pairs(size) : []).map(([i, j]) => (
            { names: [0, ...exchanged(size, i, j).map((digit) => digit + 1)] })),
    ];
    const found = new Map([[JSON.stringify(first), 0]]);
    const wrong = [];
    for (const [text, distance] of found) {
        const state = JSON.parse(text);
        const fewest = fewestMoves({ size, height, width }, first, state);
        if (fewest !== distance) wrong.push([text, distance, fewest]);
        for (const step of steps) {
            const next = JSON.stringify(stateAfter(state, step));
            if (!found.has(next)) found.set(next, distance + 1);
        }
    }
    return [found.size, wrong.slice(0, 3)];
}"""


def test_the_fewest_moves_are_those_of_a_search(shown: Shown) -> None:
    """Of all transformations of 4×4 cells with two or three digits, and of 2×3 boxes' lines."""
    module = shown.page.locator("script[type=module]").text_content() or ""
    search = f"(size) => {{ {module}\nreturn ({_FEWEST_BY_SEARCH})(size); }}"
    for size, count in (((4, 2, 2, 4), 3072), ((4, 2, 2, 3), 1536), ((6, 2, 3, 1), 3456)):
        assert shown.page.evaluate(search, size) == [count, []]


def test_the_target_may_be_reached_by_another_way(browser: Browser, tmp_path: Path) -> None:
    """By the answer's or with the two clues exchanged: one of them is not the answer's."""
    path = tmp_path / "symmetric.txt"
    path.write_text("1...\n.2..\n....\n....\n\n....\n....\n1...\n.2..\n", encoding="utf-8")
    shown = Shown(browser, tmp_path, path)
    shown.part("own-open").click()
    said = shown.part("own-said")
    by_hand(shown, "band", "0", "1")
    assert "reached" in said.inner_text()
    assert len(origins(shown, "right")) == 2
    for kind, one, other in (("row", "2", "3"), ("column", "0", "1"), ("digit", "0", "1")):
        assert kind == "row" or "reached" not in said.inner_text()
        by_hand(shown, kind, one, other)
    assert said.inner_text().endswith("moves: 4; the steps of the answer need 1.")
    assert len(origins(shown, "right")) == 2
    shown.context.close()


def test_where_nothing_changes_there_is_nothing_to_do(
    browser: Browser, tmp_path: Path, run: Any
) -> None:
    puzzle, html = tmp_path / "symmetric.txt", tmp_path / "page.html"
    puzzle.write_text(".13.\n.2..\n1...\n..14\n", encoding="utf-8")
    assert run("symmetries", str(puzzle), "--html", str(html)).status == 0
    page = browser.new_page()
    page.goto(html.as_uri())
    button = page.get_by_role("button", name="Do it yourself")
    seen: list[bool] = []
    for track in page.locator(".player .tracks input").all():
        track.check()
        seen.append(button.is_visible())
    assert seen == [True, False, True]  # to where it is seen, the symmetry, and back
    page.close()
