"""Answers the questions of the page in a browser. The JavaScript of the page calls the function
`answer_page_question`.

The arguments of a question are a language and texts with Sudokus. The answer is JSON with the texts
and grids that the page shows.
"""

import json
import os
import zlib
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory
from typing import Any, cast
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from sudokopie.answers.among import Place, find_first_copies, find_near_copies
from sudokopie.answers.canonical import canonical_form
from sudokopie.answers.completion import search_completions
from sudokopie.answers.decide import decide
from sudokopie.answers.nearest import nearest
from sudokopie.answers.part import within
from sudokopie.answers.visible_symmetry import survey
from sudokopie.answers.ways import ways
from sudokopie.applications.collection.report_duplicates import DuplicatesSummary
from sudokopie.base.errors import PairFileError, SudokopieError, make_os_error_message
from sudokopie.base.messages import Message
from sudokopie.reading.gridfile import open_stream_as_grid_file, open_text_as_grid_file
from sudokopie.reading.pair_files import format_pair, make_box_comment
from sudokopie.showing.answer_formatter import AnswerFormatter, format_grid_on_one_line
from sudokopie.showing.answer_report import make_report
from sudokopie.showing.answers_page import PageAnswers, make_answers_page
from sudokopie.showing.printer import format_error_line
from sudokopie.showing.sentences import find_translations
from sudokopie.sudoku.grid import Grid
from sudokopie.sudoku.random_grids import random_transformation

CERTIFICATE_FOLDER, PAIR_FILE = "certificate", "pair.txt"
"""The names of the folder with the certificate and of the file with its Sudokus, inside the .zip
file that the page saves.
"""

MAX_CERTIFICATE_BYTES = 2**28  # the most bytes of an unpacked certificate
MAX_LIST_LENGTH = 5000  # For longer lists, the page recommends a command.
MAX_NEAREST_SECONDS = 30  # Then the best copy that was found is shown, with what is known.

JsonAnswer = dict[str, Any]
Progress = Callable[[str], None]

_PAIRS: dict[str, Any] = {"decide": decide, "ways": ways, "within": within}
_SINGLES: dict[str, Any] = {
    "canonical_form": canonical_form,
    "completed": search_completions,
    "survey": survey,
}


def answer_page_question(question_name: str, json_arguments: str, show_progress: Progress) -> str:
    """Answer the question of the page that is named `question_name`, such as `decide`; return the
    answer as JSON. `json_arguments` is a JSON array: the language, and then the arguments of the
    question. `show_progress` is called with a text while a long question is computed, so that the
    page can show the text.

    If the question cannot be answered because of a `SudokopieError` or an `OSError`, the JSON
    object has only the message `error`. If the cause is a text that cannot be read, the object also
    has the `name` of the text, and the `line` and `column` of the error in the text, both from 1; 0
    means that the error is about the whole text. Other exceptions are raised.
    """
    lang, *values = json.loads(json_arguments)
    display = AnswerFormatter(words=find_translations(lang))
    try:
        answer = _QUESTIONS[question_name](display, *values, show_progress)
    except SudokopieError as problem:
        answer = {"error": display.translate(problem.message)}
        if isinstance(problem, PairFileError):
            answer |= {"name": problem.source, "line": problem.line, "column": problem.column}
    except OSError as problem:
        reason = display.translate(make_os_error_message(problem))
        answer = {"error": f"{problem.filename or ''}: {reason}"}
    return json.dumps(answer)


def _answer_with_grids_of_text_field(
    display: AnswerFormatter, text: str, field_name: str, _progress: Progress
) -> JsonAnswer:
    """Read the one or two Sudokus in a text field of the page. `field_name` is the name of the
    field, for error messages.

    In the answer, `grids` has the data with which the page draws the Sudokus. `aside` is a note
    about skipped parts of the text; it is empty if no part was skipped. If the text has more than
    two Sudokus, the answer has only the message `error`, and `several`, which is true.
    """
    file = open_text_as_grid_file(text, field_name)
    try:
        grids = (
            [file.read_single_grid_and_close()]
            if file.has_at_most_one_sudoku
            else list(file.read_pair_and_close())
        )
    except PairFileError as problem:
        readable = (
            entry for entry in open_text_as_grid_file(text, field_name) if entry.error is None
        )
        if len(list(islice(readable, 3))) < 3:
            raise
        return {"error": display.translate(problem.message), "several": True}
    return {
        "grids": list(map(_make_grid_data, grids)),
        "aside": display.translate(*file.list_warnings(field_name)),
    }


