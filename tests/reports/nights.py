"""Nights to print: the given ones, and a crowded one in which everything happens that a paper has to show."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from dealer.night.evolve import fold
from dealer.night.night import Night
from dealer.rules_version import CURRENT
from events.book.chain import StoredFact, first_link
from events.book.fact_types import encode
from events.records import Recorded
from reports.render_options import RenderOptions
from reports.sheets.papers import list_papers, name_of
from tests.support.pure import PureNight

SCRIPTS = sorted((Path(__file__).parent.parent / "nights").glob("*.jsonl"))
NIGHT_ID = "2026-11-21-1"
LONG_NAME = "Bartholomew Maximilian Featherstonehaugh-Cholmondeley, Esqre"
SEATS = ("red", "blue", "white", "black", "yellow", "seat-6")


@dataclass(frozen=True)
class Played:
    """A night with its facts."""

    now: Night
    facts: tuple[Recorded, ...]
    result: dict[str, Any]

    @property
    def rows(self) -> list[StoredFact]:
        """The facts as a book would have stored them, but for the commands' hashes."""
        before = (first_link("facts", NIGHT_ID), *(one.hash for one in self.facts))
        return [
            StoredFact(
                position=one.version,
                night=one.stream,
                version=one.version,
                kind=one.kind,
                schema_version=one.fact.schema_version,
                body=encode(one.fact),
                at=one.at,
                who=one.who,
                device=one.device,
                command=one.command,
                command_hash="",
                prev_hash=prev_hash,
                hash=one.hash,
            )
            for one, prev_hash in zip(self.facts, before, strict=False)
        ]

    def sheet(self, name: str, options: RenderOptions) -> bytes:
        """One of its papers as PDF: ``table``, ``settlement-1-red``."""
        printings = {name: options.printing} if options.printing else {}
        papers = list_papers(self.now, self.facts, options, printings, rows=self.rows)
        return next(one.make() for one in papers if name_of(self.now, one) == name)


def played(lines: Iterable[object], rules: int = CURRENT) -> Played:
    """A night from the lines of a script, with hours that go on and hashes that look like hashes."""
    pure = PureNight(rules=rules).play(lines)
    at = datetime.fromisoformat("2026-11-22T01:10:00+00:00")
    facts = tuple(
        replace(
            one,
            stream=NIGHT_ID,
            at=(at + timedelta(seconds=11 * one.version)).isoformat(),
            hash=f"{Random(one.version).getrandbits(256):064x}",
        )
        for one in pure.recorded
    )
    return Played(fold(facts), facts, pure.result())


@cache
def given(name: str) -> Played:
    """One of the given nights."""
    script = next(path for path in SCRIPTS if path.stem == name)
    return played(json.loads(line) for line in script.read_text().splitlines() if line.strip())


def pack(seed: int) -> list[str]:
    """A shuffled pack."""
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    cards = [rank + suit for rank, suit in product(ranks, "shdc")]
    Random(seed).shuffle(cards)
    return cards


def deal_lines(number: int, bets: Iterable[dict[str, Any]] = (), turns: int = 25) -> list[dict[str, Any]]:
    """A deal with some bets before its first turn; whole only with all 25 turns."""
    cards = pack(number)
    lines: list[dict[str, Any]] = [{"do": "start_deal"}, {"do": "expose_soda", "card": cards[0]}, *bets]
    for turn in range(turns):
        lines.append({"do": "turn", "loser": cards[1 + 2 * turn], "winner": cards[2 + 2 * turn]})
    if turns == 25:
        lines += [{"do": "expose_hock", "card": cards[-1]}, {"do": "end_deal"}]
    return lines


def bet(key: str, player: str, stake: int = 500, **more: Any) -> dict[str, Any]:
    """A bet on the queen, unless another kind is said."""
    where = {} if "kind" in more else {"kind": "single", "ranks": ["Q"]}
    return {"do": "place_bet", "bet": key, "player": player, "stake": stake, **where, **more}


