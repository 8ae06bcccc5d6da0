"""A file in the making: its random decisions, the Sudokus that it must give, and its tags."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .dice import Dice
from .grids import USUAL_BOXES, Box, Cells, MadeGrid, is_usual_box_refuted, make_grid
from .words import PROSE, make_titles

_KINDS = ((6, "puzzle"), (2, "complete"), (1, "many"), (0.6, "few"), (0.3, "broken"))
"""The kinds of grids that `MadeGrid` describes, with their weights."""

_BLANKS = (
    *((5, "."), (5, "0"), (0.8, "_"), (0.8, "*"), (0.5, "x"), (0.4, "X"), (0.6, "-")),
    *((0.2, "·"), (0.2, "?"), (0.15, "□")),
)
"""Signs for blank cells, with their weights."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class MadeSudoku:
    """A Sudoku that a made file holds.

    `box` is the shape of its boxes (rows, columns); `cells` are its cells row by row, 0 for blank.
    `name` is None if the file gives no name or if a person could not say what its name is.
    `solution` is the solution that the file also gives, for example in a column of its own.
    """

    box: Box
    cells: Cells
    name: str | None = None
    solution: Cells | None = None


@dataclass(frozen=True)
class MadeFile:
    """A made file and what a reader must find in it.

    `expects` is `read` (exactly `sudokus`, in this order) or `refuse` (no Sudoku, and a message).
    `file_name` has the ending that such a file usually has. `text` is what `data` encodes, before
    line ends are changed; it is empty for documents.
    """

    seed: int
    form: str
    tags: tuple[str, ...]
    file_name: str
    data: bytes
    sudokus: tuple[MadeSudoku, ...]
    expects: str = "read"
    text: str = ""


class Form(NamedTuple):
    """A form of files: the function that writes the text, and what may be done to the text later.

    `changes` has letters: `q` lines may be quoted with `> `, `i` indented, `t` get spaces at their
    ends, `f` the text may be put into a fence of Markdown or [code] tags, `r` lines may end with CR
    alone, `w` the encoding may be UTF-16 or
    Windows-1252, not only UTF-8 with or without a byte order mark.
    """

    name: str
    write: Callable[[Draft], str]
    endings: tuple[str, ...]
    changes: str = "w"
    weight: float = 1


class Alphabet(NamedTuple):
    """The signs of a file: those of the digits 1, 2, …, and the sign for blank."""

    kind: str
    signs: tuple[str, ...]
    blank: str

    def write(self, cells: Sequence[int]) -> list[str]:
        """Return the sign of each cell."""
        return [self.signs[cell - 1] if cell else self.blank for cell in cells]

    def join(self, cells: Sequence[int]) -> str:
        """Return the signs of cells side by side."""
        return "".join(self.write(cells))

    @property
    def width(self) -> int:
        """The number of characters of the longest sign."""
        return max(map(len, (*self.signs, self.blank)))


