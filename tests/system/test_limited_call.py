"""Calls in a process with limited memory and processor time."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import limited_functions
import psutil
import pytest

from sudokopie.base.errors import LimitError, PairFileError
from sudokopie.system import limited_call
from sudokopie.system.limited_call import (
    CallLimits,
    yield_records_of_limited_call,
)

if not limited_call.CAN_START or sys.platform == "win32":
    pytest.skip("these limits are those of Unix", allow_module_level=True)

LITTLE_MEMORY = 2**28
MEMORY = 2**29
"""On a busy machine, the threads of libraries sometimes reserve more than 256 MiB."""
LIMITS = CallLimits(MEMORY, 10)


def call(
    function: Any,
    *arguments: object,
    content: bytes = b"",
    limits: CallLimits = LIMITS,
    seconds: float = 10,
) -> Iterator[Any]:
    return yield_records_of_limited_call(
        f"{function.__module__}:{function.__name__}",
        io.BytesIO(content),
        arguments,
        limits._replace(seconds=seconds),
        (PairFileError,),
    )


def records_and_error(*arguments: Any, **options: Any) -> tuple[list[Any], BaseException]:
    """Return the records of a call, and the error that ends it."""
    found = list[Any]()
    with pytest.raises((LimitError, ValueError, PairFileError)) as caught:
        found.extend(call(*arguments, **options))
    return found, caught.value


@pytest.fixture(params=["sockets", "pipes"])
def _channel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use sockets as everywhere, and pipes as on Windows."""
    monkeypatch.setattr(limited_call, "_USES_SOCKETS", request.param == "sockets")
    monkeypatch.setattr(limited_call, "_idle_processes", type(limited_call._idle_processes)())
    yield
    for process in list(limited_call._idle_processes):
        process.close()


@pytest.mark.usefixtures("_channel")
def test_records_come_back_in_order() -> None:
    assert list(call(limited_functions.numbers, 100_000)) == list(range(100_000))
    assert list(call(limited_functions.lines, content=b"a\nb")) == [b"a\n", b"b"]
    assert list(call(limited_functions.printed)) == ["record"]


@pytest.mark.usefixtures("_channel")
@pytest.mark.parametrize("size", [1000, 5 * 2**20])
def test_any_part_of_a_file_can_be_read(size: int) -> None:
    content = bytes(size - 1) + b"x"
    assert list(call(limited_functions.last_byte_and_length, content=content)) == [b"x", size]
    assert b"".join(call(limited_functions.lines, content=content)) == content
    found = list(call(limited_functions.parts_without_buffer, content=b"01234" + content))
    assert found == ["BytesIO" if size == 1000 else "_RemoteFile", b"34", b"x"]


@pytest.mark.usefixtures("_channel")
def test_idle_processes_are_ended_for_their_memory() -> None:
    (first,) = call(limited_functions.process)
    assert [*call(limited_functions.process)] == [first]
    limited_call.end_idle_processes()
    assert not limited_call._idle_processes
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    (second,) = call(limited_functions.process)
    assert second != first


@pytest.mark.usefixtures("_channel")
def test_one_process_serves_many_calls() -> None:
    first = list(call(limited_functions.process))
    assert list(call(limited_functions.process)) == first
    unfinished = call(limited_functions.numbers, 100_000)
    next(unfinished)
    # The process is busy, so another one carries out a call in between.
    assert list(call(limited_functions.process)) != first
    unfinished.close()  # type: ignore[attr-defined]
    assert list(call(limited_functions.process)) == first
    records_and_error(limited_functions.other_error)
    assert list(call(limited_functions.process)) == first


@pytest.mark.usefixtures("_channel")
def test_errors_come_after_the_records() -> None:
    found, error = records_and_error(limited_functions.error_with_place)
    assert found == ["before"]
    assert str(error) == "f:7:1: no cells"
    for function, text in (
        (limited_functions.other_error, "two lines"),
        (limited_functions.error_of_a_library, "Exit('panic')"),
    ):
        found, error = records_and_error(function)
        assert found == ["before"]
        assert isinstance(error, ValueError)
        assert str(error) == text
    _, error = records_and_error(limited_functions.crash)
    assert "status 3" in str(error)


@pytest.mark.usefixtures("_channel")
def test_the_memory_is_limited() -> None:
    little = CallLimits(LITTLE_MEMORY, 10)
    (first,) = call(limited_functions.process, limits=little)
    assert list(call(limited_functions.memory, 100, limits=little)) == [100 * 2**20]
    for function, arguments in ((limited_functions.memory, [300]), (limited_functions.abort, [])):
        _, error = records_and_error(function, *arguments, limits=little)
        assert isinstance(error, LimitError)
        assert str(error) == "it needs more than 256 MiB of memory"
    assert list(call(limited_functions.process, limits=little)) != [first]
    assert list(call(limited_functions.memory, 300)) == [300 * 2**20]


