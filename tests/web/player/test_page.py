"""A player's page: exactly what the night's result says of them, row by row, and nothing of anybody else."""

from __future__ import annotations

from functools import cache
from io import BytesIO

import pytest
from flask import render_template
from pypdf import PdfReader
from werkzeug.test import TestResponse

from dealer.assistant import Assistant
from dealer.commands.refusal import Refusal
from dealer.demo import Demo
from dealer.game.demonstration import DEMO_PLAYERS
from dealer.night.night import Night
from events.book.book import Book
from events.effective_facts import EffectiveFacts, effective
from ledger.statement import player_line
from reports.words.formatting import money, signed
from tests.support.house import Client, House
from tests.support.tables import rows_of
from web.app.links import board_link, player_link, read_player_key
from web.games.faro.player import PlayedDeal
from web.player import KEPT, SettlementDesk
from web.player_view import PlayerView, player_view


@cache
def demo(seed: int) -> tuple[Night, EffectiveFacts]:
    """A night of two deals, and its effective facts."""
    with Book.open() as book:
        show = Demo(("faro",), book, "2026-11-21", seed=seed, rounds=2)
        for _ in show.turns():
            pass
        return Assistant(book).night(show.night), effective(book.facts(show.night))


def dealt(house: House) -> str:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    return night


def deals_of(view: PlayerView) -> list[PlayedDeal]:
    """Their deals, the newest first."""
    return [one.round for one in view.course if isinstance(one.round, PlayedDeal)]


def view_of(house: House, night: str, player: str = "red") -> PlayerView:
    return player_view(house.assistant.night(night), effective(house.book.facts(night)), player)


def path_of(house: House, night: str, player: str = "red") -> str:
    with house.app.test_request_context():
        return player_link(night, player)


def test_no_seat_key_makes_the_page_of_another_seat(house: House, stranger: Client) -> None:
    """What is drawn of a night is kept by a name that has the seat's key, which may be any text."""
    night = house.open_night()
    house.seat(night, **{"red": "Ada Lamb", "red, every round": "Wm. Hart"})
    paths = {name: path_of(house, night, key) for key, name in (("red", "Ada Lamb"), ("red, every round", "Wm. Hart"))}
    for rounds in ("all", ""):
        for name, path in paths.items():
            text = stranger.get(f"{path}?rounds={rounds}").get_data(as_text=True)
            assert [one for one in paths if one in text] == [name]


@pytest.mark.parametrize("player", list(DEMO_PLAYERS))
@pytest.mark.parametrize("seed", [3, 8])
def test_a_players_rows_are_the_nights_rows_of_them(seed: int, player: str) -> None:
    night, kept = demo(seed)
    view = player_view(night, kept, player)
    settled = [one for deal in reversed(deals_of(view)) for one in reversed(deal.settled)]
    assert rows_of(one.row for one in settled if one.row) == [
        row for row in rows_of(one.fact for one in kept) if row.player == player
    ]
    running = 0
    for one in settled:
        running += one.gained_cents
        assert one.running_cents == running
        if one.row and one.row.result != "claimed":
            assert one.gained_cents == one.row.bank_paid_cents - one.row.bank_took_cents


@pytest.mark.parametrize("player", list(DEMO_PLAYERS))
@pytest.mark.parametrize("seed", [3, 8])
def test_a_players_account_is_the_ledgers(house: House, seed: int, player: str) -> None:
    night, kept = demo(seed)
    view = player_view(night, kept, player)
    line = player_line(night.ledger, player)
    assert view.account.line == line
    assert view.net_cents == line.net_cents == sum(part.cents for part in view.parts)
    assert sum(marker.amount_cents for marker in view.markers) == line.markers_issued_cents
    with house.app.test_request_context("/player/key"):
        html = render_template("player/player.html", view=view)
    assert f">{signed(line.net_cents)}</b>" in html
    assert money(line.cashed_cents) in html
    for other, name in DEMO_PLAYERS.items():
        assert (name in html) == (other == player)


def test_a_players_markers_have_the_numbers_of_their_slips(house: House) -> None:
    night = dealt(house)
    for do in ("issue_marker", "void", "issue_marker"):
        house.do(night, do, **({} if do == "void" else {"player": "red", "amount": 5_000}))
    (marker,) = view_of(house, night).markers
    assert (marker.number, marker.amount_cents) == (2, 5_000)


