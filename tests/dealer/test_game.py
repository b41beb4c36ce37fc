"""What a game is by its defaults: a table that opens, seats players, moves money and closes, registered at any time.

The game of most tests is a toy that has commands, events and ``decide``, and little else: high or low, for a stake.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer.commands.refusal import Refusal
from dealer.game.game import TABLE, Game
from dealer.game.table import CHUNK, GameTable, Grown
from dealer.games import GAMES
from dealer.night.evolve import History
from dealer.night.result import result_of
from dealer.night_service import NightService
from dealer.streams import Sender
from dealer.verification.streams import verify
from dealer.what_if import Put, what_if
from events.book.book import Book
from tests.toys.registers import toys_registered


class House:
    """A book and a service, and a night of a game."""

    def __init__(self, book: Book, game: Any = "high_low", **house: Any) -> None:
        self.book, self.service, self.night = book, NightService(book), ""
        self("open_night", table="1", date="2026-11-21", game=game, house=house or "usual", roll=100_000, dealer="Ann")
        for player in ("red", "blue"):
            self("seat_player", player=player, name=player.title())
            self("buy_checks", player=player, amount=10_000)

    def __call__(self, do: str, **arguments: Any) -> None:
        sender = Sender(who="Ann", device="t")
        self.night = self.service.execute({"do": do, **arguments}, sender, night=self.night or None).night

    @property
    def table(self) -> GameTable:
        table: GameTable = self.service.night(self.night).tables["high_low"]
        return table


@pytest.fixture
def book(monkeypatch: pytest.MonkeyPatch) -> Iterator[Book]:
    """A book for games of which neither clears stakes away at the close."""
    with toys_registered(), monkeypatch.context() as registered, Book.open() as opened:
        toy, plain = GAMES["high_low"], Game(name="old_maid", commands=(GAMES["high_low"].words["turn_card"],))
        registered.setitem(GAMES, "high_low", replace(toy, closing=plain.closing))
        registered.setitem(GAMES, "old_maid", plain)
        yield opened


@pytest.fixture
def house(book: Book) -> House:
    """A round won and lost, and another begun."""
    house = House(book)
    for number in (1, 2):
        house("back_side", player="red", side="high", stake=500)
        house("back_side", player="blue", side="low", stake=300)
        if number == 1:
            house("turn_card", card="Ks")
    return house


def test_a_name_alone_makes_a_game_that_opens_seats_and_closes(book: Book) -> None:
    house = House(book, "old_maid", check=25, marker_limit=500)
    opened = house.service.night(house.night)
    assert opened.opened.house == {"preset": "usual", "check": 25, "marker": 50_000, "marker_limit": 500}
    assert (opened.check_cents, opened.marker_limit_cents, opened.games[0].title) == (25, 500, "Old Maid")
    with pytest.raises(Refusal, match="'turn_card' is not played here"):
        house("turn_card", card="Ks")
    house("close_night")
    assert house.service.night(house.night).closed
    assert verify(book, house.night).sound


def test_the_table_follows_the_base_events(house: House) -> None:
    game = house.service.night(house.night).games[0]
    assert (house.table.round, set(house.table.open_bets)) == (2, {"2-red", "2-blue"})
    assert (game.rounds(house.table), game.stakes(house.table)["red"]) == (2, 500)
    house("void")
    house("turn_card", card="2s")
    assert dict(house.table.staked_cents) == {"red": 0, "blue": 0}
    assert house.table.seated == ("red", "blue")
    house("leave_table", player="red")
    assert house.table.seated == ("blue",)


def test_stakes_that_lie_keep_a_player_and_the_night(house: House) -> None:
    for do, arguments, why in (
        ("leave_table", {"player": "red"}, "stakes on the layout"),
        ("close_night", {}, "There are stakes on the layout"),
    ):
        with pytest.raises(Refusal, match=why) as refused:
            house(do, **arguments)
        assert refused.value.code == "wrong_phase"


def test_bets_and_turns_can_be_disputed_and_the_result_has_its_settlements(house: House) -> None:
    house("turn_card", card="2s")
    house("raise_dispute", dispute="d", player="red", about="2-red", claim="I said low")
    for about in ("1-green", 9):
        with pytest.raises(Refusal):
            house("raise_dispute", dispute="f", player="red", about=about, claim="I said low")
    correction = {"from": "bank", "to": "red", "amount": 500}
    house("rule_dispute", dispute="d", ruling="corrected", reason="So.", corrections=[correction])
    house("close_night")
    assert verify(house.book, house.night).sound
    result = result_of(house.service.night(house.night), house.book.events(house.night))
    assert [(row["bet"], row["deal"], row["result"]) for row in result["bets"]] == [
        ("1-red", 1, "won"),
        ("1-blue", 1, "lost"),
        ("2-red", 2, "lost"),
        ("2-blue", 2, "won"),
    ]
    assert {player: line["net"] for player, line in result["players"].items()} == {"red": 500, "blue": 0}


def test_a_command_is_changed_for_trial_and_put_right_in_its_place(house: House) -> None:
    commands = house.book.commands(house.night)
    turn = next(command for command in commands if command.document["do"] == "turn_card")
    instead = {"do": "turn_card", "card": "2s"}
    history = History.of(house.book.events(house.night))
    other = what_if(history, commands, [Put(turn.number, instead)], house.service.house_history().at).differences
    assert {player.player: player.cents for player in other.players} == {"red": -1_000, "blue": 600}
    assert [(bet.bet, bet.game) for bet in other.bets] == [("1-red", "high_low"), ("1-blue", "high_low")]
    assert not other.of("high_low", TABLE)
    backed = {"do": "back_side", "player": "blue", "side": "high", "stake": 700}
    house("amend", command=commands[-1].id, instead=backed, drop=[])
    house("turn_card", card="Ks")
    players = result_of(house.service.night(house.night), house.book.events(house.night))["players"]
    assert {player: line["net"] for player, line in players.items()} == {"red": 1_000, "blue": 400}
    assert verify(house.book, house.night).sound


def test_two_games_of_one_night_follow_their_own_events_alone(book: Book) -> None:
    house = House(book, ["high_low", "old_maid"])
    house("back_side", player="red", side="high", stake=500)
    tables = house.service.night(house.night).tables
    assert (tables["high_low"].round, tables["old_maid"].round) == (1, 0)
    assert tables["old_maid"].seated == ("red", "blue")


ENTRIES = st.dictionaries(st.text(max_size=4), st.integers(), max_size=3 * CHUNK)


@given(entries=ENTRIES, key=st.text(min_size=5))
def test_a_grown_mapping_equals_a_dict_and_leaves_its_source_alone(entries: dict[str, int], key: str) -> None:
    grown = Grown[int]()
    for name, value in entries.items():
        grown = grown.with_one(name, value)
    after = grown.with_one(key, 1)
    assert (list(grown), list(grown.values()), len(grown)) == (list(entries), list(entries.values()), len(entries))
    assert all(name in grown and grown.get(name) == value for name, value in entries.items())
    assert key not in grown
    assert grown.get(key) is None
    assert list(after) == [*entries, key]
