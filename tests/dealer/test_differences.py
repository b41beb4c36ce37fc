"""The differences between two courses of a night, and the corrections of a ruling that bring the other about."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from rpds import HashTrieSet, List

from dealer.game.game import TABLE
from dealer.game.table import Grown
from dealer.games.fan_tan.game import HAND_ON
from dealer.games.fan_tan.state import FAN_TAN, NO_HAND, fan_tan_of
from dealer.games.faro.state import FARO, faro_of
from dealer.night.night import Night
from dealer.night_differences import Both
from dealer.what_if import Inserted, Put, Struck, ruling_refused
from events.common.night import Correction
from ledger.ledger import Ledger
from ledger.statement import player_line
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_nights import random_night
from tests.support.pure import OPENING, AskedNight, asked, bet, faro, nets, of, turn

GAMES = (random_night, random_fan_tan_night, random_night_of_both)


@pytest.mark.parametrize("make", GAMES)
def test_a_ruling_with_the_corrections_brings_every_player_where_they_would_be(
    make: Callable[..., list[dict[str, Any]]],
) -> None:
    """Raised and ruled in the night as it stands: every player's net is the other night's, to the cent."""
    ruled = 0
    for seed in range(40):
        lines = [line for line in make(seed, most_lines=140) if line["do"] != "close_night"]
        night = asked(lines)
        number = Random(seed).randrange(2, len(night.commands) + 1)
        alternative = of(night, Struck(number))
        if not alternative.corrections:
            continue
        refusal = ruling_refused(night.now, alternative.corrections)
        about = _something_to_dispute(night)
        player = next((key for key, seat in night.now.seats.items() if seat.taken), None)
        if about is None or player is None:
            continue
        night("raise_dispute", dispute="d", player=player, about=about, claim="what if")
        corrections = [
            {"from": correction.source, "to": correction.target, "amount": correction.amount_cents}
            for correction in alternative.corrections
        ]
        ruling = {"dispute": "d", "ruling": "corrected", "reason": "what if", "corrections": corrections}
        if refusal:
            assert night.refusal("rule_dispute", **ruling) == refusal.code
            continue
        night("rule_dispute", **ruling)
        for entry in alternative.differences.players:
            assert player_line(night.now.ledger, entry.player).net_cents == entry.line.other.net_cents
        ruled += 1
        if ruled == 4:
            break
    assert ruled == 4


def _something_to_dispute(night: AskedNight) -> str | int | None:
    for game in night.now.games:
        table = night.now.tables[game.name]
        if game.has_turn(table, 1, night.now.opened.rules):
            return 1
        for command in night.commands:
            key = command.document.get("bet")
            if isinstance(key, str) and game.has_bet(table, key):
                return key
    return None


def test_a_ruling_on_a_closed_night_and_one_that_somebody_cannot_pay() -> None:
    night = faro(bet("a", "Q"), turn("Js", "Qs"), {"do": "cash_in", "player": "red", "amount": 19_500})
    alternative = of(night, Struck(night.last("place_bet")))
    assert alternative.corrections == (Correction(source="red", target="bank", amount_cents=500),)
    assert ruling_refused(night.now, alternative.corrections) is None
    night("cash_in", player="red", amount=500)
    refusal = ruling_refused(night.now, alternative.corrections)
    assert refusal
    assert refusal.code == "not_enough_checks"
    night("close_night")
    refusal = ruling_refused(night.now, alternative.corrections)
    assert refusal
    assert refusal.code == "wrong_phase"


@pytest.mark.parametrize("make", GAMES)
def test_where_nothing_differs_the_nights_are_the_same(make: Callable[..., list[dict[str, Any]]]) -> None:
    """But for accounts that stand at zero, and for what only says what can be named."""
    same = 0
    for seed in range(6):
        night = asked(make(seed, voids=0.05, most_lines=70))
        for number in Random(seed).sample(range(2, len(night.commands) + 1), 5):
            alternative = of(night, Struck(number))
            if alternative.differences.none:
                assert _compared(alternative.night) == _compared(night.now), (seed, number)
                same += 1
    assert same


def _compared(night: Night) -> Night:
    tables = dict(night.tables)
    if FARO in tables:
        table = faro_of(night)
        tables[FARO] = replace(
            table,
            placed=0,
            last_bets={},
            keys=HashTrieSet(),
            last_turn=-1,
            turns_before=List(),
            gone=Grown(),
            bets={key: replace(bet, placed=0) for key, bet in table.bets.items()},
            calls={key: replace(call, placed=0) for key, call in table.calls.items()},
        )
    if FAN_TAN in tables:
        pot = fan_tan_of(night)
        settled = {} if pot.is_on else {"hand": NO_HAND, "players": (), "put_in": {}}
        tables[FAN_TAN] = replace(pot, turn=0, **settled)
    stored = {account: cents for account, cents in night.ledger.balances.items() if cents}
    return replace(night, tables=tables, ledger=Ledger(stored))


def _furnished() -> AskedNight:
    """A night with everything that can differ without a cent's difference."""
    return faro(
        {"do": "seat_player", "player": "white", "name": "White"},
        {"do": "leave_table", "player": "white"},
        {"do": "take_pledge", "player": "red", "amount": 5_000, "item": "watch"},
        {"do": "lend_stake", "lender": "red", "borrower": "blue", "amount": 500},
        {"do": "issue_marker", "player": "blue", "amount": 10_000},
        bet("a", "Q"),
        {"do": "raise_dispute", "dispute": "d", "player": "red", "about": "a", "claim": "It was coppered"},
    )


