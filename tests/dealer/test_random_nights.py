"""Whole nights with worked results, and random nights of every game against an independent reading of the rulebook.

`tools/soak` plays as many as one likes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.commands.refusal import Refusal
from dealer.night.evolve import fold
from dealer.night.result import result_of
from dealer.night_service import NightService, Receipt
from dealer.streams import Sender
from dealer.verification.streams import verify
from events.book.book import Book
from tests.oracle.openings import newer_openings, openings
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_games import (
    FAN_TAN_SEEDS,
    FARO_SEEDS,
    SEEDS_OF_BOTH,
    SEEDS_WITH_BIDDING,
    nights_with_bidding,
    random_mixed_night,
    random_night_of,
    random_night_of_seats,
    random_night_with_bidding,
)
from tests.oracle.random_nights import random_night
from tests.oracle.rare_nights import HANDS, MATCHES, MORE_MATCHES, NIGHTS
from tests.oracle.script_player import Interpreter, play
from tests.support.fixtures import soaked
from tests.support.invariants import (
    assert_agrees,
    assert_invariants,
    assert_order_of_placing_is_all_one,
    assert_replayed,
)
from tests.support.pure import PureNight

Lines = list[dict[str, Any]]
SCRIPTS = sorted((Path(__file__).parents[1] / "nights").glob("*.jsonl"))
A_TEST = 9
"""How many of the older nights a test plays."""
A_SOAK = 200
"""How many nights a test of the soak plays."""
OLDER = {random_night: FARO_SEEDS, random_fan_tan_night: FAN_TAN_SEEDS, random_night_of_both: SEEDS_OF_BOTH}
SOME = [(make, seeds[at : at + A_TEST]) for make, seeds in OLDER.items() for at in range(0, len(seeds), A_TEST)]
NEWER = ("pharo", "farmer", "spoil_five", "five_in_one")
PRESETS = [
    *(("faro", preset) for preset in ("american", "early_bank", "late_bank", "home_night", "stuss")),
    *(("fan_tan", preset) for preset in ("encyclopedia", "antes", "five_or_nine")),
    *(("pharo", "hoyle"), ("pharo", "salon"), ("farmer", "farm"), ("farmer", "banker")),
    *(("spoil_five", "spoil_five"), ("five_in_one", "five_in_one")),
]
MIXTURES = [
    ("pharo", "faro"),
    ("farmer", "spoil_five"),
    ("fan_tan", "farmer", "faro"),
    ("farmer", "pharo"),
    ("spoil_five", "pharo", "faro", "five_in_one", "fan_tan", "farmer"),
]
SEATED: list[tuple[str, ...]] = [
    *((game,) for game in ("fan_tan", *NEWER[1:], "frog", "five_hundred", "four_deal_bridge")),
    ("farmer", "frog", "hasenpfeffer", "fan_tan"),
]


def agree(nights: Iterable[Lines]) -> None:
    """Assert that the rules and the oracle come to the same result, refusals and all."""
    for lines in nights:
        assert_agrees(PureNight().play(lines).result(), play(lines))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_night_agreed_by_two_readings_comes_out_to_the_cent(script: Path) -> None:
    lines = [json.loads(line) for line in script.read_text().splitlines() if line.strip()]
    expected = json.loads(script.with_suffix(".expected.json").read_text())
    assert_agrees(PureNight().play(lines).result(), expected)
    assert_agrees(play(lines), expected)


@pytest.mark.parametrize(("make", "seeds"), SOME)
def test_random_nights_under_random_houses_agree_with_the_oracle(make: Any, seeds: Sequence[int]) -> None:
    agree(make(seed) for seed in seeds)


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_preset_agrees_with_the_oracle(game: str, preset: str) -> None:
    for seed in range(9_000, 9_002):
        if game == "faro":
            agree([random_night(seed, preset=preset)])
        elif game == "fan_tan":
            agree([random_fan_tan_night(seed, house=preset)])
        else:
            agree([random_night_of(game, seed, house=preset)])


@pytest.mark.parametrize("game", NEWER)
@pytest.mark.parametrize("amends", [0, 0.08], ids=["as given", "put right"])
def test_random_nights_of_a_newer_game_agree_with_the_oracle(game: str, amends: float) -> None:
    agree(random_night_of(game, seed, amends=amends) for seed in range(8))


@pytest.mark.parametrize("game", SEEDS_WITH_BIDDING)
def test_random_nights_of_a_game_with_bidding_agree_with_the_oracle(game: str) -> None:
    agree(nights_with_bidding(game))


@pytest.mark.parametrize("games", MIXTURES, ids=" ".join)
def test_random_nights_of_several_games_agree_with_the_oracle(games: tuple[str, ...]) -> None:
    agree(random_mixed_night(seed, games=games) for seed in range(4))


@pytest.mark.parametrize("first", range(0, 20, 10))
def test_random_nights_of_several_games_with_bidding_agree_with_the_oracle(first: int) -> None:
    agree(random_night_with_bidding(seed, amends=0.06 * (seed % 2)) for seed in range(first, first + 4))


@pytest.mark.parametrize("games", SEATED, ids=" ".join)
def test_random_nights_in_which_seats_change_agree_with_the_oracle(games: tuple[str, ...]) -> None:
    agree(random_night_of_seats(seed, *games, amends=0.05 * (seed % 2)) for seed in range(5))


@pytest.mark.parametrize("lines", [*NIGHTS.values(), *HANDS.values()], ids=[*NIGHTS, *HANDS])
def test_rare_hands_agree_with_the_oracle(lines: Lines) -> None:
    agree([lines])


@pytest.mark.parametrize("name", soaked([*MATCHES, *MORE_MATCHES], at_once=MATCHES))
def test_every_contract_with_every_result_agrees_with_the_oracle(name: str) -> None:
    agree([(MATCHES | MORE_MATCHES)[name]()])


def test_a_night_opens_or_does_not_as_the_oracle_says() -> None:
    for line in (*openings(), *newer_openings()):
        refused = [refusal["code"] for refusal in PureNight().play([line]).refused]
        assert (refused or [None]) == [Interpreter().carry_out(line, 1)], line


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10_000, 10_000 + 5 * A_SOAK, A_SOAK))
@pytest.mark.parametrize("game", [*NEWER, *SEEDS_WITH_BIDDING, "mixed", "several"])
def test_many_random_nights_agree_with_the_oracle(game: str, first: int) -> None:
    for seed in range(first, first + A_SOAK):
        amends = 0.06 * (seed % 2)
        if game == "mixed":
            agree([random_mixed_night(seed, games=MIXTURES[seed % len(MIXTURES)])])
        elif game == "several":
            agree([random_night_with_bidding(seed, amends=amends)])
        else:
            agree([random_night_of(game, seed, amends=amends)])


@settings(max_examples=12)
@given(seed=st.integers(0, 10**6), data=st.data())
def test_after_every_command_it_holds_and_the_stored_events_make_the_live_state(seed: int, data: st.DataObject) -> None:
    """Legal or not; ``tools/soak`` asks the same of as many nights as one likes."""
    played = PureNight().play(random_night(seed, mischief=0.15), assert_invariants)
    assert_replayed(played, data.draw(st.integers(1, len(played.recorded))))


@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), shuffle=st.integers(0, 10**6))
def test_settlement_does_not_depend_on_the_order_of_placing(seed: int, shuffle: int) -> None:
    assert_order_of_placing_is_all_one(random_night(seed, mischief=0, voids=0, roll=10**9), Random(shuffle))


SENDER = Sender(who="dealer", device="test")


def answer_of(service: NightService, line: dict[str, Any], night: str | None, ident: str) -> Receipt | tuple[str, str]:
    """What a sender hears: a receipt, or a refusal's code and sentence."""
    try:
        return service.execute(line, SENDER, night=night, command_id=ident)
    except Refusal as refusal:
        return refusal.code, refusal.why


@settings(max_examples=5)
@given(seed=st.integers(0, 10**6))
def test_sending_every_command_twice_gives_the_same_night(seed: int) -> None:
    """Through the service and the book, where live equals replay."""
    lines = random_night(seed, most_lines=150)
    once = PureNight().play(lines).result()
    with Book.open() as book:
        service, night = NightService(book), None
        for number, line in enumerate(lines):
            first = answer_of(service, line, night, f"c{number}")
            night = first.night if isinstance(first, Receipt) else night
            assert answer_of(service, line, night if number else None, f"c{number}") == first
        assert night
        events = book.events(night)
        twice = result_of(service.night(night), events)
        for part in ("players", "bank", "bets", "events"):
            assert twice[part] == once[part]
        assert fold(events) == service.night(night)
        assert verify(book, night).sound
