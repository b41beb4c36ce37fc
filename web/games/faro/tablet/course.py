"""The course of a deal: its last turns, and what of it a player may dispute: bets that lie or were settled, turns."""

from __future__ import annotations

from collections.abc import Sequence

from rpds import HashTrieMap

from dealer.commands.phrases import Phrase, dollars
from dealer.games.faro.case_keeper import DealTabs
from dealer.games.faro.layout import name_of as place_named
from dealer.games.faro.state import FARO, faro_of
from dealer.games.faro.take_and_pay import place_laid
from dealer.night.night import Night
from dealer.projections.projection import Projection
from events.effective_facts import EffectiveFacts
from events.facts.play import StakeSettled
from events.frozen import Frozen
from events.games import game_of
from events.games.faro import DealStarted, LoserDrawn, WinnerDrawn
from events.records import Recorded
from reports.words.cards import card_words
from reports.words.naming import result_of, turn_of_round
from web.game_screens import MOST_BETS, Disputable

Gone = tuple[tuple[StakeSettled, Phrase], ...]
"""The last settlements of a player's bets, one a bet, the newest last, with the place where each lay then."""


class _Past(Frozen, kw_only=False):
    places: HashTrieMap[str, Phrase]
    settled: HashTrieMap[str, Gone]


def _after(past: _Past, one: Recorded) -> _Past:
    if laid := place_laid(one.fact):
        return _Past(past.places.insert(*laid), past.settled)
    fact = one.fact
    if not isinstance(fact, StakeSettled) or game_of(fact) != FARO:
        return past
    others = [other for other in past.settled.get(fact.player, ()) if other[0].bet != fact.bet]
    # Of the bets that are shown those that lie come last: there are never more than so many others.
    gone = (*others, (fact, past.places[fact.bet]))[-MOST_BETS:]
    return _Past(past.places, past.settled.insert(fact.player, gone))


_PAST = Projection(_Past(HashTrieMap(), HashTrieMap()), _after)


def disputable(night: Night, kept: EffectiveFacts) -> Disputable:
    """What can be disputed; a bet that is gone is said with the place where it lay then."""
    lying = faro_of(night).bets
    bets: dict[str, dict[str, str]] = {}
    for player, gone in _PAST.of(kept).settled.items():
        bets[player] = {
            one.bet: f"{place}, {result_of(one.result, FARO)} in {_turn_of(one)}"
            for one, place in gone
            if one.bet not in lying
        }
    for bet in lying.values():
        bets.setdefault(bet.player, {})[bet.key] = f"{place_named(bet.place)}, {dollars(bet.stake_cents)}"
    return Disputable(bets=bets, turns=_turns(kept))


def _turns(kept: EffectiveFacts) -> dict[int, str]:
    """The turns of the last deal."""
    begun, turns, loser = kept.up_to_last(DealStarted), dict[int, str](), ""
    for one in kept.since(begun) if begun is not None else ():
        match one.fact:
            case LoserDrawn(card=card):
                loser = card_words(card)
            case WinnerDrawn(deal=deal, turn=turn, card=card):
                turns[turn] = f"{turn_of_round(FARO, turn, deal)}: loser {loser}, winner {card_words(card)}"
            case _:
                pass
    return turns


def _turn_of(settled: StakeSettled) -> str:
    return turn_of_round(FARO, settled.turn_number, settled.round_number)


TURNS_SHOWN = 6


class LastTurn(Frozen):
    """A turn as its two cards; ``winner`` is empty while only the loser is out."""

    number: int
    loser: str
    winner: str
    split: bool

    @property
    def said(self) -> str:
        """The turn in words."""
        winner = f"winner {self.winner}" if self.winner else "the winner is not out"
        return f"Turn {self.number}: loser {self.loser}, {winner}{', a split' if self.split else ''}"


def last_turns(deals: Sequence[DealTabs]) -> tuple[LastTurn, ...]:
    """The last turns of the deal that is on, the latest last; none before the first."""
    turns = deals[-1].turns[-TURNS_SHOWN:] if deals else ()
    return tuple(
        LastTurn(number=turn.number, loser=card_words(turn.loser), winner=card_words(turn.winner), split=turn.split)
        for turn in turns
    )