def opening(**more: Any) -> dict[str, Any]:
    """The line that opens a night."""
    return {
        "do": "open_night",
        "table": "Tiger Nº 1",
        "date": "2026-11-21",
        "game": "faro",
        "house": {
            "preset": "american",
            "sleepers": "dealer",
            "limit": 20000,
            "kinds": ["single", "split", "high_card"],
        },
        "roll": 250000,
        "backers": [{"name": "E. Clark", "share": 0.6}, {"name": "B. Thompson", "share": 0.4}],
        "dealer": "M. Earp",
    } | more


@cache
def crowded(*, closed: bool = True) -> Played:
    """Six players with long names, every kind of money, three deals (one voided), disputes and rulings."""
    lines = [opening()]
    for seat in SEATS:
        lines.append({"do": "seat_player", "player": seat, "name": f"{LONG_NAME[: 54 + len(seat)]}"})
    for seat in SEATS[:5]:
        lines.append({"do": "buy_checks", "player": seat, "amount": 12500})
    lines += [
        {"do": "issue_marker", "player": "red", "amount": 50000},
        {"do": "issue_marker", "player": "blue", "amount": 50000},
        {"do": "take_pledge", "player": "red", "amount": 10000, "item": "a gold watch with its chain"},
        {"do": "take_pledge", "player": "blue", "amount": 7500, "item": "a ring"},
        {"do": "lend_stake", "lender": "red", "borrower": "blue", "amount": 10000, "profit_share": 0.25},
        {"do": "lend_stake", "lender": "black", "borrower": "yellow", "amount": 5000, "profit_share": 0.5},
        *deal_lines(1, [bet(f"a-{seat}", seat, coppered=seat == "blue") for seat in SEATS[:5]]),
        {"do": "raise_dispute", "dispute": "d1", "player": "red", "about": "a-red",
         "claim": "it was coppered, and paid as if it lay open"},
        {"do": "rule_dispute", "dispute": "d1", "ruling": "corrected", "law": 1,
         "reason": "the dealer saw the copper fall",
         "corrections": [{"from": "bank", "to": "red", "amount": 500}, {"from": "white", "to": "red", "amount": 250}]},
        *deal_lines(2, [bet(f"b-{seat}", seat, 700, kind="high_card") for seat in SEATS[:3]], turns=9),
        {"do": "void_deal", "reason": "a fifth nine was found in the box"},
        {"do": "raise_roll", "amount": 50000, "backer": "B. Thompson"},
        {"do": "redeem_marker", "player": "red", "amount": 12500, "with": "cash"},
        {"do": "return_pledge", "player": "red", "item": "a gold watch with its chain", "with": "cash"},
        {"do": "return_pledge", "player": "blue", "item": "a ring", "with": "checks"},
        {"do": "tip", "player": "red", "amount": 200},
        {"do": "tip", "player": "white", "amount": 125},
        {"do": "buy_checks", "player": "white", "amount": 2500},
        {"do": "void"},
        {"do": "cash_in", "player": "black", "amount": 2500},
        {"do": "repay_stake", "lender": "red", "borrower": "blue", "amount": 2500},
        {"do": "raise_dispute", "dispute": "d2", "player": "white", "about": 7, "claim": "the winner was shown first"},
        {"do": "rule_dispute", "dispute": "d2", "ruling": "stands", "reason": "nobody else saw it"},
    ]  # fmt: skip
    bets = [bet(f"c-{seat}", seat, 1250, kind="split", ranks=["8", "9"]) for seat in SEATS[:5]]
    if closed:
        lines += [*deal_lines(3, bets), {"do": "close_night"}]
    else:
        lines += deal_lines(3, bets, turns=4)
    return _unrefused(lines)


@cache
def long_night(deals: int = 20) -> Played:
    """A night of many deals."""
    lines = [opening()]
    for seat in SEATS:
        lines += [
            {"do": "seat_player", "player": seat, "name": seat.title()},
            {"do": "buy_checks", "player": seat, "amount": 200000},
        ]
    for deal in range(1, deals + 1):
        lines += deal_lines(deal, [bet(f"{deal}-{seat}", seat, 150 * at) for at, seat in enumerate(SEATS, start=1)])
    return _unrefused([*lines, {"do": "close_night"}])


def _unrefused(lines: list[dict[str, Any]]) -> Played:
    made = played(lines)
    assert made.result["refused"] == [], made.result["refused"]
    return made
