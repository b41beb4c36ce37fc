"""The player's page of Faro: bets on the layout, and deals with every settlement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dealer.commands.refusal import Phrase
from dealer.games.faro.settlement import follow_places
from dealer.games.faro.state import FARO, FaroTable
from dealer.night.night import Night
from dealer.projections import RoundEvents
from events.common.event import Event
from events.common.play import StakeSettled
from events.games import faro
from events.games.faro import DealStarted
from events.records import Recorded
from reports.games.faro.bet_words import in_deal
from reports.games.faro.play import play_of
from reports.rounds.statement import assert_equal
from reports.words.game_words import phrase_text
from reports.words.language import gettext as _
from reports.words.naming import result_of
from web.bank_tables import PlayedDeal, SettledBet
from web.game_screens import PlayerPart
from web.games.faro.stacks import stacks_of


def timeline_of(events: Iterable[Event], player: str) -> tuple[SettledBet, ...]:
    """Every settlement of a player's bets, from the night's effective events, in order."""
    places: dict[str, Phrase] = {}
    coppered: dict[str, bool] = {}
    timeline: list[SettledBet] = []
    for event in events:
        follow_places(places, event)
        match event:
            case faro.BetPlaced():
                coppered[event.bet] = event.coppered
            case faro.BetCoppered() | faro.BetUncoppered():
                coppered[event.bet] = isinstance(event, faro.BetCoppered)
            case StakeSettled() if player in (event.player, event.claimed_by):
                place = phrase_text(places[event.bet])
                where = _("%(text)s, coppered", text=place) if coppered.get(event.bet) else place
                timeline.append(_settled(event, where, player))
    return tuple(timeline)


def _settled(event: StakeSettled, where: str, player: str) -> SettledBet:
    own, claimant = event.player == player, event.claimed_by or event.player
    gained_cents = event.bank_paid_cents - event.bank_took_cents
    if claimant != event.player:
        gained_cents = -event.stake_cents if own else event.stake_cents
    return SettledBet(
        turn=event.turn_number,
        where=where,
        result=_result(event, own, gained_cents),
        gained_cents=gained_cents,
        row=event if own else None,
    )


def _result(row: StakeSettled, own: bool, gained_cents: int) -> str:
    """The result in a word; a sleeper went to its claimant or to the dealer."""
    if row.result != "claimed":
        return result_of(row.result, FARO)
    if row.bank_took_cents:
        return _("sleeper, the dealer’s")
    return _("sleeper, another’s") if own and gained_cents else _("sleeper claimed")


def part_of(night: Night, game: str, effective: Sequence[Recorded], player: str) -> PlayerPart:
    """A player's part in a night's Faro: their bets on the layout; a closed night has none."""
    stacks = stacks_of(night, night.tables[game])
    return PlayerPart(now=None if night.closed else tuple(stack for stack in stacks if stack.player == player))


def deal_of(night: Night, of_deal: RoundEvents, player: str) -> PlayedDeal | None:
    """A player's settlements in a deal, ``None`` without any. Their sum must match the night's play."""
    events = of_deal.events
    begun = of_deal.begun.event
    assert isinstance(begun, DealStarted)
    rows = timeline_of(events, player)
    if not rows:
        return None
    played = PlayedDeal(title=_("Play in deal %(deal)s", deal=begun.deal), deal=begun.deal, settled=rows[::-1])
    in_all_cents = play_of(events).figures.of(begun.deal, player).net_cents
    assert_equal(f"a player's settlements of deal {begun.deal}", played.net_cents, in_all_cents)
    return played


def deal_in_words(night: Night, game: str) -> str:
    """The state of the deal, in words."""
    table: FaroTable = night.tables[game]
    if not table.deal_is_on:
        return _("Between deals") if table.deal else _("No deal yet")
    return _("Deal %(deal)s · %(standing)s", deal=table.deal, standing=in_deal(table))