def _answer_with_file_as_text_or_certificate_flag(
    _display: AnswerFormatter, base64_file: str, file_name: str, _progress: Progress
) -> JsonAnswer:
    """Convert a file that is no text, such as a spreadsheet, to a text with a Sudoku on each line.
    `base64_file` is the content of the file, in base64. In the answer, `text` has this text;
    Sudokus with an error are left out.

    If the file is a .zip file with a certificate, the answer has only `certificate`, which is true,
    and the page then has the certificate checked. Raises `PairFileError` if the file cannot be
    read.
    """
    if _read_zipped_certificate(data := b64decode(base64_file))[0]:
        return {"certificate": True}
    with open_stream_as_grid_file(BytesIO(data), file_name) as file:
        found = list(islice(file, MAX_LIST_LENGTH + 1))
    lines = [
        format_grid_on_one_line(cast("Grid", entry.grid_or_error))
        for entry in found
        if not entry.error
    ]
    return {"text": make_box_comment(file.shape) + "\n".join(lines) + "\n"}


def _make_grid_data(grid: Grid) -> JsonAnswer:
    """Return the data with which the page draws a grid or writes it as text.

    - `rows`: a list of numbers for each row, 0 for a blank cell.
    - `height` and `width`: the numbers of rows and columns of a box.
    - `comment`: a line of text about the boxes, such as `# box 3x2`; empty if the boxes have the
      usual shape for this size.
    - `line`: all cells on one line.
    """
    return {
        "rows": grid.rows,
        "height": grid.shape.height,
        "width": grid.shape.width,
        "comment": make_box_comment(grid.shape),
        "line": format_grid_on_one_line(grid),
    }


def _answer_with_sentences_and_page(
    question_name: str, display: AnswerFormatter, named_texts: list[list[str]], _progress: Progress
) -> JsonAnswer:
    """Answer the question of the page that is named `question_name`, about a pair of Sudokus or
    about each of several Sudokus.

    `named_texts` has for each Sudoku the name of the text field and its text. In the answer, `said`
    has the sentences to show, and `page` the HTML of the page with all answers.
    """
    names = [field_name for field_name, _ in named_texts]
    grids = [
        open_text_as_grid_file(text, field_name).read_single_grid_and_close()
        for field_name, text in named_texts
    ]
    if question_name in _PAIRS:
        names, found = [", ".join(names)], [_PAIRS[question_name](*grids)]
    else:
        found = list(map(_SINGLES[question_name], grids))
    return _make_sentences_and_page(names, found, display)


def _make_sentences_and_page(
    titles: list[str], answers: list[Any], display: AnswerFormatter
) -> JsonAnswer:
    """Return the answers as the page shows them. `said` is a list with the sentences and the colour
    of each answer. `page` is the text of an HTML page with all answers, each with the title at the
    same index of `titles`.
    """
    reports = [make_report(one, display) for one in answers]
    page_answers = PageAnswers()
    for title, one in zip(titles, reports, strict=True):
        page_answers.add_result(title, one)
    shown = [{"said": one.format_page_sentences(), "tone": one.tone} for one in reports]
    return {"said": shown, "page": make_answers_page(page_answers, display)}


def _answer_with_max_agreeing_clue_count(
    display: AnswerFormatter, named_texts: list[list[str]], show_progress: Progress
) -> JsonAnswer:
    """Find out how many clues of the first of two Sudokus can be made to agree with the second, for
    at most `MAX_NEAREST_SECONDS`. `named_texts` and the answer are as in
    `_answer_with_sentences_and_page`.

    Whenever more is known, `show_progress` is called with a sentence about the number.
    """
    first, second = (
        open_text_as_grid_file(text, name).read_single_grid_and_close()
        for name, text in named_texts
    )
    known = Message("So far, {agreeing} of the {total} clues agree; at most {at_most} can.")

    def show_agreeing_clue_count_bounds(lower_bound: int, upper_bound: int) -> None:
        """Show a sentence on the page about the number of agreeing clues: at least `lower_bound`,
        at most `upper_bound`.
        """
        said = known.with_values(agreeing=lower_bound, total=first.clues, at_most=upper_bound)
        show_progress(display.translate(said))

    found = nearest(
        first, second, timeout=MAX_NEAREST_SECONDS, progress=show_agreeing_clue_count_bounds
    )
    return _make_sentences_and_page([", ".join(name for name, _ in named_texts)], [found], display)


def _decide_pair(
    display: AnswerFormatter, named_texts: list[list[str]], _progress: Progress
) -> JsonAnswer:
    """Decide whether the Sudokus on the two boards of the page are copies. `named_texts` has for
    each board its name and the text of its Sudoku. In the answer, `record` is the JSON object that
    the command `solve` prints, and `said` has the sentences about it.
    """
    first, second = (
        open_text_as_grid_file(text, name).read_single_grid_and_close()
        for name, text in named_texts
    )
    report = make_report(decide(first, second), display)
    return {"record": report.make_json_record(), "said": report.format_page_sentences()}


