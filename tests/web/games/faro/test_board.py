"""The board: the table from the players' side, for whoever holds its key, and no money of persons on it."""

from __future__ import annotations

import re
from itertools import islice
from unittest.mock import patch

import pytest
from flask import render_template

from dealer.assistant import Assistant
from dealer.commands.refusal import dollars
from dealer.demo import Demo
from dealer.night.night import Night
from events.book.book import Book
from events.effective_facts import effective
from events.records import Recorded
from ledger.statement import player_line
from tests.support.house import Client, House
from web.app.links import board_link, player_link
from web.games.faro.board import BoardView, board_view, painted_cards, tray
from web.games.faro.spots import BOARD_HEIGHT, BOARD_WIDTH


def board_of(house: House, night: str) -> BoardView:
    return board_view(house.assistant.night(night), effective(house.book.facts(night)))


def dealt(house: House) -> str:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    return night


def board_path(house: House, night: str) -> str:
    with house.app.test_request_context():
        return board_link(night)


def test_the_rows_lie_as_the_players_see_them() -> None:
    cards = painted_cards()
    rows: dict[float, list[str]] = {}
    for card in sorted(cards, key=lambda one: one.left):
        rows.setdefault(card.top, []).append(card.rank)
    assert [rows[top] for top in sorted(rows)] == [list("65432A"), ["7"], ["8", "9", "10", "J", "Q", "K"]]
    assert next(card for card in cards if card.rank == "7").left == min(card.left for card in cards)
    for card in cards:
        assert 0 <= card.left <= BOARD_WIDTH - card.width
        assert 0 <= card.top <= BOARD_HEIGHT - card.height
    assert tray().left < BOARD_WIDTH / 2


def test_a_bet_lies_on_its_card(house: House) -> None:
    night = dealt(house)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500, coppered=True)
    house.do(night, "place_bet", bet="b", player="blue", kind="heeled", win=["2"], lose=["9"], stake=100)
    view = board_of(house, night)
    queen = next(card for card in view.cards if card.rank == "Q")
    on_queen, heeled = view.lying
    assert queen.left < on_queen.x < queen.left + queen.width
    assert queen.top < on_queen.y < queen.top + queen.height
    assert (on_queen.coppered, on_queen.name) == (True, "Ada Lamb")
    assert tray().left < heeled.x < tray().left + tray().width


def test_it_says_how_the_deal_stands(house: House) -> None:
    night = house.open_night()
    assert (board_of(house, night).phase, board_of(house, night).resting) == ("Between deals", "The table is open")
    house.deal(night)
    assert (board_of(house, night).phase, board_of(house, night).soda) == ("Bets are open", "5")
    house.do(night, "draw_loser", card="J")
    view = board_of(house, night)
    assert (view.phase, view.standing_at) == ("Bets are closed", "Deal 1 · turn 1 of 25")
    assert [(turn.loser, turn.winner) for turn in view.turns] == [("J", "")]
    house.do(night, "close_night")
    assert board_of(house, night).phase == "The night is over"


def test_the_last_six_turns_stand_with_their_words_the_newest_first(house: House) -> None:
    night = dealt(house)
    house.do(night, "turn", loser="J", winner="K")
    house.do(night, "turn", loser="9", winner="9")
    for rank in ("2", "3", "4", "6", "8"):
        house.do(night, "turn", loser=rank, winner="A" if rank in "28" else "10")
    turns = board_of(house, night).turns
    assert [turn.number for turn in turns] == [7, 6, 5, 4, 3, 2]
    assert turns[-1].words == ("split", "wash")
    house.do(night, "void")
    assert [turn.words for turn in board_of(house, night).turns if turn.number == 1] == [("hangman's turn", "wash")]


def test_no_money_of_a_person_is_on_it_through_a_whole_night(house: House) -> None:
    """Only the limits of the house are amounts, and no other text names a player's stake, checks or net."""
    with Book.open() as book:
        show = Demo(("faro",), book, "2026-11-21", seed=5, rounds=1)
        looked = 0
        for _ in islice(show.turns(), 0, None, 4):
            show.plays["faro"].place_bets()
            looked += _assert_no_money(house, Assistant(book).night(show.night), book.facts(show.night))
        assert looked > 20


def _assert_no_money(house: House, night: Night, facts: list[Recorded]) -> int:
    """Look at the board now; gives how many bets lay on it."""
    view = board_view(night, effective(facts))
    with house.app.test_request_context():
        html = render_template("faro/board.html", view=view)
    said = re.sub(r'<dl class="limits">.*?</dl>', "", html, flags=re.DOTALL)
    assert len(said) < len(html)
    assert not re.search(r"[$¢]|\d\.\d\d<", said)
    texts = set(re.findall(r">([^<>]+)<", said))
    for player in night.seats:
        line = player_line(night.ledger, player)
        amounts = {line.checks_cents, line.bought_cents, line.markers_issued_cents, line.net_cents}
        assert not texts & {dollars(cents) for cents in amounts}
    return len(view.lying)


def test_what_is_drawn_once_looks_as_it_would_drawn_anew(house: House) -> None:
    drawn_anew = {"once": lambda macro, *arguments: macro(*arguments)}
    with Book.open() as book, house.app.test_request_context():
        show = Demo(("faro",), book, "2026-11-21", seed=5, rounds=1)
        for _ in islice(show.turns(), 0, None, 4):
            show.plays["faro"].place_bets()
            view = board_view(Assistant(book).night(show.night), effective(book.facts(show.night)))
            drawn = render_template("faro/board.html", view=view)
            with patch.dict(house.app.jinja_env.globals, drawn_anew):
                assert render_template("faro/board.html", view=view) == drawn


def test_the_staff_are_sent_on_to_the_signed_address(house: House, client: Client) -> None:
    night = dealt(house)
    sent = client.get(f"/board/{night}")
    assert (sent.status_code, sent.headers["Location"]) == (302, board_path(house, night))


@pytest.mark.parametrize("path", ["/board/{night}", "/board/{night}/stream"])
def test_without_its_own_key_a_board_is_not_there(house: House, stranger: Client, path: str) -> None:
    night, other = dealt(house), dealt(house)
    with house.app.test_request_context():
        foreign = board_link(other).partition("key=")[2]
        players = player_link(night, "red").rpartition("/")[2]
    own = board_path(house, night).partition("key=")[2]
    for key in ("", "x", own[:-1], own + "A", foreign, players):
        answer = stranger.get(path.format(night=night), query_string={"key": key})
        assert answer.status_code == 404, key
        assert "Tiger" not in answer.text
    assert stranger.get(board_path(house, night)).status_code == 200


@pytest.fixture
def path(house: House) -> str:
    return board_path(house, dealt(house))


def test_its_page_gives_no_key_away(path: str, stranger: Client) -> None:
    page = stranger.get(path)
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["Cache-Control"] == "no-store"
    assert "style=" not in page.text
