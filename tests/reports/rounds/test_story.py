"""Refused commands in dossiers: those that are about the bet or hand, and no other's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from events.book.book import Book
from reports.rounds.story import Line
from reports.sheets.dossier import round_story, stake_story
from tests.support.disputed import Disputed

_FROM_BANK = [{"from": "bank", "to": "red", "amount": 500}]


def refused(lines: tuple[Line, ...]) -> list[str]:
    return [line.text.removeprefix("Refused: ") for line in lines if line.refused]


@pytest.fixture(scope="module")
def night() -> Iterator[Disputed]:
    """Bets of red (q, j) and blue (hc), and after the loser was drawn orders for each, disputes, and rulings."""
    with Book.open() as book:
        one = Disputed(book)
        one.do("start_deal")
        one.do("expose_soda", card="5")
        one.do("place_bet", bet="q", player="red", kind="single", ranks=["Q"], stake=500)
        one.do("place_bet", bet="j", player="red", kind="single", ranks=["J"], stake=500)
        one.do("place_bet", bet="hc", player="blue", kind="high_card", stake=500)
        one.do("draw_loser", card="9")
        one.refused("copper_bet", bet="q")
        one.refused("press_bet", bet="hc", add=500)
        one.refused("claim_sleeper", bet="hc", player="red")
        one.refused("place_bet", bet="late", player="white", kind="single", ranks=["7"], stake=500)
        one.refused("raise_dispute", dispute="d0", player="red", about="nope", claim="I laid it")
        one.do("raise_dispute", dispute="d1", player="red", about="q", claim="It was coppered")
        one.do("raise_dispute", dispute="d2", player="red", about="q", claim="It was pressed")
        one.refused("raise_dispute", dispute="d1", player="red", about="j", claim="So was this")
        one.refused("rule_dispute", dispute="d2", ruling="stands", reason="It was not", corrections=_FROM_BANK)
        one.do("rule_dispute", dispute="d2", ruling="corrected", reason="It was")
        one.do("rule_dispute", dispute="d1", ruling="stands", law=1, reason="It was not")
        yield one


def story(night: Disputed, bet: str) -> tuple[Line, ...]:
    return stake_story(night.assistant.history(night.night), night.book.commands(night.night), bet)


def test_an_order_for_another_bet_is_not_in_its_story_and_a_late_bet_is(night: Disputed) -> None:
    late = "Cy Young lays $5 on the 7."
    assert refused(story(night, "hc")) == [
        "Wm. Hart’s bet on high card is pressed by $5.",
        "Ada Lamb claims a sleeper: Wm. Hart’s bet on high card.",
        late,
    ]
    assert refused(story(night, "q"))[:2] == ["Ada Lamb’s bet on the Q is coppered.", late]
    assert refused(story(night, "late")) == [late]


def test_of_two_disputes_each_ruling_and_refusal_says_which(night: Disputed) -> None:
    assert refused(story(night, "q"))[2:] == ["The dispute “It was pressed” is ruled: stands, It was not."]
    assert refused(story(night, "j"))[1:] == ["Ada Lamb disputes Ada Lamb’s bet on the J: “So was this”."]
    ruled = [line.text for line in story(night, "q") if line.text.startswith("The dispute")]
    assert ruled == [
        "The dispute “It was pressed” is ruled: what was done is corrected; no money moved.",
        "The dispute “It was coppered” is ruled: what was done stands.",
    ]


def test_a_bet_that_nobody_asked_for_has_no_story(night: Disputed) -> None:
    assert story(night, "nope") == ()
    assert story(night, "") == ()


def test_a_dispute_of_a_bet_under_a_used_key_is_not_in_the_story_of_a_hand() -> None:
    with Book.open() as book:
        one = Disputed(book).play_bet().play_hand()
        before = refused(round_story(one.assistant.history(one.night), book.commands(one.night), "fan_tan", 1))
        one.refused("raise_dispute", dispute="d2", player="red", about="q", claim="It was coppered")
        one.refused("rule_dispute", dispute="d2", ruling="stands", reason="He passed", corrections=_FROM_BANK)
        after = refused(round_story(one.assistant.history(one.night), book.commands(one.night), "fan_tan", 1))
    assert after == [*before, "The dispute “I did not pass” is ruled: stands, He passed."]
