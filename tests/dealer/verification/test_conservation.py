"""The laws of conservation: each finds the fact whose words and moves differ, whatever the ledger makes of it."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

from dealer.night.evolve import foldings_after
from dealer.verification.conservation import CONSERVATION, LEDGER, NOWHERE, Conserved, EachByItself, name_of
from dealer.verification.inspection import FAILURES, Breach
from dealer.verification.night import verify_rows
from events.book.documents import canonical
from tests.support.stored import copied, first_of, nights, with_fact

BREAKS = {
    "cash": (("ChecksBought", "amount_cents"), ("ChecksCashed", "amount_cents"), ("NightOpened", "roll_cents")),
    "checks": (("MarkerIssued", "amount_cents"), ("PledgeTaken", "amount_cents"), ("ChecksCashed", "amount_cents")),
    "markers": (("MarkerIssued", "amount_cents"), ("MarkerRedeemed", "amount_cents")),
    "pledges": (("PledgeTaken", "amount_cents"),),
    "loans": (("StakeLent", "amount_cents"), ("StakeRepaid", "amount_cents")),
    "play": (("BetPaid", "paid_cents"), ("BetLost", "taken_cents"), ("BetSplit", "taken_cents")),
    "sleepers": (("SleeperTaken", "stake_cents"),),
    "after hock": (("BetSwept", "stake_cents"),),
    "tokes": (("TokeGiven", "amount_cents"),),
}


def test_every_law_holds_after_every_fact_of_the_nights() -> None:
    for rows in nights():
        looked = verify_rows(copied(rows), (LEDGER, *CONSERVATION)).looked
        assert [one.done for one in looked] == [len(rows.facts)] * (1 + len(CONSERVATION))
        assert not any(one.finding for one in looked)


def test_every_fact_of_the_nights_holds_the_laws_by_itself() -> None:
    for rows in nights():
        each = EachByItself()
        facts = copied(rows).recorded
        for one, folding in zip(facts, foldings_after(facts), strict=True):
            assert each.holds(one, folding), one


@pytest.mark.parametrize("law", BREAKS)
def test_a_fact_that_says_another_amount_than_it_moves_breaks_its_law(law: str) -> None:
    check = next(one for one in CONSERVATION if one.name == f"conserved: {law}")
    for kind, field in BREAKS[law]:
        rows, version = first_of(kind)
        body: dict[str, Any] = json.loads(rows.facts[version - 1].body)
        forged = with_fact(rows, version, body=canonical({**body, field: body[field] + 25}))
        # By itself, and whatever else it would be found by; a lying stake that is another fails in the fold before.
        found = verify_rows(forged, (LEDGER, check)).finding
        assert found, kind
        assert (found.check, found.version) == (check.name, version), (kind, found)


@pytest.mark.parametrize("kind", sorted({kind for broken in BREAKS.values() for kind, _ in broken}))
def test_looking_at_each_fact_by_itself_finds_what_looking_at_all_laws_does(kind: str) -> None:
    """With moves of other amounts, and to other accounts, than the words say."""
    rows, version = first_of(kind)
    body: dict[str, Any] = json.loads(rows.facts[version - 1].body)
    first, *others = body["moves"]
    broken = set[str]()
    of_nobody = ({"credit": "checks:nobody"}, {"debit": "layout:nobody"}, {"credit": "pot:red"}, {"credit": "pot"})
    for other in ({"amount_cents": first["amount_cents"] * 2}, {"credit": "tokes"}, {"debit": "play"}, *of_nobody):
        forged = with_fact(rows, version, body=canonical({**body, "moves": [{**first, **other}, *others]}))
        LEDGER.look(forged, lambda _: None)
        everywhere: dict[str, Breach] = {}
        conserved = Conserved(everywhere)
        with suppress(*FAILURES):
            for one, folding in zip(forged.recorded, foldings_after(forged.recorded), strict=True):
                conserved.follow(one, folding.ledger, folding.seats)
        assert forged.breaches == everywhere
        broken |= everywhere.keys()
    assert broken


def test_checks_that_go_nowhere_are_missed_though_debits_equal_credits() -> None:
    """A toke booked as a loan that nobody gave: both sides of the ledger are equal, and checks are gone."""
    rows, version = first_of("TokeGiven")
    body: dict[str, Any] = json.loads(rows.facts[version - 1].body)
    (move,) = body["moves"]
    lost = canonical({**body, "moves": [{**move, "credit": "stakes.owed:red/blue"}]})
    nowhere = CONSERVATION[-1]
    found = verify_rows(with_fact(rows, version, body=lost), (LEDGER, nowhere)).finding
    assert found
    assert (found.check, found.version) == (name_of(NOWHERE), version)
    assert "nothing" in found.what
