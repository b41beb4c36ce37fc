"""What a night came to: its result as the contract words it, and what outlives it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dealer.night.night import Night, Pledge
from events.effective_facts import effective
from events.facts.fact import Fact
from events.facts.play import StakeSettled
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import stakes_owed
from ledger.ledger import Ledger
from ledger.statement import bank_line, markers_open_cents, player_line


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
                "bet": one.bet,
                "deal": one.round_number,
                "turn": one.turn_number,
                "result": one.result,
                "stake": one.stake_cents,
                "paid": one.bank_paid_cents,
                "taken": one.bank_took_cents,
                **one.row_besides,
            }
            for one in stood
            if isinstance(one, StakeSettled)
        ],
        "hands": _rounds(night, stood),
        "scores": [row for game in night.games for row in game.scores(stood)],
        "refused": [],
    }


def _rounds(night: Night, stood: Sequence[Fact]) -> list[dict[str, Any]]:
    """The rows of the rounds of all games, in the order in which they ended."""
    rows = [row for game in night.games for row in game.round_rows(stood)]
    return [row.row for row in sorted(rows, key=lambda row: row.at)]


def _player(night: Night, player: str) -> dict[str, Any]:
    line = player_line(night.ledger, player)
    open_now = outstanding_of(player, night, night.ledger)
    return {
        "name": night.seats[player].name,
        "checks": line.checks_cents,
        "bought": line.bought_cents,
        "markers_issued": line.markers_issued_cents,
        "markers_open": line.markers_open_cents,
        "pledges_open": line.pledges_open_cents,
        "stakes_owed": sum(one.amount_cents for one in open_now if isinstance(one, OpenLoan)),
        "cashed": line.cashed_cents,
        "staked": line.staked_cents,
        "net": line.net_cents,
    }


class OpenMarkers(Frozen):
    """What a player owes the house on markers, in cents."""

    player: str
    amount_cents: int


class OpenLoan(Frozen):
    """What a player owes another of the stake that was lent to them, in cents."""

    player: str
    lender: str
    amount_cents: int


Outstanding = Pledge | OpenMarkers | OpenLoan
"""What outlives a night (rulebook 4): goods still held, markers still open, stakes still owed between players.

Open disputes do not: they are ruled before a night is closed.
"""


def outstanding(night: Night, ledger: Ledger) -> tuple[Outstanding, ...]:
    """All that is open by a ledger of the night, its own or that of a close to come, player by player."""
    return tuple(one for player in night.seats for one in outstanding_of(player, night, ledger))


def outstanding_of(player: str, night: Night, ledger: Ledger) -> Iterator[Outstanding]:
    """What is open of one player's."""
    for pledge in night.pledges:
        if pledge.player == player:
            yield pledge
    owed_cents = markers_open_cents(ledger, player)
    if owed_cents:
        yield OpenMarkers(player=player, amount_cents=owed_cents)
    for lender in dict.fromkeys(loan.lender for loan in night.loans if loan.borrower == player):
        lent_cents = ledger.balance(stakes_owed(lender, player))
        if lent_cents:
            yield OpenLoan(player=player, lender=lender, amount_cents=lent_cents)
