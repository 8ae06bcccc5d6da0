"""The command `sudokopie split`: divide a data set into training, test and validation data."""

import json
import os
from itertools import chain, repeat
from typing import TYPE_CHECKING, NamedTuple

import click
from click import UNPROCESSED

from ...base.messages import Message
from ...commands.machinery.command_rules import (
    ANSWER,
    INTERRUPTED,
    OUTPUT_FOLDER,
    TROUBLE,
    YES,
    UsageError,
    command,
    needs,
    stop_on_interrupt_or_time_limit,
)
from ...commands.machinery.options import FILES, FORCE, PRINTER, READING, option
from ...commands.machinery.outputs import check_output_folder
from ...commands.machinery.reading import CommandInput
from ...commands.machinery.terminal import show_progress_bar
from ...commands.machinery.workers import JOBS, choose_process_count
from ...showing.printer import OutputForm, print_json, print_message
from ...system.output import open_output
from ...system.own_folder import OwnFolderKind, open_replacement_folder
from .command_scratch import RESUME, SCRATCH, open_scratch, print_hint_to_resume_if_unfinished
from .gather_files import (
    FileGatherer,
    format_command_line,
    hash_files,
    raise_if_input_changed,
)
from .output_files import (
    check_can_be_read_twice,
    check_same_layout,
    choose_ending_of_copies,
    copy_sudokus_to_files,
)

if TYPE_CHECKING:
    from .gathering import Gathering
    from .splitting import SplitPlan, SplitRelations
    from .strata import StrataColumn

CARD = "card.json"
_SPLIT_FOLDER = OwnFolderKind("split")
_SHARE_OF_READING = 0.2
"""The approximate share of the time of a split that is spent on reading, from 0 to 1."""


class _SplitOptions(NamedTuple):
    """The options for the split.

    - `test`, `validation`: the shares of the test data and of the validation data, such as `10%`.
    - `by`: the kinds of relations, such as `copies`, whose Sudokus must be on one side. The kinds
      are separated by commas.
    - `near`: the largest number of clues in which near copies may differ.
    - `seed`: the number with which keys are hashed.
    - `strata`: the column of strata (parts of the data, such as ratings), for each of which shares
      are reported; None if the user did not ask for it.
    - `skip`: the kinds of relations that are not counted.
    """

    test: str
    validation: str
    by: str
    near: int
    seed: int
    strata: str | None
    skip: tuple[str, ...]

    def make_plan(self) -> "SplitPlan":
        """Return the plan of the split. Raises `ArgumentError` if a share or a kind is wrong, and
        `UsageError` if the user wants to skip a kind of relation by which the Sudokus are divided.
        """
        from .splitting import SplitPlan

        kinds = self.by.replace(" ", "").split(",")
        plan = SplitPlan.of(self.test, self.validation, kinds, self.seed, self.near)
        if both := plan.kinds.intersection(self.skip):
            raise UsageError(
                "--skip {kind} cannot be used with --by {kind}", kind=", ".join(sorted(both))
            )
        return plan

    def make_strata_column_or_none(self) -> "StrataColumn | None":
        """Return the column of strata (parts of the data, such as ratings), for each of which
        shares are reported. Return None if the user did not ask for it.
        """
        from .strata import StrataColumn

        return None if self.strata is None else StrataColumn.parse(self.strata)


class _OutputOptions(NamedTuple):
    """The options for the output: the folder, and whether it may already have other files."""

    output: str
    force: bool

    def check_and_choose_ending(self, command_input: CommandInput) -> str:
        """Return the ending of the files that will be written into the folder, such as `.csv`; it
        follows from the form of the input. Raise an error if the folder cannot be written, or if
        the input files cannot be written in one form.
        """
        files = command_input.files
        check_can_be_read_twice(files, "split")
        check_output_folder("-o", self.output, _SPLIT_FOLDER, files, {}, force=self.force)
        ending = choose_ending_of_copies(command_input)
        check_same_layout(command_input, {"-o": os.path.join(self.output, f"train{ending}")})
        return ending


