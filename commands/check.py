"""The command `sudokopie check`: check a certificate against its Sudokus."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from ..base.messages import Message
from ..system.endings import FileEndings
from ..system.output import open_output
from .machinery.command_rules import (
    NO,
    PROOF,
    YES,
    UsageError,
    command,
    requires_any_of,
)
from .machinery.options import (
    CHECKER,
    PATH,
    PRINTER,
    READING,
    option,
)
from .machinery.outputs import STANDARD_OUTPUT, check_outputs
from .machinery.reading import read_pair, read_single_sudoku

if TYPE_CHECKING:
    from ..questions.claim import Claim
    from ..reading.file_entry import ReadingOptions
    from ..showing.printer import AnswerPrinter
    from ..sudoku.grid import Grid


@command(
    requires_any_of(
        Message(
            "check needs the DIR that --certificate wrote, and the FILE with its Sudokus: "
            "sudokopie check DIR FILE"
        ),
        "FILE",
    )
)
@click.argument("folder", type=PATH, metavar="DIR")
@click.argument("file", type=PATH, metavar="FILE", required=False)
@READING
@CHECKER
@option(
    "--veripb PROOF",
    "If the certificate is right, also write its proof of a no for the checker VeriPB, to a file "
    "such as proof.pbp. A proof that uses symmetries is then about the plain formula, which "
    "export writes.",
    output_endings=FileEndings({".pbp": "veripb"}, "veripb"),
    heading=PROOF,
)
@PRINTER
def check(
    folder: str,
    file: str,
    reading_options: ReadingOptions,
    checker_name: str | None,
    veripb: str | None,
    printer: AnswerPrinter,
) -> int:
    r"""Check a certificate: the folder DIR that --certificate wrote about the Sudokus in FILE.

    A certificate proves an answer: that two Sudokus are copies, or are not; that no answer is
    better; a canonical form; the number of ways, symmetries or solutions; or the fewest clues.
    The check compares every file with its digest in SHA256SUMS. It applies the steps to the
    Sudokus. It writes each formula again and compares it with the file. Finally it checks the
    proof that the formula has no model.

    Exit status: 0 if the certificate is right, 1 if it is wrong, 2 after an error.

    Example:
      printf '12\n..\n\n1.\n..\n' > /tmp/pair.txt
      sudokopie solve --certificate /tmp/certificate /tmp/pair.txt
      sudokopie check /tmp/certificate /tmp/pair.txt
    """
    from ..base.errors import ProofError
    from ..proofs.check import check_certificate_and_read_claim

    _check_folder_has_certificate(folder, file)
    certificate_files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    check_outputs({"--veripb": veripb}, [file, *certificate_files])

    def read_sudokus_from_user_file(required_count: int) -> tuple[Grid, ...]:
        """Return the Sudokus from the user's file: from the comments of an exported formula, or
        from a file of Sudokus. `required_count` is the number of Sudokus that the certificate is
        about, 1 or 2. Raises `UsageError` or `PairFileError` if the file has fewer or more.
        """
        if (exported := _read_sudokus_if_formula(file, folder)) is not None:
            if len(exported) != required_count:
                raise UsageError(
                    "{file} is a formula about {found} Sudokus, but the certificate is about "
                    "{count}; name the file with its Sudokus",
                    file=file,
                    found=len(exported),
                    count=required_count,
                )
            return exported
        if required_count == 1:
            grid, grid_file = read_single_sudoku(file, reading_options, printer.display)
            printer.variant = grid_file.variant
            return (grid,)
        pair, grid_file = read_pair(file, reading_options, printer.display)
        printer.variant = grid_file.variant
        return tuple(pair)

    try:
        certified = check_certificate_and_read_claim(
            folder, read_sudokus_from_user_file, checker_name=checker_name
        )
    except ProofError as error:
        printer.print_certificate_refusal(file, folder, error)
        return NO
    if veripb is not None:
        _write_veripb_proof(veripb, folder, certified)
    printer.print_answer(file, certified, folder=folder)
    return YES


def _write_veripb_proof(path: str, folder: str, claim: Claim) -> None:
    """Write the proof of the certificate in `folder`, which was checked and proves `claim`, to the
    file `path`, in the format of VeriPB; or to standard output, if `path` is `-`. Raises
    `ProofError` if the certificate has no proof of a single no.
    """
    from ..proofs.check import open_lrat_proof
    from ..proofs.veripb import make_veripb_proof

    with open_lrat_proof(folder) as steps:
        proof = make_veripb_proof(claim, steps)
        lines = (f"{line}\n".encode("ascii") for line in proof.lines)
        if path == STANDARD_OUTPUT:
            sys.stdout.buffer.writelines(lines)
        else:
            with open_output(path) as file:
                file.writelines(lines)


def _read_sudokus_if_formula(path: str, forbidden_folder: str) -> tuple[Grid, ...] | None:
    """Return the Sudokus in the comments of a formula that `sudokopie export` wrote. Returns None
    if `path` is not such a formula. Raises `UsageError` if the formula is in `forbidden_folder`,
    because the certificate would then be compared with itself.
    """
    from ..base.errors import ExportError
    from ..proofs.export_formats import find_export_format_name
    from ..proofs.export_header import read_export_header

    try:
        find_export_format_name(path)
        question = read_export_header(path).question
    except ExportError:
        return None
    if os.path.realpath(os.path.dirname(path) or ".") == os.path.realpath(forbidden_folder):
        raise UsageError(
            "{file} is a part of the certificate; name the file with your own Sudokus: "
            "sudokopie check {folder} FILE",
            file=path,
            folder=forbidden_folder,
        )
    return tuple(question.sudokus)


def _check_folder_has_certificate(folder: str, sudoku_file: str) -> None:
    """Raise `UsageError` if `folder` has no certificate. The message names the correct command
    line, with `sudoku_file` as the file of the Sudokus.
    """
    from ..proofs.certificate_folder import CERTIFICATE
    from ..system.own_folder import LIST

    if os.path.isfile(folder) and os.path.isdir(sudoku_file):
        raise UsageError(
            "the folder comes first, then the file: sudokopie check {folder} {file}",
            folder=sudoku_file,
            file=folder,
        )
    inside = os.path.dirname(folder) or "."
    if os.path.isfile(folder) and os.path.lexists(os.path.join(inside, LIST)):
        raise UsageError(
            "{found} is a file of a certificate; name its folder: sudokopie check {folder} {file}",
            found=folder,
            folder=inside,
            file=sudoku_file,
        )
    if not os.path.lexists(folder):
        raise UsageError(
            "there is no folder {folder}; sudokopie solve --certificate {folder} {file} writes a "
            "certificate there",
            folder=folder,
            file=sudoku_file,
        )
    names = (LIST, *CERTIFICATE.own_names)
    if os.path.isdir(folder) and not any(
        os.path.lexists(os.path.join(folder, name)) for name in names
    ):
        raise UsageError(
            "the folder {folder} holds no certificate; sudokopie solve --certificate DIR {file} "
            "writes one into a new folder DIR",
            folder=folder,
            file=sudoku_file,
        )
