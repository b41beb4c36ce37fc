"""Is the game square? From the facts of nights to the sentence."""

from __future__ import annotations

import doctest
from random import Random

import pytest

from dealer.commands.refusal import Refusal
from dealer.fairness import words as fairness_words
from dealer.fairness.nights import Inspection, NightsCards, inspect, read_cards
from dealer.fairness.words import as_document, can_see, how_often, looked_at, odd_cards_said, verdict_of
from dealer.games.fan_tan.state import FAN_TAN
from dealer.games.faro.fairness.inspection import FaroSeen
from dealer.games.faro.state import FARO
from events.book.book import Book
from events.records import RecordedCommand
from tests.support.packs import shuffled, with_splits_put_up
from tests.support.pure import PureNight
from tests.support.tables import Table


def cards_of(table: Table, *commands: RecordedCommand) -> NightsCards:
    return NightsCards.of(table.recorded, commands)


def faro_seen(found: Inspection) -> FaroSeen:
    seen = found.seen[FARO]
    assert isinstance(seen, FaroSeen)
    return seen


def deal_out(table: Table, pack: list[str], turns: int = 25) -> None:
    """Deal a pack whose soda is not out yet."""
    table("expose_soda", card=pack[0])
    for at in range(1, 2 * turns, 2):
        table.turn(pack[at], pack[at + 1])
    if turns == 25:
        table("expose_hock", card=pack[51])
        table("end_deal")


def looks(found: Inspection) -> dict[str, tuple[float, bool]]:
    return {one.look.name: (one.look.chance, one.stands_out) for one in found.looks}


def test_splits_put_up_are_named_in_the_sentence() -> None:
    random, table = Random(1), Table(soda=None)
    for deal in range(4):
        deal_out(table, with_splits_put_up(random, 5))
        if deal < 3:
            table("start_deal")
    found = inspect([cards_of(table)])
    said = verdict_of(found)
    assert said.startswith("One look stands out. Splits: ")
    assert " in 100 turns of 4 deals; a square pack gives 5.9, which is 100 times 1/17. " in said
    assert said.endswith("It would mean that splits were put up, by which the bank gains.")


def test_a_square_deal_is_said_to_be_no_stranger_than_it_is() -> None:
    """Ten looks at one deal; the rarest is of red and black, 0.034 by itself and ten times that of all."""
    table = Table(soda=None)
    deal_out(table, shuffled(Random(13)))
    found = inspect([cards_of(table)])
    assert len(found.looks) == 10
    assert looks(found)["colour_runs"] == (pytest.approx(0.0344, abs=0.0001), False)
    assert verdict_of(found) == "Nothing here that a square pack would not do one night in three."


def test_a_box_that_picks_its_losers_from_the_layout_is_named() -> None:
    """Of each two cards an odd one loses, while a bet lies on all odd ranks; whoever bets on even ones is no wiser."""
    random, table = Random(2), Table(soda=None, preset="late_bank")
    for deal in range(3):
        pack = shuffled(random)
        table("expose_soda", card=pack[0])
        for at in range(1, 51, 2):
            if not table.table.bets:
                table.bet("", 100, kind="parity_string", parity="odd")
            two = sorted(pack[at : at + 2], key=lambda card: card[:-1] not in {"A", "3", "5", "7", "9", "J"})
            table.turn(*two)
        table("expose_hock", card=pack[51])
        table("end_deal")
        if deal < 2:
            table("start_deal")
    found = inspect([cards_of(table)])
    first = found.standing_out[0].look
    assert first.name == "take"
    assert first.figures["for_bank"] == first.figures["turns"] > 25
    assert first.figures["worth_cents"] == 200 * first.figures["turns"]


def test_the_order_of_a_turn_is_worth_both_its_settlements() -> None:
    """An open bet of $2 on the Q: with Q-5 it is lost, the other way it would have won; on a split nothing changes."""
    table = Table(soda="Ks")
    table.bet("Q", 200)
    table.bet("5", 100, "blue", coppered=True)
    table.turn("Qs", "5s")
    table.bet("Q", 200)
    table.turn("Qh", "Qd")
    table.turn("2s", "3s")
    (deal,) = cards_of(table).rounds[FARO]
    assert [(one.as_dealt_cents, one.other_way_cents) for one in deal.orders] == [(300, -300), (100, 100), (0, 0)]