@pytest.mark.gate
def test_the_processor_time_is_limited() -> None:
    before = time.monotonic()
    _, error = records_and_error(limited_functions.endless, seconds=1)
    assert isinstance(error, LimitError)
    assert str(error) == "it takes more than 1 seconds of processor time"
    # The time of a busy machine passes faster than the processor time.
    assert time.monotonic() - before < 40
    assert len(list(call(limited_functions.process))) == 1


def test_each_call_has_its_own_processor_time() -> None:
    """The limit of the system counts from the start of the process."""
    work = (limited_functions.slow_batches, 2, 0.4)
    (first,) = call(limited_functions.process)
    for _ in range(3):
        assert len(list(call(*work, seconds=2))) == 2
    assert list(call(limited_functions.process)) == [first]


def test_batches_may_have_their_own_processor_time() -> None:
    # The system's clock for this limit counts whole ticks, so it may run ahead of the clock of the
    # process.
    work = (limited_functions.slow_batches, 12, 0.25)
    assert len(list(call(*work, limits=CallLimits(MEMORY, 1, True), seconds=1))) == 12
    _, error = records_and_error(*work, seconds=1)
    assert isinstance(error, LimitError)


@pytest.mark.usefixtures("_channel")
def test_a_process_that_sleeps_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_call, "_WAITING_SECONDS", 0)
    list(call(limited_functions.process))
    (process,) = [one for one in limited_call._idle_processes if one.is_alive][-1:]
    psutil.Process(process._process.pid).suspend()
    _, error = records_and_error(limited_functions.process, seconds=0.3)
    assert isinstance(error, LimitError)


def test_the_records_that_come_at_once_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_call, "_LONGEST_BATCH", 2**20)
    assert len(list(call(limited_functions.numbers, 10**6))) == 10**6
    _, error = records_and_error(limited_functions.lines, content=bytes(2**21))
    assert isinstance(error, LimitError)
    assert str(error) == "its content takes more than 1 MiB"


def test_records_are_sent_at_once_if_the_function_wants_it() -> None:
    """What was sent is there even if the function then ends the process."""
    for function, expected in (
        (limited_functions.crash_after_sending, ["before"]),
        (limited_functions.crash, []),
    ):
        found, error = records_and_error(function)
        assert found == expected
        assert "status 3" in str(error)


def test_a_file_that_can_be_read_only_once() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: int) -> int:
            raise io.UnsupportedOperation

    content = b"line\n" * 10**6
    found = yield_records_of_limited_call("limited_functions:lines", Pipe(content), (), LIMITS)
    assert b"".join(found) == content


def test_an_idle_process_is_kept_before_the_last_records_are_used() -> None:
    (first,) = call(limited_functions.process)
    calls = [call(limited_functions.process) for _ in range(3)]
    assert [next(one) for one in calls] == [first] * 3


def test_a_process_that_has_lacked_memory_ends_after_the_call() -> None:
    (first,) = call(limited_functions.process)
    found = list(call(limited_functions.lacking_memory))
    assert found == [first, "it needs more than 512 MiB of memory"]
    assert list(call(limited_functions.process)) != [first]


def test_a_process_with_limits_starts_no_other() -> None:
    assert list(call(limited_functions.can_start)) == [False]
    assert limited_call.can_start()


def test_only_known_types_come_back() -> None:
    _, error = records_and_error(limited_functions.foreign)
    assert "a record with posix.system" in str(error)


def test_a_process_ends_with_its_client() -> None:
    text = (
        "import io, os, signal, sys\n"
        "from test_limited_call import call, limited_functions\n"
        "print(*call(limited_functions.process), flush=True)\n"
        "if sys.argv[1:]: next(call(limited_functions.endless, seconds=99))\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    for arguments in ([], ["busy"]):
        command = [sys.executable, "-c", text, *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment()) as client:
            assert client.stdout is not None
            number = int(client.stdout.readline())
            if arguments:
                time.sleep(1)
                client.kill()
        latest = time.monotonic() + 20
        while psutil.pid_exists(number) and psutil.Process(number).status() != "zombie":
            assert time.monotonic() < latest
            time.sleep(0.05)


def environment() -> dict[str, str]:
    """Return the environment of a process that can import this file."""
    folders = [os.path.dirname(__file__), *filter(None, sys.path)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}


def test_a_fork_has_processes_of_its_own() -> None:
    (first,) = call(limited_functions.process)
    read, write = os.pipe()
    child = os.fork()
    if not child:
        # Otherwise the other process would not notice the end of the process that started it.
        inherited = len(limited_call._open_processes)
        os.write(write, b"%d %d" % (inherited, *call(limited_functions.process)))
        os._exit(0)
    os.waitpid(child, 0)
    inherited, other = map(int, os.read(read, 99).split())
    assert inherited == 0
    assert other != first
    assert list(call(limited_functions.process)) == [first]
