"""The list of nights: what each was of, what was dealt, and the money of a bank or of a pot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser

from events.book.book import Book
from events.records import Recorded
from tests.support.house import Client, House
from tests.support.told_to_sqlite import told_to_sqlite
from tests.web.geometry import measure, overlaps, written
from tests.web.tablet_in_browser import Tablet, resize
from web.nights.night_list import NightLines, night_lines


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


@pytest.mark.browser
def test_the_key_to_the_auditors_room_lies_on_no_word(browser: Browser, address: str, house: House) -> None:
    """Of a night with one line of players and a long line of games, with a dispute and without."""
    for disputed in (False, True):
        night = house.open_night(game=["faro", "fan_tan"])
        house.seat(night, red="Ada Lamb")
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