def _answer_with_copies_in_lists(
    display: AnswerFormatter,
    named_lists: list[list[str]],
    is_near_wanted: bool,
    show_progress: Progress,
) -> JsonAnswer:
    """Find the copies among the Sudokus of one or two lists. `named_lists` has the name and the
    text of each list. If a list is too long for the page, the answer has only `most`, the largest
    number of Sudokus in a list.

    Otherwise the answer has these keys, in which Sudokus are numbered from 0 over both lists:

    - `first`: for each Sudoku, the number of the first Sudoku of its class. A class has all Sudokus
      that are copies of each other.
    - `near`: if `is_near_wanted`, a list for each pair of near copies: the numbers of the two
      Sudokus, the number of clues that agree, and the number of all clues. Otherwise empty.
    - `sudokus`: for each Sudoku the list's name, the line, the Sudoku's name, and the cells as
      text.
    - `comments`: for each Sudoku a line of text about the boxes, such as `# box 3x2`; empty for the
      usual shape.
    - `account`: a sentence with the numbers of Sudokus and classes.
    - `wrong`: the errors in the texts.
    """
    places, grids, wrong = list[Place](), list[Grid](), list[str]()
    for name, text in named_lists:
        known, file = len(grids), open_text_as_grid_file(text, name)
        for entry in file:
            if entry.error is None:
                places.append(Place(len(grids), name, entry.line, entry.sudoku_name))
                grids.append(cast("Grid", entry.grid_or_error))
            else:
                wrong.append(format_error_line(name, entry.error, display))
            if len(grids) > known + MAX_LIST_LENGTH:
                return {"most": MAX_LIST_LENGTH}
        wrong += map(display.translate, file.list_warnings(name))

    def show_compared_count(compared_count: int) -> None:
        """Show on the page how many Sudokus have been compared. The number on the page changes only
        after every 50 Sudokus.
        """
        if compared_count % 50 == 0:
            show_progress(display.format_number(compared_count))

    first = list[int]()
    for i in find_first_copies(grids):
        first.append(i)
        show_compared_count(len(first))
    sizes = Counter(first)
    several = [size for size in sizes.values() if size > 1]
    account = DuplicatesSummary(len(grids), len(sizes), len(several), max(several, default=0))
    pairs = (
        find_near_copies({places[i]: grids[i] for i in sizes}, known, show_compared_count)
        if is_near_wanted
        else []
    )
    return {
        "account": account.format_line(display),
        "wrong": wrong,
        "first": first,
        "near": [(one.first.number, one.second.number, one.agreeing, one.total) for one in pairs],
        "sudokus": [
            (*place[1:4], format_grid_on_one_line(grids[place.number])) for place in places
        ],
        "comments": [make_box_comment(grid.shape) for grid in grids],
    }


def _make_grid_data_of_random_copy(
    _display: AnswerFormatter, sudoku_text: str, _progress: Progress
) -> JsonAnswer:
    """Read the Sudoku in a text, and return a random copy of it as data for the page to draw."""
    grid = open_text_as_grid_file(sudoku_text).read_single_grid_and_close()
    return {"grid": _make_grid_data(random_transformation(grid.shape, SystemRandom()).apply(grid))}


def _make_certificate_zip(
    _display: AnswerFormatter, named_texts: list[list[str]], _progress: Progress
) -> JsonAnswer:
    """Make a certificate for the answer to the question whether the second of two Sudokus is a copy
    of the first. In the answer, `zip` is a .zip file, in base64, with the folder of the certificate
    and a file with the two Sudokus. The certificate was checked by a program that shares no code
    with the solver.

    Raises a `SudokopieError` if no proof is found, or if the proof is refused.
    """
    from sudokopie.proofs.certify import certify
    from sudokopie.proofs.check import check_certificate_and_read_claim

    first, second = (
        open_text_as_grid_file(text, name).read_single_grid_and_close()
        for name, text in named_texts
    )
    stream = BytesIO()
    with TemporaryDirectory() as scratch, ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        folder = os.path.join(scratch, CERTIFICATE_FOLDER)
        certify(decide(first, second)).write(folder)
        check_certificate_and_read_claim(folder, lambda number: (first, second)[:number])
        for name in sorted(os.listdir(folder)):
            archive.write(os.path.join(folder, name), f"{CERTIFICATE_FOLDER}/{name}")
        archive.writestr(PAIR_FILE, format_pair((first, second)))
    return {"zip": b64encode(stream.getvalue()).decode()}


