"""The page behind the square code of a sheet: open to whoever holds one, and silent on everything but that sheet."""

from __future__ import annotations

import re
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from io import BytesIO
from urllib.parse import urlencode

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from events.book.book import Book
from reports.pdf.seal import Seal, read_seal, seal_of
from reports.sheets.papers import settlement_name
from tests.support.house import Client, House
from web.app.background_work import turn_of
from web.papers import papers
from web.papers.pages import FOR_S, MOST_AT_ONCE, MOST_WRONG, Desk

AGREES, DOES_NOT = "<b>It agrees.</b>", "<b>It does not agree.</b>"


def sealed(house: House, night: str, player: str | None = None) -> Seal:
    return seal_of(house.assistant.night(night), house.book.facts(night), player)


def asked(client: Client, seal: Seal | str) -> str:
    text = seal if isinstance(seal, str) else seal.text
    return client.get(f"/sheet?{urlencode({'seal': text})}").get_data(as_text=True)


def test_a_sheet_agrees_for_whoever_holds_it_and_still_does_when_the_night_has_gone_on(
    house: House, stranger: Client, night: str
) -> None:
    seal = sealed(house, night, "red")
    page = asked(stranger, seal)
    assert AGREES in page
    assert "Nothing came since." in page
    assert "<dt>result of seat 1 (red)</dt>" in page
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser="2", winner="Q")
    page = asked(stranger, seal)
    assert AGREES in page
    assert f"{house.result(night)['events'] - seal.version} facts came since." in page


def test_what_does_not_agree_is_said_in_one_sentence_and_no_figure_of_the_book(
    house: House, client: Client, stranger: Client, night: str
) -> None:
    seal = replace(sealed(house, night, "red"), nets_cents={1: 123_400})
    page = asked(stranger, seal)
    assert DOES_NOT in page
    assert "figures are not those of the book" in page
    assert "in the book.</p>" not in page
    assert "Result of red: $1,234 on the sheet, $0 in the book." in asked(client, seal)


def test_which_nights_there_are_and_how_long_is_said_to_the_staff_alone(
    house: House, client: Client, stranger: Client, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger is told one thing of every hash that is not in the book, and no night is read for it."""
    true = sealed(house, night, "red")
    others = {
        "The book has no night": replace(true, night="1882-01-01-1"),
        "and has fewer now": replace(true, version=true.version + 60),
        "is not that of fact": replace(true, head="0" * 64),
    }
    for said, seal in others.items():
        page = asked(client, seal)
        assert DOES_NOT in page
        assert said in page
    monkeypatch.delattr(Book, "rows")
    told = {re.findall("<p>(.*?)</p>", asked(stranger, seal))[1] for seal in others.values()}
    assert len(told) == 1
    assert told.pop().startswith("The hash on the sheet is not in the book:")


def test_what_is_no_seal_is_said_beside_the_form(stranger: Client) -> None:
    assert '<textarea id="seal"' in stranger.get("/sheet").get_data(as_text=True)
    for seal in ("<b>nothing</b>", "http://["):
        answer = stranger.get(f"/sheet?seal={seal}")
        assert answer.status_code == 400
        page = answer.get_data(as_text=True)
        assert "This is no seal of a sheet." in page
        assert "<b>nothing" not in page


def test_the_staffs_register_is_no_night(house: House, client: Client, stranger: Client, night: str) -> None:
    first = house.book.facts("staff")[0]
    for version in (1, 10**6):
        seal = replace(sealed(house, night), night="staff", version=version, head=first.hash)
        assert "The book has no night staff" in asked(client, seal)
        assert "The hash on the sheet is not in the book" in asked(stranger, seal)


def test_the_address_on_the_paper_is_this_house_and_it_agrees(
    house: House, stranger: Client, night: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes: list[str] = []
    monkeypatch.setattr("reports.pdf.render.code_on_paper", lambda text: codes.append(text) or "")
    with house.app.test_request_context(base_url="http://cage.lan:8321"):
        state, facts = house.assistant.night(night), house.book.facts(night)
        paper = papers.print_paper(state, facts, settlement_name(state, "red"))
    assert len(PdfReader(BytesIO(paper)).pages) == 1
    address = next(one for one in codes if "/sheet" in one)
    assert address.startswith("http://cage.lan:8321/sheet?seal=CASEKEEPER+3+2026-11-21-1+")
    assert read_seal(address) == sealed(house, night, "red")
    assert AGREES in stranger.get(address.removeprefix("http://cage.lan:8321")).get_data(as_text=True)


def test_guessing_at_somebodys_result_is_soon_turned_away(house: House, client: Client, night: str) -> None:
    """Who holds a sheet knows a hash; by trying figures with it they would learn the others' results."""
    now = [0.0]
    desk = Desk(clock=lambda: now[0])
    house.app.extensions["casekeeper sheets"] = desk
    holder = Client(house.app.test_client())
    true = sealed(house, night, "red")
    other = house.open_night()
    house.seat(other, red="Ada Lamb")
    for guess in range(MOST_WRONG):
        assert DOES_NOT in asked(holder, replace(true, nets_cents={2: 25 * (guess + 1)}))
    assert "Too many wrong sheets were asked about; try again in 10 minutes." in asked(holder, true)
    assert AGREES in asked(client, true), "the staff were turned away"
    assert AGREES in asked(holder, sealed(house, other, "red")), "the sheets of another night were turned away"
    now[0] += FOR_S
    assert AGREES in asked(holder, true)


def test_a_crowd_waits_no_longer_than_a_few(house: House, night: str) -> None:
    """As long as somebody else has the turn, so many wait for it, and who comes then is sent away at once."""
    seal = sealed(house, night)
    clients = [Client(house.app.test_client()) for _ in range(MOST_AT_ONCE + 1)]
    with ThreadPoolExecutor(len(clients)) as crowd:
        with turn_of(house.app):
            answers = [crowd.submit(asked, client, seal) for client in clients]
            done, waiting = wait(answers, timeout=20, return_when=FIRST_COMPLETED)
            assert [len(done), len(waiting)] == [1, MOST_AT_ONCE]
        assert "Other sheets are being checked; try again in a moment." in done.pop().result()
        assert all(AGREES in answer.result() for answer in waiting)
