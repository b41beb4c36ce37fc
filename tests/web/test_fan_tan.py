"""Fan-Tan on the tablet, the board and a player's page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from html import unescape
from itertools import islice
from typing import Any

import pytest
from flask import render_template

from dealer.commands.refusal import dollars
from dealer.demo import Demo
from dealer.game.cards import PACK
from dealer.game.demonstration import DEMO_PLAYERS
from dealer.games.fan_tan.game import hand_rows_of
from dealer.games.fan_tan.state import fan_tan_of
from dealer.night.night import Night
from dealer.night_service import NightService
from events.book.book import Book
from events.effective_events import EffectiveEvents, effective
from events.games.fan_tan import CardsLaid, HandStarted, HeldCard, WrongPassProved
from events.games.faro import DealStarted
from events.records import Head, Recorded
from ledger.accounts import POT, checks
from ledger.statement import player_line
from reports.words.formatting import signed
from tests.support.house import Client, House
from tests.support.pure import PureNight
from tests.support.tables import PotTable
from web.app.links import board_link, player_link
from web.board import shown
from web.games.fan_tan.board import (
    CARD_HEIGHT,
    CARD_WIDTH,
    HEIGHT,
    LETTERS_A_LINE,
    LINES,
    WIDTH,
    FanTanBoard,
    SeatAtTable,
    fan_tan_board,
)
from web.games.fan_tan.player import PlayedHand, held_in_words
from web.games.fan_tan.tablet import FanTanView, fan_tan_view
from web.games.faro.player import PlayedDeal
from web.player_view import NEWEST_ROUNDS, PlayerView, player_view
from web.tablet.steps import steps_to_begin


def view(table: PotTable) -> FanTanView:
    head = Head(version=len(table.recorded), hash="0" * 64)
    return fan_tan_view(table.now, head, table.recorded)


def in_state(shown: FanTanView, state: str) -> list[str]:
    return [place.card for row in shown.rows for place in row if place.state == state]


def passing_once(table: PotTable, wanted: Callable[[list[str]], bool]) -> Callable[[str, list[str]], str | None]:
    """Lay what can be laid, but pass once where the cards that could be are such."""
    kept: list[str] = []

    def choose(player: str, able: list[str]) -> str | None:
        if not kept and wanted(able):
            kept.append(player)
            return None
        return able[0] if able else None

    return choose


def played_out(*, wrong: bool = False, **house: Any) -> PotTable:
    table = PotTable(4, **house)
    table.deal("red", seed=5)
    if wrong:
        table.play_out(passing_once(table, lambda able: "7" in {card[0] for card in able} and bool(table.hand.turns)))
    else:
        table.play_out()
    return table


@pytest.mark.parametrize("preset", ["encyclopedia", "antes", "five_or_nine"])
def test_only_the_cards_that_can_be_laid_are_touchable_at_every_turn(preset: str) -> None:
    table = PotTable(4, preset=preset)
    table.deal("red", seed=2)
    while not table.hand.winner:
        shown = view(table)
        assert in_state(shown, "able") == list(table.hand.layout.playable())
        assert in_state(shown, "laid") == [card for card in PACK if table.hand.layout.holds(card)]
        able = table.able(table.hand.on_turn)
        if able:
            table.lay(able[0])
        else:
            table.pass_on()
    assert in_state(view(table), "able") == []


def lacking(shown: FanTanView, **document: Any) -> list[dict[str, Any]]:
    """Who lacks how much for a command, as the script is told."""
    (found,) = (load["short"] for load in json.loads(shown.short) if load["command"] == document)
    return found


def test_nothing_is_said_of_a_hand_while_it_is_played() -> None:
    """Two packs dealt otherwise, and the same cards laid: the tablet shows the same, wrong pass or not."""
    words = []
    for seed in (1, 2):
        table = PotTable(4, preset="antes")
        table.deal("red", seed=seed, given={"blue": "7s 8s", "green": "7h" if seed == 1 else "6s"})
        table.lay("7s")
        table.pass_on()
        table.pass_on()
        table.pass_on()
        table.lay("8s")
        shown = view(table)
        assert (shown.wrong_passes, shown.payment, shown.showing) == ((), None, None)
        words.append((shown.rows, shown.stand, shown.places, shown.timeline, shown.short, shown.drawer.accounts))
    assert words[0] == words[1]


def dealers(table: PotTable) -> list[str]:
    hand = view(table).next_hand
    assert hand
    return [deal.dealer for deal in hand.deals]


def words(table: PotTable) -> list[str]:
    """What the keys say that take the table on."""
    return [step.words for step in view(table).steps]


def test_the_deal_moves_left_after_a_hand_and_stays_where_it_was_void() -> None:
    table = PotTable(4, preset="antes", deal_moves=True)
    assert dealers(table) == list(table.players)
    table.deal("blue")
    table.play_out()
    table.finish()
    assert words(table) == ["Start hand 2, Green deals"]
    table("start_hand", dealer="green")
    table("void_hand", reason="The hand was misdealt")
    assert (dealers(table), words(table)) == (["green"], ["Start hand 3, Green deals"])
    last = view(table).last
    assert last
    assert last.pot == "Hand 2 is void: everybody gets back what they put in."
    table("leave_table", player="green")
    assert words(table) == ["Start hand 3, White deals"]


def test_it_says_whose_turn_it_is_what_each_holds_and_how_often_they_passed() -> None:
    table = PotTable(3, preset="encyclopedia")
    table("start_hand", dealer="green")
    table.lay("7d")
    table.pass_on()
    shown = view(table)
    assert shown.phase_words == "Green’s turn"
    assert [(place.seat.player, place.left, place.passes, place.deals, place.plays) for place in shown.places] == [
        ("red", 17, 0, False, False),
        ("blue", 17, 1, False, False),
        ("green", 17, 0, True, True),
    ]
    assert (shown.pot_chips, shown.pot_amount, shown.pass_costs) == ("1 chip", "25¢", "1 chip")
    assert [turn.words for turn in shown.timeline] == ["Turn 2: Blue passes", "Turn 1: Red lays 7♦"]
    assert shown.steps == ()


def test_before_a_hand_it_says_what_antes_are_due_and_who_lacks_theirs() -> None:
    table = PotTable(3, preset="antes", chips=0)
    table("buy_checks", player="red", amount=25)
    table("buy_checks", player="blue", amount=500)
    shown = view(table)
    assert shown.next_hand
    assert shown.next_hand.dealer == "red"
    deal = next(entry for entry in shown.next_hand.deals if entry.dealer == "green")
    lines = [(line.player_name, line.cards, line.ante, line.short.lacks if line.short else "") for line in deal.lines]
    assert lines == [("Red", 18, "2 chips", "25¢"), ("Blue", 17, "1 chip", ""), ("Green", 17, "1 chip", "25¢")]
    assert lacking(shown, do="start_hand", dealer="green") == [
        {"player": "red", "name": "Red", "cents": 25, "offer": 500},
        {"player": "green", "name": "Green", "cents": 25, "offer": 500},
    ]
    assert [step.words for step in shown.steps] == ["Start hand 1, Red deals"]
    two = view(PotTable(2))
    assert two.next_hand
    assert (two.next_hand.refused, two.steps) == ("Fan-Tan needs 3 to 8 players; 2 are seated.", ())


def test_hands_are_shown_from_the_winners_left_and_the_last_is_what_is_left_over() -> None:
    table = played_out(preset="antes")
    winner = table.hand.winner
    assert winner
    shown = view(table).showing
    assert shown
    at = table.players.index(winner) + 1
    others = (*table.players[at:], *table.players[: at - 1])
    assert tuple(hand.player for hand in shown.hands) == others
    assert shown.rest is None
    for player in others[:-1]:
        table("show_hand", player=player, cards=sorted(table.held[player]))
    shown = view(table).showing
    assert shown
    assert shown.rest
    rest = json.loads(shown.rest.command)
    assert rest["player"] == others[-1]
    assert set(rest["cards"]) == table.held[others[-1]]
    table(**rest)
    assert [step.words for step in view(table).steps] == ["End the hand"]


def test_a_wrong_pass_is_told_with_its_card_and_who_is_paid_and_the_hand_leaves_receipts() -> None:
    table = PotTable(3, preset="antes")
    table.deal("green", given={"red": "7s", "blue": "7d 6d", "green": "8d"}, seed=3)
    table.lay("7s")
    table.pass_on()
    table.play_out()
    assert view(table).wrong_passes == ()
    table.show_all()
    table("end_hand")
    proof = view(table).wrong_passes[0]
    laid = next(number for number, turn in enumerate(table.hand.turns, start=1) if turn.cards == ("7d",))
    assert (proof.turn, proof.player_name) == (2, "Blue")
    assert ("7♦", f"laid at turn {laid}") in proof.held
    assert proof.to.startswith("3 to the pot, ")
    assert "5 to Green for the 8♦" in proof.to
    assert "6♦" not in proof.to
    assert proof.take
    table(**json.loads(proof.take.command))
    after = view(table).wrong_passes[0]
    assert (after.taken, after.take) == (True, None)
    table("settle_hand")
    pot, winner = table.row()["pot"], table.row()["winner"].title()
    of_pot, of_pass, of_deal, *_ = (receipt.text for receipt in view(table).drawer.receipts)
    assert of_pot == f"Pot of hand 1 · {winner} · {pot} chips (${pot / 4:.2f})".replace(".00)", ")")
    assert of_pass.startswith("Wrong pass, turn 2 · Blue · ")
    assert of_deal == "Hand 1 begun · Green deals"


def test_what_settling_pays_is_said_before_and_after_alike_and_is_what_the_ledger_does() -> None:
    table = played_out(preset="antes", wrong=True)
    table.show_all()
    table("end_hand")
    due = view(table).payment
    winner = table.hand.winner
    assert due
    assert winner
    held, pot = table.chips(winner), table.now.ledger.balance(POT)
    owed = sum(len(table.held[player]) * 25 for player in table.players if player != winner)
    table("settle_hand")
    after = view(table).last
    assert after == due
    assert table.chips(winner) == held + pot + owed
    assert due.pot == f"{winner.title()} takes {(pot + owed) // 25} chips (${(pot + owed) / 100:.2f})"


def test_who_cannot_pay_for_their_cards_is_named_with_a_sum_that_covers_it() -> None:
    table = played_out(preset="antes", card_pays=20)
    loser = max((player for player in table.players if player != table.hand.winner), key=table.hand.left)
    due = table.hand.left(loser) * 20 * 25
    table("cash_in", player=loser, amount=table.chips(loser) - 25)
    table.show_all()
    table("end_hand")
    short = lacking(view(table), do="settle_hand")[0]
    assert (short["player"], short["cents"]) == (loser, due - 25)
    assert short["offer"] >= due - 25
    assert table.refusal("settle_hand") == "not_enough_checks"
    table("buy_checks", player=loser, amount=short["offer"])
    table("settle_hand")
    assert table.now.ledger.balance(checks(loser)) == 25 + short["offer"] - due


def test_a_pass_that_cannot_be_paid_names_who_lacks_how_much() -> None:
    table = PotTable(3, chips=0, pass_pays=3)
    table("start_hand", dealer="green")
    short = lacking(view(table), do="pass", player="red")
    assert short == [{"player": "red", "name": "Red", "cents": 75, "offer": 500}]
    assert table.refusal("pass", player="red") == "not_enough_checks"
    table("buy_checks", player="red", amount=short[0]["offer"])
    assert view(table).short == ""


def test_a_dead_hand_says_what_it_comes_of_on_every_screen_and_leaves_the_pot() -> None:
    table = PotTable(3, preset="antes")
    table("start_hand", dealer="green")
    for _ in range(3):
        table.pass_on()
    shown = view(table)
    assert words(table) == ["End the dead hand"]
    assert shown.showing
    assert shown.showing.optional
    assert len(in_state(shown, "able")) == 4
    table("end_hand")
    payment = view(table).payment
    assert payment
    assert payment.pot == "The pot keeps 7 chips ($1.75) for the next hand"
    assert {line.why for line in payment.lines} == {"for a dead hand"}
    table("settle_hand")
    outcome = board_of(table).outcome
    assert outcome
    assert outcome.result.startswith("A dead hand: nobody laid a seven. Somebody held one")
    assert outcome.pot == f"The pot of {table.table.pot} chips, {dollars(table.pot)} waits for the next hand."
    assert board_of(table).pot == dollars(table.pot)
    assert lines_of(table, "red") == [("Ante", -2), ("1 pass", 0), ("The hand was dead", -1)]
    assert view_of(table).net_cents == -75
    table("close_night")
    played, divided = view_of(table).parts
    assert (played.what, played.cents) == ("Hand 1", -75)
    assert (divided.what, divided.cents) == ("Your part of a pot nobody won", 75)
    assert sum(view_of(table, player).net_cents for player in table.players) == 0


def test_where_the_holder_of_a_seven_begins_nobody_is_said_to_be_on_turn() -> None:
    table = PotTable(3, first="7d")
    table("start_hand", dealer="green")
    shown, board = view(table), board_of(table)
    assert (shown.phase_words, board.phase) == ("The 7♦ comes first", "The 7♦ lies first")
    assert not any(place.plays for place in shown.places)
    assert not any(seat.on_turn for seat in board.seats)
    assert in_state(shown, "able") == ["7d"]
    table("lay", player="blue", card="7d")
    assert view(table).phase_words == "Green’s turn"
    assert [seat.key for seat in board_of(table).seats if seat.on_turn] == ["green"]


def test_a_turn_of_a_hand_can_be_disputed_and_a_pot_is_in_the_closing() -> None:
    table = PotTable(3, preset="antes")
    table("start_hand", dealer="green")
    table.lay("7d")
    drawer = view(table).drawer
    assert [entry.words for entry in drawer.accounts[0].disputable] == ["turn 1 of hand 1: Red lays 7♦"]
    assert [(line.name, line.returned) for line in drawer.closing.lines] == [
        ("Red", "50¢"),
        ("Blue", "25¢"),
        ("Green", "25¢"),
    ]
    assert drawer.accounts[0].leaving.refused


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"preset": "encyclopedia"}, "In this house a wrong pass costs nothing."),
        (
            {"preset": "antes"},
            "House law: a wrong pass costs 3 chips to the pot; a kept seven 5 chips besides, "
            "to each holder of a card beside it.",
        ),
        (
            {"preset": "antes", "opener_chips": "shared", "voluntary_pass": True, "free_passes": 2},
            "House law: a wrong pass costs 3 chips to the pot; a kept seven 5 chips besides, "
            "shared by the holders of the cards beside it; a player’s first 2 passes in a hand are free.",
        ),
    ],
    ids=["encyclopedia", "antes", "shared"],
)
def test_the_law_of_the_house_is_said_in_a_sentence(rules: dict[str, Any], said: str) -> None:
    assert view(PotTable(3, **rules)).law == said


def test_a_night_of_both_games_offers_to_begin_the_one_dealt_last() -> None:
    opening = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": ["faro", "fan_tan"], "roll": 500_000}
    night = PureNight()
    night.do({**opening, "dealer": "D"})
    for player in ("red", "blue", "green"):
        night.do({"do": "seat_player", "player": player, "name": player.title()})
    words = ["Start the deal"]
    assert [entry.words for entry in steps_to_begin(night.now, effective(night.recorded))] == words
    night.do({"do": "start_hand", "dealer": "red"})
    assert steps_to_begin(night.now, effective(night.recorded)) == ()
    night.do({"do": "void_hand", "reason": "The hand was misdealt"})
    words = ["Start hand 2, Red deals"]
    assert [part.words for part in steps_to_begin(night.now, effective(night.recorded))] == words


def board_of(table: PotTable) -> FanTanBoard:
    return fan_tan_board(table.now, effective(table.recorded))


def html_of(house: House, view: FanTanBoard) -> str:
    with house.app.test_request_context():
        return render_template("fan_tan/board.html", view=view)


def row_of(table: PotTable, suit: str) -> tuple[list[str], list[str]]:
    """The ranks of a suit that lie on the board, and those that it says fit now."""
    row = next(row for row in board_of(table).rows if row.suit == suit)
    return [place.rank for place in row.places if place.lies], [entry.rank for entry in row.places if entry.next]


def seat_of(table: PotTable, player: str) -> SeatAtTable:
    return next(seat for seat in board_of(table).seats if seat.key == player)


def keeps_the_seven_of_diamonds(**house: Any) -> PotTable:
    """A hand in which Red kept the 7♦ back at their first turn and laid it at their second; nobody else was wrong."""
    table = PotTable(4, preset="antes", **house)
    table.deal(seed=3, given={"red": "7d 7s", "blue": "6d", "green": "8d"})
    kept = iter([None, "7d"])
    table.play_out(lambda player, able: next(kept, able[0]) if player == "red" and able else next(iter(able), None))
    return table


def test_a_row_grows_from_its_seven_and_says_what_fits() -> None:
    table = PotTable(4)
    places = [(place, row.y) for row in board_of(table).rows for place in row.places]
    assert len({(place.x, y) for place, y in places}) == 52
    assert all(0 < place.x <= WIDTH - CARD_WIDTH and 0 < y <= HEIGHT - CARD_HEIGHT for place, y in places)
    table.deal(given={"red": "7s 9s", "blue": "6s", "green": "8s"})
    assert row_of(table, "s") == ([], ["7"])
    for card in ("7s", "6s", "8s"):
        table.lay(card)
    assert row_of(table, "s") == (["6", "7", "8"], ["5", "9"])
    assert row_of(table, "h") == ([], ["7"])
    (last,) = [place.card for row in board_of(table).rows for place in row.places if place.last]
    assert last == "8s"
    assert [row.words for row in board_of(table).rows][:2] == ["spades: 6 to 8", "hearts: not opened"]
    table = PotTable(4, preset="five_or_nine")
    table.deal(given={"red": "9h"})
    assert row_of(table, "d") == ([], ["5", "9"])
    table.lay("9h")
    assert row_of(table, "d") == ([], ["9"])


def test_a_seat_has_its_cards_and_passes_and_the_dealer_their_mark() -> None:
    table = PotTable(5)
    table.deal(given={"red": "7s"})
    assert [(seat.left, seat.on_turn, seat.deals) for seat in board_of(table).seats] == [
        (11, True, False),
        (11, False, False),
        (10, False, False),
        (10, False, False),
        (10, False, True),
    ]
    table.lay("7s")
    table.pass_on()
    assert (seat_of(table, "red").left, seat_of(table, "blue").passes) == (10, "1 pass")
    view = board_of(table)
    assert (view.phase, view.standing_at) == ("Green’s turn", "Hand 1 · before turn 3")
    assert (view.pot_chips, view.pot) == ("1 chip", "25¢")


def test_the_last_six_turns_stand_in_words_the_newest_first() -> None:
    table = PotTable(3)
    table.deal(given={"red": "7s 6s 5s", "blue": "8s"})
    for card in ("7s", "8s"):
        table.lay(card)
    for _ in range(4):
        table.pass_on()
    table.lay("6s")
    turns = board_of(table).turns
    assert [turn.number for turn in turns] == [7, 6, 5, 4, 3, 2]
    assert (turns[0].name, [card.of for card in turns[0].cards]) == ("Red", ["spades"])
    assert (turns[1].cards, turns[1].words) == ((), ("pays 1 chip",))


def test_words_are_said_of_openers_full_suits_and_last_cards() -> None:
    table = PotTable(4)
    table.deal(seed=1)
    words = set()
    while not table.hand.winner:
        able = table.able(table.hand.on_turn)
        table.lay(able[0]) if able else table.pass_on()
        words |= set(board_of(table).turns[0].words)
        if table.hand.layout.runs.get("s") == (1, 13):
            words.add("spades have run out")
    assert {"opens the spades", "opens the hearts", "one card left", "goes out"} <= words
    assert ("the spades are full" in words) == ("spades have run out" in words)


def test_a_wrong_pass_is_not_known_before_the_end_of_the_hand(house: House) -> None:
    """Red lays the 7♦ at turn 5: anybody who thinks back may know then, and the board still says nothing."""
    table = PotTable(4, preset="antes")
    table.deal(seed=3, given={"red": "7d 7s", "blue": "6d", "green": "8d"})
    kept = iter([None, "7d"])
    while not table.hand.winner:
        player = table.hand.on_turn
        able = table.able(player)
        card = next(kept, able[0] if able else None) if player == "red" else next(iter(able), None)
        table.lay(card) if card else table.pass_on()
        assert "held" not in html_of(house, board_of(table))
    table.show_all()
    assert "held" not in html_of(house, board_of(table))
    table("end_hand")
    outcome = board_of(table).outcome
    assert outcome
    assert any(entry.startswith("Turn 1: Red passed and held 7♦ (laid at turn 5)") for entry in outcome.wrong)
    assert "Turn 1: Red passed and held 7♦ (laid at turn 5)" in html_of(house, board_of(table))


def test_after_the_hand_it_says_who_won_and_what_and_what_became_of_penalties() -> None:
    table = keeps_the_seven_of_diamonds()
    winner = table.hand.winner or ""
    assert board_of(table).phase == "Hands are shown"
    table.show_all()
    table("end_hand")
    proved = table.hand.proved
    assert proved
    before = board_of(table).outcome
    assert before
    assert before.result == f"{winner.title()} went out first."
    assert before.pot.startswith("In the pot: ")
    table("take_penalty", player=proved[0].player, turn=proved[0].turn)
    table("settle_hand")
    after = board_of(table).outcome
    assert after
    pot = table.row()["pot"]
    assert after.result == f"{winner.title()} went out first and takes the pot of {pot} chips, {dollars(pot * 25)}."
    assert after.wrong[0].endswith("; the penalty is taken.")
    assert all(part.endswith("; the penalty is waived.") for part in after.wrong[1:])
    assert len(after.wrong) + after.more == len(proved)
    assert board_of(table).phase == "Between hands"
    laid = [card for entry in table.recorded if isinstance(entry.event, CardsLaid) for card in entry.event.cards]
    assert sum(place.lies for row in board_of(table).rows for place in row.places) == len(laid)
    table("buy_checks", player="red", amount=100)
    assert board_of(table).outcome == after
    table("void")
    table("void")
    assert board_of(table).phase == "The hand is over"


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ({}, {"a chip": "25¢", "a pass": "1 chip", "a card left": "1 chip"}),
        (
            {"preset": "antes", "chip": 100},
            {"a chip": "$1", "ante": "1, with a card more 2", "a wrong pass": "3 chips"},
        ),
        ({"preset": "antes", "extra_from": "short"}, {"ante": "1, with a card fewer 2"}),
        ({"ante": 2, "ante_extra": 2, "counted": "pips"}, {"ante": "2 chips", "a pip left": "1 chip"}),
        ({"wrong_pass_opener": 4, "opener": "5_or_9"}, {"a kept opener": "4 more for each card beside it"}),
    ],
)
def test_what_is_paid_stands_in_the_foot(house: dict[str, Any], said: dict[str, str]) -> None:
    rules = dict(board_of(PotTable(3, **house)).rules)
    assert said.items() <= rules.items()
    assert ("a wrong pass" in rules) == (house.get("preset") == "antes")


def test_shown_hands_stand_beside_their_players() -> None:
    table = keeps_the_seven_of_diamonds()
    first = table.hand.to_show[0]
    table("show_hand", player=first, cards=sorted(table.held[first]))
    assert {card.rank + card.suit for card in seat_of(table, first).shown} == table.held[first]
    assert seat_of(table, table.hand.to_show[0]).shown == ()
    assert seat_of(table, table.hand.winner or "").is_out


def test_a_hand_that_was_foul_says_why_and_what_it_took_is_given_back() -> None:
    table = PotTable(3, preset="antes")
    table.deal()
    table.pass_on()
    table("void_hand", reason="The 10♣ lay under the table.")
    outcome = board_of(table).outcome
    assert outcome
    assert outcome.result == "Hand 1 was broken off: The 10♣ lay under the table."
    (hand,) = hands_of(view_of(table))
    assert (hand.ending, hand.net_cents) == ("Broken off: The 10♣ lay under the table.", 0)
    assert [line.what for line in hand.lines] == ["Ante", "1 pass", "Given back"]


def test_wrong_passes_without_room_are_counted() -> None:
    table = PotTable(3)
    table.deal(given={"red": "7s 7h 7d 7c"})
    for _ in range(3 * 12):
        table.pass_on()
    table.play_out()
    table.show_all()
    table("end_hand")
    outcome = board_of(table).outcome
    assert outcome
    assert outcome.more > 0
    assert len(outcome.wrong) + outcome.more == len(table.hand.proved) == 12
    assert sum(-(-len(entry) // LETTERS_A_LINE) for entry in outcome.wrong) <= LINES


@pytest.mark.parametrize(
    ("held", "words"),
    [
        ([("7d", 9)], "7♦ (laid at turn 9)"),
        ([("7d", 0)], "7♦ (shown at the end)"),
        ([("Ks", 0), ("8c", 12), ("2c", 0)], "8♣ (laid at turn 12) and K♠ and 2♣ (shown at the end)"),
    ],
)
def test_how_a_card_is_known_to_have_been_held_is_said(held: list[tuple[str, int]], words: str) -> None:
    cards = tuple(HeldCard(card=card, laid_at=turn) for card, turn in held)
    proved = WrongPassProved(hand=1, turn=2, player="red", held=cards, chips=3, besides=())
    assert held_in_words(proved) == words


def test_no_money_of_a_person_is_on_it_through_a_whole_night(house: House) -> None:
    """Only the pot and the rules of the house are amounts, and no proof stands there while a hand is on."""
    with Book.open() as book:
        show = Demo(("fan_tan",), book, "2026-11-21", seed=5, rounds=2)
        looked = sum(
            _assert_no_money(house, NightService(book).night(show.night), book.events(show.night))
            for _ in islice(show.turns(), 0, None, 6)
        )
        assert looked > 10


def _assert_no_money(house: House, night: Night, events: list[Recorded]) -> bool:
    """Look at the board now; gives whether a hand is on."""
    html = html_of(house, fan_tan_board(night, effective(events)))
    words = re.sub(
        r'<div class="pot">.*?</div>|<dl class="paid">.*?</dl>|<p class="result">.*?</p>', "", html, flags=re.S
    )
    assert len(words) < len(html)
    assert not re.search(r"[$¢]|\d\.\d\d<", words)
    assert "style=" not in html
    texts = set(re.findall(r">([^<>]+)<", words))
    for player in night.seats:
        line = player_line(night.ledger, player)
        assert not texts & {dollars(cents) for cents in (line.checks_cents, line.bought_cents, line.net_cents)}
    return fan_tan_of(night).hand is not None


def test_a_night_of_both_games_shows_the_one_that_is_on_or_was_last(house: House, stranger: Client) -> None:
    night = house.open_night(game=["faro", "fan_tan"], house={"fan_tan": "antes"})
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")

    def board() -> str:
        with house.app.test_request_context():
            path = board_link(night)
        page = stranger.get(path).text
        with house.app.test_request_context():
            assert shown(house.service.night(night), effective(house.book.events(night))) in page
        return page

    assert 'id="spindles"' in board()
    house.do(night, "start_hand", dealer="red")
    assert 'id="spindles"' not in board()
    assert "Fan-Tan (Sevens, Parliament)" in board()
    house.do(night, "void_hand", reason="misdealt")
    assert 'id="suits"' in board()
    house.do(night, "start_deal")
    assert 'id="spindles"' in board()
    house.do(night, "close_night")
    assert "Good night" in board()


@cache
def demo(seed: int) -> tuple[Night, EffectiveEvents]:
    """A closed night of Fan-Tan, and its effective events."""
    return _played(lambda book: Demo(("fan_tan",), book, "2026-11-21", seed=seed))


@cache
def demo_of_both() -> tuple[Night, EffectiveEvents]:
    """A closed night of both games in turn, and its effective events."""
    return _played(lambda book: Demo(("faro", "fan_tan"), book, "2026-11-21", seed=2))


def _played(make: Any) -> tuple[Night, EffectiveEvents]:
    with Book.open() as book:
        show = make(book)
        for _ in show.turns():
            pass
        return NightService(book).night(show.night), effective(book.events(show.night))


def hands_of(view: PlayerView) -> list[PlayedHand]:
    """Their hands, the newest first."""
    return [entry.round for entry in view.timeline if isinstance(entry.round, PlayedHand)]


def now_of(view: PlayerView) -> Any:
    """Their part in the hand that is on."""
    return next(game.part.now for game in view.games if game.game == "fan_tan")


def view_of(table: PotTable, player: str = "red") -> PlayerView:
    return player_view(table.now, effective(table.recorded), player)


def lines_of(table: PotTable, player: str) -> list[tuple[str, int]]:
    """The lines of a player's last hand."""
    return [(line.what, line.chips) for line in hands_of(view_of(table, player))[0].lines]


