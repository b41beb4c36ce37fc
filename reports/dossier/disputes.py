"""Disputes and their rulings as lines of a dossier."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.disputes import LAWS
from dealer.refusal import dollars
from events import night
from ledger.accounts import BANK


def raised_told(fact: night.DisputeRaised, names: Mapping[str, str], about: str) -> str:
    """A dispute as it was raised; ``about`` is what it disputes."""
    return f"{names[fact.player]} disputes {about}: “{fact.claim}”."


def ruled_told(fact: night.DisputeRuled, names: Mapping[str, str]) -> tuple[str, str]:
    """A ruling with its corrections, and the law and reason cited for it."""
    moved = "".join(
        f" {dollars(one.amount_cents)} goes from {_side(one.source, names)} to {_side(one.target, names)}."
        for one in fact.corrections
    )
    what = "what was done stands" if fact.ruling == "stands" else "what was done is corrected"
    law = f"Law {fact.law}, {LAWS[fact.law - 1]}: " if fact.law else "Ruled: "
    return f"The dispute is ruled: {what}.{moved}", law + fact.reason


def _side(side: str, names: Mapping[str, str]) -> str:
    return "the bank" if side == BANK else names[side]
