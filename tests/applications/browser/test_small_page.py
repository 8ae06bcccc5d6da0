"""The small page as a person uses it: odd pastes, reloads, double taps, and the keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from built_page import small

from sudokopie import Grid
from sudokopie.sudoku.grid import format_line, format_rows

from browser import browser, page_errors
from conftest import INSTANCES, pair_from

pytestmark = pytest.mark.gate

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

__all__ = ["browser", "small"]  # fixtures

FIRST, SECOND = map(format_line, pair_from(INSTANCES / "size9-clues25-copies.txt"))
PAIR = f"first={FIRST}&second={SECOND}"


@pytest.fixture(params=["desk", "telephone"])
def page(request: pytest.FixtureRequest, browser: Browser, small: Path) -> Iterator[Page]:
    """The small page on a desk or on a telephone; nothing may go wrong on it."""
    is_telephone = request.param == "telephone"
    context = browser.new_context(
        has_touch=is_telephone,
        is_mobile=is_telephone,
        reduced_motion="reduce",
        viewport={"width": 320, "height": 568} if is_telephone else {"width": 1366, "height": 650},
    )
    page = context.new_page()
    page.set_default_timeout(20_000)
    errors = page_errors(page)
    page.goto(f"{small.as_uri()}#lang=en")
    page.locator(".tok, .curs").first.wait_for(state="attached")
    yield page
    assert errors == []
    context.close()


def only(which: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("page", [which], indirect=True)


def visit(page: Page, small: Path, fragment: str) -> None:
    page.goto("about:blank")
    page.goto(f"{small.as_uri()}#lang=en&{fragment}")
    page.locator(".verdict:not(.running) h1").wait_for()


def paste(page: Page, text: str) -> None:
    page.locator(".big .frame, .large .frame").first.wait_for()
    page.evaluate(
        """text => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            const how = { clipboardData, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new ClipboardEvent("paste", how));
        }""",
        text,
    )


def reload(page: Page) -> None:
    page.reload()
    page.locator("#nav button, #bar button").first.wait_for(state="attached")


def focused(page: Page) -> str:
    """Return the action, the part of the page or the name of the element in focus."""
    name: str = page.evaluate(
        """() => {
            const { dataset, className, tagName } = document.activeElement;
            return dataset.room ?? dataset.do ?? (className || tagName);
        }"""
    )
    return name.strip()


def double_tap(page: Page, button: Locator) -> None:
    box = button.bounding_box()
    assert box
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_the_small_page_leads_to_the_large_page_to_check_a_certificate(page: Page) -> None:
    page.locator("[data-do=more]:visible").first.click()
    page.locator("#menu [data-do=check]").click()
    page.get_by_role("link", name="Open sudokopie.html with these Sudokus").wait_for()
    assert page.locator("#menu h2").inner_text() == "Check a certificate"