@pytest.mark.parametrize("player", list(DEMO_PLAYERS))
@pytest.mark.parametrize("seed", [3, 8])
def test_a_players_hands_are_what_their_checks_did(house: House, seed: int, player: str) -> None:
    night, kept = demo(seed)
    view = player_view(night, kept, player)
    assert view.net_cents == player_line(night.ledger, player).net_cents == sum(part.cents for part in view.parts)
    in_order = list(reversed(hands_of(view)))
    assert [hand.hand for hand in in_order] == [
        entry.event.hand for entry in kept if isinstance(entry.event, HandStarted)
    ]
    for hand in in_order:
        moved_cents = sum(_gained_cents(item, player) for item in kept if getattr(item.event, "hand", 0) == hand.hand)
        assert hand.net_cents == moved_cents
    with house.app.test_request_context("/player/key"):
        html = render_template("player/player.html", view=view)
    assert f">{signed(view.net_cents)}</b>" in html
    assert "Fan-Tan (Sevens, Parliament)" in html
    assert "style=" not in html
    assert [name for name in DEMO_PLAYERS.values() if name in html] == [DEMO_PLAYERS[player]]


def test_the_first_hands_of_a_long_night_are_a_touch_away(house: House) -> None:
    night = house.open_night(game="fan_tan", house="antes")
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    for _ in range(NEWEST_ROUNDS + 2):
        house.do(night, "start_hand", dealer="red")
        house.do(night, "void_hand", reason="misdealt")
    hands = range(1, NEWEST_ROUNDS + 3)
    client, then = house.client(), house.result(night)["events"]
    with house.app.test_request_context():
        path = player_link(night, "red")
    for query in ("", f"?at={then}"):
        page = client.get(path + query).text
        assert [hand for hand in hands if f'id="hand-{hand}"' in page] == [*hands][2:]
        assert "The 2 hands before these" in page
        (every,) = re.findall(r'id="every-round" href="([^"]+)"', page)
        whole = client.get(unescape(every)).text
        assert [hand for hand in hands if f'id="hand-{hand}"' in whole] == [*hands]
        assert "every-round" not in whole
        assert ("after event" in whole) == bool(query)
    assert f"{path}/stream?rounds=all" in client.get(f"{path}?rounds=all").text


