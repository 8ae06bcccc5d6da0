"""Which room may know which: imports go only upwards in the list."""

import ast

import pytest

from conftest import ROOT

ROOMS = ["sudoku", "encoding", "solvers", "comparison", "studies", "report", "commands", "cli"]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_uses_only_the_rooms_above_it(room: str) -> None:
    files = [ROOT / "cli.py"] if room == "cli" else sorted((ROOT / room).glob("*.py"))
    assert files
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                is_of_other_room = node.level == (1 if room == "cli" else 2)
                if is_of_other_room and node.module:
                    used = node.module.split(".")[0]
                    assert ROOMS.index(used) < ROOMS.index(room), f"{file.name}: {node.module}"
                assert (
                    node.level or not (node.module or "").startswith("sudokopie") or room == "cli"
                )
