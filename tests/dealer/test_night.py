"""A night: what can be disputed, taking back, a ledger that agrees with its tables, and what a night keeps."""

from __future__ import annotations

import gc
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from dealer.commands.refusal import Refusal
from dealer.night.night import Night
from dealer.night.result import assert_sound
from dealer.rules_version import FIRST
from events.common.night import CommandVoided, CommandVoidedForReason
from ledger.ledger import LedgerBroken
from tests.oracle.random_nights import random_night
from tests.support.pure import PureNight
from tests.support.tables import Table


def disputable(night: PureNight) -> list[int]:
    """The turns that can be disputed now; a dispute about any other is ``bad_input``."""
    turns = range(-1, 28)
    refused = PureNight(night=night.now)
    refused.play(
        {"do": "raise_dispute", "dispute": f"d{turn}", "player": "red", "about": turn, "claim": "not so"}
        for turn in turns
    )
    assert {refusal["code"] for refusal in refused.refused} == {"bad_input"}
    lines = {refusal["line"] for refusal in refused.refused}
    return [turn for line, turn in enumerate(turns, start=1) if line not in lines]


def test_a_turn_of_faro_is_disputed_once_it_is_dealt_and_until_the_next_deal_begins() -> None:
    table = Table(soda=None)
    assert disputable(table) == []
    table("expose_soda", card="K")
    assert disputable(table) == [0]
    table.deal_until(2)
    table("draw_loser", card="A")
    assert disputable(table) == [0, 1, 2, 3]
    table("void")
    table("void_deal", reason="a card was missing")
    assert disputable(table) == [0, 1, 2]
    table("start_deal")
    assert disputable(table) == []


@pytest.mark.parametrize("games", ["faro", ["faro", "fan_tan"]])
def test_a_night_of_the_first_rules_takes_any_number_that_a_deal_can_have(games: str | list[str]) -> None:
    night = PureNight(rules=FIRST)
    night("open_night", table="T", date="2026-11-21", game=games, house={}, roll=0, dealer="D")
    night("seat_player", player="red", name="Red")
    assert disputable(night) == list(range(27))


seeds = st.integers(0, 10**6)


def balances_of(night: Night) -> dict[str, int]:
    return {account: cents for account, cents in night.ledger.balances.items() if cents}


def test_a_void_is_an_event_and_erases_none() -> None:
    table = Table()
    table.bet("A")
    count = len(table.recorded)
    (event,) = table("void")
    assert isinstance(event, CommandVoided)
    assert len(table.recorded) == count + 1
    assert table.held("red") == 20_000


def test_a_reason_is_kept_where_one_is_given_and_changes_nothing_else() -> None:
    table = Table()
    table.bet("A")
    (plain,) = table("void")
    table.bet("A")
    (reasoned,) = table("void", reason="laid on the wrong card")
    assert type(plain) is CommandVoided
    assert isinstance(reasoned, CommandVoidedForReason)
    assert reasoned.reason == "laid on the wrong card"
    assert reasoned.moves == plain.moves
    assert table.held("red") == 20_000
    for reason in ("", " ", 7, "two\nlines"):
        assert table.refusal("void", reason=reason) == "bad_input"


def test_again_and_again_back_to_the_opening() -> None:
    table = Table()
    table.turn("Ah", "2h")
    taken_back = 0
    while table.now.top:
        table("void")
        taken_back += 1
    assert taken_back == 7
    assert table.refusal("void") == "nothing_to_void"
    assert table.now.seats == {}


def test_a_command_that_changed_nothing_stands_and_is_taken_back_by_itself() -> None:
    table = Table()
    bet = table.bet("A")
    table("uncopper_bet", bet=bet)
    table("void")
    assert bet in table.table.bets


@settings(max_examples=25)
@given(seed=seeds, data=st.data())
def test_any_command_taken_back_leaves_the_night_as_if_it_had_never_been(seed: int, data: st.DataObject) -> None:
    lines = [line for line in random_night(seed, most_lines=150) if line["do"] != "close_night"]
    stop = data.draw(st.integers(1, len(lines)))
    played = PureNight().play(lines[:stop])
    night, rows = played.now, played.result()["bets"]
    for line in lines[stop:]:
        if line["do"] == "void":
            continue
        try:
            played.do(line, 10_000)
        except Refusal:
            continue
        played.do({"do": "void"}, 10_001)
        assert played.now.seats == night.seats
        assert played.now == night
        assert balances_of(played.now) == balances_of(night)
        assert played.result()["bets"] == rows
        break


CHIPS = 500


def night_with_stakes() -> Night:
    """Bets of two players at Faro, and a table of another game."""
    night = PureNight()
    night("open_night", table="T", date="2026-11-21", game=["faro", "big_three"], roll=500_000, dealer="D")
    for player in ("red", "blue", "white"):
        night("seat_player", player=player, name=player.title())
        night("buy_checks", player=player, amount=20_000)
    night("start_deal")
    night("expose_soda", card="4h")
    night("place_bet", bet="a", player="red", kind="single", ranks=["5"], stake=CHIPS)
    night("place_bet", bet="b", player="blue", kind="single", ranks=["6"], stake=CHIPS)
    night("place_bet", bet="c", player="red", kind="single", ranks=["7"], stake=CHIPS)
    return night.now


