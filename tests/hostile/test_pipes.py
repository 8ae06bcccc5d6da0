"""Pipes where a folder should hold files: nobody writes into them, and nothing waits for that."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from hostile.program import judge, run
from hostile.specimens import specimen, write

pytestmark = pytest.mark.gate

if not hasattr(os, "mkfifo"):
    pytest.skip("there are no pipes in folders here", allow_module_level=True)


@pytest.fixture(autouse=True)
def no_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(300)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", ["certificate.json", "question.cnf", "proof.lrat", "SHA256SUMS"])
@pytest.mark.parametrize("command", ["check", "solve -q --certificate"])
def test_a_certificate(tmp_path: Path, name: str, command: str) -> None:
    write(tmp_path, specimen("no c/certificate.json").files)
    Path("c", name).unlink(missing_ok=True)
    os.mkfifo(f"c/{name}")
    ran = run(*command.split(), "c", "pair.txt")
    judge(ran)
    assert ran.status == 2, ran
