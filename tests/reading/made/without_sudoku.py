"""Files without a Sudoku: texts, tables of numbers, code, logs."""

from __future__ import annotations

import json

from .draft import Draft, Form
from .tables import write_csv
from .words import PROSE

_MONTHS = ("January", "February", "March", "April", "May", "June")


def write_prose(draft: Draft) -> str:
    """Prose with dates and numbers."""
    count = draft.dice.between(3, 40)
    lines = [draft.dice.pick(PROSE) for _ in range(count)]
    return "\n".join(line for text in lines for line in (text, *[""] * draft.dice.below(2))) + "\n"


def write_log(draft: Draft) -> str:
    """Lines of a log with times, levels and counts."""
    dice = draft.dice
    lines = []
    for number in range(dice.between(5, 60)):
        time = f"2024-05-{dice.between(10, 28)} {dice.between(10, 23)}:04:{number % 60:02}"
        word = dice.pick(("INFO", "WARN", "DEBUG", "ERROR"))
        lines.append(
            f"{time},{dice.below(1000):03} {word} worker-{dice.below(8)}: {dice.below(9000)} ms"
        )
    return "\n".join(lines) + "\n"


def write_measurements(draft: Draft) -> str:
    """A CSV file of measurements."""
    dice = draft.dice
    width = dice.between(2, 12)
    rows = [["time", *(f"sensor{n}" for n in range(width))]]
    for number in range(dice.between(4, 40)):
        rows.append(
            [str(number), *(f"{dice.below(100)}.{dice.below(100):02}" for _ in range(width))]
        )
    return write_csv(rows, dice.pick((",", ";", "\t")))


def write_numbers(draft: Draft) -> str:
    """A table of random whole numbers, mostly larger than its number of rows."""
    dice = draft.dice
    width, height, limit = (
        dice.between(2, 14),
        dice.between(3, 20),
        dice.pick((50, 100, 1000, 10**6)),
    )
    separator = dice.pick((" ", ",", "\t", ";"))
    rows = [[str(dice.below(limit)) for _ in range(width)] for _ in range(height)]
    rows[0][0] = str(limit - 1)
    return "\n".join([*map(separator.join, rows), ""])


def write_calendar(draft: Draft) -> str:
    """The calendar of a month."""
    first, days = draft.dice.below(7), draft.dice.between(28, 31)
    cells = ["  "] * first + [f"{day:2}" for day in range(1, days + 1)]
    lines = [f"     {draft.dice.pick(_MONTHS)} 2024", "Mo Tu We Th Fr Sa Su"]
    lines += [" ".join(cells[at : at + 7]) for at in range(0, len(cells), 7)]
    return "\n".join([*lines, ""])


def write_magic_square(draft: Draft) -> str:
    """A magic square of an odd size: each number once."""
    size = draft.dice.pick((3, 5, 7, 9))
    draft.tag("size", size)
    square = [[0] * size for _ in range(size)]
    row, column = 0, size // 2
    for number in range(1, size * size + 1):
        square[row][column] = number
        up, right = (row - 1) % size, (column + 1) % size
        row, column = ((row + 1) % size, column) if square[up][right] else (up, right)
    return "\n".join([" ".join(f"{n:2}" for n in line) for line in square] + [""])


def write_multiplication_table(draft: Draft) -> str:
    """The products of the numbers from 1."""
    size = draft.dice.between(8, 12)
    separator = draft.dice.pick(("\t", " ", ","))
    rows = [[str(a * b) for b in range(1, size + 1)] for a in range(1, size + 1)]
    return "\n".join([*map(separator.join, rows), ""])


def write_float_matrix(draft: Draft) -> str:
    """A square matrix of decimals, or the identity."""
    size = draft.dice.between(3, 9)
    rows = [[f"{draft.dice.below(2000) / 1000 - 1:.3f}" for _ in range(size)] for _ in range(size)]
    return "\n".join(["[" + ", ".join(row) + "]," for row in rows] + [""])


def write_phone_list(draft: Draft) -> str:
    """Names and telephone numbers."""
    dice = draft.dice
    lines = [
        f"{dice.pick(('Ann', 'Bert', 'Cleo', 'Dora'))} {dice.pick(('Smith', 'Meier'))}"
        f"  +{dice.between(1, 49)} {dice.between(100, 999)} {dice.between(100000, 9999999)}"
        for _ in range(dice.between(3, 25))
    ]
    return "\n".join([*lines, ""])