@dataclass
class Draft:
    """A file in the making."""

    dice: Dice
    tags: list[str] = field(default_factory=list)
    sudokus: list[MadeSudoku] = field(default_factory=list)
    expects: str = "read"
    ending: str = ""

    def tag(self, kind: str, value: object) -> None:
        """Record a decision, such as the layout or the blank sign."""
        self.tags.append(f"{kind}={value}")

    def toss(self, probability: float, kind: str, value: object = "yes") -> bool:
        """Decide with the given probability, and record a yes."""
        found = self.dice.chance(probability)
        if found:
            self.tag(kind, value)
        return found

    def decide(self, kind: str, *options: tuple[float, str]) -> str:
        """Return one of several weighted options, and record it."""
        found = self.dice.weigh(*options)
        self.tag(kind, found)
        return found

    def pick_box(self, sizes: Sequence[int] = (9,), *, turned: bool = True) -> Box:
        """Return a shape of boxes: mostly that of 9×9 grids if `sizes` has 9, otherwise that of one
        of the sizes. With `turned`, boxes of 6×6 to 15×15 grids may be higher than they are wide.
        """
        size = 9 if 9 in sizes and self.dice.chance(0.7) else self.dice.pick(sizes)
        high, wide = USUAL_BOXES[size]
        if turned and high != wide and self.dice.chance(0.35):
            high, wide = wide, high
        self.tag("size", f"{size} ({high}x{wide})")
        return high, wide

    def name_turned_box(self, box: Box) -> str:
        """Return a comment that names the boxes, or an empty text. Only files whose boxes are not
        the usual ones have such a comment, and not all of these.
        """
        if USUAL_BOXES[box[0] * box[1]] != box and self.toss(0.4, "comment", "box"):
            return f"# box {box[0]}x{box[1]}\n"
        return ""

    def make_grids(
        self,
        box: Box,
        count: int,
        *,
        kinds: Sequence[tuple[float, str]] | None = None,
        shows_box: bool = False,
    ) -> list[MadeGrid]:
        """Return random grids, all of one kind. If the file will not show its boxes, and they are
        not the usual ones, the first grid proves it: the usual boxes break a rule or have no
        solution.
        """
        options = list(kinds or _KINDS)
        is_clear = shows_box or USUAL_BOXES[box[0] * box[1]] == box
        if not is_clear:
            options = [one for one in options if one[1] in {"puzzle", "complete"}]
        kind = self.decide("grids", *options)
        grids = [make_grid(self.dice, box, kind) for _ in range(count)]
        while not is_clear and not any(map(is_usual_box_refuted, grids)):
            grids[0] = make_grid(self.dice, box, "complete")
        return grids

    def pick_alphabet(
        self,
        grids: Sequence[MadeGrid],
        *,
        blanks: Sequence[tuple[float, str]] = (),
        numbers: bool = False,
        letters: bool = True,
    ) -> Alphabet:
        """Return signs for grids of one size. `blanks` are the weighted signs for blank.

        With `numbers`, digits from 10 are written as numbers, otherwise as letters. Without
        `letters`, the digits of grids up to 9×9 are 1 to N; otherwise they may also be 0 to N - 1,
        or letters. Digits from 0 are chosen only if each grid has the digit 0 and one solution.
        """
        size = grids[0].size
        has_blank = any(0 in grid.cells for grid in grids)
        options: list[tuple[float, str]] = [(10, "1-N")]
        is_certain = all(grid.kind in {"puzzle", "complete"} and 1 in grid.cells for grid in grids)
        if size <= 9 and letters and is_certain:
            options += [(0.4, "0-based")] + ([(0.3, "A-I")] if size > 4 else [])
        if size >= 10:
            options = [(1, "numbers")] if numbers else [(3, "1-9A"), (1, "1-9a"), (1, "A-P")]
            options += [(1, "0-9A")] if size == 16 and not numbers and is_certain else []
        kind = self.dice.weigh(*options)
        signs: Sequence[str]
        if kind == "numbers" or kind == "1-N":
            signs = [str(digit) for digit in range(1, size + 1)]
        elif kind == "0-based":
            signs = [str(digit) for digit in range(size)]
        elif kind in {"A-I", "A-P"}:
            signs = LETTERS[:size]
        elif kind == "0-9A":
            signs = ("0123456789" + LETTERS)[:size]
        else:
            signs = ("123456789" + LETTERS)[:size]
        if kind == "1-9a":
            signs = [sign.lower() for sign in signs]
        if kind != "1-N":
            self.tag("digits", kind)
        used = {sign.lower() for sign in signs}
        allowed = [one for one in blanks or _BLANKS if one[1].lower() not in used] or [(1, ".")]
        if has_blank and kind in {"0-based", "0-9A", "A-I", "A-P"}:
            allowed = [one for one in allowed if one[1] not in {"0", "x", "X"}] or [(1, ".")]
        blank = self.dice.weigh(*allowed)
        if has_blank:
            self.tag("blank", {" ": "space", "": "empty"}.get(blank, blank))
        return Alphabet(kind, tuple(signs), blank)

    def expect(
        self, grid: MadeGrid, name: str | None = None, *, solution: bool = False
    ) -> MadeSudoku:
        """Record a Sudoku that the file holds."""
        made = MadeSudoku(grid.box, grid.cells, name, grid.solution if solution else None)
        self.sudokus.append(made)
        return made

    def write_prose(self) -> list[str]:
        """Return one to three lines of prose."""
        return self.dice.sample(PROSE, self.dice.between(1, 3))

    def pick_count(self, most: int = 5) -> int:
        """Return the number of Sudokus in the file, often 1."""
        return 1 if self.dice.chance(0.4) else self.dice.between(2, most)

    def write_page(
        self,
        grids: Sequence[MadeGrid],
        blocks: Sequence[Sequence[str]],
        *,
        between: Sequence[tuple[float, int]] = ((6, 1), (2, 2), (1, 0)),
        titles: float = 0.4,
        prose: float = 0.3,
        tight_titles: bool = True,
        mentions_variant: bool = False,
    ) -> str:
        """Return a text of blocks of lines, one for each grid, with titles and prose, and record
        the Sudokus with their names.

        `between` has the weighted numbers of blank lines between blocks. `titles` and `prose` are
        the probabilities of titles and of prose. If not `tight_titles`, most titles have a blank
        line below them, and none is a number, which could be taken for a row.
        """
        gap = self.dice.weigh(*between)
        names: list[str | None] = [None] * len(grids)
        heading: Callable[[str], list[str]] | None = None
        if mentions_variant or self.toss(titles, "titles"):
            style, given = make_titles(
                self.dice,
                len(grids),
                mentions_variant=mentions_variant,
                may_be_numbers=tight_titles,
            )
            names = list(given)
            self.tag("title", style)
            heading = self._pick_heading(tight=tight_titles)
        lines: list[str] = []
        if self.toss(prose, "prose", "before"):
            lines += [*self.write_prose(), ""]
        elif self.toss(0.08, "comments"):
            lines += [f"# {line}" for line in self.write_prose()]
        is_between = len(grids) > 1 and self.toss(prose / 3, "prose", "between")
        for number, (grid, block, name) in enumerate(zip(grids, blocks, names, strict=True)):
            if number:
                lines += [""] * gap
            if is_between and number:
                lines += [*([""] if not gap else []), *self.write_prose(), ""]
            lines += [*(heading(name) if heading and name else []), *block]
            # A line that begins with # may be a title or a comment, so it need not be the name.
            is_uncertain = bool({"heading=# title", "heading=## title"} & set(self.tags))
            self.expect(grid, None if is_uncertain else name)
        if len(grids) > 1:
            self.tag("gap", gap)
        if self.toss(prose, "prose", "after"):
            lines += ["", *self.write_prose()]
        return "\n".join([*lines, ""])

    def _pick_heading(self, *, tight: bool) -> Callable[[str], list[str]]:
        """Return a function that writes a title as the lines above a Sudoku."""
        options = [(4, "line above"), (1, "colon"), (0.5, "# title"), (0.7, "## title")]
        options += [(0.6, "underlined"), (0.4, "bold"), (2 if tight else 6, "blank line below")]
        style = self.decide("heading", *options)
        functions: dict[str, Callable[[str], list[str]]] = {
            "line above": lambda title: [title],
            "colon": lambda title: [f"{title}:"],
            "# title": lambda title: [f"# {title}"],
            "## title": lambda title: [f"## {title}", ""],
            "underlined": lambda title: [title, "=" * len(title)],
            "bold": lambda title: [f"**{title}**", ""],
            "blank line below": lambda title: [title, ""],
        }
        return functions[style]


