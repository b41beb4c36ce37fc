"""Faro on the command line: the layout with its bets and orders, the case-keeper and the cards as they came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealer.commands.fields import RANKS
from dealer.commands.phrases import counted
from dealer.games.faro.case_keeper import LAST_TABS, DealTabs, spindles
from dealer.games.faro.layout import name_of
from dealer.games.faro.state import Bet, FaroTable
from dealer.night.night import Night
from events.effective_facts import effective
from events.records import Recorded
from reports.words.formatting import money
from web.command_line.text import NAME, clipped, in_columns, title

_WHERE = 25
_TABS_A_LINE = 5


def data_of(night: Night, game: str, facts: Sequence[Recorded]) -> dict[str, Any]:
    """The table as JSON-ready data; amounts in cents."""
    table: FaroTable = night.tables[game]
    tabs = _tabs(table, facts)
    return {
        "deal": table.deal,
        "turn": table.turn,
        "phase": table.phase.value,
        "bets_open": table.bets_are_open,
        "broken": table.broken,
        "cards_left": table.box.cards_left if table.deal_is_on else None,
        "bets": [_bet(one) for one in table.bets.values()],
        "calls": [
            {"bet": one.key, "player": one.player, "order": list(one.order), "stake": one.stake_cents}
            for one in table.calls.values()
        ],
        "case_keeper": {one.rank: {"shown": list(one.marks), "left": one.left} for one in spindles(tabs.shown)},
        "tabs": {
            "soda": tabs.soda,
            "turns": [{"turn": one.number, "loser": one.loser, "winner": one.winner} for one in tabs.turns],
            "hock": tabs.hock,
        },
    }


def _tabs(table: FaroTable, facts: Sequence[Recorded]) -> DealTabs:
    """The tabs of the deal that is on; empty between deals, when all spindles stand at four."""
    deals = LAST_TABS.of(effective(facts)) if table.deal_is_on else ()
    return deals[-1] if deals else DealTabs(deal=table.deal)


def _bet(one: Bet) -> dict[str, Any]:
    return {
        "bet": one.key,
        "player": one.player,
        "kind": one.place.kind,
        "place": name_of(one.place),
        "ranks": list(one.place.ranks),
        "stake": one.stake_cents,
        "coppered": one.coppered,
        "paroli": one.paroli,
        "form": one.form,
        "barred": one.barred,
        "bar_turns": one.bar_turns if one.barred else None,
        "half": one.half,
    }


def lines_of(faro: dict[str, Any], called: str, names: Mapping[str, str]) -> Iterator[str]:
    """The lines of that data."""
    where = f"deal {faro['deal']}, " if faro["deal"] and faro["cards_left"] is not None else ""
    turn = f"turn {faro['turn']}, " if where and faro["turn"] else ""
    broken = "; the bank is broken" if faro["broken"] else ""
    yield title(f"{called}: {where}{turn}{faro['phase']}{broken}")
    if faro["bets"] or faro["calls"]:
        yield f"{'player':<{NAME}}{'where':<{_WHERE}}{'stake':>10}  bet, orders"
    for one in faro["bets"]:
        yield from _bet_line(names[one["player"]], one["place"], one["stake"], _orders(one))
    for one in faro["calls"]:
        yield from _bet_line(names[one["player"]], f"calls {'-'.join(one['order'])}", one["stake"], one["bet"])
    if not faro["bets"] and not faro["calls"]:
        yield "The layout is empty."
    if faro["cards_left"] is not None:
        yield from _case_keeper(faro)


def _bet_line(name: str, place: str, cents: int, besides: str) -> Iterator[str]:
    """A bet: whose, where, how much, and what is besides."""
    start = f"{clipped(name, NAME - 1):<{NAME}}{clipped(place, _WHERE - 1):<{_WHERE}}{money(cents):>10}  "
    return in_columns(start, besides)


def _orders(one: dict[str, Any]) -> str:
    orders = [one["bet"]]
    orders += [word for word in ("coppered", "paroli") if one[word]]
    if one["barred"]:
        turns = one["bar_turns"]
        orders.append(f"barred for {counted(turns, 'turn')}" if turns else "barred")
    if one["half"]:
        orders.append("half goes")
    if one["form"] != "checks":
        orders.append(f"in {one['form']}")
    return ", ".join(orders)


def _case_keeper(faro: dict[str, Any]) -> Iterator[str]:
    keeper = faro["case_keeper"]
    yield ""
    yield f"case-keeper ({counted(faro['cards_left'], 'card')} in the box; I winner, O loser, · soda, – hock)"
    for heading, column in (
        ("rank", dict(zip(RANKS, RANKS, strict=True))),
        ("left", {rank: str(keeper[rank]["left"]) for rank in RANKS}),
        ("shown", {rank: "".join(keeper[rank]["shown"]) for rank in RANKS}),
    ):
        yield (f"  {heading:<6}" + "".join(f"{column[rank]:>5}" for rank in RANKS)).rstrip()
    yield from _cards(faro["tabs"])


def _cards(tabs: dict[str, Any]) -> Iterator[str]:
    """The cards as they came, loser before winner."""
    turns = [f"{one['turn']:>2} {one['loser']:>3} {one['winner'] or '':<3}" for one in tabs["turns"]]
    if tabs["soda"]:
        yield f"  tabs   soda {tabs['soda']}" + (f", hock {tabs['hock']}" if tabs["hock"] else "")
    for at in range(0, len(turns), _TABS_A_LINE):
        yield ("         " + "    ".join(turns[at : at + _TABS_A_LINE])).rstrip()
