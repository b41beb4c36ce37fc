"""The list of nights: what each was of, what was dealt, the money of a bank or a pot, who owes what, and a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from dealer.night.result import outstanding
from events.book.book import Book
from events.records import Recorded
from tests.support.forger import told_to_sqlite
from tests.support.house import Client, House
from tests.web.geometry import measure, overlaps, written
from tests.web.tablet_in_browser import Tablet, resize
from web.nights.night_list import NightLines, matching, night_lines
from web.tablet.settling import said_of


def test_a_pot_night_says_what_lies_in_the_pot_and_has_no_bank(house: House) -> None:
    night = house.open_night(game="fan_tan", house="antes", roll=0)
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    (line,) = night_lines(house.assistant)
    assert (line.game, line.dealt, line.money) == ("Fan-Tan (Sevens, Parliament)", "nothing dealt yet", "")
    house.do(night, "start_hand", dealer="red")
    (line,) = night_lines(house.assistant)
    assert (line.dealt, line.money) == ("1 hand", "pot $1")


@pytest.mark.parametrize(("loser", "winner", "money"), [("Q", "2", "bank +$5"), ("2", "Q", "bank −$5")])
def test_a_night_of_both_games_says_what_the_bank_won_or_lost(
    house: House, loser: str, winner: str, money: str
) -> None:
    night = house.open_night(game=["faro", "fan_tan"])
    house.seat(night, red="Ada Lamb", blue="Wm. Hart", white="J. Oakes")
    house.deal(night)
    house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
    house.do(night, "turn", loser=loser, winner=winner)
    (line,) = night_lines(house.assistant)
    assert (line.game, line.dealt) == ("Faro and Fan-Tan (Sevens, Parliament)", "1 deal")
    assert line.money == money


def test_a_night_says_what_is_still_owed_in_it(house: House) -> None:
    night = house.open_night()
    house.seat(night, red="Ada Lamb", blue="Wm. Hart")
    assert night_lines(house.assistant)[0].debts == ()
    house.do(night, "issue_marker", player="red", amount=50_000)
    house.do(night, "lend_stake", lender="red", borrower="blue", amount=2_500)
    house.do(night, "take_pledge", player="blue", amount=1_000, item="watch")
    state = house.assistant.night(night)
    (line,) = night_lines(house.assistant)
    assert [(debt.name, debt.words) for debt in said_of(state, outstanding(state, state.ledger))] == [
        tuple(debt.split(": ", 1)) for debt in line.debts
    ]
    assert [[amount in debt for amount in ("$500", "$25", "$10")].index(True) for debt in line.debts] == [0, 2, 1]
    house.do(night, "redeem_marker", player="red", amount=50_000, **{"with": "checks"})
    assert len(night_lines(house.assistant)[0].debts) == 2


@pytest.mark.parametrize(
    ("wanted", "tables"),
    [
        ("ada", ["Old Lion", "Tiger Nº 1"]),
        ("HART old", ["Old Lion"]),
        ("2026-11-21", ["Tiger Nº 1"]),
        ("21 november", ["Tiger Nº 1"]),
        ("fan-tan", ["Old Lion"]),
        ("  ", ["Old Lion", "Tiger Nº 1"]),
        ("nobody", []),
    ],
)
def test_nights_are_found_by_player_table_date_and_game(house: House, wanted: str, tables: list[str]) -> None:
    house.seat(house.open_night(), red="Ada Lamb")
    house.seat(
        house.open_night(table="Old Lion", date="2026-12-01", game="fan_tan", house="antes"),
        red="Ada Lamb",
        blue="Wm. Hart",
    )
    assert [line.table for line in matching(night_lines(house.assistant), wanted)] == tables


@pytest.mark.browser
def test_a_night_is_found_by_a_typed_name(browser: Browser, address: str, house: House) -> None:
    for number, name in enumerate(("Ada Lamb", "Wm. Hart", "Ada Lamb")):
        house.seat(house.open_night(table=f"Table {number}"), red=name)
    tablet = Tablet(browser, address)
    tablet.go("/")
    lines = tablet.page.locator(".night-line")
    expect(lines).to_have_count(3)
    tablet.touch('[name="find"]')
    tablet.page.keyboard.type("hart")
    tablet.touch(".search button")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Wm. Hart")
    tablet.touch(".search a")
    expect(lines).to_have_count(3)
    tablet.close()


@pytest.mark.browser
def test_the_key_to_the_auditors_room_lies_on_no_word(browser: Browser, address: str, house: House) -> None:
    """Of a night with one line of players and a long line of games, with a dispute and without."""
    for disputed in (False, True):
        night = house.open_night(game=["faro", "fan_tan"])
        house.seat(night, red="Ada Lamb")
        house.do(night, "issue_marker", player="red", amount=50_000)
        house.deal(night)
        house.do(night, "place_bet", bet="a", player="red", kind="single", ranks=["Q"], stake=500)
        house.do(night, "turn", loser="Q", winner="2")
        if disputed:
            house.do(night, "raise_dispute", dispute="d1", player="red", about=1, claim="It was the king")
    tablet = Tablet(browser, address)
    tablet.go("/")
    tablet.page.evaluate("document.fonts.ready")
    for size in ((1024, 768), (1280, 800), (820, 1180), (360, 740)):
        resize(tablet.page, size)
        words = written(tablet.page, ".night-line span")
        assert overlaps(words, measure(tablet.page, ".to-room")) == [], size
    tablet.close()


def test_of_nights_that_have_not_moved_nothing_is_read(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of 300 nights would else fold them all, again and again, and push the one that plays out of hand."""
    nights = [house.open_night() for _ in range(40)]
    client.get("/")
    folded: list[str] = []
    read = Book.facts

    def noted(book: Book, night: str, **of: Any) -> list[Recorded]:
        folded.append(night)
        return read(book, night, **of)

    monkeypatch.setattr(Book, "facts", noted)
    page = client.get("/").get_data(as_text=True)
    assert all(night in page for night in nights)
    assert client.get("/?find=2026-11-21-17").text.count('class="night-line') == 1
    assert set(folded) <= {"staff", "papers"}
    house.seat(nights[3], red="Ada Lamb")
    folded.clear()
    page = client.get("/").get_data(as_text=True)
    assert "Ada Lamb" in page
    assert set(folded) - {"staff", "papers"} <= {nights[3]}


