"""What a night keeps to take its commands back grows as its commands do: each state shares its parts with the last."""

from __future__ import annotations

import gc
from types import FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from dealer.games.faro.state import Bet, faro_of
from tests.support.pure import PureNight

OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": ["faro", "fan_tan"], "roll": 500_000}
SEATS = ("red", "blue", "white")


def new_night() -> PureNight:
    night = PureNight()
    night.do({**OPENING, "dealer": "D", "house": {"faro": "american", "fan_tan": "encyclopedia"}})
    for player in SEATS:
        night("seat_player", player=player, name=player.title())
        night("buy_checks", player=player, amount=100_000)
    return night


def bets(night: PureNight, count: int, first: int = 0) -> None:
    for number in range(first, first + count):
        night("place_bet", bet=f"b{number}", player="red", kind="single", ranks=["K"], stake=500)
        night("take_down_bet", bet=f"b{number}")


def one_deal(night: PureNight, count: int) -> None:
    """Bets laid and taken down again without a card being dealt."""
    night("start_deal")
    night("expose_soda", card="2s")
    bets(night, count)


def many_deals(night: PureNight, count: int) -> None:
    """A few bets to a deal, which is void then."""
    for number in range(0, count, 4):
        night("start_deal")
        night("expose_soda", card="2s")
        bets(night, 4, number)
        night("void_deal", reason="foul")


def markers(night: PureNight, count: int) -> None:
    """Markers issued and redeemed."""
    for _ in range(count):
        night("issue_marker", player="red", amount=500)
        night("redeem_marker", player="red", amount=500, **{"with": "checks"})


def many_hands(night: PureNight, count: int) -> None:
    """Hands that are void as soon as they have begun."""
    for _ in range(count):
        night("start_hand", dealer="white")
        night("lay", player="red", card="7s")
        night("void_hand", reason="misdealt")


COURSES = (one_deal, many_deals, markers, many_hands)


def kept_by(root: object) -> int:
    """The entries of all collections that an object keeps, each once."""
    seen, waiting, entries = {id(root)}, [root], 0
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple | list | dict | set | frozenset):
            entries += len(one)
        # Most records are none of the collector's business, and it does not say what they hold.
        parts = msgspec.structs.astuple(one) if isinstance(one, msgspec.Struct) else gc.get_referents(one)
        for part in parts:
            if id(part) not in seen and not isinstance(part, type | FunctionType | ModuleType):
                seen.add(id(part))
                waiting.append(part)
    return entries


@pytest.mark.parametrize("course", COURSES)
def test_what_is_kept_grows_as_the_commands_do(course: Any) -> None:
    kept = []
    for count in (0, 100, 200, 400):
        night = new_night()
        course(night, count)
        kept.append(kept_by(night.now))
    of_a_hundred, of_two, of_four = (more - kept[0] for more in kept[1:])
    assert of_two <= 2.1 * of_a_hundred
    assert of_four <= 2.1 * of_two


def test_keys_of_bets_that_are_gone_are_used_in_their_deal_and_after_it() -> None:
    night = new_night()
    one_deal(night, 2)
    night("place_bet", bet="lies", player="red", kind="single", ranks=["K"], stake=500)
    again = {"player": "red", "kind": "single", "ranks": ["K"], "stake": 500}
    for key in ("b0", "b1", "lies"):
        assert night.refusal("place_bet", bet=key, **again) == "already_done"
    night("void_deal", reason="foul")
    many_deals(night, 0)
    night("start_deal")
    night("expose_soda", card="2s")
    for key in ("b0", "b1", "lies"):
        assert night.refusal("place_bet", bet=key, **again) == "already_done"
    assert not faro_of(night.now).gone


def test_a_state_that_is_gone_back_to_has_what_it_had() -> None:
    night = new_night()
    one_deal(night, 2)
    before = night.now
    night("place_bet", bet="more", player="red", kind="single", ranks=["K"], stake=500)
    night("take_down_bet", bet="more")
    assert set(faro_of(night.now).gone) == {"b0", "b1", "more"}
    assert set(faro_of(before).gone) == {"b0", "b1"}
    night("void")
    night("void")
    assert set(faro_of(night.now).gone) == {"b0", "b1"}
    night("place_bet", bet="more", player="red", kind="single", ranks=["Q"], stake=500)
    night("take_down_bet", bet="more")
    gone = faro_of(night.now).gone.get("more")
    assert isinstance(gone, Bet)
    assert gone.place.ranks == ("Q",)
