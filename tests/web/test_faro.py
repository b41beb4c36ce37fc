"""Faro on the tablet and the board."""

from __future__ import annotations

import json
import re
from itertools import combinations, islice
from math import inf
from typing import Any
from unittest.mock import patch

import pytest
from flask import render_template
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from playwright.sync_api import expect

from dealer.assistant import Assistant
from dealer.commands.phrases import dollars
from dealer.commands.refusal import Refusal
from dealer.demo import Demo
from dealer.games.faro.commands import PlaceBet
from dealer.games.faro.house import FaroHouse
from dealer.games.faro.layout import KINDS, PLACES, name_of
from dealer.games.faro.placing import place_of
from dealer.games.faro.state import faro_of
from dealer.night.command_parsing import read_command
from dealer.night.decide import decide
from dealer.night.night import Night
from events.book.book import Book
from events.effective_facts import NightFacts, effective
from events.games.faro import Place
from events.records import Recorded
from ledger.statement import player_line
from reports.games.faro.words.calls import words_of_turn
from reports.sheets.disputes import disputes_of
from tests.support.house import Client, House
from tests.support.houses import faro_house
from tests.web.evenings import deal_down_to_the_last_turn
from tests.web.geometry import cut_off, lies_in, measure, overlaps
from tests.web.tablet_in_browser import Tablets
from web.app.links import board_link, player_link
from web.games.faro.board.places import painted_cards, tray
from web.games.faro.board.view import BoardView, board_view
from web.games.faro.tablet.clearings import Crowd, cleared
from web.games.faro.tablet.crowds import HEAPED, LINE_PX, MINI_PX, TOTAL_PX, Ground, Lie, forms_of, lies_of, plate_of
from web.games.faro.tablet.denominations import denominations, in_checks
from web.games.faro.tablet.spots import (
    BAR_TOP,
    BOARD_HEIGHT,
    BOARD_WIDTH,
    LEAST_UNIT_DOWN_PX,
    LEAST_UNIT_PX,
    LOWER,
    UPPER,
    Spot,
    cards,
    spot_id,
    spots,
)
from web.games.faro.tablet.stacks import stacks_of
from web.games.faro.tablet.table import TableView, table_view


def view(house: House, night: str) -> TableView:
    state, head = house.assistant.at(night)
    return table_view(state, head, house.book.facts(night))


def dealt(house: House, **house_rules: Any) -> str:
    night = house.open_night(house={"preset": "american", **house_rules})
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    return night


def bet(house: House, night: str, key: str, player: str, stake: int, **place: Any) -> None:
    house.do(night, "place_bet", bet=key, player=player, stake=stake, **place)


def test_it_asks_for_one_card_after_the_other(house: House) -> None:
    night = house.open_night()
    assert view(house, night).ask[0] == "Cards"
    assert [one.words for one in view(house, night).steps] == ["Start the deal"]
    house.do(night, "start_deal")
    assert view(house, night).ask[0] == "Soda"
    house.do(night, "expose_soda", card="5")
    assert view(house, night).ask == ("Loser", "then winner")
    house.do(night, "draw_loser", card="Qh")
    assert view(house, night).ask == ("Winner", "loser Q♥")
    assert not view(house, night).open_for_bets
    house.do(night, "draw_winner", card="2")
    assert view(house, night).standing_at == "Deal 1 · before turn 2 of 25 · 49 cards in the box"


def test_the_list_takes_first_and_pays_then(house: House) -> None:
    night = dealt(house)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    bet(house, night, "b", "blue", 500, kind="single", ranks=["2"])
    house.do(night, "turn", loser="2", winner="Q")
    sheet = view(house, night).sheet
    (payments,) = sheet.payments
    assert [
        (group.player_name, line.hand, line.where, line.amount, line.note)
        for group in payments.groups
        for line in group.lines
    ] == [
        ("Wm. Hart", "Take", "the 2", "$5", ""),
        ("Ada Lamb", "Pay", "the Q", "$5", ""),
    ]
    assert sheet.cards == "loser 2 · winner Q"


def test_the_words_are_the_same_whether_a_turn_comes_in_one_or_two(house: House) -> None:
    said = []
    for whole in (True, False):
        night = dealt(house)
        if whole:
            house.do(night, "turn", loser="J", winner="K")
        else:
            house.do(night, "draw_loser", card="J")
            house.do(night, "draw_winner", card="K")
        said.append(view(house, night).sheet.words)
    assert said[0] == said[1] == ("hangman's turn", "wash")


def test_a_taken_back_winner_opens_the_question_again(house: House) -> None:
    night = dealt(house)
    house.do(night, "draw_loser", card="J")
    house.do(night, "draw_winner", card="K")
    assert view(house, night).take_back == "The winner is K."
    house.do(night, "void")
    assert view(house, night).ask[0] == "Winner"
    assert view(house, night).said == "Taken back: the K as winner."
    assert view(house, night).take_back == "The loser is J; bets are closed."


