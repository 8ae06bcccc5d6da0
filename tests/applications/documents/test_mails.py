"""Mails and folders of mails: every attachment is read, and it is known who submitted a Sudoku."""

from __future__ import annotations

import base64
import io
import json
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from sudokopie.applications.documents import mail as mail_reader
from sudokopie.base.errors import PairFileError
from sudokopie.reading import container_file
from sudokopie.reading.file_entry import Entry, MailHeader
from sudokopie.reading.gridfile import GridFile, open_stream_as_grid_file
from sudokopie.recognition.cells import is_greeting
from sudokopie.system import limited_call

from documents import DOCUMENTS, PAGE, PICTURE, PUZZLE, ROWS, SOLUTION

DRAWN = "\n".join(ROWS)
TABLE = f"name,puzzle\nfirst,{PUZZLE}\nsecond,{SOLUTION}\n"
BROKEN = b"\x1f\x8b\x08broken"
ANN, BERT = "Ann Lee <ann@example.org>", "bert@example.org"

Attached = tuple[str, bytes]


def letter(text: str, *attached: Attached, sender: str = ANN, subject: str = "New ones") -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, "editor@example.org", subject
    mail.set_content(text)
    for name, data in attached:
        mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return mail.as_bytes()


def folder(*mails: bytes) -> bytes:
    return b"".join(b"From a@b.org Mon Nov  2 10:00:00 2026\n%b\n" % mail for mail in mails)


def opened(data: bytes) -> GridFile:
    return open_stream_as_grid_file(io.BytesIO(data), "m")


def names(data: bytes) -> list[str]:
    return [entry.sudoku_name for entry in opened(data)]


def places(data: bytes) -> list[str]:
    """Return the place of each Sudoku, and the errors, as commands print them."""
    found = list[str]()

    def report(name: str, error: PairFileError) -> None:
        found.append(f"{name}! {error}")

    for file in opened(data).yield_open_inner_files(report):
        found.extend(f"{file.source}:{entry.line}" for entry in file)
    return found


def test_every_attachment_is_read_whatever_else_the_mail_contains() -> None:
    attached = [(f"a{i}", DOCUMENTS[name]()) for i, name in enumerate(("xlsx of blocks", "xls"))]
    mail = letter(
        f"Dear all,\n\n{DRAWN}\n",
        ("a.csv", TABLE.encode()),
        *attached,
        ("logo.png", PICTURE),
        ("mail.eml", letter("See above", ("b.txt", PUZZLE.encode()), sender=BERT)),
    )
    assert places(mail) == [
        *("m:3", "m/a.csv:2", "m/a.csv:3", "m/a0:3", "m/a0:3", "m/a0:15", "m/a0:4", "m/a1:1"),
        "m/mail.eml/b.txt:1",
    ]
    assert names(mail)[:2] == ["New ones (Ann Lee)", "first, New ones (Ann Lee)"]
    assert names(mail)[-1] == "New ones (bert@example.org)"


def test_submitter_and_subject_of_each_mail_of_a_folder() -> None:
    data = folder(
        letter(f"Hallo,\n\n{DRAWN}\n", subject="Nr. 1"),
        letter("When is it printed?"),
        letter(f"Easy\n\n{DRAWN}\n\nHard\n\n{DRAWN}\n", sender=BERT, subject="Für den Mai"),
    )
    assert names(data) == [
        "Nr. 1 (Ann Lee)",
        "Easy, Für den Mai (bert@example.org)",
        "Hard, Für den Mai (bert@example.org)",
    ]
    assert [entry.mail_header for entry in opened(data)][1:] == [
        MailHeader(BERT, "Für den Mai")
    ] * 2
    file = opened(data)
    assert len(list(file)) == 3
    assert list(map(str, file.list_warnings("m"))) == [
        "m: lines without a Sudoku: 1; the first is line 9 of m[1], 'Hallo,'",
        "m: mails without a Sudoku: 1",
    ]


