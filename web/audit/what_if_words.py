"""How what differs between two courses of a night is said: settlements, hands, bets that lie, cards, disputes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dealer.differences import Both, Settled
from dealer.games import game_called
from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.fan_tan.rows import HandRow
from dealer.games.fan_tan.state import Hand, fan_tan_of
from dealer.games.faro.case_keeper import DealTabs
from dealer.games.faro.layout import name_of as place_called
from dealer.games.faro.state import Bet, Call
from dealer.night import Dispute, Loan, Night, Pledge
from dealer.wording import counted
from events.night import NightOpened
from reports.house_rules import rule_name, rule_said
from reports.words.cards import card_words
from reports.words.formatting import NOTHING, money
from reports.words.players import name_of
from reports.words.position import place_of

Names = Mapping[str, str]
"""What the players are called, by seat key."""


def settled_said(settled: Iterable[Settled], names: Names) -> str:
    """The settlements of a bet in one turn."""
    return ", then ".join(_row(one, names) for one in settled) or NOTHING


def _row(one: Settled, names: Names) -> str:
    row = one.row
    match row.result:
        case "won":
            return f"won {money(row.paid_cents)}"
        case "lost":
            return f"lost {money(row.taken_cents)}"
        case "split":
            return f"split, {money(row.taken_cents)} taken"
        case "standoff":
            return f"stood off with {money(row.stake_cents)}"
        case "returned":
            return f"{money(row.stake_cents)} given back"
        case "after_hock":
            return f"{money(row.taken_cents)} swept after the hock"
        case _ if one.claimant:
            return f"{money(row.stake_cents)} claimed by {names.get(one.claimant, one.claimant)}"
        case _:
            return f"{money(row.taken_cents)} taken as a sleeper"


def hand_said(row: HandRow | None, names: Names) -> str:
    """What came of a hand of Fan-Tan."""
    if row is None:
        return "not settled"
    if row.winner is None:
        return "dead"
    said = f"{names.get(row.winner, row.winner)} takes {counted(row.pot, 'chip')}"
    if row.wrong_passes:
        taken = sum(wrong.taken for wrong in row.wrong_passes)
        proved = counted(len(row.wrong_passes), "wrong pass", "wrong passes")
        said += f"; {proved} proved, {taken or 'none'} taken"
    return said


def lying_said(one: Bet | Call | None) -> str:
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
    where = f"on {place_called(one.place)}"
    return ", ".join((f"{money(one.stake_cents)} {where}", *(words for words, holds in orders.items() if holds)))


def cards_said(tabs: DealTabs | None) -> dict[str, str]:
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


def hand_on_said(hand: Hand | None, names: Names) -> str:
    """A hand that is on, as far as it was played."""
    if hand is None:
        return NOTHING
    lying = sum(len(turn.cards) for turn in hand.turns)
    turn = names.get(hand.on_turn, hand.on_turn)
    return f"hand {hand.number}: {counted(lying, 'card')} lie after {counted(len(hand.turns), 'turn')}, {turn} to play"


def dispute_said(dispute: Dispute | None) -> str:
    """How far a dispute is."""
    if dispute is None:
        return "not raised"
    return {"stands": "ruled, stands", "corrected": "ruled, corrected"}.get(dispute.ruling or "", "open")


def play_said(night: Night) -> str:
    """Where the play stands, and who dealt the hand that is on or was last."""
    dealer = fan_tan_of(night).dealer if night.dealing == FAN_TAN else ""
    return f"{place_of(night)}, dealt by {name_of(night, dealer)}" if dealer else place_of(night)


def pledges_said(pledges: Iterable[Pledge], names: Names) -> str:
    """The goods that are held."""
    said = [f"{names.get(one.player, one.player)}’s {one.item} for {money(one.amount_cents)}" for one in pledges]
    return ", ".join(said) or NOTHING


def loans_said(loans: Iterable[Loan], names: Names) -> str:
    """Who lent whom, for what share of their profit."""
    said = [
        f"{names.get(one.lender, one.lender)} to {names.get(one.borrower, one.borrower)}"
        + (f" for {float(one.profit_share) * 100:g}% of their profit" if one.profit_share else "")
        for one in loans
    ]
    return ", ".join(said) or NOTHING


def opening_said(opened: Both[NightOpened]) -> Iterable[tuple[str, Both[str]]]:
    """What a night was opened with, its house rules one by one."""
    yield "Table", opened.each(lambda fact: fact.table)
    yield "Date", opened.each(lambda fact: fact.date)
    yield "Dealer", opened.each(lambda fact: fact.dealer)
    yield "Games", opened.each(lambda fact: " and ".join(game_called(game).title for game in fact.games))
    yield "The roll", opened.each(lambda fact: money(fact.roll_cents))
    yield "Backers", opened.each(lambda fact: ", ".join(f"{one.name} {one.share}" for one in fact.backers) or NOTHING)
    for game in (one for one in opened.book.games if one in opened.other.games):
        for rule, value in opened.book.houses[game].items():
            there = opened.other.houses[game].get(rule)
            yield f"House: {rule_name(rule, game)}", Both(rule_said(rule, value, game), rule_said(rule, there, game))
