"""Decompression of LZ-string, with which links to puzzles are compressed."""

from string import ascii_lowercase, ascii_uppercase, digits

_BASE64 = ascii_uppercase + ascii_lowercase + digits + "+/"
_END = 2
"""The code after the last character of a text. The codes 0 and 1 announce a new character of 8 or
16 bits; the other codes are those of texts that occurred before.
"""


def decompress_lz_string(text: str, most: int) -> str:
    """Return the text that LZ-string compressed to `text`, in Base64. Raise `ValueError` if it is
    broken or cut off, or if it has more than `most` characters.

    >>> decompress_lz_string("N4IghiBcCMC+Q===", 100)
    '{"a":1}'
    """
    bits = "".join(f"{_BASE64.index(sign):06b}" for sign in text.rstrip("="))
    place = 0

    def take_number(width: int) -> int:
        """Return the next number of `width` bits, the lowest bit first."""
        nonlocal place
        place += width
        if place > len(bits):
            raise ValueError("the text is cut off")
        return int(bits[place - width : place][::-1], 2)

    texts = ["", "", ""]
    found, before, length = list[str](), "", 0
    while (code := take_number(len(texts).bit_length())) != _END:
        if code < _END:
            texts.append(chr(take_number(8 if code == 0 else 16)))
            code = len(texts) - 1
        if code > len(texts) - (not before):
            raise ValueError("the text has an unknown code")
        piece = texts[code] if code < len(texts) else before + before[0]
        found.append(piece)
        length += len(piece)
        if length > most:
            raise ValueError("the text is too long")
        if before:
            texts.append(before + piece[0])
        before = piece
    # Characters beyond 16 bits are two codes of UTF-16.
    return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