@pytest.mark.parametrize("player", list(DEMO_PLAYERS))
@pytest.mark.parametrize("shown", [1, 3])
def test_what_came_before_the_rounds_shown_is_a_part_of_their_result(player: str, shown: int) -> None:
    night, kept = demo_of_both()
    whole, view = player_view(night, kept, player, None), player_view(night, kept, player, shown)
    assert [entry.round for entry in view.timeline] == [item.round for item in whole.timeline][:shown]
    before, *_ = view.parts
    assert before.what == f"{len(whole.timeline) - shown} rounds before"
    assert before.cents == sum(one.played.net_cents for one in whole.timeline[shown:])
    assert sum(part.cents for part in view.parts) == whole.net_cents


@pytest.mark.parametrize("player", list(DEMO_PLAYERS))
def test_the_running_sum_counts_deals_and_hands(house: House, player: str) -> None:
    view = player_view(*demo_of_both(), player)
    running_cents = 0
    for entry in reversed([item.round for item in view.timeline]):
        if isinstance(entry, PlayedHand):
            running_cents += entry.net_cents
            assert entry.running_cents == running_cents
            continue
        assert isinstance(entry, PlayedDeal)
        for settled in reversed(entry.settled):
            running_cents += settled.gained_cents
            assert settled.running_cents == running_cents
    last, *before = [part.round for part in view.timeline]
    assert isinstance(last, PlayedHand), "else no running sum would have to count a hand"
    assert any(isinstance(one, PlayedDeal) for one in before)
    with house.app.test_request_context("/player/key"):
        html = render_template("player/player.html", view=view)
    assert f'<th scope="row">Running</th><td></td><td>{signed(last.running_cents)}</td>' in html


