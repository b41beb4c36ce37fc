"""What the boards show between rounds of the night so far: cards, bets won and lost, rounds won; nobody's money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import field
from msgspec.structs import replace
from rpds import HashTrieMap

from dealer.commands.fields import RANKS
from dealer.projections import ROUNDS, RoundEvents, fold
from events.common.play import PotWon, StakeSettled
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from reports.words.language import ngettext, number


class CardsSoFar(Frozen):
    """The cards of a night against a bank: its deals and turns, the turns with two cards of a rank, and each rank's.

    ``loser`` is the rank of a losing card whose turn is not over.
    """

    deals: int = 0
    turns: int = 0
    pairs: int = 0
    loser: str = ""
    lost: HashTrieMap[str, int] = field(default_factory=HashTrieMap)
    won: HashTrieMap[str, int] = field(default_factory=HashTrieMap)

    def with_turn(self, loser: str, winner: str) -> CardsSoFar:
        """The cards after another turn."""
        return replace(
            self,
            turns=self.turns + 1,
            pairs=self.pairs + (loser == winner),
            loser="",
            lost=self.lost.insert(loser, self.lost.get(loser, 0) + 1),
            won=self.won.insert(winner, self.won.get(winner, 0) + 1),
        )

    @property
    def ranks(self) -> tuple[tuple[str, int, int], ...]:
        """Every rank, A to K, with how often it lost and won."""
        return tuple((rank, self.lost.get(rank, 0), self.won.get(rank, 0)) for rank in RANKS)

    @property
    def most(self) -> int:
        """The most that a rank lost or won."""
        return max((1, *self.lost.values(), *self.won.values()))


def bets_settled(effective: EffectiveEvents, game: str) -> Mapping[str, str]:
    """How many of their bets each player won and lost in the last round, in words; empty if it was of another game.

    A bet that was settled several times counts once, by what it came to.
    """
    last = ROUNDS.of(effective)
    cents = Counter[tuple[str, str]]()
    for event in last.events if last and last.game == game else ():
        if isinstance(event, StakeSettled):
            cents[event.player, event.bet] += event.bank_paid_cents - event.bank_took_cents
    won = Counter(player for (player, _), gained in cents.items() if gained > 0)
    lost = Counter(player for (player, _), gained in cents.items() if gained < 0)
    return {player: _won_and_lost(won[player], lost[player]) for player in won | lost}


def _won_and_lost(won: int, lost: int) -> str:
    if not won:
        return ngettext("lost %(num)s bet", "lost %(num)s bets", lost)
    if not lost:
        return ngettext("won %(num)s bet", "won %(num)s bets", won)
    return ngettext("won %(num)s bet, lost %(lost)s", "won %(num)s bets, lost %(lost)s", won, lost=number(lost))


def rounds_won(effective: EffectiveEvents, game: str) -> Mapping[str, int]:
    """How many pots of a game each player has won in the night."""

    def after(wins: HashTrieMap[str, int], of_round: RoundEvents) -> HashTrieMap[str, int]:
        for event in of_round.events if of_round.game == game else ():
            if isinstance(event, PotWon):
                wins = wins.insert(event.player, wins.get(event.player, 0) + 1)
        return wins

    won: HashTrieMap[str, int] = fold(ROUNDS.of(effective), (rounds_won, game), HashTrieMap(), after)
    return dict(won.items())
