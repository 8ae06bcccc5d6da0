"""The page on a telephone: the bar with its parts, and nothing beside the screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from built_page import small

from sudokopie import Grid
from sudokopie.sudoku.grid import format_line

from browser import axe_violations, browser, page_errors
from conftest import INSTANCES, pair_from

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["browser", "small"]  # fixtures

FIRST, SECOND = pair_from(INSTANCES / "size9-clues25-copies.txt")
SCREENS = [(320, 568), (360, 640), (390, 844)]


def numbers(grid: Grid) -> str:
    """Return a Sudoku of any size in a form that the page without Python reads."""
    return "%20".join(str(digit or ".") for row in grid for digit in row)


def link(pair: tuple[Grid, Grid]) -> str:
    first, second = map(numbers if pair[0].size > 9 else format_line, pair)
    return f"first={first}&second={second}"


LINKS = {
    "blank": "",
    "one": f"first={format_line(FIRST)}",
    "yes": link((FIRST, SECOND)),
    "no": link(pair_from(INSTANCES / "size9-clues17-moved.txt")),
    "no reason": link(pair_from(INSTANCES / "size9-clues81-switched.txt")),
    "same": link((FIRST, FIRST)),
    "unreadable": "first=12x",
    "16": link(pair_from(INSTANCES / "size16-clues100-copies.txt")),
    "25": link(pair_from(INSTANCES / "size25-clues200-copies.txt")),
    "36": link(pair_from(INSTANCES / "sizes36-copies.txt")),
}

OUTSIDE = """() => [
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ...[...document.querySelectorAll("button, h1, h2, p, .board, .badge, textarea")]
        .filter((one) => one.checkVisibility() && !one.closest(".sr, #state"))
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < -1 || box.right > innerWidth + 1))
        .map(([one]) => one.outerHTML.slice(0, 99)),
]"""


@pytest.fixture(scope="module")
def opened(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A telephone, and what should not happen on it."""
    context = browser.new_context(
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        viewport={"width": 360, "height": 640},
    )
    page = context.new_page()
    page.set_default_timeout(10_000)
    yield page, page_errors(page)
    context.close()


@pytest.fixture
def page(opened: tuple[Page, list[str]]) -> Iterator[Page]:
    """A telephone; nothing may go wrong on its page."""
    page, errors = opened
    page.set_viewport_size({"width": 360, "height": 640})
    yield page
    assert errors == []


def visit(page: Page, small: Path, state: str, lang: str = "en") -> None:
    """Open the page anew in a state of LINKS, and wait for its answer."""
    page.goto("about:blank")
    page.goto(f"{small.as_uri()}#lang={lang}&{LINKS[state]}")
    page.locator(".verdict:not(.running) h1").wait_for()


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_nothing_is_beside_the_screen(
    page: Page, small: Path, lang: str, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    for state in LINKS:
        visit(page, small, state, lang)
        assert page.evaluate(OUTSIDE) == [0], state
        if state != "yes":
            continue
        for _ in range(6):
            page.keyboard.press("PageDown")
            assert page.evaluate(OUTSIDE) == [0]
        for action in ("own", "hint", "leaveOwn", "more", "keys"):
            page.locator(f"[data-do={action}]:visible").first.click()
            assert page.evaluate(OUTSIDE) == [0], action
        page.keyboard.press("Escape")
        for room in ("levels", "lists", "compare"):
            page.locator(f"#bar [data-room={room}]").click()
            assert page.evaluate(OUTSIDE) == [0], room


def test_the_bar_has_the_three_parts_of_the_page(page: Page, small: Path) -> None:
    visit(page, small, "yes")
    bar = page.get_by_role("navigation", name="Parts of the page")
    assert bar.get_by_role("button").all_inner_texts() == ["Compare", "Levels", "Lists"]
    for name, element in (("Levels", "#levels"), ("Lists", "#lists"), ("Compare", "#stage")):
        bar.get_by_role("button", name=name).click()
        page.locator(element).wait_for()
        assert bar.locator("[aria-current]").all_inner_texts() == [name]
        box = bar.bounding_box()
        assert box and box["y"] + box["height"] == 640
        assert axe_violations(page) == []
    page.locator("[data-do=own]").click()
    bar.get_by_role("button", name="Lists").click()
    page.locator("#lists").wait_for()
    page.set_viewport_size({"width": 1366, "height": 650})
    assert bar.get_by_role("button").all_inner_texts() == ["Compare", "Levels", "Lists"]
    assert page.locator("#bar").is_hidden()


@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_the_bar_hides_nothing(page: Page, small: Path, screen: tuple[int, int]) -> None:
    """Verdict, boards, sentence and buttons are above the bar; the large board has large cells."""
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    for state in ("yes", "no", "same", "unreadable", "16"):
        visit(page, small, state)
        low, cell = page.evaluate(
            """() => [
                Math.max(...[...document.querySelectorAll(".verdict, .now, .deck, .board")]
                    .map((one) => one.getBoundingClientRect().bottom))
                    - document.querySelector("#bar").getBoundingClientRect().top,
                document.querySelector(".large .frame").width.baseVal.value,
            ]"""
        )
        assert low <= 0, (state, low)
        assert cell >= (16 * 16 if state == "16" else 9 * 28), (state, cell)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_clipboard_that_is_closed_is_replaced_by_a_field(
    page: Page, small: Path, lang: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    visit(page, small, "blank", lang)
    paste, field = page.locator("[data-do=paste]:visible"), page.get_by_role("textbox")
    for text, said in (("12x", "unreadable"), (f"{FIRST}\n\n{SECOND}", "yes")):
        paste.click()
        assert field.evaluate("field => field === document.activeElement")
        assert page.evaluate(OUTSIDE) == [0]
        assert axe_violations(page) == []
        field.fill(text)
        page.get_by_role("button", name="Take over" if lang == "en" else "Übernehmen").click()
        page.locator(".verdict.error" if said == "unreadable" else ".verdict.yes").wait_for()
        assert field.count() == 0
    visit(page, small, "blank", lang)
    paste.click()
    field.fill(str(FIRST))
    page.get_by_role("button", name="Cancel" if lang == "en" else "Abbrechen").click()
    assert page.locator(".tok").count() == 0
