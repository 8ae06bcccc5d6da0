"""Makes the page that answers in a browser, without an installation and without a network.

    python browser/build.py sudokopie.html      # one file, to be opened from a folder
    python browser/build.py --site DIR          # the same for a web server

The page runs this package, unmodified, in Pyodide. What it needs from elsewhere is asked of npm and
pip, in the versions and with the digests in package-lock.json and wheels.txt, and kept here.
"""

import argparse
import base64
import gzip
import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path, PurePosixPath

HERE = Path(__file__).parent
PAGE, NODE_MODULES, WHEELS = HERE / "page", HERE / "node_modules", HERE / "wheels"
STYLE = HERE.parent / "showing" / "templates" / "style.css"

_PLATFORMS = "pyemscripten_2026_0_wasm32", "manylinux_2_17_x86_64"
_DATE = (1980, 1, 1, 0, 0, 0)
"""That of all files in an archive, so that the same sources give the same page."""
_LEFT_OUT = re.compile(
    r"\.data/|_speedups|/RECORD$|^sudokopie/(commands|comparison|catalogue)/|^pysat/(examples|allies)/"
    r"|^(_pyrepl|multiprocessing|unittest|xmlrpc)/|^(doctest|pdb|pydoc)\.py$"
)
"""What no answer in the page needs: an extension for Linux, programs, tests, rooms."""
_SCRIPTS = "words", "engine", "grid", "field", "answer", "pairs", "list", "main"
"""The scripts of the page, each after those that it imports; they become one."""