def write_hex_dump(draft: Draft) -> str:
    """The output of `hexdump -C`, or of `xxd`."""
    dice = draft.dice
    lines = []
    for number in range(dice.between(4, 40)):
        data = [dice.below(256) for _ in range(16)]
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in data)
        pairs = " ".join(f"{byte:02x}" for byte in data)
        lines.append(f"{16 * number:08x}  {pairs[:23]} {pairs[23:]}  |{text}|")
    return "\n".join([*lines, ""])


def write_checksums(draft: Draft) -> str:
    """Checksums and names of files."""
    dice = draft.dice
    width = dice.pick((32, 40, 64))
    lines = [
        "".join(f"{dice.below(16):x}" for _ in range(width)) + f"  file{number}.tar.gz"
        for number in range(dice.between(2, 20))
    ]
    return "\n".join([*lines, ""])


def write_program(draft: Draft) -> str:
    """Source code of a Sudoku solver, without a Sudoku."""
    size = draft.dice.pick((9, 16))
    return draft.dice.pick(
        (
            f"def possible(grid, y, x, n):\n    for i in range({size}):\n"
            "        if grid[y][i] == n:\n            return False\n"
            "    x0, y0 = (x // 3) * 3, (y // 3) * 3\n    return True\n",
            f"#define N {size}\nint used[N][N + 1];\n\nint main(void) {{\n    int board[N][N];\n"
            "    for (int r = 0; r < N; r++)\n        for (int c = 0; c < N; c++)\n"
            '            scanf("%d", &board[r][c]);\n    return 0;\n}\n',
            "weights = [0.1, 0.5, 2.5]\nlayers = [[64, 3, 1], [128, 3, 2], [256, 3, 2]]\n"
            f"epochs = {size}\n",
            "DELTAS = [(-1, 0), (1, 0), (0, -1), (0, 1)]\nVERSION = (1, 2, 0)\n",
        )
    )


def write_json_of_other_data(draft: Draft) -> str:
    """JSON without a Sudoku."""
    dice = draft.dice
    items = [
        {
            "id": number,
            "price": dice.below(10000) / 100,
            "tags": ["a", "b"],
            "size": [dice.below(90), 40],
        }
        for number in range(dice.between(1, 12))
    ]
    return json.dumps({"items": items, "total": len(items)}, indent=dice.pick((None, 2))) + "\n"


def write_scores(draft: Draft) -> str:
    """A table of sports results."""
    dice = draft.dice
    teams = dice.sample(("Reds", "Blues", "Greens", "Lions", "Bears", "Hawks", "Owls"), 6)
    lines = ["Pos Team      P  W  D  L  Pts"]
    for place, team in enumerate(teams, 1):
        won, drawn, lost = dice.below(12), dice.below(6), dice.below(9)
        counts = (won + drawn + lost, won, drawn, lost, 3 * won + drawn)
        lines.append(f"{place:2}  {team:8} " + " ".join(f"{count:2}" for count in counts))
    return "\n".join([*lines, ""])


def write_dots_and_rules(draft: Draft) -> str:
    """Prose with lines of dots, dashes and page numbers."""
    dice = draft.dice
    lines: list[str] = []
    for number in range(dice.between(3, 15)):
        lines += [dice.pick(PROSE), dice.pick((".", "...", "---------", "- 7 -", "", str(number)))]
    return "\n".join([*lines, ""])


def write_contents(draft: Draft) -> str:
    """A table of contents with leaders of dots."""
    dice = draft.dice
    page, lines = 1, ["Contents", ""]
    for chapter in range(1, dice.between(4, 15)):
        page += dice.between(1, 30)
        title = dice.pick(("Introduction", "Boxes and lines", "Chains", "Sudoku for children"))
        lines.append(f"{chapter} {title} {'.' * (50 - len(title))} {page}")
    return "\n".join([*lines, ""])


def write_ids(draft: Draft) -> str:
    """Long numbers: accounts, cards, codes of goods."""
    dice = draft.dice
    width = dice.pick((8, 10, 13, 18, 20, 22))
    lines = ["order,code"]
    lines += [
        f"{number},{''.join(str(dice.below(10)) for _ in range(width))}"
        for number in range(1000, 1000 + dice.between(3, 20))
    ]
    return "\n".join([*lines, ""])


def write_base64(draft: Draft) -> str:
    """Lines of base64, as keys and attachments have them."""
    signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    lines = [
        "".join(draft.dice.pick(signs) for _ in range(draft.dice.pick((64, 64, 76))))
        for _ in range(draft.dice.between(4, 25))
    ]
    return "\n".join(["-----BEGIN DATA-----", *lines, "-----END DATA-----", ""])


