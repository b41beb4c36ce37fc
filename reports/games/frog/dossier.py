"""The story of a hand of Frog: every fact in a sentence, with the rule under which it was bid and paid."""

from __future__ import annotations

from dealer.games.frog.state import HALF
from dealer.night.night import Night
from events.facts.bidding import BidMade, Called, ContractNamed
from events.facts.fact import Fact
from events.games import frog
from reports.rounds.rounds import RoundStory
from reports.words.language import gettext as _
from reports.words.phrases import under
from reports.words.players import name_of


class FrogHandStory(RoundStory):
    """The story of a hand, with its rules cited."""

    def why(self, fact: Fact, now: Night) -> str:
        """The rule under which it happened."""
        match fact:
            case frog.FrogHandBegun():
                return under("11.1", _("the deal goes to the left"))
            case BidMade():
                return under("11.2", _("each bid is higher than the one before"))
            case ContractNamed():
                return under("10.2", _("the outcome of the bidding stands in place of its calls"))
            case frog.FrogHandPassedOut():
                return under("11.2", _("nobody has bid: the hand is dead"))
            case frog.FrogHandSettled(points=points) if points > HALF:
                return under("11.3", _("each opponent pays the bidder for every point over sixty"))
            case frog.FrogHandSettled(points=points) if points < HALF:
                return under("11.3", _("the bidder pays each opponent for every point under sixty"))
            case frog.FrogHandSettled():
                return under("11.3", _("at sixty nothing is paid"))
            case frog.FrogHandVoided():
                return under("11.4", _("a foul hand pays nothing"))
            case _:
                return ""


def turn_done(about: str, fact: Fact, now: Night) -> str:
    """A turn of a hand, with what was done in it."""
    match fact:
        case frog.FrogHandSettled():
            return _("%(about)s, when the hand was scored", about=about)
        case frog.FrogHandPassedOut():
            return _("%(about)s, when everybody had passed", about=about)
        case Called(player=player):
            return _("%(about)s, when %(name)s spoke", about=about, name=name_of(now, player))
        case _:
            return about
