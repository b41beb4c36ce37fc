"""``casekeeper cards --from-nights``: proposes cards for the names of old nights, and registers what is confirmed."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealer.night_service import NightService
from events.book.book import Book
from events.common.house import HOUSE
from tests.support.house import EARP, small_night
from tests.web.command_line.called import casekeeper


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """Three nights: two of Ada Lamb, written in two ways, and others; Wm. Hart has a card."""
    path = tmp_path / "night.db"
    with Book.open(path) as opened:
        NightService(opened).execute_for_house({"do": "register_player", "card": "hart", "name": "Wm. Hart"}, EARP)
        small_night(opened, "Ada Lamb", "wm.  hart", "Wm Hart", date="2026-11-20")
        small_night(opened, "ada  LAMB", "Ada Larnb", date="2026-11-21")
        small_night(opened, "Ada Lamb", "李", date="2026-11-22", close=False)
    return path


LISTED = """\
Similar names, perhaps one person:
Ada Lamb (card ada-lamb)
    3 nights: 2026-11-20-1, 2026-11-21-1, 2026-11-22-1
    also written ada  LAMB
Ada Larnb (card ada-larnb)
    1 night: 2026-11-21-1
Wm Hart (card wm-hart)
    1 night: 2026-11-20-1
    The card hart of Wm. Hart has a similar name. Join the cards on the page
    People.
李 (card 李)
    1 night: 2026-11-22-1
"""


def cards_of(path: Path) -> dict[str, tuple[str, int, int]]:
    with Book.open(path) as book:
        return {card.key: (card.name, card.nights, card.net_cents) for card in NightService(book).house().open_cards}


def test_cards_are_listed_and_nothing_is_changed(book: Path) -> None:
    ran = casekeeper("cards", "--from-nights", "--book", book)
    assert ran.stdout == LISTED + "\n4 cards proposed, nothing changed. Register them with --confirm or --ask.\n"
    assert list(cards_of(book)) == ["hart"]


def test_confirmed_cards_are_registered_and_old_nights_stay_as_they_are(book: Path) -> None:
    def nights() -> list[str]:
        with Book.open(book) as opened:
            return [opened.events(night)[-1].hash for night in opened.nights()]

    before = nights()
    ran = casekeeper("cards", "--from-nights", "--confirm", "--book", book)
    assert ran.stdout == LISTED + "\n4 cards registered.\n"
    assert nights() == before
    names = {"ada-lamb": "Ada Lamb", "ada-larnb": "Ada Larnb", "wm-hart": "Wm Hart", "李": "李"}
    assert cards_of(book) == {"hart": ("Wm. Hart", 0, 0), **{key: (name, 0, 0) for key, name in names.items()}}
    again = casekeeper("cards", "--from-nights", "--confirm", "--book", book)
    assert again.stdout == "Every player of a night has a card.\n"
    with Book.open(book) as opened:
        assert {row.who for row in opened.commands(HOUSE) if row.document["do"] == "register_player"} == {
            "M. Earp",
            "the terminal",
        }


def test_each_player_is_asked_for(book: Path) -> None:
    ran = casekeeper("cards", "--from-nights", "--ask", "--book", book, typed="y\nn\n\ny\n")
    assert ran.stdout.endswith("\n2 cards registered.\n")
    assert set(cards_of(book)) == {"hart", "ada-lamb", "李"}


def test_nobody_of_a_demonstration_is_proposed(tmp_path: Path) -> None:
    assert casekeeper("demo", "--game", "farmer", "--deals", 1, "--book", tmp_path / "night.db").exit_code == 0
    ran = casekeeper("cards", "--from-nights", "--book", tmp_path / "night.db")
    assert ran.stdout == "Every player of a night has a card.\n"


def test_what_to_do_must_be_clear(book: Path) -> None:
    assert casekeeper("cards", "--book", book).exit_code == 2
    assert casekeeper("cards", "--from-nights", "--confirm", "--ask", "--book", book).exit_code == 2
