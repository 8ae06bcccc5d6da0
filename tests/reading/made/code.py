"""Forms in which Sudokus are values in source code."""

from __future__ import annotations

from collections.abc import Callable

from .draft import Alphabet, Draft, Form
from .grids import MadeGrid
from .lines import force_corners


def _nest(
    grid: MadeGrid, alphabet: Alphabet, opening: str, closing: str, indent: str, quote: str = ""
) -> str:
    """Return the rows of a grid as nested lists, the first row on the line of the opening."""
    rows = [
        opening + ", ".join(f"{quote}{sign}{quote}" for sign in alphabet.write(row)) + closing
        for row in grid.rows
    ]
    return opening + f",\n{indent}".join(rows) + closing


def _pick_grids(
    draft: Draft, *, most: int = 3, sizes: tuple[int, ...] = (4, 6, 9, 16)
) -> list[MadeGrid]:
    box = draft.pick_box(sizes)
    kinds = ((5, "puzzle"), (1, "complete"), (1, "many"))
    return draft.make_grids(box, draft.pick_count(most), kinds=kinds)


def _pick_numbers(draft: Draft, grids: list[MadeGrid], *blanks: tuple[float, str]) -> Alphabet:
    chosen = blanks or ((1, "0"),)
    return draft.pick_alphabet(grids, numbers=True, letters=False, blanks=chosen)


def write_python_lists(draft: Draft) -> str:
    """Lists of lists in Python."""
    grids = _pick_grids(draft)
    alphabet = _pick_numbers(draft, grids, (6, "0"), (1, "None"), (0.5, "-1"))
    style = draft.decide(
        "style", (3, "first row after ["), (2, "row on each line"), (1, "one line")
    )
    quote = '"' if alphabet.blank == "0" and draft.toss(0.15, "cells as texts") else ""
    parts = ["from solver import solve", ""] if draft.toss(0.3, "import") else []
    for number, grid in enumerate(grids, 1):
        name = draft.dice.pick(("grid", "board", "puzzle", "SUDOKU"))
        if len(grids) > 1:
            name += str(number)
        if style == "first row after [":
            parts.append(
                f"{name} = {_nest(grid, alphabet, '[', ']', ' ' * (len(name) + 4), quote)}"
            )
        elif style == "row on each line":
            rows = [
                f"    [{', '.join(f'{quote}{sign}{quote}' for sign in alphabet.write(row))}],"
                for row in grid.rows
            ]
            parts += [f"{name} = [", *rows, "]"]
        else:
            parts.append(
                f"{name} = {_nest(grid, alphabet, '[', ']', '', quote)}".replace("\n", " ")
            )
        draft.expect(grid)
        parts.append("")
    if draft.toss(0.3, "code after"):
        parts += ["for row in range(9):", "    print(solve(row, 3))"]
    return "\n".join([*parts, ""])


def write_flat_list(draft: Draft) -> str:
    """All cells in one list, on one line or several."""
    grids = _pick_grids(draft, most=2)
    alphabet = _pick_numbers(draft, grids, (4, "0"), (1, "None"), (0.5, "-1"))
    opening, closing = draft.dice.pick((("[", "]"), ("(", ")"), ("{", "}")))
    parts = []
    for number, grid in enumerate(grids, 1):
        rows = [", ".join(alphabet.write(row)) for row in grid.rows]
        text = draft.dice.pick((", ", ",\n    ", ",\n    ")).join(rows)
        parts.append(f"board{number} = {opening}{text}{closing}\n")
        draft.expect(grid)
    return "\n".join(parts)


def write_texts(draft: Draft) -> str:
    """Texts in Python: triple quotes, texts beside each other, or one text for each row."""
    grids = _pick_grids(draft)
    alphabet = draft.pick_alphabet(grids, letters=grids[0].size > 9)
    style = draft.decide(
        "style",
        (2, "triple quotes"),
        (2, "adjacent texts"),
        (2, "list of rows"),
        (1, "one text"),
        (1, "+"),
    )
    parts = []
    for number, grid in enumerate(grids, 1):
        rows = [alphabet.join(row) for row in grid.rows]
        name = f"puzzle{number}"
        quoted = [f'"{row}"' for row in rows]
        parts += {
            "triple quotes": [f'{name} = """', *rows, '"""'],
            "adjacent texts": [f"{name} = (", *(f"    {row}" for row in quoted), ")"],
            "list of rows": [
                f"{name} = [{quoted[0]},",
                *(f"    {row}," for row in quoted[1:]),
                "]",
            ],
            "one text": [f'{name} = "{"".join(rows)}"'],
            "+": [
                f"{name} = {quoted[0]} + \\",
                *(f"    {row} + \\" for row in quoted[1:-1]),
                f"    {quoted[-1]}",
            ],
        }[style]
        parts.append("")
        draft.expect(grid)
    return "\n".join(parts)


