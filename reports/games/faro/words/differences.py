"""How what differs between two courses of a night of Faro is said: settlements, what lies, the case-keeper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from dealer.games.faro.case_keeper import DealTabs
from dealer.games.faro.game import LYING, TABS
from dealer.games.faro.layout import name_of
from dealer.games.faro.state import Bet, Call
from dealer.what_if.differences import Both, Settled
from reports.games.faro.words.bets import where_lies
from reports.words.cards import card_words
from reports.words.formatting import NOTHING, money
from reports.words.game_words import Difference, DifferenceWords, Names


def _sleeper(one: Settled, names: Names) -> str:
    if one.claimant:
        return f"{money(one.stake_cents)} claimed by {names.get(one.claimant, one.claimant)}"
    return f"{money(one.taken_cents)} taken as a sleeper"


def _lying(key: str, both: Both[Bet | Call | None], names: Names) -> Iterable[Difference]:
    one = both.book or both.other
    assert one
    yield Difference(what=f"{names.get(one.player, one.player)}, {where_lies(one)}", said=both.each(_as_it_lies))


def _as_it_lies(one: Bet | Call | None) -> str:
    """A bet that lies, with its orders."""
    if one is None:
        return NOTHING
    if isinstance(one, Call):
        return money(one.stake_cents)
    orders = {
        "coppered": one.coppered,
        "a paroli": one.paroli,
        "barred": one.barred,
        "half goes": one.half,
        "in bills": one.form == "bills",
    }
    return ", ".join(
        (f"{money(one.stake_cents)} on {name_of(one.place)}", *(said for said, holds in orders.items() if holds))
    )


def _tabs(deal: int, both: Both[DealTabs | None], names: Names) -> Iterable[Difference]:
    """The cards of a deal that differ, a turn a line."""
    noted = both.each(_cards)
    for place in dict.fromkeys((*noted.book, *noted.other)):
        said = Both(noted.book.get(place, NOTHING), noted.other.get(place, NOTHING))
        if said.differ:
            yield Difference(what=place, where=f"deal {deal}", said=said)


def _cards(tabs: DealTabs | None) -> dict[str, str]:
    """The cards of a deal by where they were shown."""
    if tabs is None:
        return {}
    noted = {"soda": card_words(tabs.soda)} if tabs.soda else {}
    for turn in tabs.turns:
        winner = f", winner {card_words(turn.winner)}" if turn.winner else ""
        noted[f"turn {turn.number}"] = f"loser {card_words(turn.loser)}{winner}"
    if tabs.hock:
        noted["hock"] = card_words(tabs.hock)
    noted["the deal"] = f"void: {tabs.voided}" if tabs.voided else "stands"
    return noted


SETTLED: Mapping[str, Callable[[Settled, Names], str]] = {
    "after_hock": lambda one, names: f"{money(one.taken_cents)} swept after the hock",
    "claimed": _sleeper,
}

DIFFERENCES = {
    LYING: DifferenceWords(title="What lies on the layout", first="Bet", lines=_lying),
    TABS: DifferenceWords(title="The case-keeper", first="Cards", lines=_tabs),
}
