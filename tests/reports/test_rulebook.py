"""Finding citations in sentences: each one apart, and nothing that only looks like one."""

from __future__ import annotations

import pytest

from dealer.commands.refusal import phrase
from dealer.games.faro.reasons import Reason
from reports.rulebook import citations_in
from reports.words.game_words import phrase_text


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Rule 1.4 case 4, law 1: a split", [("Rule 1.4 case 4", "rule-1.4-case-4"), ("law 1", "law-1")]),
        ("Rule 1.10: a tab", [("Rule 1.10", "rule-1.10")]),
        ("laws 1, 6 and 8 speak", [("laws 1", "law-1"), ("6", "law-6"), ("8", "law-8")]),
        ("It stands under law 10, says who ruled.", [("law 10", "law-10")]),
        ("see rule 3.5, turn 4 and case 2", [("rule 3.5", "rule-3.5")]),
        ("the rule of 1880, outlaw 7, lawful, Law of 9", []),
    ],
)
def test_each_citation_is_found_with_its_words(sentence: str, found: list[tuple[str, str]]) -> None:
    assert [(sentence[start:end], one.anchor) for start, end, one in citations_in(sentence)] == found


def test_a_reason_is_cited_as_sentences_are_read() -> None:
    for laws in ((), (1,), (1, 8), (8, 6, 1)):
        cited = phrase_text(Reason(rule="1.4", case=2, laws=laws, why=phrase("won, even money")).cited)
        anchors = [one.anchor for _, _, one in citations_in(cited)]
        assert anchors == ["rule-1.4-case-2", *(f"law-{law}" for law in sorted(laws))]
