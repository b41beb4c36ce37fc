"""The take-and-pay list: what the dealer's hand does after a turn, in the order in which it clears the layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rpds import HashTrieMap

from dealer.commands.phrases import Phrase
from dealer.games.faro.layout import call_named, named
from dealer.projections.projection import Projection
from events.facts.fact import Fact
from events.facts.play import StakeSettled
from events.frozen import Frozen
from events.games import faro
from events.records import Recorded

TAKE, PAY, GIVE_BACK, LEAVE = "take", "pay", "give back", "leave"
_ACTS = {
    "won": PAY,
    "lost": TAKE,
    "split": TAKE,
    "standoff": LEAVE,
    "returned": GIVE_BACK,
    "claimed": GIVE_BACK,
    "after_hock": TAKE,
}


class TakeAndPayLine(Frozen):
    """One movement of the dealer's hand: what it does, with whose bet, where, for how much (cents), and why.

    ``stays_cents`` lies on afterwards, ``stake_cents`` was at risk; ``where`` is the table's name for the place.
    """

    act: str
    bet: str
    player: str
    where: str
    amount_cents: int
    result: str
    stake_cents: int
    stays_cents: int

    @property
    def stands_as_it_was(self) -> bool:
        """Whether just what was at risk lies on."""
        return self.stays_cents == self.stake_cents


def place_laid(fact: Fact) -> tuple[str, Phrase] | None:
    """The bet that a fact lays somewhere, and what the table calls the place; nothing where it lays none."""
    place_of = _PLACE_OF.get(type(fact))
    return place_of(fact) if place_of else None


_PLACE_OF: dict[type[Fact], Callable[[Any], tuple[str, Phrase]]] = {
    faro.BetPlaced: lambda fact: (fact.bet, named(fact.place)),
    faro.BetMoved: lambda fact: (fact.bet, named(fact.place)),
    faro.TurnCalled: lambda fact: (fact.bet, call_named(fact.order)),
}


def follow_places(places: dict[str, Phrase], fact: Fact) -> None:
    """Keep in ``places`` what the table calls the place of every bet, as of one more fact.

    What is said of the past is said with the places as they were then: a bet may have been moved since.
    """
    if laid := place_laid(fact):
        places[laid[0]] = laid[1]


def _places_after(places: HashTrieMap[str, Phrase], one: Recorded) -> HashTrieMap[str, Phrase]:
    return _places_after_all(places, (one,))


def _places_after_all(places: HashTrieMap[str, Phrase], facts: Sequence[Recorded]) -> HashTrieMap[str, Phrase]:
    laid = dict[str, Phrase]()
    for one in facts:
        kind = type(one.fact)
        if kind in _PLACE_OF:
            bet, place = _PLACE_OF[kind](one.fact)
            laid[bet] = place
        elif kind is faro.DealStarted:
            places, laid = HashTrieMap(), {}
    return places.update(laid) if laid else places


PLACES: Projection[HashTrieMap[str, Phrase]] = Projection(HashTrieMap(), _places_after, _places_after_all)
"""What the table calls the place of every bet of the deal begun last, where it lies or lay last: none lies longer."""


def take_and_pay(places: Mapping[str, Phrase], facts: Iterable[Fact]) -> list[TakeAndPayLine]:
    """The list for the facts of one command (a turn, a hock, a soda), in their order: takings, then payments.

    ``places`` has where every bet lay until then: each is named by where it was settled.
    """
    return [_line(fact, str(places[fact.bet])) for fact in facts if isinstance(fact, StakeSettled)]


def _line(settled: StakeSettled, where: str) -> TakeAndPayLine:
    act = TAKE if settled.bank_took_cents else _ACTS[settled.result]
    stake = settled.stake_cents
    amounts = {TAKE: settled.bank_took_cents, PAY: settled.bank_paid_cents, GIVE_BACK: stake, LEAVE: 0}
    return TakeAndPayLine(
        act=act,
        bet=settled.bet,
        player=settled.player,
        where=where,
        amount_cents=amounts[act],
        result=settled.result,
        stake_cents=stake,
        stays_cents=getattr(settled, "remains_cents", stake if act == LEAVE else 0),
    )
