"""Lines of text as the forms see them: unusual signs are replaced, and drawn lines are marked."""

import re
from collections.abc import Iterable, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from .cells import HEAVY_BARS, HEAVY_DASHES

_SIGNS = {
    **dict.fromkeys("·•\u2219⋅▪◦?□▢☐○◯\uff3f\uff0e", "."),
    **dict.fromkeys("–—\u2212\u2010\u2011⎯", "-"),
    **{chr(code): "+" for code in range(0x250C, 0x254C)},
    **{chr(code): "+" for code in range(0x2552, 0x256D)},
    **dict.fromkeys("╭╮╯╰╴╵╶╷", "+"),
    **dict.fromkeys("│┃║┆┇┊┋╎╏▏▕\uff5c¦", "|"),
    **dict.fromkeys("─━═┄┅┈┉╌╍▁▔", "-"),
    **{chr(0xFF10 + digit): str(digit) for digit in range(10)},
    **dict.fromkeys("\u00a0\u2000\u2002\u2003\u2007\u2009\u202f\u3000\ufeff\u200b", " "),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("\u2018\u2019\u201a`\u00b4", "'"),
    **dict.fromkeys("\uff0c、", ","),
    **dict.fromkeys("→⇒➔➜", "|"),
}
_TABLE = str.maketrans(_SIGNS)

_RULE_SIGNS = "-=+*.:'|_~<> \t"
_RULE = re.compile(r"- *-|= *=|_ *_|~~|-[|+]-")
_QUOTATION = re.compile(r"(?:\s{0,3}>)+")
_LABEL = re.compile(
    r"\s*([A-Za-z]|(?:[rRzZ]|[Rr]ow |[Zz]eile )?[0-9]{1,2})(?:\s*[:).](?=\s)|(?=\s*\|)|(?=\s+\S))"
)
_SYNTAX = re.compile(r"\\n|[,;]\s*\.\.\.\s*$|\bSome\(|\bJust |\bNothing\b")
_END_OF_ROW = re.compile(r"\\n(?=[\"'0-9.])|(?<=[,;])\s*\.\.\.\s*$")
"""The end of a row in a text of a program, or of a line that continues on the next line."""
_DIGIT_OR_NOTHING = re.compile(r"\bSome\((\d+)\)|\bJust (\d+)|\bNothing\b")
_MARKER = re.compile(r"\s*(-|\*|///|//!)\s+(?=\S)")
"""The sign before each line of a list, or of a comment about a function."""
_LIST = re.compile(r"[\[({]([^\[\](){}]*)[\])}]+[;,.:]?\s*$")
"""The innermost list at the end of a line. The group is its content."""
_SECTION = re.compile(r"\s*\[([A-Za-z ]+)\]\s*")
_PUZZLE = "puzzle"
"""The name of the section with the puzzle in a file of SadMan Sudoku."""
_COLONS = re.compile(r"\s*\|(?:[^|:]{1,5}[|:])+\s*")
"""A row of a drawing with colons between the cells of a box."""
_LEAST_LABELS = 4
_LONGEST_RULE = 1000


class TextLine(NamedTuple):
    """A line of text. `text` is the line with unusual signs replaced, one for one, so that indices
    are the same in the line of the file. `is_rule` is whether the line is drawn: of dashes mostly,
    with other signs where lines cross. `heavy` are the indices of double or thick bars; a drawn
    line that is double or thick itself has them, too.
    """

    text: str
    is_blank: bool
    is_rule: bool
    heavy: frozenset[int] = frozenset()


_END = TextLine("", is_blank=True, is_rule=False)


def make_text_lines(lines: Iterable[str]) -> list[TextLine]:
    """Return lines of a text, without line ends, as the forms see them. The parts of a file of
    SadMan Sudoku that repeat the puzzle, such as `[State]`, are blank.
    """
    found, is_puzzle = list[TextLine](), True
    has_sections = False
    for line in lines:
        section = _find_section_or_none(line)
        if section == _PUZZLE:
            has_sections = is_puzzle = True
        elif section is not None and has_sections:
            is_puzzle = False
        found.append(_make_text_line(line if is_puzzle else ""))
    return found


