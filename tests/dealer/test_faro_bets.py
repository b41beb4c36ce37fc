"""Faro's layout and how each bet on it settles (rulebook 1.2 to 1.4), against tables, and what may lie on a place."""

from __future__ import annotations

from itertools import cycle, product
from random import Random
from typing import Any

import pytest

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Refusal
from dealer.game.bank import bigger_half
from dealer.games.faro.bets import place_of
from dealer.games.faro.commands import FaroHouse, PlaceBet
from dealer.games.faro.layout import KINDS, PLACES, is_dead, name_of, parity_ranks
from dealer.games.faro.settlement import Verdict, call_pays_cents, settle
from dealer.games.faro.state import faro_of
from dealer.night.command_parsing import read_command
from events.games.faro import Place
from tests.oracle import faro_settling
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight, refusal_code
from tests.support.tables import Table, faro_house

HOUSES = [
    {"both_ways": both, "high_card_equal": equal, "combination_pays": pays, "king_is_odd": king}
    for both, equal, pays, king in product(
        ("standoff", "split"), ("split", "standoff"), ("whole", "proportional"), (False, True)
    )
]
LIVE_STAKES = (25, 50, 75, 325, 1000)
NAMED: dict[str, list[dict[str, Any]]] = {
    "row": [{"row": "high"}, {"row": "low"}],
    "parity_string": [{"parity": "odd"}, {"parity": "even"}],
    "string": [{"ranks": ["A", "7"]}, {"ranks": ["2", "5", "9", "K"]}, {"ranks": ["J", "Q"]}, {"ranks": list(RANKS)}],
    "heeled": [{"win": ["Q"], "lose": ["5"]}, {"win": ["A", "7"], "lose": ["K"]}, {"win": ["2"], "lose": ["3", "4"]}],
    "side": [{"win": "high"}, {"win": "low"}],
    "colors": [{"win": "black"}, {"win": "red"}],
    "high_card": [{}],
    "parity": [{"card": card, "parity": parity} for card, parity in product(("winner", "loser"), ("odd", "even"))],
}


def arguments_of(kind: str) -> list[dict[str, Any]]:
    if kind in NAMED:
        return NAMED[kind]
    return [{"ranks": sorted(covered, key=RANKS.index)} for covered in PLACES[kind]]


def place_bet(kind: str, arguments: dict[str, Any]) -> PlaceBet:
    command = read_command({"do": "place_bet", "bet": "b", "player": "red", "kind": kind, "stake": 25, **arguments})
    assert isinstance(command, PlaceBet), command
    return command


def turns_of(kind: str) -> list[tuple[str, str]]:
    """All ordered pairs of ranks (loser, winner); for colours with every pair of suit colours."""
    if kind != "colors":
        return [(loser + "s", winner + "d") for loser, winner in product(RANKS, RANKS)]
    pairs = product(product(RANKS, "sh"), product(RANKS, "cd"))
    return [(loser[0] + loser[1], winner[0] + winner[1]) for loser, winner in pairs]


@pytest.mark.parametrize("kind", KINDS)
def test_every_pair_of_ranks_settles_as_the_tables_say(kind: str) -> None:
    """The stakes take turns: how a pair acts is the same for all of them, and each meets every way to act."""
    compared, stakes, seen = 0, cycle(LIVE_STAKES), set()
    for settings in HOUSES:
        house = faro_house(settings)
        for arguments in arguments_of(kind):
            place = place_of(place_bet(kind, arguments), house)
            for (loser, winner), coppered in product(turns_of(kind), (False, True)):
                live = next(stakes)
                row = as_row(settle(place, coppered, live, loser, winner, house))
                expected = faro_settling.settle(kind, arguments, coppered, loser, winner, live, house)
                assert row == expected, (settings, arguments, loser, winner, coppered, live)
                seen.add((row[0], live))
                compared += 1
    assert compared >= 169 * 2 * len(HOUSES)
    assert seen == set(product({result for result, _ in seen}, LIVE_STAKES))


def as_row(verdict: Verdict | None) -> tuple[str | None, int, int]:
    if verdict is None:
        return (None, 0, 0)
    paid = verdict.amount_cents if verdict.result == "won" else 0
    return (verdict.result, paid, verdict.amount_cents - paid)


@pytest.mark.parametrize(("amount", "half"), [(25, 25), (50, 25), (75, 50), (100, 50), (125, 75)])
def test_the_banks_half_of_a_split_is_the_bigger_one_in_whole_checks(amount: int, half: int) -> None:
    assert bigger_half(amount, 25) == half


@pytest.mark.parametrize(
    ("quote", "cat", "pays"),
    [("to_one", False, 400), ("to_one", True, 200), ("for_one", False, 300), ("for_one", True, 100)],
)
def test_a_right_call_pays_as_quoted(quote: str, cat: bool, pays: int) -> None:
    assert call_pays_cents(100, cat, FaroHouse(call_quote=quote)) == pays


def place(kind: str, *ranks: str) -> Place:
    return place_of(place_bet(kind, {"ranks": list(ranks)}), FaroHouse())


