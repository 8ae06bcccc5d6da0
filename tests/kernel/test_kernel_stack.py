"""The kernel on a small stack: no function calls itself, and no question needs much of it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import sysconfig
from collections import defaultdict
from pathlib import Path

import pytest

from sudokopie.kernel import kernel_functions

from conftest import ROOT

KERNEL = ROOT / "kernel"

STACK = 256 * 1024
"""Bytes of a thread of musl, and of some servers; the thread of a process has 8 MiB."""

MOST_OF_IT = 64 * 1024
"""Bytes that the functions of the kernel may need together, without optimisation."""

ON_A_SMALL_STACK = f"""
import random, sys, threading
from sudokopie.kernel import kernel_functions

def grids(height, width, share):
    size, rng = height * width, random.Random(share)
    for shift in range(3):
        yield bytes(
            (r % height * width + r // height + c + shift) % size + 1
            if rng.random() < share else 0
            for r in range(size) for c in range(size)
        )

def ask():
    for height, width in [(5, 5), (1, 25), (25, 1), (3, 8), (3, 3), (2, 2), (1, 1)]:
        size = height * width
        for share in (0, 0.02, 0.3, 0.7, 0.97, 1):
            cells = b"".join(grids(height, width, share))
            n, area = 3, size * size
            arrays = [bytearray(n * k) for k in (8, 1, size, size, size + 1)]
            signatures = [bytearray(n * k) for k in (8, 1, 1)]
            kernel = kernel_functions.compiled
            solutions = bytearray(len(cells))
            kernel.completions(cells, height, width, 2, 5000, bytearray(8 * n), solutions)
            kernel.least_images(cells, height, width, 20_000, *arrays)
            kernel.sorted_forms(cells, height, width, *signatures, *arrays[1:])
            ways = bytearray(n * 2 * (1 + width + height + 3 * size))
            pairs = b"".join(2 * cells[k * area : (k + 1) * area] for k in range(n))
            kernel.transformations_left(pairs, height, width, 5000, bytearray(8 * n), ways)
    for height, width in [(6, 6), (7, 7), (1, 49), (4, 8)]:
        for share in (0, 0.02, 0.5, 1):
            pairs = b"".join(2 * one for one in grids(height, width, share))
            length = 2 * (1 + width + height + 3 * height * width)
            ways = bytearray(3 * length)
            kernel.transformations_left(pairs, height, width, 500, bytearray(24), ways)
    # What is larger than the kernel takes is left to Python.
    for height, width in [(2, 13), (6, 6)]:
        blank = [[0] * (height * width)] * (height * width)
        (found,) = kernel_functions.completions([blank], (height, width), 2)
        assert found == (kernel_functions.TOO_HARD, b"")
    ((number, _),) = kernel_functions.completions([[[0] * 25] * 25], (5, 5), 2)
    print("done", number)

threading.stack_size({STACK})
thread = threading.Thread(target=ask)
thread.start()
thread.join()
"""


@pytest.mark.skipif(kernel_functions.compiled is None, reason="the kernel is not built, or off")
def test_all_questions_are_answered_on_a_small_stack() -> None:
    asked = subprocess.run(
        [sys.executable, "-c", ON_A_SMALL_STACK],
        check=False,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (asked.returncode, asked.stderr) == (0, "")
    assert asked.stdout == "done 2\n"


Calls = dict[str, set[str]]


def compiled_calls(folder: Path) -> tuple[Calls, dict[str, int]]:
    """Return which functions of the kernel call which, and the bytes of stack that each needs.

    GCC writes them. A static function has its file in its name, because others may have that name
    too. What is called by a pointer is a function of the type `Answer`, by its name.
    """
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no gcc")
    headers = sysconfig.get_path("include")
    flags = ["-std=c11", "-O0", "-fcallgraph-info=su", "-isystem", headers, "-c"]
    files = sorted(map(str, KERNEL.glob("*.c")))
    done = subprocess.run(
        [compiler, *flags, *files], check=False, cwd=folder, capture_output=True, text=True
    )
    if "fcallgraph-info" in done.stderr:
        pytest.skip("this compiler does not list calls")
    assert done.returncode == 0, done.stderr
    calls, frames = defaultdict[str, set[str]](set), dict[str, int]()
    for file in folder.glob("*.ci"):
        text = file.read_text()
        for title, size in re.findall(r'title: "([^"]+)" label: "[^"]*\\n(\d+) bytes', text):
            frames[title] = int(size)
        for source, target in re.findall(r'sourcename: "([^"]+)" targetname: "([^"]+)"', text):
            calls[source].add(target)
    answers = {title for title in frames if ":answer_" in title and "slice" not in title}
    calls["__indirect_call"] |= answers
    assert len(answers) == (KERNEL / "module.c").read_text().count(".answer = ")
    return calls, frames


def deepest(calls: Calls, frames: dict[str, int], name: str, above: tuple[str, ...] = ()) -> int:
    """Return how many bytes of stack a function needs at most; fail if it may call itself."""
    assert name not in above, f"{' calls '.join([*above, name])}: the depth has no limit"
    below = [deepest(calls, frames, one, (*above, name)) for one in calls.get(name, ())]
    return frames.get(name, 0) + max(below, default=0)


def test_no_function_calls_itself_and_the_stack_is_small(tmp_path: Path) -> None:
    calls, frames = compiled_calls(tmp_path)
    assert "PyInit__kernel" in frames
    assert len(frames) > 50
    most = max(deepest(calls, frames, name) for name in frames)
    assert 5000 < most < MOST_OF_IT


@pytest.mark.parametrize(
    "calls", [{"f": {"f"}}, {"f": {"g"}, "g": {"h", "f"}}], ids=["itself", "each other"]
)
def test_a_circle_of_calls_is_found(calls: Calls) -> None:
    with pytest.raises(AssertionError, match="the depth has no limit"):
        deepest(calls, {}, "f")
