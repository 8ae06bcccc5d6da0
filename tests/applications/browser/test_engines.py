"""The page in three engines: it starts in each, or reports why not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from built_page import Built, built, with_part, with_script
from engines import Driven, engine

__all__ = ["built", "engine"]  # fixtures

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
    return with_script(silent, "= 20_000;", "= 200;")


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


def test_the_page_starts(engine: Driven, built: Built) -> None:
    engine.open(f"{built.file.as_uri()}#lang=en")
    engine.wait("return document.getElementById('state').dataset.stage === 'ready'")


def test_each_fault_is_reported(engine: Driven, built: Built, tmp_path: Path) -> None:
    html = built.file.read_text(encoding="utf-8")
    for change, sentence in _FAULTS.items():
        file = tmp_path / f"{change.__name__}.html"
        file.write_text(change(html), encoding="utf-8")
        engine.open(f"{file.as_uri()}#lang=en")
        engine.wait_for_text(sentence)