def test_the_king_has_no_parity_unless_the_house_says_so() -> None:
    assert parity_ranks("odd", king_is_odd=False) == ("A", "3", "5", "7", "9", "J")
    assert parity_ranks("even", king_is_odd=False) == ("2", "4", "6", "8", "10", "Q")
    assert parity_ranks("odd", king_is_odd=True) == ("A", "3", "5", "7", "9", "J", "K")


def test_a_bet_is_dead_when_every_one_of_its_ranks_is() -> None:
    pair = place("split", "A", "2")
    assert not is_dead(pair, 1 << 1)
    assert is_dead(pair, 1 << 1 | 1 << 2)


@pytest.mark.parametrize(
    ("kind", "ranks", "text"),
    [
        ("single", "Q", "the Q"),
        ("split", "A-K", "splitting the A-K"),
        ("corner", "K-J", "J-K, the Q barred"),
        ("square", "A-2-Q-K", "the grand square"),
        ("figure", "A-2-3", "the little figure"),
        ("pot", "6-7-8", "the pot"),
    ],
)
def test_the_table_has_a_name_for_a_place(kind: str, ranks: str, text: str) -> None:
    assert name_of(place(kind, *ranks.split("-"))) == text


@pytest.mark.parametrize("seed", range(12))
def test_a_bet_at_the_limit_is_taken_and_one_check_more_is_over_it(seed: int) -> None:
    """Tried on every single card that is alive and on a split, wherever a random night lets bets be made."""
    random = Random(seed)
    played = PureNight()
    tried = 0
    for number, line in enumerate(random_night(seed, mischief=0, roll=10**9), start=1):
        try:
            played.do(line, number)
        except Refusal:
            continue
        card_tests = not tried or random.random() < 0.3
        if line["do"] in ("turn", "expose_soda") and card_tests and not played.now.closed:
            tried += _try_every_place(played, number)
    assert tried


def _try_every_place(played: PureNight, number: int) -> int:
    before, tried = played.now, 0
    house, check = faro_of(before).house, faro_of(before).house.check
    player = next((key for key in before.seats if before.is_seated(key)), None)
    if player is None or faro_of(before).broken:
        return 0
    played.do({"do": "buy_checks", "player": player, "amount": 10**9 // check * check}, number)
    rich = played.now
    split = sorted(min(PLACES["split"], key=sorted))
    for kind, ranks in [*(("single", [rank]) for rank in RANKS), ("split", split)]:
        most = faro_of(rich).limit_on(Place(kind=kind, ranks=tuple(ranks)))
        bet = {"do": "place_bet", "bet": f"try-{number}", "player": player, "kind": kind, "ranks": ranks}
        at_most = most // check * check
        codes = []
        for stake in (at_most, at_most + check):
            played.night = rich
            try:
                played.do({**bet, "stake": stake}, number)
                codes.append("taken")
            except Refusal as refusal:
                codes.append(refusal.code)
        if codes[0] in ("dead_card", "wrong_phase", "not_allowed_here", "under_minimum"):
            continue
        assert codes == ["taken", "over_limit"], (kind, ranks, most, house)
        tried += 1
    played.night = before
    return tried


def test_a_single_bet_on_a_case_card_has_a_limit_of_its_own_and_a_split_on_it_has_not() -> None:
    table = Table(limit=10_000, case_limit=3_000)
    single, split = Place(kind="single", ranks=("A",)), Place(kind="split", ranks=("A", "2"))
    assert table.table.limit_on(single) == 10_000
    table.turn("As", "Ah")
    table.turn("Ad", "2h")
    assert (table.table.limit_on(single), table.table.limit_on(split)) == (3_000, 10_000)


COUNTS = {"single": 13, "split": 18, "diagonal": 10, "corner": 10, "figure": 8, "pot": 1, "square": 5, "row": 2}
EXAMPLES = {
    "split": "A-2 A-K 6-8 7-6 7-8",
    "diagonal": "3-10 9-6 4-J",
    "corner": "K-J A-3 5-7 9-7",
    "figure": "A-2-3 J-Q-K 8-9-10",
    "pot": "6-7-8",
    "square": "A-2-Q-K 3-4-10-J 5-6-8-9",
}
NO_PLACES = {
    "single": "A-2",
    "split": "A-3 7-5 A-A",
    "diagonal": "7-9 A-K",
    "corner": "6-8 7-6",
    "figure": "6-7-8 5-6-7",
    "pot": "5-6-7",
    "square": "A-2-3-4 6-7-8-9",
    "string": "A A-A",
}


def test_the_layout_has_the_places_of_the_rulebook_and_no_others() -> None:
    assert {kind: len(PLACES[kind]) for kind in COUNTS} == COUNTS
    for kind, examples in EXAMPLES.items():
        assert {place(kind, *ranks.split("-")).kind for ranks in examples.split()} == {kind}
    for kind, examples in NO_PLACES.items():
        for ranks in examples.split():
            assert refusal_code(place, kind, *ranks.split("-")) == "bad_placement"
