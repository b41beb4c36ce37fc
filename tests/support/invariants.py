"""What holds after every command of any night, legal or not (rulebook 4), and how results are compared."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from dealer.games.faro.state import faro_of
from dealer.night.evolve import fold
from dealer.night.night import Night
from events.book.event_types import decode, encode
from ledger.statement import bank_line, player_line
from tests.support.pure import PureNight


def assert_invariants(night: Night) -> None:
    """The books balance, the checks add up, and the pack is one."""
    assert_balanced(night)
    assert_checks_conserved(night)
    assert_the_pack_is_one(night)


def assert_balanced(night: Night) -> None:
    ledger = night.ledger
    assert ledger.debits_cents == ledger.credits_cents
    assert sum(ledger.balances.values()) == 0
    bank = bank_line(ledger)
    nets = sum(player_line(ledger, player).net_cents for player in night.seats)
    assert nets + bank.result_cents + bank.tokes_cents == 0


def assert_checks_conserved(night: Night) -> None:
    """What the players have been given in checks, and won, is in their hands, on the layout, or came back."""
    ledger = night.ledger
    bank = bank_line(ledger)
    lines = [player_line(ledger, player) for player in night.seats]
    given = sum(line.bought_cents + line.markers_issued_cents + line.pledges_open_cents for line in lines)
    given += sum(line.pledges_paid_in_cash_cents + line.markers_paid_in_cash_cents for line in lines)
    back = sum(line.cashed_cents + line.markers_redeemed_cents for line in lines)
    out = sum(line.checks_cents + line.staked_cents for line in lines)
    assert out == given - back - bank.result_cents - bank.tokes_cents
    assert all(line.checks_cents >= 0 and line.staked_cents >= 0 for line in lines)
    table = faro_of(night)
    lying = table.all_lying
    assert sum(bet.stake_cents for bet in lying) == sum(line.staked_cents for line in lines)
    assert all(bet.stake_cents > 0 and bet.stake_cents % table.house.check == 0 for bet in lying)


def assert_the_pack_is_one(night: Night) -> None:
    table = faro_of(night)
    assert max(table.box.counts) <= 4
    assert len(table.box.exposed) <= 52
    suited = [card for card in table.box.exposed if card[-1] in "shdc"]
    assert len(suited) == len(set(suited))


def assert_replayed(played: PureNight, half: int) -> None:
    """The stored events make the live state, from the first and from the middle on, and read as they were written."""
    assert fold(played.recorded) == played.now
    assert fold(played.recorded[half:], fold(played.recorded[:half])) == played.now
    for one in played.recorded:
        assert decode(one.kind, 1, encode(one.event)) == one.event


def assert_order_of_placing_is_all_one(tried: list[dict[str, Any]], random: Random) -> None:
    """Bets placed between two turns settle alike in another order, under a roll that cannot break: law 8 has no say."""
    refused = {one["line"] for one in PureNight().play(tried).refused}
    lines = [line for number, line in enumerate(tried, start=1) if number not in refused]
    plain = PureNight().play(lines).result()
    mixed = PureNight().play(shuffled_placings(lines, random)).result()
    assert {player: line["net"] for player, line in mixed["players"].items()} == {
        player: line["net"] for player, line in plain["players"].items()
    }
    assert mixed["bank"] == plain["bank"]
    assert sorted(map(str, mixed["bets"])) == sorted(map(str, plain["bets"]))


def shuffled_placings(lines: list[dict[str, Any]], random: Random) -> list[dict[str, Any]]:
    """The lines with every unbroken run of placings in another order."""
    mixed: list[dict[str, Any]] = []
    run: list[dict[str, Any]] = []
    for line in lines:
        if line["do"] in ("place_bet", "call_turn"):
            run.append(line)
            continue
        random.shuffle(run)
        mixed += [*run, line]
        run = []
    return mixed + run


def assert_agrees(result: dict[str, Any], expected: dict[str, Any]) -> None:
    for part in ("players", "bank"):
        for name, value in expected.get(part, {}).items():
            have = result[part][name]
            if isinstance(value, dict):
                have = {key: have[key] for key in value}
            assert have == value, (part, name)
    if "bets" in expected:
        assert _rows(result) == _rows(expected)
        assert _turns(result) == _turns(expected)
    for key in ("game", "hands", "scores"):
        if key in expected:
            assert result[key] == expected[key]
    assert _refusals(result) == _refusals(expected)


def _rows(result: dict[str, Any]) -> Counter[tuple[tuple[str, Any], ...]]:
    return Counter(tuple(sorted(row.items())) for row in result["bets"])


def _turns(result: dict[str, Any]) -> list[tuple[int, int]]:
    return [(row["deal"], row["turn"]) for row in result["bets"]]


def _refusals(result: dict[str, Any]) -> list[tuple[int, str, str]]:
    return [(one["line"], one["do"], one["code"]) for one in result["refused"]]
