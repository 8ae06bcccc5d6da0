"""Answers to other questions than whether: ways, part of another, the nearest copy."""

from gettext import NullTranslations

from ..solvers.decide import Answer
from ..solvers.nearest import NearestCopy
from ..solvers.protocol import Status
from ..solvers.ways import Symmetries
from ..sudoku.drawing import side_by_side
from ..sudoku.grid import Grid
from ..sudoku.language import ENGLISH, Message
from ..sudoku.sentences import sentences
from ..sudoku.transformation import Transformation
from .answers import as_object, directions, steps_in_words

MOST_GENERATORS = 8
"""How many symmetries are written out; groups that need more of them tell a person little."""


def ways_in_words(
    found: Symmetries | None, ways: int | None, grid: Grid, notation: str, words: NullTranslations
) -> str:
    """Return the number of ways and, where they are few, the symmetries that make them."""
    if ways is None:
        return Message("Number of ways: not known, the time was not enough").to(words)
    parts = [Message("Number of ways: {ways}", ways=ways).to(words)]
    if ways and found is not None and 0 < len(found.generators) <= MOST_GENERATORS:
        heading = Message(
            "The first Sudoku has {count} symmetries: all that these lead to, one after another",
            count=found.order,
        )
        parts.append(heading.to(words) + ":")
        parts += [
            f"({number}) " + "; ".join(sentences(one.forward(), notation, words, grid))
            for number, one in enumerate(found.generators, 1)
        ]
        if unused := grid.size - len(grid.digits):
            note = Message("({count} digits that do not occur can be renamed too)", count=unused)
            parts.append(note.to(words))
    return "\n".join(parts)


def way_in_words(
    number: int, way: Transformation, first: Grid, notation: str, words: NullTranslations
) -> str:
    """Return a numbered way from the first Sudoku to the second."""
    title = Message("Way {number}, steps: {steps}", number=number, steps=way.steps)
    return steps_in_words(title, way.forward(), first, notation, words)


def way_as_object(
    number: int,
    way: Transformation,
    first: Grid,
    second: Grid,
    notation: str,
    words: NullTranslations,
) -> dict[str, object]:
    """Return what JSON says of a numbered way."""
    return {
        "number": number,
        "steps": way.steps,
        "forward": directions(way.forward(), notation, words, first),
        "backward": directions(way.backward(), notation, words, second),
    }


def part_verdict(answer: Answer, swapped: bool) -> Message:
    """Return the sentence that answers whether one is part of the other.

    `swapped`: it was asked whether the second is part of the first, which has more clues.
    """
    if answer.status is Status.UNDECIDED:
        return Message("Undecided: it is not known whether one Sudoku is part of the other.")
    if answer.status is Status.DIFFERENT:
        return Message("Neither Sudoku is a copy of the other with clues left out.")
    if swapped:
        return Message("The second Sudoku is a copy of the first with clues left out.")
    return Message("The first Sudoku is a copy of the second with clues left out.")


def part_in_words(
    answer: Answer,
    swapped: bool,
    notation: str,
    words: NullTranslations = ENGLISH,
    columns: int | None = None,
) -> str:
    """Return the grids drawn, the verdict, and the steps that bring clues onto equal clues."""
    grids = (answer.second, answer.first) if swapped else (answer.first, answer.second)
    parts = [side_by_side(grids, columns), part_verdict(answer, swapped).to(words)]
    if answer.transformation is not None:
        title = (
            Message("Steps that bring the clues of 2 onto those of 1:")
            if swapped
            else Message("Steps that bring the clues of 1 onto those of 2:")
        )
        steps = answer.transformation.forward()
        parts.append(steps_in_words(title, steps, answer.first, notation, words))
        parts.append(Message("Number of steps: {steps}", steps=answer.steps).to(words))
    return "\n\n".join(parts)


def part_as_object(
    answer: Answer, swapped: bool, notation: str, words: NullTranslations
) -> dict[str, object]:
    """Return what JSON says: `part` is 1 or 2, or null without a yes."""
    status = {Status.COPIES: "part", Status.DIFFERENT: "no part"}.get(answer.status, "undecided")
    said = {"status": status, "part": (2 if swapped else 1) if answer.transformation else None}
    return {**said, **as_object(answer, notation, words), **said}


def nearest_verdict(
    found: NearestCopy, at_least: int | None, certified: bool | None = None
) -> Message:
    """Return the sentence that answers how near the two are, or whether so near."""
    values = {"agreeing": found.agreeing, "at_most": found.at_most, "total": found.total}
    reached = None if at_least is None else found.reaches(at_least)
    if reached is False:
        no = Message(
            "No transformation brings {number} clues of the first Sudoku onto equal ones.",
            number=at_least,
        )
        if found.blanks:
            no = Message("No transformation makes {number} cells agree.", number=at_least)
        if certified:
            return Message("{no} This is certified: a proof of it was checked.", no=no)
        return no
    if found.blanks:
        sentence = Message("{agreeing} of {total} cells agree", **values)
    else:
        sentence = Message(
            "{agreeing} of the {total} clues of the first Sudoku land on equal ones", **values
        )
    if found.is_exact:
        return Message("{sentence}, and no transformation does better.", sentence=sentence)
    if reached:
        return Message("{sentence}; more was not asked for.", sentence=sentence)
    return Message(
        "{sentence}; the time was not enough to tell whether up to {at_most} can.",
        sentence=sentence,
        at_most=found.at_most,
    )


def nearest_in_words(
    found: NearestCopy,
    at_least: int | None,
    notation: str,
    words: NullTranslations = ENGLISH,
    columns: int | None = None,
    certified: bool | None = None,
) -> str:
    """Return the image and the second Sudoku drawn, what differs marked, verdict and steps."""
    if at_least is not None and found.reaches(at_least) is False:
        drawn = side_by_side((found.first, found.second), columns)
        return "\n\n".join([drawn, nearest_verdict(found, at_least, certified).to(words)])
    image = found.transformation.forward().follow(found.first)

    def differs(r: int, c: int) -> bool:
        one, other = image[r, c], found.second[r, c]
        return one != other and (bool(one) or found.blanks)

    heading = Message("The first Sudoku after the steps, and the second; ! marks what differs:")
    title = Message("Steps from 1 towards 2:")
    forward = found.transformation.forward()
    return "\n\n".join(
        [
            heading.to(words),
            side_by_side((image, found.second), columns, differs),
            nearest_verdict(found, at_least).to(words),
            steps_in_words(title, forward, found.first, notation, words),
        ]
    )


def nearest_as_object(
    found: NearestCopy,
    at_least: int | None,
    notation: str,
    words: NullTranslations,
    certified: bool | None = None,
) -> dict[str, object]:
    """Return what JSON says; `reached` only where a number was asked for, null if not known.

    `certified` is there only where it is not None.
    """
    transformation = found.transformation
    asked: dict[str, object] = {}
    if at_least is not None:
        asked["reached"] = found.reaches(at_least)
    if certified is not None:
        asked["certified"] = certified
    return {
        "agreeing": found.agreeing,
        "at_most": found.at_most,
        "total": found.total,
        "exact": found.is_exact,
        **asked,
        "steps": transformation.steps,
        "forward": directions(transformation.forward(), notation, words, found.first),
        "backward": directions(transformation.backward(), notation, words, found.second),
        "backend": found.backend,
        "seconds": round(found.seconds, 6),
    }
