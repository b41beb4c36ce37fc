"""The sheet beside the layout: the last turn's take-and-pay list, the calls of the last turn, and warnings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from dealer.faro.case_keeper import DealTabs, tabs_of
from dealer.faro.state import FaroTable, Phase
from dealer.faro.take_and_pay import PAY, TAKE, HandLine, take_and_pay
from dealer.faro.words import words_of_hock, words_of_phase, words_of_turn
from dealer.night import Night
from dealer.refusal import dollars
from dealer.rows import rows_of
from dealer.tables import faro_of
from events import faro
from events.fact import Fact
from events.records import Recorded
from reports.cards import card_words
from reports.naming import result_of
from web.tablet.denominations import in_checks
from web.tablet.faro.warnings import BetsWarning, hock_warning, limit_warning
from web.tablet.marks import Mark, marks_of

_SHOWN = (faro.SodaExposed, faro.WinnerDrawn, faro.HockExposed)
_HANDS = {"take": "Take", "pay": "Pay", "give back": "Give back", "leave": "Leave"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One movement of the dealer's hand; ``checks`` counts the amount out, ``about`` names the bet for a dispute."""

    hand: str
    kind: str
    about: str
    player: str
    player_name: str
    mark: Mark
    where: str
    amount: str
    checks: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """What a turn came to for a player with several bets in it; ``won`` says which way."""

    player_name: str
    mark: Mark
    amount: str
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """What the sheet says after the last card that settled anything.

    ``id`` tells one list from the next, ``words`` is what is called out, ``totals`` sums up players with several lines,
    ``warnings`` names bets in danger.
    """

    id: str
    title: str
    cards: str
    words: tuple[str, ...]
    lines: tuple[Line, ...]
    totals: tuple[Total, ...]
    warnings: tuple[BetsWarning, ...]
    hint: str


