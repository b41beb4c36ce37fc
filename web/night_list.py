"""The nights of the book as the first page lists them."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.assistant import Assistant
from dealer.night import Night
from dealer.refusal import dollars
from ledger.statement import bank_line


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLine:
    """One night in the list."""

    night: str
    table: str
    date: str
    dealer: str
    game: str
    players: str
    dealt: str
    bank: str
    closed: bool


def night_lines(assistant: Assistant) -> list[NightLine]:
    """All nights of the book, the last opened first."""
    return [_line(assistant.night(night)) for night in reversed(assistant.nights())]


def _line(night: Night) -> NightLine:
    bank = bank_line(night.ledger)
    return NightLine(
        night=night.id,
        table=night.opened.table,
        date=night.opened.date,
        dealer=night.opened.dealer,
        game=" and ".join(game.title for game in night.games),
        players=", ".join(seat.name for seat in night.seats.values()) or "nobody seated yet",
        dealt=night.dealt or "nothing dealt yet",
        bank=f"bank {'+' if bank.result_cents > 0 else ''}{dollars(bank.result_cents)}",
        closed=night.closed,
    )
