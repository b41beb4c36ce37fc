"""Pots of several games in one night: each has its own, the ledger has them all, and no chip is lost on the way."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.assistant import Assistant
from dealer.games.fan_tan.state import fan_tan_of
from dealer.games.farmer.cards import PACK
from dealer.games.farmer.state import farmer_of
from dealer.games.spoil_five.state import spoil_five_of
from dealer.night.night import Night
from dealer.streams.runtime import Sender
from dealer.verification.night import verify
from events.book.book import Book
from ledger.accounts import POT
from ledger.statement import bank_line, player_line
from tests.support.invariants import assert_replayed
from tests.support.pure import PureNight
from tests.support.tables import SEATS

POT_GAMES = ["farmer", "spoil_five", "fan_tan"]
PLAYERS = SEATS[:4]

players = st.sampled_from((*PLAYERS, "nobody"))
commands = st.one_of(
    st.builds(dict, do=st.just("start_hand"), dealer=players, game=st.sampled_from(POT_GAMES)),
    st.builds(
        dict,
        do=st.just("show_hand"),
        player=players,
        game=st.just("farmer"),
        cards=st.lists(st.sampled_from(PACK), min_size=1, max_size=4, unique=True),
    ),
    st.builds(dict, do=st.just("settle_hand")),
    st.builds(
        dict,
        do=st.just("kill_hand"),
        player=players,
        why=st.sampled_from(("revoke", "exposure", "robbing", "irregular")),
    ),
    st.builds(
        dict,
        do=st.just("score_hand"),
        tricks=st.dictionaries(st.sampled_from(PLAYERS), st.integers(0, 5), max_size=3),
        went_on=st.none() | st.booleans(),
    ),
    st.builds(dict, do=st.just("void_hand"), reason=st.just("foul")),
    st.builds(dict, do=st.just("pass"), player=players),
    st.builds(dict, do=st.sampled_from(("void", "end_hand"))),
    st.builds(dict, do=st.just("leave_table"), player=players),
    st.builds(dict, do=st.just("buy_checks"), player=players, amount=st.just(25)),
)


def opened() -> list[dict[str, Any]]:
    """The beginning of a night of the pot games, at which everybody has a few chips."""
    opening = {"table": "T", "date": "2026-11-22", "game": POT_GAMES, "roll": 0, "dealer": "D"}
    house = {"farmer": {"ante": 2}, "spoil_five": {"chip": 50}, "fan_tan": "antes"}
    lines: list[dict[str, Any]] = [{"do": "open_night", **opening, "house": house}]
    for player in PLAYERS:
        lines.append({"do": "seat_player", "player": player, "name": player.title()})
        lines.append({"do": "buy_checks", "player": player, "amount": 500})
    return lines


def rounds() -> list[dict[str, Any]]:
    """A hand of each game that leaves its pot: a farm that stays, a pool that is spoilt, a dead hand."""
    return [
        {"do": "start_hand", "dealer": "red"},
        *(
            {"do": "show_hand", "player": player, "cards": cards.split()}
            for player, cards in zip(PLAYERS, ("9 5", "9 4", "9 3", "9 2"), strict=True)
        ),
        {"do": "settle_hand"},
        {"do": "start_hand", "game": "spoil_five", "dealer": "blue"},
        {"do": "score_hand", "tricks": {"red": 4, "blue": 1}},
        {"do": "start_hand", "game": "fan_tan", "dealer": "black"},
        *({"do": "pass", "player": player} for player in PLAYERS),
        {"do": "end_hand"},
        {"do": "settle_hand"},
    ]


def pots(night: Night) -> tuple[int, int, int]:
    """What lies in the pot of each game, in cents."""
    return farmer_of(night).pot_cents, spoil_five_of(night).pot_cents, fan_tan_of(night).pot * 25


def test_each_game_keeps_its_own_pot_and_the_ledger_has_them_all() -> None:
    played = PureNight().play([*opened(), *rounds()])
    assert played.refused == []
    assert pots(played.now) == (200, 200, 200)
    assert played.now.ledger.balance(POT) == 600
    assert [game.pot(played.now.tables[game.name]) for game in played.now.games] == [200, 200, 200]


def test_a_pot_is_won_by_its_own_game_alone() -> None:
    played = PureNight().play([*opened(), *rounds()])
    played("start_hand", game="spoil_five", dealer="white")
    played("score_hand", tricks={"red": 3})
    assert pots(played.now) == (200, 0, 200)
    assert [(row["game"], row["left"]) for row in played.result()["hands"] if "game" in row] == [
        ("farmer", 8),
        ("spoil_five", 4),
        ("spoil_five", 0),
    ]


def test_whose_deal_it_is_each_game_counts_for_itself() -> None:
    played = PureNight().play([*opened(), *rounds()])
    assert farmer_of(played.now).farmer_due == "red"
    assert spoil_five_of(played.now).dealer_due(PLAYERS) == "white"
    assert (farmer_of(played.now).dealer, spoil_five_of(played.now).dealer) == ("red", "blue")


def test_a_hand_of_one_game_is_not_begun_while_one_of_another_is_on() -> None:
    played = PureNight().play(opened())
    played("start_hand", dealer="red")
    assert played.refusal("start_hand", game="spoil_five", dealer="red") == "wrong_phase"
    played("void_hand", reason="they would rather play the other")
    played("start_hand", game="spoil_five", dealer="red")
    assert played.refusal("leave_table", player="blue") == "wrong_phase"


def test_the_close_divides_every_pot() -> None:
    played = PureNight().play([*opened(), *rounds()])
    played("close_night")
    nets = {player: line["net"] for player, line in played.result()["players"].items()}
    assert nets == {"red": 75, "blue": -25, "white": -25, "black": -25}
    assert played.now.ledger.balance(POT) == 0


@settings(max_examples=40)
@given(steps=st.lists(commands, max_size=40))
def test_whatever_is_asked_for_no_chip_is_lost_and_the_facts_make_the_night(steps: list[dict[str, Any]]) -> None:
    lines = [*opened(), *rounds(), *steps]
    played = PureNight().play(lines, assert_conserved)
    assert_replayed(played, len(played.recorded) // 2)
    again = PureNight().play(lines)
    assert again.result() == played.result()
    played("close_night")
    assert sum(line["net"] for line in played.result()["players"].values()) == 0
    assert played.now.ledger.balance(POT) == 0


def assert_conserved(night: Night) -> None:
    """The players' nets, the pots, the bank's play and the tokes come to nothing."""
    bank = bank_line(night.ledger)
    nets = sum(player_line(night.ledger, player).net_cents for player in night.seats)
    assert nets + sum(pots(night)) + bank.result_cents + bank.tokes_cents == 0
    assert sum(pots(night)) == night.ledger.balance(POT)


def test_such_a_night_in_the_book_is_verified_and_replayed(book: Book) -> None:
    assistant, sender = Assistant(book), Sender(who="test", device="test")
    opening, *lines = [*opened(), *rounds(), {"do": "void"}, {"do": "close_night"}]
    night = assistant.execute(opening, sender).night
    for line in lines:
        assistant.execute(line, sender, night=night)
    assert verify(book, night).sound
    assert Assistant(book).night(night).tables == assistant.night(night).tables
