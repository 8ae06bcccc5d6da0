"""An answer in words, and as an object for JSON."""

from gettext import NullTranslations

from ..solvers.decide import Answer
from ..solvers.protocol import Status
from ..sudoku.drawing import side_by_side
from ..sudoku.grid import Grid
from ..sudoku.language import ENGLISH, Message
from ..sudoku.sentences import BULLET, sentences
from ..sudoku.transformation import Instructions


def verdict(
    answer: Answer, words: NullTranslations = ENGLISH, certified: bool | None = None
) -> str:
    """Return the sentence that answers the question, and another one if a no is certified."""
    sentence = _verdict(answer).to(words)
    if certified and answer.status is Status.DIFFERENT:
        sentence += " " + Message("This is certified: a proof of it was checked.").to(words)
    return sentence


def _verdict(answer: Answer) -> Message:
    if answer.status is Status.COPIES and answer.first == answer.second:
        return Message("These Sudokus are the same, no steps needed.")
    if answer.status is Status.COPIES:
        return Message("These Sudokus are copies of each other.")
    if answer.status is Status.DIFFERENT:
        return Message("These Sudokus are not copies of each other.")
    return Message("Undecided: it is not known whether these Sudokus are copies of each other.")


def in_words(
    answer: Answer,
    notation: str = "order",
    words: NullTranslations = ENGLISH,
    columns: int | None = None,
    certified: bool | None = None,
) -> str:
    """Return the grids drawn, the verdict and, for a yes, the steps in both directions.

    The grids stand side by side, or below each other where the page has too few `columns`.
    """
    drawn = side_by_side((answer.first, answer.second), columns)
    parts = [drawn, verdict(answer, words, certified)]
    if answer.transformation is not None and answer.steps:
        for title, instructions, start in (
            (Message("Steps from 1 to 2:"), answer.transformation.forward(), answer.first),
            (Message("Steps from 2 to 1:"), answer.transformation.backward(), answer.second),
        ):
            parts.append(steps_in_words(title, instructions, start, notation, words))
        parts.append(_number_of_steps(answer, certified).to(words))
    return "\n\n".join(parts)


def steps_in_words(
    title: Message,
    instructions: Instructions,
    start: Grid,
    notation: str,
    words: NullTranslations = ENGLISH,
) -> str:
    """Return steps, one a line, under their title."""
    bullet = BULLET if notation == "order" else ""
    lines = [bullet + step for step in sentences(instructions, notation, words, start)]
    return "\n".join([title.to(words), *(lines or [Message("(nothing to do)").to(words)])])


def _number_of_steps(answer: Answer, certified: bool | None) -> Message:
    if certified:
        return Message(
            "Number of steps: {steps} (a proof that fewer are not enough was checked)",
            steps=answer.steps,
        )
    if answer.is_fewest:
        return Message("Number of steps: {steps}", steps=answer.steps)
    return Message("Number of steps: {steps} (maybe fewer would do)", steps=answer.steps)


def as_object(
    answer: Answer,
    notation: str = "order",
    words: NullTranslations = ENGLISH,
    certified: bool | None = None,
) -> dict[str, object]:
    """Return what JSON says of an answer; without a yes, steps and directions are null.

    `certified` is there only where it is not None.
    """
    witness = answer.transformation
    asked = {} if certified is None else {"certified": certified}
    return {
        "status": answer.status.value,
        "steps": answer.steps,
        "fewest": answer.is_fewest if answer.transformation else None,
        "forward": witness and directions(witness.forward(), notation, words, answer.first),
        "backward": witness and directions(witness.backward(), notation, words, answer.second),
        "backend": answer.backend,
        "seconds": round(answer.seconds, 6),
        "statistics": dict(answer.statistics),
        **asked,
    }


def directions(
    instructions: Instructions, notation: str, words: NullTranslations, start: Grid
) -> dict[str, object]:
    """Return every part, the order in which they are carried out, and the same in sentences."""
    return {
        **{part: getattr(instructions.parts, part) for part in instructions.order},
        "order": instructions.order,
        "sentences": sentences(instructions, notation, words, start),
    }