def _gained_cents(one: Recorded, player: str) -> int:
    """What an event's moves brought a player's checks."""
    own = checks(player)
    return sum(move.amount_cents * ((move.credit == own) - (move.debit == own)) for move in one.event.moves)


@pytest.mark.parametrize("seed", [3, 8])
def test_every_proved_wrong_pass_is_on_its_players_page_and_on_no_other(seed: int) -> None:
    night, kept = demo(seed)
    rows = hand_rows_of(entry.event for entry in kept)
    assert any(row.wrong_passes for row in rows)
    views = {player: player_view(night, kept, player) for player in night.seats}
    for row in rows:
        for player, view in views.items():
            (hand,) = [part for part in hands_of(view) if part.hand == row.hand]
            own = [wrong for wrong in row.wrong_passes if wrong.player == player]
            assert len(hand.wrong) == len(own)
            for words, wrong in zip(hand.wrong, own, strict=True):
                assert words.startswith(f"At turn {wrong.turn} you passed and held ")
                assert words.endswith("; the penalty is waived.") == (not wrong.taken)
                assert ((f"Penalty for turn {wrong.turn}", -wrong.penalty) in _lines(hand)) == wrong.taken


def _lines(hand: Any) -> list[tuple[str, int]]:
    return [(line.what, line.chips) for line in hand.lines]


