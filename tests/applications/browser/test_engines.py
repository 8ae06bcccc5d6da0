"""The page in three engines: it starts in each, or reports why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from built_page import Built, built, small, with_part, with_script
from engines import Driven, engine

pytestmark = pytest.mark.gate

__all__ = ["built", "engine", "small"]  # fixtures

_LARGE_PARTS = "pyodide.asm.wasm", "python_stdlib.zip", "packages.zip"


def _without_large_parts(html: str) -> str:
    for name in _LARGE_PARTS:
        html = with_part(html, name, "")
    return html


def _forbid_workers(html: str) -> str:
    return _without_large_parts(html).replace("worker-src blob:", "worker-src 'none'")


def _break_the_worker(html: str) -> str:
    return with_part(_without_large_parts(html), "worker.js", "throw new Error('oops')")


def _silence_the_worker(html: str) -> str:
    silent = with_part(_without_large_parts(html), "worker.js", "")
    return with_script(silent, "=20_000;", "=200;")


def _remove_a_part(html: str) -> str:
    return _without_large_parts(html).replace('id="packages.zip"', 'id="others.zip"')


def _damage_the_program(html: str) -> str:
    return with_part(_without_large_parts(html), "worker.js", "").replace("H4sI", "H4tI")


def _forbid_webassembly(html: str) -> str:
    return with_part(html, "packages.zip", "").replace(" 'wasm-unsafe-eval'", "")


_FAULTS: dict[Callable[[str], str], str] = {
    _forbid_workers: "could not start its worker",
    _break_the_worker: "could not start its worker",
    _silence_the_worker: "has been silent for 20 seconds",
    _remove_a_part: "part of this page is missing",
    _damage_the_program: "part of this page is missing",
    _forbid_webassembly: "WebAssembly does not work in this browser",
}


NEEDS_PYTHON = "#lang=en&first=12x"  # a text that only sudokopie itself can read
PAIR = "1.2...1..3....4.", "234.....3......1"


def test_python_starts(engine: Driven, built: Built) -> None:
    engine.open(f"{built.file.as_uri()}{NEEDS_PYTHON}")
    engine.wait("return document.getElementById('state').dataset.stage === 'ready'")
    engine.wait_for_text("This cannot be read.")


def _middle(engine: Driven, selector: str) -> tuple[float, float]:
    """Return the middle of an element."""
    x, y = engine.run(
        """const box = document.querySelector(given[0]).getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];""",
        selector,
    )
    return x, y


def _focus(engine: Driven, selector: str) -> None:
    engine.run("document.querySelector(given[0]).focus()", selector)


def test_a_pair_is_pasted_and_played_and_a_level_is_solved(engine: Driven, small: Path) -> None:
    engine.open(f"{small.as_uri()}#lang=en")
    # The pair is typed into a field for lists, to be copied from there, as by a person.
    _focus(engine, "[data-room=lists]")
    engine.press("Enter")
    _focus(engine, "#list")
    engine.press(*PAIR[0], "Enter", *PAIR[1], "Control+a", "Control+c")
    _focus(engine, "[data-room=compare]")
    engine.press("Enter", "Control+v")
    engine.wait_for_text("These Sudokus are copies of each other.")
    engine.wait("return document.activeElement.dataset.do === 'play'")
    engine.press("Enter")
    engine.wait("return parseFloat(document.querySelector('.knob').style.left.slice(11)) > 0")
    _focus(engine, ".scrub")
    engine.press("End")
    engine.wait_for_text("Both boards agree.")
    _focus(engine, "[data-room=lists]")
    engine.press("Enter")
    _focus(engine, "#find")
    engine.press("Enter")
    engine.wait_for_text("Sudokus: 2. Copies of others: 1.")
    # The pair without its last clue is no pair of copies, and the reason is shown at once.
    engine.open("about:blank")
    engine.open(f"{small.as_uri()}#lang=en&first={PAIR[0]}&second={PAIR[1][:-1]}.")
    engine.wait_for_text("The first Sudoku has 5 clues, the second 4.")
    assert engine.run("return document.querySelectorAll('.cnt').length") > 0
    _focus(engine, "[data-room=levels]")
    engine.press("Enter")
    _focus(engine, "[data-name='1']")
    engine.press("Enter")
    for top in (0, 2):  # two rows of one of the bands must be exchanged
        rows = [f".h[data-axis=rows][data-block=''][data-unit='{top + i}']" for i in (0, 1)]
        engine.drag(_middle(engine, rows[0]), _middle(engine, rows[1]))
        engine.wait("return document.querySelectorAll('.steps li').length === 1")
        try:  # the board moves before the page says that the level is solved
            engine.wait("return document.body.innerText.includes('Solved.')", seconds=5)
            break
        except AssertionError:
            pass
        engine.press("Control+z")
        engine.wait("return document.querySelectorAll('.steps li').length === 0")
    engine.wait_for_text("1 step, and no shorter way exists.")
    engine.wait("return document.activeElement.dataset.do === 'nextLevel'")


def test_each_fault_is_reported(engine: Driven, built: Built, tmp_path: Path) -> None:
    html = built.file.read_text(encoding="utf-8")
    for change, sentence in _FAULTS.items():
        file = tmp_path / f"{change.__name__}.html"
        file.write_text(change(html), encoding="utf-8")
        engine.open(f"{file.as_uri()}{NEEDS_PYTHON}")
        engine.wait_for_text(sentence)
