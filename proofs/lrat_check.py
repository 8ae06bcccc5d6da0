"""Check a proof that a formula has no solution: `python lrat_check.py QUESTION.cnf PROOF.lrat`.

Each line adds a clause and names earlier clauses, its hints, which show it: if all its literals are
false, then each hint in turn has a single literal that is not false, which becomes true, until the
last has none. The proof ends with the empty clause. (Cruz-Filipe et al. 2017; RUP, deletions.)
"""

import sys
from collections.abc import Iterable


def parse_numbers(words: list[str]) -> list[int]:
    """Return words as numbers; raise `ValueError` for `+1`, `01`, `1_0` and non-ASCII digits."""
    numbers = {word: int(word) for word in dict.fromkeys(words)}
    if any(str(number) != word for word, number in numbers.items()):
        raise ValueError("expected plain whole numbers")
    return [numbers[word] for word in words]


def parse_step(number: int, line: str) -> tuple[list[int], bool]:
    """Return the numbers of a line of a proof, and whether the line deletes clauses."""
    words = line.split()
    deletes = words[1:2] == ["d"]
    step = parse_numbers(words[:1] + words[1 + deletes :])
    if step[-1:] != [0] or step.count(0) != 2 - deletes:
        raise ValueError(f"line {number}: expected number, literals 0 hints 0")
    return step, deletes


def check_and_count_proof_lines(cnf_lines: Iterable[str], lrat_lines: Iterable[str]) -> int:
    """Return the number of lines up to the empty clause; raise `ValueError` if a line is wrong."""
    clauses: dict[int, tuple[int, ...]] = {}
    lines = (line for line in cnf_lines if line[:2] not in ("c ", "c\n", "c"))
    heading = next(lines, "").split()
    if heading[:2] != ["p", "cnf"] or len(heading) != 4:
        raise ValueError("the formula does not begin with a line 'p cnf VARIABLES CLAUSES'")
    variables, last = parse_numbers(heading[2:])
    numbers = parse_numbers(" ".join(lines).split())
    start = 0
    for identifier in range(1, numbers.count(0) + 1):
        end = numbers.index(0, start)
        clauses[identifier] = tuple(numbers[start:end])
        start = end + 1
    if start != len(numbers) or len(clauses) != last or max(map(abs, [*numbers, 0])) > variables:
        raise ValueError("the formula does not have the clauses that its first line says")
    for number, line in enumerate(lrat_lines, 1):
        step, deletes = parse_step(number, line)
        if deletes:
            if None in [clauses.pop(identifier, None) for identifier in step[1:-1]]:
                raise ValueError(f"line {number}: there is no such clause to delete")
            continue
        clause = tuple(step[1 : step.index(0, 1)])
        if step[0] <= last or max(map(abs, clause), default=0) > variables:
            raise ValueError(f"line {number}: expected a new number, variables of the formula")
        last = step[0]
        false, refuted = set(clause), False
        for hint in step[len(clause) + 2 : -1]:
            left = set(clauses[hint]) - false if hint in clauses else {1, -1}
            if refuted or len(left) > 1:
                raise ValueError(f"line {number}: the hint {hint} is not unit, or one too many")
            refuted = not left
            false.add(-left.pop() if left else 0)  # 0 is no literal
        if not refuted:
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
        print(f"verified: no solution, by {check_and_count_proof_lines(question, proof)} lines")