def test_case_and_dead_cards_are_marked(house: House) -> None:
    night = dealt(house)
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "turn", loser="9", winner="4")
    assert view(house, night).spindles[8].case
    bet(house, night, "a", "red", 500, kind="single", ranks=["9"])
    house.do(night, "draw_loser", card="4")
    house.do(night, "draw_winner", card="9")
    shown = view(house, night)
    assert shown.spindles[8].dead
    assert shown.ranks[8].left == 0
    assert shown.has_sleepers
    assert [stack.badge for stack in shown.stacks] == ["sleeper"]


def test_the_last_turn_can_be_called_and_names_what_the_hock_would_take(house: House) -> None:
    night = dealt(house)
    deal_down_to_the_last_turn(house, night)
    bet(house, night, "a", "red", 500, kind="single", ranks=["A"])
    house.do(night, "call_turn", bet="c", player="blue", order=["A", "2", "3"], stake=100)
    shown = view(house, night)
    assert shown.phase_words == "Last turn: call it"
    assert shown.calls is not None
    assert len(shown.calls.orders) == 6
    assert shown.calls.pays == "4 to one"
    assert shown.calls.lying == ("Wm. Hart A-2-3 $1",)
    assert [one.bets for one in shown.sheet.warnings] == [("Ada Lamb, the A",)]
    assert shown.tray.stacks[0].caption == "A-2-3"
    house.do(night, "turn", loser="2", winner="A")
    assert [one.lifts[0].bets for one in view(house, night).sheet.warnings] == ["the A $5"]
    house.do(night, "expose_hock", card="3")
    sheet = view(house, night).sheet
    assert sheet.title == "Hock"
    assert ("Take", "swept after the hock") in [(line.hand, line.note) for line in sheet.lines]


def test_a_colors_bet_asks_for_suits(house: House) -> None:
    night = dealt(house)
    assert not view(house, night).suits_needed
    bet(house, night, "a", "red", 500, kind="colors", win="red")
    assert view(house, night).suits_needed


def test_orders_are_drawn_and_said(house: House) -> None:
    night = dealt(house, running_limit=50_000)
    bet(house, night, "a", "red", 1_250, kind="single", ranks=["Q"], coppered=True, paroli=True)
    house.do(night, "bar_bet", bet="a", turns=2)
    house.do(night, "half_goes", bet="a")
    stack = view(house, night).stacks[0]
    assert (stack.label, stack.coppered, stack.badge) == ("12.50", True, "barred for 2 · ½ goes · paroli")
    queen = next(one for one in view(house, night).spots if one.spot.id == "single-Q")
    assert queen.title == "the Q: Ada Lamb $12.50 (to lose, paroli, barred for 2, half goes)"


def test_many_stacks_on_one_spot_lie_apart(house: House) -> None:
    night = dealt(house)
    for player in ("red", "blue"):
        for coppered in (True, False):
            bet(house, night, f"{player}-{coppered}", player, 100, kind="single", ranks=["Q"], coppered=coppered)
    places = {(stack.x, stack.y, stack.dx, stack.dy) for stack in view(house, night).stacks}
    assert len(places) == 4


def test_more_than_four_strings_lie_slim(house: House) -> None:
    night = dealt(house)
    for at, rank in enumerate("23468"):
        bet(house, night, f"s{at}", "red", 100, kind="string", ranks=["A", rank, "K"])
    assert [stack.slim for stack in view(house, night).tray.stacks] == [True] * 5


def test_a_key_for_the_next_bet_was_never_used(house: House) -> None:
    night = dealt(house)
    key = view(house, night).next_bet
    assert key == f"b{house.result(night)['events'] + 1}"
    bet(house, night, f"b{house.result(night)['events'] + 2}", "red", 100, kind="pot")
    assert view(house, night).next_bet == f"b{house.result(night)['events'] + 1}.1"


def test_amounts_are_whole_checks_of_the_house(house: House) -> None:
    assert view(house, house.open_night()).amounts == (
        (25, "25¢"),
        (100, "$1"),
        (500, "$5"),
        (2_500, "$25"),
        (10_000, "$100"),
    )
    home = house.open_night(house="home_night")
    assert [cents for cents, _ in view(house, home).amounts] == [500, 2_500, 10_000]
    odd = house.open_night(house={"preset": "american", "check": 30, "limit": 3_000}, roll=300_000)
    assert [cents for cents, _ in view(house, odd).amounts] == [30]


def test_a_broken_bank_says_so(house: House) -> None:
    night = house.open_night(roll=500)
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    bet(house, night, "a", "red", 1_000, kind="single", ranks=["Q"])
    house.do(night, "turn", loser="2", winner="Q")
    shown = view(house, night)
    assert shown.broken
    assert shown.phase_words == "The bank is broken"
    assert not shown.open_for_bets


