"""The whole play of a night, of whichever games: what papers add up, folded once for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.faro.game import FARO
from dealer.phrases import marked
from events.fact import Fact
from events.games import fan_tan, faro
from reports.play import Play, play_of
from reports.pot_play import PotPlay, pot_play_of
from reports.words.language import gettext as _
from reports.words.language import ngettext

DEAL, HAND = "deal", "hand"
KINDS = {DEAL: FARO, HAND: FAN_TAN}
"""What a deal and a hand are of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightPlay:
    """The play of a night: its Faro, its Fan-Tan, and in ``order`` the deals and hands as they were begun."""

    faro: Play
    pot: PotPlay
    order: tuple[tuple[str, int], ...]

    @property
    def extent(self) -> str:
        """How much was dealt, in words: ``3 deals · 75 turns``."""
        parts = []
        if self.faro.deals:
            parts.append(ngettext("%(num)s deal", "%(num)s deals", len(self.faro.deals)))
            parts.append(ngettext("%(num)s turn", "%(num)s turns", self.faro.turns))
        if self.pot.hands:
            parts.append(ngettext("%(num)s hand", "%(num)s hands", len(self.pot.hands)))
            parts.append(ngettext("%(num)s turn", "%(num)s turns", self.pot.turns))
        return " · ".join(parts)

    def games_in_order(self, games: Sequence[str]) -> tuple[str, ...]:
        """The games of a night as they were begun, those that were not begun last."""
        kinds = [KINDS[kind] for kind, _ in self.order]
        return tuple(sorted(games, key=lambda game: kinds.index(game) if game in kinds else len(kinds)))

    @property
    def order_said(self) -> str:
        """The order of deals and hands where a night had both: ``deals 1 and 2, hand 1, deal 3``."""
        runs: list[tuple[str, list[int]]] = []
        for kind, number in self.order:
            if not runs or runs[-1][0] != kind:
                runs.append((kind, []))
            runs[-1][1].append(number)
        return ", ".join(_run_said(kind, numbers) for kind, numbers in runs) if len(runs) > 1 else ""


def night_play_of(facts: Iterable[Fact]) -> NightPlay:
    """The play of a night from its standing facts; :class:`reports.balance.DoesNotAddUp` where moves say otherwise."""
    facts = tuple(facts)
    order = []
    for fact in facts:
        if isinstance(fact, faro.DealStarted):
            order.append((DEAL, fact.deal))
        elif isinstance(fact, fan_tan.HandStarted):
            order.append((HAND, fact.hand))
    return NightPlay(faro=play_of(facts), pot=pot_play_of(facts), order=tuple(order))


def _run_said(kind: str, numbers: list[int]) -> str:
    first, last = numbers[0], numbers[-1]
    if len(numbers) == 1:
        return _("deal %(number)s", number=first) if kind == DEAL else _("hand %(number)s", number=first)
    if len(numbers) == 2:
        both = marked("deals %(first)s and %(last)s") if kind == DEAL else marked("hands %(first)s and %(last)s")
        return _(both, first=first, last=last)
    all_of_them = marked("deals %(first)s to %(last)s") if kind == DEAL else marked("hands %(first)s to %(last)s")
    return _(all_of_them, first=first, last=last)
