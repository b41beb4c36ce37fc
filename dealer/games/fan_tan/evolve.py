"""Folding facts into the state of a Fan-Tan table: the only thing that changes one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dealer.games.fan_tan.layout import Layout
from dealer.games.fan_tan.state import FanTanTable, Hand, Turn
from events.facts.fact import Fact
from events.games import fan_tan as facts


def evolve(table: FanTanTable, fact: Fact) -> FanTanTable:
    """The table after a fact; a fact that does not concern it leaves it as it is."""
    change = _CHANGES.get(type(fact))
    return change(table, fact) if change else table


def _started(table: FanTanTable, fact: facts.HandStarted) -> FanTanTable:
    hand = Hand(
        number=fact.hand,
        dealer=fact.dealer,
        players=fact.players,
        dealt=dict(zip(fact.players, fact.dealt, strict=True)),
        layout=Layout(table.house.openers, first=table.house.first_card),
    )
    return replace(table, hand_number=fact.hand, hand=hand, dealer=fact.dealer)


def _put_in(table: FanTanTable, fact: facts.AntePaid | facts.HandPaid) -> FanTanTable:
    return replace(table, hand=table.hand_on.with_chips(fact.player, fact.chips), pot=table.pot + fact.chips)


def _laid(table: FanTanTable, fact: facts.CardsLaid) -> FanTanTable:
    hand = table.hand_on
    layout = hand.layout
    for card in fact.cards:
        layout = layout.lay(card)
    laid = hand.laid.get(fact.player, 0) + len(fact.cards)
    after = _turn(
        hand,
        fact.player,
        fact.cards,
        layout=layout,
        laid={**hand.laid, fact.player: laid},
        winner=fact.player if laid == hand.dealt[fact.player] else None,
        shown={},
    )
    return replace(table, hand=after)


def _passed(table: FanTanTable, fact: facts.TurnPassed) -> FanTanTable:
    hand = _turn(table.hand_on, fact.player, ()).with_chips(fact.player, fact.chips)
    return replace(table, hand=hand, pot=table.pot + fact.chips)


def _turn(hand: Hand, player: str, cards: tuple[str, ...], **changes: Any) -> Hand:
    turn = Turn(player=player, cards=cards, before=hand.layout)
    after = (hand.players.index(player) + 1) % len(hand.players)
    return replace(hand, turns=(*hand.turns, turn), next=after, **changes)


def _penalty(table: FanTanTable, fact: facts.PenaltyTaken) -> FanTanTable:
    hand = table.hand_on
    to_pot = hand.proved_at(fact.turn).chips
    hand = replace(hand.with_chips(fact.player, to_pot), taken=hand.taken | {fact.turn})
    return replace(table, hand=hand, pot=table.pot + to_pot)


def _settled(table: FanTanTable, fact: facts.PotWon | facts.PotLeft) -> FanTanTable:
    pot = fact.chips if isinstance(fact, facts.PotLeft) else 0
    return replace(table, hand=None, pot=pot, last_turns=len(table.hand_on.turns), last_voided=False)


def _voided(table: FanTanTable, fact: facts.HandVoided) -> FanTanTable:
    return replace(table, hand=None, last_turns=len(table.hand_on.turns), last_voided=True)


_CHANGES: dict[type[Fact], Callable[[FanTanTable, Any], FanTanTable]] = {
    facts.HandStarted: _started,
    facts.AntePaid: _put_in,
    facts.CardsLaid: _laid,
    facts.TurnPassed: _passed,
    facts.HandShown: lambda table, fact: table.with_hand(shown={**table.hand_on.shown, fact.player: fact.cards}),
    facts.WrongPassProved: lambda table, fact: table.with_hand(proved=(*table.hand_on.proved, fact)),
    facts.HandEnded: lambda table, fact: table.with_hand(ended=True),
    facts.PenaltyTaken: _penalty,
    facts.HandVoided: _voided,
    facts.HandPaid: _put_in,
    facts.PotWon: _settled,
    facts.PotLeft: _settled,
    facts.PotReturned: lambda table, fact: replace(table, hand=None, pot=table.pot - fact.chips),
    facts.PotDivided: lambda table, fact: replace(table, hand=None, pot=table.pot - fact.chips),
}
