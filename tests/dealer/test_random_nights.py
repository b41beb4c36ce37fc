"""Whole nights with worked results, and random nights of every game against an independent reading of the rulebook.

`tools/soak` plays as many as one likes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
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
SCRIPTS = sorted(
    path for path in (Path(__file__).parents[1] / "nights").glob("*.jsonl") if not path.stem.startswith("house-")
)
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


def nights_by_preset(game: str, preset: str) -> Iterator[Lines]:
    """Two random nights of a game under one of its presets."""
    for seed in (9_000, 9_001):
        if game == "faro":
            yield random_night(seed, preset=preset)
        elif game == "fan_tan":
            yield random_fan_tan_night(seed, house=preset)
        else:
            yield random_night_of(game, seed, house=preset)


def nights_in_which_seats_change(*games: str) -> Iterator[Lines]:
    return (random_night_of_seats(seed, *games, amends=0.05 * (seed % 2)) for seed in range(5))


def nights_with_bidding_among_others(first: int) -> Iterator[Lines]:
    return (random_night_with_bidding(seed, amends=0.06 * (seed % 2)) for seed in range(first, first + 4))


RANDOM: dict[str, Callable[[], Iterable[Lines]]] = {
    **{f"{make.__name__} {seeds[0]}": partial(map, make, seeds) for make, seeds in SOME},
    **{f"{game} by {preset}": partial(nights_by_preset, game, preset) for game, preset in PRESETS},
    **{f"{game}": partial(map, partial(random_night_of, game), range(8)) for game in NEWER},
    **{f"{game} put right": partial(map, partial(random_night_of, game, amends=0.08), range(8)) for game in NEWER},
    **{game: partial(nights_with_bidding, game) for game in SEEDS_WITH_BIDDING},
    **{" ".join(games): partial(map, partial(random_mixed_night, games=games), range(4)) for games in MIXTURES},
    **{f"with bidding {first}": partial(nights_with_bidding_among_others, first) for first in (0, 10)},
    **{f"{' '.join(games)}, seats change": partial(nights_in_which_seats_change, *games) for games in SEATED},
    **{name: partial(iter, [lines]) for name, lines in {**NIGHTS, **HANDS}.items()},
}
"""Random and rare nights, by what they are of."""


@pytest.mark.parametrize("nights", RANDOM.values(), ids=RANDOM)
def test_random_and_rare_nights_agree_with_the_oracle(nights: Callable[[], Iterable[Lines]]) -> None:
    agree(nights())


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


BYSTANDERS = (("Doc Holliday", "doc  HOLLIDAY"), ("red", "Red"), ("Kate / Elder: 1", "kate / elder: 1"))
"""Names of bystanders, each written in two ways."""


def in_newer_forms(lines: Lines) -> Lines:
    """The same night with markers settled by the deal, stakes in cash and on markers, and lenders who do not play."""
    house = lines[0].get("house", "american")
    settings = {"preset": house} if isinstance(house, str) else house
    newer = [lines[0] | {"house": {**settings, "settle_markers": "deal"}}]
    for number, line in enumerate(lines[1:]):
        word = line.get("do")
        if word in ("place_bet", "call_turn") and "form" not in line and number % 3 < 2:
            line = line | {"form": ("cash", "marker")[number % 3]}
        elif word in ("lend_stake", "repay_stake") and len(str(line.get("lender"))) % 3 != 1:
            spellings = BYSTANDERS[len(str(line.get("borrower"))) % 3]
            line = {name: value for name, value in line.items() if name != "lender"}
            line["lender_name"] = spellings[number % 2]
        newer.append(line)
    return newer


def test_stakes_in_cash_on_markers_and_of_bystanders_agree_with_the_oracle() -> None:
    played = [PureNight().play(in_newer_forms(random_night(seed)), assert_invariants) for seed in range(70, 76)]
    agree(in_newer_forms(random_night(seed)) for seed in range(70, 76))
    kinds = Counter(type(row.event).__name__ for night in played for row in night.recorded)
    by_name = [row.event for night in played for row in night.recorded if getattr(row.event, "lender_name", "")]
    assert {type(event).__name__ for event in by_name} >= {"StakeLent", "StakeRepaid"}, kinds
    refused = {refusal["code"] for night in played for refusal in night.refused}
    assert "marker_due" in refused


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
