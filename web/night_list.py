"""The nights of the book as the first page lists them."""

from __future__ import annotations

from dataclasses import dataclass
from logging import getLogger

from dealer.assistant import Assistant
from dealer.night import Night
from dealer.refusal import dollars
from dealer.verification.inspection import FAILURES, said
from events.records import BookError
from ledger.accounts import POT
from ledger.statement import bank_line
from web.errors import BOOK_DAMAGED
from web.houses import games_in_words, has_bank

_log = getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLine:
    """One night in the list. ``money`` is what the bank won; where there is none, what lies in the pot, if anything.

    Of one that cannot be read there is only its id, and ``unreadable`` says why.
    """

    night: str
    table: str = ""
    date: str = ""
    dealer: str = ""
    game: str = ""
    players: str = ""
    dealt: str = ""
    money: str = ""
    open_disputes: int = 0
    closed: bool = False
    unreadable: str = ""


def night_lines(assistant: Assistant) -> list[NightLine]:
    """All nights of the book, the last opened first; one that is damaged among them, as what it is."""
    return [_line_or_damage(assistant, night) for night in reversed(assistant.nights())]


def _line_or_damage(assistant: Assistant, night: str) -> NightLine:
    try:
        return _line(assistant.night(night))
    except BookError as error:
        if error.code != BOOK_DAMAGED:
            raise
        why = error.why
    except FAILURES as error:
        why = f"Its facts make no night any more: {said(error)}."
    _log.error("night %s cannot be read: %s", night, why)
    return NightLine(night=night, unreadable=why)


def _line(night: Night) -> NightLine:
    return NightLine(
        night=night.id,
        table=night.opened.table,
        date=night.opened.date,
        dealer=night.opened.dealer,
        game=games_in_words(night),
        players=", ".join(seat.name for seat in night.seats.values()) or "nobody seated yet",
        dealt=night.dealt or "nothing dealt yet",
        money=_money(night),
        open_disputes=len(night.open_disputes),
        closed=night.closed,
    )


def _money(night: Night) -> str:
    if not has_bank(night):
        in_pot = night.ledger.balance(POT)
        return f"pot {dollars(in_pot)}" if in_pot else ""
    won_cents = bank_line(night.ledger).result_cents
    return f"bank {'+' if won_cents > 0 else ''}{dollars(won_cents)}"