def with_table(night: Night, game: str, **changes: Any) -> Night:
    return replace(night, tables={**night.tables, game: replace(night.tables[game], **changes)})


def with_stake(night: Night, bet: str, cents: int) -> Night:
    bets = night.tables["faro"].bets
    return with_table(night, "faro", bets={**bets, bet: replace(bets[bet], stake_cents=cents)})


def without(night: Night, bet: str) -> Night:
    bets = night.tables["faro"].bets
    return with_table(night, "faro", bets={key: entry for key, entry in bets.items() if key != bet})


def with_balance(night: Night, account: str, cents: int) -> Night:
    ledger, family = night.ledger, account.partition(":")[0]
    in_family = ledger.families.get(family, 0) + cents - ledger.balances.get(account, 0)
    balances, families = {**ledger.balances, account: cents}, {**ledger.families, family: in_family}
    return replace(night, ledger=replace(ledger, balances=balances, families=families))


SPOILS: dict[str, tuple[Callable[[Night], Night], str]] = {
    "a cent more on a bet": (
        lambda night: with_stake(night, "c", CHIPS + 1),
        "red's bets add up to 1001 cents and the ledger has 1000 on the layout",
    ),
    "a bet that is gone": (
        lambda night: without(night, "b"),
        "blue's bets add up to 0 cents and the ledger has 500 on the layout",
    ),
    "a cent on another's side": (
        lambda night: with_stake(with_stake(night, "a", CHIPS - 1), "b", CHIPS + 1),
        "red's bets add up to 999 cents",
    ),
    "a stake that is in the books alone": (
        lambda night: with_balance(night, "layout:white", -CHIPS),
        "white's bets add up to 0 cents and the ledger has 500 on the layout",
    ),
    "a cent less that is in the books": (
        lambda night: with_balance(night, "layout:red", -2 * CHIPS + 1),
        "red's bets add up to 1000 cents and the ledger has 999 on the layout",
    ),
    "a stake at the other game": (
        lambda night: with_table(night, "big_three", staked_cents={"white": 1}),
        "white's bets add up to 1 cents and the ledger has 0 on the layout",
    ),
    "a pot": (
        lambda night: with_table(night, "big_three", pot_cents=1),
        "1 cents lie in the pot and the ledger has 0 there",
    ),
}


@pytest.mark.parametrize("spoilt", SPOILS)
def test_a_difference_between_ledger_and_tables_is_found(spoilt: str) -> None:
    spoil, heard = SPOILS[spoilt]
    with pytest.raises(LedgerBroken, match=heard):
        assert_sound(spoil(night_with_stakes()))


OPENING = {"do": "open_night", "table": "T", "date": "2026-11-21", "game": ["faro", "fan_tan"], "roll": 500_000}
SEATS = ("red", "blue", "white")


def new_night() -> PureNight:
    night = PureNight()
    night.do({**OPENING, "dealer": "D", "house": {"faro": "american", "fan_tan": "encyclopedia"}})
    for player in SEATS:
        night("seat_player", player=player, name=player.title())
        night("buy_checks", player=player, amount=100_000)
    return night


def lay_and_take_down(night: PureNight, count: int, first: int = 0) -> None:
    for number in range(first, first + count):
        night("place_bet", bet=f"b{number}", player="red", kind="single", ranks=["K"], stake=500)
        night("take_down_bet", bet=f"b{number}")


def one_deal(night: PureNight, count: int) -> None:
    """Bets laid and taken down again without a card being dealt."""
    night("start_deal")
    night("expose_soda", card="2s")
    lay_and_take_down(night, count)


def many_deals(night: PureNight, count: int) -> None:
    """A few lay_and_take_down to a deal, which is void then."""
    for number in range(0, count, 4):
        night("start_deal")
        night("expose_soda", card="2s")
        lay_and_take_down(night, 4, number)
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
        first = waiting.pop()
        if isinstance(first, tuple | list | dict | set | frozenset):
            entries += len(first)
        # Most records are none of the collector's business, and it does not say what they hold.
        parts = msgspec.structs.astuple(first) if isinstance(first, msgspec.Struct) else gc.get_referents(first)
        for part in parts:
            if id(part) not in seen and not isinstance(part, type | FunctionType | ModuleType):
                seen.add(id(part))
                waiting.append(part)
    return entries


@pytest.mark.parametrize("course", COURSES)
def test_memory_grows_no_faster_than_the_commands(course: Any) -> None:
    stored = []
    for count in (0, 100, 200, 400):
        night = new_night()
        course(night, count)
        stored.append(kept_by(night.now))
    of_a_hundred, of_two, of_four = (more - stored[0] for more in stored[1:])
    assert of_two <= 2.1 * of_a_hundred
    assert of_four <= 2.1 * of_two