def sheet_of(night: Night, table: FaroTable, facts: Sequence[Recorded]) -> Sheet:
    """The sheet as the night stands; ``facts`` are its standing facts."""
    at = _last_shown(facts)
    if at is None or not table.deal_is_on:
        return _empty(night, table)
    if table.phase is Phase.LOSER_DRAWN:
        return _closed(night, table)
    shown = facts[at]
    of_command = [one.fact for one in facts[at:] if one.command == shown.command]
    lines = take_and_pay((one.fact for one in facts[:at]), of_command)
    marks = marks_of(night)
    return Sheet(
        id=shown.command,
        title=_title(shown.fact, table),
        cards=_cards(table, shown.fact),
        words=tuple(_words(night, table, facts, at, of_command)),
        lines=tuple(_line(night, table, marks, line) for line in lines),
        totals=_totals(night, marks, lines),
        warnings=_warnings(night, table),
        hint=_hint(table, bool(lines)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """The orders of the last three cards that can be called, and what they pay."""

    orders: tuple[tuple[str, ...], ...]
    pays: str
    lying: tuple[str, ...]


def calls_of(night: Night, table: FaroTable) -> Calls | None:
    """What can be called now, if anything."""
    if not table.last_turn_next or table.house.turns == 26:
        return None
    left = table.box.ranks_left()
    if len(set(left)) == 1:
        return None
    house = table.house
    times = house.cat_pays if len(set(left)) == 2 else house.call_pays
    return Calls(
        orders=tuple(dict.fromkeys(permutations(left))),
        pays=f"{times} {house.call_quote.replace('_', ' ')}",
        lying=tuple(
            f"{night.seats[call.player].name} {'-'.join(call.order)} {dollars(call.stake_cents)}"
            for call in table.calls.values()
        ),
    )


def _last_shown(facts: Sequence[Recorded]) -> int | None:
    """Where the last card lies that a settlement may follow, in this deal."""
    for at in range(len(facts) - 1, -1, -1):
        fact = facts[at].fact
        if isinstance(fact, _SHOWN):
            return at
        if isinstance(fact, faro.DealStarted):
            return None
    return None


def _empty(night: Night, table: FaroTable) -> Sheet:
    title, hint = "No deal", "Shuffle the pack, put it in the box and start the deal."
    if table.phase is Phase.BEFORE_SODA:
        title, hint = f"Deal {table.deal}", "Show the soda: touch its rank below."
    elif table.deal_is_on:
        title, hint = f"Deal {table.deal}", "Lay bets, then touch the loser’s rank below."
    return _without_lines(night, table, title, "", hint)


def _closed(night: Night, table: FaroTable) -> Sheet:
    hint = "Bets are closed. Touch the winner’s rank below."
    return _without_lines(night, table, f"Turn {table.turn}", f"loser {card_words(table.loser)}", hint)


def _without_lines(night: Night, table: FaroTable, title: str, cards: str, hint: str) -> Sheet:
    warnings = _warnings(night, table)
    return Sheet(id="", title=title, cards=cards, words=(), lines=(), totals=(), warnings=warnings, hint=hint)


def _title(shown: Fact, table: FaroTable) -> str:
    match shown:
        case faro.WinnerDrawn():
            return f"Turn {shown.turn}"
        case faro.HockExposed():
            return "Hock"
        case _:
            return f"Deal {table.deal}"


def _cards(table: FaroTable, shown: Fact) -> str:
    match shown:
        case faro.WinnerDrawn():
            return f"loser {card_words(table.loser)} · winner {card_words(table.winner)}"
        case faro.HockExposed() | faro.SodaExposed():
            return f"{'soda' if isinstance(shown, faro.SodaExposed) else 'hock'} {card_words(shown.card)}"
        case _:
            return ""


def _words(night: Night, table: FaroTable, facts: Sequence[Recorded], at: int, of_command: Sequence[Fact]) -> list[str]:
    tabs = tabs_of(one.fact for one in facts)
    if isinstance(facts[at].fact, faro.HockExposed):
        return words_of_hock(tabs[-1])
    said = words_of_phase(table)
    if isinstance(facts[at].fact, faro.WinnerDrawn):
        before = _before_turn(night, facts, at)
        if before is not None:
            said = words_of_turn(before, rows_of(of_command), tabs[-1], night.names, _deal_before(tabs)) + said
    return said


def _deal_before(tabs: list[DealTabs]) -> DealTabs | None:
    return tabs[-2] if len(tabs) > 1 else None


def _before_turn(night: Night, facts: Sequence[Recorded], at: int) -> FaroTable | None:
    """The table before the loser of a turn came out, from what can be taken back."""
    command = next((one.command for one in reversed(facts[:at]) if isinstance(one.fact, faro.LoserDrawn)), None)
    return next((faro_of(frame.before) for frame in night.course if frame.command == command), None)


def _line(night: Night, table: FaroTable, marks: dict[str, Mark], line: HandLine) -> Line:
    note = "" if line.result == "won" else result_of(line.result)
    if line.stays_cents and line.result in ("won", "split", "lost"):
        stays = f"stays {dollars(line.stays_cents)}"
        note = stays if line.result == "won" else f"{note}, {stays}"
    return Line(
        hand=_HANDS[line.hand],
        kind=line.hand.replace(" ", "-"),
        about=json.dumps(line.bet),
        player=line.player,
        player_name=night.seats[line.player].name,
        mark=marks[line.player],
        where=line.where,
        amount=dollars(line.amount_cents) if line.amount_cents else "–",
        checks=in_checks(line.amount_cents, table.house) if line.amount_cents else "",
        note=note,
    )


def _totals(night: Night, marks: dict[str, Mark], lines: Sequence[HandLine]) -> tuple[Total, ...]:
    """Sums for the players whose bets were both or several times taken and paid."""
    of_player: dict[str, list[int]] = {}
    for line in lines:
        if line.hand in (TAKE, PAY):
            of_player.setdefault(line.player, []).append(line.amount_cents * (1 if line.hand == PAY else -1))
    return tuple(
        Total(
            player_name=night.seats[player].name,
            mark=marks[player],
            amount=dollars(abs(sum(moved))),
            won=sum(moved) > 0,
        )
        for player, moved in of_player.items()
        if len(moved) > 1
    )


def _warnings(night: Night, table: FaroTable) -> tuple[BetsWarning, ...]:
    return tuple(one for one in (hock_warning(night, table), limit_warning(night, table)) if one)


def _hint(table: FaroTable, any_lines: bool) -> str:
    match table.phase:
        case Phase.BEFORE_HOCK:
            return "Touch the hock’s rank below."
        case Phase.DEALT_OUT:
            return "The deal is dealt out: clear the layout and end it."
        case _ if not any_lines and table.turn:
            return "Nothing to take or pay."
        case _ if not any_lines:
            return "Lay bets, then touch the loser’s rank below."
        case _:
            return ""
