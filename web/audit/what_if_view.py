"""Two courses of a night side by side, in words and amounts: pure functions of a night and its alternative."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from dealer.commands.phrases import counted
from dealer.commands.refusal import Refusal
from dealer.game.game import TABLE
from dealer.games import game_called
from dealer.night.night import Dispute, Loan, Night, Pledge
from dealer.what_if.differences import BetDifference, Both, Differences, PlayerStanding, Settled
from dealer.what_if.other_night import Alternative, Fate, Otherwise, ruling_refused
from events.facts.night import NightOpened
from events.frozen import Frozen
from reports.words.disputes import dispute_called, moved
from reports.words.formatting import NOTHING, listed, money, signed, signed_or_dash
from reports.words.game_words import Difference, DifferenceWords, Names, words_of
from reports.words.house_rules import rule_name, rule_said
from reports.words.naming import in_turn, position_at, result_of, round_called, where_play_stands, within
from reports.words.players import name_of
from web.looking_back.steps import Step


class MoneyRow(Frozen):
    """One side's money in both courses; ``way`` is ``won`` or ``lost`` by whether they would have more or less."""

    name: str
    net: Both[str]
    difference: str
    way: str
    checks: Both[str]
    besides: str = ""


class BetLine(Difference):
    """A bet that was settled otherwise, with the difference for its owner."""

    difference: str
    way: str


class Fared(Frozen):
    """A command that fared otherwise: its number, what it said, what became of it and why."""

    number: int
    said: str
    became: str
    why: str
    bad: bool


class Things(Frozen):
    """What differs of one group of things that a game compares: the heads of its table and of the first column."""

    title: str
    first: str
    lines: tuple[Difference, ...]


class Outcome(Frozen):
    """What comes out otherwise, for a page.

    ``misfits`` says how many commands of the table do not fit the other night, ``hindered`` why a ruling could not
    bring it about now; each is empty where there is nothing to say. ``money`` is empty where nothing differs.
    """

    headline: str
    misfits: str
    money: tuple[MoneyRow, ...]
    bets: tuple[BetLine, ...]
    things: tuple[Things, ...]
    others: tuple[Difference, ...]
    fared: tuple[Fared, ...]
    corrections: tuple[str, ...]
    hindered: str


def outcome_of(night: Night, found: Alternative, steps: Mapping[int, Step]) -> Outcome:
    """The outcome of an alternative to a night; ``steps`` are the night's commands by number."""
    differ = found.differences
    names = {one.player: one.name for one in differ.players}
    refusal = ruling_refused(night, found.corrections) if found.corrections else None
    return Outcome(
        headline=_headline(found),
        misfits=_misfits(found),
        money=() if differ.none else _money(differ),
        bets=tuple(_bet(one, names) for one in differ.bets),
        things=tuple(
            Things(title=words.title, first=words.first, lines=tuple(lines))
            for words, lines in _things_said(differ, names, with_title=True)
        ),
        others=tuple(_others(found, night, names)),
        fared=tuple(_fared(one, steps, names) for one in found.otherwise if one.fate not in _BY_THE_CHANGE),
        corrections=tuple(moved(one, names, money) for one in found.corrections),
        hindered=_refused(refusal, names),
    )


_BY_THE_CHANGE = (Fate.STRUCK, Fate.CHANGED, Fate.INSERTED)


def _headline(found: Alternative) -> str:
    differ = found.differences
    sides = [(one.name, one.cents) for one in differ.players]
    sides += [("the bank", differ.bank_cents), ("the dealer’s tips", differ.tokes_cents)]
    sides += [("the pot", differ.in_pot_cents)]
    moved = [(name, f"{money(abs(cents))} {'more' if cents > 0 else 'less'}") for name, cents in sides if cents]
    if moved:
        (first, by), *rest = moved
        said = listed([by, *(f"{name} {by}" for name, by in rest)])
        return f"{first[:1].upper()}{first[1:]} would have {said}."
    if not differ.none:
        return "Nobody would have a cent more or less, but something would have come out otherwise."
    if any(one.fate in (Fate.REFUSED, Fate.TAKEN) for one in found.otherwise):
        return "Nobody’s money would be other in the end, but commands would have fared otherwise."
    return "Nothing would have come out otherwise."


def _misfits(found: Alternative) -> str:
    refused = sum(one.fate is Fate.REFUSED for one in found.otherwise)
    if not refused:
        return ""
    does = "does not fit the other night and falls" if refused == 1 else "do not fit the other night and fall"
    return f"{counted(refused, 'later command')} {does} out of it."


def _money(differ: Differences) -> tuple[MoneyRow, ...]:
    rows = [_player(one) for one in differ.players]
    bank = differ.bank.each(lambda line: line.result_cents)
    tokes = differ.bank.each(lambda line: line.tokes_cents)
    rows.append(_money_row("The bank", bank))
    for name, cents in (("The dealer’s tips", tokes), ("The pot", differ.pot_cents)):
        if cents.book or cents.other:
            rows.append(_money_row(name, cents))
    return tuple(rows)


def _player(one: PlayerStanding) -> MoneyRow:
    line = one.line
    row = _money_row(one.name, line.each(lambda own: own.net_cents))
    changed = [
        f"{words} {money(both.book)} → {money(both.other)}"
        for words, both in (
            ("on the layout", line.each(lambda own: own.staked_cents)),
            ("checks bought", line.each(lambda own: own.bought_cents)),
            ("markers open", line.each(lambda own: own.markers_open_cents)),
            ("pledges", line.each(lambda own: own.pledges_open_cents)),
            ("cashed in", line.each(lambda own: own.cashed_cents)),
        )
        if both.differ
    ]
    if one.seat.book and one.seat.other and one.seat.book.name != one.seat.other.name:
        changed.append(f"would be called {one.seat.other.name}")
    if one.seated.differ:
        changed.append("would have left the table" if one.seated.book else "would still sit at the table")
    return replace(row, checks=line.each(lambda own: money(own.checks_cents)), besides=", ".join(changed))


