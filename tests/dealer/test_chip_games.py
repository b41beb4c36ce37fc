"""Games for chips, what they share: houses, how a hand begins and ends, pots, and that no chip is made or lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.games import GAMES
from dealer.games.pharo.state import pharo_of
from dealer.night.night import Night
from dealer.night_service import NightService
from dealer.streams import Sender
from dealer.verification.streams import verify
from events.book.book import Book
from ledger.accounts import POT
from ledger.statement import bank_line, player_line
from tests.oracle.random_games import random_mixed_night, random_night_of
from tests.support.invariants import assert_replayed
from tests.support.pure import PureNight, refusal_code
from tests.support.tables import SEATS, ChipTable

HOUSES: dict[tuple[str, str], dict[str, Any]] = {
    ("farmer", "farm"): {"chip": 25, "ante": 1, "farmer_plays": True, "nearest_pays": 1, "over_pays": 1},
    ("farmer", "banker"): {"chip": 25, "ante": 1, "farmer_plays": False, "nearest_pays": 1, "over_pays": 1},
    ("five_in_one", "five_in_one"): {"chip": 25, "cold_hand_pays": 1, "hit_pays": 1},
    ("frog", "frog"): {"chip": 25, "frog": 1, "chico": 2, "grand": 3},
    ("spoil_five", "spoil_five"): {"chip": 25, "ante": 1, "all_five": 1},
    ("pharo", "hoyle"): {"check": 25, "limit": 10_000, "late_cards": 8, "highest": 5, "drawn": "punter"}
    | {"figures": True, "oppose": True, "hockley": True, "carry": "soixante"},
    ("pharo", "salon"): {"check": 25, "limit": 10_000, "late_cards": 0, "carry": "none"},
    ("fan_tan", "encyclopedia"): {"chip": 25, "ante": 0, "ante_extra": 0, "pass_pays": 1, "card_pays": 1, "opener": "7"}
    | {"several_openers": False, "several_cards": False, "deal_moves": False}
    | {"wrong_pass": 0, "wrong_pass_opener": 0, "dead_hand": 0},
    ("fan_tan", "antes"): {"chip": 25, "ante": 1, "ante_extra": 2, "pass_pays": 0, "card_pays": 1, "opener": "7"}
    | {"several_openers": True, "several_cards": True, "deal_moves": True}
    | {"wrong_pass": 3, "wrong_pass_opener": 5, "dead_hand": 1},
}
"""The contract's tables of settings; the first preset of each game is the usual one."""

UNREADABLE: dict[str, list[Any]] = {
    "faro": [
        *(
            "saloon",
            7,
            {"preset": "antes"},
            {"limits": 5},
            {"limit": 0},
            {"limit": 10},
            {"turns": 24},
            {"kinds": ["bet"]},
        ),
        *({"marker_limit": 10}, {"marker_limit": 0}, {"marker_limit": "much"}, {"limit": 99.5}, {"both_ways": "never"}),
        *({"copper": "yes"}, {"check": True}, []),
    ],
    "farmer": ["roulette", {"chip": 0}, {"ante": -1}, {"ante": True}, {"farmer_plays": 1}, {"over_pays": 1.5}],
    "five_in_one": ["farm", {"chip": 0}, {"cold_hand_pays": -1}, {"hit_pays": True}, {"hit_pays": 1.5}, {"ante": 1}],
    "frog": ["farm", {"chip": 0}, {"frog": -1}, {"grand": 1.5}, {"ante": 1}],
    "spoil_five": ["farm", {"chip": 0}, {"ante": -1}, {"all_five": None}, {"goal": 5}],
    "pharo": [
        *({"check": 0}, {"minimum": 0}, {"limit": 0}, {"highest": 0}, {"drawn": "both"}, {"carry": "all"}),
        *({"hockley": 1}, {"late_cards": -1}, {"preset": "farm"}, {"box": 1}),
    ],
    "fan_tan": [
        *("roulette", None, 7, [], {"preset": "roulette"}, {"chip": 0}, {"chip": 2.5}, {"ante": -1}),
        *({"pass_pays": True}, {"opener": "8"}, {"first": "7s"}, {"counted": "cents"}, {"several_openers": 1}),
        *({"free_passes": -1}, {"unknown": 1}, {"preset": "five_or_nine", "first": "7d"}),
    ],
}


