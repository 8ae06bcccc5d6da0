"""Pages in a browser: what goes wrong on them, what they load, and who can use them."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")

_ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium: that of the system, else that of Playwright; without either, tests are skipped.

    Playwright keeps an asyncio loop running in this thread, so that nothing else can run one there.
    Tests of other modules may want to; so the fixture does not outlive its module.
    """
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        found = filter(None, map(shutil.which, _PROGRAMS))
        program = next(found, playwright.chromium.executable_path)
        if not Path(program).exists():
            pytest.skip("there is no Chromium")
        browser = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        yield browser
        browser.close()


def page_errors(page: Page) -> list[str]:
    """Return a list that fills, from now on, with what should not happen on a page.

    That is: errors and warnings on its console, exceptions of its scripts, requests that fail, and
    requests for anything but files and what stands in the page itself.
    """
    errors: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            errors.append(f"{message.type}: {message.text}")

    def on_request(request: Request) -> None:
        if not request.url.startswith(("file:", "data:", "blob:")):
            errors.append(f"request: {request.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: errors.append(f"exception: {error}"))
    page.on("request", on_request)
    page.on("requestfailed", lambda request: errors.append(f"failed: {request.url}"))
    return errors


def axe_violations(page: Page) -> list[str]:
    """Return what axe finds wrong with a page as it stands, without its frames: rule, elements."""
    axe = pytest.importorskip("axe_playwright_python")
    page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, {iframes: false})).violations")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:3]]}"
        for one in found
    ]


def wait_for_script(page: Page, script: str, argument: object = None) -> None:
    """Wait, for at most 30 s, until a function in JavaScript returns true in the page. `argument`
    is passed to it.

    Playwright's own `wait_for_function` evaluates text inside the page, which the page's content
    security policy forbids if the condition is not true at once.
    """
    end = time.monotonic() + 30
    while not page.evaluate(script, argument):
        assert time.monotonic() < end, script
        page.wait_for_timeout(20)
