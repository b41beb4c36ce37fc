"""A player's page, and what a player may do to their own hand."""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader
from werkzeug.test import TestResponse

from dealer.commands.refusal import Refusal
from dealer.demo import Demo
from dealer.game.demonstration import DEMO_PLAYERS
from dealer.night.night import Night
from dealer.night_service import NightService
from events.book.book import Book
from events.book.shared_values import SharedValues
from events.effective_events import EffectiveEvents, effective
from tests.support.house import Client, House
from tests.support.tables import rows_of
from tests.web.evenings import worked_night
from web.app.links import board_link, hand_link, player_link, read_player_key
from web.bank_tables import PlayedDeal
from web.player import KEPT, MOST_ACTS, MOST_BYTES, MOST_LINKS, WITHIN_S, Pace, SettlementDesk
from web.player_view import PlayerView, player_view


@cache
def demo(seed: int) -> tuple[Night, EffectiveEvents]:
    """A night of two deals, and its effective events."""
    with Book.open() as book:
        show = Demo(("faro",), book, "2026-11-21", seed=seed, rounds=2)
        for _ in show.turns():
            pass
        return NightService(book).night(show.night), effective(book.events(show.night))


def dealt(house: House) -> str:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    house.deal(night)
    return night


def deals_of(view: PlayerView) -> list[PlayedDeal]:
    """Their deals, the newest first."""
    return [entry.round for entry in view.timeline if isinstance(entry.round, PlayedDeal)]


def view_of(house: House, night: str, player: str = "red") -> PlayerView:
    return player_view(house.service.night(night), effective(house.book.events(night)), player)


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
            text = stranger.get(f"{path}?rounds={rounds}").text
            assert [entry for entry in paths if entry in text] == [name]


@pytest.mark.parametrize("player", list(DEMO_PLAYERS))
@pytest.mark.parametrize("seed", [3, 8])
def test_a_players_rows_are_the_nights_rows_of_them(seed: int, player: str) -> None:
    night, kept = demo(seed)
    view = player_view(night, kept, player)
    settled = [part for deal in reversed(deals_of(view)) for part in reversed(deal.settled)]
    assert rows_of(item.row for item in settled if item.row) == [
        row for row in rows_of(one.event for one in kept) if row.player == player
    ]
    running = 0
    for entry in settled:
        running += entry.gained_cents
        assert entry.running_cents == running
        if entry.row and entry.row.result != "claimed":
            assert entry.gained_cents == entry.row.bank_paid_cents - entry.row.bank_took_cents


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
    assert [dispute.claim for dispute in view_of(house, night).disputes] == ["It was the Q."]
    assert view_of(house, night, "blue").disputes == ()
    gives = [{"from": "blue", "to": "red", "amount": 100}]
    house.do(night, "rule_dispute", dispute="d1", ruling="corrected", law=4, reason="It was moved.", corrections=gives)
    assert [entry.cents_for("blue") for entry in view_of(house, night, "blue").disputes] == [-100]
    assert "Ruling on d1" in [part.what for part in view_of(house, night, "blue").parts]


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
    in_german = PdfReader(BytesIO(stranger.get(f"{path}/settlement.pdf?lang=de").data))
    assert in_german.root_object["/Lang"] == "de"


def test_a_link_makes_one_settlement_at_a_time(house: House, stranger: Client, monkeypatch: pytest.MonkeyPatch) -> None:
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

    monkeypatch.setattr("reports.printing.print_sheet", printing)
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
    events = effective(house.book.events(night))
    view = player_view(house.service.night(night), events, "red")
    newest, first = view.timeline
    assert (first.ruled_cents, first.with_rulings_cents, newest.with_rulings_cents) == (1_000, 500, 1_000)
    assert [deal.settled[-1].running_cents for deal in deals_of(view)] == [1_000, -500]


@pytest.fixture
def own_night(house: House) -> str:
    """A night of Pharo that is open to players."""
    own_night = worked_night(house)
    house.do(own_night, "open_to_players")
    return own_night


def link_of(house: House, own_night: str, player: str) -> str:
    with house.app.test_request_context():
        return hand_link(own_night, player)


def bound_to(phone: Client, link: str) -> None:
    assert phone.post(f"{link}/phone", None).status_code == 204


def sent(house: House, stranger: Client, own_night: str, player: str, /, **document: Any) -> tuple[int, str]:
    answer = stranger.post(f"{link_of(house, own_night, player)}/commands", document, Accept="application/json")
    return answer.status_code, answer.get_json().get("code", "")


