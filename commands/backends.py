"""The command `sudokopie backends`: list the backends, which are the solvers and other methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.messages import Message
from .machinery.command_rules import ANSWER, YES, command
from .machinery.options import DISPLAY, option

if TYPE_CHECKING:
    from ..showing.answer_formatter import AnswerFormatter

_HEADINGS = (Message("backend"), Message("proofs"), Message("installed"), Message("what it is"))

_OTHER_PROGRAMS = Message(
    "dimacs:PROGRAM, maxsat:PROGRAM, pb:PROGRAM and count:PROGRAM run any other installed program."
)


@command()
@option("--json", "Print one line of JSON for each backend.", "as_json", heading=ANSWER)
@DISPLAY
def backends(as_json: bool, display: AnswerFormatter) -> int:
    """List all backends: the solvers and other methods that --backend and --backends accept.

    Each line shows the backend's name, whether it can write a proof that an answer is no, whether
    it is installed, and a description. Programs that sudokopie knows are listed even if they are
    not installed.

    Exit status: 0, or 2 after an error.

    Example:
      sudokopie backends
    """
    from ..showing.answer_formatter import format_table_as_lines
    from ..showing.printer import escape_on_one_line, print_json
    from ..solvers.registry import list_all_backends

    listed = list_all_backends()
    texts = [
        display.translate(one.description)
        if isinstance(one.description, Message)
        else one.description
        for one in listed
    ]
    if as_json:
        for one, text in zip(listed, texts, strict=True):
            print_json(one._asdict() | {"description": text})
        return YES
    words = {True: display.translate(Message("yes")), False: display.translate(Message("no"))}
    rows = [[display.translate(heading) for heading in _HEADINGS]]
    rows += [
        [
            escape_on_one_line(one.name),
            words[one.proofs],
            words[one.installed],
            escape_on_one_line(text),
        ]
        for one, text in zip(listed, texts, strict=True)
    ]
    print(*format_table_as_lines(rows, range(len(_HEADINGS))), sep="\n")
    print("", display.translate(_OTHER_PROGRAMS), sep="\n")
    return YES
