"""Sentences of disputes: which one is ruled, how, and what moved."""

from __future__ import annotations

from events.facts.night import Correction, DisputeRuled
from reports.words.night_words import nothing_moved, ruled

NAMES = {"red": "Ada Lamb", "blue": "Wm. Hart"}


def ruling(how: str, *corrections: Correction) -> DisputeRuled:
    return DisputeRuled(dispute="d1", ruling=how, law=4, reason="So it was", corrections=corrections)


def test_a_ruling_says_of_which_dispute_and_what_moved_or_that_nothing_did() -> None:
    moved = ruling("corrected", Correction(source="bank", target="red", amount_cents=500))
    assert ruled(moved, NAMES) == (
        "The dispute is ruled: what was done is corrected under law 4 (who alters another’s bet answers for its loss); "
        "$5 from the bank to Ada Lamb."
    )
    assert ruled(ruling("corrected"), NAMES, with_law=False, claim="It was coppered") == (
        "The dispute “It was coppered” is ruled: what was done is corrected; no money moved."
    )
    assert ruled(ruling("stands"), NAMES, with_law=False) == "The dispute is ruled: what was done stands."
    assert [nothing_moved(one) for one in (moved, ruling("corrected"), ruling("stands"))] == [
        "",
        "no money moved",
        "",
    ]
