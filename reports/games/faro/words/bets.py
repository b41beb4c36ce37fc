"""How a bet is laid, called and barred, in words: asked for or done."""

from __future__ import annotations

from collections.abc import Sequence

from dealer.commands.phrases import marked
from events.games.faro import BetLeftOut, BetsLaidAgain
from reports.games.faro.words.places import place_called
from reports.words.formatting import brief
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.phrases import clauses


def lays(name: str, amount: str, place: str, *, coppered: bool, paroli: bool, form: str) -> str:
    """A stake laid on a place: ``Ada lays $5 on the Q, coppered.``."""
    said = _("%(name)s lays %(amount)s on %(place)s", name=name, amount=amount, place=place)
    if coppered:
        said = _("%(said)s, coppered", said=said)
    if paroli:
        said = _("%(said)s, as a paroli", said=said)
    if form == "bills":
        said = _("%(said)s, in bills", said=said)
    return f"{said}."


def calls(name: str, order: Sequence[str], amount: str) -> str:
    """A call of the last turn: ``Ada calls A-K-Q for $5.``."""
    return _("%(name)s calls %(order)s for %(amount)s.", name=name, order="-".join(order), amount=amount)


def takes_down(name: str, amount: str) -> str:
    """A bet taken down: ``Ada takes $5 down.``."""
    return _("%(name)s takes %(amount)s down.", name=name, amount=amount)


def takes_all_down(name: str, bets: int, stake_cents: int) -> str:
    """Several bets taken down at once: ``Ada takes 3 bets down, $15 in all.``."""
    return ngettext(
        "%(name)s takes %(num)s bet down, %(amount)s in all.",
        "%(name)s takes %(num)s bets down, %(amount)s in all.",
        bets,
        name=name,
        amount=brief(stake_cents),
    )


def laid_again(name: str, fact: BetsLaidAgain) -> str:
    """A player's last bets laid again, and those that could not be: ``Ada lays 2 bets again, $10 in all.``."""
    said = ngettext(
        "%(name)s lays %(num)s bet again, %(amount)s in all",
        "%(name)s lays %(num)s bets again, %(amount)s in all",
        len(fact.bets),
        name=name,
        amount=brief(fact.stake_cents),
    )
    return f"{clauses(said, *(_left_out(one) for one in fact.left_out))}."


def _left_out(one: BetLeftOut) -> str:
    return _(
        "not %(amount)s on %(place)s: %(why)s",
        amount=brief(one.stake_cents),
        place=place_called(one.place),
        why=_(_WHY_LEFT_OUT[one.code]),
    )


_WHY_LEFT_OUT = {
    "dead_card": marked("a dead card"),
    "over_limit": marked("over the limit"),
    "under_minimum": marked("under the minimum"),
    "not_a_multiple": marked("no whole number of checks"),
    "not_enough_checks": marked("not enough checks"),
    "not_allowed_here": marked("not taken in this house"),
}
"""Why a new bet may be refused that lies where one has lain, by the refusal's code."""


def barred(bet: str, turns: int | None) -> str:
    """A bet barred for some turns, or until it goes."""
    if not turns:
        return _("%(bet)s is barred.", bet=bet)
    return ngettext("%(bet)s is barred for %(num)s turn.", "%(bet)s is barred for %(num)s turns.", turns, bet=bet)
