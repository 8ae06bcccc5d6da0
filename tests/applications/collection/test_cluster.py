"""A Dask cluster gives the same results as one machine, even if its workers die."""

from __future__ import annotations

import gc
import io
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import psutil
import pytest
from dask import config
from distributed import Client, KilledWorker, LocalCluster, Status
from numpy.typing import NDArray
from pyarrow import parquet

from sudokopie import BoxShape
from sudokopie.applications.collection import copy_records, sorted_runs
from sudokopie.applications.collection.duplicates import SudokuCollection
from sudokopie.applications.collection.gathering import Gathering
from sudokopie.applications.collection.scratch import ScratchFiles
from sudokopie.applications.comparison.conditions import find_conditions
from sudokopie.applications.comparison.record import RunEnding, read_records
from sudokopie.base.errors import BackendError, ClusterError, PairFileError
from sudokopie.commands import canonical, complete
from sudokopie.commands.machinery import stream_runner
from sudokopie.reading import file_parts
from sudokopie.reading.gridfile import open_text_as_grid_file
from sudokopie.sudoku.arrays import stack
from sudokopie.sudoku.grid import format_line
from sudokopie.sudoku.random_grids import (
    random_complete_grid,
    random_transformation,
    remove_clues,
)
from sudokopie.system.cluster import dask_cluster as cluster_module
from sudokopie.system.cluster.dask_cluster import Cluster
from sudokopie.system.cluster.local_cluster import replace_lost_workers
from sudokopie.system.ordered_map import map_in_order

from collection_workers import (
    dies,
    dies_often,
    dies_once,
    is_misread,
    kinds_of_grids,
    square,
    with_copies,
)
from conftest import INSTANCES, PROGRAM, write

NINE = BoxShape(3, 3)


pytestmark = [pytest.mark.gate, pytest.mark.usefixtures("folder")]


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """A running cluster with two workers, to which the tests connect."""
    with (
        # After this time without an answer from a worker, its result is computed again.
        config.set(cluster_module._CONFIGURATION | {"distributed.comm.timeouts.connect": "2s"}),
        LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            local_directory=str(tmp_path_factory.mktemp("dask")),
            silence_logs=logging.CRITICAL,
        ) as cluster,
    ):
        yield cluster


@pytest.fixture
def address(dask: LocalCluster) -> str:
    """The address of the running cluster, after workers that an earlier test killed have been
    replaced.
    """
    end = time.monotonic() + 30
    while len(dask.scheduler.workers) != 2:
        assert time.monotonic() < end
        replace_lost_workers(dask, 2)
        time.sleep(0.2)
    return str(dask.scheduler_address)


@pytest.fixture
def cluster(address: str) -> Iterator[Cluster]:
    with Cluster.open_cluster_connection(address) as cluster:
        yield cluster


