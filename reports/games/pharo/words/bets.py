"""Bets of Pharo in words: where they lie and how they are laid, what they are called, where a deal stands."""

from __future__ import annotations

from dealer.commands.refusal import Refusal
from dealer.games.pharo import commands as asked
from dealer.games.pharo.last_coup import warning_of
from dealer.games.pharo.livret import named, ranks_of
from dealer.games.pharo.state import PHARO, PharoTable, Phase, pharo_of
from dealer.night.night import Night
from events.games import pharo as facts
from reports.words.game_words import Position
from reports.words.language import gettext as _
from reports.words.language import pgettext
from reports.words.phrases import clauses, said
from reports.words.players import name_of
from reports.words.say import Say


def place_called(ranks: tuple[str, ...]) -> str:
    """The table's name for a card of a livret."""
    return said(named(ranks))


def place_asked(it: asked.PlaceBet | asked.MoveBet) -> str:
    """Where a bet was to lie; what is no card of a livret goes by its kind and ranks."""
    try:
        return place_called(ranks_of(it.kind, it.ranks))
    except Refusal:
        return f"{it.kind} {'-'.join(it.ranks)}".strip()


def lays(say: Say, it: facts.CardStaked | asked.PlaceBet) -> str:
    """A stake laid on a card: ``Ada lays $5 on the red figure, opposed.``; in the last coup with a warning."""
    name, amount, place = map(say.value, ("name", "amount", "place"))
    told = _("%(name)s lays %(amount)s on %(place)s", name=name, amount=amount, place=place)
    if it.opposed:
        told = _("%(said)s, opposed", said=told)
    if isinstance(it, facts.CardStaked) and PHARO in say.now.tables:
        table = pharo_of(say.now)
        if table.deal == it.deal and table.pack.bottom:
            warning = warning_of(table.house, table.pack.bottom, it.turn, it.ranks, opposed=it.opposed)
            told = clauses(told, said(warning) if warning else "")
    return f"{told}."


def bet_called(now: Night, key: str, within: bool) -> str:
    """A bet as it lies, or as it last lay in the deal begun last; of an earlier deal it goes without."""
    table = pharo_of(now)
    bet = table.bets.get(key) or table.gone.get(key)
    if bet is None:
        if key not in table.keys:
            return ""
        return _("a bet of an earlier deal") if within else _("A bet of an earlier deal")
    name, place = name_of(now, bet.player), place_called(bet.ranks)
    if within:
        return pgettext("within a sentence", "%(name)s’s bet on %(place)s", name=name, place=place)
    return _("%(name)s’s bet on %(place)s", name=name, place=place)


def position(table: PharoTable) -> Position:
    """Where the play stands: before the bottom card, before a coup, after the last."""
    if not table.deal_is_on:
        return Position(number=table.deal, is_on=False)
    turn = table.turn + (table.phase is Phase.BETTING)
    return Position(number=table.deal, is_on=True, turn=turn, within=in_deal(table))


def in_deal(table: PharoTable) -> str:
    """Where a deal that is on stands."""
    match table.phase:
        case Phase.BOTTOM:
            return _("before the bottom card")
        case Phase.BETTING:
            return _("before coup %(coup)s", coup=table.turn + 1)
        case _:
            return _("after the last coup")
