"""Joining two cards of one person: what moves, what stays, and when it is refused."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.house.state import Card
from dealer.night_service import NightService
from events.book.book import Book
from tests.support.house import EARP, OPENING


class Cage:
    """A house with Ada's card ``ada`` and her second one, ``lamb``."""

    def __init__(self) -> None:
        self.service = NightService(Book.open())
        self.house("register_player", card="ada", name="Ada Lamb", credit_limit=90_000)
        self.house("register_player", card="lamb", name="A. Lamb", known_as="Ada", note="likes the queen")

    def house(self, do: str, **arguments: Any) -> None:
        self.service.execute_for_house({"do": do, **arguments}, EARP)

    def open(self, table: str = "Front", date: str = "2026-11-21") -> str:
        opening = {"do": "open_night", **OPENING, "table": table, "date": date}
        return self.service.execute(opening, EARP).night

    def do(self, night: str, do: str, **arguments: Any) -> None:
        self.service.execute({"do": do, **arguments}, EARP, night=night)

    def closed_with_marker(self, card: str, cents: int, date: str) -> str:
        """A closed night in which a card tips all that it has on credit."""
        night = self.open(date=date)
        self.do(night, "seat_player", player="red", card=card)
        self.do(night, "issue_marker", player="red", amount=cents)
        self.do(night, "tip", player="red", amount=cents)
        self.do(night, "close_night")
        return night

    def card(self, key: str = "ada") -> Card:
        return self.service.house().card(key)


@pytest.fixture
def cage() -> Cage:
    return Cage()


def test_a_card_takes_over_everything_of_another(cage: Cage) -> None:
    earlier = cage.closed_with_marker("lamb", 2_000, "2026-11-20")
    later = cage.closed_with_marker("ada", 3_000, "2026-11-21")
    cage.house("deposit", card="ada", amount=700)
    cage.house("deposit", card="lamb", amount=800)
    front, back = cage.open("Front"), cage.open("Back")
    cage.do(front, "seat_player", player="red", card="ada")
    cage.do(front, "issue_marker", player="red", amount=1_000)
    cage.do(back, "seat_player", player="red", card="lamb")
    cage.do(back, "issue_marker", player="red", amount=4_000)
    cage.house("join_cards", card="ada", other="lamb")
    card = cage.card("lamb")
    assert card == cage.card("ada")
    assert (card.nights, card.net_cents, card.last_night) == (2, -5_000, later)
    assert [(result.night, result.net_cents) for result in card.results] == [(later, -3_000), (earlier, -2_000)]
    assert [(carried.night, carried.amount_cents) for carried in card.carried] == [(earlier, 2_000), (later, 3_000)]
    assert (card.deposit_cents, card.exposure_cents, set(card.seats)) == (1_500, 10_000, {front, back})
    assert (card.name, card.known_as, card.note, card.credit_limit_cents) == (
        "Ada Lamb",
        "Ada",
        "likes the queen",
        90_000,
    )

    # Commands at the seat of the old card now count for the new one.
    cage.do(back, "draw_deposit", player="red", amount=1_500)
    cage.do(back, "redeem_carried", player="red", amount=2_500, **{"with": "cash"})
    card = cage.card()
    assert (card.deposit_cents, [carried.amount_cents for carried in card.carried]) == (0, [2_500])
    with pytest.raises(Refusal, match="would owe") as refused:
        cage.do(back, "issue_marker", player="red", amount=90_000)
    assert refused.value.code == "over_limit"
    cage.do(back, "close_night")
    cage.do(front, "close_night")
    card = cage.card()
    assert (card.nights, card.net_cents, len(card.seats)) == (4, -5_000, 0)


def test_a_night_at_which_both_cards_had_a_seat_counts_once(cage: Cage) -> None:
    """Its results are added up; joining in a third card adds only what that had."""
    cage.house("register_player", card="al", name="Al")
    night = cage.open()
    for player, card, cents in (("red", "ada", 1_000), ("blue", "lamb", 2_000), ("white", "al", 400)):
        cage.do(night, "seat_player", player=player, card=card)
        cage.do(night, "issue_marker", player=player, amount=cents)
        cage.do(night, "tip", player=player, amount=cents)
    cage.do(night, "close_night")
    later = cage.closed_with_marker("lamb", 500, "2026-11-22")
    for other, here in (("lamb", -3_000), ("al", -3_400)):
        cage.house("join_cards", card="ada", other=other)
        joined = cage.card()
        assert [(result.night, result.net_cents) for result in joined.results] == [(later, -500), (night, here)]
        assert (joined.nights, joined.net_cents, joined.last_night) == (2, here - 500, later)


