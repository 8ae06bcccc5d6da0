"""Make the pictures of the documentation anew: the picture in README.md, light and dark, and the
pictures of the pages.

It builds the page for browsers without Python, shows a pair there in Chromium, and takes the boards
at the start, before a step moves, and at the end. It needs what the tests of pages need:
`pip install -e '.[test]'`, Node.js, and `npm ci` in applications/browser.
"""

import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Page, sync_playwright

DOCS = Path(__file__).parent
ROOT = DOCS.parent
FIRST = "..8.3....6.....4..1....7..2.5...9......4.1......6...8.4..2....9..1.....3....5.6.."
STEPS = 4
COLOURS = 48
"""The number of colours of the saved pictures, which makes them small."""

_TAKE_BOARD = "k => document.querySelectorAll('#stage .board svg')[k].outerHTML"
_TAKE_STEPS = """() => [...document.querySelectorAll("#stage .steps li")].map((one) =>
    [one.querySelector(".pic").outerHTML, one.querySelector(".w").textContent])"""
_TAKE_STYLE = "() => [...document.querySelectorAll('style')].map((one) => one.textContent).join('')"
_OWN_STYLE = """
body { min-height: 0; width: 1200px; background: none }
main { padding: 18px 20px 20px; border-radius: 10px; background: var(--bg) }
.boards { display: flex; justify-content: space-between; align-items: center }
figcaption { font-weight: 700; font-size: 17px; padding: 0 0 4px 24px }
.boards svg { width: 342px; height: auto; overflow: visible }
.then { font-size: 30px; color: var(--ink2); padding: 40px 0 0 26px }
ol { display: flex; justify-content: space-between; padding: 14px 24px 0 }
li { display: flex; gap: 10px; align-items: center; font-size: 16px; color: var(--ink2);
  padding: 8px 12px; border: 1.5px solid transparent; border-radius: 8px }
li .pic { width: 22px; height: 22px }
li.did { color: var(--agree) }
li.current { color: var(--ink); font-weight: 700; background: var(--accent-soft);
  border-color: var(--accent) }
"""


def make_pair() -> tuple[str, str]:
    """Return the cells of two Sudokus; the second is a copy of the first by `STEPS` steps."""
    from sudokopie import Grid, Transformation

    first = Grid(FIRST)
    same = Transformation.identity(first.shape)
    columns = (same.columns[0], (1, 2, 0), same.columns[2])
    way = same.replace_parts(
        rotation=1, bands=(2, 1, 0), columns=columns, digits=(4, 7, 9, 1, 8, 2, 6, 3, 5)
    )
    second = way.apply(first)
    return FIRST, "".join(str(digit or ".") for row in second for digit in row)


def save(path: Path, picture: bytes) -> None:
    """Save a picture as PNG with few colours."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def click(page: Page, action: str) -> None:
    """Click a button of the page, named by its action."""
    page.locator(f"#stage [data-do={action}]").click()


def compose(page: Page) -> str:
    """Return the HTML of the picture: the boards of the shown pair at three times, and the steps.
    The page is left at the end of the steps.
    """
    first, steps = page.evaluate(_TAKE_BOARD, 0), page.evaluate(_TAKE_STEPS)
    assert len(steps) == STEPS, steps
    style = page.evaluate(_TAKE_STYLE)
    click(page, "next")
    page.locator("#stage .steps li.cur").wait_for()
    click(page, "play")  # without motion, the next step is shown lifted for a while
    page.locator("#A .card").first.wait_for(state="attached")
    middle = page.evaluate(_TAKE_BOARD, 0)
    click(page, "play")
    for _ in range(STEPS):
        if page.locator("#A .tok.ok").count() == 0:
            click(page, "next")
    page.locator("#A .tok.ok").first.wait_for(state="attached")
    last = page.evaluate(_TAKE_BOARD, 0)
    boards = zip(
        ("First Sudoku", f"Step 2 of {STEPS}", "Its copy"), (first, middle, last), strict=True
    )
    figures = [
        f"<figure><figcaption>{title}</figcaption><div class=board>{svg}</div></figure>"
        for title, svg in boards
    ]
    looks = ("did", "current", "", "")
    items = [
        f'<li class="{look}">{svg}<span>{name}</span></li>'
        for look, (svg, name) in zip(looks, steps, strict=True)
    ]
    then = "<span class=then>→</span>"
    return (
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><style>{style}{_OWN_STYLE}</style>'
        f'<body data-width="wide"><main><div class="boards">{then.join(figures)}</div>'
        f"<ol>{''.join(items)}</ol></main>"
    )


def main() -> None:
    """Make all pictures."""
    pair = dict(zip(("first", "second"), make_pair(), strict=True))
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        small, saved, text = (folder / one for one in ("small.html", "page.html", "pair.txt"))
        build = ROOT / "applications" / "browser" / "build.py"
        subprocess.run([sys.executable, build, "--small", small], check=True)
        text.write_text("{first}\n\n{second}\n".format_map(pair), encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "sudokopie",
            "solve",
            "-q",
            str(text),
            "--html",
            str(saved),
        ]
        subprocess.run(command, check=True)
        installed = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(
            executable_path=installed, args=["--no-sandbox", "--disable-gpu"]
        )
        for scheme in ("light", "dark"):
            context = browser.new_context(
                color_scheme=scheme,
                reduced_motion="reduce",
                viewport={"width": 1366, "height": 768},
            )
            page = context.new_page()
            page.goto(f"{small.as_uri()}#lang=en&{urlencode(pair)}")
            page.locator("#stage .verdict.yes").wait_for()
            html = compose(page)
            if scheme == "light":
                for _ in range(STEPS - 1):
                    click(page, "previous")
                save(DOCS / "browser.png", page.screenshot())
                page.goto(saved.as_uri())
                page.locator("html[data-started]").wait_for(state="attached")
                click(page, "next")
                save(DOCS / "page.png", page.screenshot())
            page.set_viewport_size({"width": 1240, "height": 700})
            page.goto("about:blank")
            page.set_content(html)
            save(DOCS / f"picture-{scheme}.png", page.locator("main").screenshot())
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