def test_what_a_phone_sends_is_a_command_in_the_players_name(house: House, stranger: Client, own_night: str) -> None:
    assert sent(house, stranger, own_night, "red", do="paroli", bet="a") == (200, "")
    row = house.book.commands(own_night)[-1]
    assert (row.document, row.who) == ({"do": "paroli", "bet": "a", "by": "red"}, "Ada Lamb")


def test_who_it_is_by_says_the_link_and_not_the_phone(house: House, stranger: Client, own_night: str) -> None:
    assert sent(house, stranger, own_night, "blue", do="paroli", bet="a", by="red") == (422, "not_allowed_here")
    assert sent(house, stranger, own_night, "blue", do="mask_bet", bet="b", by="red") == (200, "")


@pytest.mark.parametrize(
    "document",
    [
        {"do": "coup", "bank": "6", "punters": "8"},
        {"do": "void"},
        {"do": "close_night"},
        {"do": "open_to_players"},
        {"do": "cash_in", "player": "red", "amount": 100},
        {"do": "amend", "command": "x", "instead": None, "drop": []},
        {"do": "place_bet", "bet": "z", "player": "blue", "kind": "single", "ranks": ["9"], "stake": 100},
    ],
)
def test_nothing_but_what_is_theirs_is_done_by_it(
    house: House, stranger: Client, own_night: str, document: dict[str, Any]
) -> None:
    bound_to(stranger, link_of(house, own_night, "red"))
    before = house.result(own_night)["events"]
    assert sent(house, stranger, own_night, "red", **document) == (422, "not_allowed_here")
    assert house.result(own_night)["events"] == before


def test_a_command_sent_twice_is_done_once(house: House, stranger: Client, own_night: str) -> None:
    path = f"{link_of(house, own_night, 'black')}/commands"
    laid = {"do": "place_bet", "bet": "z", "player": "black", "kind": "single", "ranks": ["9"], "stake": 100}
    versions = {stranger.post(path, laid, **{"Idempotency-Key": "phone-0001"}).get_json()["version"] for _ in range(3)}
    assert len(versions) == 1


def test_what_does_not_read_is_refused(house: House, stranger: Client, own_night: str) -> None:
    path = f"{link_of(house, own_night, 'red')}/commands"
    bodies: tuple[object, ...] = (None, [], "paroli", 7, {"do": 5}, {"do": []}, {"do": {}}, {"do": None}, {})
    for body in bodies:
        assert stranger.post(path, body, Accept="application/json").get_json()["code"] == "bad_input"


def test_an_act_carries_no_more_than_goes_into_the_book(house: House, stranger: Client, own_night: str) -> None:
    """A refused act is recorded as it came, with what another game's bet has: a phone would write 64 kB with each."""
    bound_to(stranger, link_of(house, own_night, "red"))
    before = len(house.book.commands(own_night))
    laid = {"do": "place_bet", "bet": "z", "player": "red", "kind": "single", "ranks": ["9"], "stake": 99_999_900}
    room = MOST_BYTES - len(json.dumps({**laid, "win": ""}))
    assert sent(house, stranger, own_night, "red", **laid, win="x" * (room + 1)) == (413, "too_large")
    assert len(house.book.commands(own_night)) == before
    assert sent(house, stranger, own_night, "red", **laid, win="x" * room) == (422, "over_limit")
    assert len(house.book.commands(own_night)) == before + 1


def test_who_may_do_nothing_writes_nothing_into_the_book(house: House, stranger: Client, own_night: str) -> None:
    for do, arguments, refused in (
        ("close_to_players", {"player": "red"}, "not_allowed_here"),
        ("close_to_players", {}, "not_allowed_here"),
        ("close_night", {}, "wrong_phase"),
    ):
        house.do(own_night, do, **arguments)
        before = len(house.book.commands(own_night))
        assert sent(house, stranger, own_night, "red", do="mask_bet", bet="d") == (422, refused)
        assert len(house.book.commands(own_night)) == before


def test_whoever_has_left_does_nothing_and_writes_nothing(house: House, stranger: Client, own_night: str) -> None:
    house.do(own_night, "cash_in", player="black", amount=20_000)
    house.do(own_night, "leave_table", player="black")
    before = len(house.book.commands(own_night))
    laid = {"do": "place_bet", "bet": "z", "player": "black", "kind": "single", "ranks": ["9"], "stake": 100}
    assert sent(house, stranger, own_night, "black", **laid) == (422, "unknown_player")
    assert len(house.book.commands(own_night)) == before


