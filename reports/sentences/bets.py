"""How a bet is laid, called and barred, in words: asked for or done."""

from __future__ import annotations

from collections.abc import Sequence

from reports.language import gettext as _
from reports.language import ngettext
from reports.wording import brief


def lays(name: str, stake_cents: int, place: str, *, coppered: bool, paroli: bool, form: str) -> str:
    """A stake laid on a place: ``Ada lays $5 on the Q, coppered.``."""
    said = _("%(name)s lays %(amount)s on %(place)s", name=name, amount=brief(stake_cents), place=place)
    if coppered:
        said = _("%(said)s, coppered", said=said)
    if paroli:
        said = _("%(said)s, as a paroli", said=said)
    if form == "bills":
        said = _("%(said)s, in bills", said=said)
    return f"{said}."


def calls(name: str, order: Sequence[str], stake_cents: int) -> str:
    """A call of the last turn: ``Ada calls A-K-Q for $5.``."""
    return _("%(name)s calls %(order)s for %(amount)s.", name=name, order="-".join(order), amount=brief(stake_cents))


def takes_down(name: str, stake_cents: int) -> str:
    """A bet taken down: ``Ada takes $5 down.``."""
    return _("%(name)s takes %(amount)s down.", name=name, amount=brief(stake_cents))


def takes_all_down(name: str, bets: int, stake_cents: int) -> str:
    """Several bets taken down at once: ``Ada takes 3 bets down, $15 in all.``."""
    return ngettext(
        "%(name)s takes %(num)s bet down, %(amount)s in all.",
        "%(name)s takes %(num)s bets down, %(amount)s in all.",
        bets,
        name=name,
        amount=brief(stake_cents),
    )


def barred(bet: str, turns: int | None) -> str:
    """A bet barred for some turns, or until it goes."""
    if not turns:
        return _("%(bet)s is barred.", bet=bet)
    return ngettext("%(bet)s is barred for %(num)s turn.", "%(bet)s is barred for %(num)s turns.", turns, bet=bet)
