"""What a player may dispute: their bets that lie or were settled last, and the last turns of the deal or the hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.faro.game import FARO
from dealer.games.faro.layout import name_of as place_named
from dealer.games.faro.state import faro_of
from dealer.games.faro.take_and_pay import follow_places
from dealer.night import Night
from dealer.phrases import Phrase
from dealer.refusal import dollars
from dealer.rows import SettlementRow, row_of
from events.games import fan_tan, faro
from events.records import Recorded
from reports.words.cards import card_words
from reports.words.naming import result_of
from reports.words.players import name_of
from reports.words.position import turn_of_round

_MOST_BETS, _MOST_TURNS = 6, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a player may dispute: a bet's key or a turn's number as JSON, and the words for it."""

    about: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What players may look back at: the last settlement of each bet, where it lay then, and the turns dealt last."""

    lay: dict[str, Phrase] = field(default_factory=dict)
    settled: dict[str, SettlementRow] = field(default_factory=dict)
    turns: dict[int, str] = field(default_factory=dict)


def past_of(night: Night, facts: Sequence[Recorded]) -> Past:
    """What can be looked back at, from a night's standing facts."""
    past, places, loser = Past(), dict[str, Phrase](), ""
    for one in facts:
        follow_places(places, one.fact)
        match one.fact:
            case faro.DealStarted() | fan_tan.HandStarted():
                past.turns.clear()
            case faro.LoserDrawn(card=card):
                loser = card_words(card)
            case faro.WinnerDrawn(deal=deal, turn=turn, card=card):
                past.turns[turn] = f"{turn_of_round(FARO, turn, deal)}: loser {loser}, winner {card_words(card)}"
            case fan_tan.CardsLaid(hand=hand, turn=turn, player=player, cards=cards):
                laid = " ".join(card_words(card) for card in cards)
                past.turns[turn] = f"{turn_of_round(FAN_TAN, turn, hand)}: {name_of(night, player)} lays {laid}"
            case fan_tan.TurnPassed(hand=hand, turn=turn, player=player):
                past.turns[turn] = f"{turn_of_round(FAN_TAN, turn, hand)}: {name_of(night, player)} passes"
            case fact if row := row_of(fact):
                past.settled.pop(row.bet, None)
                past.settled[row.bet] = row
                past.lay[row.bet] = places[row.bet]
            case _:
                pass
    return past


def disputable(night: Night, player: str, past: Past) -> tuple[About, ...]:
    """A player's bets that lie or were settled last, the newest first, then the last turns."""
    lying = faro_of(night).bets if FARO in night.tables else {}
    bets = {
        row.bet: f"{past.lay[row.bet]}, {result_of(row.result, FARO)} in {turn_of_round(FARO, row.turn, row.deal)}"
        for row in past.settled.values()
        if row.player == player and row.bet not in lying
    }
    for bet in lying.values():
        if bet.player == player:
            bets[bet.key] = f"{place_named(bet.place)}, {dollars(bet.stake_cents)}"
    return (*_newest(bets.items(), _MOST_BETS), *_newest(past.turns.items(), _MOST_TURNS))


def _newest(things: Iterable[tuple[str | int, str]], most: int) -> list[About]:
    return [About(about=json.dumps(about), words=words) for about, words in things][-most:][::-1]