def test_a_players_standing_bets_come_with_their_orders(house: House) -> None:
    night = dealt(house)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500, coppered=True)
    house.do(night, "bar_bet", bet="a", turns=2)
    house.do(night, "place_bet", bet="b", player="blue", kind="single", ranks=["2"], stake=700)
    (bet,) = view_of(house, night).games[0].part.now
    assert (bet.where, bet.orders, bet.stake_cents) == ("the Q", "to lose, barred for 2", 500)


def test_a_settlement_keeps_the_place_where_the_bet_lay_then(house: House) -> None:
    night = dealt(house)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="2", winner="Q")
    house.do(night, "move_bet", bet="a", kind="single", ranks=["9"])
    house.do(night, "copper_bet", bet="a")
    house.do(night, "turn", loser="2", winner="9")
    (deal,) = deals_of(view_of(house, night))
    assert [(one.turn, one.where, one.result, one.gained_cents, one.running_cents) for one in deal.settled] == [
        (2, "the 9, coppered", "lost", -500, 0),
        (1, "the Q", "won", 500, 500),
    ]


def test_a_sleeper_that_another_claims_shows_with_both(house: House) -> None:
    night = dealt(house)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["9"], stake=500)
    house.do(night, "bar_bet", bet="a")
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "turn", loser="9", winner="9")
    house.do(night, "claim_sleeper", bet="a", player="blue")
    owner, claimant = (deals_of(view_of(house, night, player))[0].settled[0] for player in ("red", "blue"))
    assert (owner.result, owner.gained_cents) == ("sleeper, another’s", -500)
    assert (claimant.result, claimant.gained_cents, claimant.row) == ("sleeper claimed", 500, None)


def test_a_players_own_dispute_shows_and_one_of_anothers_does_not(house: House) -> None:
    night = dealt(house)
    house.do(night, "raise_dispute", dispute="d1", player="red", about=0, claim="It was the Q.")
    assert [one.claim for one in view_of(house, night).disputes] == ["It was the Q."]
    assert view_of(house, night, "blue").disputes == ()
    gives = [{"from": "blue", "to": "red", "amount": 100}]
    house.do(night, "rule_dispute", dispute="d1", ruling="corrected", law=4, reason="It was moved.", corrections=gives)
    assert [one.cents_for("blue") for one in view_of(house, night, "blue").disputes] == [-100]
    assert "Ruling on d1" in [part.what for part in view_of(house, night, "blue").parts]


def test_nobody_who_did_not_sit_has_a_page(house: House, stranger: Client) -> None:
    night = dealt(house)
    with pytest.raises(LookupError):
        view_of(house, night, "green")
    assert stranger.get(path_of(house, night, "green")).status_code == 404


def test_a_key_opens_one_players_page_and_nothing_else(house: House, stranger: Client) -> None:
    night = dealt(house)
    path = path_of(house, night)
    page = stranger.get(path)
    assert page.status_code == 200
    assert "Ada Lamb" in page.text
    assert "Hart" not in page.text
    key = path.rpartition("/")[2]
    with house.app.test_request_context():
        boards = board_link(night).partition("key=")[2]
        assert read_player_key(key) == (night, "red")
    middle = len(key) // 3
    altered = key[:middle] + ("B" if key[middle] == "A" else "A") + key[middle + 1 :]
    for wrong in (altered, key[:-1], boards, "x"):
        for rest in ("", "/stream", "/settlement.pdf"):
            answer = stranger.get(f"/player/{wrong}{rest}")
            assert answer.status_code == 404, (wrong, rest)
            assert "Ada" not in answer.text
    assert stranger.get(f"/board/{night}", query_string={"key": key}).status_code == 404
    assert stranger.get(f"/nights/{night}").status_code in (302, 303)