def test_what_was_taken_back_is_not_looked_at_and_foul_deals_are() -> None:
    table = Table(soda="Ks")
    table.turn("Qs", "Qh")
    table("void")
    table.turn("Qh", "2h")
    table.turn("2s", "2d")
    table("draw_loser", card="9s")
    table("void_deal", reason="a card lay face up")
    found = inspect([cards_of(table)])
    seen = faro_seen(found)
    assert (seen.turns, seen.cards, seen.splits_found) == (2, 6, 1)
    assert (seen.voided, seen.stopped, seen.splits_in_voided, found.taken_back) == (1, 1, 1, 1)
    assert looked_at(found) == [
        "6 cards of Faro, in 2 turns of 1 deal.",
        "1 deal of these found foul: the cards are looked at like the others (1 split among them).",
        "1 deal not dealt out: looked at as far as dealt.",
        "1 showing of cards taken back as wrongly noted: those are not looked at.",
    ]
    assert seen.power(found.level) is None


def test_odd_cards_are_told_with_their_place() -> None:
    table = Table(soda="Ks")
    table.turn("Qs", "2h")
    version = len(table.recorded)
    refused = RecordedCommand(
        id="c", stream="night", number=9, document={}, at="2026-11-21T21:00:00Z", who="D", device="t",
        version_before=version, version_after=version, refused="odd_card", why="The Qs is out already.", hash="",
    )  # fmt: skip
    found = inspect([cards_of(table, refused)])
    (odd,) = found.odd_cards
    assert (odd.night, odd.command, odd.where, odd.why) == (
        "night",
        9,
        "deal 1, before turn 2",
        "The Qs is out already.",
    )
    assert odd_cards_said(found.odd_cards).startswith("1 odd card refused. ")
    table.turn("3s", "4s")
    earlier = NightsCards.of(table.recorded[: version - 1], [refused])
    assert earlier.odd_cards == ()


def test_several_nights_are_looked_at_together_and_repeats_only_within_one() -> None:
    pack = shuffled(Random(3))
    nights = []
    for _ in range(2):
        table = Table(soda=None)
        deal_out(table, pack)
        nights.append(cards_of(table))
    found = inspect(nights)
    seen = faro_seen(found)
    assert (seen.deals, seen.turns) == (2, 50)
    assert {one.name for one in found.not_looked} >= {"places", "neighbours", "repeats", "take", "calls"}
    assert "time" in verdict_of(found)
    power = seen.power(found.level)
    assert power is not None
    assert f"{power.put_up} splits put up in all" in can_see(found)[0]


def test_nothing_dealt_is_said() -> None:
    table = Table(soda=None)
    found = inspect([cards_of(table)])
    assert verdict_of(found).startswith("There is nothing to look at: ")
    document = as_document(found)
    assert (document["looks"], document["can_see"], document["power"]) == ([], [], None)
    assert inspect([]).rarest == 1.0


def test_the_same_cards_give_the_same_answer_twice() -> None:
    table = Table(soda=None)
    deal_out(table, shuffled(Random(4)), turns=14)
    assert inspect([cards_of(table)]) == inspect([cards_of(table)])
    assert looks(inspect([cards_of(table)]))["splits"][0] > 0


def test_players_of_one_name_are_told_apart_by_their_seats() -> None:
    night = PureNight()
    night("open_night", table="T", date="2026-11-21", game="fan_tan", house="encyclopedia", roll=0, dealer="D")
    for seat, name in (("red", "Ada"), ("blue", "Moss"), ("green", "Ada")):
        night("seat_player", player=seat, name=name)
        night("buy_checks", player=seat, amount=5_000)
    night("start_hand", dealer="red")
    (hand,) = NightsCards.of(night.recorded, ()).rounds[FAN_TAN]
    assert (hand.dealer, hand.dealt) == ("Ada (red)", {"Moss": 18, "Ada (green)": 17, "Ada (red)": 17})


def test_a_night_that_is_not_in_the_book_is_refused() -> None:
    with Book.open() as book, pytest.raises(Refusal, match="no night") as refused:
        read_cards(book, "2026-11-21-1")
    assert refused.value.code == "no_such_night"


def test_how_rare_in_words() -> None:
    assert doctest.testmod(fairness_words).failed == 0
    assert [how_often(chance, "night") for chance in (1.0, 0.5, 0.2, 0.05, 0.00123)] == [
        "on almost any night",
        "every other night",
        "one night in five",
        "one night in 20",
        "one night in 810",
    ]
