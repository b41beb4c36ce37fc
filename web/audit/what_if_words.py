"""How what differs between two courses of a night is said: settlements, what games compare, disputes, goods."""

from __future__ import annotations

from collections.abc import Iterable

from dealer.game.game import TABLE
from dealer.games import game_called
from dealer.night.night import Dispute, Loan, Night, Pledge
from dealer.what_if.differences import Both, Differences, Settled
from events.facts.night import NightOpened
from reports.words.formatting import NOTHING, money, signed
from reports.words.game_words import Difference, DifferenceWords, Names, words_of
from reports.words.house_rules import rule_name, rule_said
from reports.words.naming import place_of, position_at, result_of
from reports.words.players import name_of


def settled_said(settled: Iterable[Settled], names: Names, game: str) -> str:
    """The settlements of a bet of a game in one turn."""
    return ", then ".join(_row(one, names, game) for one in settled) or NOTHING


def _row(one: Settled, names: Names, game: str) -> str:
    own = words_of(game).settled.get(one.result)
    if own:
        return own(one, names)
    match one.result:
        case "won":
            return f"won {money(one.paid_cents)}"
        case "lost":
            return f"lost {money(one.taken_cents)}"
        case "split":
            return f"split, {money(one.taken_cents)} taken"
        case "standoff":
            return f"stood off with {money(one.stake_cents)}"
        case "returned":
            return f"{money(one.stake_cents)} given back"
        case result:
            return f"{result_of(result, game)}, {signed(one.paid_cents - one.taken_cents)}"


def things_said(
    differ: Differences, names: Names, *, with_title: bool
) -> Iterable[tuple[DifferenceWords, list[Difference]]]:
    """What differs of the games' things, a group at a time; those that have a table of their own, or the others."""
    for game, groups in sorted(differ.things.items()):
        for group, things in groups.items():
            words = words_of(game).differences.get(group) or _plain(group)
            if bool(words.title) is with_title:
                yield words, [line for key, both in things.items() for line in words.lines(key, both, names)]


def _plain(group: str) -> DifferenceWords:
    """How a group is said that its game says nothing of; the table itself is told by where the play stands."""
    if group == TABLE:
        return DifferenceWords(lines=lambda key, both, names: ())
    return DifferenceWords(title=group.replace("_", " ").capitalize(), first="What")


def dispute_said(dispute: Dispute | None) -> str:
    """How far a dispute is."""
    if dispute is None:
        return "not raised"
    return {"stands": "ruled, stands", "corrected": "ruled, corrected"}.get(dispute.ruling or "", "open")


def play_said(night: Night) -> str:
    """Where the play stands, and who dealt the round that is on or was last."""
    dealer = position_at(night.dealing, night.tables[night.dealing]).dealer
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
