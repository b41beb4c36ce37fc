"""A count of the pack at a player's request (law 10, and Pharo's first law)."""

from __future__ import annotations

import pytest

from dealer.commands.refusal import Refusal
from dealer.night.command_parsing import read_command
from dealer.night.decide import open_night
from dealer.night.night import opening
from dealer.night_service import NightService
from dealer.rules_version import THE_PACK_IS_COUNTED
from dealer.streams import Sender
from dealer.verification.streams import verify
from events.book.book import Book
from events.common.play import PackCounted
from reports.words.sentences import asked_for, last_sentence_of
from tests.dealer.test_dealing_box import BoxedNight, refused
from tests.support.pure import PureNight
from tests.support.tables import PharoNight, Table

SENDER = Sender(who="Tester", device="test")
OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "D"}


def count(table: PureNight, cards: int, player: str = "red") -> PackCounted:
    """Count the pack for a player; the command has no other event."""
    (event,) = table("count_pack", player=player, cards=cards)
    assert isinstance(event, PackCounted)
    assert (event.player, event.cards, event.moves) == (player, cards, ())
    return event


def due(table: PureNight) -> int:
    """How many cards must be left; the count that says so is wrong."""
    event = count(table, 3)
    assert event.is_wrong
    assert not count(table, event.due).is_wrong
    return event.due


def test_between_turns_the_cards_in_the_box_are_counted_and_between_deals_the_whole_pack() -> None:
    table = Table(soda=None)
    assert due(table) == 52
    table("expose_soda", card="Ks")
    assert due(table) == 51
    table.bet("Q")
    table.turn("2s", "2d")
    assert due(table) == 49
    assert (count(table, 48).round, count(table, 48).turn) == (1, 1)
    table("draw_loser", card="3s")
    assert table.refusal("count_pack", player="red", cards=48) == "wrong_phase"
    table("draw_winner", card="3h")
    assert due(table) == 47
    table.deal_until(25)
    assert due(table) == 1
    table("expose_hock", card="Kc")
    assert due(table) == 52
    table("end_deal")
    assert due(table) == 52
    assert (count(table, 52).round, count(table, 52).turn) == (1, 0)


def test_a_pack_dealt_from_the_hand_has_no_soda() -> None:
    table = Table(soda=None, preset="stuss")
    assert due(table) == 52
    table.turn("2s", "3d")
    assert due(table) == 50


def test_a_wrong_count_changes_nothing_and_the_deal_can_be_voided() -> None:
    table = Table()
    table.bet("Q", 500)
    before = table.table
    count(table, 50, "blue")
    assert table.table == before
    table("void_deal", reason="The pack had 50 cards instead of 51")
    assert table.held("red") == 20_000


def test_the_count_is_told_in_one_sentence() -> None:
    table = Table()
    count(table, 50, "blue")
    told = "Blue had the pack counted: 50 cards, and 51 must be left."
    assert last_sentence_of(table.now, table.recorded) == told
    count(table, 51)
    told = "Red had the pack counted: 51 cards, as must be left."
    assert last_sentence_of(table.now, table.recorded) == told
    document = {"do": "count_pack", "player": "red", "cards": 1}
    assert asked_for(table.now, document) == "Red has the pack counted: 1 card."


def test_at_pharo_the_pack_is_counted_between_deals() -> None:
    table = PharoNight(bottom=None)
    assert table.refusal("count_pack", player="red", cards=52) == "wrong_phase"
    table("void_deal", reason="begun too early")
    assert due(table) == 52


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"player": "nobody", "cards": 52}, "unknown_player"),
        ({"player": "red"}, "bad_input"),
        ({"cards": 52}, "bad_input"),
        *(({"player": "red", "cards": cards}, "bad_input") for cards in (-1, 1.0, "52", True, None, 10**7)),
    ],
)
def test_a_count_that_does_not_read_is_refused(arguments: dict[str, object], code: str) -> None:
    assert Table().refusal("count_pack", **arguments) == code


def test_a_dealing_box_cannot_lack_a_card() -> None:
    night = BoxedNight()
    with night.book:
        for cards in (52, 51):
            if cards == 51:
                night.do("start_deal")
                night.do("expose_soda")
            assert refused(lambda cards=cards: night.do("count_pack", player="red", cards=cards - 1)) == "bad_input"  # type: ignore[misc]
            night.do("count_pack", player="red", cards=cards)
        assert verify(night.book, night.night).sound


def test_counts_are_decided_again() -> None:
    with Book.open() as book:
        service = NightService(book)
        night = service.execute(OPENING, SENDER).night
        for document in (
            {"do": "seat_player", "player": "red", "name": "Ada"},
            {"do": "count_pack", "player": "red", "cards": 52},
            {"do": "count_pack", "player": "red", "cards": 51},
            {"do": "void"},
        ):
            service.execute(document, SENDER, night=night)
        assert verify(book, night).sound


def test_nights_of_earlier_rules_do_not_know_the_word() -> None:
    """What they refused then is refused when it is decided again."""
    opened = open_night(read_command(OPENING), THE_PACK_IS_COUNTED - 1)  # type: ignore[arg-type]
    with pytest.raises(Refusal, match="count_pack"):
        read_command({"do": "count_pack", "player": "red", "cards": 52}, opening("n", opened, "c"))
