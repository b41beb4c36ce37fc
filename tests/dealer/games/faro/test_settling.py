"""Every kind of bet over all ordered pairs of ranks, against a settler that reads tables (rulebook 1.4)."""

from __future__ import annotations

from itertools import cycle, product
from typing import Any

import pytest

from dealer.commands.fields import RANKS
from dealer.games.faro.commands import PlaceBet
from dealer.games.faro.house import FaroHouse
from dealer.games.faro.layout import KINDS, PLACES
from dealer.games.faro.placing import place_of
from dealer.games.faro.settling import Verdict, bigger_half, call_pays_cents, settle
from dealer.night.command_parsing import read_command
from tests.oracle import faro_settling
from tests.support.tables import faro_house

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


def asked(kind: str, arguments: dict[str, Any]) -> PlaceBet:
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
            place = place_of(asked(kind, arguments), house)
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
