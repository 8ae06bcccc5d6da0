"""Check a proof that a formula has no solution: `python lrat_check.py QUESTION.cnf PROOF.lrat`.

Each line adds a clause and names earlier clauses, its hints, which show it: if all its literals are
false, then each hint in turn has a single literal that is not false, which becomes true, until the
last has none. The proof ends with the empty clause. (Cruz-Filipe et al. 2017; RUP, deletions.)
"""

import sys
from collections.abc import Iterable


class NumberByWord(dict[str, int]):
    """A map of words to numbers. Raises `ValueError` for `+1`, `01`, `1_0`, non-ASCII digits."""

    def __missing__(self, word: str) -> int:
        self[word] = number = int(word)
        if str(number) != word:
            raise ValueError("expected plain whole numbers")
        return number


def parse_step(number: int, line: str, numbers: NumberByWord) -> tuple[list[int], bool]:
    """Return the numbers of a line of a proof, and whether the line deletes clauses."""
    words = line.split()
    deletes = words[1:2] == ["d"]
    step = list(map(numbers.__getitem__, words[:1] + words[1 + deletes :]))
    if step[-1:] != [0] or step.count(0) != 2 - deletes:
        raise ValueError(f"line {number}: expected number, literals 0 hints 0")
    return step, deletes


def read_formula(lines: Iterable[str]) -> tuple[int, list[list[int]]]:
    """Return a CNF's variable count and clauses. Raises `ValueError` if the lines are not a CNF."""
    lines = (line for line in lines if line[:2] not in ("c ", "c\n", "c"))
    heading, numbers = next(lines, "").split(), NumberByWord()
    if heading[:2] != ["p", "cnf"] or len(heading) != 4:
        raise ValueError("the formula does not begin with a line 'p cnf VARIABLES CLAUSES'")
    variables, count = map(numbers.__getitem__, heading[2:])
    literals = list(map(numbers.__getitem__, " ".join(lines).split()))
    clauses, start = list[list[int]](), 0
    for _ in range(literals.count(0)):
        end = literals.index(0, start)
        clauses.append(literals[start:end])
        start = end + 1
    if start != len(literals) or len(clauses) != count or max(map(abs, [*literals, 0])) > variables:
        raise ValueError("the formula does not have the clauses that its first line says")
    return variables, clauses


def check_and_count_proof_lines(
    variables: int, formula: Iterable[Iterable[int]], lrat_lines: Iterable[str]
) -> int:
    """Return the number of lines up to the empty clause; raise `ValueError` if a line is wrong."""
    clauses = {number: tuple(clause) for number, clause in enumerate(formula, 1)}
    last, numbers = len(clauses), NumberByWord()
    for number, line in enumerate(lrat_lines, 1):
        step, deletes = parse_step(number, line, numbers)
        if deletes:
            if None in [clauses.pop(identifier, None) for identifier in step[1:-1]]:
                raise ValueError(f"line {number}: there is no such clause to delete")
            continue
        clause = tuple(step[1 : step.index(0, 1)])
        if step[0] <= last or max(map(abs, clause), default=0) > variables:
            raise ValueError(f"line {number}: expected a new number, variables of the formula")
        last = step[0]
        false = set(clause)
        *units, conflict = step[len(clause) + 2 : -1] or [0]  # no clause has the number 0
        for hint in units:
            left = set(clauses.get(hint, ())) - false
            if len(left) != 1:
                raise ValueError(f"line {number}: the hint {hint} is not unit, or one too many")
            false.add(-left.pop())
        if not false.issuperset(clauses.get(conflict, [0])):
            raise ValueError(f"line {number}: its hints do not show its clause")
        if not clause:
            return number
        clauses[last] = clause
    raise ValueError("the proof ends without the empty clause")


if __name__ == "__main__":
    sys.tracebacklimit = 0  # a refusal is one line, and exit status 1
    if len(sys.argv) != 3:
        sys.exit("usage: python lrat_check.py QUESTION.cnf PROOF.lrat")
    with (  # each byte is a character, and only \n ends a line
        open(sys.argv[1], encoding="latin-1", newline="\n") as question,
        open(sys.argv[2], encoding="latin-1", newline="\n") as proof,
    ):
        lines = check_and_count_proof_lines(*read_formula(question), proof)
        print(f"verified: no solution, by {lines} lines")
