"""Seats: what is refused, players who sit hands out, and warnings of similar seats and names."""

from __future__ import annotations

import doctest
from typing import Any

import pytest

import events.printable
from dealer.commands.refusal import Refusal
from dealer.night.similar_names import all_look_alikes, skeleton
from dealer.night_service import NightService, Receipt
from dealer.streams import Sender
from events.book.book import Book
from events.book.event_types import encode
from events.common.night import PlayerSeated
from tests.support.house import small_night
from tests.support.pure import PureNight

SEATS = ("red", "blue", "white", "green")
NAMES = {"red": "Wyatt", "blue": "Doc", "white": "Kate", "green": "Bat", "black": "Ringo"}
EVERYBODY_PLAYS = ("fan_tan", "farmer", "spoil_five", "five_in_one")
FEWEST = {"fan_tan": 3, "frog": 3}


class Table(PureNight):
    """An open night of some games with four seated, $50 each."""

    def __init__(self, *games: str, **house: Any) -> None:
        super().__init__()
        opening = {"table": "T", "date": "2026-11-21", "roll": 0, "dealer": "D", "house": house or "usual"}
        self("open_night", game=list(games) or "farmer", **opening)
        for player in SEATS:
            self("seat_player", player=player, name=NAMES[player])
            self("buy_checks", player=player, amount=5_000)

    def begin(self, game: str, dealer: str, **more: Any) -> tuple[str, ...]:
        """Begin a hand of a game; who plays it, from the dealer's left."""
        self("start_hand", game=game, dealer=dealer, **more)
        return tuple(self.now.tables[game].players)

    def refused_with(self, do: str, **arguments: Any) -> Refusal:
        """The refusal of a command."""
        with pytest.raises(Refusal) as caught:
            self(do, **arguments)
        return caught.value


@pytest.mark.parametrize(
    ("do", "arguments", "code"),
    [
        ("move_seat", {"player": "black", "after": ""}, "unknown_player"),
        ("move_seat", {"player": "red", "after": "black"}, "unknown_player"),
        ("move_seat", {"player": "red", "after": "red"}, "bad_input"),
        ("move_seat", {"player": "red"}, "bad_input"),
        ("move_seat", {"player": "red", "after": 7}, "bad_input"),
        ("seat_player", {"player": "black", "name": "Ringo", "after": "brown"}, "unknown_player"),
        ("seat_player", {"player": "black", "name": "Ringo", "after": "black"}, "unknown_player"),
        ("seat_player", {"player": "red", "name": "Wyatt", "after": "blue"}, "already_done"),
        ("sit_out", {"player": "black"}, "unknown_player"),
        ("sit_in", {}, "bad_input"),
    ],
)
def test_what_cannot_be_said_of_a_seat_is_refused(do: str, arguments: dict[str, Any], code: str) -> None:
    assert Table().refusal(do, **arguments) == code


@pytest.mark.parametrize("game", [*EVERYBODY_PLAYS, "frog"])
def test_too_few_players_are_refused_with_the_names_of_those_sitting_out(game: str) -> None:
    table, fewest = Table(game), FEWEST.get(game, 2)
    for player in SEATS[fewest - 1 :]:
        table("sit_out", player=player)
    refused = table.refused_with("start_hand", game=game, dealer="red")
    assert refused.code == "not_allowed_here"
    text = refused.among(table.now.names)
    assert all(NAMES[player] in text for player in SEATS[fewest - 1 :])
    assert not any(player in text for player in SEATS)


def test_a_player_sitting_out_may_be_named_to_play() -> None:
    table = Table("farmer", "frog", "five_hundred")
    table.begin("frog", "red", players=["red", "blue", "white"])
    table("void_hand", reason="foul")
    table("sit_out", player="green")
    assert "green" in table.begin("frog", "red", players=["red", "blue", "green"])
    table("void_hand", reason="foul")
    table("start_match", sides=[["red"], ["blue"], ["green"]])
    assert "green" in table.begin("five_hundred", "red")


def test_a_seat_taken_without_a_place_is_recorded_as_it_always_was() -> None:
    assert "after" not in encode(PlayerSeated(player="red", name="Wyatt"))
    assert '"after":""' in encode(PlayerSeated(player="red", name="Wyatt", after=""))


SENDER = Sender(who="M. Earp", device="tablet-1")


