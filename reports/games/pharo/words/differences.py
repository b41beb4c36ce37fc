"""How what differs between two courses of a night of Pharo is said: settlements, and what lies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from dealer.games.pharo.game import LYING
from dealer.games.pharo.state import Bet
from dealer.what_if.differences import Both, Settled
from reports.games.pharo.words.bets import place_called
from reports.games.pharo.words.chains import chain_called
from reports.words.formatting import NOTHING, money
from reports.words.game_words import Difference, DifferenceWords, Names

SETTLED: Mapping[str, Callable[[Settled, Names], str]] = {
    "paid": lambda one, names: f"{money(one.paid_cents)} paid",
    "standoff": lambda one, names: f"drawn with {money(one.stake_cents)}",
    "forfeit": lambda one, names: f"{money(one.paid_cents)} paid for the miscounted pack",
}


def _lying(key: str, both: Both[Bet | None], names: Names) -> Iterable[Difference]:
    one = both.book or both.other
    assert one
    what = f"{names.get(one.player, one.player)}, {place_called(one.ranks)}"
    yield Difference(what=what, said=both.each(_as_it_lies))


def _as_it_lies(one: Bet | None) -> str:
    """A bet that lies, with what is on its card."""
    if one is None:
        return NOTHING
    orders = {
        "opposed": one.opposed,
        chain_called(one.folds): bool(one.folds),
        f"{money(one.gain_cents)} in suspense": bool(one.gain_cents),
        "a win that awaits": one.awaits,
        "a pli": one.pli,
        "masked": one.masked,
    }
    where = f"{money(one.stake_cents)} on {place_called(one.ranks)}"
    return ", ".join((where, *(said for said, holds in orders.items() if holds)))


DIFFERENCES = {LYING: DifferenceWords(title="What lies on the livrets", first="Bet", lines=_lying)}