def test_lines_are_numbered_as_in_the_file_if_the_text_is_not_encoded() -> None:
    plain = b"From: Ann\nTo: Bert\nSubject: One\n\nHi,\n\n%b\n" % DRAWN.encode()
    for data in (plain, plain.replace(b"\n", b"\r\n")):
        assert places(data) == ["m:7"]
        assert names(data) == ["One (Ann)"]
    assert places(folder(plain, plain)) == ["m[1]:8", "m[2]:25"]


def test_a_page_is_read_if_the_text_has_no_sudoku() -> None:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = ANN, "S"
    mail.set_content("This mail is a page.")
    mail.add_alternative(PAGE, subtype="html")
    assert len(names(mail.as_bytes())) == 1
    mail = EmailMessage()
    mail.set_content(f"{DRAWN}\n")
    mail.add_alternative(PAGE, subtype="html")
    assert len(names(mail.as_bytes())) == 1


def test_a_text_keeps_its_encoding() -> None:
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "=?utf-8?q?J=C3=B6rg?= <j@example.org>", "=?utf-8?b?w4Q=?="
    mail.set_content(f"Größe €\n\n{DRAWN}\n", charset="iso-8859-15", cte="base64")
    assert names(mail.as_bytes()) == ["Größe €, Ä (Jörg)"]


def test_numbers_in_a_text_are_not_taken_for_a_sudoku() -> None:
    assert places(letter("Call me:\n030 1234\n\nAnn", ("a.csv", TABLE.encode()))) == [
        *("m/a.csv:2", "m/a.csv:3")
    ]


def test_what_cannot_be_read_is_named_and_the_rest_is_read() -> None:
    mail = letter(
        "Two:", ("a.xlsx", b"PK\3\4" + bytes(30)), ("p.png", PICTURE), ("t.txt", PUZZLE.encode())
    )
    first, second = places(mail)
    assert first.startswith("m/a.xlsx! m/a.xlsx:1:1: cannot be read: ")
    assert second == "m/t.txt:1"
    file = opened(mail)
    error, good = list(file)
    assert error.error is not None
    assert good.error is None
    assert list(map(str, file.list_warnings("m"))) == [
        "m/p.png: expected a Sudoku, found a picture: there is no text in it"
    ]


@pytest.mark.parametrize(
    ("mail", "said"),
    [
        (letter("Hi"), "m:1:1: expected a Sudoku, found a mail without Sudokus"),
        (letter("Hi", ("p.png", PICTURE)), "m/p.png:1:1: expected a Sudoku, found a picture"),
        (
            letter("Hi", ("p.png", PICTURE), ("q.png", PICTURE)),
            "found a mail without Sudokus, but 2 other files; the first is m/p.png: expected",
        ),
        (letter("Hi", ("a.txt", BROKEN)), "m/a.txt:1:1: cannot be read: "),
    ],
)
def test_mails_without_sudokus(mail: bytes, said: str) -> None:
    with pytest.raises(PairFileError) as caught:
        opened(mail).read_single_grid_and_close()
    assert said in str(caught.value)


def test_two_sudokus_of_a_mail_are_a_pair() -> None:
    files = [("a.txt", PUZZLE.encode()), ("b.txt", PUZZLE.encode()), ("c.txt", PUZZLE.encode())]
    assert opened(letter("Are these the same?", *files[:2])).read_pair_and_close().first.clues == 30
    with pytest.raises(PairFileError, match=r"m/c.txt:1:1: a third Sudoku begins here"):
        opened(letter("Are these the same?", *files)).read_pair_and_close()
    with pytest.raises(PairFileError, match=r"m/a.txt:1:1: found one Sudoku, but two are needed"):
        opened(letter("Is this one?", *files[:1])).read_pair_and_close()
    file = opened(letter("Is this one?", *files[:1]))
    assert file.has_at_most_one_sudoku
    assert file.read_single_grid_and_close().clues == 30


def test_mails_inside_mails_are_limited() -> None:
    def nested(depth: int) -> bytes:
        data = letter(PUZZLE)
        for _ in range(depth):
            data = letter("Forwarded", ("m.eml", data))
        return data

    assert places(nested(3)) == ["m/m.eml/m.eml/m.eml:1"]
    with pytest.raises(PairFileError, match="more than 4 files inside each other"):
        opened(nested(5)).read_single_grid_and_close()


