"""`shuffle --layout hrm`: the folder with which HRM and TRM are trained, read as their loaders read
it.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sudokopie import keys, solutions
from sudokopie.base.errors import OutputError
from sudokopie.commands import training_folder

from conftest import write

pytestmark = pytest.mark.usefixtures("folder")

TRAIN = ["12....1...2..3.1", "1......2.3....4.", "1234341243212143"]
TEST = ["..2.21...3.2..1."]
FIELDS = ("inputs", "labels", "puzzle_identifiers", "puzzle_indices", "group_indices")
METADATA = {
    "pad_id": int, "ignore_label_id": int, "blank_identifier_id": int, "vocab_size": int,
    "seq_len": int, "num_puzzle_identifiers": int, "total_groups": int,
    "mean_puzzle_examples": float, "total_puzzles": int, "sets": list,
}  # fmt: skip


def make_folder(run: Any, *options: str) -> Any:
    write("train.txt", TRAIN)
    write("test.txt", TEST)
    result = run("shuffle", "train.txt", "--layout", "hrm", "-o", "made", *options)
    assert result.status == 0, result.err
    return result


def load(split: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Load a part of the folder as the loaders of HRM and TRM do."""
    metadata = json.loads(Path("made", split, "dataset.json").read_text())
    assert {name: type(value) for name, value in metadata.items()} == METADATA
    (name,) = metadata["sets"]
    return metadata, {
        field: np.load(
            f"made/{split}/{name}__{field}.npy",
            mmap_mode="r" if field in {"inputs", "labels"} else None,
        )
        for field in FIELDS
    }


def test_each_sudoku_is_a_group_with_its_copies(run: Any) -> None:
    result = make_folder(run, "--test", "test.txt", "-n", "4", "--seed", "3")
    assert result.err == "Examples written to made: train 15, test 1\n"
    metadata, data = load("train")
    assert metadata == {
        "pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "vocab_size": 6,
        "seq_len": 16, "num_puzzle_identifiers": 1, "total_groups": 3,
        "mean_puzzle_examples": 1.0, "total_puzzles": 3, "sets": ["all"],
    }  # fmt: skip
    assert data["group_indices"].tolist() == [0, 5, 10, 15]
    assert data["puzzle_indices"].tolist() == list(range(16))
    assert data["puzzle_identifiers"].tolist() == [0] * 15
    assert {one.dtype.name for one in data.values()} == {"uint8", "int32"}
    puzzles, solved = data["inputs"] - 1, data["labels"] - 1
    assert ["".join(map(str, one)).replace("0", ".") for one in puzzles[::5]] == TRAIN
    assert (solutions(puzzles).grids.reshape(15, 16) == solved).all()
    classes = keys(puzzles).tolist()
    assert [classes.index(key) for key in classes] == [0] * 5 + [5] * 5 + [10] * 5
    assert len(np.unique(puzzles, axis=0)) > 10
    assert load("test")[1]["inputs"].tolist() == [
        [1 if cell == "." else int(cell) + 1 for cell in TEST[0]]
    ]
    assert json.loads(Path("made/identifiers.json").read_text()) == ["<blank>"]


def test_the_copies_depend_on_the_options(run: Any) -> None:
    found = list[bytes]()
    for options in (("--seed", "1"), ("--seed", "1"), ("--seed", "2")):
        make_folder(run, "-n", "2", *options)
        found.append(Path("made/train/all__inputs.npy").read_bytes())
    assert found[0] == found[1] != found[2]
    make_folder(run, "-n", "9", "--only", "digits")
    _, data = load("train")
    for one in (data["inputs"] > 1).reshape(3, 10, 16):
        assert (one == one[0]).all()
    make_folder(run, "-n", "0")
    assert load("train")[1]["inputs"].shape == (3, 16)