def test_who_has_left_is_not_shown_and_their_colour_not_given_again(house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.do(night, "leave_table", player="red")
    shown = view(house, night)
    assert [seat.player for seat in shown.seats] == ["blue"]
    assert "red" not in [colour for colour, _ in shown.free_colours]


def test_dealt_from_the_hand_there_is_no_soda_and_no_call(house: House) -> None:
    night = house.open_night(house={"preset": "american", "turns": 26})
    house.do(night, "start_deal")
    assert view(house, night).ask[0] == "Loser"
    assert view(house, night).calls is None


def test_at_stuss_a_split_takes_the_whole_of_a_single_bet(house: House) -> None:
    night = house.open_night(house="stuss")
    house.seat(night, red="Ada Lamb")
    house.do(night, "start_deal")
    assert {one.spot.place.kind for one in view(house, night).spots} == {"single"}
    bet(house, night, "a", "red", 500, kind="single", ranks=["8"])
    house.do(night, "turn", loser="8", winner="8")
    (line,) = view(house, night).sheet.lines
    assert (line.hand, line.where, line.amount, line.note) == ("Take", "the 8", "$5", "split")
    assert not view(house, night).stacks


def test_a_settlement_is_listed_as_it_lay_whatever_became_of_the_bet_since(house: House) -> None:
    """What was paid on the Q was paid on the Q, though the bet was dragged on, coppered, pressed and made a paroli."""
    night = dealt(house, running_limit=20_000)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    house.do(night, "turn", loser="9", winner="Q")
    as_it_lay = view(house, night).sheet.lines
    assert [(line.hand, line.where, line.amount, line.note) for line in as_it_lay] == [("Pay", "the Q", "$5", "")]
    for word, more in (
        ("move_bet", {"kind": "split", "ranks": ["6", "8"]}),
        ("copper_bet", {}),
        ("press_bet", {"add": 100}),
        ("paroli_bet", {}),
        ("bar_bet", {}),
        ("take_down_bet", {}),
    ):
        house.do(night, word, bet="a", **more)
        assert view(house, night).sheet.lines == as_it_lay, word


def test_what_may_be_disputed_of_the_past_is_named_by_where_it_lay(house: House) -> None:
    night = dealt(house)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    house.do(night, "turn", loser="9", winner="Q")
    house.do(night, "move_bet", bet="a", kind="split", ranks=["6", "8"])
    house.do(night, "raise_dispute", dispute="d", player="red", about="a", claim="I was paid short")
    house.do(night, "move_bet", bet="a", kind="single", ranks=["J"])
    ada = view(house, night).drawer.accounts[0]
    assert ada.disputable[0].words == "the J, $5"
    house.do(night, "take_down_bet", bet="a")
    ada = view(house, night).drawer.accounts[0]
    assert ada.disputable[0].words.startswith("the Q, won in ")
    (dispute,) = disputes_of(house.assistant.night(night), house.assistant.facts(night))
    assert "the 6-8" in dispute.about


def test_all_screens_of_a_table_have_its_stacks_from_one_making_and_a_bet_more_has_another(house: House) -> None:
    night = dealt(house)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    state = house.assistant.night(night)
    stacks = stacks_of(state, faro_of(state))
    assert stacks_of(state, faro_of(state)) is stacks
    bet(house, night, "b", "blue", 500, kind="single", ranks=["Q"])
    later = house.assistant.night(night)
    assert [one.key for one in stacks_of(later, faro_of(later))] == ["a", "b"]
    assert stacks_of(state, faro_of(state)) == stacks


def board_of(house: House, night: str) -> BoardView:
    return board_view(house.assistant.night(night), effective(house.book.facts(night)))


def board_dealt(house: House) -> str:
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
    night = board_dealt(house)
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
    night = board_dealt(house)
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
        html = render_template("faro/board/board.html", view=view)
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
            drawn = render_template("faro/board/board.html", view=view)
            with patch.dict(house.app.jinja_env.globals, drawn_anew):
                assert render_template("faro/board/board.html", view=view) == drawn


def test_the_staff_are_sent_on_to_the_signed_address(house: House, client: Client) -> None:
    night = board_dealt(house)
    sent = client.get(f"/board/{night}")
    assert (sent.status_code, sent.headers["Location"]) == (302, board_path(house, night))


@pytest.mark.parametrize("path", ["/board/{night}", "/board/{night}/stream"])
def test_without_its_own_key_a_board_is_not_there(house: House, stranger: Client, path: str) -> None:
    night, other = board_dealt(house), board_dealt(house)
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
    return board_path(house, board_dealt(house))


def test_its_page_gives_no_key_away(path: str, stranger: Client) -> None:
    page = stranger.get(path)
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert page.headers["Cache-Control"] == "no-store"
    assert "style=" not in page.text


@pytest.mark.browser
def test_dead_and_case_stand_in_one_line_beside_their_rank(tablets: Tablets, house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    for loser, winner in (("9", "9"), ("9", "9"), ("K", "Q"), ("K", "Q"), ("K", "2")):
        house.do(night, "turn", loser=loser, winner=winner)
    tablet = tablets.new()
    tablet.go(f"/nights/{night}")
    tablet.page.evaluate("document.fonts.ready")
    for width, height in ((1280, 800), (1180, 820), (1179, 820), (1024, 768)):
        tablet.page.set_viewport_size({"width": width, "height": height})
        at = f"{width}x{height}"
        tiles, states = measure(tablet.page, ".keeper .tile"), measure(tablet.page, ".keeper .state:not(:empty)")
        rows = measure(tablet.page, ".spindles li")
        heights = [one["bottom"] - one["top"] for one in tiles]
        assert max(heights) - min(heights) < 1, at
        assert overlaps(tiles) == [], at
        assert [one["what"].split()[-1] for one in states] == ["dead", "case"], at
        for one, row in zip(states, (rows[8], rows[12]), strict=True):
            assert one["bottom"] - one["top"] < 1.6 * one["letters"], (at, one)
            assert abs(one["top"] + one["bottom"] - row["top"] - row["bottom"]) <= 2, (at, one)
        assert cut_off(tablet.page, ".spindles") == [], at


@pytest.mark.browser
@pytest.mark.parametrize("paying", [False, True])
def test_four_results_of_a_rank_stand_clear_of_the_next(tablets: Tablets, house: House, paying: bool) -> None:
    """While bets are settled, when the case-keeper is small, and while none are; on its side and upright."""
    night = house.open_night()
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    for loser, winner in (("2", "8"), ("2", "8"), ("8", "2"), ("8", "2")):
        house.do(night, "turn", loser=loser, winner=winner)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["K"], stake=500)
    if paying:
        house.do(night, "turn", loser="K", winner="Q")
    tablet = tablets.new()
    tablet.go(f"/nights/{night}")
    tablet.page.evaluate("document.fonts.ready")
    for width, height in ((1280, 800), (1180, 820), (1024, 768), (820, 1180), (768, 1024)):
        tablet.page.set_viewport_size({"width": width, "height": height})
        (keeper,) = measure(tablet.page, "#part-keeper")
        marks = measure(tablet.page, ".keeper .tabs i")
        assert len(marks) == 9 + 2 * paying
        assert overlaps(marks, measure(tablet.page, ".keeper .tile, .keeper .state:not(:empty)")) == [], width
        assert all(lies_in(mark, keeper) for mark in marks), width


@pytest.mark.browser
def test_that_there_was_no_turn_yet_is_not_marked_as_the_last_turn(tablets: Tablets, night: str) -> None:
    tablet = tablets.new()
    tablet.go(f"/nights/{night}")
    expect(tablet.page.locator(".last-turns .none")).to_have_css("background-color", "rgba(0, 0, 0, 0)")


ALL = spots(KINDS)
HOUSE = FaroHouse()


def place_at(spot: Spot) -> Place:
    command = read_command({"do": "place_bet", "bet": "b", "player": "red", "stake": 100, **json.loads(spot.arguments)})
    assert isinstance(command, PlaceBet)
    return place_of(command, HOUSE)


def test_the_dealer_sees_the_rows_from_their_side() -> None:
    assert "".join(UPPER) == "KQJ1098"
    assert "".join(LOWER) == "A23456"


def test_every_place_of_the_rules_can_be_touched_and_no_other() -> None:
    touched = {(place.kind, frozenset(place.ranks)) for place in map(place_at, ALL) if place.kind in PLACES}
    assert touched == {(kind, ranks) for kind, sets in PLACES.items() for ranks in sets}


def test_every_kind_of_bet_but_the_strung_ones_has_a_zone() -> None:
    assert {place_at(spot).kind for spot in ALL} == set(KINDS) - {"string", "heeled"}
    assert sum(1 for spot in ALL if spot.mark == "zone") == 13


@pytest.mark.parametrize("spot", ALL, ids=lambda spot: spot.id)
def test_a_bet_laid_on_a_spot_is_drawn_on_it(spot: Spot) -> None:
    place = place_at(spot)
    assert spot_id(place) == spot.id
    assert name_of(place) == spot.name


def test_spots_have_ids_of_their_own() -> None:
    assert len({spot.id for spot in ALL}) == len(ALL)


@pytest.mark.parametrize("spot", ALL, ids=lambda spot: spot.id)
def test_a_spot_is_large_enough_for_a_finger_and_on_the_board(spot: Spot) -> None:
    target = spot.target
    assert target.width >= 56
    assert target.height >= 44
    assert target.left >= 0
    assert target.top >= 0
    assert target.left + target.width <= BOARD_WIDTH
    assert target.top + target.height <= BOARD_HEIGHT


def test_no_two_spots_share_ground() -> None:
    for one, other in combinations(ALL, 2):
        a, b = one.target, other.target
        across = min(a.left + a.width, b.left + b.width) - max(a.left, b.left)
        down = min(a.top + a.height, b.top + b.height) - max(a.top, b.top)
        small = 0.01
        if across > small and down > small:
            pytest.fail(f"{one.id} and {other.id} overlap by {across} by {down}")


def test_checks_lie_on_the_ground_of_their_spot() -> None:
    for spot in ALL:
        target = spot.target
        assert target.left <= spot.x <= target.left + target.width, spot.id
        assert target.top <= spot.y <= target.top + target.height, spot.id


def test_thirteen_cards_lie_apart() -> None:
    boxes = [card.box for card in cards()]
    assert len(boxes) == 13
    for a, b in combinations(boxes, 2):
        apart = a.left + a.width <= b.left or b.left + b.width <= a.left
        assert apart or a.top + a.height <= b.top or b.top + b.height <= a.top


def test_a_house_shows_only_what_it_takes() -> None:
    early = faro_house("early_bank")
    kinds = {place_at(spot).kind for spot in spots(early.takes)}
    assert kinds == {"single", "split", "figure", "pot", "square"}
    assert spot_id(Place(kind="heeled", ranks=("Q",), lose=("5",))) is None


SPOTS = [spot for spot in spots(KINDS) if spot.ground is not Ground.ZONE]
END = BAR_TOP * LEAST_UNIT_DOWN_PX
LARGER = (1, 1.3, 2)
"""So many times larger may a tablet be."""
WIDE = 80.0
TOTAL = plate_of("$1000")
LEAST_SEEN_PX = 6
"""So much of a mark is seen beside the one that lies on it."""


def _crowd(spot_id: str, stacks: int, width: float = WIDE) -> Crowd:
    spot = next(one for one in SPOTS if one.id == spot_id)
    return Crowd(
        ground=spot.ground,
        x=spot.x * LEAST_UNIT_PX,
        y=spot.y * LEAST_UNIT_DOWN_PX,
        room=inf,
        reach=spot.target.height / 2 * LEAST_UNIT_DOWN_PX,
        widths=(width,) * stacks,
        alone=(-21, -16, 21, 16),
        total=TOTAL,
    )


def _rectangle(crowd: Crowd, lies: list[Lie], larger: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = crowd.alone
    if lies[0].slim:
        half = max(crowd.widths) / 2
        left, top, right, bottom = -half, -LINE_PX / 2, half, LINE_PX / 2
    if lies[0].mini:
        half = max(MINI_PX, crowd.total - max(lie.dx for lie in lies) + min(lie.dx for lie in lies)) / 2
        left, top, right, bottom = -half, -MINI_PX / 2, half, MINI_PX / 2 + TOTAL_PX
    x, y = crowd.x * larger, crowd.y * larger
    across, down = [lie.dx for lie in lies], [lie.dy for lie in lies]
    return x + min(across) + left, y + min(down) + top, x + max(across) + right, y + max(down) + bottom


@given(
    st.dictionaries(st.sampled_from([spot.id for spot in SPOTS]), st.integers(1, 10), min_size=2, max_size=14),
    st.sampled_from((52.0, 75.0, 95.0)),
)
def test_no_crowd_lies_on_another_on_any_tablet(lying: dict[str, int], width: float) -> None:
    crowds = [_crowd(spot, stacks, width) for spot, stacks in lying.items()]
    made = cleared(crowds, END)
    for larger in LARGER:
        taken = [_rectangle(crowd, lies, larger) for crowd, lies in zip(crowds, made, strict=True)]
        for (one, other), (first, second) in zip(combinations(taken, 2), combinations(lying, 2), strict=True):
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert across <= 6 or down <= 2, (first, second, larger)
    for lies in made:
        for here, there in combinations(lies, 2):
            assert max(abs(here.dx - there.dx), abs(here.dy - there.dy)) >= LEAST_SEEN_PX


def test_what_is_in_nobodys_way_lies_as_by_itself() -> None:
    crowds = [_crowd("single-K", 6), _crowd("single-5", 3), _crowd("figure-8-9-10", 1)]
    assert cleared(crowds, END) == [lies_of(one.ground, one.widths, inf, one.forms[0]) for one in crowds]


@pytest.mark.parametrize(
    ("moves", "keeps"),
    [
        (("split-Q-K", 2), ("single-K", 3)),
        (("split-A-2", 2), ("single-A", 3)),
        (("figure-A-2-3", 1), ("single-2", 6)),
        (("figure-J-Q-K", 1), ("single-Q", 6)),
    ],
)
def test_what_lies_at_a_card_moves_before_amounts_are_given_up(moves: tuple[str, int], keeps: tuple[str, int]) -> None:
    beside, on_card = _crowd(*moves), _crowd(*keeps)
    moved, kept = cleared([beside, on_card], END)
    assert not any(lie.mini for lie in (*moved, *kept))
    assert kept == lies_of(on_card.ground, on_card.widths, inf, 1)


def test_of_two_in_each_others_way_the_larger_is_heaped() -> None:
    more, fewer = cleared([_crowd("split-A-K", 6, 52.0), _crowd("square-A-2-Q-K", 2, 52.0)], END)
    assert all(lie.mini for lie in more)
    assert all(lie.slim for lie in fewer)


def test_small_amounts_lie_in_two_columns_before_they_are_heaped() -> None:
    crowd = _crowd("single-2", 9, 40.0)
    assert forms_of(crowd.ground, crowd.widths, crowd.room) == (2, HEAPED)
    assert all(lie.slim for lie in cleared([crowd], END)[0])


BY_VALUE = FaroHouse(check_colours="value")


@pytest.mark.parametrize(
    ("cents", "said"),
    [
        (25, "1×25¢"),
        (1_250, "2×$5 2×$1 2×25¢"),
        (6_275, "2×$25 2×$5 2×$1 3×25¢"),
        (260_000, "2×$1,000 1×$500 1×$100"),
    ],
)
def test_an_amount_is_counted_out_largest_first(cents: int, said: str) -> None:
    assert in_checks(cents, BY_VALUE) == said


def test_where_a_colour_means_a_player_the_checks_are_counted() -> None:
    assert in_checks(1_250, FaroHouse()) == ""


def test_a_house_with_an_odd_check_counts_in_multiples_of_it() -> None:
    assert denominations(FaroHouse(check=500)) == (500, 2_500, 10_000, 50_000, 100_000)
    assert denominations(FaroHouse(check=30)) == (30,)
    assert in_checks(90, FaroHouse(check=30, check_colours="value")) == "3×30¢"


@given(st.integers(min_value=1, max_value=1_000_000))
def test_what_is_counted_out_adds_up(count: int) -> None:
    counted = [part.split("×$") if "$" in part else part.split("×") for part in in_checks(count * 25, BY_VALUE).split()]
    values = [int(value[:-1]) if value.endswith("¢") else int(value.replace(",", "")) * 100 for _, value in counted]
    assert sum(int(number) * value for (number, _), value in zip(counted, values, strict=True)) == count * 25
    assert values == sorted(values, reverse=True)


def limits(shown: TableView) -> dict[str, int]:
    return {one.spot.id: one.limit for one in shown.spots if one.limit is not None}


def dead(shown: TableView) -> set[str]:
    return {one.spot.id for one in shown.spots if one.dead}


def test_a_bank_is_warned_amber_then_red_and_not_before(house: House) -> None:
    night = house.open_night(roll=15_000)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    assert view(house, night).bank is None
    bet(house, night, "a", "red", 7_500, kind="single", ranks=["Q"])
    assert view(house, night).bank is None
    house.do(night, "press_bet", bet="a", add=25)
    near = view(house, night).bank
    assert near is not None
    assert (near.level, near.short) == ("near", "worst turn $75.25")
    bet(house, night, "b", "blue", 7_500, kind="single", ranks=["K"], coppered=True)
    breaking = view(house, night).bank
    assert breaking is not None
    assert breaking.level == "breaking"
    assert breaking.words == "K loses, Q wins would cost $150.25; in sight $150."


def test_a_broken_bank_is_not_warned_but_said(house: House) -> None:
    night = house.open_night(roll=5_000)
    house.seat(night, red="Ada Lamb")
    house.deal(night)
    bet(house, night, "a", "red", 7_500, kind="single", ranks=["Q"])
    house.do(night, "turn", loser="2", winner="Q")
    shown = view(house, night)
    assert shown.broken
    assert shown.bank is None


def test_a_case_card_says_its_limit_and_a_standing_bet_over_it_is_shown(house: House) -> None:
    night = dealt(house)
    bet(house, night, "a", "red", 7_500, kind="single", ranks=["Q"])
    house.do(night, "turn", loser="9", winner="Q")
    assert limits(view(house, night)) == {}
    assert [one.words for one in view(house, night).sheet.warnings] == []
    house.do(night, "bar_bet", bet="a")
    house.do(night, "turn", loser="Q", winner="Q")
    shown = view(house, night)
    assert limits(shown) == {"single-Q": 5_000}
    assert shown.case_limit == "$50"
    assert [(one.words, one.bets) for one in shown.sheet.warnings] == [
        ("Over the case limit of $50, left as they lie", ("Ada Lamb $75 on the Q",))
    ]
    assert shown.stacks[0].over_limit
    assert shown.stacks[0].badge == "barred · over"


def test_dead_places_are_those_that_no_card_can_reach(house: House) -> None:
    night = dealt(house)
    house.do(night, "turn", loser="9", winner="9")
    assert dead(view(house, night)) == set()
    house.do(night, "turn", loser="9", winner="9")
    assert dead(view(house, night)) == {"single-9"}
    house.do(night, "turn", loser="8", winner="8")
    house.do(night, "turn", loser="8", winner="8")
    assert dead(view(house, night)) == {"single-8", "single-9", "split-8-9"}


def test_the_last_six_turns_stand_there_with_their_suits(house: House) -> None:
    night = dealt(house)
    assert view(house, night).last_turns == ()
    for loser, winner in (("A", "2"), ("3h", "3s"), ("4", "J"), ("6", "7d"), ("8", "9"), ("10", "Q")):
        house.do(night, "turn", loser=loser, winner=winner)
    house.do(night, "draw_loser", card="Kc")
    shown = view(house, night).last_turns
    assert [(turn.loser, turn.winner) for turn in shown] == [
        ("3♥", "3♠"),
        ("4", "J"),
        ("6", "7♦"),
        ("8", "9"),
        ("10", "Q"),
        ("K♣", ""),
    ]
    assert shown[0].said == "Turn 2: loser 3♥, winner 3♠, a split"
    assert shown[-1].said == "Turn 7: loser K♣, the winner is not out"


def test_checks_that_would_go_with_the_hock_are_named_and_a_house_that_returns_them_warns_of_nothing(
    house: House,
) -> None:
    for after_hock, warned in (("dealer", [("Ada Lamb, the A",)]), ("returned", [])):
        night = dealt(house, after_hock=after_hock)
        deal_down_to_the_last_turn(house, night)
        bet(house, night, "a", "red", 500, kind="single", ranks=["A"])
        assert [one.bets for one in view(house, night).sheet.warnings] == warned


def at_the_hock(house: House, **rules: Any) -> str:
    """A night whose last turn is dealt: red has two barred bets and a call left, blue one bet."""
    night = dealt(house, **rules)
    deal_down_to_the_last_turn(house, night)
    for key, player, cents in (("a", "red", 500), ("b", "red", 1_000), ("c", "blue", 200)):
        bet(house, night, key, player, cents, kind="single", ranks=["A"], coppered=key == "b")
        house.do(night, "bar_bet", bet=key)
    left = sorted(key.rank for key in view(house, night).ranks for _ in range(key.left))
    house.do(night, "call_turn", bet="call", player="red", order=left, stake=100)
    loser, winner = (rank for rank in left if rank != "A")
    house.do(night, "turn", loser=loser, winner=winner)
    return night


def test_before_the_hock_what_it_would_take_comes_down_by_one_touch_a_player(house: House) -> None:
    night = at_the_hock(house)
    (warning,) = view(house, night).sheet.warnings
    assert warning.bets == ()
    assert [(one.player, one.name, one.amount, one.bets) for one in warning.lifts] == [
        ("red", "Ada Lamb", "$15", "the A $5, the A $10"),
        ("blue", "Wm. Hart", "$2", "the A $2"),
    ]
    house.do(night, "take_down_all", player="red")
    (warning,) = view(house, night).sheet.warnings
    assert [one.player for one in warning.lifts] == ["blue"]
    house.do(night, "take_down_all", player="blue")
    assert view(house, night).sheet.warnings == ()


def test_what_a_house_does_not_let_come_down_before_the_hock_is_only_named(house: House) -> None:
    (warning,) = view(house, at_the_hock(house, lift_before_hock=False)).sheet.warnings
    assert warning.bets == ("Ada Lamb, the A $5", "Ada Lamb, the A $10", "Wm. Hart, the A $2")
    assert warning.lifts == ()


@pytest.mark.parametrize(("lifted", "phases"), [(True, "betting before_hock"), (False, "betting")])
def test_orders_are_offered_when_they_are_taken_and_at_no_other_time(house: House, lifted: bool, phases: str) -> None:
    """Every order of every bet, asked of the rules at every phase, is taken just where the tablet offers it."""
    night = at_the_hock(house, lift_before_hock=lifted)
    shown = view(house, night)
    of_bet = {one.key: one for one in shown.stacks}
    assert of_bet["a"].lifting_at == tuple(phases.split())
    assert of_bet["call"].lifting_at == ("betting",)
    assert shown.orders_at == of_bet["a"].moving_at == ("betting",)
    assert shown.why_no_orders
    assert bool(shown.sheet.warnings[0].lifts) is lifted
    now = house.assistant.night(night)
    for word, bet_key, offered in (
        ("take_down_bet", "a", "before_hock" in of_bet["a"].lifting_at),
        ("take_down_bet", "call", "before_hock" in of_bet["call"].lifting_at),
        ("copper_bet", "a", "before_hock" in shown.orders_at),
    ):
        try:
            decide(now, read_command({"do": word, "bet": bet_key}))
            taken = True
        except Refusal:
            taken = False
        assert taken is offered, (word, bet_key)


def test_a_bet_that_its_house_locks_is_neither_moved_nor_taken_down_before_it_has_acted(house: House) -> None:
    night = dealt(house, locked_until_action=True)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    (stack,) = view(house, night).stacks
    assert stack.lifting_at == stack.moving_at == ()
    house.do(night, "turn", loser="9", winner="Q")
    (stack,) = view(house, night).stacks
    assert "betting" in stack.lifting_at
    assert "betting" in stack.moving_at


def test_the_list_says_checks_and_sums_up_who_has_several_bets(house: House) -> None:
    night = dealt(house, check_colours="value")
    bet(house, night, "a", "red", 1_250, kind="single", ranks=["Q"])
    bet(house, night, "b", "red", 500, kind="single", ranks=["2"])
    bet(house, night, "c", "blue", 500, kind="single", ranks=["2"])
    house.do(night, "turn", loser="2", winner="Q")
    sheet = view(house, night).sheet
    assert [(line.hand, line.amount, line.checks) for line in sheet.lines] == [
        ("Take", "$5", "1×$5"),
        ("Pay", "$12.50", "2×$5 2×$1 2×25¢"),
        ("Take", "$5", "1×$5"),
    ]
    assert [(group.player_name, group.net) for group in sheet.payments[0].groups] == [
        ("Ada Lamb", "+$7.50"),
        ("Wm. Hart", ""),
    ]


def test_the_bet_of_the_last_command_is_at_hand_until_a_card_is_shown(house: House) -> None:
    night = dealt(house)
    bet(house, night, "a", "red", 500, kind="single", ranks=["Q"])
    bet(house, night, "b", "blue", 500, kind="single", ranks=["2"])
    at_hand = view(house, night).last_bet
    assert at_hand is not None
    assert at_hand.key == "b"
    house.do(night, "copper_bet", bet="a")
    at_hand = view(house, night).last_bet
    assert at_hand is not None
    assert at_hand.key == "a"
    house.do(night, "take_down_bet", bet="a")
    assert view(house, night).last_bet is None
    house.do(night, "draw_loser", card="K")
    assert view(house, night).last_bet is None


def calling_dealt(house: House) -> str:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "place_bet", bet="b", player="red", kind="single", ranks=["2"], stake=500, coppered=True)
    house.do(night, "turn", loser="Q", winner="2")
    return night


def called(house: House, night: str, facts: int | None = None) -> tuple[str, ...]:
    history = house.assistant.history(night)
    at = history.version if facts is None else facts
    (turn,) = board_view(history.at(at), effective(history.until(at))).turns
    return turn.words


def test_tablet_and_board_have_the_words_made_once(house: House) -> None:
    night = calling_dealt(house)
    with patch("web.games.faro.calling.words_of_turn", wraps=words_of_turn) as made:
        state, head = house.assistant.at(night)
        said = table_view(state, head, house.book.facts(night)).sheet.words
        assert called(house, night) == said
        house.do(night, "place_bet", bet="c", player="red", kind="single", ranks=["5"], stake=500)
        assert called(house, night) == said
    assert made.call_count == 1


def test_a_turn_as_of_a_fact_within_it_has_its_own_words(house: House) -> None:
    night = calling_dealt(house)
    at = next(one.version for one in house.book.facts(night) if one.kind == "WinnerDrawn")
    whole, half = called(house, night), called(house, night, at)
    assert (whole, half) == (("Ada Lamb whipsawed",), ())
    assert (called(house, night), called(house, night, at)) == (whole, half)


def test_a_turn_that_is_taken_back_and_dealt_otherwise_is_called_out_anew(house: House) -> None:
    night = calling_dealt(house)
    assert called(house, night) == ("Ada Lamb whipsawed",)
    house.do(night, "void")
    house.do(night, "turn", loser="J", winner="K")
    assert called(house, night) == ("hangman's turn", "wash")


def test_of_the_turn_that_a_close_cut_off_nothing_is_said_whoever_looked_before(house: House) -> None:
    """A night that is closed has nothing to take back, and so no table before the turn."""
    night = calling_dealt(house)
    state, head = house.assistant.at(night)
    assert table_view(state, head, house.book.facts(night)).sheet.words == ("Ada Lamb whipsawed",)
    house.do(night, "close_night")
    state, head = house.assistant.at(night)
    assert table_view(state, head, house.book.facts(night)).sheet.words == ()


def test_of_facts_that_are_in_no_book_nothing_is_kept(house: House) -> None:
    night = calling_dealt(house)
    facts = [replace(one, hash="") for one in house.book.facts(night)]
    with patch("web.games.faro.calling.words_of_turn", wraps=words_of_turn) as made:
        for _ in range(2):
            board_view(house.assistant.night(night), effective(NightFacts(facts)))
    assert made.call_count == 2


def test_two_players_whose_names_differ_in_a_capital_are_both_called_out(house: House) -> None:
    """What is said once is said of each."""
    night = house.open_night()
    house.seat(night, red="Ann", blue="ann")
    house.deal(night)
    for player in ("red", "blue"):
        house.do(night, "place_bet", bet=f"{player}-1", player=player, kind="single", ranks=["2"], stake=500)
        house.do(night, "place_bet", bet=f"{player}-2", player=player, kind="single", ranks=["Q"], stake=500)
        house.do(night, "copper_bet", bet=f"{player}-2")
    house.do(night, "turn", loser="2", winner="Q")
    client = house.client()
    with house.app.test_request_context():
        board = board_link(night)
    for path in (f"/nights/{night}", board):
        page = client.get(path).get_data(as_text=True)
        assert "<li>Ann whipsawed</li><li>ann whipsawed</li>" in page, path