def write_numpy(draft: Draft) -> str:
    """The `repr` or the printed form of an array of numpy."""
    grids = _pick_grids(draft, most=2, sizes=(4, 9, 16))
    alphabet = _pick_numbers(draft, grids, (5, "0"), (1, "-1"))
    style = draft.decide("style", (3, "array("), (2, "printed"), (1, "np.array("))
    parts = []
    for grid in grids:
        rows = [[sign.rjust(alphabet.width) for sign in alphabet.write(row)] for row in grid.rows]
        if style == "printed":
            lines = [f" [{' '.join(row)}]" for row in rows]
            parts.append("[" + "\n".join(lines)[1:] + "]\n")
        else:
            name = "array(" if style == "array(" else "x = np.array("
            lines = [f"[{', '.join(row)}]" for row in rows]
            kind = draft.dice.pick(("", "", ", dtype=int8"))
            between = ",\n" + " " * (len(name) + 1)
            parts.append(f"{name}[{between.join(lines)}]{kind})\n")
        draft.expect(grid)
    return "\n".join(parts)


def _write_language(
    draft: Draft, write: Callable[[MadeGrid, Alphabet, int], str], *blanks: tuple[float, str]
) -> str:
    """Return the declarations of Sudokus. `write` writes one of them, from a grid, its signs and
    its number; `blanks` are the weighted signs for blank.
    """
    grids = _pick_grids(draft)
    alphabet = _pick_numbers(draft, grids, *blanks)
    parts = []
    for number, grid in enumerate(grids, 1):
        parts.append(write(grid, alphabet, number))
        draft.expect(grid)
    return "\n\n".join(parts) + "\n"


def write_c(draft: Draft) -> str:
    """Arrays in C."""
    head = "#include <stdio.h>\n\n" if draft.toss(0.4, "include") else ""
    indent = draft.dice.pick(("", "    ", "\t"))

    def write(grid: MadeGrid, alphabet: Alphabet, number: int) -> str:
        size = grid.size
        kind = draft.dice.pick(("int", "static const int", "uint8_t"))
        name = draft.dice.pick(("board", "grid", "sudoku"))
        return f"{kind} {name}{number}[{size}][{size}] = {_nest(grid, alphabet, '{', '}', indent)};"

    return head + _write_language(draft, write)


def write_java(draft: Draft) -> str:
    """Arrays in Java and C#."""
    draft.ending = draft.dice.pick((".java", ".cs"))
    style = draft.decide("style", (2, "{ below"), (2, "{{"), (1, "texts"), (1, "chars"))

    def write(grid: MadeGrid, alphabet: Alphabet, number: int) -> str:
        rows = [", ".join(alphabet.write(row)) for row in grid.rows]
        if style == "{{":
            text = _nest(grid, alphabet, "{", "}", " " * 12)
            return f"    int[][] board{number} = {text};"
        if style == "chars":
            text = _nest(grid, alphabet, "{", "}", " " * 8, "'")
            return (
                f"    char[][] board{number} = {text};"
                if alphabet.width == 1
                else f"    int[][] b = {text};"
            )
        if style == "texts" and alphabet.width == 1:
            texts = ",\n".join(f'        "{alphabet.join(row)}"' for row in grid.rows)
            return f"    String[] rows{number} = {{\n{texts}\n    }};"
        lines = ",\n".join(f"        {{ {row} }}" for row in rows)
        return f"    int[,] board{number} = new int[,]\n    {{\n{lines}\n    }};"

    return f"public class Solver {{\n{_write_language(draft, write)}}}\n"


def write_javascript(draft: Draft) -> str:
    """Arrays in JavaScript; the characters of LeetCode's problem 37."""
    style = draft.decide("style", (2, "numbers"), (1, "texts"), (2, "LeetCode"))
    draft.ending = ".js" if style != "LeetCode" else ".txt"
    grids = _pick_grids(draft, sizes=(9,))
    blanks = ((1, "."),) if style != "numbers" else ((3, "0"), (1, "null"))
    alphabet = _pick_numbers(draft, grids, *blanks)
    parts = []
    for grid in grids:
        draft.expect(grid)
        if style == "LeetCode":
            text = _nest(grid, alphabet, "[", "]", "", '"').replace(", ", ",")
            parts.append(f"Input: board = \n{text}")
        else:
            quote = '"' if style == "texts" else ""
            parts.append(f"const board = {_nest(grid, alphabet, '[', ']', '  ', quote)};")
    return "\n\n".join(parts) + "\n"


