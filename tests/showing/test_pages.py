"""Answers as pages: what stands in them, and where they are written."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from page_reader import Reader, cells

from sudokopie import BoxShape, Grid, decide, parse_pair
from sudokopie.answers.visible_symmetry import survey as real_survey
from sudokopie.reading.pair_files import make_box_comment
from sudokopie.showing.answer_formatter import AnswerFormatter
from sudokopie.showing.answer_report import AnswerReport
from sudokopie.showing.answers_page import PageAnswers, make_answers_page
from sudokopie.showing.report_decision import DecisionReport
from sudokopie.sudoku.random_grids import random_transformation
from sudokopie.sudoku.transformation import find_source_cells

from conftest import INSTANCES, ROOT, SHARED, pair_from
from present import has, present

COPIES = INSTANCES / "size9-clues25-copies.txt"
MOVED = INSTANCES / "size9-clues25-moved.txt"


def page_of(said: AnswerReport) -> str:
    answers = PageAnswers()
    answers.add_result("pair.txt", said)
    return make_answers_page(answers, AnswerFormatter())


def test_without_scripts_there_are_both_grids_and_all_steps(run: Any, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    result = run("solve", str(COPIES), "--html", str(html))
    assert result.status == 0
    assert result.err == f"Saved as {html}\n"
    page = Reader(html.read_text(encoding="utf-8"))
    first, second = pair_from(COPIES)
    assert Grid(cells(page.tables[0])) == first
    assert Grid(cells(page.tables[1])) == second
    printed = re.findall(r"^(?:Turn|Swap|Move|Rename).*", result.out, re.MULTILINE)
    assert [item.replace("\u200a→\u200a", " -> ") for item in page.items] == printed
    assert "These Sudokus are copies of each other." in page.text
    assert "Number of steps: 6" in page.text


@pytest.mark.parametrize("path", sorted(INSTANCES.glob("*-copies.txt")), ids=lambda path: path.stem)
def test_what_the_boards_play_leads_from_one_grid_to_the_other(path: Path) -> None:
    """The parts in the page, carried out by code of this test's own, there and back."""
    first, second = pair_from(path)
    answer = decide(first, second)
    page = Reader(page_of(DecisionReport(answer, AnswerFormatter())))
    data = json.loads(page.scripts[0])
    assert len(data["tracks"]) == (2 if answer.steps else 0)
    for shown, grid in zip(data["grids"], (first, second), strict=True):
        assert shown["cells"] == [v for row in grid for v in row]
        assert (shown["size"], shown["height"], shown["width"]) == (grid.size, *grid.shape)
    for track in data["tracks"]:
        begins, ends = (data["grids"][track[end]] for end in ("begins", "ends"))
        assert carried_out(begins, track) == ends["cells"]


def carried_out(grid: dict[str, Any], track: dict[str, Any]) -> list[int]:
    """Return the cells of a grid of a page after the steps of a track."""
    size, height, width = (grid[name] for name in ("size", "height", "width"))
    rows = tuple(tuple(grid["cells"][size * r : size * r + size]) for r in range(size))
    for part in track["order"]:
        how = track[part]
        if part == "rotation":
            rows = turns(rows, how)
        elif part == "digits":
            rows = tuple(tuple(value and how[value - 1] for value in row) for row in rows)
        else:
            length = height if part in ("bands", "rows") else width
            if part in ("bands", "stacks"):
                places = [length * block + i for block in how for i in range(length)]
            else:
                places = [length * b + i for b, block in enumerate(how) for i in block]
            if part in ("bands", "rows"):
                rows = tuple(rows[place] for place in places)
            else:
                rows = tuple(tuple(row[place] for place in places) for row in rows)
    return [value for row in rows for value in row]


