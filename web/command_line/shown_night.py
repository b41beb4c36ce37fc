"""A night as of a fact, as plain data: where it stands, what lies, the case-keeper, everybody's money, the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.fan_tan.layout import PACK, SUITS, suit_of
from dealer.games.fan_tan.state import FanTanTable, Hand
from dealer.games.faro.case_keeper import DealTabs, spindles, tabs_of
from dealer.games.faro.game import FARO
from dealer.games.faro.layout import name_of
from dealer.games.faro.state import Bet, FaroTable
from dealer.history import History
from dealer.night import Night
from dealer.tables import fan_tan_of, faro_of
from events.records import Recorded
from events.standing import standing
from ledger.accounts import stakes_owed
from ledger.statement import bank_line, player_line
from reports.sentences.facts import fact_sentence


def shown_night(history: History, version: int) -> dict[str, Any]:
    """A night after its fact ``version``, as JSON-ready data; amounts in cents, :class:`IndexError` for no such fact.

    Each game of the night has its part under its name.
    """
    night, facts = history.at(version), history.until(version)
    last = facts[-1]
    shown: dict[str, Any] = {
        "night": night.id,
        "table": night.opened.table,
        "date": night.opened.date,
        "dealer": night.opened.dealer,
        "games": list(night.opened.games),
        "on": night.dealing,
        "fact": version,
        "facts": history.version,
        "head": last.hash,
        "at": last.at,
        "who": last.who,
        "said": fact_sentence(history.at(max(version - 1, 1)), night, last.fact),
        "closed": night.closed,
        "players": [_player(night, player) for player in night.seats],
        "bank": _bank(night),
        "disputes": [
            {"dispute": key, "player": one.player, "about": one.about, "claim": one.claim}
            for key, one in night.disputes.items()
            if one.ruling is None
        ],
        "loans": _loans(night),
    }
    if FARO in night.tables:
        shown[FARO] = _faro(faro_of(night), facts)
    if FAN_TAN in night.tables:
        shown[FAN_TAN] = _fan_tan(fan_tan_of(night))
    return shown


def _player(night: Night, player: str) -> dict[str, Any]:
    line = player_line(night.ledger, player)
    return {
        "player": player,
        "name": night.seats[player].name,
        "seated": night.seats[player].taken,
        "checks": line.checks_cents,
        "staked": line.staked_cents,
        "bought": line.bought_cents,
        "markers_open": line.markers_open_cents,
        "pledges": [{"item": one.item, "amount": one.amount_cents} for one in night.pledges if one.player == player],
        "cashed": line.cashed_cents,
        "net": line.net_cents,
    }


def _bank(night: Night) -> dict[str, int]:
    line = bank_line(night.ledger)
    return {
        "roll": line.roll_cents,
        "play": line.play_cents,
        "sleepers": line.sleepers_cents,
        "after_hock": line.after_hock_cents,
        "tokes": line.tokes_cents,
        "in_sight": line.in_sight_cents,
    }


def _loans(night: Night) -> list[dict[str, Any]]:
    """What players still owe each other, a pair at a time."""
    pairs = dict.fromkeys((one.lender, one.borrower) for one in night.loans)
    owed = {pair: night.ledger.balance(stakes_owed(*pair)) for pair in pairs}
    return [
        {"lender": lender, "borrower": borrower, "owed": cents} for (lender, borrower), cents in owed.items() if cents
    ]


def _faro(table: FaroTable, facts: Sequence[Recorded]) -> dict[str, Any]:
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
    deals = tabs_of(one.fact for one in standing(facts)) if table.deal_is_on else []
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


def _fan_tan(table: FanTanTable) -> dict[str, Any]:
    return {
        "hand": table.hand_number,
        "phase": table.phase.value,
        "pot": table.pot,
        "chip": table.house.chip,
        **(_hand(table.hand) if table.hand else {}),
    }


def _hand(hand: Hand) -> dict[str, Any]:
    lying = [card for card in PACK if hand.layout.holds(card)]
    return {
        "dealer": hand.dealer,
        "turns": len(hand.turns),
        "to_play": hand.on_turn if hand.winner is None and not hand.ended else None,
        "winner": hand.winner,
        "players": [
            {
                "player": player,
                "dealt": hand.dealt[player],
                "left": hand.left(player),
                "passes": hand.passes(player),
                "put_in": hand.put_in.get(player, 0),
                "shown": list(hand.shown.get(player, ())),
            }
            for player in hand.players
        ],
        "layout": {suit: [card for card in lying if suit_of(card) == suit] for suit in SUITS},
        "wrong_passes": [
            {"player": one.player, "turn": one.turn, "penalty": one.penalty, "taken": one.turn in hand.taken}
            for one in hand.proved
        ],
    }
