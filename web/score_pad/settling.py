"""What settling a match that was won pays: who whom how much, and who has not got it."""

from __future__ import annotations

from dealer.commands.phrases import dollars
from dealer.night.command_parsing import read_command
from dealer.night.night import Night
from dealer.score_pad.settling import nets_of
from events.facts.matches import MatchPayment, MatchSettled
from events.frozen import Frozen
from reports.words.players import name_of
from web.game_screens import Step
from web.tablet.marks import Mark, marks_of
from web.tablet.steps import Shortage, dry_run, short_of


class PayLine(Frozen):
    """What one player pays another; ``short`` where they have not got what they lose in all."""

    payer: str
    mark: Mark
    to: str
    to_mark: Mark
    amount: str
    short: Shortage | None


class Settling(Frozen):
    """The payments of a match that is to be settled, and the key that settles it."""

    step: Step
    lines: tuple[PayLine, ...]
    short: tuple[Shortage, ...]


def settling_due(night: Night, step: Step) -> Settling | None:
    """What settling would pay by a key; nothing while nothing is won."""
    facts = dry_run(night, read_command(dict(step.document), night))
    paid = next((fact.paid for fact in facts if isinstance(fact, MatchSettled)), None)
    if paid is None:
        return None
    short = short_of(night, {player: -cents for player, cents in nets_of(paid).items() if cents < 0})
    return Settling(step=step, lines=pay_lines(night, paid, {one.player: one for one in short}), short=short)


def pay_lines(night: Night, paid: tuple[MatchPayment, ...], short: dict[str, Shortage]) -> tuple[PayLine, ...]:
    """Payments line by line; what somebody is ``short`` of is said once."""
    marks = marks_of(night)
    return tuple(
        PayLine(
            payer=name_of(night, one.payer),
            mark=marks[one.payer],
            to=name_of(night, one.payee),
            to_mark=marks[one.payee],
            amount=dollars(one.amount_cents),
            short=short.pop(one.payer, None),
        )
        for one in paid
    )
