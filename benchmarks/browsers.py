"""Measure how soon pages show what a person waits for, in Chromium, Firefox and WebKit:
`python benchmarks/browsers.py [--runs 5]`.

A link with two Sudokus that are not copies is opened on the page with Python and on the page
without it. The table has the time from opening the link to the verdict, the time to the reason that
is drawn on the boards, and the number of frames between verdict and reason. Then a page of `solve
--html` with 200 pairs is opened; it is ready when its rows have their pictures and the first pair
is on the boards. Goals: 100 ms to the verdict, the reason in the next frame, a page of pairs in a
second.

Each page is opened in a frame of a page that looks for these elements before each frame is drawn.
The pages are built anew, which needs npm, clang and wasm-ld, and are served by this script, so that
their size counts, but no network. Browsers that are not installed are left out.
"""

import argparse
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread

from sudokopie import parse_pair
from sudokopie.applications.comparison.conditions import ROOT, find_conditions
from sudokopie.sudoku.grid import format_line
from sudokopie.sudoku.random_grids import random_transformation

sys.path.insert(0, str(ROOT / "tests"))
from engines import ENGINES, Driven, start_engine

PAIR = parse_pair((ROOT / "instances" / "size9-clues17-moved.txt").read_text("utf-8"))
PAIRS = 200
LINK = f"#first={format_line(PAIR[0])}&second={format_line(PAIR[1])}"
PAGES = {
    "large page": (f"large.html{LINK}", ".verdict.no h1", ".hline"),
    "small page": (f"small.html{LINK}", ".verdict.no h1", ".hline"),
    f"{PAIRS} pairs": ("pairs.html", "#files .thumb", "html[data-started] #stage .tok"),
}
"""For each page its address, the selector of the first element that is awaited, and of the last."""

MEASURE = """
const [address, first, last] = given;
document.querySelector("iframe")?.remove();
const frame = document.createElement("iframe");
frame.style = "width: 1300px; height: 640px";
document.body.append(frame);
const began = performance.now();
frame.src = address;
const found = [];
for (let drawn = 0; found.length < 2; drawn++) {
    await new Promise(requestAnimationFrame);
    const now = performance.now() - began;
    if (now > 60000) throw new Error(`${address}: nothing after a minute`);
    const page = frame.contentDocument;
    if (!page?.location.href.startsWith("http")) continue;
    for (const selector of found.length ? [last] : [first, last]) {
        if (page.querySelector(selector)) found.push([now, drawn]);
        else break;
    }
}
return found;
"""


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """A context manager that serves the files of a folder by HTTP during its block, and yields the
    address of the folder.
    """
    handler = partial(_QuietHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def make_pages(folder: Path) -> None:
    """Build the pages in a folder. Raises `SystemExit` if a program fails."""
    build = str(ROOT / "applications" / "browser" / "build.py")
    _run(build, str(folder / "large.html"), "--small", str(folder / "small.html"))
    random, files = Random(1), []
    for number in range(PAIRS):
        pair = PAIR if number % 4 == 0 else (PAIR[0], PAIR[0])  # each fourth pair is a no
        lines = [format_line(random_transformation(one.shape, random).apply(one)) for one in pair]
        files.append(folder / f"pair{number:03}.txt")
        files[-1].write_text("\n".join([*lines, ""]), "utf-8")
    _run("-m", "sudokopie", "solve", "-q", *map(str, files), "--html", str(folder / "pairs.html"))
    (folder / "index.html").write_text("<!doctype html><title>frame</title><body>", "utf-8")


def _run(*arguments: str) -> None:
    """Run Python with these command-line arguments. Raises `SystemExit` if its exit status is
    neither 0 nor 1.
    """
    call = [sys.executable, *arguments]
    done = subprocess.run(call, stdout=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{arguments[0]} failed")


def measure_page(browser: Driven, address: str, page: str, runs: int) -> list[str]:
    """Open a page `runs` times, and return the cells of its row in the table, beginning with the
    time to the verdict.
    """
    goal, *selectors = PAGES[page]
    browser.open(address)
    browser.run(MEASURE, goal, *selectors)  # the first run also starts parts of the browser
    found = [browser.run(MEASURE, goal, *selectors) for _ in range(runs)]
    cells = []
    for k in (0, 1):
        times = [both[k][0] for both in found]
        cells += [f"{statistics.median(times):.0f}", f"{max(times):.0f}"]
    return [*cells, str(max(last[1] - first[1] for first, last in found))]


def main() -> None:
    """Measure all pages in all browsers, and print the table."""
    import pytest

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with TemporaryDirectory() as scratch, serve(Path(scratch)) as address:
        make_pages(Path(scratch))
        sizes = {
            page: (Path(scratch) / goal.partition("#")[0]).stat().st_size // 1000
            for page, (goal, *_) in PAGES.items()
        }
        print(f"Conditions: {find_conditions()}; {runs} runs each, times in ms.\n")
        print("| browser | page | kB | verdict | worst | reason | worst | frames |")
        print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for name in ENGINES:
            try:
                with start_engine(name) as browser:
                    for page, size in sizes.items():
                        cells = measure_page(browser, address, page, runs)
                        print(f"| {name} | {page} | {size} | {' | '.join(cells)} |", flush=True)
            except pytest.skip.Exception as problem:
                print(f"| {name} | {problem} | | | | | | |")


if __name__ == "__main__":
    main()
