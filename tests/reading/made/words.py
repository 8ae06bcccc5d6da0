"""Prose, titles and column headings in several languages, for made files."""

from __future__ import annotations

from .dice import Dice

PROSE = (
    "Hello, here is the puzzle that I told you about.",
    "I solved it in 12 minutes on 3.4.2021 without any guessing.",
    "Fill in the grid so that every row, every column and every box has each digit once.",
    "From page 117 of the book, second edition, 2009.",
    "The number of clues is 27, and it is rated 7.1 by the usual program.",
    "Posted: Tue Aug 15, 2006 3:48 pm",
    "Any ideas how to go on? I am stuck after r4c5 = 7.",
    "Thanks in advance!",
    "It has 24 clues and needs two chains.",
    "See https://example.org/forum/viewtopic.php?t=4212&start=15 for more.",
    "Das Rätsel vom 24. Dezember, Seite 8.",
    "Wer schafft es in unter 10 Minuten?",
    "Fülle das Gitter so aus, dass jede Ziffer genau einmal vorkommt.",
    "Voici la grille du 14 juillet, niveau 3 sur 5.",
    "Remplissez la grille avec les chiffres manquants.",
    "Este es el sudoku de la página 23.",
    "Ecco lo schema di ieri, difficoltà 4/5.",
    "Deze puzzel stond in de krant van 5 mei.",
    "Här är pusslet från sidan 9.",
    "Copyright 2012-2019. All rights reserved.",
    "Page 3 of 10",
    "My solver needs 0.35 s and 1,204 nodes for this one (version 2.1).",
    "Score: 85 points",
    "This one has exactly one solution.",
    "Sent from my phone",
    "Call 030 1234567 before 9 o'clock.",
)

_LEVELS = ("easy", "medium", "hard", "Fiendish", "leicht", "schwer", "difficile", "5 stars")

VARIANTS = ("X-Sudoku", "Windoku", "Diagonal Sudoku", "Hyper Sudoku", "Killer Sudoku", "Jigsaw")

_NAMES = ("Easter Monster", "Golden Nugget", "Tarx0134", "Platinum Blonde", "Arto Inkala", "Daily")


def make_titles(
    dice: Dice, count: int, *, mentions_variant: bool = False, may_be_numbers: bool = False
) -> tuple[str, list[str]]:
    """Return the style of the titles of a file's Sudokus, and `count` different titles."""
    first = dice.between(1, 60)
    numbers = range(first, first + count)
    level = [dice.pick(_LEVELS) for _ in numbers]
    if mentions_variant:
        variant = dice.pick(VARIANTS)
        return "variant", [f"{variant} {number}" for number in numbers]
    styles = ["Puzzle 17 (hard)", "Grid 01", "Sudoku #4", "No. 5", "name", "Nr. 5 vom 3.5."]
    style = dice.pick([*styles, "a), b)", *(["17"] if may_be_numbers else [])])
    titles = {
        "Puzzle 17 (hard)": [
            f"Puzzle {n} ({word})" for n, word in zip(numbers, level, strict=True)
        ],
        "Grid 01": [f"Grid {n:02}" for n in range(1, count + 1)],
        "Sudoku #4": [f"Sudoku #{n}" for n in numbers],
        "No. 5": [f"No. {n}" for n in numbers],
        "name": [f"{dice.pick(_NAMES)} {n}" for n in numbers],
        "Nr. 5 vom 3.5.": [f"Nr. {n} vom {dice.between(1, 28)}.5.2024" for n in numbers],
        "17": [str(n) for n in numbers],
        "a), b)": [f"Aufgabe {chr(ord('a') + n % 26)}) {level[n]}" for n in range(count)],
    }
    return style, titles[style]


LANGUAGES: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "English": (
        ("puzzle", "sudoku", "quizzes", "unsolved", "grid", "givens", "question", "clues", "input"),
        ("solution", "solutions", "solved", "answer", "target", "output"),
        ("name", "title"),
        ("rating", "difficulty", "level", "clue_count"),
    ),
    "German": (
        ("Rätsel", "Aufgabe", "Sudoku", "Vorgabe", "Vorgaben"),
        ("Lösung", "Loesung", "Lösungen", "gelöst"),
        ("Name", "Titel"),
        ("Schwierigkeit", "Stufe", "Bewertung"),
    ),
    "French": (
        ("grille", "énigme", "problème"),
        ("solution", "réponse"),
        ("nom", "titre"),
        ("niveau",),
    ),
    "Spanish": (
        ("rompecabezas", "sudoku", "enigma", "tablero"),
        ("solución", "solucion", "respuesta"),
        ("nombre", "título"),
        ("dificultad", "nivel"),
    ),
    "Italian": (
        ("schema", "griglia", "problema"),
        ("soluzione", "soluzioni"),
        ("nome", "titolo"),
        ("difficoltà", "livello"),
    ),
    "Dutch": (("puzzel", "opgave", "raadsel"), ("oplossing",), ("naam", "titel"), ("niveau",)),
    "Swedish": (
        ("pussel", "gåta", "uppgift"),
        ("lösning", "svar"),
        ("namn", "titel"),
        ("svårighet",),
    ),
}
"""For each language: headings of columns of puzzles, of solutions, of names and of ratings."""
