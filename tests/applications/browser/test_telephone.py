"""The page on a telephone: the bar with its parts, and nothing beside the screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from built_page import small, with_script

from sudokopie import BoxShape, Grid
from sudokopie.sudoku.grid import format_line

from browser import axe_violations, browser, page_errors
from conftest import INSTANCES, pair_from

pytestmark = pytest.mark.gate

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

__all__ = ["browser", "small"]  # fixtures

FIRST, SECOND = pair_from(INSTANCES / "size9-clues25-copies.txt")
SCREENS = [(320, 568), (360, 640), (390, 844)]


def numbers(grid: Grid) -> str:
    """Return a Sudoku of any size in a form that the page without Python reads."""
    return "%20".join(str(digit or ".") for row in grid for digit in row)


def link(pair: tuple[Grid, Grid]) -> str:
    first, second = map(numbers if pair[0].size > 9 else format_line, pair)
    return f"first={first}&second={second}"


# A pair of Sudokus that are not copies, which the kernel cannot decide.
HARD = (
    Grid("456789123456789123567891234891234567567891234123456789912345678789123456678912345"),
    Grid("567891234567891234456789123891234567123456789456789123678912345912345678789123456"),
)
# A pair of which rows, columns and digits must be sorted to see that they are not copies.
SORTED = (
    Grid("2....114.....3.."),
    Grid("...2411......3.."),
)


def two_in_each_line(size: int, height: int, is_moved: bool) -> Grid:
    """Return a Sudoku with two clues in each row and column; or with one of them in another row."""
    cells = [[0] * size for _ in range(size)]
    for line in range(size):
        cells[line][line] = cells[line][line - 1] = 1 + line
    if is_moved:
        cells[0][0], cells[1][2] = 0, 1
    return Grid(cells, BoxShape(height, size // height))


CLUES = Grid("1" + "." * 15), Grid("12" + "." * 14)

LINKS = {
    "blank": "",
    "one": f"first={format_line(FIRST)}",
    "yes": link((FIRST, SECOND)),
    "no": link(pair_from(INSTANCES / "size9-clues17-moved.txt")),
    "no reason": link(pair_from(INSTANCES / "size9-clues81-switched.txt")),
    "no boxes": link(pair_from(INSTANCES / "size9-clues25-moved.txt")),
    "no clues": link(CLUES),
    "no lines": link((two_in_each_line(9, 3, False), two_in_each_line(9, 3, True))),
    "no lines 36": link((two_in_each_line(36, 6, False), two_in_each_line(36, 6, True))),
    "no sorting": link(SORTED),
    "undecided": link(HARD),
    "no 25": link(pair_from(INSTANCES / "size25-clues200-moved.txt")),
    "same": link((FIRST, FIRST)),
    "two blanks": link((Grid("." * 81), Grid("." * 81))),
    "unreadable": "first=12x",
    "16": link(pair_from(INSTANCES / "size16-clues100-copies.txt")),
    "25": link(pair_from(INSTANCES / "size25-clues200-copies.txt")),
    "36": link(pair_from(INSTANCES / "sizes36-copies.txt")),
}

OUTSIDE = """() => [
    document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ...[...document.querySelectorAll("button, h1, h2, p, .board, .badge, textarea")]
        .filter((one) => one.checkVisibility())
        .filter((one) => !one.closest(".sr, #state, .dense .pool"))  // this pool is scrolled
        .map((one) => [one, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < -1 || box.right > innerWidth + 1))
        .map(([one]) => one.outerHTML.slice(0, 99)),
]"""


@pytest.fixture(scope="module")
def opened(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A telephone, and what should not happen on it."""
    context = browser.new_context(
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
        viewport={"width": 360, "height": 640},
    )
    page = context.new_page()
    page.set_default_timeout(10_000)
    yield page, page_errors(page)
    context.close()


@pytest.fixture
def page(opened: tuple[Page, list[str]]) -> Iterator[Page]:
    """A telephone; nothing may go wrong on its page."""
    page, errors = opened
    page.set_viewport_size({"width": 360, "height": 640})
    yield page
    assert errors == []