@pytest.mark.parametrize(("game", "preset"), HOUSES)
def test_the_presets_are_the_contracts(game: str, preset: str) -> None:
    house = GAMES[game].read_house(preset)
    assert {name: house[name] for name in HOUSES[game, preset]} == HOUSES[game, preset]
    assert GAMES[game].read_house({})["preset"] == next(name for other, name in HOUSES if other == game)


@pytest.mark.parametrize(("game", "house"), [(game, house) for game, houses in UNREADABLE.items() for house in houses])
def test_a_house_that_does_not_read_is_refused(game: str, house: Any) -> None:
    assert refusal_code(lambda: GAMES[game].read_house(house)) == "bad_input"


NUMBERS = {"farmer": (2, 8), "spoil_five": (2, 10), "five_in_one": (2, 10), "frog": (3, 4)}
"""How many can play each game."""


@pytest.mark.parametrize("game", NUMBERS)
def test_a_hand_begins_with_a_known_dealer_and_the_right_number_of_players(game: str) -> None:
    fewest, most = NUMBERS[game]
    for players in (fewest - 1, most + 1):
        table = ChipTable(game, players)
        assert table.refusal("start_hand", dealer="nobody") == "unknown_player"
        wrong: list[dict[str, Any]] = [{}, {"dealer": None}, {"dealer": 7}, {"dealer": ["red"]}]
        assert {table.refusal("start_hand", **arguments) for arguments in wrong} == {"bad_input"}
        assert table.refusal("start_hand", dealer="red") == "not_allowed_here"
    ChipTable(game, most)("start_hand", dealer="red")


@pytest.mark.parametrize("game", NUMBERS)
def test_nobody_leaves_a_hand_that_is_on_and_a_voided_one_is_dealt_again_by_the_same_dealer(game: str) -> None:
    table = ChipTable(game, NUMBERS[game][0])
    before = table.held
    assert table.refusal("void_hand", reason="foul") == "wrong_phase"
    table("start_hand", dealer="blue")
    assert table.refusal("start_hand", dealer="nobody") == "unknown_player"
    assert table.refusal("start_hand", dealer="red") == table.refusal("start_hand") == "wrong_phase"
    assert {table.refusal("leave_table", player=player) for player in table.players} == {"wrong_phase"}
    assert {table.refusal("void_hand", reason=reason) for reason in (None, "", " ", 5)} == {"bad_input"}
    table("void_hand", reason="misdealt")
    assert (table.held, table.pot, table.rows) == (before, 0, [])
    assert table.refusal("start_hand", dealer="red") == "not_your_turn"
    table("start_hand", dealer="blue")
    table("close_night")
    assert (set(table.won.values()), table.rows) == ({0}, [])


def farm(dealer: str, **hands: str) -> list[dict[str, Any]]:
    """A hand of Farmer, settled; each player's cards in a text."""
    shown = [{"do": "show_hand", "player": player, "cards": cards.split()} for player, cards in hands.items()]
    return [{"do": "start_hand", "dealer": dealer}, *shown, {"do": "settle_hand"}]


def pool(dealer: str, *killed: str, **tricks: int) -> list[dict[str, Any]]:
    """A hand of Spoil Five, scored; some players' hands are killed for a revoke."""
    kills = [{"do": "kill_hand", "player": player, "why": "revoke"} for player in killed]
    return [{"do": "start_hand", "dealer": dealer}, *kills, {"do": "score_hand", "tricks": tricks}]


POT_GAMES = ("farmer", "spoil_five", "fan_tan")
PLAYERS = SEATS[:4]
MIXTURES = [("farmer",), ("spoil_five",), ("five_in_one",), ("frog",), ("fan_tan",), ("pharo",), POT_GAMES]


def pots(night: Night) -> list[int]:
    """What lies in the pot of each game, in cents."""
    return [game.pot(night.tables[game.name]) for game in night.games]


