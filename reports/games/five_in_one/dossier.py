"""The story of a round of Five in One: every fact in a sentence, with the rule under which it was paid."""

from __future__ import annotations

from msgspec.structs import replace

from dealer.games.five_in_one.state import FIVE_IN_ONE
from dealer.night.history import History
from dealer.night.night import Night
from events.effective_facts import effective
from events.facts.fact import Fact
from events.games import five_in_one
from reports.games.five_in_one.play import five_in_one_play_of, part_of
from reports.games.five_in_one.words import PARTS
from reports.rounds.rounds import RoundStory, RoundSummary, rounds_of
from reports.words.language import gettext as _
from reports.words.phrases import under
from reports.words.players import names_of


def five_rounds_of(history: History, game: str = FIVE_IN_ONE) -> tuple[RoundSummary, ...]:
    """The rounds of a night that stand, the first one first, each with its dealer and how many hits they had."""
    names = names_of(history.facts)
    play = five_in_one_play_of(one.fact for one in effective(history.facts))
    return tuple(
        replace(one, dealer=names[played.dealer], counted=(("Hit", "Hits", played.hits),))
        for one, played in zip(rounds_of(history, game), play.rounds, strict=True)
    )


class FiveRoundStory(RoundStory):
    """The story of a round, with its rules cited."""

    def why(self, fact: Fact, now: Night) -> str:
        """The rule under which it happened."""
        match fact:
            case five_in_one.FiveRoundBegun():
                return under("9.1", _("one player deals the whole round, and the next is on their left"))
            case five_in_one.PartSettled():
                return under("9.3", _("the book has what each won or lost by this part"))
            case five_in_one.ColdHandWon(winners=winners) if len(winners) > 1:
                return under("9.3", _("a tie: the others’ chips are divided among the winners"))
            case five_in_one.ColdHandWon():
                return under("9.3", _("each other player pays the winner"))
            case five_in_one.ConsolationTurned():
                return under("9.4", _("each other player pays the dealer for every card that is the number called"))
            case five_in_one.FiveRoundVoided():
                return under("9.5", _("no part was paid yet"))
            case _:
                return ""


def turn_done(about: str, fact: Fact, now: Night) -> str:
    """A part of a round, with what it is called."""
    if isinstance(fact, five_in_one.PartPaid):
        return _("%(about)s, %(part)s", about=about, part=_(PARTS[part_of(fact)]))
    return about