def finish(seed: int, form: Form, draft: Draft, text: str) -> MadeFile:
    """Return a made file: the text with line ends, quoting, trailing spaces and an encoding."""
    dice = draft.dice
    lines = text.split("\n")
    if "f" in form.changes and draft.toss(0.06, "around", "fence or [code]"):
        opening, closing = dice.pick((("```", "```"), ("[code]", "[/code]"), ("~~~", "~~~")))
        lines = [opening, *lines[:-1], closing, ""]
    if "i" in form.changes and draft.toss(0.06, "indented"):
        indent = dice.pick(("    ", "  ", " ", " " if "\t" in text else "\t"))
        lines = [indent + line if line else line for line in lines]
    if "q" in form.changes and draft.toss(0.05, "quoted"):
        lines = [f"> {line}" if line or dice.chance(0.5) else ">" for line in lines[:-1]] + [""]
    if "t" in form.changes and draft.toss(0.06, "trailing spaces"):
        lines = [line + dice.pick(("", " ", "  ")) if line else line for line in lines]
    if lines[-1] == "" and draft.toss(0.12, "no line end at the end"):
        lines = lines[:-1]
    ends = [(8, "\n"), (2, "\r\n"), (0.3 if "r" in form.changes else 0, "\r")]
    end = dice.weigh(*ends)
    if end != "\n":
        draft.tag("line ends", {"\r\n": "CRLF", "\r": "CR"}[end])
    text = "\n".join(lines)
    encoding = dice.weigh((9, "utf-8"), (0.7, "utf-8-sig"), (0.5, "utf-16"), (0.6, "cp1252"))
    if encoding in {"utf-16", "cp1252"} and "w" not in form.changes:
        encoding = "utf-8"
    if encoding == "cp1252":
        try:
            text.encode("cp1252")
        except UnicodeEncodeError:
            encoding = "utf-8"
    if encoding == "utf-16":
        data = b"\xff\xfe" + text.replace("\n", end).encode("utf-16-le")
    else:
        data = text.replace("\n", end).encode(encoding)
    if encoding != "utf-8" and not (encoding == "cp1252" and text.isascii()):
        draft.tag("encoding", encoding)
    ending = draft.ending or dice.pick(form.endings)
    return MadeFile(
        seed,
        form.name,
        tuple(draft.tags),
        f"made{seed}{ending}",
        data,
        tuple(draft.sudokus),
        draft.expects,
        text,
    )