def _find_section_or_none(line: str) -> str | None:
    """Return the name, in small letters, of the section that begins on a line such as `[State]`;
    None for another line.
    """
    section = _SECTION.fullmatch(line) if "[" in line else None
    return None if section is None else section[1].lower()


def has_puzzle_section(lines: Iterable[str]) -> bool:
    """Return whether a line begins the section of the puzzle in a file of SadMan Sudoku."""
    return any(_find_section_or_none(line) == _PUZZLE for line in lines)


def replace_unusual_signs(text: str) -> str:
    """Return a text with ASCII signs for unusual ones, such as a full stop for a middle dot."""
    return text if text.isascii() else text.translate(_TABLE)


def _make_text_line(line: str) -> TextLine:
    """Return a line of text as the forms see it."""
    text = replace_unusual_signs(line)
    text = text.replace("->", " |").replace("=>", " |")
    if _SYNTAX.search(text):
        text = _blank_out_syntax(text)
    if match := _QUOTATION.match(text):
        text = " " * match.end() + text[match.end() :]
    is_rule = len(text) < _LONGEST_RULE and _is_rule(text)
    if "||" in text and text.lstrip().startswith("|"):  # a table of a wiki
        text = text.replace("||", " |")
    elif text.count("&") >= 3 and "\\\\" in text.split("&", 3)[3]:  # a table of LaTeX
        text = text.replace(r"\hline", 6 * " ").replace("&", ";").replace("\\", " ")
    elif text.endswith("|.") and text.lstrip().startswith("|"):  # LaTeX's package sudoku
        text = text[:-1] + " "
    elif " : " in text and _COLONS.fullmatch(text):
        text = text.replace(":", " ")
    elif text.strip().startswith((r"\hline", r"\cline")):
        text, is_rule = "", True
    heavy = frozenset[int]() if line.isascii() else _find_heavy_bars(line, is_rule=is_rule)
    return TextLine(text, not text.strip() and not is_rule, is_rule, heavy)


def _blank_out_syntax(text: str) -> str:
    """Return a line of a program with spaces for the signs that end it within a text or a list, and
    with a digit for an optional digit such as `Some(5)`.
    """
    text = _END_OF_ROW.sub(lambda match: len(match[0]) * " ", text)
    return _DIGIT_OR_NOTHING.sub(_align_digit, text)


def _align_digit(match: re.Match[str]) -> str:
    return (match[1] or match[2] or ".").rjust(len(match[0]))


def _is_rule(text: str) -> bool:
    """Return whether a line is drawn: of dashes mostly, with other signs where lines cross."""
    return (not text.strip(_RULE_SIGNS) and bool(_RULE.search(text))) or text.strip() == "|-"


def _find_heavy_bars(line: str, *, is_rule: bool) -> frozenset[int]:
    """Return the indices of the double or thick bars of a line, or dashes of a drawn line."""
    signs = HEAVY_DASHES if is_rule else HEAVY_BARS
    return frozenset(index for index, sign in enumerate(line) if sign in signs)


def without_axes(lines: Sequence[TextLine]) -> list[TextLine] | None:
    """Return the lines without the labels of rows, such as A to I at their beginnings, and without
    the headings of columns above them, and without the signs before each line of a list. Return
    None if there are none.
    """
    found = [*lines]
    is_changed = _blank_out_markers(found)
    for first, last in _list_labelled_parts(lines):
        is_changed = True
        for number in range(first, last + 1):
            line = lines[number]
            if not line.is_rule and not line.is_blank:
                label = _LABEL.match(line.text)
                assert label is not None
                text = " " * label.end() + line.text[label.end() :]
                found[number] = line._replace(text=text)
        for number in range(first - 1, max(first - 3, -1), -1):
            if is_axis(lines[number].text):
                found[number] = TextLine("", is_blank=True, is_rule=False)
                break
    return found if is_changed else None