def test_each_thing_that_they_paid_and_got_has_its_line() -> None:
    """Red keeps the 7♦ back at turn 1; Blue held the 6♦ and Green the 8♦, and each gets five chips for it."""
    table = PotTable(4, preset="antes", pass_pays=1)
    table.deal(seed=3, given={"red": "7d 7s", "blue": "6d", "green": "8d"})
    kept = iter([None, "7d"])
    table.play_out(lambda player, able: next(kept, able[0]) if player == "red" and able else next(iter(able), None))
    table.show_all()
    table("end_hand")
    table("take_penalty", player="red", turn=1)
    passes = {player: table.hand.passes(player) for player in table.players}
    left = {player: table.hand.left(player) for player in table.players}
    winner = table.hand.winner or ""
    table("settle_hand")
    assert ("Penalty for turn 1", -13) not in lines_of(table, "blue")
    assert ("From a penalty, for your 6♦", 5) in lines_of(table, "blue")
    assert ("From a penalty, for your 8♦", 5) in lines_of(table, "green")
    assert any(what == "Penalty for turn 1" and chips <= -13 for what, chips in lines_of(table, "red"))
    for player in table.players:
        lines = dict(lines_of(table, player))
        assert lines["Ante"] == -1
        if passes[player]:
            assert lines["1 pass" if passes[player] == 1 else f"{passes[player]} passes"] == -passes[player]
        cards = "1 card left in hand" if left[player] == 1 else f"{left[player]} cards left in hand"
        assert lines.get(cards, 0) == -left[player]
        assert lines.get("The pot", 0) == (table.row()["pot"] if player == winner else 0)
        words = "You went out first." if player == winner else "Another player went out first."
        assert hands_of(view_of(table, player))[0].ending == words
    assert hands_of(view_of(table))[0].wrong[0].startswith("At turn 1 you passed and held ")


