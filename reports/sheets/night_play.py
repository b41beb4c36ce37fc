"""The whole play of a night, of whichever games: what papers add up, folded once for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from dealer.games import GAMES, game_called
from events.facts.fact import Fact
from events.facts.night import NightOpened
from events.facts.play import RoundBegun
from events.frozen import Frozen
from reports.game_papers import papers_of
from reports.rounds.course import RoundNumbers
from reports.rounds.play import rounds_play_of
from reports.words.game_words import words_of
from reports.words.language import gettext as _
from reports.words.naming import round_called


class NightPlay(Frozen):
    """The play of a night: each of its ``games`` as it was played, and in ``order`` the rounds as they were begun.

    Each has its game, its match (0 for none) and its number in that.
    """

    games: Mapping[str, Any]
    order: tuple[tuple[str, int, int], ...]

    @property
    def extent(self) -> str:
        """How much was dealt, in words: ``3 deals · 75 turns``."""
        return " · ".join(part for play in self.games.values() for part in play.extent)

    def games_in_order(self, games: Sequence[str]) -> tuple[str, ...]:
        """The games of a night as they were begun, those that were not begun last."""
        begun = [game for game, *_ in self.order]
        return tuple(sorted(games, key=lambda game: begun.index(game) if game in begun else len(begun)))

    @property
    def order_said(self) -> str:
        """The order of rounds where a night had several games: ``deals 1 and 2, hand 1, deal 3``."""
        if len({game for game, *_ in self.order}) < 2:
            return ""
        runs = ((of, [one[2] for one in run]) for of, run in groupby(self.order, key=lambda one: one[:2]))
        return ", ".join(_run_said(game, match, numbers) for (game, match), numbers in runs)


def night_play_of(facts: Iterable[Fact]) -> NightPlay:
    """The play of a night from its effective facts; :class:`~reports.rounds.sums.DoesNotAddUp` where moves differ."""
    facts = tuple(facts)
    rounds = RoundNumbers()
    played = {game for fact in facts if isinstance(fact, NightOpened) for game in fact.games}
    return NightPlay(
        games={game: _play_of(game, facts) for game in GAMES if game in played},
        order=tuple(rounds.of(fact) for fact in facts if isinstance(fact, RoundBegun)),
    )


def _play_of(game: str, facts: Sequence[Fact]) -> Any:
    play_of = papers_of(game).play_of
    return play_of(facts) if play_of else rounds_play_of(facts, game)


def _run_said(game: str, match: int, numbers: Sequence[int]) -> str:
    words, first, last = words_of(game).round, numbers[0], numbers[-1]
    if len(numbers) == 1:
        return round_called(game, first, match=match)
    said = words.both if len(numbers) == 2 else words.several
    return _(said, first=first, last=last, match=match, game=game_called(game).title)