def _read_zipped_certificate(zip_bytes: bytes) -> tuple[dict[str, bytes], bytes]:
    """Return the files of a certificate in a .zip file, as a dictionary from the name of each file,
    without its folder, to the content; and the content of the file with the Sudokus. `zip_bytes` is
    the content of the .zip file. The file with the Sudokus is beside the folder of the certificate
    or, if it is not there, in this folder; its content is empty if there is no such file.

    Both are empty if the .zip file has no certificate, is damaged or has a password, or if the
    files in it are too large.
    """
    from sudokopie.proofs.certificate_folder import CERTIFICATE
    from sudokopie.questions.claim import CLAIM_FILE
    from sudokopie.system.own_folder import LIST

    try:
        with ZipFile(BytesIO(zip_bytes)) as archive:
            entries = archive.infolist()
            folders = [
                os.path.dirname(one.filename)
                for one in entries
                if os.path.basename(one.filename) == CLAIM_FILE
            ]
            if not folders or sum(one.file_size for one in entries) > MAX_CERTIFICATE_BYTES:
                return {}, b""
            files, pair_text = dict[str, bytes](), b""
            for one in entries:
                folder, name = os.path.split(one.filename)
                if folder == folders[-1] and name in {*CERTIFICATE.names, LIST}:
                    files[name] = archive.read(one)
                elif name == PAIR_FILE:
                    pair_text = archive.read(one)
            return files, pair_text or files.get(PAIR_FILE, b"")
    except (BadZipFile, NotImplementedError, RuntimeError, zlib.error):
        return {}, b""  # The .zip file is damaged or has a password.


def _check_certificate(
    display: AnswerFormatter, base64_zip: str, named_texts: list[list[str]], _progress: Progress
) -> JsonAnswer:
    """Check a certificate about Sudokus, and return the answer for the page; in it, `said` is the
    sentence that the certificate proves. `base64_zip` is the certificate as a .zip file, in base64.
    `named_texts` has the name and the text of each text field with a Sudoku.

    If `named_texts` is empty, the Sudokus in the .zip file are used; `drawn` then has the data with
    which the page draws these Sudokus, otherwise it is empty. If the certificate is about more
    Sudokus than were given, the answer has only `needs`, the number of Sudokus that the certificate
    is about. If the .zip file has no certificate, the answer has only `word`, with the name of a
    text of the page that reports this. Raises `ProofError` if the certificate is wrong.
    """
    from sudokopie.proofs.check import check_certificate_and_read_claim

    files, pair_bytes = _read_zipped_certificate(b64decode(base64_zip))
    pair_text = pair_bytes.decode("ascii", "replace")
    if not files:
        return {"word": "noCertificate"}
    grids = [
        open_text_as_grid_file(text, name).read_single_grid_and_close()
        for name, text in named_texts
    ]
    if pair_text and not named_texts:
        grids = [*open_text_as_grid_file(pair_text, PAIR_FILE).read_pair_and_close()]

    def get_first_sudokus_for_certificate(count: int) -> tuple[Grid, ...]:
        """Return the first `count` of the Sudokus that the certificate is checked against. Raises
        `_TooFewSudokusError` if there are fewer.
        """
        if len(grids) < count:
            raise _TooFewSudokusError(count)
        return tuple(grids[:count])

    with TemporaryDirectory() as folder:
        for name, data in files.items():
            Path(folder, name).write_bytes(data)
        try:
            statement = check_certificate_and_read_claim(folder, get_first_sudokus_for_certificate)
        except _TooFewSudokusError as missing:
            return {"needs": missing.args[0]}
    sentence = make_report(statement, display).format_result()
    return {"said": sentence, "drawn": [] if named_texts else list(map(_make_grid_data, grids))}


class _TooFewSudokusError(Exception):
    """The error that a certificate is about more Sudokus than the page has sent. Its argument is
    the number of Sudokus that the certificate is about.
    """


_QUESTIONS: dict[str, Callable[..., JsonAnswer]] = {
    "read": _answer_with_grids_of_text_field,
    "compare": _decide_pair,
    "open": _answer_with_file_as_text_or_certificate_flag,
    "copies": _answer_with_copies_in_lists,
    "shuffle": _make_grid_data_of_random_copy,
    "nearest": _answer_with_max_agreeing_clue_count,
    "certify": _make_certificate_zip,
    "check": _check_certificate,
    **{name: partial(_answer_with_sentences_and_page, name) for name in (*_PAIRS, *_SINGLES)},
}
