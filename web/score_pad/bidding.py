"""A bidding as the page's script needs it: the keys of the bids, and who may call what after each call.

The rules are the only source: calls are tried out on the table. Every game with a bidding can use it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from dealer.commands.commands import Command
from dealer.commands.refusal import Refusal
from dealer.game.bidding import PASS, Bidding, begun, higher_than
from dealer.game.game import Game
from events.common.play import Bid, BidDoubled, BidHeld, BidRedoubled
from events.frozen import Frozen
from ledger.ledger import Ledger
from reports.score_pad.words import bid_text

MOST_MOMENTS = 60
"""How many moments of a bidding the script gets ahead; past them it waits until the calls are saved."""

OTHER_CALLS = (BidHeld.word, BidDoubled.word, BidRedoubled.word)
BID, CONTRACT = "bid", "contract"
RAISE, HIGHEST = "raise", "highest"

_BY_STRAIN = re.compile(r"\d+(s|h|d|c|nt)")


class BidKey(Frozen):
    """The key of a bid: its label, and what the bid is worth; "" if that is not shown."""

    bid: Bid
    words: str
    red: bool
    worth: str = ""


BidRow = tuple[BidKey | None, ...]


def bid_rows(bids: Sequence[Bid], worth: Callable[[Bid], str] = lambda bid: "") -> tuple[BidRow, ...]:
    """The keys of all bids, lowest first: a column for each number and a row for each strain, or else a single row.

    Among bids of number and strain, any other bid ends the row of the next lower bid.
    """
    rows: dict[str, list[Bid]] = {}
    strain = ""
    for bid in bids:
        match = _BY_STRAIN.fullmatch(str(bid))
        strain = match[1] if match else strain
        rows.setdefault(strain, []).append(bid)
    longest = max(map(len, rows.values()))
    ordered = (sorted(row, key=lambda bid: not _BY_STRAIN.fullmatch(str(bid))) for row in rows.values())
    return tuple((*(_key(bid, worth(bid)) for bid in row), *(None,) * (longest - len(row))) for row in ordered)


def _key(bid: Bid, worth: str) -> BidKey:
    text, match = str(bid), _BY_STRAIN.fullmatch(str(bid))
    words = text.upper() if match and match[1] == "nt" else bid_text(bid).capitalize()
    return BidKey(bid=bid, words=words, red=bool(match and match[1] in "hd"), worth=worth)


def call_label(call: Bid) -> str:
    """A call as a label, whether a bid or another call."""
    return str(call).capitalize() if call in (PASS, *OTHER_CALLS) else bid_text(call)


def outcomes(game: Game, table: Any, ledger: Ledger, bids: Sequence[Bid]) -> dict[str, dict[int, Any]]:
    """The tables after the contract is entered directly, by bidder and by the index of their bid in ``bids``.

    Its bids are those that each player may make if it is their turn and nobody has bid yet.
    """
    fresh = replace(table, bidding=begun(table.bidding.order))
    tables: dict[str, dict[int, Any]] = {}
    for player in fresh.bidding.order:
        commands = (_command(game.words[CONTRACT], player, bid=bid) for bid in bids)
        thens = (_after(game, fresh, ledger, command) for command in commands)
        tables[player] = {at: then for at, then in enumerate(thens) if then is not None}
    return tables


def stand_of_bidding(
    game: Game, table: Any, ledger: Ledger, bids: Sequence[Bid], phase_of: Callable[[Any], str]
) -> dict[str, Any]:
    """The state of a bidding and its possible calls, for the page's script; ``phase_of`` returns a table's phase."""
    tables = outcomes(game, table, ledger, bids)
    entered = [phase_of(then) for thens in tables.values() for then in thens.values()]
    return {
        "bids": bids,
        "spoken": bool(table.bidding.calls),
        "allowed": {player: list(thens) for player, thens in tables.items()},
        "entered": next(iter(entered), ""),
        "at": 0,
        "ahead": ahead(game, table, ledger, bids, phase_of),
    }


def ahead(
    game: Game, table: Any, ledger: Ledger, bids: Sequence[Bid], phase_of: Callable[[Any], str]
) -> list[dict[str, Any]]:
    """The moments that the bidding of a table can reach, the current moment first.

    Each has the player whose ``turn`` it is, the ``phase`` of the hand and the ``bidder``. ``calls`` maps each possible
    call to the index of the next moment; ``raise`` is any bid except the highest.
    """
    places, tables, moments = {_moment_key(table, bids): 0}, [table], list[dict[str, Any]]()
    for now in tables:
        calls: dict[str, int] = {}
        for word, then in _calls(game, now, ledger, bids):
            known = _moment_key(then, bids)
            # A pass is always included, so that the bidding can end.
            if known not in places and (word == PASS or len(tables) < MOST_MOMENTS):
                places[known] = len(tables)
                tables.append(then)
            if known in places:
                calls[word] = places[known]
        turn = now.bidding.turn if now.is_on else ""
        moments.append({"turn": turn, "phase": phase_of(now), "bidder": now.bidding.bidder, "calls": calls})
    return moments


def _moment_key(table: Any, bids: Sequence[Bid]) -> object:
    """The identity of a moment of a bidding; all bids except the highest are alike."""
    bidding: Bidding = table.bidding
    by = (bidding.bidder, bidding.doubled, bidding.bid == bids[-1])
    return table.is_on, bidding.waiting, bidding.out, *by


def _calls(game: Game, table: Any, ledger: Ledger, bids: Sequence[Bid]) -> Iterator[tuple[str, Any]]:
    """The possible calls at a moment, each with the table after it."""
    bidding: Bidding = table.bidding
    player = bidding.turn
    if not player or not table.is_on:
        return
    for word in (PASS, *OTHER_CALLS):
        then = _after(game, table, ledger, _command(game.words[word], player)) if word in game.words else None
        if then:
            yield word, then
    *others, highest = higher_than(bidding, bids) or (None,)
    tries = ((RAISE, others), (HIGHEST, [highest] if highest else []))
    for name, some in tries:
        thens = (_after(game, table, ledger, _command(game.words[BID], player, bid=bid)) for bid in some)
        then = next(filter(None, thens), None)
        if then:
            yield name, then


def _command(kind: Any, player: str, **arguments: Any) -> Command:
    command: Command = kind(player=player, **arguments)
    return command


def _after(game: Game, table: Any, ledger: Ledger, command: Command) -> Any:
    """The table after a command; ``None`` if the rules refuse it."""
    try:
        events = game.decide(table, ledger, command)
    except Refusal:
        return None
    for event in events:
        table = game.after(table, event)
    return table
