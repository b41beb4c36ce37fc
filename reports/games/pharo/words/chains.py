"""What is bent into a card, in the words of the table: paroli, sept et le va, paix, double paix-paroli."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from dealer.commands.phrases import marked
from dealer.games.pharo.state import PAIX, PAROLI
from reports.words.language import gettext as _

PAROLIS = (
    marked("paroli"),
    marked("sept et le va"),
    marked("quinze et le va"),
    marked("trente et le va"),
    marked("soixante et le va"),
)
"""One paroli, two and more."""

_PAIX = (marked("paix"), marked("double paix"), marked("treble paix"))


def chain_called(folds: Sequence[str]) -> str:
    """What a card with these folds is called; a plain stake has none.

    Parolis are called by what they bring; a paix made on them saves the stake: ``paix on the sept et le va``.
    """
    runs = [(fold, len(tuple(same))) for fold, same in groupby(folds)]
    match runs:
        case []:
            return _("plain stake")
        case [(fold, times)]:
            return _run_called(fold, times)
        case [(fold, 1), (_paix, times)] if fold == PAROLI:
            return _("%(paix)s-paroli", paix=_run_called(PAIX, times))
        case [(fold, parolis), (_paix, times)] if fold == PAROLI:
            return _("%(paix)s on the %(chain)s", paix=_run_called(PAIX, times), chain=_run_called(PAROLI, parolis))
    told, *more = (_run_called(fold, times) for fold, times in runs)
    for one in more:
        told = _("%(first)s, then %(next)s", first=told, next=one)
    return told


def _run_called(fold: str, times: int) -> str:
    """Some folds of one kind in a row."""
    if fold == PAROLI:
        if times <= len(PAROLIS):
            return _(PAROLIS[times - 1])
        return _("%(times)s et le va", times=2 ** (times + 1) - 1)
    if times <= len(_PAIX):
        return _(_PAIX[times - 1])
    return _("%(times)s-fold paix", times=times)
