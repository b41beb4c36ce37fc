"""The state of the house: slips by number and in order, and cards that agree with the ledger."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from dealer.house.state import assert_sound, cards_of, fold
from events.common import house as events
from ledger.accounts import CAGE, deposits, move
from ledger.ledger import LedgerBroken

NIGHT = events.NightListed(night="n", table="T", date="2026-11-21", games=("faro",))
ADA = events.PlayerRegistered(
    card="ada", name="Ada", known_as="", color="", language="", credit_limit_cents=None, note=""
)


def slip(kind: str, number: int) -> events.SlipEntered:
    return events.SlipEntered(night="n", slip=kind, number=number, amount_cents=100 * number)


def test_slips_are_numbered_by_kind_and_stay_in_order() -> None:
    entered = [slip("fill", 1), slip("drop", 1), slip("fill", 2)]
    house = fold([NIGHT, *entered, events.SlipStruck(night="n", slip="fill", number=1)])
    assert [(entry.kind, entry.number, entry.voided) for entry in house.slips_in_order] == [
        *(("fill", 1, True), ("drop", 1, False), ("fill", 2, False)),
    ]
    assert [house.number_after(kind) for kind in events.SLIP_KINDS] == [3, 1, 2]
    assert house.slip("drop", 1) == house.slips_in_order[1]
    assert house.slip("credit", 1) is None


def test_a_slip_that_was_never_entered_cannot_be_struck() -> None:
    with pytest.raises(LookupError):
        fold([NIGHT, events.SlipStruck(night="n", slip="fill", number=1)])


def test_a_card_and_the_ledger_must_agree() -> None:
    taken = events.DepositTaken(card="ada", amount_cents=500, moves=(move(CAGE, deposits("ada"), 500),))
    assert_sound(fold([ADA, taken]), ["ada"])
    for wrong in (replace(taken, amount_cents=600), replace(taken, moves=())):
        with pytest.raises(LedgerBroken, match="ada has"):
            assert_sound(fold([ADA, wrong]), cards_of(wrong))


def test_every_event_about_cards_says_which() -> None:
    seat = events.BalancedSeat(card="ada", net_cents=0, carried_cents=0)
    balanced = events.NightBalanced(night="n", version=1, hash="", seats=(seat,), bank_cents=0, dealers=())
    assert cards_of(balanced) == ("ada",)
    assert cards_of(events.CardsJoined(card="ada", other="ben")) == ("ada", "ben")
    assert cards_of(ADA) == ("ada",)
    assert cards_of(NIGHT) == cards_of(slip("fill", 1)) == ()