@pytest.fixture
def own(dask: LocalCluster, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """The running cluster, treated as one that sudokopie has started: workers that die are
    replaced.

    Dask gives a task up after the first death of a worker.
    """
    monkeypatch.setattr(cluster_module, "_LOST", 3)
    monkeypatch.setattr(dask.scheduler, "allowed_failures", 0)
    with Client(dask) as client:
        monkeypatch.setattr(cluster, "_client", client)  # a client that knows the cluster
        yield cluster


def puzzles(number: int, clues: int = 25) -> list[str]:
    """Return `number` puzzles, and after every fifth puzzle, beginning with the first, a copy of
    it.
    """
    rng = Random("cluster")
    complete = [random_complete_grid(NINE, rng) for _ in range(20)]
    lines = []
    for i in range(number):
        grid = remove_clues(complete[i % 20], clues, rng)
        lines.append(format_line(grid))
        if i % 5 == 0:
            lines.append(format_line(random_transformation(NINE, rng).apply(grid)))
    return lines


def test_what_was_sent_is_not_kept(cluster: Cluster) -> None:
    sent: list[weakref.ref[Any]] = []

    def tasks() -> Iterator[Any]:
        for number in range(50):
            task = np.full(1000, number)
            sent.append(weakref.ref(task))
            yield task

    assert list(cluster.map_in_order(len, tasks())) == [1000] * 50
    gc.collect()
    assert sum(one() is not None for one in sent) < 10


@contextmanager
def workers_killed(dask: LocalCluster, times: int, every: float) -> Iterator[list[int]]:
    """Kill up to `times` workers while the block runs, one every `every` seconds and none twice.
    Yields the list of the processes that were killed.
    """
    killed: list[int] = []
    is_over = threading.Event()

    def kill() -> None:
        while len(killed) < times and not is_over.wait(every):
            # Dask never restarts a worker that died while it was starting.
            processes = [one.process for one in dask.workers.values() if one.process]
            # The process that watches a worker may need a while to notice that it is dead.
            running = [
                one.pid
                for one in processes
                if one.status is Status.running and one.pid not in killed
            ]
            if running:
                killed.append(running[len(killed) % len(running)])
                os.kill(killed[-1], signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        is_over.set()
        thread.join()


# The work is done by processes or by workers


def test_results_come_in_order(cluster: Cluster) -> None:
    assert list(map_in_order(square, range(20), cluster)) == [n * n for n in range(20)]
    assert list(map_in_order(square, [], cluster)) == []


def test_a_worker_that_dies_costs_nothing(cluster: Cluster, tmp_path: Path) -> None:
    mark = tmp_path / "died"
    assert list(map_in_order(dies_once, [(n, mark) for n in range(12)], cluster)) == list(range(12))
    assert mark.exists()


def test_a_task_that_dask_gives_up_is_sent_again(own: Cluster, tmp_path: Path) -> None:
    call = partial(dies_often, times=1)
    assert list(map_in_order(call, [tmp_path], own)) == [1]


def test_a_task_that_kills_every_worker_is_an_error(
    own: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "_TRIES", 1)
    with pytest.raises(BackendError, match="again and again"):
        list(map_in_order(dies, range(1), own))
    assert list(map_in_order(square, [2], own)) == [4]


class Deadly(Cluster):
    """A cluster whose workers die from every task; it counts the tasks that were sent."""

    def __init__(self) -> None:
        self._client = cast("Client", self)
        self.workers = self._at_once = 1
        self.sent = 0

    def submit(self, _: object, *, pure: bool) -> Any:
        self.sent += not pure
        return SimpleNamespace(cancel=lambda: None, done=lambda: True, result=self.die)

    def die(self) -> None:
        raise KilledWorker("task", None, 1)

    def check_versions(self) -> None:
        pass


def test_a_cluster_that_is_started_here_is_ours_alone() -> None:
    with Cluster.open_cluster_connection("local", 1) as cluster:
        address = cluster._client.scheduler.address
        assert address.startswith("tls://127.0.0.1:")
        assert list(map_in_order(square, [3], cluster)) == [9]
        for other in (address, address.replace("tls", "tcp")):
            with (
                pytest.raises(ClusterError, match="cannot be reached"),
                Cluster.open_cluster_connection(other, None, 1),
            ):
                pass


def test_that_there_are_no_workers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    now, threads, said = 100.0, dict[str, int](), list[str]()
    client = SimpleNamespace(cluster=None, nthreads=lambda: threads)
    cluster = Cluster(cast("Client", client), lambda message: said.append(str(message)))
    monkeypatch.setattr("time.monotonic", lambda: now)
    for _ in range(9):  # 120 seconds
        cluster._replace_or_report_lost_workers()
        now += 15
    expected = [
        (f"the cluster has had no workers for {seconds} s; waiting") for seconds in (30, 60, 120)
    ]
    assert said == expected
    threads["one"] = 1
    cluster._replace_or_report_lost_workers()
    threads.clear()
    for _ in range(3):
        cluster._replace_or_report_lost_workers()
        now += 15
    assert said[3:] == expected[:1]


def test_what_kills_all_workers_is_tried_three_times() -> None:
    deadly = Deadly()
    with pytest.raises(BackendError, match="again and again"):
        list(map_in_order(square, [1], deadly))
    assert deadly.sent == 3


def test_errors_come_as_they_are(cluster: Cluster) -> None:
    with pytest.raises(TypeError):
        list(map_in_order(square, ["a"], cluster))  # type: ignore[arg-type]
    with pytest.raises(PairFileError, match="file:7:2: expected cells"):
        list(map_in_order(is_misread, [7], cluster))


def test_tasks_are_read_as_they_are_needed(cluster: Cluster) -> None:
    read: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(1000):
            read.append(number)
            yield number

    results = map_in_order(square, tasks(), cluster)
    next(results)
    results.close()
    assert len(read) < 10


# What a cluster has to be


def test_a_worker_that_came_late_with_another_version_is_named(cluster: Cluster) -> None:
    call = partial(cluster_module._run_and_pickle_if_version_matches, "0.0.9", square)
    with pytest.raises(ClusterError, match=r"expected sudokopie 0\.0\.9 .* tcp://127.*\(") as error:
        list(map_in_order(call, [3], cluster))
    assert "tcp://" in str(error.value)


def without_sudokopie(folder: Path) -> dict[str, str]:
    """Return an environment in which Python (with -S) finds all packages except sudokopie."""
    site = Path(psutil.__file__).parent.parent
    for path in site.iterdir():
        if not path.name.startswith(("sudokopie", "__editable__")) and path.suffix != ".pth":
            (folder / path.name).symlink_to(path)
    return {**os.environ, "PYTHONPATH": str(folder)}


def with_another_version(folder: Path) -> dict[str, str]:
    """Return an environment in which sudokopie seems to be of an older version."""
    info = folder / "sudokopie-0.0.9.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sudokopie\nVersion: 0.0.9\n")
    return {**os.environ, "PYTHONPATH": str(folder)}


@contextmanager
def one_more_worker(address: str, environment: dict[str, str], *flags: str) -> Iterator[None]:
    command = [sys.executable, *flags, "-m", "distributed.cli.dask_worker", address]
    options = ["--no-nanny", "--nthreads", "1", "--no-dashboard"]
    process = subprocess.Popen([*command, *options], env=environment, stderr=subprocess.DEVNULL)
    try:
        with Client(address) as client:
            client.wait_for_workers(3, timeout=30)
        yield
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("environment", "flags", "found"),
    [
        (without_sudokopie, ["-S"], "No package metadata was found for sudokopie"),
        (with_another_version, [], "0.0.9"),
    ],
)
def test_a_worker_with_another_version_or_none_is_named_and_nothing_begins(
    run: Any,
    address: str,
    tmp_path: Path,
    environment: Callable[[Path], dict[str, str]],
    flags: list[str],
    found: str,
) -> None:
    place = tmp_path / "packages"
    place.mkdir()
    file = write("p.txt", puzzles(5))
    with one_more_worker(address, environment(place), *flags):
        result = run("canonical", file, "--cluster", address)
    assert (result.status, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert "on the scheduler and on all workers, found: tcp://127.0.0.1:" in line
    assert line.count("tcp://") == 1
    assert line.endswith(f"({found})")


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("tcp://127.0.0.1:1", "Timed out"),
        ("nowhere", "missing port number"),
        ("foo://x:1", "unknown address scheme"),
        ("tls://127.0.0.1:1", "TLS"),
    ],
)
def test_an_address_where_nobody_is(address: str, reason: str) -> None:
    with pytest.raises(ClusterError, match=f"cannot be reached: .*{reason}") as error:
        Cluster.open_cluster_connection(address, max_seconds=0.2).__enter__()
    assert "\n" not in str(error.value)


