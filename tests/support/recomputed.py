"""A night's figures worked out again from its exports alone: by SQLite from CSV and JSON lines, by hledger.

Nothing of casekeeper reckons here. The CSV has every posting with its fact, kind and account; which deal, hand or turn
a fact is of, how many chips and which bet, only the JSON lines have. Amounts are cents.
"""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from decimal import Decimal
from typing import Any

from events.book.book import Book
from ledger.export.formats import FORMATS
from tests.ledger.export import peers

TABLES = """
CREATE TABLE posting (fact INTEGER, kind TEXT, account TEXT, debit INTEGER, credit INTEGER);
CREATE TABLE given (fact INTEGER, kind TEXT, command TEXT, body TEXT);
CREATE VIEW kept AS  -- what no taking back names, each with the command as whose fact a correction gave it again
  SELECT *, coalesce((SELECT g.body ->> 'command' FROM given g WHERE g.kind = 'CommandGivenAgain'
     AND g.command = one.command AND g.fact < one.fact ORDER BY g.fact DESC LIMIT 1), command) AS given_as
  FROM given one WHERE kind NOT LIKE 'CommandVoided%' AND command NOT IN
    (SELECT body ->> 'command' FROM given WHERE kind LIKE 'CommandVoided%');
CREATE VIEW undone AS  -- the commands that corrections undid, and up to which fact
  SELECT kept.fact, value AS command FROM kept, json_each(kept.body, '$.undone') WHERE kind = 'CommandAmended';
CREATE VIEW standing AS  -- what was not taken back, nor undone by a correction
  SELECT * FROM kept WHERE kind NOT IN ('CommandAmended', 'CommandGivenAgain') AND NOT EXISTS
    (SELECT * FROM undone WHERE undone.command = kept.given_as AND undone.fact > kept.fact);
CREATE VIEW placed AS  -- every standing fact with the deal and the hand that was the last to begin before it
  SELECT fact, kind, body,
    (SELECT body ->> 'deal' FROM standing d WHERE d.kind = 'DealStarted' AND d.fact <= s.fact
     ORDER BY d.fact DESC LIMIT 1) AS deal,
    (SELECT body ->> 'hand' FROM standing h WHERE h.kind = 'HandStarted' AND h.fact <= s.fact
     ORDER BY h.fact DESC LIMIT 1) AS hand
  FROM standing s;
CREATE VIEW moved AS  -- what each account gained by every standing fact
  SELECT placed.fact, placed.kind, deal, hand, body, account, credit - debit AS gained
  FROM posting JOIN placed USING (fact);
"""
PLAY_OF_FARO = [
    *("BetPlaced", "BetPressed", "BetMoved", "BetTakenDown", "TurnCalled"),
    *("BetPaid", "BetLost", "BetSplit", "BetStoodOff", "BetReturned", "SleeperClaimed", "SleeperTaken", "BetSwept"),
]
PLAY_OF_FAN_TAN = ["AntePaid", "TurnPassed", "PenaltyTaken", "HandPaid", "PotWon", "PotReturned"]
BESIDE_THE_PLAY = ["TokeGiven", "DisputeRuled", "StakeLent", "StakeRepaid", "ProfitShared"]


class Exported:
    """A night as its exports have it."""

    def __init__(self, book: Book, night: str) -> None:
        self.night = night
        self.base = sqlite3.connect(":memory:")
        self.base.executescript(TABLES)
        for row in csv.DictReader(io.StringIO(_written(book, night, "csv"))):
            amounts = [int(Decimal(row[side] or 0) * 100) for side in ("debit", "credit")]
            self.base.execute(
                "INSERT INTO posting VALUES (?,?,?,?,?)", (row["fact"], row["kind"], row["account"], *amounts)
            )
        for line in _written(book, night, "jsonl").splitlines():
            one = json.loads(line)
            if one["row"] == "fact":
                values = (one["version"], one["kind"], one["command"], one["body"])
                self.base.execute("INSERT INTO given VALUES (?,?,?,?)", values)
        self.balances = peers.hledger_balances(_written(book, night, "hledger"))

    def close(self) -> None:
        """Let go of the base."""
        self.base.close()

    def rows(self, query: str, **named: Any) -> list[tuple[Any, ...]]:
        """What a query finds."""
        return self.base.execute(query, named).fetchall()

    def sum(self, query: str, **named: Any) -> int:
        """The one number that a query finds; nothing is 0."""
        ((found,),) = self.base.execute(query, named).fetchall()
        return int(found or 0)

    def balance(self, family: str, owner: str = "") -> int:
        """What hledger has on an account, or on all of a family: below nothing where the house owes it."""
        name = f"{family}:{self.night}"
        if owner:
            return self.balances.get(f"{name}:{owner.capitalize()}", 0)
        within = (cents for account, cents in self.balances.items() if f"{account}:".startswith(f"{name}:"))
        return sum(within)

    def gained(self, account: str, kinds: list[str], where: str = "1", **named: Any) -> int:
        """What accounts (a pattern) gained by effective facts of some kinds."""
        listed = ",".join(f"'{kind}'" for kind in kinds)
        query = f"SELECT sum(gained) FROM moved WHERE account LIKE :account AND kind IN ({listed}) AND {where}"
        return self.sum(query, account=account, **named)

    def said(self, kind: str, field: str, where: str = "1", **named: Any) -> int:
        """A field of the effective facts of a kind, added up."""
        query = f"SELECT sum(body ->> '{field}') FROM placed WHERE kind = :kind AND {where}"
        return self.sum(query, kind=kind, **named)


def _written(book: Book, night: str, to: str) -> str:
    return b"".join(FORMATS[to].pieces(book, [night])).decode()
