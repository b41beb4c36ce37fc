"""A bidding as the page's script goes on with it: who speaks after each call, and what they may say then.

All of it is asked of the rules, by trying calls out; any game that is bid may have its keys of this.
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
from events.facts.play import Bid, BidDoubled, BidHeld, BidRedoubled
from events.frozen import Frozen
from ledger.ledger import Ledger
from reports.score_pad.words import bid_said

MOST_MOMENTS = 60
"""So far a bidding is told ahead; what goes further waits until what comes before it is saved."""

OTHER_CALLS = (BidHeld.word, BidDoubled.word, BidRedoubled.word)
BID, CONTRACT = "bid", "contract"
RAISE, HIGHEST = "raise", "highest"

_BY_STRAIN = re.compile(r"\d+(s|h|d|c|nt)")


class BidKey(Frozen):
    """A bid as a key: what it says, and what it is worth, if that is told."""

    bid: Bid
    words: str
    red: bool
    worth: str = ""


BidRow = tuple[BidKey | None, ...]


def bid_rows(bids: Sequence[Bid], worth: Callable[[Bid], str] = lambda bid: "") -> tuple[BidRow, ...]:
    """All bids as keys, the lowest first: a column a number and a row a strain, where they are of both; else one row.

    A bid of neither, among such, stands at the end of the row of the one that it is next higher than.
    """
    rows: dict[str, list[Bid]] = {}
    strain = ""
    for bid in bids:
        found = _BY_STRAIN.fullmatch(str(bid))
        strain = found[1] if found else strain
        rows.setdefault(strain, []).append(bid)
    longest = max(map(len, rows.values()))
    ordered = (sorted(row, key=lambda bid: not _BY_STRAIN.fullmatch(str(bid))) for row in rows.values())
    return tuple((*(_key(bid, worth(bid)) for bid in row), *(None,) * (longest - len(row))) for row in ordered)


def _key(bid: Bid, worth: str) -> BidKey:
    text, found = str(bid), _BY_STRAIN.fullmatch(str(bid))
    words = text.upper() if found and found[1] == "nt" else bid_said(bid).capitalize()
    return BidKey(bid=bid, words=words, red=bool(found and found[1] in "hd"), worth=worth)


def said(call: Bid) -> str:
    """What a player said, a bid or the word of another call."""
    return str(call).capitalize() if call in (PASS, *OTHER_CALLS) else bid_said(call)


def outcomes(game: Game, table: Any, ledger: Ledger, bids: Sequence[Bid]) -> dict[str, dict[int, Any]]:
    """What the bidding can come to: the tables after it, by its bidder and the place of their bid among all.

    It has the bids that each player may make at all, were it their turn and nothing bid yet.
    """
    fresh = replace(table, bidding=begun(table.bidding.order))
    made: dict[str, dict[int, Any]] = {}
    for player in fresh.bidding.order:
        asked = (_made(game.words[CONTRACT], player, bid=bid) for bid in bids)
        thens = (_after(game, fresh, ledger, command) for command in asked)
        made[player] = {at: then for at, then in enumerate(thens) if then is not None}
    return made


def stand_of_bidding(
    game: Game, table: Any, ledger: Ledger, bids: Sequence[Bid], phase_of: Callable[[Any], str]
) -> dict[str, Any]:
    """Where a bidding stands and how it may go on, for the page's script; ``phase_of`` says what is due at a table."""
    found = outcomes(game, table, ledger, bids)
    entered = [phase_of(then) for thens in found.values() for then in thens.values()]
    return {
        "bids": bids,
        "spoken": bool(table.bidding.calls),
        "allowed": {player: list(thens) for player, thens in found.items()},
        "entered": next(iter(entered), ""),
        "at": 0,
        "ahead": ahead(game, table, ledger, bids, phase_of),
    }


def ahead(
    game: Game, table: Any, ledger: Ledger, bids: Sequence[Bid], phase_of: Callable[[Any], str]
) -> list[dict[str, Any]]:
    """The moments that the bidding of a table may come to, the one at which it stands first.

    Each has whose ``turn`` it is, the ``phase`` of the hand, the ``bidder``, and by the ``calls`` that may be made the
    place of the moment that follows: ``raise`` is any bid but the highest of all.
    """
    places, tables, moments = {_known_by(table, bids): 0}, [table], list[dict[str, Any]]()
    for now in tables:
        calls: dict[str, int] = {}
        for word, then in _calls(game, now, ledger, bids):
            known = _known_by(then, bids)
            # A pass always leads on: whoever speaks, the bidding can be ended.
            if known not in places and (word == PASS or len(tables) < MOST_MOMENTS):
                places[known] = len(tables)
                tables.append(then)
            if known in places:
                calls[word] = places[known]
        turn = now.bidding.turn if now.is_on else ""
        moments.append({"turn": turn, "phase": phase_of(now), "bidder": now.bidding.bidder, "calls": calls})
    return moments


def _known_by(table: Any, bids: Sequence[Bid]) -> object:
    """What tells one moment of a bidding from another, whatever was bid but the highest of all."""
    bidding: Bidding = table.bidding
    by = (bidding.bidder, bidding.doubled, bidding.bid == bids[-1])
    return table.is_on, bidding.waiting, bidding.out, *by


def _calls(game: Game, table: Any, ledger: Ledger, bids: Sequence[Bid]) -> Iterator[tuple[str, Any]]:
    """What may be said at a moment, each with the table after it."""
    bidding: Bidding = table.bidding
    player = bidding.turn
    if not player or not table.is_on:
        return
    for word in (PASS, *OTHER_CALLS):
        then = _after(game, table, ledger, _made(game.words[word], player)) if word in game.words else None
        if then:
            yield word, then
    *others, highest = higher_than(bidding, bids) or (None,)
    tries = ((RAISE, others), (HIGHEST, [highest] if highest else []))
    for name, some in tries:
        thens = (_after(game, table, ledger, _made(game.words[BID], player, bid=bid)) for bid in some)
        then = next((one for one in thens if one), None)
        if then:
            yield name, then


def _made(asked: Any, player: str, **arguments: Any) -> Command:
    made: Command = asked(player=player, **arguments)
    return made


def _after(game: Game, table: Any, ledger: Ledger, command: Command) -> Any:
    """The table after a command, as the rules decide it; nothing where they refuse it."""
    try:
        facts = game.decide(table, ledger, command)
    except Refusal:
        return None
    for fact in facts:
        table = game.after(table, fact)
    return table