def test_encryption_that_is_required_or_has_no_certificate(tmp_path: Path) -> None:
    with (
        config.set({"distributed.comm.require-encryption": True}),
        pytest.raises(ClusterError, match="must begin with tls://, found tcp"),
        Cluster.open_cluster_connection("tcp://127.0.0.1:1", max_seconds=1),
    ):
        pass
    missing = str(tmp_path / "ca.pem")
    with (
        config.set({"distributed.comm.tls.ca-file": missing}),
        pytest.raises(ClusterError, match=r"ca\.pem does not exist, which .*tls\.ca-file"),
        Cluster.open_cluster_connection("tls://127.0.0.1:1", max_seconds=1),
    ):
        pass


def test_a_cluster_without_workers() -> None:
    with (
        LocalCluster(
            n_workers=0,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        ) as empty,
        pytest.raises(ClusterError, match=r"has no workers, not even after 0\.2 seconds"),
    ):
        Cluster.open_cluster_connection(empty.scheduler_address, max_seconds=0.2).__enter__()


def test_without_dask(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    result = run("canonical", write("p.txt", puzzles(5)), "--cluster", "local")
    assert result.status == 2
    assert result.err == "sudokopie: a cluster needs Dask: pip install 'sudokopie[cluster]'\n"


def test_the_number_of_workers_is_that_of_the_cluster(run: Any, address: str) -> None:
    result = run("canonical", write("p.txt", puzzles(5)), "--cluster", address, "--jobs", "2")
    assert result.status == 2
    assert "--jobs cannot be used with --cluster ADDRESS" in result.err


# The same bytes


@pytest.mark.parametrize(
    "arguments",
    [
        ["canonical"],
        ["canonical", "--symmetries", "--output", "csv"],
        ["canonical", "--json", "--time-limit", "20"],
        ["canonical", "--by", "solution"],
        ["complete"],
        ["complete", "--all", "--limit", "3"],
        ["complete", "--output", "csv"],
    ],
    ids=" ".join,
)
def test_a_line_for_each_sudoku(
    run: Any, address: str, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(canonical, "_SUDOKUS_IN_A_TASK", 10)
    monkeypatch.setattr(complete, "_PUZZLES_IN_A_TASK", 10)
    number = 10 if "--json" in arguments else 30
    file = write("p.txt", [*puzzles(number), "." * 80 + "q", "nothing"])
    here, there = run(*arguments, file), run(*arguments, file, "--cluster", address)
    assert there.out == here.out
    assert there.status == here.status == 2
    first, *others = there.err.splitlines()
    assert first == "Workers of the cluster: 2."
    assert sorted(others) == sorted(
        here.err.splitlines()
    )  # warnings about lines that are read ahead come earlier


@pytest.mark.parametrize("command", ["canonical", "complete", "duplicates"])
def test_tables_and_urls(run: Any, address: str, tmp_path: Path, command: str) -> None:
    file = (tmp_path / write("p.txt", puzzles(30))).as_uri()
    here = run(command, file, "--parquet", "here")
    there = run(command, file, "--parquet", "there", "--cluster", address)
    assert (there.status, there.out) == (here.status, here.out)
    assert Path("here").read_bytes() == Path("there").read_bytes()


@pytest.mark.slow
def test_workers_are_killed_while_forms_are_looked_for(
    run: Any, dask: LocalCluster, address: str
) -> None:
    file = write("p.txt", puzzles(6000))
    here = run("canonical", file, "--jobs", "2")
    with workers_killed(dask, 4, 0.5) as killed:
        there = run("canonical", file, "--cluster", address)
    assert len(set(killed)) == 4
    assert there.out == here.out
    assert there.status == 0
    # A worker may be killed before the command counts the workers.
    assert there.err in [f"Workers of the cluster: {n}.\n" for n in (1, 2)]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--json", "--steps"],
        ["--by", "solution"],
        ["--near", "1"],
        ["--check"],
        ["--against", "known.txt"],
        ["-o", "kept.txt", "--drop", "rest.txt"],
    ],
    ids=" ".join,
)
def test_duplicates(run: Any, address: str, arguments: list[str]) -> None:
    lines = puzzles(80)
    if "solution" in arguments:
        lines = [*SOLVABLE, *lines]
    files = [
        write("p.txt", [*lines, "." * 80 + "q", "nothing"]),
        write("small.txt", ["12..............", "..............21", "." * 16]),
    ]
    if "-o" in arguments:
        files = files[:1]
    write("known.txt", [lines[7], lines[30], "." * 81])
    here = run("duplicates", *files, *arguments)
    written = {
        file: Path(file).read_text() for file in ("kept.txt", "rest.txt") if "-o" in arguments
    }
    there = run("duplicates", *files, *arguments, "--cluster", address)
    assert there.out == here.out
    assert there.status == here.status == 2
    assert there.err == f"Workers of the cluster: 2.\n{here.err}"
    assert "".join(here.out.splitlines()[1:])
    assert all(Path(file).read_text() == text for file, text in written.items())