def test_the_tables_of_places_say_the_same_as_the_steps() -> None:
    """Whoever follows the table alone arrives too, with the turn where the heading says."""
    rng = Random(5)
    for shape in [BoxShape(3, 3), BoxShape(2, 3), BoxShape(4, 4)] * 5:
        size = shape.size
        first = Grid([[rng.randint(0, size) for _ in range(size)] for _ in range(size)], shape)
        second = random_transformation(shape, rng).apply(first)
        answer = decide(first, second)
        assert answer.transformation is not None
        page = Reader(page_of(DecisionReport(answer, AnswerFormatter())))
        forward, backward = page.tables[2], page.tables[3]
        turned = turns(first.rows, answer.transformation.rotation)
        assert moved(turned, forward) == second.rows
        back = moved(second.rows, backward)
        assert turns(back, -answer.transformation.rotation % 4) == first.rows


def turns(rows: Any, quarters: int) -> Any:
    for _ in range(quarters):
        rows = tuple(zip(*rows[::-1], strict=True))
    return rows


def moved(rows: Any, table: list[list[str]]) -> Any:
    """Do what a table says: row, column and value i go to, or become, what stands under i."""
    _, to_row, to_column, becomes = table
    size = len(rows)
    new = [[0] * size for _ in range(size)]
    for r in range(size):
        for c in range(size):
            value = rows[r][c] and int(becomes[rows[r][c]])
            new[int(to_row[r + 1]) - 1][int(to_column[c + 1]) - 1] = value
    return tuple(map(tuple, new))


def test_a_step_says_where_cells_come_from() -> None:
    way = decide(Grid([[1, 2], [0, 0]], (1, 2)), Grid([[0, 0], [2, 1]], (1, 2))).transformation
    assert way is not None
    assert find_source_cells(way.make_instructions(), way.shape) in ((2, 3, 0, 1), (3, 2, 1, 0))


def test_a_page_is_small_and_asks_for_nothing(run: Any, tmp_path: Path) -> None:
    full = INSTANCES / "size9-clues81-copies.txt"
    largest = INSTANCES / "size25-clues625-copies.txt"
    html = tmp_path / "page.html"
    for files in ([largest], [COPIES, MOVED, full], [full]):
        assert run("solve", "-q", *map(str, files), "--html", str(html)).status in (0, 1)
        text = html.read_text(encoding="utf-8")
        # The list of several answers needs a script and styles of its own.
        assert len(text.encode()) < (107_000 if len(files) == 1 else 117_000)
    links = Reader(text).links
    wiki = "https://www.sudokuwiki.org/sudoku.htm?bd="
    assert wiki + "".join(str(v) for row in pair_from(full)[0] for v in row) in links
    assert all(link.startswith((wiki, "data:")) for link in links)


def test_no_folder_is_named(run: Any, tmp_path: Path) -> None:
    """A page is shared: of a file it says the name, and the folder's where two have one name."""
    html, missing = tmp_path / "page.html", tmp_path / "missing.txt"
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pair.txt").write_bytes(COPIES.read_bytes())
    files = [str(tmp_path / name / "pair.txt") for name in ("one", "two")]
    run("solve", "-q", *files, str(COPIES), str(missing), "--html", str(html))
    text = html.read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    assert str(INSTANCES) not in text
    for name in ("one/pair.txt", "two/pair.txt", COPIES.name, "missing.txt", "cannot be read"):
        assert name in text


SECRET = "secret-folder"

_ON_PAGES = present(
    [
        ("solve", "{}/copies.txt", "{}/moved.txt", "{}/wrong.txt", "{}/missing.txt"),
        ("solve", "{}/alike.txt"),
        ("solve", "{}/moved.txt", "--certificate", "{}/certificate"),
        ("nearest", "{}/moved.txt"),
        ("within", "{}/copies.txt"),
        ("ways", "{}/copies.txt"),
        ("symmetries", "{}/copies.txt"),
        ("decode", "{}/question.cnf", "{}/no.out"),
        ("duplicates", "{}/list.txt", "{}/more.txt"),
        ("duplicates", "{}/list.txt", "--near", "1"),
        ("duplicates", "{}/list.txt", "--against", "{}/more.txt"),
        ("catalogue", "find", "{}/seen.db", "{}/list.txt", "--near", "1"),
        ("catalogue", "find", "{}/seen.db", "{}/one.txt", "--within"),
        ("catalogue", "find", "{}/seen.db", "{}/list.txt", "{}/wrong.txt"),
        ("catalogue", "review", "{}/seen.db", "{}/list.txt"),
        ("catalogue", "review", "{}/seen.db", "{}/one.txt"),
    ]
)


