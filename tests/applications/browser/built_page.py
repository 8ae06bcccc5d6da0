"""The page for browsers, built once for all modules that test it, and changes of the page."""

from __future__ import annotations

import gzip
import re
import shutil
import sys
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp

import pytest

from conftest import ROOT

sys.path.append(str(ROOT / "applications" / "browser"))


class Built:
    """The page as one file, and as a folder for a web server."""

    def __init__(self, folder: Path) -> None:
        import build

        self.file, self.site = folder / "sudokopie.html", folder / "site"
        build.main([str(self.file), "--site", str(self.site)])


@cache
def _build_small(base: Path) -> Path | str:
    import build

    file = Path(mkdtemp(dir=base)) / "small.html"
    if not (shutil.which("node") and shutil.which("clang") and shutil.which("wasm-ld")):
        return "there is no node, or no clang with wasm-ld"
    build.main(["--small", str(file)])
    return file


@cache
def _build(base: Path) -> Built | str:
    try:
        return Built(Path(mkdtemp(dir=base)))
    except SystemExit as problem:
        if "make.mjs" in str(problem):
            raise
        return f"the packages of the page are not available: {problem}"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The page; if its packages cannot be downloaded, tests are skipped."""
    found = _build(tmp_path_factory.getbasetemp())
    if isinstance(found, str):
        pytest.skip(found)
    return found


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page without Python."""
    found = _build_small(tmp_path_factory.getbasetemp())
    if isinstance(found, str):
        pytest.skip(found)
    return found


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
