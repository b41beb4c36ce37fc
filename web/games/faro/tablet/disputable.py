"""What of Faro a player may dispute: their bets that lie or were settled, and the turns of the deal."""

from __future__ import annotations

from dealer.games.faro.game import FARO
from dealer.games.faro.layout import name_of as place_named
from dealer.games.faro.state import faro_of
from dealer.games.faro.take_and_pay import follow_places
from dealer.night import Night
from dealer.phrases import Phrase
from dealer.refusal import dollars
from dealer.rows import SettlementRow, row_of
from events.effective_facts import EffectiveFacts
from events.games.faro import DealStarted, LoserDrawn, WinnerDrawn
from reports.words.cards import card_words
from reports.words.naming import result_of
from reports.words.position import turn_of_round
from web.game_screens import Disputable


def disputable(night: Night, kept: EffectiveFacts) -> Disputable:
    """What can be disputed; a bet that is gone is said with the place where it lay then."""
    places, gone, turns, loser = dict[str, Phrase](), dict[str, tuple[SettlementRow, Phrase]](), dict[int, str](), ""
    for one in kept:
        follow_places(places, one.fact)
        match one.fact:
            case DealStarted():
                turns.clear()
            case LoserDrawn(card=card):
                loser = card_words(card)
            case WinnerDrawn(deal=deal, turn=turn, card=card):
                turns[turn] = f"{turn_of_round(FARO, turn, deal)}: loser {loser}, winner {card_words(card)}"
            case fact if row := row_of(fact):
                gone.pop(row.bet, None)
                gone[row.bet] = row, places[row.bet]
            case _:
                pass
    lying = faro_of(night).bets
    bets: dict[str, dict[str, str]] = {}
    for row, place in gone.values():
        if row.bet not in lying:
            said = f"{place}, {result_of(row.result, FARO)} in {turn_of_round(FARO, row.turn, row.deal)}"
            bets.setdefault(row.player, {})[row.bet] = said
    for bet in lying.values():
        bets.setdefault(bet.player, {})[bet.key] = f"{place_named(bet.place)}, {dollars(bet.stake_cents)}"
    return Disputable(bets=bets, turns=turns)
