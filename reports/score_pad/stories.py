"""Hands of a match in a line each, and the story of one: what was said, what it scored and what for, by which rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from dealer.commands.phrases import marked
from dealer.night.history import History
from dealer.night.night import Night
from dealer.score_pad.table import MatchTable
from events.effective_facts import effective
from events.facts import bidding, matches
from events.facts.fact import Fact
from events.frozen import Frozen
from reports.rounds.rounds import RoundStory, RoundSummary, rounds_of
from reports.score_pad.lines import scored_for
from reports.score_pad.words import came_of, side_said
from reports.words.formatting import signed_number
from reports.words.language import gettext as _
from reports.words.language import number
from reports.words.phrases import clauses, under
from reports.words.players import name_of, names_of


class HandRules(Frozen):
    """By which rules of its book the hands of a game are told.

    ``lines`` are the rules of score lines by what these are for, where that is not ``score``; ``told`` has the rule and
    its words of what only this game has, or has otherwise.
    """

    deal: str
    bidding: str = ""
    partners: str = ""
    score: str
    won: str
    lines: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[type[Fact], tuple[str, str]] = field(default_factory=dict)


_TOLD: Mapping[type[Fact], tuple[str, str]] = {
    matches.MatchHandBegun: ("deal", marked("the first dealer of a match is anybody, then the deal goes to the left")),
    bidding.BidMade: ("bidding", marked("each bid is higher than the one before")),
    bidding.ContractNamed: ("10.2", marked("the outcome of the bidding stands in place of its calls")),
    matches.PartnersNamed: ("partners", marked("who plays with the bidder is named before the hand is scored")),
    matches.MatchHandVoided: ("10.5", marked("a foul hand scores nothing")),
    matches.MatchDrawn: ("10.3", marked("a drawn match pays nothing")),
    matches.MatchAbandoned: ("10.3", marked("a match that is broken off pays nothing")),
    matches.MatchSettled: ("10.4", marked("who is behind pays the difference in points at their price")),
}
"""The rule of a fact, by its number or as :class:`HandRules` calls it, and its words."""


@dataclass
class MatchHandStory(RoundStory):
    """The story of a hand of a match, with what became of the match by it. A game gives the ``rules`` that it cites."""

    rules: ClassVar[HandRules]

    def why(self, fact: Fact, now: Night) -> str:
        """The rule under which it happened."""
        cited, said = self.rules.told.get(type(fact)) or _TOLD.get(type(fact), ("", ""))
        if cited:
            return under(getattr(self.rules, cited, cited), _(said))
        match fact:
            case matches.HandScored():
                return self._lines(fact, now)
            case matches.HandPassedOut():
                return under(self.rules.bidding, _passed_out(fact))
            case matches.MatchWon():
                return under(self.rules.won, _won(fact, now.tables[self.game]))
            case _:
                return ""

    def _lines(self, fact: matches.HandScored, now: Night) -> str:
        """Every score line of a hand, those of one rule together, and of these those of a side."""
        sides = now.tables[self.game].matches[fact.match - 1]
        by_rule: dict[str, dict[int, list[str]]] = {}
        for line in fact.lines:
            of_rule = by_rule.setdefault(self.rules.lines.get(line.why, self.rules.score), {})
            said = _("%(points)s for %(what)s", points=signed_number(line.points), what=scored_for(line))
            of_rule.setdefault(line.side, []).append(said)
        told = {
            rule: [f"{side_said(sides[side], now.names)} {', '.join(said)}" for side, said in of_rule.items()]
            for rule, of_rule in by_rule.items()
        }
        return clauses(*(under(rule, ", ".join(said)) for rule, said in told.items()))

    def _is_its_own(self, fact: Fact, version: int) -> bool:
        if isinstance(fact, matches.InMatch) and not isinstance(fact, matches.MatchBegun):
            table = self.history.at(version).tables[self.game]
            # A match of which no hand was begun has no dealer; what ends it is no part of the hand before.
            return fact.game == self.game and table.round == self.number and bool(table.dealer)
        return super()._is_its_own(fact, version)


def _passed_out(fact: matches.HandPassedOut) -> str:
    if fact.again:
        return _("nobody has bid: the same player deals again")
    return _("nobody has bid: the hand is dead")


def _won(fact: matches.MatchWon, table: MatchTable) -> str:
    goal = getattr(table.house, "goal", None)
    if goal is not None and table.score[fact.winner] >= goal:
        return _("%(points)s points win the match", points=number(goal))
    return _("the match is over, and the highest score wins")


def hands_of(history: History, game: str) -> tuple[RoundSummary, ...]:
    """The hands of a game that stand, the first one first, each with its dealer and what came of it."""
    names, dealers, came_of_it = names_of(history.facts), dict[int, str](), dict[int, str]()
    table: MatchTable = history.states[-1].tables[game]
    for fact in (one.fact for one in effective(history.facts)):
        match fact:
            case matches.MatchHandBegun() if fact.game == game:
                dealers[fact.hand], came_of_it[fact.hand] = names[fact.dealer], _("still on")
            case matches.HandOver() if fact.game == game:
                came_of_it[fact.hand] = came_of(fact, table.matches[fact.match - 1], names)
            case matches.MatchHandVoided() if fact.game == game:
                came_of_it[fact.hand] = _("voided")
    return tuple(
        replace(one, dealer=dealers[one.number], came_of_it=came_of_it[one.number]) for one in rounds_of(history, game)
    )


def turn_done(about: str, fact: Fact, now: Night) -> str:
    """A turn of a hand, with what was done in it."""
    match fact:
        case matches.HandScored():
            return _("%(about)s, when the hand was scored", about=about)
        case matches.HandPassedOut():
            return _("%(about)s, when everybody had passed", about=about)
        case matches.PartnersNamed():
            return _("%(about)s, when the bidder’s partner was named", about=about)
        case bidding.Called(player=player):
            return _("%(about)s, when %(name)s spoke", about=about, name=name_of(now, player))
        case _:
            return about