def test_the_hand_that_is_on_shows_their_cards_passes_and_chips_in_it() -> None:
    table = PotTable(3, preset="antes", pass_pays=2)
    assert (now_of(view_of(table)), view_of(table).standing_at) == (None, "No hand yet")
    table.deal(given={"red": "7s"})
    table.lay("7s")
    table.pass_on()
    red, blue = now_of(view_of(table)), now_of(view_of(table, "blue"))
    assert red
    assert blue
    assert (red.left, red.passes, red.put_in, red.on_turn) == (17, 0, 2, False)
    assert (blue.left, blue.passes, blue.put_in) == (17, 1, 3)
    assert view_of(table).standing_at == "Hand 1 · before turn 3"
    assert view_of(table, "blue").net_cents == -75
    assert hands_of(view_of(table, "blue"))[0].ending == "In play."


def test_where_fives_and_nines_open_a_dead_hand_lacked_either() -> None:
    table = PotTable(3, preset="five_or_nine")
    table.deal()
    for _ in range(3):
        table.pass_on()
    table("end_hand")
    table("settle_hand")
    (hand,) = hands_of(view_of(table))
    assert hand.ending.startswith("A dead hand: nobody laid a five or a nine. Somebody held one")


def test_a_night_of_both_games_shows_deals_and_hands_in_the_order_in_which_they_were_begun(house: House) -> None:
    night, kept = demo_of_both()
    begun = [entry.event for entry in kept if isinstance(entry.event, HandStarted | DealStarted)]
    titles = [
        f"Hand {event.hand}" if isinstance(event, HandStarted) else f"Play in deal {event.deal}" for event in begun
    ]
    assert {title.split()[0] for title in titles} == {"Hand", "Play"}
    for player in night.seats:
        view = player_view(night, kept, player)
        own = [item.round.title for item in reversed(view.timeline)]
        assert own == [title for title in titles if title in own]
        assert len(hands_of(view)) == sum(isinstance(event, HandStarted) for event in begun)
        assert len(hands_of(view)) < len(view.timeline)
        assert sum(part.cents for part in view.parts) == player_line(night.ledger, player).net_cents
        with house.app.test_request_context("/player/key"):
            html = render_template("player/player.html", view=view)
        assert "Every deal, every hand" in html
        assert html.count("<details") == len(view.timeline)
