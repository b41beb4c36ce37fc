"""The result of a night in the contract's words, and the soundness checks after every command."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from dealer.game.game import RoundRow
from dealer.house.state import HouseState
from dealer.night.dealers import dealer_lines
from dealer.night.drawer import drawer_row
from dealer.night.house import name_of
from dealer.night.night import Night, Pledge
from events.common.event import Event
from events.common.play import StakeSettled
from events.effective_events import effective
from events.frozen import Frozen
from events.records import Recorded
from ledger.accounts import LAYOUT, POT, growth_of, layout
from ledger.ledger import Ledger, LedgerBroken
from ledger.statement import bank_line, markers_open_cents, player_line

_LAYOUT_GROWS, _POT_GROWS = growth_of(LAYOUT), growth_of(POT)


def assert_sound(now: Night) -> None:
    """Assert that the ledger matches the table: each player's bets on the layout, and the pot."""
    stakes, pot = _lying(now)
    ledger, lie_cents = now.ledger, 0
    booked = ledger.balances.get
    for player, cents in stakes.items():
        if booked(layout(player), 0) * _LAYOUT_GROWS != cents:
            break
        lie_cents += cents
    else:
        # These accounts are never negative: if the bettors' balances add up to the total, all others are zero.
        if ledger.families.get(LAYOUT, 0) * _LAYOUT_GROWS == lie_cents and booked(POT, 0) * _POT_GROWS == pot:
            return
    for player in now.seats:
        lies, has = stakes.get(player, 0), ledger.balance(layout(player))
        if has != lies:
            raise LedgerBroken(f"{player}'s bets add up to {lies} cents and the ledger has {has} on the layout")
    if ledger.balance(POT) != pot:
        raise LedgerBroken(f"{pot} cents lie in the pot and the ledger has {ledger.balance(POT)} there")


def _lying(now: Night) -> tuple[Mapping[str, int], int]:
    """The stakes on the layout in cents, by player, and the pot."""
    tables = now.tables
    if len(now.games) == 1:
        (game,) = now.games
        table = tables[game.name]
        return game.stakes(table), game.pot(table)
    stakes: Counter[str] = Counter()
    for game in now.games:
        stakes.update(game.stakes(tables[game.name]))
    return stakes, sum(game.pot(tables[game.name]) for game in now.games)


def result_of(night: Night, events: Sequence[Recorded]) -> dict[str, Any]:
    """The result of a night from its state and all of its events, as JSON-ready data; amounts in cents."""
    bank = bank_line(night.ledger)
    stood = [recorded.event for recorded in effective(events)]
    return {
        "night": night.id,
        "game": night.opened.game if len(night.games) == 1 else list(night.opened.games),
        "events": len(events),
        "head": events[-1].hash,
        "players": {player: _player(night, player) for player in night.seats},
        "bank": {
            "roll": bank.roll_cents,
            "play": bank.play_cents,
            "sleepers": bank.sleepers_cents,
            "after_hock": bank.after_hock_cents,
            "tokes": bank.tokes_cents,
            "in_sight": bank.in_sight_cents,
        },
        "bets": [
            {
                "bet": event.bet,
                "deal": event.round_number,
                "turn": event.turn_number,
                "result": event.result,
                "stake": event.stake_cents,
                "paid": event.bank_paid_cents,
                "taken": event.bank_took_cents,
                **event.row_besides,
            }
            for event in stood
            if isinstance(event, StakeSettled)
        ],
        "hands": [ended.row for ended in rounds_ended(night, stood)],
        "scores": [row for game in night.games for row in game.scores(stood)],
        "refused": [],
    }


def result_in_house(night: Night, events: Sequence[Recorded], house: HouseState) -> dict[str, Any]:
    """The result of a night with the keys that the contract of the house adds."""
    result = result_of(night, events)
    stood = [recorded.event for recorded in effective(events)]
    del result["refused"]
    for player, row in result["players"].items():
        row["name"] = name_of(night, player, house)
        line = player_line(night.ledger, player)
        if night.seats[player].card:
            row["card"] = house.card(night.seats[player].card).key
            row |= {"drawn": line.drawn_cents, "carried_paid": line.carried_paid_cents}
    result["bank"]["dealers_cut"] = bank_line(night.ledger).dealers_cut_cents
    result["dealers"] = {
        line.name: {"rounds": line.rounds, "tokes": line.tokes_cents, "cut": line.cut_cents}
        for line in dealer_lines(night.opened.dealer, stood)
    }
    result["drawer"] = drawer_row(night, stood)
    return result


