"""Seats that are inserted and moved, and players who sit hands out."""

from __future__ import annotations

from typing import Any

import pytest

from dealer.commands.refusal import Refusal
from dealer.night.closing import close_night
from events.book.fact_types import encode
from events.facts.night import PlayerSeated
from events.games.farmer import FarmDivided
from ledger.accounts import checks
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
    ("after", "order"),
    [
        (None, "red blue white green black"),
        ("", "black red blue white green"),
        ("red", "red black blue white green"),
        ("green", "red blue white green black"),
    ],
)
def test_a_newcomer_sits_last_or_where_they_are_placed(after: str | None, order: str) -> None:
    table = Table()
    table("seat_player", player="black", name="Ringo", **({} if after is None else {"after": after}))
    assert " ".join(table.now.seated) == order
    table("buy_checks", player="black", amount=5_000)
    at = order.split().index("blue") + 1
    assert table.begin("farmer", "blue") == (*order.split()[at:], *order.split()[:at])


@pytest.mark.parametrize(
    ("player", "after", "order"),
    [
        ("red", "white", "blue white red green"),
        ("green", "", "green red blue white"),
        ("white", "red", "red white blue green"),
        ("blue", "red", "red blue white green"),
    ],
)
def test_a_seat_moves_between_hands_and_play_goes_by_the_new_order(player: str, after: str, order: str) -> None:
    table = Table()
    table("move_seat", player=player, after=after)
    assert " ".join(table.now.seated) == order
    table("void")
    assert tuple(table.now.seated) == SEATS


@pytest.mark.parametrize(("after", "order"), [(None, "red blue white green"), ("red", "red white blue green")])
def test_who_returns_has_the_old_place_or_another(after: str | None, order: str) -> None:
    table = Table()
    table("sit_out", player="white")
    table("leave_table", player="white")
    assert "white" not in table.now.seated
    table("seat_player", player="white", name="Kate", **({} if after is None else {"after": after}))
    assert " ".join(table.now.seated) == order
    assert not table.now.seats["white"].sits_out


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


def test_nobody_moves_while_a_hand_is_on_but_a_newcomer_is_placed() -> None:
    table = Table()
    players = table.begin("farmer", "red")
    assert table.refusal("move_seat", player="red", after="blue") == "wrong_phase"
    assert table.refusal("move_seat", player="red") == "wrong_phase", "the time comes before the form"
    table("seat_player", player="black", name="Ringo", after="red")
    table("sit_out", player="blue")
    assert table.now.tables["farmer"].players == players, "the hand that is on stays as it is"


def test_partners_change_with_the_seats_from_one_match_to_the_next() -> None:
    table = Table("five_hundred")
    partners, others = [["red", "white"], ["blue", "green"]], [["red", "blue"], ["white", "green"]]
    table("start_match", sides=partners)
    table("abandon_match", reason="supper")
    assert table.refusal("start_match", sides=others) == "bad_input"
    table("move_seat", player="blue", after="white")
    table("start_match", sides=others)
    assert table.begin("five_hundred", "red") == ("white", "blue", "green", "red")


def test_the_odd_chips_of_a_pot_go_round_by_the_seats_as_moved() -> None:
    table = Table()
    table.begin("farmer", "red")
    for player, cards in zip(("blue", "white", "green", "red"), ("9 5", "9 4", "9 3", "9 2"), strict=True):
        table("show_hand", player=player, cards=cards.split())
    table("settle_hand")
    table("seat_player", player="black", name="Ringo", after="red")
    table("move_seat", player="green", after="red")
    shared = [fact.player for fact in close_night(table.now) if isinstance(fact, FarmDivided)]
    assert shared == ["green", "black", "blue", "white"]


@pytest.mark.parametrize("game", [*EVERYBODY_PLAYS, "frog"])
def test_who_sits_out_is_dealt_no_hand_and_pays_no_ante(game: str) -> None:
    table = Table(game)
    table("sit_out", player="white")
    table("sit_out", player="white")
    assert table.begin(game, "blue") == ("green", "red", "blue")
    assert table.now.ledger.balance(checks("white")) == 5_000
    table("void_hand", reason="foul")
    table("sit_in", player="white")
    assert "white" in table.begin(game, "blue")


@pytest.mark.parametrize("game", [*EVERYBODY_PLAYS, "frog"])
def test_the_deal_passes_over_who_sits_out(game: str) -> None:
    table = Table(game, **({"preset": "antes"} if game == "fan_tan" else {}))
    table.begin(game, "blue")
    table("void_hand", reason="foul")
    table("sit_out", player="blue")
    refused = table.refused_with("start_hand", game=game, dealer="blue")
    assert (refused.code, refused.values.get("player")) == ("bad_input", {"type": "player", "seat": "blue"})
    assert table.begin(game, "white") == ("green", "red", "white")


@pytest.mark.parametrize("game", [*EVERYBODY_PLAYS, "frog"])
def test_too_few_who_play_are_refused_with_the_names_of_who_sits_out(game: str) -> None:
    table, fewest = Table(game), FEWEST.get(game, 2)
    for player in SEATS[fewest - 1 :]:
        table("sit_out", player=player)
    refused = table.refused_with("start_hand", game=game, dealer="red")
    assert refused.code == "not_allowed_here"
    said = refused.among(table.now.names)
    assert all(NAMES[player] in said for player in SEATS[fewest - 1 :])
    assert not any(player in said for player in SEATS)


def test_who_sits_out_still_has_their_part_of_a_pot_and_may_be_named_to_play() -> None:
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