def pyodide() -> Path:
    """Return the folder of the package that npm fetches, in the version that is pinned."""
    lock = json.loads((HERE / "package-lock.json").read_text(encoding="utf-8"))
    name = "node_modules/pyodide"
    manifest = HERE / name / "package.json"
    wanted = lock["packages"][name]["version"]
    if not manifest.exists() or json.loads(manifest.read_bytes())["version"] != wanted:
        _run("npm", "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
    return manifest.parent


def wheels() -> list[Path]:
    """Return the wheels that pip fetches, whose digests are pinned."""
    listed = (HERE / "wheels.txt").read_text(encoding="utf-8")
    wanted = set(re.findall(r"sha256:(\w{64})", listed))

    def kept() -> list[Path]:
        return [one for one in sorted(WHEELS.glob("*.whl")) if _digest(one.read_bytes()) in wanted]

    if len(kept()) < len(wanted):
        options = ["--quiet", "--no-deps", "--only-binary=:all:", "--python-version=3.14"]
        platforms = [f"--platform={one}" for one in _PLATFORMS]
        _pip(
            "download", *options, *platforms, "--require-hashes", "-r", "wheels.txt", "-d", "wheels"
        )
    return kept()


def packages(others: list[Path]) -> dict[str, bytes]:
    """Return by name what Python imports in the page: this package, the others, the glue."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "source")
        ignored = shutil.ignore_patterns(".*", "build", "browser", "tests", "node_modules")
        shutil.copytree(HERE.parent, source, ignore=ignored)
        _pip("wheel", "--quiet", "--no-deps", "-w", scratch, str(source))
        (own,) = Path(scratch).glob("sudokopie-*.whl")
        files = {"glue.py": (HERE / "glue.py").read_bytes()}
        for wheel in (own, *others):
            with zipfile.ZipFile(wheel) as archive:
                files |= {name: archive.read(name) for name in archive.namelist()}
    return files


def compiled(archive: bytes) -> tuple[dict[str, bytes], list[str]]:
    """Return the bytecode of the modules that an answer imports, by their file.

    And the digests of the scripts of the pages that answers are.
    """
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch, "packages.zip")
        file.write_bytes(archive)
        said = json.loads(_run("node", "compile.mjs", str(file)))
    code = {name: base64.b64decode(data) for name, data in said["code"].items()}
    return code, said["scripts"]


def parts() -> tuple[dict[str, bytes], list[str]]:
    """Return what the worker unpacks, by name, compressed; and what `compiled` says of scripts."""
    folder = pyodide()
    lock = json.loads((folder / "pyodide-lock.json").read_bytes()) | {"packages": {}}
    with zipfile.ZipFile(folder / "python_stdlib.zip") as archive:
        library = {name: archive.read(name) for name in archive.namelist()}
    archive = packages(wheels())
    code, scripts = compiled(_archived(archive))
    for name, data in code.items():
        # Python reads bytecode beside a module, or from archives in its place.
        if name in library:
            library[f"{name}c"] = data
            del library[name]
        else:
            path = PurePosixPath(name)
            archive[str(path.parent / "__pycache__" / f"{path.stem}.cpython-314.pyc")] = data
    raw = {
        "pyodide.mjs": (folder / "pyodide.mjs").read_bytes(),
        "pyodide.asm.mjs": (folder / "pyodide.asm.mjs").read_bytes(),
        "pyodide.asm.wasm": (folder / "pyodide.asm.wasm").read_bytes(),
        "pyodide-lock.json": json.dumps(lock).encode(),
        "python_stdlib.zip": _archived(library),  # smaller when it is compressed as a whole
        "packages.zip": _archived(archive),
    }
    return {name: gzip.compress(data, 9, mtime=0) for name, data in raw.items()}, scripts


def page(parts_said: str, scripts: list[str], connect: str = "") -> str:
    """Return the page; `parts_said` is what stands in it about the parts.

    Its policy lets the browser run its script, the `scripts` of these digests, which are in the
    pages that answers are, and what these make; it lets nothing be asked of a network, unless
    `connect` names a source.
    """
    script = "\n" + "\n".join(_script(name) for name in _SCRIPTS)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = " ".join(f"'{one}'" for one in (f"sha256-{digest}", *scripts))
    values = {
        "style": STYLE.read_text(encoding="utf-8") + (PAGE / "page.css").read_text("utf-8"),
        "worker": (PAGE / "worker.js").read_text(encoding="utf-8"),
        "script": script,
        "parts": parts_said,
        "policy": "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src 'unsafe-inline'; script-src {allowed} 'wasm-unsafe-eval' blob:; "
        f"worker-src data: {connect}; connect-src blob: {connect}",
    }
    html = (PAGE / "page.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{ (\w+) \}\}", lambda found: values[found[1]], html)


def one_file(target: Path, parts: dict[str, bytes], scripts: list[str]) -> None:
    """Write the page as one file, with its parts in it."""
    tag = '<script type="text/plain" class="part" id="{}">{}</script>'
    said = [tag.format(name, base64.b64encode(data).decode()) for name, data in parts.items()]
    target.write_text(page("\n".join(said), scripts), encoding="utf-8")


def site(folder: Path, parts: dict[str, bytes], scripts: list[str]) -> None:
    """Write the page, its parts, and a service worker that keeps them, into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    names = {name: f"{name}.{_digest(data)[:16]}.gz" for name, data in parts.items()}
    for name, file in names.items():
        (folder / file).write_bytes(parts[name])
    said = [f'<link class="part" id="{name}" href="{file}">' for name, file in names.items()]
    html = page("\n".join(said), scripts, "'self'")
    (folder / "index.html").write_text(html, encoding="utf-8")
    files = json.dumps(["./", "index.html", *names.values()])
    kept = f"const VERSION = '{_digest(html.encode())}';\nconst FILES = {files};\n"
    service = (PAGE / "service.js").read_text(encoding="utf-8")
    (folder / "service.js").write_text(kept + service, encoding="utf-8")


def _script(name: str) -> str:
    """Return a script without its imports and exports: all of them share one scope."""
    text = (PAGE / f"{name}.js").read_text(encoding="utf-8")
    text = re.sub(r"^import\b[^;]*;\n", "", text, flags=re.MULTILINE)
    return re.sub(r"^export (?=\w)", "", text, flags=re.MULTILINE)


def _archived(files: dict[str, bytes]) -> bytes:
    """Return a ZIP archive of the files that are needed, not compressed."""
    needed = {name: data for name, data in files.items() if not _LEFT_OUT.search(name)}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, data in sorted(needed.items()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), data)
    return stream.getvalue()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _pip(*arguments: str) -> None:
    _run(sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments)


def _run(*command: str) -> bytes:
    """Run a program here, and return what it prints; end this one where that fails."""
    try:
        return subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"build.py: {error}")


def main() -> None:
    """Make what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", nargs="?", type=Path, help="the page as one file")
    parser.add_argument("--site", type=Path, metavar="DIR", help="the page for a web server")
    asked = parser.parse_args()
    if asked.file is None and asked.site is None:
        parser.error("expected a file, or --site")
    found = parts()
    if asked.file is not None:
        one_file(asked.file, *found)
    if asked.site is not None:
        site(asked.site, *found)


if __name__ == "__main__":
    main()