def asked_of(book: Book, call: Callable[[], object]) -> int:
    """How many queries a call makes of a book."""
    with told_to_sqlite(book._reading) as made:
        call()
    return sum(statement.startswith("SELECT") for statement in made)


def test_a_list_costs_the_book_what_has_moved_however_long_it_is(house: House) -> None:
    kept = NightLines()
    nights = [house.open_night()]

    def queries() -> tuple[int, int]:
        """After nothing has moved, and after one night has."""
        kept.all(house.assistant)
        at_rest = asked_of(house.book, lambda: kept.all(house.assistant))
        house.seat(nights[0], **{f"p{len(nights)}": f"Player {len(nights)}"})
        return at_rest, asked_of(house.book, lambda: kept.all(house.assistant))

    of_one_night = queries()
    nights += [house.open_night() for _ in range(30)]
    assert queries() == of_one_night
    assert of_one_night[0] == 1
    assert [line.night for line in kept.all(house.assistant)] == nights[::-1]
    assert "Player 31" in kept.all(house.assistant)[-1].players


def test_the_lines_kept_are_limited(house: House) -> None:
    kept = NightLines(most=3)
    for _ in range(5):
        house.open_night()
    assert len(kept.all(house.assistant)) == 5
    assert len(kept._kept) == 3
    assert [line.night for line in kept.all(house.assistant)] == house.assistant.nights()[::-1]
