"""A night's figures worked out again from its exports alone: by SQLite from CSV and JSON lines, by hledger."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from decimal import Decimal
from typing import Any

from events.book.book import Book
from ledger.export import FORMATS
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
        """What accounts (a pattern) gained by effective events of some kinds."""
        listed = ",".join(f"'{kind}'" for kind in kinds)
        query = f"SELECT sum(gained) FROM moved WHERE account LIKE :account AND kind IN ({listed}) AND {where}"
        return self.sum(query, account=account, **named)

    def said(self, kind: str, field: str, where: str = "1", **named: Any) -> int:
        """A field of the effective events of a kind, added up."""
        query = f"SELECT sum(body ->> '{field}') FROM placed WHERE kind = :kind AND {where}"
        return self.sum(query, kind=kind, **named)


def _written(book: Book, night: str, to: str) -> str:
    return b"".join(FORMATS[to].pieces(book, [night])).decode()


def net_of(exported: Exported, seat: str) -> int:
    """A player's result from hledger's balances: what they have and were paid, less what they paid and still owe."""
    has = -exported.balance("Liabilities:Checks", seat) - exported.balance("Liabilities:Layout", seat)
    paid_out = -exported.balance("Assets:Cash:Paid-Out", seat)
    paid_in = sum(exported.balance(f"Assets:Cash:{purpose}", seat) for purpose in ("Bought", "Markers", "Pledges"))
    owes = exported.balance("Assets:Markers:Issued", seat) + exported.balance("Assets:Markers:Redeemed", seat)
    return has + paid_out - paid_in - owes - exported.balance("Assets:Pledges", seat)


def deal_figures(exported: Exported, deal: int, seat: str = "%") -> dict[str, int]:
    """What a deal came to for one player, or for the bank of all: amounts in cents."""
    sign = 1 if seat == "%" else -1
    where, named = "deal = :deal AND body ->> 'player' LIKE :seat", {"deal": deal, "seat": seat}
    call = "(body ->> 'bet') IN (SELECT body ->> 'bet' FROM standing WHERE kind = 'TurnCalled')"

    def said(kind: str, field: str, more: str = "1") -> int:
        return exported.said(kind, field, f"{where} AND {more}", **named)

    def count(kinds: str, more: str) -> int:
        return exported.sum(f"SELECT count(*) FROM placed WHERE kind IN ({kinds}) AND {more}", **named)

    staked = said("BetPlaced", "stake_cents") + said("TurnCalled", "stake_cents") + said("BetPressed", "add_cents")
    calls_won, calls_lost = said("BetPaid", "paid_cents", call), said("BetLost", "taken_cents", call)
    of_seat = {account: exported.gained(f"{account}:{seat}", PLAY_OF_FARO, "deal = :deal", deal=deal)
               for account in ("checks", "layout")}  # fmt: skip
    of_bank = {account: exported.gained(account, PLAY_OF_FARO, where, **named)
               for account in ("play", "sleepers", "after_hock")}  # fmt: skip
    return {
        "Turns": exported.sum("SELECT count(*) FROM placed WHERE kind = 'WinnerDrawn' AND deal = :deal", deal=deal),
        "Bets": count("'BetPlaced', 'TurnCalled'", where),
        "Staked": staked,
        "Won": said("BetPaid", "paid_cents", f"NOT {call}"),
        "Lost": said("BetLost", "taken_cents", f"NOT {call}"),
        "Splits": said("BetSplit", "taken_cents"),
        "Calls": calls_won - calls_lost,
        "Net": sum(of_seat.values()),
        "Taken": said("BetLost", "taken_cents") + said("BetSplit", "taken_cents"),
        "Paid": said("BetPaid", "paid_cents"),
        "Sleepers": sign * of_bank["sleepers"],
        "Swept after the hock": sign * of_bank["after_hock"],
        "Bank": sum(of_bank.values()),
    }


def hand_figures(exported: Exported, hand: int, seat: str = "%") -> dict[str, int]:
    """What a hand came to for one player, or all: in chips, and as money under the last head."""
    where, named = "hand = :hand AND body ->> 'player' LIKE :seat", {"hand": hand, "seat": seat}

    def chips(kind: str, more: str = "1") -> int:
        return exported.said(kind, "chips", f"{where} AND {more}", **named)

    took = "SELECT body ->> 'turn' FROM placed WHERE kind = 'PenaltyTaken' AND hand = :hand"
    got = exported.sum(
        "SELECT sum(gift.value ->> 'chips') FROM placed, json_each(body -> 'besides') AS gift"
        f" WHERE kind = 'WrongPassProved' AND hand = :hand AND body ->> 'turn' IN ({took})"
        " AND gift.value ->> 'player' LIKE :seat",
        **named,
    )
    ended = "SELECT 1 FROM placed e WHERE e.kind = 'HandEnded' AND e.hand = placed.hand"
    dead = f"EXISTS ({ended} AND e.body ->> 'winner' IS NULL)"
    cents = exported.gained(f"checks:{seat}", PLAY_OF_FAN_TAN, "hand = :hand", hand=hand)
    return {
        "Times passed": exported.sum(f"SELECT count(*) FROM placed WHERE kind = 'TurnPassed' AND {where}", **named),
        "Paid Ante": chips("AntePaid"),
        "Paid Passes": chips("TurnPassed"),
        "Paid Penalties": chips("PenaltyTaken"),
        "Paid Cards": chips("HandPaid", f"NOT {dead}"),
        "Paid Dead hand": chips("HandPaid", dead),
        "Got Penalties": got,
        "Got Pot": chips("PotWon"),
        "Got Back": chips("PotReturned"),
        "Net Chips": cents // chip_of(exported),
        "Net": cents,
    }


def chip_of(exported: Exported) -> int:
    """What a chip is worth, in cents: what an ante moved, by how many chips it was."""
    query = "SELECT -gained / (body ->> 'chips') FROM moved WHERE kind = 'AntePaid' AND account LIKE 'checks:%' LIMIT 1"
    return exported.sum(query)


def numbers(exported: Exported, kind: str, field: str) -> list[int]:
    """The deals or hands that were begun."""
    return [
        number for (number,) in exported.rows(f"SELECT body ->> '{field}' FROM standing WHERE kind = ?1", **{"1": kind})
    ]


def pot_figures(exported: Exported, hand: int) -> dict[str, int]:
    """The pot of a hand: what lay in it, what came in, what was won, in chips; the money of that under no head."""
    of_all = hand_figures(exported, hand)
    chip, kinds = chip_of(exported), [*PLAY_OF_FAN_TAN, "PotDivided"]
    lay = exported.gained("pot", kinds, "hand < :hand", hand=hand) // chip
    left = exported.gained("pot", PLAY_OF_FAN_TAN, "hand <= :hand", hand=hand) // chip
    given = of_all["Got Penalties"]
    turns = "SELECT count(*) FROM placed WHERE kind IN ('CardsLaid', 'TurnPassed') AND hand = :hand"
    return {
        "Turns": exported.sum(turns, hand=hand),
        "Passes": of_all["Times passed"],
        "Before": lay,
        "Antes": of_all["Paid Ante"],
        "For passes": of_all["Paid Passes"],
        "Penalties": of_all["Paid Penalties"] - given,
        "For cards": of_all["Paid Cards"],
        "Dead hand": of_all["Paid Dead hand"],
        "Left": left,
        "Won": of_all["Got Pot"],
        "": of_all["Got Pot"] * chip,
    }