def test_a_settlement_is_printed_for_its_players_key_once_the_night_is_closed(house: House, stranger: Client) -> None:
    night = dealt(house)
    path = path_of(house, night)
    assert stranger.get(f"{path}/settlement.pdf").status_code == 404
    assert "settlement.pdf" not in stranger.get(path).text
    house.do(night, "close_night")
    assert f'href="{path}/settlement.pdf"' in stranger.get(path).text
    paper = stranger.get(f"{path}/settlement.pdf")
    assert paper.mimetype == "application/pdf"
    read = PdfReader(BytesIO(paper.data))
    words = " ".join(read.pages[0].extract_text().split())
    assert "Ada Lamb" in words
    assert "Your night, bet by bet" in words
    # The staff's own has the night's log in it, which holds what the others did: that is not for a link.
    assert not read.attachments
    of_staff = PdfReader(BytesIO(house.client().get(f"/nights/{night}/papers/settlement-1-red.pdf").data))
    assert list(of_staff.attachments) == ["facts.json"]


def test_whoever_holds_a_link_waits_for_one_settlement_at_a_time_and_has_it_again_at_once(
    house: House, stranger: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request that waits holds a thread from the tables; here the worker itself asks once more meanwhile."""
    night = dealt(house)
    house.do(night, "close_night")
    paths = {player: f"{path_of(house, night, player)}/settlement.pdf" for player in ("red", "blue")}
    printed: list[str] = []
    meanwhile: list[TestResponse] = []

    def printing(_: bytes, name: str) -> bytes:
        printed.append(name)
        if len(printed) == 1:
            meanwhile.append(stranger.get(paths["red"], headers={"Accept": "application/json"}))
        return name.encode()

    monkeypatch.setattr("reports.print_workers.print_sheet", printing)
    assert [stranger.get(paths["red"]).data for _ in "12"] == [b"settlement-1-red"] * 2
    (refused,) = meanwhile
    assert (refused.status_code, refused.get_json()["code"]) == (429, "too_many_sheets")
    assert "This settlement is being printed" in refused.get_json()["why"]
    assert stranger.get(paths["blue"]).data == b"settlement-2-blue"
    assert printed == ["settlement-1-red", "settlement-2-blue"]


def test_a_settlement_of_another_state_is_made_anew_and_the_oldest_let_go() -> None:
    desk = SettlementDesk()
    made: list[str] = []

    def make(name: str) -> bytes:
        made.append(name)
        return name.encode()

    def fail() -> bytes:
        raise Refusal("press_failed", "The press failed.")

    with pytest.raises(Refusal):
        desk.have(("n", "red"), 1, fail)
    assert desk.have(("n", "red"), 1, lambda: make("first")) == b"first"
    assert desk.have(("n", "red"), 1, lambda: make("again")) == b"first"
    assert desk.have(("n", "red"), 2, lambda: make("second")) == b"second"
    for number in range(KEPT):
        desk.have((str(number), "blue"), 1, lambda: make("other"))
    assert desk.have(("n", "red"), 2, lambda: make("third")) == b"third"
    assert made == ["first", "second", *["other"] * KEPT, "third"]


def test_a_settled_bet_is_a_light_line(house: House) -> None:
    view = player_view(*demo(3), "red")
    with house.app.test_request_context("/player/key"):
        html = render_template("player/player.html", view=view)
    rows = sum(len(deal.settled) for deal in deals_of(view))
    assert html.count("<tr><td>") == rows > 10
    assert len(html.partition('id="settled"')[2]) / rows < 250
    assert "style=" not in html


def test_what_has_run_up_includes_rulings(house: House) -> None:
    night = dealt(house)
    for turn, (loser, winner) in enumerate((("Q", "2"), ("3", "Q")), start=1):
        house.do(night, "place_bet", bet=f"q{turn}", player="red", kind="single", ranks=["Q"], stake=500)
        house.do(night, "turn", loser=loser, winner=winner)
        if turn == 1:
            house.do(night, "void_deal", reason="A card was missing")
            house.do(night, "raise_dispute", dispute="d1", player="red", about="q1", claim="It was coppered")
            moved = [{"from": "bank", "to": "red", "amount": 1_000}]
            house.do(night, "rule_dispute", dispute="d1", ruling="corrected", reason="So it was", corrections=moved)
            house.deal(night)
    facts = effective(house.book.facts(night))
    view = player_view(house.assistant.night(night), facts, "red")
    newest, first = view.course
    assert (first.ruled_cents, first.with_rulings_cents, newest.with_rulings_cents) == (1_000, 500, 1_000)
    assert [deal.settled[-1].running_cents for deal in deals_of(view)] == [1_000, -500]
