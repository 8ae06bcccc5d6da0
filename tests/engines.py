"""Control Chromium, Firefox and WebKit in the same way: open a page, run scripts, and send keys and
movements of the pointer as from a user.

Chromium and WebKit are controlled by selenium and their drivers. Firefox needs no driver, because
it understands the protocol WebDriver BiDi, in which actions are written in the same way.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import subprocess
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import pytest

ENGINES = "chromium", "firefox", "webkit"

_MINI_BROWSERS = "/usr/lib/*/webkit2gtk-4*/MiniBrowser"
_WAIT = 60.0  # seconds; enough on a busy machine

_KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c", "Space": " ", "Control": "\ue009"}
_KEYS |= {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015"}
_KEYS |= {"PageUp": "\ue00e", "PageDown": "\ue00f", "Home": "\ue011", "End": "\ue010"}


class Window(Protocol):
    """The interface to a window of a browser: it opens an address, evaluates a script, and performs
    actions of keys and pointers.
    """

    def open(self, address: str) -> None: ...

    def evaluate(self, script: str) -> str: ...

    def perform(self, actions: list[dict[str, Any]]) -> None: ...


class Driven:
    """A browser that shows one page and is controlled by the test."""

    def __init__(self, name: str, window: Window) -> None:
        self.name, self._window = name, window

    def open(self, address: str) -> None:
        """Open an address in a new document, even if only its fragment differs."""
        self._window.open("about:blank")
        self._window.open(address)

    def run(self, body: str, *given: object) -> Any:
        """Run `body`, the body of a JavaScript function, in the page, and return its result. The
        code finds its arguments in the array `given`.
        """
        call = f"(async function (...given) {{ {body} }})(...{json.dumps(given)})"
        return json.loads(self._window.evaluate(f"{call}.then((x) => JSON.stringify(x ?? null))"))

    def wait(self, body: str, *given: object, seconds: float = _WAIT) -> Any:
        """Run the body of a JavaScript function again and again until its result is true, and
        return this result. `seconds` is the time after which the test fails.
        """
        end = time.monotonic() + seconds
        while not (found := self.run(body, *given)):
            assert time.monotonic() < end, f"{self.name}: still false after {seconds} s: {body}"
            time.sleep(0.03)
        return found

    def wait_for_text(self, text: str) -> None:
        """Wait until the page shows a text."""
        self.wait("return document.body.innerText.includes(given[0])", text)

    def press(self, *keys: str) -> None:
        """Press keys one after another. A key is a character, a name such as `Enter`, or `Control+`
        and a key.
        """
        actions = []
        for key in keys:
            parts = [_KEYS.get(part, part) for part in key.split("+")] if len(key) > 1 else [key]
            actions += [{"type": "keyDown", "value": part} for part in parts]
            actions += [{"type": "keyUp", "value": part} for part in reversed(parts)]
        self._window.perform([{"type": "key", "id": "keys", "actions": actions}])

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the mouse button at the point `start` of the window, move the pointer to `end` in
        steps, and release the button. Points are (x, y) in pixels.
        """

        def move(part: float) -> dict[str, Any]:
            x, y = (round(a + (b - a) * part) for a, b in zip(start, end, strict=True))
            return {"type": "pointerMove", "x": x, "y": y, "duration": 30, "origin": "viewport"}

        actions = [move(0), {"type": "pointerDown", "button": 0}]
        actions += [*map(move, (0.1, 0.4, 0.7, 1)), {"type": "pause", "duration": 60}]
        actions.append({"type": "pointerUp", "button": 0})
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self._window.perform([{**pointer, "actions": actions}])


class _Selenium:
    def __init__(self, driver: Any) -> None:
        self.driver = driver

    def open(self, address: str) -> None:
        self.driver.get(address)

    def evaluate(self, script: str) -> str:
        found: str = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            f"{script}.then(done, (error) => done(JSON.stringify('error: ' + error)));"
        )
        return found

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self.driver.execute("actions", {"actions": actions})
        self.driver.execute("clearActionState")


