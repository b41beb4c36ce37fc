"""The dealer's sheet at a Pharo table: what the last coup has them take and pay."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from dealer.commands.phrases import dollars
from dealer.games.pharo.state import PharoTable
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.facts.fact import Fact
from events.facts.play import StakeSettled
from events.frozen import Frozen
from events.games import pharo as facts
from events.records import Recorded
from reports.words.cards import card_words
from web.games.pharo.livrets import card_called
from web.tablet.marks import marks_of
from web.tablet.take_and_pay import Group, Line, Payments, rulings_since, with_sign

_TAKES_ON = (facts.CoupDealt, facts.PackTaken, facts.PackDealtOut, facts.PackMiscounted, facts.PackFoul)
_SAYS = {
    facts.GainPaid: "won, paid",
    facts.PliWon: "pli won, onto the card",
    facts.ForfeitPaid: "forfeit, and the stake back",
    facts.CardLost: "lost",
    facts.DoubletDealt: "doublet, the bigger half",
    facts.CardsDrawn: "l’une pour l’autre, lies on",
    facts.CardReturned: "goes back",
    facts.CardTakenDown: "taken down",
}


class Sheet(Frozen):
    """What was done last, in cards and in checks; ``cards`` are those of the coup."""

    title: str
    cards: str
    payments: tuple[Payments, ...]


def sheet_of(night: Night, table: PharoTable, kept: EffectiveFacts) -> Sheet:
    """The sheet as the night stands; ``kept`` are its effective facts."""
    taken_on = kept.up_to_last(*_TAKES_ON)
    if taken_on is None:
        return Sheet(title="Take and pay", cards="", payments=rulings_since(night, list(kept)))
    last, since = taken_on.last, kept.since(taken_on)
    # What a coup pays first, and what an ended deal gives back, comes before it in the same command.
    before = _same_command(taken_on, last)
    groups = _groups(night, table, [one.fact for one in (*before, last, *since)])
    payments = (Payments(id=last.command, heading="", groups=groups),) if groups else ()
    title, cards = _heading(last.fact)
    return Sheet(title=title, cards=cards, payments=payments + rulings_since(night, since))


def _same_command(upto: EffectiveFacts, last: Recorded) -> list[Recorded]:
    earlier = takewhile(lambda one: one.command == last.command, islice(reversed(upto), 1, None))
    return [*earlier][::-1]


def _heading(fact: Fact) -> tuple[str, str]:
    match fact:
        case facts.CoupDealt():
            return f"Coup {fact.turn}", f"bank {card_words(fact.bank)} punters {card_words(fact.punters)}"
        case facts.PackTaken():
            return f"Deal {fact.deal}", ""
        case facts.PackMiscounted():
            return "A miscounted pack", f"{fact.cards} cards"
        case _:
            return "The deal is over", ""


def _groups(night: Night, table: PharoTable, made: Sequence[Fact]) -> tuple[Group, ...]:
    lines: dict[str, list[tuple[int, Line]]] = {}
    for fact in made:
        for player, cents, line in _lines(table, fact):
            lines.setdefault(player, []).append((cents, line))
    marks = marks_of(night)
    return tuple(
        Group(
            player=player,
            player_name=night.seats[player].name,
            mark=marks[player],
            lines=tuple(line for _, line in found),
            net=with_sign(sum(cents for cents, _ in found)) if sum(bool(cents) for cents, _ in found) > 1 else "",
        )
        for player, found in lines.items()
    )


def _lines(table: PharoTable, fact: Fact) -> Iterator[tuple[str, int, Line]]:
    """What a fact moves over the table: whose, how much towards them in cents, and its line."""
    match fact:
        case facts.GainPaid() | facts.PliWon() | facts.ForfeitPaid():
            short = f"the bank owes {dollars(fact.due_cents)}" if fact.paid_cents < fact.due_cents else ""
            yield fact.player, fact.paid_cents, _line(table, fact, "Pay", "pay", fact.paid_cents, short)
        case facts.CardLost() | facts.DoubletDealt() if fact.taken_cents:
            yield fact.player, -fact.taken_cents, _line(table, fact, "Take", "take", fact.taken_cents)
        case facts.CardLost() | facts.DoubletDealt() if fact.lost_gain_cents:
            yield fact.player, 0, _line(table, fact, "Gone", "gone", fact.lost_gain_cents, "of the gain")
        case facts.CardsDrawn():
            yield fact.player, 0, _line(table, fact, "Drawn", "drawn", fact.stake_cents)
        case facts.CardReturned() | facts.CardTakenDown():
            yield fact.player, fact.stake_cents, _line(table, fact, "Back", "back", fact.stake_cents)
        case _:
            return


def _line(
    table: PharoTable, fact: StakeSettled | facts.CardTakenDown, hand: str, kind: str, cents: int, note: str = ""
) -> Line:
    return Line(
        hand=hand,
        kind=kind,
        about=json.dumps(fact.bet),
        where=card_called(table, fact.bet),
        amount=dollars(cents),
        checks="",
        note=note or _SAYS[type(fact)],
    )
