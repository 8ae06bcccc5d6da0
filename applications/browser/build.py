"""Builds the page that runs sudokopie in a browser, without an installation and without a network.

    python applications/browser/build.py sudokopie.html      # one file, to be opened from a folder
    python applications/browser/build.py --site DIR          # the same for a web server
    python applications/browser/build.py --small small.html  # without Python, for telephones

The page runs this package, without its docstrings, in Pyodide, which is Python for browsers. npm
and pip download the other packages in the versions, and with the digests, that package-lock.json
and wheels.txt list. make.mjs then packs everything into the page.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent

_PLATFORMS = "pyemscripten_2026_0_wasm32", "manylinux_2_17_x86_64"
_EXPORTED = "input_bytes", "output_bytes", "compare", "complete", "sign"  # of page_kernel.c
_NEEDS_SYSTEM = re.compile(r"#include <(Python|stdlib|stdio)\.h>")  # not in pages
_PURE = {"SUDOKOPIE_KERNEL": "off"}  # a compiled kernel would run on this machine only


def download_and_build_wheels_in_folder(folder: Path) -> None:
    """Collect the Python packages (wheels) of the page in a folder: download the packages that
    wheels.txt lists, and build the wheel of sudokopie from its source. If this fails, the program
    ends with exit status 1.
    """
    options = ["--no-deps", "--only-binary=:all:", "--require-hashes", "--python-version=3.14"]
    options += [f"--platform={one}" for one in _PLATFORMS]
    _run_pip_or_exit("download", *options, "--requirement=wheels.txt", f"--dest={folder}")
    ignored = shutil.ignore_patterns(".*", "build", "browser", "tests", "node_modules")
    shutil.copytree(HERE.parents[1], folder / "source", ignore=ignored)
    _run_pip_or_exit("wheel", "--no-deps", f"--wheel-dir={folder}", str(folder / "source"))


def compile_kernel_to_wasm_if_possible(target_folder: Path) -> str:
    """Compile the kernel, the functions in C, to WebAssembly for the page. Returns the path of the
    new file in `target_folder`, or an empty text if clang or its linker for WebAssembly is missing.
    The page then works without the kernel, and loads Python for each answer.
    """
    if not (shutil.which("clang") and shutil.which("wasm-ld")):
        print("build.py: no clang with wasm-ld: the pages are made without the kernel", flush=True)
        return ""
    kernel = HERE.parents[1] / "kernel"
    freestanding = kernel / "freestanding"  # the functions of the C library that the kernel calls
    files = [*sorted(kernel.glob("*.c")), freestanding / "string.c"]
    sources = [str(file) for file in files if not _NEEDS_SYSTEM.search(file.read_text())]
    out = str(target_folder / "kernel.wasm")
    options = ["--target=wasm32", "-std=c11", "-O2", "-nostdlib", "-ffreestanding", "-fno-builtin"]
    linked = ["--no-entry", "--strip-all", *(f"--export={name}" for name in _EXPORTED)]
    passed = [f"-Wl,{one}" for one in linked]
    _run_program_in_browser_folder_or_exit(
        *("clang", *options, f"-I{freestanding}", *passed, "-o", out, "wasm/page_kernel.c"),
        *sources,
    )
    return out


def _run_pip_or_exit(*arguments: str) -> None:
    """Run pip with some arguments. If pip fails, this program prints the reason and ends with exit
    status 1.
    """
    _run_program_in_browser_folder_or_exit(
        sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments
    )


def _run_program_in_browser_folder_or_exit(*command: str) -> None:
    """Run another program, with `applications/browser` as the working directory. If the other
    program cannot be started or fails, this program prints the reason and ends with exit status 1.
    """
    try:
        subprocess.run(command, cwd=HERE, check=True, env=os.environ | _PURE)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"build.py: {error}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Build the pages that the command line asks for: the page as one file, the page for a web
    server, the page without Python, or several of these. `arguments` are the arguments after the
    program's name; None means the arguments of this process.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", nargs="?", default="", help="the page as one file")
    parser.add_argument("--site", default="", metavar="DIR", help="the page for a web server")
    parser.add_argument("--small", default="", metavar="OUT", help="the page without Python")
    asked = parser.parse_args(arguments)
    given = asked.file, asked.site, asked.small
    if not any(given):
        parser.error("expected a file, --site or --small")
    places = [str(Path(one).absolute()) if one else "" for one in given]
    if (asked.file or asked.site) and not (HERE / "node_modules" / "pyodide").exists():
        _run_program_in_browser_folder_or_exit(
            "npm", "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"
        )
    with tempfile.TemporaryDirectory() as scratch:
        places.append(compile_kernel_to_wasm_if_possible(Path(scratch)))
        if asked.file or asked.site:
            download_and_build_wheels_in_folder(Path(scratch))
        _run_program_in_browser_folder_or_exit(
            "node", "make.mjs", *places, *map(str, sorted(Path(scratch).glob("*.whl")))
        )


if __name__ == "__main__":
    main()
