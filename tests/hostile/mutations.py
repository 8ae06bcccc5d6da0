"""Files that are nearly what they should be: changed in a few places, by what they are made of."""

from __future__ import annotations

import gzip
import re

from hypothesis import strategies as st

_TOKEN = re.compile(rb"-?\d+(?:\.\d+)?|\"(?:[^\"\\\n]|\\.)*\"|\w+|[^\s\w]")

_WORDS = [
    *(b"0", b"-1", b"1", b"2", b"5", b"255", b"256", b"1000", b"2147483648", b"1e309", b"-0.5"),
    *(b"9" * 30, b"9" * 5000, b"0x10", b"1_0", "٣".encode(), "²".encode()),
    *(b"NaN", b"Infinity", b"null", b"true", b"[]", b"{}", b'""', b"[" * 5000, b"{" * 60),
    *(b"d", b"s", b"v", b"c", b"p", b"h", b"x", b"*", b"#", b"box", b"0 0", b"p cnf 1 1\n"),
    *(b"undecided", b"copies", b"different", b"min", b"max"),
    *(b"s UNSATISFIABLE\n", b"s SATISFIABLE"),
    *(b"\x00", b"\xff", b"\x1b[31m", b"\x9b31m", b"\r", b"\r\n", b"\n", b"\n\n", b"\t", b" " * 70),
    *(b"[/b]", b"$^$", b"{0}", b"%s", b"../..", "\u202e".encode()),
    *(b"\xef\xbb\xbf", b"\xff\xfe1\x00"),
    *(b"\x0c", "\x85".encode(), "\u2028".encode(), b"\xc3(", b"<!ENTITY a 'a'>", b"PAR1", b"<"),
]


@st.composite
def mutated(draw: st.DrawFn, content: bytes) -> bytes:
    """Bytes with one to four changes, each of a byte, a word, a line or a piece."""
    for _ in range(draw(st.integers(1, 4))):
        content = draw(st.sampled_from(_CHANGES))(draw, content)
    return content


@st.composite
def compressed(draw: st.DrawFn, content: bytes) -> bytes:
    """What was changed, compressed; now and then it is the compressed file that is changed."""
    broken = draw(st.booleans())
    inner = content if broken else draw(mutated(content))
    packed = gzip.compress(inner, 1, mtime=0)
    return draw(mutated(packed)) if broken else packed


def _byte(draw: st.DrawFn, content: bytes) -> bytes:
    place = draw(st.integers(0, max(len(content) - 1, 0)))
    new = draw(st.integers(0, 255))
    return content[:place] + bytes([new]) + content[place + 1 :]


def _word(draw: st.DrawFn, content: bytes) -> bytes:
    """Another word in the place of one."""
    words = list(_TOKEN.finditer(content))
    if not words:
        return draw(st.sampled_from(_WORDS))
    word = draw(st.sampled_from(words))
    new = draw(st.sampled_from(_WORDS) | st.sampled_from(words).map(lambda other: other[0]))
    return content[: word.start()] + new + content[word.end() :]


def _insertion(draw: st.DrawFn, content: bytes) -> bytes:
    place = draw(st.integers(0, len(content)))
    return content[:place] + draw(st.sampled_from(_WORDS)) + content[place:]


def _lines(draw: st.DrawFn, content: bytes) -> bytes:
    """A line left out, doubled, exchanged with another, or cut short."""
    lines = content.splitlines(keepends=True)
    if not lines:
        return b"\n"
    one, other = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    match draw(st.sampled_from(("out", "twice", "exchanged", "cut"))):
        case "out":
            del lines[one]
        case "twice":
            lines.insert(other, lines[one])
        case "exchanged":
            lines[one], lines[other] = lines[other], lines[one]
        case _:
            lines[one] = lines[one][: len(lines[one]) // 2]
    return b"".join(lines)


def _piece(draw: st.DrawFn, content: bytes) -> bytes:
    """A piece left out, or put elsewhere once more."""
    start, end, place = sorted(draw(st.integers(0, len(content))) for _ in range(3))
    if draw(st.booleans()):
        return content[:start] + content[end:]
    return content[:place] + content[start:end] + content[place:]


def _end(draw: st.DrawFn, content: bytes) -> bytes:
    return content[: draw(st.integers(0, len(content)))]


_CHANGES = (_byte, _word, _word, _insertion, _lines, _lines, _piece, _end)
