"""A night as of a fact, as plain data: where it stands, what lies at each table, everybody's money."""

from __future__ import annotations

from typing import Any

from dealer.night.history import History
from dealer.night.night import Night
from ledger.accounts import stakes_owed
from ledger.statement import bank_line, player_line
from reports.words.sentences import fact_sentence
from web.game_screens import screens_of


def shown_night(history: History, version: int) -> dict[str, Any]:
    """A night after its fact ``version``, as JSON-ready data; amounts in cents, :class:`IndexError` for no such fact.

    Each game of the night has its part under its name.
    """
    night, facts = history.at(version), history.until(version)
    last = facts[-1]
    shown: dict[str, Any] = {
        "night": night.id,
        "table": night.opened.table,
        "date": night.opened.date,
        "dealer": night.opened.dealer,
        "games": list(night.opened.games),
        "on": night.dealing,
        "fact": version,
        "facts": history.version,
        "head": last.hash,
        "at": last.at,
        "who": last.who,
        "said": fact_sentence(history.at(max(version - 1, 1)), night, last.fact),
        "closed": night.closed,
        "players": [_player(night, player) for player in night.seats],
        "bank": _bank(night),
        "disputes": [
            {"dispute": key, "player": one.player, "about": one.about, "claim": one.claim}
            for key, one in night.disputes.items()
            if one.ruling is None
        ],
        "loans": _loans(night),
    }
    for game in night.opened.games:
        shown[game] = screens_of(game).terminal.data_of(night, game, facts)
    return shown


def _player(night: Night, player: str) -> dict[str, Any]:
    line = player_line(night.ledger, player)
    return {
        "player": player,
        "name": night.seats[player].name,
        "seated": night.seats[player].taken,
        "checks": line.checks_cents,
        "staked": line.staked_cents,
        "bought": line.bought_cents,
        "markers_open": line.markers_open_cents,
        "pledges": [{"item": one.item, "amount": one.amount_cents} for one in night.pledges if one.player == player],
        "cashed": line.cashed_cents,
        "net": line.net_cents,
    }


def _bank(night: Night) -> dict[str, int]:
    line = bank_line(night.ledger)
    return {
        "roll": line.roll_cents,
        "play": line.play_cents,
        "sleepers": line.sleepers_cents,
        "after_hock": line.after_hock_cents,
        "tokes": line.tokes_cents,
        "in_sight": line.in_sight_cents,
    }


def _loans(night: Night) -> list[dict[str, Any]]:
    """What players still owe each other, a pair at a time."""
    pairs = dict.fromkeys((one.lender, one.borrower) for one in night.loans)
    owed = {pair: night.ledger.balance(stakes_owed(*pair)) for pair in pairs}
    return [
        {"lender": lender, "borrower": borrower, "owed": cents} for (lender, borrower), cents in owed.items() if cents
    ]
