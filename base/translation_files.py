"""Compile the translations that people edit (.po files) into the files that gettext reads (.mo
files).

Compiled files are not part of the repository. `setup.py` compiles them for an installed package,
`messages.py` for a checkout or an editable installation. This file imports nothing of the package,
because `setup.py` loads it alone.
"""

import os
import re
from collections.abc import Iterator
from struct import pack

_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr|msgstr\[\d\])\s+)?"((?:[^"\\]|\\["\\nt])*)"\s*')
_ESCAPED = {"n": "\n", "t": "\t"}
_FUZZY = re.compile(r"#,.*\bfuzzy\b")
_MAGIC_NUMBER = 0x950412DE  # the first bytes of a .mo file; they show the order of its bytes


def compile_if_changed(po_path: str) -> None:
    """Compile a .po file into a .mo file of the same name and folder. Do nothing if both files have
    the same time of modification, because the .mo file is then up to date.

    Raises `OSError` if a file cannot be read or written, and `ValueError` if the .po file has a
    mistake.
    """
    mo_path = po_path.removesuffix("po") + "mo"
    time = os.stat(po_path).st_mtime_ns
    try:
        if os.stat(mo_path).st_mtime_ns == time:
            return
    except FileNotFoundError:
        pass
    compiled = compile_po_file(po_path)
    # Another process may read or write the .mo file at the same time.
    unfinished_path = f"{mo_path}.{os.getpid()}"
    try:
        with open(unfinished_path, "wb") as file:
            file.write(compiled)
        os.utime(unfinished_path, ns=(time, time))
        os.replace(unfinished_path, mo_path)
    except OSError:
        if os.path.exists(unfinished_path):
            os.remove(unfinished_path)
        raise


def compile_po_file(po_path: str) -> bytes:
    """Return the content of the .mo file for a .po file. Raise `OSError` if the .po file cannot be
    read, and `ValueError` if it has a mistake.
    """
    with open(po_path, encoding="utf-8") as file:
        return format_mo(read_translations(file.read(), po_path))


def read_translations(po_text: str, file_name: str) -> dict[str, str]:
    """Return a dictionary from the texts of a .po file to their translations, in the form of a .mo
    file: if a text has a plural, its key is the singular, a null character and the plural, and its
    value likewise. The translation of the empty text is the header of the file.

    Texts without a translation and texts marked as `fuzzy` are left out. Raise `ValueError` with
    `file_name` and the number of the line if a line cannot be read, or if a text occurs twice. A
    text with a context (`msgctxt`) cannot be read.
    """
    found = dict[str, str]()
    for line_number, entry in _yield_entries(po_text, file_name):
        text = "\0".join(part for name, part in entry.items() if name.startswith("msgid"))
        parts = [part for name, part in entry.items() if name.startswith("msgstr")]
        if text in found:
            raise ValueError(f"{file_name}:{line_number}: this text is translated twice: {text!r}")
        if parts and all(parts):
            found[text] = "\0".join(parts)
    return found


def _yield_entries(po_text: str, file_name: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield for each text of a .po file the number of its first line, and its parts by their names:
    `msgid`, `msgid_plural`, `msgstr` or `msgstr[0]`, `msgstr[1]` and so on. Texts that are marked
    as `fuzzy` are left out.
    """
    entry, name = dict[str, str](), ""
    first_line = 0
    is_fuzzy = is_next_fuzzy = False
    for line_number, line in enumerate(po_text.split("\n"), 1):
        if line.startswith("#") or not line.strip():
            is_next_fuzzy |= _FUZZY.match(line) is not None
            continue
        part = _LINE.fullmatch(line)
        if part is None or not (part[1] or name):
            raise ValueError(f"{file_name}:{line_number}: this is no line of a .po file: {line!r}")
        if part[1] == "msgid":
            if entry and not is_fuzzy:
                yield first_line, entry
            entry, first_line = {}, line_number
            is_fuzzy, is_next_fuzzy = is_next_fuzzy, False
        if part[1]:
            name = part[1]
            entry[name] = ""
        entry[name] += re.sub(r"\\(.)", lambda sign: _ESCAPED.get(sign[1], sign[1]), part[2])
    if entry and not is_fuzzy:
        yield first_line, entry


def format_mo(translations: dict[str, str]) -> bytes:
    """Return the content of a .mo file. `translations` maps each text to its translation, both in
    the form that `read_translations` returns.

    The file has a header, a table with the length and the place of each text, the same table for
    the translations, and then all texts and all translations, each ended by a null character.
    """
    texts = sorted((key.encode(), value.encode()) for key, value in translations.items())
    strings = [key for key, _ in texts] + [value for _, value in texts]
    tables_at, count = 28, len(texts)
    place = tables_at + 8 * len(strings)
    table = bytearray()
    for string in strings:
        table += pack("<II", len(string), place)
        place += len(string) + 1
    # There is no table of hashes: its length is 0, and its place is the end of the other tables.
    header = pack(
        "<7I", _MAGIC_NUMBER, 0, count, tables_at, tables_at + 8 * count, 0, tables_at + len(table)
    )
    return header + table + b"".join(string + b"\0" for string in strings)