class _BiDi:
    """A window that is controlled by the protocol WebDriver BiDi."""

    def __init__(self, address: str) -> None:
        import websocket

        self.socket = websocket.create_connection(address, timeout=_WAIT, suppress_origin=True)
        self.count = 0
        self.ask("session.new", {"capabilities": {}})
        # A new tab has the keyboard focus. Without the focus, keys have no effect on buttons.
        self.context = self.ask("browsingContext.create", {"type": "tab"})["context"]

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": params}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.count:
            pass
        if answer["type"] == "error":
            raise RuntimeError(answer["message"])
        result: dict[str, Any] = answer["result"]
        return result

    def close(self) -> None:
        self.socket.close()

    def open(self, address: str) -> None:
        params = {"context": self.context, "url": address, "wait": "complete"}
        self.ask("browsingContext.navigate", params)

    def evaluate(self, script: str) -> str:
        target = {"target": {"context": self.context}, "awaitPromise": True}
        found = self.ask("script.evaluate", {"expression": script, **target})
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        value: str = found["result"]["value"]
        return value

    def perform(self, actions: list[dict[str, Any]]) -> None:
        self.ask("input.performActions", {"context": self.context, "actions": actions})
        self.ask("input.releaseActions", {"context": self.context})


def _find(*names: str) -> str:
    """Return the path of the first of these programs that is installed. Skip the test if none
    is.
    """
    if found := next(filter(None, map(shutil.which, names)), None):
        return found
    pytest.skip(f"there is no {names[0]}")


@contextmanager
def _chromium() -> Iterator[Window]:
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = _find("chromium", "chromium-browser", "google-chrome")
    for one in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1366,768"):
        options.add_argument(one)
    service = webdriver.ChromeService(_find("chromedriver"))
    with webdriver.Chrome(options=options, service=service) as driver:
        yield _Selenium(driver)


@contextmanager
def _firefox() -> Iterator[Window]:
    pytest.importorskip("websocket")
    program = _find("firefox", "firefox-esr")
    with TemporaryDirectory() as profile:
        options = ("--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile)
        size = ("--width=1366", "--height=768")
        command = [program, *options, *size, "about:blank"]
        with _running(command, os.environ | {"HOME": profile}) as read:
            address = read(r"WebDriver BiDi listening on (ws://\S+)")
            with closing(_BiDi(f"{address}/session")) as window:
                yield window


@contextmanager
def _webkit() -> Iterator[Window]:
    webdriver = pytest.importorskip("selenium.webdriver")
    driver = _find("WebKitWebDriver")
    found = sorted(Path("/").glob(_MINI_BROWSERS[1:]))
    if not found:
        pytest.skip("there is no MiniBrowser")
    screen = ["-screen", "0", "1400x900x24", "-nolisten", "tcp"]
    with _running([_find("Xvfb"), "-displayfd", "2", *screen], dict(os.environ)) as read:
        display = read(r"^(\d+)$")
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(found[-1])
        options.add_argument("--automation")
        shown = {"DISPLAY": f":{display}", "GDK_BACKEND": "x11"}
        shown |= {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        service = webdriver.WebKitGTKService(driver, env=os.environ | shown)
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", DeprecationWarning
            )  # selenium causes the warning itself
            started = webdriver.WebKitGTK(options=options, service=service)
        with started as one:
            yield _Selenium(one)


@contextmanager
def _running(command: list[str], environment: dict[str, str]) -> Iterator[Callable[[str], str]]:
    """Run a program during the `with` block. Yields a function that waits until the program has
    written a match of a pattern to standard error.
    """
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, env=environment
    ) as program:

        def read(pattern: str) -> str:
            assert program.stderr
            text, end = "", time.monotonic() + _WAIT
            while not (found := re.search(pattern, text, re.MULTILINE)):
                ready, _, _ = select.select([program.stderr], [], [], 1)
                if ready and not (more := os.read(program.stderr.fileno(), 4096)):
                    pytest.skip(f"{command[0]} does not run here: {text.strip()[-200:]}")
                text += more.decode(errors="replace") if ready else ""
                assert time.monotonic() < end, f"{command[0]}: {text}"
            return found[1]

        try:
            yield read
        finally:
            program.terminate()


@contextmanager
def start_engine(name: str) -> Iterator[Driven]:
    """Start one of `ENGINES` for the `with` block. If it is not installed, the test is skipped."""
    start = {"chromium": _chromium, "firefox": _firefox, "webkit": _webkit}[name]
    with start() as window:
        yield Driven(name, window)


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Driven]:
    """A browser. The tests run with each installed browser, which is started once for each
    module.
    """
    with start_engine(request.param) as started:
        yield started
