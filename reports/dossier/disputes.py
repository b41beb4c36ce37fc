"""Disputes and their rulings as lines of a dossier."""

from __future__ import annotations

from collections.abc import Mapping

from dealer.disputes import LAWS
from events import night
from reports.words import disputes
from reports.words.language import gettext as _


def raised_told(fact: night.DisputeRaised, names: Mapping[str, str], about: str) -> str:
    """A dispute as it was raised; ``about`` is what it disputes."""
    return disputes.raised(names[fact.player], about, fact.claim)


def ruled_told(fact: night.DisputeRuled, names: Mapping[str, str], claim: str = "") -> tuple[str, str]:
    """A ruling with its corrections, and the law and reason cited for it; ``claim`` says of which dispute."""
    reason = _("Ruled: %(reason)s", reason=fact.reason)
    if fact.law:
        title = _(LAWS[fact.law - 1])
        reason = _("Law %(law)s, %(title)s: %(reason)s", law=fact.law, title=title, reason=fact.reason)
    return disputes.ruled(fact, names, with_law=False, claim=claim), reason