def house_result(house: HouseState, labels: Mapping[str, str]) -> dict[str, Any]:
    """The house in the contract's words; ``labels`` are what nights are called, by id."""
    return {
        "cards": {
            card.key: {
                "name": card.name,
                "deposit": card.deposit_cents,
                "carried": [
                    {"night": labels[carried.night], "amount": carried.amount_cents} for carried in card.carried
                ],
                "exposure": card.exposure_cents,
                "limit": house.limit_of(card),
                "nights": card.nights,
                "net": card.net_cents,
            }
            for card in house.open_cards
        },
        "slips": [
            {
                "kind": slip.kind,
                "number": slip.number,
                "night": labels[slip.night],
                "amount": slip.amount_cents,
                "voided": slip.voided,
            }
            for slip in house.slips_in_order
        ],
        "staff": {name: list(given) for name, given in house.staff.items()},
        "nights": [labels[night] for night in house.night_order],
    }


def rounds_ended(night: Night, stood: Sequence[Event]) -> list[RoundRow]:
    """The rows of the rounds of all games, in the order they ended; ``stood`` are the night's effective events."""
    return sorted((row for game in night.games for row in game.round_rows(stood)), key=lambda row: row.at)


def _player(night: Night, player: str) -> dict[str, Any]:
    line = player_line(night.ledger, player)
    open_now = outstanding_of(player, night, night.ledger)
    return {
        "name": night.seats[player].name,
        "checks": line.checks_cents,
        "bought": line.bought_cents + line.drawn_cents,
        "markers_issued": line.markers_issued_cents,
        "markers_open": line.markers_open_cents,
        "pledges_open": line.pledges_open_cents,
        "stakes_owed": sum(item.amount_cents for item in open_now if isinstance(item, OpenLoan)),
        "cashed": line.cashed_cents,
        "staked": line.staked_cents,
        "net": line.net_cents,
    }


class OpenMarkers(Frozen):
    """A player's debt to the house on markers, in cents."""

    player: str
    amount_cents: int


class OpenLoan(Frozen):
    """A player's debt on a loan, in cents: to another player, or to a bystander of a ``lender_name``."""

    player: str
    lender: str
    amount_cents: int
    lender_name: str = ""


Outstanding = Pledge | OpenMarkers | OpenLoan
"""Items that outlast a night (rulebook 4): goods still held, open markers, and unpaid loans between players.

Open disputes are not among them, as they are ruled before the close.
"""


def outstanding(night: Night, ledger: Ledger) -> tuple[Outstanding, ...]:
    """All outstanding items by a ledger of the night, current or after a close, player by player."""
    return tuple(item for player in night.seats for item in outstanding_of(player, night, ledger))


def outstanding_now(night: Night, house: HouseState) -> Iterator[Outstanding]:
    """All outstanding items of a night today: of carried markers, what was not paid or written off since the close."""
    known = house.nights.get(night.id)
    carries, left = bool(known and known.closing), house.owed_from(night.id)
    for item in outstanding(night, night.ledger):
        seat_card = night.cards.get(item.player)
        if not (carries and seat_card and isinstance(item, OpenMarkers)):
            yield item
            continue
        # Two cards that had markers in the night may have been joined since: the rest is listed at the first seat.
        key = house.card(seat_card).key
        amount_cents = min(item.amount_cents, left.get(key, 0))
        if amount_cents:
            left[key] -= amount_cents
            yield replace(item, amount_cents=amount_cents)


def outstanding_of(player: str, night: Night, ledger: Ledger) -> Iterator[Outstanding]:
    """The outstanding items of a player."""
    for pledge in night.pledges:
        if pledge.player == player:
            yield pledge
    owed_cents = markers_open_cents(ledger, player)
    if owed_cents:
        yield OpenMarkers(player=player, amount_cents=owed_cents)
    for loan in {loan.parties: loan for loan in night.loans if loan.borrower == player}.values():
        lent_cents = ledger.balance(loan.owed_account)
        if lent_cents:
            yield OpenLoan(player=player, lender=loan.lender, amount_cents=lent_cents, lender_name=loan.lender_name)
