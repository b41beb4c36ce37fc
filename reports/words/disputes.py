"""Disputes and their rulings in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dealer.night.disputes import laws
from events.facts.night import Correction, DisputeRuled
from reports.words.formatting import brief
from reports.words.language import gettext as _
from reports.words.phrases import clauses
from reports.words.players import side_of


def raised(name: str, about: str, claim: str) -> str:
    """A dispute as it is raised; ``about`` says what it disputes."""
    return _("%(name)s disputes %(about)s: “%(claim)s”.", name=name, about=about, claim=claim)


def ruled(fact: DisputeRuled, names: Mapping[str, str], *, with_law: bool = True, claim: str = "") -> str:
    """A ruling with its corrections; the law is left out where it is cited beside it.

    ``claim`` tells the dispute from others, where more than one may be told of.
    """
    law = fact.law if with_law else None
    moves = (moved(one, names) for one in fact.corrections)
    said = clauses(_as_ruled(fact.ruling, law), *moves, nothing_moved(fact))
    return _("%(dispute)s is ruled: %(ruling)s.", dispute=dispute_called(claim), ruling=said)


def dispute_called(claim: str) -> str:
    """A dispute by its claim: ``The dispute “It was coppered”``."""
    return _("The dispute “%(claim)s”", claim=claim) if claim else _("The dispute")


def outcome(fact: DisputeRuled) -> str:
    """How a dispute was ruled, shortly: ``corrected under law 7 (the dealer takes and pays correctly)``."""
    law = law_named(fact.law)
    if fact.ruling == "stands":
        return _("stands under %(law)s", law=law) if law else _("stands")
    said = _("corrected under %(law)s", law=law) if law else _("corrected")
    return _("%(ruling)s, no money moved", ruling=said) if nothing_moved(fact) else said


def nothing_moved(fact: DisputeRuled) -> str:
    """That a ruling corrects and yet moves no money; nothing of any other ruling."""
    return _("no money moved") if fact.ruling == "corrected" and not fact.corrections else ""


def moved(one: Correction, names: Mapping[str, str], written: Callable[[int], str] = brief) -> str:
    """A correction: ``$5 from the bank to Ada``; ``written`` says how amounts are written there."""
    return _(
        "%(amount)s from %(source)s to %(target)s",
        amount=written(one.amount_cents),
        source=side_of(one.source, names),
        target=side_of(one.target, names),
    )


def law_named(number: int | None) -> str:
    """A law by its number and text; nothing for none."""
    return _("law %(number)s (%(text)s)", number=number, text=_(laws()[number - 1])) if number else ""


def _as_ruled(ruling: str, number: int | None) -> str:
    """What becomes of what was done."""
    law = law_named(number)
    if ruling == "stands":
        return _("what was done stands under %(law)s", law=law) if law else _("what was done stands")
    if law:
        return _("what was done is corrected under %(law)s", law=law)
    return _("what was done is corrected")
