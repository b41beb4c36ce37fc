"""A night of all that is long, wide, many or large: what a sheet has to have room for."""

from __future__ import annotations

from functools import cache
from typing import Any

from ledger.statement import player_line
from tests.reports import hands, nights
from tests.reports.nights import Played, bet, deal_lines, opening

GUEST = "seat-of-the-guest"
SEATS = ("red", "blue", "white", "black", "yellow", "green", GUEST, "8")
LONGEST = 60
"""Letters of a name; see :data:`dealer.commands.commands` for the limit."""

NAMES = (
    "@" * LONGEST,
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte",
    "M. " + "Featherstonehaugh-Cholmondeley, Marquess of Bath and Others,"[: LONGEST - 3],
    "i" * LONGEST,
    "ÅÉÎÕŰŻ" * 10,
    "m " * 30 + "",
    "W" * LONGEST,
    "Wm",
)
FORTUNE = 123_456_775
"""Nine digits of cents."""

LONG_TEXT = "the copper fell off the check when the waiter leaned over the layout, and " + "W" * 50 + " all saw it fall"


@cache
def hostile(*, closed: bool = True) -> Played:
    """Eight players of the longest names with fortunes, markers, pledges, loans; disputes; deals and hands in turn."""
    house = {
        "faro": {"preset": "late_bank", "limit": 10**12, "sleepers": "dealer"},
        "fan_tan": {"preset": "antes", "chip": 25_000},
    }
    lines: list[dict[str, Any]] = [
        opening(
            game=["faro", "fan_tan"],
            house=house,
            roll=10 * FORTUNE,
            table="T" * 40,
            dealer="The Reverend " + "D" * 30,
            backers=[{"name": name[:40], "share": 0.125} for name in NAMES],
        )
    ]
    for seat, name in zip(SEATS, NAMES, strict=True):
        lines += [
            {"do": "seat_player", "player": seat, "name": name},
            {"do": "buy_checks", "player": seat, "amount": 7 * FORTUNE},
            {"do": "issue_marker", "player": seat, "amount": FORTUNE},
            {"do": "take_pledge", "player": seat, "amount": FORTUNE, "item": f"{seat}: a {'w' * 60}"},
        ]
    lines += [
        {"do": "lend_stake", "lender": "red", "borrower": GUEST, "amount": FORTUNE, "profit_share": 0.25},
        {"do": "lend_stake", "lender": "white", "borrower": "red", "amount": FORTUNE, "profit_share": 0.25},
        *({"do": "tip", "player": seat, "amount": FORTUNE} for seat in SEATS[:3]),
    ]
    for deal in (1, 2):
        lines += deal_lines(deal, [bet(f"{deal}-{seat}", seat, FORTUNE) for seat in SEATS])
        lines += _dispute(f"d{deal}", f"{deal}-red", deal == 1)
    lines += [*hands.hand_lines(7, SEATS, wrong=(2, 5, 9, 11, 14)), {"do": "settle_hand"}]
    for number in range(3, 5):
        lines += _dispute(f"d{number}", number, number % 2 == 0)
    lines += [
        *deal_lines(3, [bet(f"3-{seat}", seat, FORTUNE, kind="split", ranks=["8", "9"]) for seat in SEATS], turns=9),
        {"do": "void_deal", "reason": LONG_TEXT},
    ]
    # One parts with all that they have, so that they go on owing a stake and a marker.
    left_cents = player_line(nights.played(lines).now.ledger, GUEST).checks_cents
    lines.append({"do": "tip", "player": GUEST, "amount": left_cents})
    if closed:
        lines.append({"do": "close_night"})
    made = nights.played(lines)
    assert made.now.loans
    assert made.result["refused"] == [], made.result["refused"][:3]
    return made


def _dispute(key: str, about: str | int, corrected: bool) -> list[dict[str, Any]]:
    moved = [{"from": "bank", "to": "red", "amount": FORTUNE}, {"from": "white", "to": "red", "amount": FORTUNE}]
    how = {"ruling": "corrected", "law": 3, "corrections": moved} if corrected else {"ruling": "stands"}
    return [
        {"do": "raise_dispute", "dispute": key, "player": "red", "about": about, "claim": LONG_TEXT},
        {"do": "rule_dispute", "dispute": key, "reason": LONG_TEXT, **how},
    ]