def test_an_act_while_cards_are_turned_is_recorded_refused(house: House, stranger: Client, own_night: str) -> None:
    house.do(own_night, "hold_players")
    assert sent(house, stranger, own_night, "red", do="mask_bet", bet="d") == (422, "bets_closed")
    assert house.book.commands(own_night)[-1].refused == "bets_closed"


@pytest.mark.parametrize(
    ("then", "otherwise"),
    [
        ([("close_to_players", {})], "not_allowed_here"),
        ([("void", {}), ("close_to_players", {})], "not_allowed_here"),
        ([("close_night", {})], "wrong_phase"),
    ],
    ids=("the game was closed", "it was taken back", "the night was closed"),
)
def test_an_act_in_the_book_is_answered_again_as_it_was(
    house: House, stranger: Client, own_night: str, then: list[tuple[str, dict[str, Any]]], otherwise: str
) -> None:
    """Its answer may have been lost: the phone sends it again under its id. Another under that id is none of it."""
    path, ident = f"{link_of(house, own_night, 'red')}/commands", {"Idempotency-Key": "phone-0001"}
    version = stranger.post(path, {"do": "paroli", "bet": "a"}, **ident).get_json()["version"]
    for do, arguments in then:
        house.do(own_night, do, **arguments)
    commands = len(house.book.commands(own_night))
    assert stranger.post(path, {"do": "paroli", "bet": "a"}, **ident).get_json() == {"version": version}
    other = stranger.post(path, {"do": "mask_bet", "bet": "a"}, Accept="application/json", **ident)
    assert other.get_json()["code"] == "command_reused"
    assert sent(house, stranger, own_night, "red", do="paroli", bet="a") == (422, otherwise)
    assert len(house.book.commands(own_night)) == commands


def test_the_page_says_when_they_may_act(house: House, stranger: Client, own_night: str) -> None:
    path = link_of(house, own_night, "red")
    for do, arguments, words in (
        (None, {}, "The game is open."),
        ("hold_players", {}, "No more bets: the cards are being turned."),
        ("close_to_players", {"player": "red"}, "The dealer acts for you. Tell them what you want."),
        ("close_to_players", {}, "The dealer acts for you. Tell them what you want."),
        ("close_night", {}, "The night is closed."),
    ):
        if do:
            house.do(own_night, do, **arguments)
        assert words in stranger.get(path).text


def test_no_other_link_acts_or_shows_others(house: House, stranger: Client, own_night: str) -> None:
    with house.app.test_request_context():
        looking = player_link(own_night, "red")
    key = looking.rsplit("/", 1)[1]
    assert stranger.get(f"/hand/{key}").status_code == 404
    assert stranger.post(f"/hand/{key}/commands", {"do": "paroli", "bet": "a"}).status_code == 404
    assert stranger.get(link_of(house, own_night, "red") + "x").status_code == 404
    page = stranger.get(link_of(house, own_night, "red"))
    text = page.text
    assert "Ada Lamb" in text
    assert "Wm. Hart" not in text
    assert page.headers["Referrer-Policy"] == "no-referrer"


def test_a_flood_by_a_link_is_turned_away(house: House, stranger: Client, own_night: str) -> None:
    answers = [sent(house, stranger, own_night, "red", do="mask_bet", bet="d")[0] for _ in range(MOST_ACTS + 3)]
    assert answers == [200] * MOST_ACTS + [429] * 3
    # It is the link that waits, and nobody else.
    assert sent(house, stranger, own_night, "blue", do="mask_bet", bet="b") == (200, "")


def test_a_pace_forgets_and_is_bounded() -> None:
    now = [0.0]
    pace = Pace(SharedValues(clock=lambda: now[0]))
    assert [pace.allows("n", "a") for _ in range(MOST_ACTS + 1)] == [True] * MOST_ACTS + [False]
    now[0] = WITHIN_S
    assert pace.allows("n", "a")
    for link in range(MOST_LINKS):
        pace.allows("n", str(link))
    assert [pace.allows("n", "a") for _ in range(MOST_ACTS)] == [True] * MOST_ACTS


def test_the_links_page_has_hands_while_they_can_act(house: House, client: Client, own_night: str) -> None:
    assert "Ada Lamb’s hand" in client.get(f"/nights/{own_night}/links").text
    assert client.get(f"/nights/{own_night}/links?of=red&acts=1").status_code == 200
    faro = house.open_night()
    house.seat(faro, red="Ada Lamb")
    assert client.get(f"/nights/{faro}/links?of=red&acts=1").status_code == 404
    house.do(own_night, "close_night")
    assert "’s hand" not in client.get(f"/nights/{own_night}/links").text
