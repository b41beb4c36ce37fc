"""The course of a deal: its last turns, and what of it a player may dispute: bets that lie or were settled, turns."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
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

Said = tuple[tuple[str, str], ...]
"""What was settled last of a player's bets, in words, by the keys of the bets, the newest last."""


class _Past(Frozen, kw_only=False):
    """What was settled, and of the last deal where its bets lay, its turns in words and the loser that is out."""

    places: HashTrieMap[str, Phrase] = HashTrieMap()
    settled: HashTrieMap[str, Said] = HashTrieMap()
    turns: tuple[tuple[int, str], ...] = ()
    loser: str = ""


def _after(past: _Past, one: Recorded) -> _Past:
    fact = one.fact
    if laid := place_laid(fact):
        return replace(past, places=past.places.insert(*laid))
    match fact:
        case DealStarted():
            return replace(past, places=HashTrieMap(), turns=())
        case LoserDrawn(card=card):
            return replace(past, loser=card_words(card))
        case WinnerDrawn(deal=deal, turn=turn, card=card):
            said = f"{turn_of_round(FARO, None, turn, deal)}: loser {past.loser}, winner {card_words(card)}"
            return replace(past, turns=(*past.turns, (turn, said)))
        case StakeSettled(bet=bet, player=player) if game_of(fact) == FARO:
            others = [other for other in past.settled.get(player, ()) if other[0] != bet]
            # Of the bets that are shown those that lie come last: there are never more than so many others.
            gone = (*others, (bet, _settled(fact, past.places[bet])))[-MOST_BETS:]
            return replace(past, settled=past.settled.insert(player, gone))
    return past


def _settled(fact: StakeSettled, place: Phrase) -> str:
    """A settlement with the place where the bet lay then."""
    turn = turn_of_round(FARO, None, fact.turn_number, fact.round_number)
    return f"{place}, {result_of(fact.result, FARO)} in {turn}"


_PAST = Projection(_Past(), _after)


def disputable(night: Night, kept: EffectiveFacts) -> Disputable:
    """What can be disputed; a bet that is gone is said with the place where it lay then."""
    lying, past = faro_of(night).bets, _PAST.of(kept)
    bets = {player: {bet: said for bet, said in gone if bet not in lying} for player, gone in past.settled.items()}
    for bet in lying.values():
        bets.setdefault(bet.player, {})[bet.key] = f"{place_named(bet.place)}, {dollars(bet.stake_cents)}"
    return Disputable(bets=bets, turns=dict(past.turns))


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