def assert_conserved(night: Night) -> None:
    """The players' nets, the pots, the bank's play and the tokes come to nothing; the pots are the ledger's."""
    bank = bank_line(night.ledger)
    nets = sum(player_line(night.ledger, player).net_cents for player in night.seats)
    assert nets + sum(pots(night)) + bank.result_cents + bank.tokes_cents == 0
    assert sum(pots(night)) == night.ledger.balance(POT)
    if "pharo" in night.tables:
        assert_stakes_are_whole(night)


def assert_stakes_are_whole(night: Night) -> None:
    """No two stakes of a punter on one card, whole checks only, and a gain exactly where one is ventured or due."""
    table = pharo_of(night)
    places = [(bet.player, bet.kind, bet.ranks) for bet in table.bets.values()]
    assert len(set(places)) == len(places)
    assert list(table.bets.values()) == sorted(table.bets.values(), key=lambda bet: bet.placed)
    for bet in table.bets.values():
        assert bet.stake_cents > 0
        assert bet.stake_cents % table.house.check == bet.gain_cents % table.house.check == 0
        assert len(bet.folds) <= table.house.highest
        assert bool(bet.gain_cents) == (bool(bet.folds) or bet.awaits)
        assert not (bet.pli and (bet.folds or bet.awaits or not bet.lost_cents))


@pytest.mark.parametrize("games", MIXTURES, ids=" ".join)
@settings(max_examples=4)
@given(seed=st.integers(0, 10**6))
def test_no_chip_is_lost_and_the_same_script_gives_the_same_result(games: tuple[str, ...], seed: int) -> None:
    """After every command of random nights, refused ones among them; the stored events make the night again."""
    lines = random_mixed_night(seed, games=games) if len(games) > 1 else random_night_of(games[0], seed)
    played = PureNight().play(lines, assert_conserved)
    assert_replayed(played, len(played.recorded) // 2)
    assert PureNight().play(lines).result() == played.result()
    assert all(sum(row["net"].values()) == 0 for row in played.result()["hands"] if "net" in row)


def opened() -> list[dict[str, Any]]:
    """The beginning of a night of the pot games, in which everybody has a few chips."""
    opening = {"table": "T", "date": "2026-11-22", "game": list(POT_GAMES), "roll": 0, "dealer": "D"}
    house = {"farmer": {"ante": 2}, "spoil_five": {"chip": 50}, "fan_tan": "antes"}
    lines: list[dict[str, Any]] = [{"do": "open_night", **opening, "house": house}]
    for player in PLAYERS:
        lines.append({"do": "seat_player", "player": player, "name": player.title()})
        lines.append({"do": "buy_checks", "player": player, "amount": 500})
    return lines


def rounds() -> list[dict[str, Any]]:
    """A hand of each game that leaves its pot: a farm that stays, a pool that is spoilt, a dead hand."""
    shown = zip(PLAYERS, ("9 5", "9 4", "9 3", "9 2"), strict=True)
    return [
        {"do": "start_hand", "dealer": "red"},
        *({"do": "show_hand", "player": player, "cards": cards.split()} for player, cards in shown),
        {"do": "settle_hand"},
        {"do": "start_hand", "game": "spoil_five", "dealer": "blue"},
        {"do": "score_hand", "tricks": {"red": 4, "blue": 1}},
        {"do": "start_hand", "game": "fan_tan", "dealer": "black"},
        *({"do": "pass", "player": player} for player in PLAYERS),
        {"do": "end_hand"},
        {"do": "settle_hand"},
    ]


def test_the_close_divides_every_pot() -> None:
    played = PureNight().play([*opened(), *rounds()])
    played("close_night")
    nets = {player: line["net"] for player, line in played.result()["players"].items()}
    assert nets == {"red": 75, "blue": -25, "white": -25, "black": -25}
    assert played.now.ledger.balance(POT) == 0


def test_such_a_night_in_the_book_is_verified_and_replayed(book: Book) -> None:
    service, sender = NightService(book), Sender(who="test", device="test")
    opening, *lines = [*opened(), *rounds(), {"do": "void"}, {"do": "close_night"}]
    night = service.execute(opening, sender).night
    for line in lines:
        service.execute(line, sender, night=night)
    assert verify(book, night).sound
    assert NightService(book).night(night).tables == service.night(night).tables
