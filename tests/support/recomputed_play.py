"""What play came to, worked out again from a night's exports: deal by deal, hand by hand, player by player.

The figures stand under the heads that they have on paper. Amounts are cents, and chips where a head is one of chips.
"""

from __future__ import annotations

from tests.support.recomputed import PLAY_OF_FAN_TAN, PLAY_OF_FARO, Exported


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