SOLVABLE = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
]


def test_workers_are_killed_while_duplicates_are_looked_for(
    dask: LocalCluster, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = stack(
        [open_text_as_grid_file(line).read_single_grid_and_close() for line in puzzles(400)]
    )
    batches = [(cells[start : start + 30], None) for start in range(0, len(cells), 30)]

    def slowly() -> Iterator[tuple[NDArray[np.uint8], None]]:
        for batch in batches:
            time.sleep(0.1)
            yield batch

    with SudokuCollection() as here:
        here.add_batches(batches)
        expected = here.classes()
    with (
        ScratchFiles.open_shared(cluster, str(tmp_path)) as scratch,
        SudokuCollection(scratch=scratch) as there,
    ):
        with workers_killed(dask, 1, 0.3) as killed:
            there.add_batches(slowly())
        assert len(killed) == 1
        monkeypatch.setattr(sorted_runs, "RECORDS_IN_A_PIECE", 10)
        with workers_killed(dask, 1, 0.2) as killed:
            while not killed:
                found = there.classes()
        assert found.first.tolist() == expected.first.tolist()
    assert len(expected.copies()) == 80
    assert not list(tmp_path.iterdir())


def test_classes_of_many_shapes_and_of_what_colours_leave_open(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sorted_runs, "RECORDS_IN_A_PIECE", 10)
    monkeypatch.setattr(sorted_runs, "_RECORDS_BETWEEN_KEYS", 3)
    for box in (BoxShape(2, 2), BoxShape(2, 3), BoxShape(4, 4)):
        grids = with_copies(kinds_of_grids(box, Random(1)), Random(2))
        with (
            ScratchFiles.open_shared(cluster) as scratch,
            SudokuCollection(box, scratch=scratch) as there,
        ):
            assert there.classes().number == 0
            there.add(grids[:20])
            there.add(grids[20:])
            found = there.classes().first.tolist()
        with SudokuCollection(box) as here:
            here.add(grids)
            assert here.classes().first.tolist() == found


def test_what_was_begun_when_reading_was_interrupted_is_left_aside(cluster: Cluster) -> None:
    cells = stack(
        [open_text_as_grid_file(line).read_single_grid_and_close() for line in puzzles(20)]
    )

    def interrupted() -> Iterator[tuple[NDArray[np.uint8], None]]:
        for _ in range(3):
            yield cells[::-1], None
        raise KeyboardInterrupt

    with (
        ScratchFiles.open_shared(cluster) as scratch,
        SudokuCollection(scratch=scratch) as collection,
    ):
        collection.add(cells)
        with pytest.raises(KeyboardInterrupt):
            collection.add_batches(interrupted())
        taken = len(collection)
        collection.add(cells)
        first = collection.classes().first
        assert len(first) == taken + len(cells)
        assert (first[taken:] == first[: len(cells)]).all()
        assert (collection.cells(range(taken, len(first))) == cells).all()


def test_a_folder_that_workers_do_not_see(run: Any, address: str) -> None:
    result = run(
        "duplicates", write("p.txt", puzzles(5)), "--cluster", address, "--scratch", "memory://x"
    )
    assert result.status == 2
    assert result.err.count("tcp://127.0.0.1:") == 2
    assert "all workers must reach the same folder (--scratch), but tcp" in result.err


def test_a_folder_that_cannot_be_made(run: Any, address: str) -> None:
    file = write("p.txt", puzzles(5))
    result = run("duplicates", file, "--cluster", address, "--scratch", "/proc/nothing")
    assert (result.status, result.out) == (2, "")
    assert result.err.splitlines()[-1].startswith("sudokopie: /proc/nothing cannot be used: ")
    result = run("duplicates", file, "--cluster", address, "--scratch", "nope://x")
    assert "nope://x cannot be used: Protocol not known: nope" in result.err.splitlines()[-1]


def test_parts_are_where_they_are_wanted(
    run: Any, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "parts"
    made: list[str] = []
    groups = Gathering.yield_groups_with_equality

    def noted(self: Gathering) -> Any:
        made.extend(str(path.relative_to(place)) for path in place.rglob("3x3-*"))
        return groups(self)

    monkeypatch.setattr(Gathering, "yield_groups_with_equality", noted)
    run(
        "duplicates",
        write("p.txt", puzzles(5)),
        "--cluster",
        address,
        "--scratch",
        f"file://{place}",
    )
    assert len(made) == 1
    assert list(place.iterdir()) == []


# Files that the workers read themselves


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_parts, "_BYTES", 2000)
    monkeypatch.setattr(file_parts, "_LEAST", 2000)
    monkeypatch.setattr(stream_runner, "_BYTES_IN_A_PART", 2000)


def many() -> list[str]:
    return [*puzzles(100), "nothing", "." * 80 + "q", *puzzles(30), "1" * 82]


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--json", "--steps"],
        ["--near", "1", "--check"],
        ["--against", "known.txt"],
        ["--quiet"],
    ],
    ids=" ".join,
)
def test_duplicates_of_parts(run: Any, address: str, arguments: list[str]) -> None:
    write("known.txt", [*puzzles(20), "." * 81])
    command = ["duplicates", write("p.txt", [f"{one},name" for one in many()]), *arguments]
    here, there = run(*command), run(*command, "--cluster", address)
    assert there.out == here.out
    assert there.status == here.status == 2
    assert there.err == f"Workers of the cluster: 2.\n{here.err}"
    assert "p.txt: lines without a Sudoku: 1" in here.err


