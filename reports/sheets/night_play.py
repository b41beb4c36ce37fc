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
from reports.words.language import gettext as _
from reports.words.language import ngettext


class NightPlay(Frozen):
    """The play of a night: each of its ``games`` as it was played, and in ``order`` the rounds as they were begun.

    Each has its game, its match (0 for none) and its number in that.
    """

    games: Mapping[str, Any]
    order: tuple[tuple[str, int, int], ...]

    @property
    def extent(self) -> str:
        """How much was dealt, in words: ``3 deals · 75 turns``, or the rounds of several games added up."""
        if len(self.played) > 1:
            return ngettext("%(num)s round", "%(num)s rounds", len(self.order))
        return " · ".join(part for game in self.played for part in self.games[game].extent)

    @property
    def played(self) -> tuple[str, ...]:
        """The games in the order in which they were begun; the only game of a night even if it was not begun."""
        return tuple(self.games) if len(self.games) == 1 else tuple(dict.fromkeys(game for game, *_ in self.order))

    @property
    def order_said(self) -> str:
        """The order of rounds where a night had several games: ``A 1–2, B (match 1) 1, A 3``."""
        if len({game for game, *_ in self.order}) < 2:
            return ""
        runs = [(of, [number for *_, number in run]) for of, run in groupby(self.order, key=lambda begun: begun[:2])]
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
    first, last = numbers[0], numbers[-1]
    title = game_called(game).title
    if match:
        title = _("%(game)s (match %(match)s)", game=title, match=match)
    return f"{title} {first}" + (f"–{last}" if last > first else "")
