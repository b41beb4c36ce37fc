"""A night's result as the contract words it: players, bank, settlements of bets, hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealer.game.rows import rows_of
from dealer.night.night import Night
from dealer.night.outstanding import OpenLoan, outstanding
from events.facts.fact import Fact
from events.records import Recorded
from events.standing import effective
from ledger.statement import bank_line, player_line


def result_of(night: Night, facts: Sequence[Recorded]) -> dict[str, Any]:
    """The result of a night from its state and all of its facts, as JSON-ready data; amounts in cents."""
    bank = bank_line(night.ledger)
    stood = [one.fact for one in effective(facts)]
    return {
        "night": night.id,
        "game": night.opened.game if len(night.games) == 1 else list(night.opened.games),
        "events": len(facts),
        "head": facts[-1].hash,
        "players": {player: _player(night, player) for player in night.seats},
        "bank": {
            "roll": bank.roll_cents,
            "play": bank.play_cents,
            "sleepers": bank.sleepers_cents,
            "after_hock": bank.after_hock_cents,
            "tokes": bank.tokes_cents,
            "in_sight": bank.in_sight_cents,
        },
        "bets": [
            {
                "bet": row.bet,
                "deal": row.deal,
                "turn": row.turn,
                "result": row.result,
                "stake": row.stake_cents,
                "paid": row.paid_cents,
                "taken": row.taken_cents,
            }
            for row in rows_of(stood)
        ],
        "hands": _rounds(night, stood),
        "refused": [],
    }


def _rounds(night: Night, stood: Sequence[Fact]) -> list[dict[str, Any]]:
    """The rows of the rounds of all games, in the order in which they ended."""
    rows = [row for game in night.games for row in game.round_rows(stood)]
    return [row.row for row in sorted(rows, key=lambda row: row.at)]


def _player(night: Night, player: str) -> dict[str, Any]:
    line = player_line(night.ledger, player)
    open_now = outstanding(night, night.ledger)
    return {
        "name": night.seats[player].name,
        "checks": line.checks_cents,
        "bought": line.bought_cents,
        "markers_issued": line.markers_issued_cents,
        "markers_open": line.markers_open_cents,
        "pledges_open": line.pledges_open_cents,
        "stakes_owed": sum(one.amount_cents for one in open_now if isinstance(one, OpenLoan) and one.player == player),
        "cashed": line.cashed_cents,
        "staked": line.staked_cents,
        "net": line.net_cents,
    }