@pytest.mark.usefixtures("small_parts")
def test_what_is_not_printed_stays_where_it_is(
    run: Any, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetched(*_: object) -> None:
        raise AssertionError

    for name in ("_read_packed_rows", "_read_places"):
        monkeypatch.setattr(copy_records, name, fetched)
    result = run("duplicates", "-q", write("p.txt", puzzles(100)), "--cluster", address)
    assert (result.status, result.out[:12]) == (1, "Sudokus: 120")
    printed = run("duplicates", "p.txt", "--cluster", address)
    assert "AssertionError" in printed.err


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("command", ["canonical", "complete", "duplicates"])
def test_workers_write_a_table_together(run: Any, address: str, command: str) -> None:
    file = write("p.txt", many())
    here = run(command, file, "--parquet", "here.parquet")
    there = run(command, file, "--parquet", "there/", "--cluster", address)
    assert (there.status, there.out) == (here.status, here.out)
    assert there.err == f"Workers of the cluster: 2.\n{here.err}"
    names = sorted(path.name for path in Path("there").iterdir())
    assert names == [f"part-{number:06}.parquet" for number in range(1, len(names) + 1)]
    assert len(names) > 3
    assert parquet.read_table("there").equals(parquet.read_table("here.parquet"))


def test_tables_in_folders_that_cannot_be(run: Any, address: str) -> None:
    file, cluster = write("p.txt", puzzles(5)), ("--cluster", address)
    Path("old").mkdir()
    for command in ("canonical", "duplicates"):
        without = run(command, file, "--parquet", "new/")
        assert "--parquet DIR/ needs --cluster" in without.err
        old = run(command, file, "--parquet", "old/", *cluster)
        assert "old/ cannot be used: File exists" in old.err
        several = write("q.txt", ["12 34", "34 12", "21 43", "43 21"])
        blocks = run(command, file, several, "--parquet", "new/", *cluster)
        assert "q.txt cannot be read so" in blocks.err
        assert {one.status for one in (without, old, blocks)} == {2}
    other = run(
        "duplicates", file, write("r.txt", ["12" + 14 * "."]), "--parquet", "new/", *cluster
    )
    assert "the Sudokus in r.txt have other boxes" in other.err
    assert not Path("new").exists()


@pytest.mark.parametrize("arguments", [["find"], ["find", "--near", "1"], ["review"]])
def test_a_catalogue(run: Any, address: str, arguments: list[str]) -> None:
    lines = puzzles(6, 40)  # with few solutions
    run("catalogue", "add", "seen.db", write("known.txt", lines[:3]))
    command = ["catalogue", *arguments, "seen.db", write("p.txt", lines)]
    here, there = run(*command), run(*command, "--cluster", address)
    assert (there.status, there.out) == (here.status, here.out)
    assert there.err == f"Workers of the cluster: 2.\n{here.err}"


# Comparisons


COMPARE = [
    "compare",
    *("--backends", "pysat:minisat22,dimacs:sh -c 'sleep 60' {cnf}"),
    *(
        str(INSTANCES / f"{name}.txt")
        for name in ("hard9-random-switched-9-5", "size4-clues5-copies")
    ),
]


def test_runs_of_a_comparison(run: Any, address: str) -> None:
    limit = ["--time-limit", "1"]
    result = run(*COMPARE, *limit, "--cluster", address, "--json", "there.jsonl")
    assert run(*COMPARE, *limit, "--json", "here.jsonl").status == result.status == 0
    there, here = (
        {
            record.run_key: record
            for record in read_records(io.StringIO(Path(name).read_text()), name)
        }
        for name in ("there.jsonl", "here.jsonl")
    )
    assert there.keys() == here.keys()
    for key, record in there.items():
        assert record.conditions == find_conditions()
        if record.backend == "pysat:minisat22":
            assert record._replace(**MEASURED) == here[key]._replace(**MEASURED)
    timeouts = [one for one in there.values() if one.ending is RunEnding.TIMEOUT]
    assert timeouts
    assert all((one.seconds or 0) > 0.5 for one in timeouts)  # the time until the stop is kept


MEASURED: dict[str, Any] = {
    "seconds": 0,
    "cpu_seconds": 0,
    "solver_cpu_seconds": 0,
    "phases": {},
    "memory": 0,
    "ended": "",
}


@pytest.mark.slow
def test_workers_are_killed_during_a_comparison(run: Any, dask: LocalCluster, address: str) -> None:
    with workers_killed(dask, 2, 0.5) as killed:
        options = ["--time-limit", "1", "--cluster", address, "--json", "runs", "--csv", "-"]
        result = run(*COMPARE, str(INSTANCES / "size9-clues81-exchanged.txt"), *options)
    assert len(killed) == 2
    assert result.status == 0
    endings = [line.split(",")[11] for line in result.out.splitlines()[1:]]
    assert sorted(endings) == ["copies"] + ["different"] * 2 + ["timeout"] * 3


# A cluster that is started here


def test_nothing_stays_of_a_cluster_that_was_started_here(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setenv("TMPDIR", str(place))  # for its worker
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    before = psutil.Process().children(recursive=True)
    result = run("canonical", write("p.txt", puzzles(20)), "--cluster", "local", "--jobs", "1")
    assert (result.status, len(result.out.splitlines())) == (0, 24)
    assert result.err == "Workers of the cluster: 1.\n"
    assert not list(place.iterdir())
    started = set(psutil.Process().children(recursive=True)) - set(before)
    assert not [one for one in started if "resource_tracker" not in " ".join(one.cmdline())]


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
def test_an_interruption_while_workers_start(tmp_path: Path) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    process = subprocess.Popen(
        [*PROGRAM, "canonical", write("p.txt", puzzles(20)), "--cluster", "local", "--jobs", "1"],
        env={**os.environ, "TMPDIR": str(place)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    own = psutil.Process(process.pid)
    while not any("spawn_main" in " ".join(child.cmdline()) for child in own.children()):
        time.sleep(0.01)
    time.sleep(0.2)  # now it imports
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err.strip()) == (130, "")
    assert not list(place.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
@pytest.mark.slow
def test_nobody_hears_of_a_worker_that_dies() -> None:
    file = write("p.txt", puzzles(3000))
    command = [*PROGRAM, "canonical", file]
    here = subprocess.run(command, capture_output=True, check=True)
    process = subprocess.Popen(
        [*command, "--cluster", "local", "--jobs", "2"],
        bufsize=0,  # what was read ahead would be lost
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    for child in psutil.Process(process.pid).children(recursive=True):
        if "spawn_main" in " ".join(child.cmdline()):
            child.kill()
    out, err = process.communicate(timeout=60)
    assert first + out == here.stdout
    assert (process.returncode, err) == (0, b"Workers of the cluster: 2.\n")


def is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGTERM, 143), pytest.param(signal.SIGINT, 130, marks=pytest.mark.slow)],
)
def test_an_end_leaves_no_process_and_no_file(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    place = tmp_path / "temporary"
    place.mkdir()
    file = write("p.txt", puzzles(200) * 100)
    process = subprocess.Popen(
        [*PROGRAM, "canonical", file, "--cluster", "local", "--jobs", "1"],
        env={**os.environ, "TMPDIR": str(place)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    children = psutil.Process(process.pid).children(recursive=True)
    assert len(children) >= 2
    os.killpg(process.pid, number)  # all these processes get the signal, as from a terminal
    _, err = process.communicate(timeout=30)
    assert process.returncode == status
    assert err == "Workers of the cluster: 1.\n"
    end = time.monotonic() + 30  # processes that wait for other processes end last
    while time.monotonic() < end and any(is_alive(child) for child in children):
        time.sleep(0.05)
    assert not [child for child in children if is_alive(child)]
    assert not list(place.iterdir())


def test_a_reader_that_leaves_early_ends_the_command(address: str) -> None:
    """The cluster is running already, because Dask gives up if a new one starts too slowly."""
    file = write("many.txt", puzzles(400) * 5)  # quick puzzles, and more output than a pipe holds
    command = [*PROGRAM, "canonical", file, "--cluster", address]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == "Workers of the cluster: 2.\n"
        assert child.wait() == -signal.SIGPIPE
