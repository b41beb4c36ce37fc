"""Disputes and their rulings in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dealer.refusal import dollars
from events.night import Correction, DisputeRuled
from reports.naming import side_of


def raised(name: str, about: str, claim: str) -> str:
    """A dispute as it is raised; ``about`` says what it disputes."""
    return f"{name} disputes {about}: “{claim}”."


def ruled(fact: DisputeRuled, names: Mapping[str, str], *, with_law: bool = True, claim: str = "") -> str:
    """A ruling with its corrections; the law is left out where it is cited beside it.

    ``claim`` tells the dispute from others, where more than one may be told of.
    """
    law = under_law(fact.law) if with_law else ""
    moves = "".join(f"; {moved(one, names)}" for one in fact.corrections)
    what = "what was done stands" if fact.ruling == "stands" else "what was done is corrected"
    return f"{dispute_called(claim)} is ruled: {what}{law}{moves}{nothing_moved(fact, '; ')}."


def dispute_called(claim: str) -> str:
    """A dispute by its claim: ``The dispute “It was coppered”``."""
    return f"The dispute “{claim}”" if claim else "The dispute"


def nothing_moved(fact: DisputeRuled, before: str = "") -> str:
    """That a ruling corrects and yet moves no money, after ``before``; nothing of any other ruling."""
    return f"{before}no money moved" if fact.ruling == "corrected" and not fact.corrections else ""


def under_law(law: int | None) -> str:
    """The law of a ruling; nothing where none speaks."""
    return f" under law {law}" if law else ""


def moved(one: Correction, names: Mapping[str, str], written: Callable[[int], str] = dollars) -> str:
    """A correction: ``$5 from the bank to Ada``; ``written`` says how amounts are written there."""
    return f"{written(one.amount_cents)} from {side_of(one.source, names)} to {side_of(one.target, names)}"
