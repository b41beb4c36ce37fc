"""The play of Five in One in a night: every round with what its parts brought, folded from the effective facts.

What is said in chips has to agree with the moves of money, player by player in every round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from dealer.games.five_in_one.parts import PARTS
from dealer.games.five_in_one.state import FIVE_IN_ONE
from events.facts import night
from events.facts.fact import Fact
from events.frozen import Frozen
from events.games import five_in_one
from reports.rounds.sums import FiguresByRound
from reports.words.language import ngettext


@dataclass(slots=True, kw_only=True)
class Chips:
    """What a player won or lost, in chips; below zero what they lost."""

    won: int = 0


@dataclass(slots=True, kw_only=True)
class FiveRound:
    """One round. ``won`` is what each player won or lost by each part that was played, in chips.

    ``winners`` are the cold hand's, ``cards`` those of the consolation, ``hits`` how many of them were called.
    ``voided`` is why it was broken off; a round that is neither that nor ``over`` goes on, or was cut short.
    """

    number: int
    dealer: str
    players: tuple[str, ...]
    won: dict[str, dict[str, int]] = field(default_factory=dict)
    winners: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    hits: int = 0
    over: bool = False
    voided: str | None = None

    def chips(self, player: str, part: str) -> int:
        """What a player won or lost by a part."""
        return self.won.get(part, {}).get(player, 0)

    def net(self, player: str) -> int:
        """What a player won or lost by all of them."""
        return sum(self.chips(player, part) for part in self.won)

    def changed_hands(self, part: str) -> int:
        """How many chips a part moved."""
        return sum(chips for chips in self.won.get(part, {}).values() if chips > 0)


class FiveInOnePlay(Frozen):
    """The rounds of a night, in chips of ``chip_cents``."""

    rounds: tuple[FiveRound, ...] = ()
    chip_cents: int = 0

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words."""
        if not self.rounds:
            return ()
        return (ngettext("%(num)s round", "%(num)s rounds", len(self.rounds)),)

    def rounds_of(self, player: str) -> tuple[FiveRound, ...]:
        """The rounds that a player played."""
        return tuple(one for one in self.rounds if player in one.players)


def five_in_one_play_of(facts: Iterable[Fact]) -> FiveInOnePlay:
    """The Five in One of a night from its effective facts.

    Raises :class:`reports.rounds.sums.DoesNotAddUp` where the moves of money say otherwise.
    """
    rounds: dict[int, FiveRound] = {}
    figures = FiguresByRound(Chips)
    chip_cents = 0
    for fact in facts:
        match fact:
            case night.NightOpened() if FIVE_IN_ONE in fact.houses:
                chip_cents = int(str(fact.houses[FIVE_IN_ONE]["chip"]))
            case five_in_one.FiveRoundBegun():
                rounds[fact.hand] = FiveRound(number=fact.hand, dealer=fact.dealer, players=fact.players)
            case five_in_one.PartPaid():
                _add(rounds[fact.hand], fact)
                figures.follow(fact.hand, fact.moves, "checks")
                for one in fact.won:
                    figures.at(fact.hand, one.player).won += one.chips
            case five_in_one.FiveRoundOver():
                rounds[fact.hand].over = True
            case five_in_one.FiveRoundVoided():
                rounds[fact.hand].voided = fact.reason
    figures.assert_agree("round", lambda chips: chips.won * chip_cents)
    return FiveInOnePlay(rounds=tuple(rounds.values()), chip_cents=chip_cents)


def part_of(fact: five_in_one.PartPaid) -> str:
    """The part that was paid."""
    return PARTS[fact.turn - 1]


def _add(one: FiveRound, fact: five_in_one.PartPaid) -> None:
    one.won[part_of(fact)] = {won.player: won.chips for won in fact.won}
    match fact:
        case five_in_one.ColdHandWon():
            one.winners = fact.winners
        case five_in_one.ConsolationTurned():
            one.cards, one.hits = fact.cards, fact.hits