def test_cards_are_not_joined_while_both_have_a_seat_at_one_night(cage: Cage) -> None:
    """Also if neither of them has had any credit there."""
    night = cage.open()
    cage.do(night, "seat_player", player="red", card="ada")
    cage.do(night, "seat_player", player="blue", card="lamb")
    with pytest.raises(Refusal, match="two seats in night") as refused:
        cage.house("join_cards", card="ada", other="lamb")
    assert refused.value.code == "wrong_phase"
    cage.do(night, "void")
    cage.house("join_cards", card="ada", other="lamb")
    assert set(cage.card().seats) == {night}


def test_a_seat_that_was_taken_back_with_its_marker_owes_nothing(cage: Cage) -> None:
    night = cage.open()
    cage.do(night, "start_deal")
    cage.do(night, "seat_player", player="red", card="ada")
    cage.do(night, "issue_marker", player="red", amount=2_000)
    seating = next(row.id for row in cage.service.book.commands(night) if row.document["do"] == "seat_player")
    cage.do(night, "amend", command=seating, instead=None, drop=_later(cage, night, seating))
    assert (cage.card().exposure_cents, len(cage.card().seats)) == (0, 0)


def _later(cage: Cage, night: str, command: str) -> list[str]:
    rows = [row.id for row in cage.service.book.commands(night)]
    return rows[rows.index(command) + 1 :]


def test_a_joined_card_keeps_its_seat_and_gets_no_second_one(cage: Cage) -> None:
    night = cage.open()
    cage.do(night, "seat_player", player="red", card="lamb")
    cage.house("join_cards", card="ada", other="lamb")
    with pytest.raises(Refusal, match="has the seat red at this table") as refused:
        cage.do(night, "seat_player", player="blue", card="ada")
    assert refused.value.code == "already_done"
    cage.do(night, "leave_table", player="red")
    cage.do(night, "seat_player", player="red", card="ada")
    assert cage.service.night(night).is_seated("red")


@pytest.mark.parametrize("use", ["seat", "night", "money", "bar"])
def test_only_a_card_that_was_never_used_is_removed(cage: Cage, use: str) -> None:
    if use == "night":
        cage.closed_with_marker("lamb", 100, "2026-11-20")
    elif use == "money":
        cage.house("deposit", card="lamb", amount=100)
        cage.house("withdraw", card="lamb", amount=100)
    elif use == "bar":
        cage.house("bar_player", card="lamb", reason="loud")
    else:
        cage.do(cage.open(), "seat_player", player="red", card="lamb")
    with pytest.raises(Refusal) as refused:
        cage.house("remove_card", card="lamb")
    assert refused.value.code == "not_allowed_here"
    cage.house("remove_card", card="ada")
    assert [card.key for card in cage.service.house().open_cards] == ["lamb"]
    for do, code in (("remove_card", "unknown_card"), ("register_player", "already_done")):
        with pytest.raises(Refusal) as refused:
            cage.house(do, card="ada", **({"name": "Ada"} if do == "register_player" else {}))
        assert refused.value.code == code


def test_texts_of_a_card_are_cleared_but_no_name(cage: Cage) -> None:
    cage.house("change_player", card="lamb", color="red", language="fr")
    cage.house("change_player", card="lamb", clear=["known_as", "color", "language", "note"])
    lamb = cage.card("lamb")
    assert (lamb.name, lamb.known_as, lamb.color, lamb.language, lamb.note) == ("A. Lamb", "", "", "", "")
    refusals: list[dict[str, Any]] = [{"name": ""}, {"note": ""}, {"clear": ["name"]}, {"clear": []}, {"clear": "note"}]
    for wrong in refusals:
        with pytest.raises(Refusal) as refused:
            cage.house("change_player", card="lamb", **wrong)
        assert refused.value.code == "bad_input"


def test_joining_neither_readmits_nor_raises_a_limit(cage: Cage) -> None:
    """A dealer may join cards, but not readmit or give credit."""
    cage.house("change_player", card="lamb", credit_limit=500)
    cage.house("bar_player", card="lamb", reason="marked cards")
    cage.house("join_cards", card="ada", other="lamb")
    assert (cage.card().barred, cage.card().credit_limit_cents) == ("marked cards", 500)
    for arguments, code in (
        ({"card": "ada", "other": "ada"}, "bad_input"),
        ({"card": "ada", "other": "lamb"}, "unknown_card"),
    ):
        with pytest.raises(Refusal) as refused:
            cage.house("join_cards", **arguments)
        assert refused.value.code == code