def write_questionnaire(draft: Draft) -> str:
    """The answers of several people to questions, from 1 to 5."""
    dice = draft.dice
    questions = dice.between(5, 12)
    rows = [["person", *(f"Q{n}" for n in range(1, questions + 1))]]
    for person in range(questions + dice.between(2, 20)):
        rows.append([f"P{person:03}", *(str(dice.between(1, 5)) for _ in range(questions))])
    return write_csv(rows, dice.pick((",", ";", "\t")))


def write_zeros_and_ones(draft: Draft) -> str:
    """A matrix of 0 and 1, such as the neighbours in a graph."""
    dice = draft.dice
    size = dice.between(5, 12)
    separator = dice.pick((" ", ",", ""))
    rows = [["0"] * size for _ in range(size)]
    for row in range(size):
        rows[row][(row + 1) % size] = rows[row][(row + 2) % size] = "1"
        rows[row][dice.below(size)] = "1"
    return "\n".join([*map(separator.join, rows), ""])


def write_pattern(draft: Draft) -> str:
    """A pattern of two signs: the game of life, a maze, a picture."""
    dice = draft.dice
    width, height = dice.between(6, 40), dice.between(5, 20)
    off, on = dice.pick(((".", "X"), (".", "#"), (".", "O"), (" ", "*"), ("-", "#")))
    lines = ["".join(on if dice.chance(0.4) else off for _ in range(width)) for _ in range(height)]
    return "\n".join([f"Generation {dice.below(90)}:", *lines, ""])


def write_minefield(draft: Draft) -> str:
    """A field of mines with the number of mines beside each cell; wider than it is high."""
    dice = draft.dice
    height = dice.between(6, 12)
    width = height + dice.between(1, 8)
    mines = {(dice.below(height), dice.below(width)) for _ in range(height * width // 6)}

    def count_mines(row: int, column: int) -> int:
        return sum(abs(r - row) <= 1 and abs(c - column) <= 1 for r, c in mines)

    lines = [
        "".join("*" if (r, c) in mines else str(count_mines(r, c)) for c in range(width))
        for r in range(height)
    ]
    return "\n".join([f"{height} {width}", *lines, ""])


def write_chess_board(draft: Draft) -> str:
    """A position of chess."""
    dice = draft.dice
    lines = ["r n b q k b n r", "p p p p p p p p", *[". . . . . . . ."] * 4, "P P P P P P P P"]
    lines.append("R N B Q K B N R")
    if dice.chance(0.5):
        lines = [f"{8 - n} {line}" for n, line in enumerate(lines)] + ["  a b c d e f g h"]
    moves = [f"{n}. {dice.pick(('e4 e5', 'Nf3 Nc6', 'Bb5 a6', 'd4 exd4'))}" for n in range(1, 9)]
    return "\n".join([*lines, "", " ".join(moves), ""])


FORMS = (
    Form("prose", write_prose, (".txt",)),
    Form("log", write_log, (".log",)),
    Form("measurements", write_measurements, (".csv",)),
    Form("table of numbers", write_numbers, (".txt",)),
    Form("calendar", write_calendar, (".txt",)),
    Form("magic square", write_magic_square, (".txt",)),
    Form("multiplication table", write_multiplication_table, (".txt",)),
    Form("matrix of decimals", write_float_matrix, (".txt",)),
    Form("telephone list", write_phone_list, (".txt",)),
    Form("hex dump", write_hex_dump, (".txt",)),
    Form("checksums", write_checksums, (".txt",)),
    Form("program", write_program, (".py", ".txt")),
    Form("JSON of other data", write_json_of_other_data, (".json",)),
    Form("sports results", write_scores, (".txt",)),
    Form("prose with dots and rules", write_dots_and_rules, (".txt",)),
    Form("table of contents", write_contents, (".txt",)),
    Form("long numbers", write_ids, (".csv",)),
    Form("base64", write_base64, (".pem",)),
    Form("questionnaire", write_questionnaire, (".csv",)),
    Form("zeros and ones", write_zeros_and_ones, (".txt",), "w", 0.3),
    Form("pattern of two signs", write_pattern, (".txt",), "w", 0.5),
    Form("field of mines", write_minefield, (".txt",), "w", 0.5),
    Form("chess board", write_chess_board, (".txt",), "w", 0.5),
)