def test_pieces_make_the_same_folder(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    make_folder(run, "-n", "2", "--seed", "1", "--only", "rows,digits")
    inputs = load("train")[1]["inputs"].copy()
    monkeypatch.setattr(training_folder, "_EXAMPLES_AT_ONCE", 3)
    make_folder(run, "-n", "2", "--seed", "1", "--only", "rows,digits")
    assert load("train")[1]["inputs"].shape == inputs.shape
    assert (load("train")[1]["inputs"][::3] == inputs[::3]).all()


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (["1" + 15 * "."], "bad.txt:1:1: the Sudoku does not have exactly one solution"),
        (["11" + 14 * "."], "bad.txt:1:1: the Sudoku does not have exactly one solution"),
        (["1" * 81], "needs Sudokus with boxes of one shape, found 2x2 and 3x3"),
    ],
)
def test_what_cannot_be_an_example_is_one_sentence(
    run: Any, lines: list[str], sentence: str
) -> None:
    write("train.txt", TRAIN)
    write("bad.txt", lines)
    for files in (["train.txt", "bad.txt"], ["train.txt", "--test", "bad.txt"]):
        result = run("shuffle", *files, "--layout", "hrm", "-o", "made")
        assert (result.status, result.err.count("\n")) == (2, 1), result.err
        assert sentence in result.err
        assert not Path("made").exists()


def test_lines_that_cannot_be_read_are_reported_and_left_out(run: Any) -> None:
    write("train.txt", [*TRAIN, "12.."])
    result = run("shuffle", "train.txt", "--layout", "hrm", "-o", "made", "-n", "1")
    assert result.status == 2
    assert "train.txt:4" in result.err
    assert load("train")[1]["inputs"].shape == (6, 16)


def test_other_files_are_not_overwritten(run: Any) -> None:
    make_folder(run, "--test", "test.txt")
    make_folder(run, "--test", "test.txt")  # its own files are replaced
    result = run("shuffle", "train.txt", "--layout", "hrm", "-o", "made")
    assert (result.status, "test data of an earlier run" in result.err) == (2, True)
    Path("made/train/mine.txt").touch()
    result = run("shuffle", "train.txt", "--test", "test.txt", "--layout", "hrm", "-o", "made")
    assert (result.status, "mine.txt" in result.err) == (2, True)
    make_folder(run, "--test", "test.txt", "--force")
    assert Path("made/train/mine.txt").exists()


def test_an_error_leaves_no_new_folder(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    write("train.txt", TRAIN)

    def fail(*_: object, **__: object) -> None:
        raise OutputError("the disk is full")

    monkeypatch.setattr(training_folder, "shuffled", fail)
    result = run("shuffle", "train.txt", "--layout", "hrm", "-o", "made")
    assert (result.status, Path("made").exists()) == (2, False)


@pytest.mark.slow
@pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed")
def test_torch_trains_with_the_folder(run: Any) -> None:
    """Sample groups, take one example of each, and mask the labels, as the loaders do."""
    torch: Any = pytest.importorskip("torch")
    make_folder(run, "-n", "7", "--seed", "1")
    metadata, data = load("train")

    class Examples(torch.utils.data.IterableDataset):  # type: ignore[misc]
        def __iter__(self) -> Any:
            rng = np.random.Generator(np.random.Philox(seed=1))
            groups, puzzles = data["group_indices"], data["puzzle_indices"]
            for group in rng.permutation(groups.size - 1):
                puzzle = rng.integers(groups[group], groups[group + 1])
                assert puzzles[puzzle + 1] - puzzles[puzzle] == 1
                example = puzzles[puzzle]
                inputs, found = (data[name][[example]].astype(np.int32) for name in FIELDS[:2])
                found[found == metadata["ignore_label_id"]] = -100
                yield {"inputs": torch.from_numpy(inputs), "labels": torch.from_numpy(found)}

    batches = list(torch.utils.data.DataLoader(Examples(), batch_size=None))
    table = torch.nn.Embedding(metadata["vocab_size"], 8)
    head = torch.nn.Linear(8, metadata["vocab_size"])
    for batch in batches:
        scores = head(table(batch["inputs"]))
        loss = torch.nn.functional.cross_entropy(scores[0], batch["labels"][0].long())
        assert torch.isfinite(loss)
    assert len(batches) == 3