def _blank_out_markers(lines: list[TextLine]) -> bool:
    """Change `lines`: the signs before each line of a list, or of a comment about a function,
    become spaces. Return whether there are any, on several successive lines.
    """
    run, sign, is_changed = list[tuple[int, int]](), "", False
    for number, line in enumerate([*lines, _END]):
        marker = _MARKER.match(line.text)
        if marker is not None and marker[1] == sign:
            run.append((number, marker.end()))
            continue
        if len(run) >= _LEAST_LABELS:
            is_changed = True
            for one, end in run:
                lines[one] = _make_text_line(end * " " + lines[one].text[end:])
        run, sign = ([(number, marker.end())], marker[1]) if marker is not None else ([], "")
    return is_changed


def _list_labelled_parts(lines: Sequence[TextLine]) -> list[tuple[int, int]]:
    """Return the first and last lines of each part whose lines begin with labels in order."""
    parts, first, labels, last = list[tuple[int, int]](), 0, list[str](), 0

    def close() -> None:
        if len(labels) >= _LEAST_LABELS:
            parts.append((first, last))
        labels.clear()

    for number, line in enumerate(lines):
        if line.is_rule or line.is_blank:
            continue
        label = _LABEL.match(line.text)
        name = label[1] if label else ""
        if not name or not _are_in_order([*labels, name]):
            close()
        name = name.split()[-1] if name else ""
        if name and not labels and name.upper().lstrip("RZ") in ("A", "0", "1"):
            first = number
            labels.append(name)
        elif name and labels:
            labels.append(name)
        last = number
    close()
    return parts


def is_axis(text: str) -> bool:
    """Return whether a line has nothing but the headings of columns: successive numbers from 0 or
    1, or letters from A, at least four.
    """
    names = re.findall(r"[^\s|,;:=+&\"']+", text)  # a table of AMPL has := at the end
    while names and re.fullmatch(r"[^\W\d_]{2,}", names[0]):
        del names[0]  # the heading of a column of names
    if len(names) == 1:
        names = [*names[0]]
    return (
        len(names) >= _LEAST_LABELS
        and names[0].upper().lstrip("CS") in ("A", "0", "1")
        and _are_in_order(names)
    )


def counts_up(text: str) -> bool:
    """Return whether a line has nothing but the headings of columns, or a list of the digits in a
    program, such as `DIGITS = ['1', '2', '3', '4']`.
    """
    found = _LIST.search(text)
    return is_axis(text) or (found is not None and is_axis(found[1]))


def _are_in_order(labels: Sequence[str]) -> bool:
    """Return whether labels are successive numbers or letters."""
    names = [label.upper().lstrip("RZCS") or label for label in labels]
    if all(name.isdigit() for name in names):
        return all(int(name) == int(names[0]) + i for i, name in enumerate(names))
    start = ascii_uppercase.find(names[0][:1])
    return start >= 0 and "".join(names) == ascii_uppercase[start : start + len(names)]


def join_quoted_lines(lines: Sequence[str]) -> tuple[list[str], list[int]]:
    """Return the lines of a table in which a quoted field may have line ends, which become spaces,
    and for each the index of its first line. Lines of other texts are returned unchanged.
    """
    numbers = [*range(len(lines))]
    head = next((line for line in lines if line.strip()), "")
    if not any(sign in head for sign in ",;\t") or not any(line.count('"') % 2 for line in lines):
        return [*lines], numbers
    joined, starts, number = list[str](), list[int](), 0
    while number < len(lines):
        line, end = lines[number], number
        if re.search(r'(?:^|[,;\t])\s*"[^"]*$', line):
            piece = line
            while piece.count('"') % 2 and end + 1 < len(lines) and end - number < 100:
                end += 1
                piece += " " + lines[end]
            if piece.count('"') % 2:
                end = number
            else:
                line = piece
        joined.append(line)
        starts.append(number)
        number = end + 1
    return joined, starts