@command(needs("--resume", "--scratch"), split_options=_SplitOptions, output_options=_OutputOptions)
@FILES
@option("--test SHARE", "The share of the test, such as 10% or 0.1.", default="10%")
@option(
    "--validation SHARE",
    "The share of the validation data.  [default: no validation data]",
    default="0",
    show_default=False,
)
@option(
    "--by KINDS",
    "The related Sudokus that stay on one side, separated by commas: copies, solution (puzzles "
    "whose solutions are copies), near (near copies). Copies always stay together.",
    default="copies,solution",
)
@option(
    "--near K",
    "Near copies are copies after leaving out or changing up to K clues.",
    minimum=1,
    maximum=2,
    default=1,
)
@option("--seed S", "A number; another number makes another split.", minimum=0, default=0)
@option(
    "--strata COLUMN[:NUMBERS]",
    "Also report the shares for each value in this column; with numbers, as in rating:2,5,10, for "
    "each range between them.",
    type=UNPROCESSED,
    heading=ANSWER,
)
@option(
    "--skip [solution|near]",
    "Do not count the Sudokus that are related in this way to a Sudoku on another side; may be "
    "given several times.",
    multiple=True,
    heading=ANSWER,
)
@option(
    "-o, --output DIR",
    "The folder for the files of the sides, in the form of FILE, and for card.json with all "
    "numbers.",
    type=OUTPUT_FOLDER,
    required=True,
    heading=ANSWER,
)
@FORCE
@JOBS
@SCRATCH
@RESUME
@READING
@PRINTER
def split(
    command_input: CommandInput,
    split_options: _SplitOptions,
    output_options: _OutputOptions,
    jobs: int | None,
    scratch: str | None,
    resume: bool,
) -> int:
    r"""Divide Sudokus into training, test and validation data, so that related Sudokus are on one
    side.

    Writes DIR/train.csv, DIR/test.csv and, if wanted, DIR/validation.csv, in the form of FILE, with
    all its columns and in its order; and DIR/card.json. Sudokus that may not be separated form a
    group. The side of a group is decided by a hash of its key (see canonical --keys) and the seed,
    so other Sudokus in the file, their order and the machine do not matter; only near copies may
    join groups. The shares hold on average. Sudokus that cannot be read are reported, and are in no
    file.

    Exit status: 0, or 2 if a file or a Sudoku could not be read or no split was possible, or 130
    after Ctrl-C; then no file is written.

    Example:
      printf '%s\n' 12.............. 1.2............. ..............43 > few.txt
      printf '%s\n' ...1............ >> few.txt
      sudokopie split few.txt --test 50% --seed 6 -o parts
    """
    plan, column = split_options.make_plan(), split_options.make_strata_column_or_none()
    ending = output_options.check_and_choose_ending(command_input)
    from .gathering import Gathering

    files, display = command_input.files, command_input.display
    with (
        open_scratch(scratch, resume, files, display) as kept,
        Gathering(jobs=choose_process_count(jobs, files), scratch=kept) as gathering,
    ):
        run = _SplitRun(gathering, plan, column, command_input)
        status = run.split_and_write_and_get_status(output_options, ending, split_options.skip)
        kept.is_finished = status != INTERRUPTED
    print_hint_to_resume_if_unfinished(kept, display)
    return status


class _SplitRun:
    """A run of the command `sudokopie split`. It reads the files, decides for each Sudoku whether
    it is training, test or validation data (its side), and writes a file for each side.
    """

    def __init__(
        self,
        gathering: "Gathering",
        plan: "SplitPlan",
        strata_column: "StrataColumn | None",
        command_input: CommandInput,
    ) -> None:
        from .strata import StrataReader

        self._gathering, self._plan, self._command_input = gathering, plan, command_input
        self._strata = None if strata_column is None else StrataReader(strata_column)
        self._gatherer = FileGatherer(
            gathering, command_input, None if self._strata is None else self._strata.read
        )

    def split_and_write_and_get_status(
        self, output_options: _OutputOptions, ending: str, skipped_kinds: tuple[str, ...]
    ) -> int:
        """Read the files, decide the side of each Sudoku (training, test or validation data), write
        a file with the ending `ending` for each side, print the numbers, and return the exit
        status. SplitRelations of the kinds `skipped_kinds` are not counted.

        Raises `ArgumentError` if no split is possible, and `OutputError` if an input file was
        changed meanwhile.
        """
        from .split_card import SplitCard
        from .splitting import SIDE_NAMES, choose_sides, count_crossings, make_groups

        command_input, plan = self._command_input, self._plan
        digests = hash_files(command_input.files)
        with stop_on_interrupt_or_time_limit() as stopped:
            relations = self._read_and_find_relations(skipped_kinds)
        if stopped.status:
            print_message(Message("Interrupted."), command_input.display)
            return INTERRUPTED
        if not self._gathering.number:
            return TROUBLE
        groups = make_groups(relations, plan)
        sides = choose_sides(groups, plan)
        names = [f"{name}{ending}" for name in SIDE_NAMES[: 3 if plan.validation else 2]]
        with open_replacement_folder(
            output_options.output, _SPLIT_FOLDER, force=output_options.force
        ) as folder:
            copied = copy_sudokus_to_files(
                self._gatherer.list_opened_files(command_input.files),
                command_input.reading_options,
                [os.path.join(folder, name) for name in names],
                chain(sides.tolist(), repeat(0)),
            )
            raise_if_input_changed(digests, has_other_count=copied.sudokus != len(sides))
            card = SplitCard(
                format_command_line(),
                digests,
                plan,
                relations,
                groups,
                sides,
                names,
                self._gatherer.problem_count,
                copied.other_lines,
                count_crossings(relations, sides),
                self._strata,
            )
            record = card.make_record()
            text = json.dumps(record, indent=1, ensure_ascii=False)
            with open_output(os.path.join(folder, CARD)) as stream:
                stream.write(f"{text}\n".encode(errors="surrogateescape"))
        form, display = command_input.printer.form, command_input.display
        if form is OutputForm.JSON:
            print_json(record)
        else:
            is_quiet = form is OutputForm.RESULT
            click.echo(card.format_result(display) if is_quiet else card.format_text(display))
        return TROUBLE if self._gatherer.problem_count else YES

    def _read_and_find_relations(self, skipped_kinds: tuple[str, ...]) -> "SplitRelations":
        """Read the files, and find the relations among their Sudokus, except those of the kinds
        `skipped_kinds`. Raises `ArgumentError` if there are too many strata (parts of the data set,
        such as ratings).
        """
        from .splitting import KINDS, find_relations

        translate = self._command_input.display.translate
        with show_progress_bar() as show:
            self._gatherer.add_sudokus_of_files(
                self._command_input.files,
                lambda share, text: show(share and _SHARE_OF_READING * share, text),
            )
            if self._strata is not None:
                self._strata.raise_if_too_many()
            kinds = {*KINDS}.difference(skipped_kinds)
            working = translate(Message("looking for related Sudokus"))
            return find_relations(
                self._gathering,
                self._plan,
                kinds,
                lambda share: show(_SHARE_OF_READING + (1 - _SHARE_OF_READING) * share, working),
            )