@pytest.mark.parametrize(
    ("do", "instead"),
    [
        ("take_pledge", {"item": "ring"}),
        ("lend_stake", {"profit_share": 0.5}),
        ("raise_dispute", {"claim": "It was barred"}),
        ("open_night", {"dealer": "Another"}),
        ("open_night", {"table": "Another"}),
        ("open_night", {"date": "2026-11-22"}),
        ("open_night", {"house": {"limit": 5_000}}),
        ("seat_player", {"name": "Another"}),
    ],
)
def test_a_change_without_a_cent_is_still_a_difference(do: str, instead: dict[str, Any]) -> None:
    night = _furnished()
    number = night.last(do)
    alternative = of(night, Put(number, {**night.commands[number - 1].document, **instead}))
    assert not any(nets(alternative).values())
    assert not alternative.differences.none
    assert alternative.otherwise[1:] == ()


def test_two_markers_are_not_one_of_the_same_sum() -> None:
    night = _furnished()
    number = night.last("issue_marker")
    half = {**night.commands[number - 1].document, "amount": 5_000}
    differ = of(night, Put(number, half), Inserted(number, half)).differences
    assert differ.markers == Both(1, 2)
    assert not differ.none


def test_a_dispute_a_seat_and_where_the_play_stands_differ_by_themselves() -> None:
    night = _furnished()
    differ = of(night, Struck(night.last("raise_dispute"))).differences
    assert differ.disputes == {"d": Both(night.now.disputes["d"], None)}
    assert not differ.none
    differ = of(night, Struck(night.last("leave_table"))).differences
    assert [player.player for player in differ.players if player.differs] == ["white"]
    assert next(player for player in differ.players if player.differs).seated == Both(False, True)
    assert not differ.none
    night = faro()
    differ = of(night, Struck(night.last("start_deal"))).differences
    assert differ.of(FARO, TABLE)
    assert not differ.none


def test_a_hand_that_is_on_differs() -> None:
    players = ("red", "blue", "green")
    night = asked(
        [
            {**OPENING, "game": "fan_tan", "roll": 0, "dealer": "D"},
            *({"do": "seat_player", "player": player, "name": player.title()} for player in players),
            *({"do": "buy_checks", "player": player, "amount": 5_000} for player in players),
            {"do": "start_hand", "dealer": "green"},
            {"do": "lay", "player": "red", "cards": ["7d"]},
        ]
    )
    differ = of(night, Struck(night.last("lay"))).differences
    hands = Both(fan_tan_of(night.now).hand, fan_tan_of(of(night, Struck(9)).night).hand)
    assert differ.of(FAN_TAN, HAND_ON) == {"": hands}
    assert hands.differ
    assert not differ.none


def test_a_settlement_is_named_by_where_its_bet_lay_then() -> None:
    """The same bet settled twice, moved between: each of its settlements has the place of its own turn."""
    night = faro(
        bet("a", "Q"),
        turn("Js", "Qs"),
        {"do": "move_bet", "bet": "a", "kind": "split", "ranks": ["6", "8"]},
        turn("Jh", "6s"),
    )
    alternative = of(night, Struck(night.last("place_bet"))).differences
    assert [(entry.turn, entry.where) for entry in alternative.bets] == [
        (1, Both("the Q", "")),
        (2, Both("splitting the 6-8", "")),
    ]
    alternative = of(night, Struck(night.last("move_bet"))).differences
    assert [(entry.turn, entry.where) for entry in alternative.bets] == [(2, Both("splitting the 6-8", "the Q"))]