def test_a_similar_seat_is_taken_with_a_warning() -> None:
    """Sent again the command has the same answer; the seating taken back, the next one is warned of no more."""
    with Book.open() as book:
        night = small_night(book, "Ada Lamb", close=False)
        service = NightService(book)

        def seat(player: str, name: str, ident: str) -> Receipt:
            document = {"do": "seat_player", "player": player, "name": name}
            return service.execute(document, SENDER, night=night, command_id=ident)

        assert seat("blue", "Wm. Hart", "a").warnings == ()
        first = seat("Red", "ada lamb", "b")
        assert tuple(map(str, first.warnings)) == (
            "The seat “Red” looks like the seat “red” of Ada Lamb.",
            "The name ada lamb of seat “Red” looks like Ada Lamb of seat “red”.",
        )
        assert service.night(night).is_seated("Red")
        service.execute({"do": "void"}, SENDER, night=night)
        assert tuple(map(str, seat("r\u0435d", "J. Oakes", "c").warnings)) == (
            "The seat “r\u0435d” looks like the seat “red” of Ada Lamb.",
        )
        assert seat("Red", "ada lamb", "b") == first
        assert service.execute({"do": "tip", "player": "red", "amount": 25}, SENDER, night=night).warnings == ()


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("علی\u200cرضا", "علی\u200cرضا"),  # Persian, with a non-joiner between its parts
        ("ශ්\u200dරී", "ශ්\u200dරී"),  # Sinhala, joined
        ("ചന്ദ്രന്\u200d", "ചന്ദ്രന്\u200d"),  # Malayalam, whose last letter is made by a joiner
        ("👩\u200d🌾 Ada", "👩\u200d🌾 Ada"),
        ("Ada\u00a0Lamb", "Ada Lamb"),
        ("Jean\u202fLuc", "Jean Luc"),
        ("山田\u3000太郎", "山田 太郎"),
        ("Rosen\u00adkranz", "Rosenkranz"),
        ("דוד\u200f", "דוד"),
        ("Zoë\u00a0", "Zoë"),
        ("\ufeffAda\u200b", "Ada"),
        ("\u202aAda\u202c", "Ada"),
        ("A\u200dda \u200cLamb", "Ada Lamb"),  # a joiner between letters that do not join
    ],
)
def test_a_name_keeps_what_its_script_needs_and_no_other_invisible_characters(typed: str, stored: str) -> None:
    table = Table("farmer")
    table("seat_player", player="black", name=typed)
    assert table.now.seats["black"].name == stored


def test_the_examples_of_plain_text_hold() -> None:
    assert doctest.testmod(events.printable).failed == 0


@pytest.mark.parametrize("typed", ["\u200d", "\u00a0", "Ada\u0000", "Ada\nLamb", "Ada\tLamb", "Ada\ue000", "Ada\u2028"])
def test_a_name_of_nothing_or_with_control_characters_is_refused(typed: str) -> None:
    refusal = Table("farmer").refused_with("seat_player", player="black", name=typed)
    assert refusal.code == "bad_input"
    assert refusal.why.isprintable()


SIMILAR = [
    *(("red", "Red"), ("red", "r\u0435d"), ("RED", "R\u0415D"), ("gr\u00fcn", "gru\u0308n")),
    *(("light blue", "light\N{NO-BREAK SPACE}blue"), ("light blue", "light  blue")),
    *(("Ada", "Ad\u200da"), ("علی\u200cرضا", "علیرضا")),
    *(("p1", "pl"), ("p1", "pI"), ("pO", "p0"), ("\uff52\uff45\uff44", "red")),
    *(("Arne Cooper", "Ame Cooper"), ("\u0421. Moss", "C. Moss"), ("\u039a\u03bf\u03c1\u03b1", "Kopa")),
]
DIFFERENT = [
    *(("red", "blue"), ("p1", "p10"), ("gr\u00fcn", "green"), ("p1", "p2")),
    *(("Ann", "Anna"), ("grey", "gray"), ("\u041b\u0435\u0432", "Leo")),
]


@pytest.mark.parametrize(("name", "other", "similar"), [(*p, True) for p in SIMILAR] + [(*p, False) for p in DIFFERENT])
def test_names_that_look_alike_have_one_skeleton_and_no_others(name: str, other: str, similar: bool) -> None:
    assert (skeleton(name) == skeleton(other)) is similar
    assert bool(list(all_look_alikes({"seat1": name, "seat2": other}))) is similar