@pytest.fixture
def secret(run: Any, tmp_path: Path) -> str:
    """A folder with files for all that makes pages."""
    folder = tmp_path / SECRET
    folder.mkdir()
    puzzle, near = "12..............", "13..4..........."
    for name, text in {
        "copies.txt": COPIES.read_text(),
        "moved.txt": MOVED.read_text(),
        "alike.txt": (INSTANCES / "cyclic-6-switched.txt").read_text(),
        "wrong.txt": "12x\n",
        "list.txt": f"{puzzle}\n{puzzle[::-1]}\n{near}\n12.34...........\n",
        "more.txt": f"{near[::-1]}\n{puzzle[::-1]}\n",
        "one.txt": "..............21\n",
        "no.out": "s UNSATISFIABLE\n",
    }.items():
        (folder / name).write_text(text)
    database, question = str(folder / "seen.db"), str(folder / "question.cnf")
    if has("catalogue"):
        assert run("catalogue", "add", database, str(folder / "more.txt")).status == 0
    assert run("export", str(INSTANCES / "cyclic-6-switched.txt"), "-o", question).status == 0
    return str(folder)


@pytest.mark.parametrize("words", _ON_PAGES, ids=" ".join)
def test_no_page_names_a_folder(
    run: Any, secret: str, tmp_path: Path, words: tuple[str, ...]
) -> None:
    html = tmp_path / "page.html"
    arguments = [word.format(secret) for word in words]
    run(*arguments, "--html", str(html))
    text = html.read_text(encoding="utf-8")
    assert SECRET not in text
    assert any(Path(word).name in text for word in words)


