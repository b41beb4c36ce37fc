"""The screens of four-deal bridge."""

from __future__ import annotations

from dealer.commands.refusal import marked
from dealer.games.four_deal_bridge import DEALS, GAME, BridgeTable
from reports.words.language import gettext as _
from web.score_pad.score_state import MatchText, Stage
from web.score_pad.tablet import score_screens


def of_side(table: BridgeTable, side: int) -> str:
    """Whether a side is vulnerable in the deal that is on, and its part score."""
    part = table.part_score(side)
    is_vulnerable = table.is_on and table.vulnerable[side]
    parts = (_("vulnerable") if is_vulnerable else "", _("%(points)s below the line", points=part) if part else "")
    return " · ".join(filter(None, parts))


def deals(table: BridgeTable) -> tuple[Stage, ...]:
    """The four deals, each with who is vulnerable in it."""
    dealers = table.house.vulnerable == "dealer"
    special = {1: _("nobody vulnerable"), DEALS: _("both vulnerable")}
    usual = _("dealer side vulnerable") if dealers else _("other side vulnerable")
    return tuple(
        Stage(title=_("Deal %(number)s", number=deal), note=special.get(deal, usual)) for deal in range(1, DEALS + 1)
    )


SCREENS = score_screens(
    GAME,
    title=marked("Four-deal bridge (Chicago)"),
    texts=MatchText(goal=lambda table: _("four deals"), of_side=of_side, stages=deals),
)