def test_broken_attachments_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limited_call, "CAN_START", False)  # so that the limits can be changed
    monkeypatch.setattr(container_file, "_MOST_BROKEN", 2)
    broken = [(f"{i}.txt", BROKEN) for i in range(9)]
    found = places(letter(PUZZLE, *broken))
    assert len(found) == 5
    assert found[-1].endswith(
        "files with Sudokus inside this file, found more than 2 that are broken"
    )
    monkeypatch.setattr(container_file, "ARRAY", 10)
    assert (
        "found more than 0 MiB without one"
        in places(letter(PUZZLE, *[(f"{i}.txt", b"no") for i in range(9)]))[-1]
    )


@pytest.mark.usefixtures("documents_in_process")
def test_many_parts_and_broken_mails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_reader, "MOST_INNER_FILES", 20)
    head = b"From: a@b.org\nContent-Type: multipart/mixed; boundary=x\n\n"
    parts = b"--x\n\na\n" * 20
    with pytest.raises(PairFileError, match="expected a mail of at most 20 parts, found more"):
        opened(head + parts + b"--x--\n").read_single_grid_and_close()
    deep = b"".join(
        b"Content-Type: multipart/mixed; boundary=x%d\n\n--x%d\n" % (i, i) for i in range(3000)
    )
    with pytest.raises(PairFileError):
        opened(b"From: a@b.org\n" + deep + PUZZLE.encode()).read_single_grid_and_close()
    lie = (
        b"From: a@b.org\nContent-Transfer-Encoding: base64\nContent-Type: text/plain; charset=x\n\n"
    )
    assert len(list(opened(lie + base64.b64encode(PUZZLE.encode())))) == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        *[
            (one, True)
            for one in ("Hallo,", "Hello Ann,", "Hi!", "Dear Ms Lee:", "Liebe Frau Beck,")
        ],
        *[(one, True) for one in ("Guten Tag", "Sehr geehrter Herr Dr. Roth,", "Hello –")],
        *[(one, False) for one in ("Hello 1", "Dear Prudence", "Liebe", "Hi-Lo Sudoku", "Easy,")],
    ],
)
def test_greetings_are_no_titles(words: str, expected: bool) -> None:
    assert is_greeting(words) == expected
    (entry,) = open_stream_as_grid_file(io.BytesIO(f"{words}\n\n{DRAWN}\n".encode()))
    assert entry.sudoku_name == ("" if expected else words)


def test_commands_name_the_submitter(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "box"
    path.write_bytes(
        folder(
            letter(f"Easy\n\n{DRAWN}", subject='=1+1 "x"'),
            letter("Hi", ("a.csv", TABLE.encode()), sender=BERT),
        )
    )
    lines = run("canonical", str(path), "--output", "csv").out.splitlines()
    assert lines[0] == "sudoku,title,submitter,subject,form,variant"
    assert lines[1].startswith(f'{PUZZLE},Easy,{ANN},"\'=1+1 ""x""",')
    assert lines[2] == "name,puzzle,submitter,subject,form,variant"
    assert lines[3].startswith(f"first,{PUZZLE},{BERT},New ones,")
    records = list(map(json.loads, run("canonical", str(path), "--json").out.splitlines()))
    assert [one["submitter"] for one in records] == [ANN, BERT, BERT]
    assert records[1]["file"] == f"{path}[2]/a.csv"
    assert records[0]["name"] == 'Easy, =1+1 "x" (Ann Lee)'


def test_a_sudoku_without_a_mail_has_no_letter() -> None:
    (entry,) = open_stream_as_grid_file(io.BytesIO(PUZZLE.encode()))
    assert type(entry) is Entry
    assert entry.mail_header is None


def test_the_library_names_the_places_of_copies_in_a_mail(tmp_path: Path) -> None:
    module = pytest.importorskip("sudokopie.applications.collection.gathering")
    path = tmp_path / "m"
    path.write_bytes(letter(f"Hi,\n\n{DRAWN}\n", ("a.csv", TABLE.encode())))
    ((first, second),) = module.duplicates(str(path))
    assert (first.file, second.file) == (str(path), f"{path}/a.csv")
