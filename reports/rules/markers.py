"""The house rules on markers as sentences, the same in every game (rulebook 4)."""

from __future__ import annotations

from reports.rules.groups import Sentences
from reports.words.formatting import money
from reports.words.language import gettext as _


def marker_rules(offered_cents: int, limit_cents: int | None) -> Sentences:
    """The rules on markers; amounts in cents, the limit ``None`` where there is none."""
    return {
        "marker": _(
            "A marker is offered for %(amount)s; it may be written for another sum.", amount=money(offered_cents)
        ),
        "marker_limit": _("A player’s open markers may come to any sum.")
        if limit_cents is None
        else _("A player’s open markers may come to %(amount)s together, and no more.", amount=money(limit_cents)),
    }
