"""The differences between two courses of a night, and the corrections of a ruling that bring the other about."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from dealer.what_if import Inserted, Struck, ruling_refused
from events.night import Correction
from ledger.statement import player_line
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_nights import random_night
from tests.support.asked import AskedNight, asked, bet, faro, nets, of, turn

GAMES = (random_night, random_fan_tan_night, random_night_of_both)


@pytest.mark.parametrize("make", GAMES)
def test_a_ruling_with_the_corrections_brings_every_player_where_he_would_be(
    make: Callable[..., list[dict[str, Any]]],
) -> None:
    """Raised and ruled in the night as it stands: every player's net is the other night's, to the cent."""
    ruled = 0
    for seed in range(40):
        lines = [line for line in make(seed, most_lines=140) if line["do"] != "close_night"]
        night = asked(lines)
        number = Random(seed).randrange(2, len(night.commands) + 1)
        found = of(night, Struck(number))
        if not found.corrections:
            continue
        refusal = ruling_refused(night.now, found.corrections)
        about = _something_to_dispute(night)
        player = next((key for key, seat in night.now.seats.items() if seat.taken), None)
        if about is None or player is None:
            continue
        night("raise_dispute", dispute="d", player=player, about=about, claim="what if")
        corrections = [{"from": one.source, "to": one.target, "amount": one.amount_cents} for one in found.corrections]
        ruling = {"dispute": "d", "ruling": "corrected", "reason": "what if", "corrections": corrections}
        if refusal:
            assert night.refusal("rule_dispute", **ruling) == refusal.code
            continue
        night("rule_dispute", **ruling)
        for one in found.differences.players:
            assert player_line(night.now.ledger, one.player).net_cents == one.line.other.net_cents
        ruled += 1
        if ruled == 4:
            break
    assert ruled == 4


def _something_to_dispute(night: AskedNight) -> str | int | None:
    for game in night.now.games:
        table = night.now.tables[game.name]
        if game.has_turn(table, 1):
            return 1
        for one in night.commands:
            key = one.document.get("bet")
            if isinstance(key, str) and game.has_bet(table, key):
                return key
    return None


def test_a_ruling_on_a_closed_night_and_one_that_somebody_cannot_pay() -> None:
    night = faro(bet("a", "Q"), turn("Js", "Qs"), {"do": "cash_in", "player": "red", "amount": 19_500})
    found = of(night, Struck(night.last("place_bet")))
    assert found.corrections == (Correction(source="red", target="bank", amount_cents=500),)
    assert ruling_refused(night.now, found.corrections) is None
    night("cash_in", player="red", amount=500)
    refusal = ruling_refused(night.now, found.corrections)
    assert refusal
    assert refusal.code == "not_enough_checks"
    night("close_night")
    refusal = ruling_refused(night.now, found.corrections)
    assert refusal
    assert refusal.code == "wrong_phase"


def test_several_changes_at_once() -> None:
    night = faro(bet("a", "Q"), bet("b", "J", "blue"), turn("Qs", "Js"))
    found = of(night, Struck(9), Inserted(8, {"do": "copper_bet", "bet": "a"}))
    assert nets(found) == {"red": 1_000, "blue": -500}
    assert found.corrections == (
        Correction(source="blue", target="red", amount_cents=500),
        Correction(source="bank", target="red", amount_cents=500),
    )
