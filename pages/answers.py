"""Answers as entries of a page: what each kind of answer has to show."""

from collections.abc import Sequence

from ..report.completion import SaidCompletion
from ..report.decision import SaidDecision
from ..report.manner import Manner, Said
from ..report.symmetries import SaidSymmetries, motion_in_words
from ..solvers.protocol import Status
from ..sudoku.grid import CellSet
from ..sudoku.language import Message
from .entries import Entry, Picture, Tone, Track, entries_page

Answers = Sequence[tuple[str, Said | str]]
"""The name of a file with what is said of it: an answer, or the line of an error."""


def answers_page(answers: Answers, manner: Manner) -> str:
    """Return the HTML file that shows answers, each under the name of its file."""
    return entries_page(_title(answers), [_entry(*answer) for answer in answers], manner)


def _title(answers: Answers) -> Message:
    if any(isinstance(said, SaidCompletion) for _, said in answers):
        return Message("The solutions of a Sudoku")
    if any(isinstance(said, SaidSymmetries) for _, said in answers):
        return Message("The symmetries of a Sudoku")
    return Message("Are these Sudokus copies of each other?")


def _entry(name: str, said: Said | str) -> Entry:
    if isinstance(said, SaidDecision):
        return _decision(name, said)
    if isinstance(said, SaidCompletion):
        return _completion(name, said)
    if isinstance(said, SaidSymmetries):
        return _symmetries(name, said)
    return Entry(name, Tone.WRONG, [str(said)])


_TONES = {Status.COPIES: Tone.YES, Status.DIFFERENT: Tone.NO, Status.UNDECIDED: Tone.UNKNOWN}


def _decision(name: str, said: SaidDecision) -> Entry:
    answer, witness, reason = said.answer, said.answer.transformation, said.reason
    nothing: CellSet = frozenset()
    marked = (reason.first_cells, reason.second_cells) if reason else (nothing, nothing)
    pictures = (
        Picture(Message("Sudoku 1"), answer.first, marked[0]),
        Picture(Message("Sudoku 2"), answer.second, marked[1]),
    )
    tracks: tuple[Track, ...] = ()
    if witness is not None and answer.steps:
        tracks = (
            Track(Message("From 1 to 2"), 0, 1, witness.forward()),
            Track(Message("From 2 to 1"), 1, 0, witness.backward()),
        )
    return Entry(name, _TONES[answer.status], said.sentences(), pictures, tracks)


def _completion(name: str, said: SaidCompletion) -> Entry:
    completed = said.completed
    tone = Tone.UNKNOWN if completed.more is None else Tone.YES
    pictures = [Picture(Message("Sudoku"), completed.grid)]
    pictures += [Picture(Message("Solution"), one) for one in completed.solutions]
    return Entry(name, tone, [said.verdict()], pictures)


def _symmetries(name: str, said: SaidSymmetries) -> Entry:
    """Return the entry of a Sudoku's symmetries: the way to where one is seen, and it itself."""
    grid, _, seen, is_complete = said.survey
    tone = Tone.YES if is_complete else Tone.UNKNOWN
    pictures = [Picture(Message("Sudoku"), grid)]
    tracks: list[Track] = []
    if seen is not None:
        if seen.way.steps:
            pictures.append(Picture(Message("Where a symmetry is seen"), seen.moved))
            tracks = [
                Track(Message("To where a symmetry is seen"), 0, 1, seen.way.forward()),
                Track(Message("Back"), 1, 0, seen.way.backward()),
            ]
        last = len(pictures) - 1
        pictures[last] = pictures[last]._replace(marked=seen.fixed)
        motion = motion_in_words(seen)
        symmetry = Track(Message("The symmetry"), last, last, seen.symmetry.forward(), motion)
        tracks.insert(last, symmetry)
    return Entry(name, tone, said.sentences(), pictures, tracks, said.generators())