def _money_row(name: str, cents: Both[int]) -> MoneyRow:
    by = cents.other - cents.book
    return MoneyRow(
        name=name,
        net=cents.each(signed),
        difference=signed_or_dash(by),
        way=_way(by),
        checks=Both("", ""),
    )


def _bet(one: BetDifference, names: Mapping[str, str]) -> BetLine:
    return BetLine(
        what=f"{names.get(one.player, one.player)}, {_once(one.where)}",
        where=within(round_called(one.game, one.deal), in_turn(one.turn)),
        said=one.settled.each(lambda settled: settled_said(settled, names, one.game)),
        difference=signed_or_dash(one.cents),
        way=_way(one.cents),
    )


def _once(where: Both[str]) -> str:
    """Where a bet lay: in both courses, where it is not the same place."""
    if where.differ and where.book and where.other:
        return f"{where.book}; otherwise {where.other}"
    return where.book or where.other


def _others(found: Alternative, night: Night, names: Mapping[str, str]) -> Iterable[Difference]:
    differ = found.differences
    for _, lines in _things_said(differ, names, with_title=False):
        yield from lines
    for both in differ.disputes.values():
        yield Difference(what=_dispute_called(both), said=both.each(_dispute_said))
    plain = (
        ("Pledges", differ.pledges.each(lambda pledges: _pledges_said(pledges, names))),
        ("Loans", differ.loans.each(lambda loans: _loans_said(loans, names))),
        ("Markers given", differ.markers.each(str)),
        ("Where the play stands", Both(_play_said(night), _play_said(found.night))),
        ("The night", differ.closed.each(lambda closed: "closed" if closed else "open")),
        *_opening_said(differ.opened),
    )
    yield from (Difference(what=what, said=said) for what, said in plain if said.differ)


def _dispute_called(both: Both[Dispute | None]) -> str:
    """A dispute that differs, by its claim."""
    one = both.book or both.other
    return dispute_called(one.claim if one else "")


_BECAME = {
    Fate.REFUSED: "would be refused",
    Fate.TAKEN: "would be taken; it was asked for, and refused at the table",
    Fate.KEPT: "would stand; at the table it fell out of a correction",
    Fate.EMPTY: "would take nothing back: what it took back is not there",
}


def _fared(one: Otherwise, steps: Mapping[int, Step], names: Mapping[str, str]) -> Fared:
    return Fared(
        number=one.number,
        said=steps[one.number].said,
        became=_BECAME[one.fate],
        why=_refused(one.refusal, names),
        bad=one.fate is Fate.REFUSED,
    )


def _refused(refusal: Refusal | None, names: Mapping[str, str]) -> str:
    return refusal.among(names) if refusal else ""


def _way(cents: int) -> str:
    return "won" if cents > 0 else "lost" if cents < 0 else ""


def settled_said(settled: Iterable[Settled], names: Names, game: str) -> str:
    """The settlements of a bet of a game in one turn."""
    return ", then ".join(_settled_once(one, names, game) for one in settled) or NOTHING


def _settled_once(one: Settled, names: Names, game: str) -> str:
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


def _things_said(
    differ: Differences, names: Names, *, with_title: bool
) -> Iterable[tuple[DifferenceWords, list[Difference]]]:
    """What differs of the games' things, a group at a time; those that have a table of their own, or the others."""
    for game, groups in sorted(differ.things.items()):
        for group, things in groups.items():
            words = words_of(game).differences.get(group) or _plain_group(group)
            if bool(words.title) is with_title:
                yield words, [line for key, both in things.items() for line in words.lines(key, both, names)]


def _plain_group(group: str) -> DifferenceWords:
    """How a group is said that its game says nothing of; the table itself is told by where the play stands."""
    if group == TABLE:
        return DifferenceWords(lines=lambda key, both, names: ())
    return DifferenceWords(title=group.replace("_", " ").capitalize(), first="What")


def _dispute_said(dispute: Dispute | None) -> str:
    """How far a dispute is."""
    if dispute is None:
        return "not raised"
    return {"stands": "ruled, stands", "corrected": "ruled, corrected"}.get(dispute.ruling or "", "open")


def _play_said(night: Night) -> str:
    """Where the play stands, and who dealt the round that is on or was last."""
    dealer = position_at(night.dealing, night.tables[night.dealing]).dealer
    return f"{where_play_stands(night)}, dealt by {name_of(night, dealer)}" if dealer else where_play_stands(night)


def _pledges_said(pledges: Iterable[Pledge], names: Names) -> str:
    """The goods that are held."""
    said = [f"{names.get(one.player, one.player)}’s {one.item} for {money(one.amount_cents)}" for one in pledges]
    return ", ".join(said) or NOTHING


def _loans_said(loans: Iterable[Loan], names: Names) -> str:
    """Who lent whom, for what share of their profit."""
    said = [
        f"{names.get(one.lender, one.lender)} to {names.get(one.borrower, one.borrower)}"
        + (f" for {float(one.profit_share) * 100:g}% of their profit" if one.profit_share else "")
        for one in loans
    ]
    return ", ".join(said) or NOTHING


def _opening_said(opened: Both[NightOpened]) -> Iterable[tuple[str, Both[str]]]:
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
