"""The board of a Fan-Tan table: four suits that grow, who holds how many cards, and what was proved once it was."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

import pytest
from flask import render_template

from dealer.assistant import Assistant
from dealer.commands.phrases import dollars
from dealer.demo import Demo
from dealer.games.fan_tan.state import fan_tan_of
from dealer.night.night import Night
from events.book.book import Book
from events.effective_facts import effective
from events.games.fan_tan import CardsLaid, HeldCard, WrongPassProved
from events.records import Recorded
from ledger.statement import player_line
from tests.support.house import Client, House
from tests.support.tables import PotTable
from web.app.links import board_link
from web.board.routes import shown
from web.games.fan_tan.board.outcome import LETTERS_A_LINE, LINES
from web.games.fan_tan.board.places import CARD_HEIGHT, CARD_WIDTH, HEIGHT, WIDTH
from web.games.fan_tan.board.view import FanTanBoard, SeatAtTable, fan_tan_board
from web.games.fan_tan.in_words import held_in_words


def board_of(table: PotTable) -> FanTanBoard:
    return fan_tan_board(table.now, effective(table.recorded))


def html_of(house: House, view: FanTanBoard) -> str:
    with house.app.test_request_context():
        return render_template("fan_tan/board/board.html", view=view)


def row_of(table: PotTable, suit: str) -> tuple[list[str], list[str]]:
    """The ranks of a suit that lie on the board, and those that it says fit now."""
    row = next(row for row in board_of(table).rows if row.suit == suit)
    return [one.rank for one in row.places if one.lies], [one.rank for one in row.places if one.next]


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
    table.deal(given={"red": "7s 9s", "blue": "6s", "green": "8s"})
    assert row_of(table, "s") == ([], ["7"])
    for card in ("7s", "6s", "8s"):
        table.lay(card)
    assert row_of(table, "s") == (["6", "7", "8"], ["5", "9"])
    assert row_of(table, "h") == ([], ["7"])
    (last,) = [place.card for row in board_of(table).rows for place in row.places if place.last]
    assert last == "8s"
    assert [row.said for row in board_of(table).rows][:2] == ["spades: 6 to 8", "hearts: not opened"]


def test_where_fives_and_nines_open_both_fit_until_the_first_lies() -> None:
    table = PotTable(4, preset="five_or_nine")
    table.deal(given={"red": "9h"})
    assert row_of(table, "d") == ([], ["5", "9"])
    table.lay("9h")
    assert row_of(table, "d") == ([], ["9"])


def test_every_place_is_on_the_cloth() -> None:
    places = [(place, row.y) for row in board_of(PotTable(4)).rows for place in row.places]
    assert len({(place.x, y) for place, y in places}) == 52
    for place, y in places:
        assert 0 < place.x <= WIDTH - CARD_WIDTH
        assert 0 < y <= HEIGHT - CARD_HEIGHT


def test_a_seat_has_its_cards_and_passes_and_the_dealer_their_mark() -> None:
    table = PotTable(5)
    table.deal(given={"red": "7s"})
    assert [(one.left, one.on_turn, one.deals) for one in board_of(table).seats] == [
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
    said = set()
    while not table.hand.winner:
        able = table.able(table.hand.on_turn)
        table.lay(able[0]) if able else table.pass_on()
        said |= set(board_of(table).turns[0].words)
        if table.hand.layout.runs.get("s") == (1, 13):
            said.add("spades have run out")
    assert {"opens the spades", "opens the hearts", "one card left", "goes out"} <= said
    assert ("the spades are full" in said) == ("spades have run out" in said)


def test_where_a_certain_seven_lies_first_nobody_is_on_turn_before_it() -> None:
    table = PotTable(4, first="7d")
    table.deal(given={"green": "7d"})
    assert board_of(table).phase == "The 7♦ lies first"
    assert not any(seat.on_turn for seat in board_of(table).seats)
    table("lay", player="green", card="7d")
    assert [seat.key for seat in board_of(table).seats if seat.on_turn] == ["white"]


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
    assert any(one.startswith("Turn 1: Red passed and held 7♦ (laid at turn 5)") for one in outcome.wrong)
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
    assert all(one.endswith("; the penalty is waived.") for one in after.wrong[1:])
    assert len(after.wrong) + after.more == len(proved)
    assert board_of(table).phase == "Between hands"
    laid = [card for one in table.recorded if isinstance(one.fact, CardsLaid) for card in one.fact.cards]
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


def test_a_dead_hand_says_that_somebody_held_a_seven() -> None:
    table = PotTable(3, preset="antes")
    table.deal()
    for _ in range(3):
        table.pass_on()
    table("end_hand")
    table("settle_hand")
    outcome = board_of(table).outcome
    assert outcome
    assert outcome.result.startswith("A dead hand: nobody laid a seven, though somebody held one")
    assert outcome.pot == f"The pot of {table.table.pot} chips, {dollars(table.pot)} waits for the next hand."
    assert board_of(table).pot == dollars(table.pot)


def test_a_hand_that_was_foul_says_why() -> None:
    table = PotTable(3, preset="antes")
    table.deal()
    table.pass_on()
    table("void_hand", reason="The 10♣ lay under the table.")
    outcome = board_of(table).outcome
    assert outcome
    assert outcome.result == "Hand 1 was broken off: The 10♣ lay under the table."


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
    assert sum(-(-len(one) // LETTERS_A_LINE) for one in outcome.wrong) <= LINES


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
            _assert_no_money(house, Assistant(book).night(show.night), book.facts(show.night))
            for _ in islice(show.turns(), 0, None, 6)
        )
        assert looked > 10


def _assert_no_money(house: House, night: Night, facts: list[Recorded]) -> bool:
    """Look at the board now; gives whether a hand is on."""
    html = html_of(house, fan_tan_board(night, effective(facts)))
    said = re.sub(
        r'<div class="pot">.*?</div>|<dl class="paid">.*?</dl>|<p class="result">.*?</p>', "", html, flags=re.S
    )
    assert len(said) < len(html)
    assert not re.search(r"[$¢]|\d\.\d\d<", said)
    assert "style=" not in html
    texts = set(re.findall(r">([^<>]+)<", said))
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
        page = stranger.get(path).get_data(as_text=True)
        with house.app.test_request_context():
            assert shown(house.assistant.night(night), effective(house.book.facts(night))) in page
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
