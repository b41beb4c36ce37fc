"""Seats and names that are taken for one another are warned of, and nothing else is."""

from __future__ import annotations

import pytest

from dealer.assistant import Assistant, Receipt
from dealer.night.look_alikes import all_look_alikes, skeleton
from dealer.streams.runtime import Sender
from events.book.book import Book
from tests.support.house import small_night

SENDER = Sender(who="M. Earp", device="tablet-1")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("red", "Red"),
        ("red", "r\u0435d"),
        ("RED", "R\u0415D"),
        ("gr\u00fcn", "gru\u0308n"),
        ("light blue", "light\N{NO-BREAK SPACE}blue"),
        ("light blue", "light  blue"),
        ("p1", "pl"),
        ("p1", "pI"),
        ("pO", "p0"),
        ("\uff52\uff45\uff44", "red"),
        ("Arne Cooper", "Ame Cooper"),
        ("\u0421. Moss", "C. Moss"),
        ("\u039a\u03bf\u03c1\u03b1", "Kopa"),
    ],
)
def test_what_is_drawn_alike_has_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("red", "blue"),
        ("p1", "p10"),
        ("gr\u00fcn", "green"),
        ("p1", "p2"),
        ("Ann", "Anna"),
        ("grey", "gray"),
        ("\u041b\u0435\u0432", "Leo"),
    ],
)
def test_what_is_not_drawn_alike_has_another(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_a_table_of_plain_colours_has_no_look_alikes() -> None:
    seats = {"red": "Ada Lamb", "blue": "Wm. Hart", "white": "J. Oakes", "black": "C. Moss", "p1": "Ann", "p10": "Anna"}
    assert list(all_look_alikes(seats)) == []


def test_who_is_seated_beside_a_look_alike_is_seated_and_warned_of() -> None:
    """Sent again the command has the same answer; the seating taken back, the next one is warned of no more."""
    with Book.open() as book:
        night = small_night(book, "Ada Lamb", close=False)
        assistant = Assistant(book)

        def seat(player: str, name: str, ident: str) -> Receipt:
            document = {"do": "seat_player", "player": player, "name": name}
            return assistant.execute(document, SENDER, night=night, command_id=ident)

        assert seat("blue", "Wm. Hart", "a").warnings == ()
        first = seat("Red", "ada lamb", "b")
        assert first.warnings == (
            "The seat “Red” looks like the seat “red” of Ada Lamb.",
            "The name ada lamb of seat “Red” looks like Ada Lamb of seat “red”.",
        )
        assert assistant.night(night).is_seated("Red")
        assistant.execute({"do": "void"}, SENDER, night=night)
        assert seat("r\u0435d", "J. Oakes", "c").warnings == (
            "The seat “r\u0435d” looks like the seat “red” of Ada Lamb.",
        )
        assert seat("Red", "ada lamb", "b") == first
        assert assistant.execute({"do": "tip", "player": "red", "amount": 25}, SENDER, night=night).warnings == ()
