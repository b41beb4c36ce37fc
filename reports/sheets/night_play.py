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
from events.games import game_of
from reports.game_papers import papers_of
from reports.rounds.play import rounds_play_of
from reports.words.language import ngettext


class NightPlay(Frozen):
    """The play of a night: each of its ``games`` as it was played, and in ``order`` the rounds as they were begun."""

    games: Mapping[str, Any]
    order: tuple[tuple[str, int], ...]

    @property
    def extent(self) -> str:
        """How much was dealt, in words: ``3 deals · 75 turns``, or the rounds of several games added up."""
        if len(self.played) > 1:
            return ngettext("%(num)s round", "%(num)s rounds", len(self.order))
        return " · ".join(part for game in self.played for part in self.games[game].extent)

    @property
    def played(self) -> tuple[str, ...]:
        """The games in the order in which they were begun; the only game of a night even if it was not begun."""
        return tuple(self.games) if len(self.games) == 1 else tuple(dict.fromkeys(game for game, _ in self.order))

    @property
    def order_said(self) -> str:
        """The order of rounds where a night had several games: each game's title with the numbers of its rounds."""
        runs = [(game, [number for _, number in run]) for game, run in groupby(self.order, key=lambda one: one[0])]
        return ", ".join(_run_said(game, numbers) for game, numbers in runs) if len(runs) > 1 else ""


def night_play_of(facts: Iterable[Fact]) -> NightPlay:
    """The play of a night from its effective facts; :class:`~reports.rounds.sums.DoesNotAddUp` where moves differ."""
    facts = tuple(facts)
    played = {game for fact in facts if isinstance(fact, NightOpened) for game in fact.games}
    return NightPlay(
        games={game: _play_of(game, facts) for game in GAMES if game in played},
        order=tuple((game_of(fact), fact.round_number) for fact in facts if isinstance(fact, RoundBegun)),
    )


def _play_of(game: str, facts: Sequence[Fact]) -> Any:
    play_of = papers_of(game).play_of
    return play_of(facts) if play_of else rounds_play_of(facts, game)


def _run_said(game: str, numbers: Sequence[int]) -> str:
    first, last = numbers[0], numbers[-1]
    return f"{game_called(game).title} {first}" + (f"–{last}" if last > first else "")
