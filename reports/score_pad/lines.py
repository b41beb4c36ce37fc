"""What the points of a hand were scored for, line by line, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from events.facts.matches import ScoreLine
from reports.words.language import gettext as _
from reports.words.language import ngettext


def _tricks(num: int) -> str:
    return ngettext("%(num)s trick", "%(num)s tricks", num)


_SAID: Mapping[str, Callable[[int], str]] = {
    "bid_made": lambda num: _("the bid made"),
    "bid_lost": lambda num: _("the bid lost"),
    "slam": lambda num: _("all tricks"),
    "tricks": _tricks,
    "odd_trick": _tricks,
    "difference": lambda num: ngettext("being %(num)s trick ahead", "being %(num)s tricks ahead", num),
    "bidder_tricks": lambda num: ngettext("%(num)s trick of the bidder’s", "%(num)s tricks of the bidder’s", num),
    "high_trump": lambda num: _("the highest trump"),
    "out_first": lambda num: _("their side being out first"),
    "trick_score": lambda num: ngettext("%(num)s trick bid and made", "%(num)s tricks bid and made", num),
    "overtricks": lambda num: ngettext("%(num)s overtrick", "%(num)s overtricks", num),
    "insult": lambda num: _("the insult"),
    "small_slam": lambda num: _("the small slam"),
    "grand_slam": lambda num: _("the grand slam"),
    "game": lambda num: _("the game"),
    "part_score": lambda num: _("the part score"),
    "down": lambda num: ngettext("%(num)s trick down", "%(num)s tricks down", num),
    "honours": lambda num: _("honours"),
}
"""What each kind of line was scored for, of how many."""


def scored_for(line: ScoreLine) -> str:
    """What the points of a line were scored for: ``3 tricks``, ``the bid made``."""
    return _SAID[line.why](line.count)
