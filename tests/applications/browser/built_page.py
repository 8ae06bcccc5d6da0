"""The page for browsers, built once for all tests of one run, and changes of the page."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import sys
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

import pytest

from sudokopie.system.temporary_files import lock_file

from conftest import ROOT

sys.path.append(str(ROOT / "applications" / "browser"))


class Built:
    """The page as one file, and as a folder for a web server."""

    def __init__(self, folder: Path) -> None:
        self.file, self.site = folder / "sudokopie.html", folder / "site"


def build_once(name: str, arguments: Callable[[Path], list[str]], base: Path) -> Path | str:
    """Build a page, unless another process of this run of tests has built it, in the folder `name`
    of a folder that all these processes share. Return the folder; or why nothing can be built.
    """
    import build

    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / name
    with (shared / f"{name}.lock").open("w") as file:
        lock_file(file.fileno(), should_wait=True)
        if not folder.exists():
            scratch = Path(mkdtemp(dir=shared))
            try:
                build.main(arguments(scratch))
            except SystemExit as problem:
                if "make.mjs" in str(problem):
                    raise
                return f"the packages of the page are not available: {problem}"
            scratch.rename(folder)
    return folder


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The page; if its packages cannot be downloaded, tests are skipped."""

    def arguments(folder: Path) -> list[str]:
        page = Built(folder)
        return [str(page.file), "--site", str(page.site)]

    found = build_once("large_page", arguments, tmp_path_factory.getbasetemp())
    if isinstance(found, str):
        pytest.skip(found)
    return Built(found)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page without Python."""
    if not (shutil.which("node") and shutil.which("clang") and shutil.which("wasm-ld")):
        pytest.skip("there is no node, or no clang with wasm-ld")

    def arguments(folder: Path) -> list[str]:
        return ["--small", str(folder / "small.html")]

    found = build_once("small_page", arguments, tmp_path_factory.getbasetemp())
    assert isinstance(found, Path), found
    return found / "small.html"


def with_part(html: str, name: str, text: str | None) -> str:
    """Return the page with another text as the part `name`, or without it if `text` is None."""
    packed = b64encode(gzip.compress((text or "").encode())).decode()
    part = re.compile(rf'(<script type="text/plain" class="part" id="{re.escape(name)}">)[^<]*')
    changed, count = part.subn(rf"\g<1>{packed}" if text is not None else "<script>", html)
    assert count == 1
    return changed


def with_script(html: str, old: str, new: str) -> str:
    """Return the page with a change of its script, which its policy allows."""
    (script,) = re.findall(r"<script>(.*?)</script>", html, re.DOTALL)
    assert script.count(old) == 1
    changed = script.replace(old, new)
    before, after = (b64encode(sha256(one.encode()).digest()).decode() for one in (script, changed))
    return html.replace(script, changed).replace(before, after)