def test_one_symmetry_is_no_success(run: Any, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    assert run("symmetries", str(INSTANCES / "sudoku0.txt"), "--html", str(html)).status == 0
    assert 'class="said outcome plain"' in html.read_text(encoding="utf-8")


def test_links_to_the_solver_for_ordinary_sudokus_only(run: Any, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    run("solve", str(INSTANCES / "size4-clues5-copies.txt"), "--html", str(html))
    assert "sudokuwiki" not in html.read_text(encoding="utf-8")


def test_several_pairs_make_one_page_with_a_list(run: Any, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    files = [COPIES, INSTANCES / "size4-clues5-moved.txt", tmp_path / "missing.txt"]
    result = run("solve", *map(str, files), "--html", str(html), "--json")
    assert result.status == 2
    assert "Saved" not in result.err
    page = Reader(html.read_text(encoding="utf-8"))
    assert [link for link in page.links if link.startswith("#e")] == ["#entry-1", "#entry-2"]
    assert page.text.count("These Sudokus are not copies of each other.") == 1
    words = " ".join(page.text.split())
    assert "Copies 1" in words
    assert "Not copies 1" in words
    assert "Not readable 1 missing.txt 1 cannot be read" in words


def test_a_no_says_why_and_marks_the_cells(run: Any, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    path = INSTANCES / "size9-clues25-moved.txt"
    out = run("solve", "--json", str(path), "--html", str(html)).out
    text = html.read_text(encoding="utf-8")
    reason = json.loads(out)["reason"]
    assert reason["sentence"] in Reader(text).text
    assert text.count('<td class="marked">') == len(reason["second_cells"]) == 6
    second = pair_from(path)[1]
    marked = sorted(int(value) for value in re.findall(r'<td class="marked">(\d)', text))
    assert marked == sorted(second[r - 1, c - 1] for r, c in reason["second_cells"])
    assert "It has none of them." in text
    assert json.loads(Reader(text).scripts[0])["reason"] == reason  # drawn on the boards


def test_a_no_draws_the_cycles_of_two_lines(run: Any, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    run("solve", "-q", str(INSTANCES / "size9-clues81-switched.txt"), "--html", str(html))
    text = html.read_text(encoding="utf-8")
    assert re.findall(r'<th scope="col" class="marked">(\d)', text) == ["5", "6"]
    drawn = re.findall(r'<svg class="cycle" role="img" aria-label="([^"]*)"(.*?)</svg>', text, re.S)
    assert [said for said, _ in drawn] == ["6 → 8 → 4 → 3 → 9 → 6", "2 → 7 → 2", "1 → 5 → 1"]
    assert [len(re.findall("<text>", shapes)) for _, shapes in drawn] == [5, 2, 2]


def test_names_and_texts_stay_text(run: Any, tmp_path: Path) -> None:
    name = "<script>alert(1)<script>&amp;'\"{{ 7 * 7 }}.txt"
    (tmp_path / name).write_bytes(COPIES.read_bytes())
    html = tmp_path / "page.html"
    assert run("solve", str(tmp_path / name), "--html", str(html)).status == 0
    page = Reader(html.read_text(encoding="utf-8"))
    assert name in page.text
    assert len(page.scripts) == 4  # the answer, the page's texts, its program, what unpacks that
    assert not any("alert" in script for script in page.scripts)
    strange = f"{tmp_path}/\udcff.txt"  # a name of bytes that are no text
    Path(strange).write_bytes(COPIES.read_bytes())
    assert run("solve", strange, "--html", str(html)).status == 0
    assert "\\udcff.txt" in html.read_text(encoding="utf-8")


@pytest.mark.usefixtures("folder")
def test_names_with_a_slash_are_shown_whole(run: Any) -> None:
    lines = ["12..............,Heft 9/2023", "..............21,Heft 10/2023"]
    Path("pair.csv").write_text("\n".join(["sudoku,title", *lines, ""]), encoding="utf-8")
    run("solve", "pair.csv", "--html", "page.html")
    data = json.loads(Reader(Path("page.html").read_text(encoding="utf-8")).scripts[0])
    assert data["titles"] == ["First Sudoku: Heft 9/2023", "Second Sudoku: Heft 10/2023"]


def test_a_page_in_german(run: Any, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    run("solve", "--lang", "de", str(COPIES), "--html", str(html))
    text = html.read_text(encoding="utf-8")
    assert '<html lang="de">' in text
    page = Reader(text)
    assert page.items[0] == "Um 90° nach rechts drehen"
    assert "Sind diese Sudokus Kopien voneinander?" in page.text
    assert page.tables[2][1][0] == "Zeile kommt nach"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("-", "--html needs the name of a file"),
        ("pair.txt", "pair.txt is read by this command, so it cannot be written too"),
        ("./pair.txt", "./pair.txt is read by this command, so it cannot be written too"),
        ("missing/page.html", "missing/page.html: No such file or directory"),
        (".", ".: Is a directory"),
    ],
)
def test_where_a_page_cannot_be_written_nothing_is_decided(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pair.txt").write_bytes(COPIES.read_bytes())
    result = run("solve", "pair.txt", "--html", name)
    assert result.status == 2
    assert not result.out
    assert message in result.err
    assert len(result.err.splitlines()) == 1
    assert Path("pair.txt").read_bytes() == COPIES.read_bytes()


def test_a_page_of_what_a_solver_answered(run: Any, tmp_path: Path) -> None:
    cnf, said, html = (str(tmp_path / name) for name in ("q.cnf", "said", "page.html"))
    run("export", str(INSTANCES / "size4-clues5-moved.txt"), "-o", cnf)
    Path(said).write_text("s UNSATISFIABLE\n")
    assert run("decode", cnf, said, "--html", html).status == 1
    assert "not copies of each other" in Reader(Path(html).read_text()).text
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text("12..\n..1.\n..2.\n.3.1\n")
    cnf = str(tmp_path / "completion.cnf")
    run("export", "--question", "completion", str(puzzle), "-o", cnf)
    Path(said).write_text("s UNSATISFIABLE\n")
    assert run("decode", cnf, said, "--html", html).status == 1
    page = Reader(Path(html).read_text())
    assert "This Sudoku has no solution." in page.text
    assert len(page.tables) == 2
    refused = run("decode", cnf, said, "--html", cnf)
    assert "is read by this command" in refused.err


def test_symmetries_are_played_as_one_move(run: Any, tmp_path: Path) -> None:
    """To where one is seen, the mirror as a whole, the renaming, and back."""
    puzzle, html = tmp_path / "puzzle.txt", tmp_path / "page.html"
    puzzle.write_text(".13.\n.2..\n1...\n..14\n")
    assert run("symmetries", str(puzzle), "--html", str(html)).status == 0
    page = Reader(html.read_text(encoding="utf-8"))
    assert page.items[1:3] == [
        "Mirrored in the diagonal from top left to bottom right",
        "Rename the digits: 2\u200a→\u200a4, 4\u200a→\u200a2",
    ]
    data = json.loads(page.scripts[0])
    to, symmetry, back = data["tracks"]
    assert [(track["begins"], track["ends"]) for track in (to, symmetry, back)] == [
        (0, 1),
        (1, 1),
        (1, 0),
    ]
    assert symmetry["moves"] == [4 * c + r for r in range(4) for c in range(4)]
    assert symmetry["motion"] == "Mirrored in the diagonal from top left to bottom right"
    assert symmetry["order"] == ["digits"]
    grid, names = data["grids"][1]["cells"], [0, *symmetry["digits"]]
    moved = {symmetry["moves"][place]: names[value] for place, value in enumerate(grid)}
    assert [moved[place] for place in range(16)] == grid
    assert html.read_text().count('<td class="marked">') == 4  # the diagonal stays in place
    assert html.read_text().count("Row goes to") == 2  # of the mirror no table, that says turn
    assert page.items[-1].startswith("Turn right by 90°")  # of those that give all


def test_a_half_turn_is_played_as_one(run: Any, tmp_path: Path) -> None:
    puzzle, html = tmp_path / "puzzle.txt", tmp_path / "page.html"
    puzzle.write_text("123.\n....\n....\n.321\n")
    assert run("symmetries", str(puzzle), "--html", str(html)).status == 0
    page = Reader(html.read_text(encoding="utf-8"))
    (symmetry,) = json.loads(page.scripts[0])["tracks"]  # it is seen where it is
    assert (symmetry["rotation"], symmetry["order"]) == (2, ["rotation", "digits"])
    assert symmetry["digits"] == [1, 2, 3, 4]
    assert "moves" not in symmetry
    assert page.items == ["Turned by 180°", "Turn by 180°"]


def test_a_collection_of_symmetries(run: Any, tmp_path: Path) -> None:
    puzzles, html = tmp_path / "puzzles.txt", tmp_path / "page.html"
    puzzles.write_text("12..............\n................\n")
    assert run("symmetries", "-q", str(puzzles), "--html", str(html)).status == 0
    page = Reader(html.read_text(encoding="utf-8"))
    assert "puzzles.txt:1" in page.text
    assert "puzzles.txt:2" in page.text
    assert len([link for link in page.links if link.startswith("#e")]) == 2


def test_what_was_interrupted_shows_what_is_known(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles, html = tmp_path / "puzzles.txt", tmp_path / "page.html"
    puzzles.write_text("12..............\n................\n")
    html.write_text("an older page")
    left = 0

    def survey(*given: Any, **options: Any) -> Any:
        nonlocal left
        if not left:
            raise KeyboardInterrupt
        left -= 1
        return real_survey(*given, **options)

    monkeypatch.setattr("sudokopie.commands.symmetries.survey", survey)
    result = run("symmetries", str(puzzles), "--html", str(html))
    assert result.status == 130
    assert result.err == f"Not written: {html}\n"
    assert html.read_text() == "an older page"
    left = 1
    assert run("symmetries", str(puzzles), "--html", str(html)).status == 130
    page = Reader(html.read_text(encoding="utf-8")).text
    assert "The work was interrupted. Answers so far: 1." in page
    assert "puzzles.txt:1" in page
    assert "puzzles.txt:2" not in page


def test_without_any_answer_there_is_no_page(run: Any, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    result = run("solve", str(tmp_path / "missing.txt"), "--html", str(html))
    assert result.status == 2
    assert result.err.endswith(f"{html} is not written: there is no answer to show\n")
    assert not html.exists()


def test_of_very_many_answers_the_first_are_shown(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudokopie.showing.answers_page.MAX_ANSWERS_ON_PAGE", 2)
    puzzles, html = tmp_path / "puzzles.txt", tmp_path / "page.html"
    puzzles.write_text("12..............\n" * 3 + "12x\n")
    result = run("symmetries", "-q", str(puzzles), "--html", str(html))
    assert result.out.splitlines()[:3] == [f"{puzzles}:{line}: 16" for line in (1, 2, 3)]
    assert f"{html} shows the first 3 of 4\n" in result.err
    page = Reader(html.read_text())
    assert "These are the first 3 of 4." in page.text
    # The caption of a Sudoku without a name is its place.
    assert page.text.count("\npuzzles.txt:1\n") == page.text.count("\npuzzles.txt:2\n") > 1
    assert "puzzles.txt:3" not in page.text
    assert "(4:4)" in page.text  # an error after the answers that are shown


def test_what_is_wrong_with_a_collection_stands_on_its_page(run: Any, tmp_path: Path) -> None:
    puzzles, html = tmp_path / "puzzles.txt", tmp_path / "page.html"
    puzzles.write_text("12..............\n12.............x1\n")
    missing = str(tmp_path / "missing.txt")
    result = run("symmetries", "--json", str(puzzles), missing, "--html", str(html))
    assert result.status == 2
    statuses = [json.loads(line)["status"] for line in result.out.splitlines()]
    assert statuses == ["found", "error", "error"]
    words = " ".join(Reader(html.read_text()).text.split())
    assert "missing.txt 1 cannot be read" in words
    assert "(2:16)" in words


def test_names_on_the_terminal_are_harmless(run: Any, tmp_path: Path) -> None:
    strange = tmp_path / "a\x1b[31m\u202eb.txt"
    strange.write_bytes(COPIES.read_bytes())
    html = tmp_path / "page.html"
    result = run("solve", "-q", str(strange), str(COPIES), "--html", str(html))
    assert "a\\x1b[31m\\u202eb.txt: These Sudokus" in result.out
    assert "a\\x1b[31m\\u202eb.txt" in html.read_text()
    assert "\x1b" not in result.out + html.read_text()


def test_a_solvers_no_is_its_claim(run: Any, tmp_path: Path) -> None:
    """What is not shown by a reason of ours is not said as a fact."""
    cnf, said, html = (str(tmp_path / name) for name in ("q.cnf", "said", "page.html"))
    run("export", str(COPIES), "-o", cnf)
    Path(said).write_text("s UNSATISFIABLE\n")
    result = run("decode", cnf, said, "--html", html)
    assert result.status == 1
    claim = f"{said} claims that these Sudokus are not copies of each other."
    assert claim in result.out
    assert "takes a proof" not in result.out
    page = Reader(Path(html).read_text()).text
    assert claim.replace(said, Path(said).name) in page
    assert "This claim was not checked." in page


@pytest.mark.skipif(not SHARED.exists(), reason="the contest's files are elsewhere")
def test_pages_of_the_contest(run: Any, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    files = sorted(map(str, (SHARED / "bwinf").glob("*.txt")))
    assert run("solve", "-q", *files, "--html", str(html)).status in (0, 1)
    assert len(Reader(html.read_text(encoding="utf-8")).tables) >= 2 * len(files)


@pytest.mark.parametrize("command", ["nearest", "within", "ways"])
def test_other_answers_about_pairs_have_pages(command: str, run: Any, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    result = run(command, str(COPIES), "--html", str(html))
    assert (result.status, result.err) == (0, f"Saved as {html}\n")
    page = Reader(html.read_text(encoding="utf-8"))
    first, second = pair_from(COPIES)
    assert Grid(cells(page.tables[0])) == first
    assert Grid(cells(page.tables[1])) == second
    assert any("Rename the digits" in item for item in page.items)


def test_the_page_of_near_copies_marks_what_differs(run: Any, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    assert run("nearest", str(MOVED), "--html", str(html)).status == 0
    first, second = pair_from(MOVED)
    page = html.read_text(encoding="utf-8")
    # One clue of each was moved; the third is the first Sudoku after the steps.
    tables = page.split("<table")[1:4]
    assert [table.count('class="marked"') for table in tables] == [1, 1, 1]
    image = Grid(cells(Reader(page).tables[2]))
    assert image.clues == first.clues
    assert sum(a == b != 0 for a, b in zip(sum(image, ()), sum(second, ()), strict=True)) == 24


# A worksheet


def test_a_worksheet_has_pairs_and_then_their_answers(run: Any, tmp_path: Path) -> None:
    html, again = tmp_path / "sheet.html", tmp_path / "again.html"
    result = run("random", "--seed", "3", "-n", "3", "--worksheet", str(html))
    assert (result.status, result.out, result.err) == (0, "", f"Saved as {html}\n")
    text = html.read_text(encoding="utf-8")
    tasks, key = text.split('class="key"')
    grids = [Grid(cells(table)) for table in Reader(tasks).tables]
    pairs = list(zip(grids[::2], grids[1::2], strict=True))
    assert len({decide(*pair).word for pair in pairs}) == 2
    assert "marked" not in tasks.partition("</style>")[2]  # which would tell the answer
    for part, pair in zip(key.split("</h3>")[1:], pairs, strict=True):
        answer = decide(*pair)
        assert ("are copies" if answer.transformation else "are not copies") in part
        assert len(Reader(part).items) == (answer.steps or 0)
        assert ('class="marked"' in part) == (answer.transformation is None)
    command = re.findall("<code>sudokopie (.*)</code>", key)[0].replace("FILE", str(again))
    assert run(*command.split()).status == 0
    assert again.read_bytes() == html.read_bytes()
    assert run("random", "--worksheet", "-").status == 2
    assert "<script" not in text
    same = "random", "--seed", "3", "--related", "no"
    run(*same, "-n", "2", "--worksheet", str(html))
    tables = Reader(html.read_text(encoding="utf-8").partition('class="key"')[0]).tables
    assert [Grid(cells(table)) for table in tables[:2]] == [*parse_pair(run(*same).out)]


def test_a_worksheet_in_german_is_for_the_shape_that_was_asked_for(
    run: Any, tmp_path: Path
) -> None:
    html = tmp_path / "sheet.html"
    options = "--box", "2x3", "--lang", "de", "--related", "yes", "--worksheet", str(html)
    assert run("random", *options).status == 0
    text = html.read_text(encoding="utf-8")
    assert text.count("<h2>Paar ") == 4
    assert "Lösungen" in text and "Schritt" in text
    assert text.count("<li>", text.index("<h2>Paar 1"), text.index("<h2>Paar 2")) == 9


def test_the_comment_of_the_boards_about_boxes_is_read() -> None:
    script = (ROOT / "showing" / "board" / "grids.js").read_text()
    (comment,) = re.findall(r"`(# .*?)\\n`", script)
    comment = comment.replace("${height}", "3").replace("${width}", "2")
    assert f"{comment}\n" == make_box_comment(BoxShape(3, 2))