def visit(page: Page, small: Path, state: str, lang: str = "en") -> None:
    """Open the page anew in a state of LINKS, and wait for its answer."""
    page.goto("about:blank")
    page.goto(f"{small.as_uri()}#lang={lang}&{LINKS[state]}")
    page.locator(".verdict:not(.running) h1").wait_for()


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_nothing_is_beside_the_screen(
    page: Page, small: Path, lang: str, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    for state in LINKS:
        visit(page, small, state, lang)
        assert page.evaluate(OUTSIDE) == [0], state
        if state != "yes":
            continue
        for _ in range(6):
            page.keyboard.press("PageDown")
            assert page.evaluate(OUTSIDE) == [0]
        for action in ("own", "hintWhere", "leaveOwn", "more", "keys"):
            page.locator(f"[data-do={action}]:visible").first.click()
            assert page.evaluate(OUTSIDE) == [0], action
        page.keyboard.press("Escape")
        for room in ("levels", "lists", "compare"):
            page.locator(f"#bar [data-room={room}]").click()
            assert page.evaluate(OUTSIDE) == [0], room


def test_the_bar_has_the_three_parts_of_the_page(page: Page, small: Path) -> None:
    visit(page, small, "yes")
    bar = page.get_by_role("navigation", name="Parts of the page")
    assert bar.get_by_role("button").all_inner_texts() == ["Compare", "Levels", "Lists"]
    for name, element in (("Levels", "#levels"), ("Lists", "#lists"), ("Compare", "#stage")):
        bar.get_by_role("button", name=name).click()
        page.locator(element).wait_for()
        assert bar.locator("[aria-current]").all_inner_texts() == [name]
        box = bar.bounding_box()
        assert box and box["y"] + box["height"] == 640
        assert axe_violations(page) == []
    page.locator("[data-do=own]").click()
    bar.get_by_role("button", name="Lists").click()
    page.locator("#lists").wait_for()
    page.set_viewport_size({"width": 1366, "height": 650})
    assert bar.get_by_role("button").all_inner_texts() == ["Compare", "Levels", "Lists"]
    page.locator("#bar").wait_for(state="hidden")


@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_the_bar_hides_nothing(page: Page, small: Path, screen: tuple[int, int]) -> None:
    """Verdict, boards, sentence and buttons are above the bar; the large board has large cells."""
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    for state in ("yes", "no", "same", "unreadable", "16"):
        visit(page, small, state)
        low, cell = page.evaluate(
            """() => [
                Math.max(...[...document.querySelectorAll(".verdict, .now, .deck, .board")]
                    .map((one) => one.getBoundingClientRect().bottom))
                    - document.querySelector("#bar").getBoundingClientRect().top,
                document.querySelector(".large .frame").width.baseVal.value,
            ]"""
        )
        assert low <= 0, (state, low)
        assert cell >= (16 * 16 if state == "16" else 9 * 28), (state, cell)


def line_counts(grid: Grid) -> list[str]:
    """Return how many clues each row and each column has."""
    return [str(sum(map(bool, line))) for line in (*grid, *zip(*grid, strict=True))]


def box_counts(grid: Grid) -> list[str]:
    """Return how many clues each box of 3×3 cells has."""
    return [
        str(sum(bool(grid[r + i][c + j]) for i in range(3) for j in range(3)))
        for r in range(0, 9, 3)
        for c in range(0, 9, 3)
    ]


@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_counts_are_beside_the_lines_and_in_the_boxes(
    page: Page, small: Path, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    lines = pair_from(INSTANCES / "size9-clues17-moved.txt")
    boxes = pair_from(INSTANCES / "size9-clues25-moved.txt")
    counts = page.locator(".large .above :is(.lab, .cnt text)")
    for state, board, wanted in (
        ("no", "1", line_counts(lines[0])),
        # Only the second board has a box that differs.
        ("no boxes", "2", box_counts(boxes[1])),
        ("no clues", "1", ["1", "0", "0", "0", "1"]),
    ):
        visit(page, small, state)
        assert page.locator(".which").all_text_contents() == [board]
        assert counts.all_text_contents() == wanted
        far, low = page.evaluate(
            """() => {
                const all = [...document.querySelectorAll(".large .above text")]
                    .map((one) => one.getBoundingClientRect());
                const next = document.querySelector(".now").getBoundingClientRect();
                return [
                    Math.max(...all.map((box) => box.right)) - innerWidth,
                    Math.max(...all.map((box) => box.bottom)) - next.top,
                ];
            }"""
        )
        assert far < 0
        assert low < 1
        mini = page.locator(".mini .above .mid").all_text_contents()
        assert mini == (box_counts(boxes[0]) if state == "no boxes" else [])
        assert bool(mini) == (page.locator(".mini .tok").count() == 0)
    assert page.locator(".mini .cnt").all_text_contents() == ["2"]
    page.locator(".mini .board").tap()
    assert page.locator(".which").all_text_contents() == ["2"]


def test_equal_lines_are_counted_by_squares_or_if_there_are_many_by_a_bar(
    page: Page, small: Path
) -> None:
    for state, squares in (("no lines", 18), ("no lines 36", 1)):
        visit(page, small, state)
        line = page.locator(".tally .l:has(i)").first
        assert line.locator("i").count() == squares
        widths = line.evaluate(
            "line => [line.clientWidth, ...[...line.children].map((one) => one.offsetWidth)]"
        )
        drawn = widths[1:-1]  # without the number after them
        assert max(drawn) <= 8 if squares > 1 else drawn[0] > 80
        assert sum(widths[1:]) <= widths[0]


def test_numbers_of_narrow_lines_do_not_overlap(page: Page, small: Path) -> None:
    for width, height in (*SCREENS, (1366, 650)):
        page.set_viewport_size({"width": width, "height": height})
        visit(page, small, "no 25")
        for look in (".large .lpill rect", "#A .cnt rect", "#B .lpill rect"):
            boxes = page.locator(look).evaluate_all(
                "all => all.map((one) => one.getBoundingClientRect())"
                ".map((b) => [b.x, b.y, b.width, b.height])"
            )
            for i, one in enumerate(boxes):
                for other in boxes[:i]:
                    across, down = (
                        min(one[k] + one[k + 2], other[k] + other[k + 2]) - max(one[k], other[k])
                        for k in (0, 1)
                    )
                    assert across <= 1.5 or down <= 1.5, (width, look)


def hidden_text(page: Page) -> int:
    """Return how many pixels of the text beside the small board are hidden."""
    hidden: int = page.locator(".now").evaluate("now => now.scrollHeight - now.clientHeight")
    return hidden


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_sentences_beside_the_small_board_are_whole(
    page: Page, small: Path, lang: str, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    for state in ("yes", "no", "no boxes", "no clues", "same", "undecided", "blank", "one"):
        visit(page, small, state, lang)
        assert hidden_text(page) <= 0, state
        if state == "yes":
            for _ in range(6):
                page.keyboard.press("PageDown")
                assert hidden_text(page) <= 0
            buttons = page.locator(".deck .row .btn").evaluate_all(
                "all => all.map((one) => one.getBoundingClientRect().top)"
            )
            assert len(buttons) == 4
            assert len(set(buttons)) == 1  # all in one row


@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_arcs_of_moving_rows_are_in_the_window(
    page: Page, small: Path, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    visit(page, small, "16")
    bar = page.locator(".scrub").bounding_box()
    assert bar
    middle = 1.4 / page.locator("[data-do=step]").count()  # of the second step, which moves bands
    page.locator(".scrub").click(position={"x": 8 + middle * (bar["width"] - 16), "y": 13})
    ends = page.locator(".arcs path").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().right)"
    )
    assert ends
    assert max(ends) <= screen[0]


def test_the_end_of_a_long_reason_is_beside_the_board(page: Page, small: Path) -> None:
    visit(page, small, "no sorting")
    said = page.locator(".now").inner_text()
    assert re.fullmatch(r"Of one kind there are \d+ in the first Sudoku, \d+ in the second\.", said)
    whole = page.locator(".steps .note").last.inner_text()
    assert whole.startswith("Rows, columns and digits were sorted")
    assert whole.endswith(said)


def test_a_reason_of_several_sentences_is_whole_in_the_explanation(
    browser: Browser, small: Path, tmp_path: Path
) -> None:
    """Python's sentence explains cycles; only its first part has room beside the board."""
    html = small.read_text(encoding="utf-8")
    longer = tmp_path / "longer.html"
    old = "stage.reason=answer.reason;"
    new = 'if(answer.reason)answer.reason.sentence+=" And one more sentence.".repeat(9);' + old
    longer.write_text(with_script(html, old, new), encoding="utf-8")
    page = browser.new_page(viewport={"width": 320, "height": 568})
    page.goto(f"{longer.as_uri()}#lang=de&{LINKS['no reason']}")
    page.locator(".verdict.no").wait_for()
    assert hidden_text(page) <= 0
    assert "more" not in page.locator(".now").inner_text()
    assert page.locator(".steps .note").last.inner_text().count("more") == 9
    page.close()


def test_a_small_page_offers_what_it_can_do(page: Page, small: Path) -> None:
    """A no leads to its explanation, an undecided pair to the large page."""
    visit(page, small, "no clues")
    assert page.locator(".now").inner_text() == "The first Sudoku has 1 clue, the second 2."
    assert page.locator(".deck .pri").inner_text() == "Why?"
    page.locator(".deck .pri").tap()
    explanation = page.locator(".steps h2").bounding_box()
    assert explanation
    assert explanation["y"] + explanation["height"] < 640 - 52
    assert page.evaluate("() => document.activeElement.className") == "steps"
    page.evaluate("() => scrollTo(0, 0)")
    visit(page, small, "undecided")
    assert page.locator("[data-do=again]").count() == 0
    page.get_by_role("button", name="Ask the large page").tap()
    assert page.get_by_role("dialog").get_by_role("link").count() == 1
    assert page.locator("#menu h2").inner_text() == "Ask the large page"


def test_the_small_page_opens_its_own_links_of_all_sizes(page: Page, small: Path) -> None:
    """A 6×6 Sudoku is read, too, and its boxes are those of the comment before it."""
    first, second = "12....3.....4.......................", "4.....3.....12......................"
    # The rows 1 and 3 may change places only if boxes have three rows.
    answers = {(2, 3): "no", (3, 2): "yes"}
    for (height, width), answer in answers.items():
        comment = f"%23+box+{height}x{width}%0A"
        page.goto("about:blank")
        page.goto(f"{small.as_uri()}#lang=en&first={comment}{first}&second={comment}{second}")
        page.locator(f".verdict.{answer}").wait_for()
        assert shown(page, 1, 6) == first


def test_screen_readers_hear_what_a_small_board_does(page: Page, small: Path) -> None:
    visit(page, small, "yes")
    label = "Second Sudoku, 25 clues. Show this board large"
    other = page.get_by_role("application", name=label)
    other.evaluate("board => board.click()")  # as screen readers do, without a pointer
    assert page.locator(".which").all_text_contents() == ["2"]
    page.get_by_role("application", name="First Sudoku, 25 clues. Show this board large").focus()
    page.keyboard.press("Enter")
    assert page.locator(".which").all_text_contents() == ["1"]


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_a_level_states_its_task(
    page: Page, small: Path, lang: str, screen: tuple[int, int]
) -> None:
    """The task and the idea of a level are not cut, and its name is in the header. After a level
    that hints have solved, the page asks to try it alone.
    """
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    visit(page, small, "blank", lang)
    for level in ("8", "11", "14", "4", "1"):
        page.locator("#bar [data-room=levels]").tap()
        page.locator(f"[data-do=level][data-name='{level}']").first.tap()
        name = page.locator("header .score b")
        assert name.inner_text().startswith(f"{level} · ")
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert page.locator(".now .task").count() == 1
        assert hidden_text(page) <= 0, level
        assert page.locator("header .stars .got").count() == 3
        assert page.evaluate(OUTSIDE) == [0], level
    page.locator("[data-do=hintWhat]").tap()
    assert page.locator("header .stars .got").count() == 2
    assert hidden_text(page) <= 0
    page.locator("[data-do=hintDo]").tap()
    assert page.locator(".deck .pri").inner_text() in ("Try again", "Noch einmal")
    assert hidden_text(page) <= 0


@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_large_boards_are_moved_by_hand(page: Page, small: Path, screen: tuple[int, int]) -> None:
    """The digits are large enough to be touched, and numbers of lines do not overlap."""
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    for state, size in (("16", 16), ("25", 25)):
        visit(page, small, state)
        page.locator("[data-do=own]:visible").tap()
        digits = page.locator(".pool button")
        boxes = digits.evaluate_all("all => all.map((one) => one.getBoundingClientRect())")
        assert len(boxes) == size
        assert page.evaluate(OUTSIDE) == [0]
        board = page.locator(".large .frame").bounding_box()
        assert board
        assert board["width"] >= 216  # as much as if nine digits were below it
        assert min(box["width"] for box in boxes) >= 28
        assert max(box["bottom"] for box in boxes) < screen[1] - 52 - 44
        numbers = page.locator(".h[data-axis=columns]:not(.blk)")
        assert numbers.count() == size
        ends = numbers.evaluate_all(
            """all => all.filter((one) => one.textContent).map((one) => {
                const range = document.createRange();
                range.selectNodeContents(one);
                const { left, right } = range.getBoundingClientRect();
                return [left, right];
            })"""
        )
        assert all(one[1] < other[0] for one, other in pairwise(ends))


def rows_of_clues(page: Page, axis: str = "y") -> dict[int, int]:
    """Return for each row of the large board at the start the row to which its clues have come; for
    the axis "x", the same of columns.
    """
    places: list[tuple[int, int]] = page.locator(".large").evaluate(
        """(figure, axis) => {
            const grid = figure.querySelector(".frame");
            const box = grid.getBoundingClientRect();
            const size = Number(grid.dataset.size);
            return [...figure.querySelectorAll(".tok")].map((token) => {
                const { x, y, width, height } = token.getBoundingClientRect();
                const middle = { x: x + width / 2, y: y + height / 2 };
                const cell = Number(token.dataset.cell);
                const start = axis === "y" ? Math.floor(cell / size) : cell % size;
                return [start, Math.floor(((middle[axis] - box[axis]) / box.width) * size)];
            });
        }""",
        axis,
    )
    found = dict(places)
    assert all(found[start] == place for start, place in places)
    return found


@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
@pytest.mark.parametrize("lang", ["en", "de"])
def test_lines_of_a_large_board_are_moved_by_taps(
    page: Page, small: Path, screen: tuple[int, int], lang: str
) -> None:
    """A tap chooses a row; buttons correct the choice, pick the line up, and move it."""
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    visit(page, small, "25", lang)
    page.locator("[data-do=own]:visible").tap()
    assert hidden_text(page) <= 0
    board = page.locator(".large .frame").bounding_box()
    assert board
    cell = board["width"] / 25

    def tap(row: int, column: int) -> None:
        x, y = board["x"] + (column + 0.5) * cell, board["y"] + (row + 0.5) * cell
        page.touchscreen.tap(x, y)

    def wait_for_chosen(text: str) -> None:
        page.locator(".now").get_by_text(text, exact=True).wait_for()

    def do(action: str) -> None:
        page.locator(f"[data-do={action}]").tap()

    row, stack = ("Row", "Stack") if lang == "en" else ("Zeile", "Spaltenblock")
    tap(6, 12)
    wait_for_chosen(f"{row} 7")
    boxes = page.locator(".deck button").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert min(box["width"] for box in boxes) >= 40
    assert min(box["height"] for box in boxes) >= 38
    assert max(box["bottom"] for box in boxes) < screen[1] - 46
    assert page.evaluate(OUTSIDE) == [0]
    assert hidden_text(page) <= 0
    assert axe_violations(page) == []
    do("line-on")
    wait_for_chosen(f"{row} 8")
    do("line-hold")
    assert hidden_text(page) <= 0
    assert axe_violations(page) == []
    tap(20, 3)  # as far as the row may go: to the end of its band
    do("line-back")
    do("line-hold")
    wait_for_chosen(f"{row} 9")
    assert rows_of_clues(page) == {i: {7: 8, 8: 7}.get(i, i) for i in range(25)}
    do("line-columns-block")
    wait_for_chosen(f"{stack} 3")  # that of the cell that was tapped last
    do("line-hold")
    do("line-on")
    page.get_by_role("button", name="Undo" if lang == "en" else "Zurücknehmen").tap()
    assert page.locator(".steps li").count() == 0  # the row is back, the stack was put back
    wait_for_chosen(f"{stack} 3")
    do("line-hold")
    tap(0, 0)
    do("line-hold")
    wait_for_chosen(f"{stack} 1")
    stacks = [1, 2, 0, 3, 4]
    columns = {5 * i + k: 5 * stacks[i] + k for i in range(5) for k in range(5)}
    assert rows_of_clues(page, "x") == columns
    do("line-end")
    assert page.locator(".pool").count() == 1


def test_a_tap_on_a_number_chooses_its_line(page: Page, small: Path) -> None:
    """On a small board, too, and Escape ends the choice; a tap on a cell still picks its digit."""
    visit(page, small, "yes")
    page.locator("[data-do=own]:visible").tap()
    page.locator(".h[data-axis=columns][data-block='']").nth(3).tap()
    assert page.locator(".now strong").inner_text() == "Column 4"
    page.locator(".large .board").tap(position={"x": 60, "y": 60})
    assert page.locator(".now strong").inner_text() == "Column 2"
    page.locator("[data-do=line-hold]").tap()
    page.locator("#bar [data-room=lists]").tap()  # what is in the hand is put back
    page.locator("#bar [data-room=compare]").tap()
    assert page.locator("[data-do=line-hold]").inner_text() == "Pick up"
    assert page.locator(".card").count() == 0
    page.keyboard.press("Escape")
    assert page.locator("[data-do=line-hold]").count() == 0
    clue = next(i for i, row in enumerate(FIRST) for digit in row if digit)
    column = next(i for i, digit in enumerate(FIRST[clue]) if digit)
    box = page.locator(".large .frame").bounding_box()
    assert box
    cell = box["width"] / 9
    page.touchscreen.tap(box["x"] + (column + 0.5) * cell, box["y"] + (clue + 0.5) * cell)
    pressed = page.locator(".pool [aria-pressed=true]")
    assert pressed.inner_text() == str(FIRST[clue][column])


def test_the_digits_of_a_large_board_stay_where_they_were_scrolled(page: Page, small: Path) -> None:
    visit(page, small, "25")
    page.locator("[data-do=own]:visible").tap()
    page.locator(".pool button").last.tap()
    assert page.locator(".pool").evaluate("pool => pool.scrollLeft") > 200
    assert page.locator(".pool [aria-pressed=true]").inner_text() == "P"


def test_without_the_turn_nothing_counts_as_right(page: Page, small: Path) -> None:
    """The meter and the signs on the board are explained when they are shown."""
    visit(page, small, "yes")
    page.set_viewport_size({"width": 1366, "height": 650})
    page.locator("[data-do=own]:visible").click()
    assert "It still needs a turn" in page.locator(".now").inner_text()
    assert page.locator(".now :is(.meter, .key)").count() == 0
    page.locator("[data-do=turnRight]").click()
    assert page.locator(".now :is(.meter, .key)").count() == 2


@pytest.mark.parametrize("lang", ["en", "de"])
def test_names_of_steps_are_whole(page: Page, small: Path, lang: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    for state in ("16", "25", "36"):
        visit(page, small, state, lang)
        for screen in ((320, 568), (1366, 650)):
            page.set_viewport_size({"width": screen[0], "height": screen[1]})
            cut = page.locator(".steps .w").evaluate_all(
                "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
            )
            assert cut == 0, (state, screen)


def test_boards_have_the_names_of_the_sudokus_of_a_list(page: Page, small: Path) -> None:
    """An edited board has no name; the button that undoes the edit brings it back."""
    name = "A long name of the Donaudampfschifffahrtsgesellschaftskalender " * 2
    page.set_viewport_size({"width": 1366, "height": 650})
    visit(page, small, "blank")
    page.get_by_role("button", name="Lists").first.click()
    page.locator("#list").fill(f"{format_line(FIRST)} {name}\n{format_line(SECOND)}\n")
    page.get_by_role("button", name="Find copies").click()
    page.locator("ol.found li button").first.click()
    page.locator(".verdict.yes").wait_for()
    assert "line 2" in page.locator(".now").inner_text()  # a telephone has no captions
    assert page.locator("#stage .meta").first.evaluate("one => one.offsetHeight") < 30
    captions = page.locator("#stage figcaption b")
    wanted = [f"First Sudoku: {name.strip()} (line 1)", "Second Sudoku: line 2"]
    assert captions.all_inner_texts() == wanted
    boards, wide = page.locator(".board").evaluate_all(
        "all => [all.map((one) => one.getBoundingClientRect().bottom),"
        " document.querySelector('figcaption').scrollWidth"
        " - document.querySelector('figcaption').clientWidth]"
    )
    assert boards[0] == boards[1]
    assert wide == 0
    assert page.evaluate(OUTSIDE) == [0]
    page.locator("#A .board").click(position={"x": 60, "y": 60})
    page.keyboard.type("9")
    captions.filter(has_text=re.compile("^First Sudoku$")).wait_for()
    page.keyboard.press("Control+z")
    captions.filter(has_text=wanted[0]).wait_for()


def test_blank_boards_are_the_same_and_are_not_shuffled(page: Page, small: Path) -> None:
    visit(page, small, "two blanks")
    assert page.locator(".verdict h1").inner_text() == "The same."
    assert page.get_by_role("button", name="Shuffle").count() == 0
    visit(page, small, "same")
    assert page.get_by_role("button", name="Shuffle").count() == 1


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_clipboard_that_is_closed_is_replaced_by_a_field(
    page: Page, small: Path, lang: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    visit(page, small, "blank", lang)
    paste, field = page.locator("[data-do=paste]:visible"), page.get_by_role("textbox")
    for text, said in (("12x", "unreadable"), (f"{FIRST}\n\n{SECOND}", "yes")):
        paste.click()
        assert field.evaluate("field => field === document.activeElement")
        assert page.evaluate(OUTSIDE) == [0]
        assert axe_violations(page) == []
        field.fill(text)
        page.get_by_role("button", name="Take over" if lang == "en" else "Übernehmen").click()
        page.locator(".verdict.error" if said == "unreadable" else ".verdict.yes").wait_for()
        assert field.count() == 0
    visit(page, small, "blank", lang)
    paste.click()
    field.fill(str(FIRST))
    page.get_by_role("button", name="Cancel" if lang == "en" else "Abbrechen").click()
    assert page.locator(".tok").count() == 0


def choose_size(page: Page, size: int) -> None:
    """Choose blank boards of a size in the menu."""
    page.locator("header [data-do=more]").click()
    page.locator("[data-do=sizes]").click()
    page.wait_for_timeout(450)  # a second tap at the same place would be ignored
    page.locator(f"#menu [data-size='{size}']").click()


def key(page: Page, text: str) -> Locator:
    """Return the key of the pad with a digit or, with `→`, for the other board."""
    return page.locator(".pad button").filter(has_text=text).first


def caret(page: Page) -> list[int]:
    """Return the row and column of the cell to which keys go, from 0."""
    place: list[int] = page.evaluate(
        """() => {
            const grid = document.querySelector(".curs").closest("svg").querySelector(".frame");
            const box = grid.getBoundingClientRect();
            const mine = document.querySelector(".curs rect").getBoundingClientRect();
            const cell = box.width / Number(grid.dataset.size);
            return [
                Math.floor((mine.y + mine.height / 2 - box.y) / cell),
                Math.floor((mine.x + mine.width / 2 - box.x) / cell),
            ];
        }"""
    )
    return place


def shown(page: Page, number: int, size: int) -> str:
    """Return the clues of a board in reading order, `.` for a blank cell."""
    text: str = (
        page.locator("figure")
        .nth(number - 1)
        .evaluate(
            """(figure, size) => {
            const cells = new Array(size * size).fill(".");
            for (const token of figure.querySelectorAll(".tok")) {
                cells[token.dataset.cell] = token.querySelector("text").textContent;
            }
            return cells.join("");
        }""",
            size,
        )
    )
    return text


def test_two_sudokus_are_typed_with_the_pad_alone(page: Page, small: Path) -> None:
    visit(page, small, "blank")
    choose_size(page, 4)
    first, second = "12..34....21....", "21..43....12...."
    blank = page.get_by_role("button", name="Blank, and on to the next cell")
    for text, number in ((first, 1), (second, 2)):
        assert (
            page.locator(".verdict h1").inner_text()
            == ["First Sudoku", "Second Sudoku"][number - 1]
        )
        assert caret(page) == [0, 0]
        for sign in text:
            (blank if sign == "." else key(page, sign)).tap()
        if number == 1:
            assert page.get_by_role("button", name="Compare", exact=True).count() == 1  # in the bar
            key(page, "→ 2").tap()
    assert page.locator(".verdict").inner_text().split() == ["2", "Second", "Sudoku", "6", "clues"]
    page.get_by_role("button", name="Undo").tap()  # the last digit; blanks changed nothing
    assert caret(page) == [2, 3]
    key(page, "4").tap()  # instead of the 2
    page.get_by_role("button", name="Undo").tap()
    key(page, "2").tap()
    assert (shown(page, 1, 4), shown(page, 2, 4)) == (first, second)
    page.wait_for_timeout(500)  # longer than the pause after which typed Sudokus are compared
    assert page.locator(".verdict h1").inner_text() == "Second Sudoku"
    assert axe_violations(page) == []
    page.locator("[data-do=compareNow]").tap()
    page.locator(".verdict.yes").wait_for()
    assert page.locator(".pad").count() == 0


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_the_pad_has_all_digits_within_reach(
    page: Page, small: Path, lang: str, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    visit(page, small, "blank", lang)
    for size in (4, 6, 8, 9, 12, 16, 20, 25, 30, 36):
        choose_size(page, size)
        digits = page.locator(".pad [data-digit]:not([data-digit='0'])")
        assert digits.count() == size
        digits.last.tap()
        if screen[0] == 390 and size <= 25:  # otherwise cells may show squares
            assert shown(page, 1, size).strip(".") == "123456789ABCDEFGHIJKLMNOP"[size - 1]
        boxes = page.locator(".pad button").evaluate_all(
            "all => all.map((one) => { const b = one.getBoundingClientRect();"
            " return [b.width, b.height, b.bottom]; })"
        )
        assert min(width for width, _, _ in boxes) >= 28, size
        assert min(height for _, height, _ in boxes) >= 36, size
        assert page.evaluate(OUTSIDE) == [0], size
        low = page.evaluate("""() => Math.max(
            ...[...document.querySelectorAll(".now .btn, .pad, .board, .verdict h1")]
                .map((one) => one.getBoundingClientRect().bottom))
            - document.querySelector("#bar").getBoundingClientRect().top""")
        assert low <= 0 or size >= 30, (size, low)  # the largest boards are scrolled
        cut = page.evaluate(
            """() => { const now = document.querySelector(".now");
                return now.scrollHeight - now.clientHeight; }"""
        )
        assert cut <= 0, size
        if size > 9:
            page.locator("[data-do=moveOn]").tap()
            page.locator("[data-do=moveBack]").tap()
            page.locator("[data-do=moveBack]").tap()
            assert caret(page) == [0, 0]


def test_keys_go_where_the_caret_is(page: Page, small: Path) -> None:
    """On a screen and on a telephone, a person types without a click before."""
    for width, height in ((1366, 650), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        visit(page, small, "blank")
        assert caret(page) == [0, 0]
        page.keyboard.type("12")
        page.keyboard.press("ArrowDown")
        page.keyboard.type("3")
        assert shown(page, 1, 9) == ("12" + "." * 9 + "3").ljust(81, ".")
        assert caret(page) == [1, 3]
        visit(page, small, "one")
        page.keyboard.type("7")
        assert page.locator("#A .tok").count() == FIRST.clues
        assert shown(page, 2, 9) == "7".ljust(81, ".")
    page.locator(".mini .board").tap()
    page.keyboard.type("5")
    assert shown(page, 1, 9) == "5" + format_line(FIRST)[1:]


def test_an_answer_can_be_edited(page: Page, small: Path) -> None:
    visit(page, small, "yes")
    assert page.locator(".pad").count() == 0
    page.get_by_role("button", name="Edit").tap()
    key(page, "1").tap()
    page.locator("[data-do=compareNow]").tap()
    page.locator(".verdict.no").wait_for()
    page.locator(".large .board").tap(position={"x": 80, "y": 60})
    assert caret(page) == [1, 1]
    key(page, "9").tap()
    page.wait_for_timeout(500)  # longer than the pause after which typed Sudokus are compared
    assert page.locator(".hline, .tok.in, .tok.mute").count() == 0
    for _ in range(2):
        page.get_by_role("button", name="Undo").tap()
    page.set_viewport_size({"width": 1366, "height": 650})  # without the pad, the answer comes
    page.locator(".verdict.yes").wait_for()


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_sheets_are_as_high_as_their_text_and_can_always_be_closed(
    page: Page, small: Path, lang: str, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    visit(page, small, "yes", lang)
    sheet = page.locator("dialog[open]")
    more = page.locator("header [data-do=more]")
    for item in ("", "link", "sizes", "keys", "about", "completed", "ways"):
        more.click()
        if item:
            sheet.locator(f"[data-do={item}]").click()
        sheet.evaluate("sheet => sheet.scrollTo(0, 9999)")
        top, bottom, below = sheet.evaluate(
            """sheet => {
                const { top, bottom } = sheet.getBoundingClientRect();
                const ends = [...sheet.querySelectorAll("*")]
                    .map((one) => one.getBoundingClientRect())
                    .filter(({ height }) => height)
                    .map((box) => box.bottom);
                return [top, innerHeight - bottom, bottom - Math.max(...ends)];
            }"""
        )
        assert bottom == 0, item
        assert top >= 44, item
        assert 0 <= below <= 20, item  # nothing is cut, and no part of the sheet is without text
        assert page.evaluate(OUTSIDE) == [0], item
        close = sheet.locator("[data-do=close]")
        assert close.evaluate(
            """close => {
                const { left, top, width, height } = close.getBoundingClientRect();
                const on = document.elementFromPoint(left + width / 2, top + height / 2);
                return close.contains(on);
            }"""
        ), item
        page.touchscreen.tap(screen[0] / 2, top + 5)  # beside the text, but on the sheet
        assert sheet.count() == 1, item
        if item in ("about", "completed"):
            page.touchscreen.tap(screen[0] / 2, top / 2)
        else:
            close.click()
        sheet.wait_for(state="detached")
        page.wait_for_timeout(450)  # a second tap at the same place would be ignored


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("screen", SCREENS, ids="{0[0]}×{0[1]}".format)
def test_both_lists_and_their_button_are_on_the_screen(
    page: Page, small: Path, lang: str, screen: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    visit(page, small, "blank", lang)
    page.locator("#bar [data-room=lists]").click()
    bar = page.locator("#bar").bounding_box()
    assert bar
    for element in ("#list", "#list-second", "#list-second-hint", "#find"):
        box = page.locator(element).bounding_box()
        assert box
        assert box["y"] + box["height"] <= bar["y"], element
    assert page.locator("[data-word=clear]:visible").count() == 0
    page.locator("#list-second").fill(f"{format_line(FIRST)}\n" * 40)
    page.locator("[data-word=clear]:visible").click()
    assert page.locator("#list-second").input_value() == ""
    assert page.evaluate(OUTSIDE) == [0]


def test_numbers_of_four_digits_are_whole(page: Page, small: Path) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    full, _ = pair_from(INSTANCES / "sizes36-copies.txt")
    fewer = full.keeping(full.clue_cells - {min(full.clue_cells)})
    page.goto("about:blank")
    page.goto(f"{small.as_uri()}#lang=en&{link((full, fewer))}")
    page.locator(".verdict.no h1").wait_for()
    pills = page.locator("#stage .cnt")
    assert pills.all_text_contents() == ["1296", "1295"]
    for pill in pills.all():
        assert pill.evaluate(
            """pill => {
                const [svg, ground, text] = [
                    pill.ownerSVGElement, pill.querySelector("rect"), pill.querySelector("text"),
                ].map((one) => one.getBoundingClientRect());
                const isIn = (one, other) => one.left >= other.left && one.right <= other.right;
                return isIn(text, ground) && ground.right <= innerWidth && ground.left >= 0;
            }"""
        )
