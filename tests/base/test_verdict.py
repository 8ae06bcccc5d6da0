"""Yes, no or undecided, and the words for them."""

import pytest

from sudokopie.base.verdict import VERDICTS, WORDS, Verdict, choose_verdict_word

pytestmark = pytest.mark.core


def test_a_verdict_is_neither_true_nor_false() -> None:
    for verdict in Verdict:
        with pytest.raises(TypeError, match="compare it with one of these"):
            bool(verdict)
    assert [Verdict.of(truth) for truth in (True, False, None)] == list(Verdict)


def test_no_word_says_two_verdicts() -> None:
    for words in WORDS.values():
        for word, verdict in words.items():
            assert VERDICTS[word] is verdict, word


@pytest.mark.parametrize("question", WORDS)
def test_every_verdict_that_can_be_has_a_word(question: str) -> None:
    verdicts = [Verdict.YES, Verdict.UNDECIDED]
    if question not in ("nearest", "study"):  # the most and the end are found, or not yet
        verdicts.append(Verdict.NO)
    assert {VERDICTS[choose_verdict_word(question, verdict)] for verdict in verdicts} == set(
        verdicts
    )
