"""Fan-Tan's odds on screens: each player's chance to win the pot, and their mean gain from here."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from dealer.commands.refusal import Refusal
from dealer.games.fan_tan.odds import FanTanOdds, PlayerOdds, odds_of
from dealer.games.fan_tan.state import FanTanTable, fan_tan_of
from dealer.night.night import Night
from events.frozen import Frozen
from reports.words.formatting import brief, figure, signed
from reports.words.language import gettext as _
from reports.words.language import ngettext, number, percentage
from web.game_screens import OddsScreen
from web.text import clipped


class PlayerLine(Frozen):
    """A player with their cards left; ``gain_error`` is empty where the figures are exact.

    ``more`` is the exact chance, or its standard error.
    """

    name: str
    cards: int
    on_turn: bool
    win: str
    more: str
    gain: str
    gain_error: str


class FanTanOddsView(Frozen):
    """The players in the order of play, and how the figures were worked out; no players where no deal fits."""

    hand: int
    pot: str
    how: str
    players: tuple[PlayerLine, ...]


class PlayerOnBoard(Frozen):
    """A player's chance to win the pot, in whole hundredths."""

    name: str
    win: str
    is_exact: bool


def view_of(night: Night) -> FanTanOddsView:
    """The odds of the hand that is on; raises :class:`Refusal` (``wrong_phase``) unless it is being played."""
    table = fan_tan_of(night)
    odds = None if night.closed else odds_of(table)
    if odds is None:
        raise Refusal("wrong_phase", "There are no odds now: no hand is being played.")
    return FanTanOddsView(
        hand=table.round,
        pot=brief(table.pot_cents),
        how=_how(odds),
        players=tuple(_line(night, table, player, odds) for player in odds.players),
    )


def _line(night: Night, table: FanTanTable, player: PlayerOdds, odds: FanTanOdds) -> PlayerLine:
    exact = figure(player.win)
    return PlayerLine(
        name=night.seats[player.player].name,
        cards=table.hand.left(player.player),
        on_turn=player.player == table.hand.on_turn and not table.hand.awaits_first,
        win=exact.percent if odds.is_exact else _tenths(player.win),
        more=exact.exact if odds.is_exact else f"± {_tenths(player.win_error)}",
        gain=signed(round(player.cents)),
        gain_error="" if odds.is_exact else f"± {brief(round(player.cents_error))}",
    )


def _tenths(share: Fraction | float) -> str:
    """A share in percent with a decimal."""
    return percentage(Decimal(round(share * 1000)) / 1000)


def _how(odds: FanTanOdds) -> str:
    if not odds.deals:
        return _("No deal fits the passes: one of them was wrong, or the pack is short.")
    if odds.is_exact:
        return ngettext(
            "Exact: %(num)s deal fits what is known.", "Exact: %(num)s deals fit what is known.", odds.deals
        )
    return _(
        "From %(samples)s deals drawn at random and played out, with standard errors.", samples=number(odds.samples)
    )


def strip_of(night: Night) -> tuple[PlayerOnBoard, ...]:
    """The players' chances for the board; nothing unless a hand is being played."""
    odds = None if night.closed else odds_of(fan_tan_of(night))
    return tuple(_on_board(night, player, odds) for player in odds.players) if odds else ()


LONGEST_NAME = 18
"""How many letters of a name fit into three lines of the strip."""


def _on_board(night: Night, player: PlayerOdds, odds: FanTanOdds) -> PlayerOnBoard:
    return PlayerOnBoard(
        name=clipped(night.seats[player.player].name, LONGEST_NAME),
        win=percentage(Decimal(round(player.win * 100)) / 100),
        is_exact=odds.is_exact,
    )


ODDS = OddsScreen(view_of=view_of, strip_of=strip_of, template="fan_tan/odds.html")
