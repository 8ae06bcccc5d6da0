"""Answers as entries of a page: what each kind of answer has to show."""

from ..base.language import Message
from ..base.verdict import Verdict
from ..sudoku.grid import CellSet
from ..sudoku.transformation import Transformation
from .certified import SaidProved
from .completion import SaidCompletion
from .decision import SaidDecision
from .manner import Manner, Said
from .nearest import SaidNearest
from .page import Entry, Picture, Tone, Track, entries_page
from .part import SaidPart
from .printer import on_one_line
from .said_reply import SaidReply
from .symmetries import SaidSymmetries, motion_in_words

MOST = 1000
"""More answers are not shown on one page: no browser would like it."""


class Answers:
    """Answers for a page, each with the name of its file; of more than `MOST` only the number."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, Said | str]] = []
        self.count = 0

    def add(self, name: str, said: Said | str) -> None:
        """Add what is said of a file: an answer, or the line of an error."""
        self.count += 1
        if self.count <= MOST:
            self.shown.append((name, said.said if isinstance(said, SaidProved) else said))

    @property
    def has_any(self) -> bool:
        """Whether there is anything but errors."""
        return any(not isinstance(said, str) for _, said in self.shown)


def answers_page(answers: Answers, manner: Manner) -> str:
    """Return the HTML file that shows answers, each under the name of its file."""
    entries = [entry_of(on_one_line(name), said) for name, said in answers.shown]
    left_out = None
    if answers.count > len(entries):
        left_out = Message(
            "These are the first {most} of {count}.",
            most=manner.number(len(entries)),
            count=manner.number(answers.count),
        )
    return entries_page(_title(answers), entries, manner, left_out)


def _title(answers: Answers) -> Message:
    titles = (title_of(said) for _, said in answers.shown if not isinstance(said, str))
    return next(titles, _COPIES)


_COPIES = Message("Are these Sudokus copies of each other?")


def title_of(said: Said) -> Message:
    """Return the question that is answered, as the title of a page."""
    if isinstance(said, SaidCompletion):
        return Message("The solutions of a Sudoku")
    if isinstance(said, SaidSymmetries):
        return Message("The symmetries of a Sudoku")
    if isinstance(said, SaidNearest):
        return Message("How near are these Sudokus?")
    if isinstance(said, SaidPart):
        return Message("Is one of these Sudokus part of the other?")
    if isinstance(said, SaidReply):
        return said.reply.question.TITLE
    return _COPIES


_FIRST, _SECOND = Message("Sudoku 1"), Message("Sudoku 2")


def entry_of(name: str, said: Said | str) -> Entry:
    """Return the entry of an answer, or of the line of an error."""
    if isinstance(said, SaidDecision):
        return _decision(name, said)
    if isinstance(said, SaidCompletion):
        return _completion(name, said)
    if isinstance(said, SaidSymmetries):
        return _symmetries(name, said)
    if isinstance(said, SaidNearest):
        return _nearest(name, said)
    if isinstance(said, SaidPart):
        return _part(name, said)
    if isinstance(said, SaidReply):
        return _reply(name, said)
    return Entry(name, Tone.WRONG, [str(said)])


_TONES = {Verdict.YES: Tone.YES, Verdict.NO: Tone.NO, Verdict.UNDECIDED: Tone.UNKNOWN}


def _decision(name: str, said: SaidDecision) -> Entry:
    answer, witness, reason = said.answer, said.answer.transformation, said.reason
    nothing: CellSet = frozenset()
    marked = (reason.first_cells, reason.second_cells) if reason else (nothing, nothing)
    pictures = (
        Picture(_FIRST, answer.first, marked[0]),
        Picture(_SECOND, answer.second, marked[1]),
    )
    tracks: tuple[Track, ...] = ()
    if witness is not None and answer.steps:
        tracks = (
            Track(Message("From 1 to 2"), 0, 1, witness.forward()),
            Track(Message("From 2 to 1"), 1, 0, witness.backward()),
        )
    return Entry(name, _TONES[answer.verdict], said.sentences(), pictures, tracks)


def _nearest(name: str, said: SaidNearest) -> Entry:
    found = said.found
    way = None if found.verdict is Verdict.NO else found.transformation
    pictures = [Picture(_FIRST, found.first), Picture(_SECOND, found.second)]
    return _towards(name, _TONES[found.verdict], [said.verdict()], pictures, way)


def _part(name: str, said: SaidPart) -> Entry:
    answer = said.found.answer
    titles = (_SECOND, _FIRST) if said.found.part == 2 else (_FIRST, _SECOND)
    pictures = [Picture(titles[0], answer.first), Picture(titles[1], answer.second)]
    tone = _TONES[answer.verdict]
    return _towards(name, tone, said.sentences(), pictures, answer.transformation)


def _towards(
    name: str,
    tone: Tone,
    sentences: list[str],
    pictures: list[Picture],
    way: Transformation | None,
) -> Entry:
    """Return the entry of steps that bring the first grid near the second, not all the way."""
    tracks = []
    if way is not None and way.steps:
        image = Picture(Message("After the steps"), way.apply(pictures[0].grid))
        pictures = [*pictures, image]
        tracks.append(Track(Message("The steps"), 0, 2, way.forward()))
    return Entry(name, tone, sentences, pictures, tracks)


def _reply(name: str, said: SaidReply) -> Entry:
    tracks: tuple[Track, ...] = ()
    if (way := said.way) is not None:
        tracks = (
            Track(Message("From 1 to 2"), 0, 1, way.forward()),
            Track(Message("From 2 to 1"), 1, 0, way.backward()),
        )
    pictures = [Picture(title, grid) for title, grid in said.pictures]
    return Entry(name, _TONES[said.reply.verdict], [said.verdict()], pictures, tracks)


def _completion(name: str, said: SaidCompletion) -> Entry:
    completed = said.completed
    tone = Tone.UNKNOWN if completed.more is None else Tone.YES
    pictures = [Picture(Message("Sudoku"), completed.grid)]
    pictures += [Picture(Message("Solution"), one) for one in completed.solutions]
    return Entry(name, tone, [said.verdict()], pictures)


def _symmetries(name: str, said: SaidSymmetries) -> Entry:
    """Return the entry of a Sudoku's symmetries: the way to where one is seen, and it itself."""
    survey, seen = said.survey, said.survey.seen
    tone = _TONES[survey.verdict]
    pictures = [Picture(Message("Sudoku"), survey.grid)]
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
    title = Message("Symmetries that, combined, give all of them")
    return Entry(name, tone, said.sentences(), pictures, tracks, title, said.generators())