def write_haskell(draft: Draft) -> str:
    """Lists of texts or of numbers in Haskell."""
    style = draft.decide("style", (2, "texts"), (1, "numbers"))
    grids = _pick_grids(draft, sizes=(9,))
    alphabet = draft.pick_alphabet(
        grids, letters=False, blanks=((3, "."), (1, "0")) if style == "texts" else ((1, "0"),)
    )
    parts = []
    for number, grid in enumerate(grids, 1):
        if style == "texts":
            rows = [f'"{alphabet.join(row)}"' for row in grid.rows]
        else:
            rows = [f"[{','.join(alphabet.write(row))}]" for row in grid.rows]
        text = "\n     ,".join(rows)
        parts.append(f"puzzle{number} :: Grid\npuzzle{number} =\n     [{text}]\n")
        draft.expect(grid)
    return "\n".join(parts)


def write_prolog(draft: Draft) -> str:
    """Lists in Prolog with `_` for blank, or facts for the clues."""
    if draft.toss(0.3, "facts"):
        grid = force_corners(_pick_grids(draft, sizes=(9,))[0])
        word = draft.dice.pick(("initial", "cell", "clue", "hint"))
        draft.expect(grid)
        facts = [
            f"{word}({cell // 9 + 1},{cell % 9 + 1},{digit})."
            for cell, digit in enumerate(grid.cells)
            if digit
        ]
        return "\n".join(facts) + "\n"
    head = ":- use_module(library(clpfd)).\n\n"

    def write(grid: MadeGrid, alphabet: Alphabet, number: int) -> str:
        return f"problem({number}, {_nest(grid, alphabet, '[', ']', ' ' * 12).replace(', ', ',')})."

    return head + _write_language(draft, write, (1, "_"))


def write_matrix(draft: Draft) -> str:
    """Matrices of MATLAB, Julia, R, MiniZinc, Mathematica and Lisp."""
    style = draft.decide(
        "language",
        (2, "MATLAB"),
        (1, "Julia"),
        (1, "R"),
        (2, "MiniZinc"),
        (1, "Mathematica"),
        (1, "Lisp"),
    )
    endings = {"MATLAB": ".m", "Julia": ".jl", "R": ".r", "MiniZinc": ".dzn", "Mathematica": ".nb"}
    draft.ending = endings.get(style, ".lisp")
    if style == "Mathematica":
        draft.ending = ".wl"

    def write(grid: MadeGrid, alphabet: Alphabet, number: int) -> str:
        rows = list(map(alphabet.write, grid.rows))
        if style == "MATLAB":
            text = ";\n      ".join(" ".join(row) for row in rows)
            return f"S{number} = [{text}];"
        if style == "Julia":
            return f"s{number} = [\n" + "\n".join("    " + " ".join(row) for row in rows) + "\n]"
        if style == "R":
            text = ",\n  ".join(", ".join(row) for row in rows)
            return f"s{number} <- matrix(c(\n  {text}), nrow = {grid.size}, byrow = TRUE)"
        if style == "MiniZinc":
            return f"puzzle{number} = [|\n" + "|\n".join(", ".join(row) for row in rows) + "|];"
        if style == "Mathematica":
            return f"s{number} = {_nest(grid, alphabet, '{', '}', '  ')};"
        text = "\n     ".join(f"({' '.join(row)})" for row in rows)
        return f"(defparameter *board-{number}*\n  #2A({text}))"

    return _write_language(draft, write, *(((1, "_"),) if style == "MiniZinc" else ((1, "0"),)))


FORMS = (
    Form("code, Python lists", write_python_lists, (".py", ".txt"), "if", 1.5),
    Form("code, flat list", write_flat_list, (".py", ".txt"), "", 0.8),
    Form("code, texts", write_texts, (".py",), "", 1),
    Form("code, numpy", write_numpy, (".txt",), "fq", 1),
    Form("code, C", write_c, (".c", ".h", ".txt"), "if", 1),
    Form("code, Java and C#", write_java, (".java",), "", 0.8),
    Form("code, JavaScript", write_javascript, (".js",), "", 0.8),
    Form("code, Haskell", write_haskell, (".hs",), "", 0.7),
    Form("code, Prolog", write_prolog, (".pl",), "", 0.8),
    Form("code, matrices", write_matrix, (".m",), "", 1),
)
