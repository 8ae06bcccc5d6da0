"""Tools for tests of pages in a browser: they find errors, requests, and violations of
accessibility rules.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

_ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser Chromium: the installed one or, if none is installed, that of Playwright. If
    there is neither, the tests are skipped. Chromium without windows, `chromium-headless-shell`, is
    preferred, because pages take a third of the processor time there.

    Playwright runs an asyncio loop in this thread, so that no other loop can run there. Tests of
    other modules may need one; therefore the fixture ends with its module.
    """
    api = pytest.importorskip("playwright.sync_api")
    installed = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    manager = api.sync_playwright()
    try:
        playwright = manager.start()
    except Exception as error:  # for example if a library is missing that its driver needs
        if installed:
            raise
        pytest.skip(f"there is no Chromium, and Playwright cannot start: {error}")
    try:
        program = installed or playwright.chromium.executable_path
        if not Path(program).exists():
            pytest.skip("there is no Chromium")
        browser = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        yield browser
        browser.close()
    finally:
        playwright.stop()


def page_errors(page: Page) -> list[str]:
    """Return a list to which the errors of a page are added from now on.

    These are errors and warnings on its console, exceptions of its scripts, failed requests, and
    requests for addresses that are neither files nor part of the page itself.
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
    """Return the violations of accessibility rules that axe finds on a page, except in its frames.
    Each violation is a text with the rule and at most three elements.
    """
    axe = pytest.importorskip("axe_playwright_python")
    page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    found = page.evaluate("async () => (await axe.run(document, {iframes: false})).violations")
    return [
        f"{one['id']}: {one['help']}: {[node['html'][:200] for node in one['nodes'][:3]]}"
        for one in found
    ]


def wait_for_script(page: Page, script: str, argument: object = None) -> None:
    """Wait, for at most 30 seconds, until a JavaScript function, `script`, returns true in the
    page. `argument` is passed to this function.

    Playwright's own `wait_for_function` evaluates text inside the page, which the page's content
    security policy forbids if the condition is not true at once.
    """
    end = time.monotonic() + 30
    while not page.evaluate(script, argument):
        assert time.monotonic() < end, script
        page.wait_for_timeout(20)
