"""Whether Farmer's cards were shuffled between hands: what can be seen though everybody draws as they like.

Who counts what is play as much as cards, but nobody plays by suits. So, whatever ranks are shown in two hands in a row,
which of the four cards of a rank come to whom is chance alone, and how many come to who had them is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, pairwise

from dealer.commands.fields import RANKS
from dealer.commands.phrases import counted
from dealer.game.cards import SUITS, rank_of, suit_of
from dealer.games.farmer.cards import SIX
from dealer.statistics.chances import Distribution, as_before, sum_of
from dealer.statistics.looks import Fairness, Look, NoLook, Seen
from events.facts.fact import Fact
from events.games import farmer

TOLD_APART = tuple(rank for rank in RANKS if rank not in ("8", rank_of(SIX)))
"""The ranks of which there are four cards."""

Hand = Mapping[str, Sequence[str]]
"""What was shown in a hand, by the players' names."""


def hands_of(facts: Iterable[Fact], names: Mapping[str, str]) -> list[Hand]:
    """The hands of a night's effective facts, voided ones among them, each as far as it was shown."""
    hands: list[dict[str, Sequence[str]]] = []
    for fact in facts:
        match fact:
            case farmer.FarmHandBegun():
                hands.append({})
            case farmer.FarmHandShown():
                hands[-1][names.get(fact.player, fact.player)] = fact.cards
    return list(hands)


class FarmerSeen(Seen):
    """What was seen of Farmer: how many hands were shown, and the look."""

    hands: int

    @property
    def looked_at(self) -> tuple[str, ...]:
        """How much there was to look at."""
        return (f"{counted(self.hands, 'hand')} of Farmer.",)

    @property
    def cannot_see(self) -> tuple[str, ...]:
        """What no look at Farmer shows."""
        return ("Who counts sixteen at Farmer is play as much as cards, for everybody draws as they like: no look.",)


def inspect_farmer(nights: Sequence[Sequence[Hand]]) -> FarmerSeen | None:
    """The look at the hands of some nights; ``None`` where no hand was shown."""
    shown = [[hand for hand in hands if hand] for hands in nights]
    number = sum(map(len, shown))
    if not number:
        return None
    pairs = list(chain.from_iterable(map(pairwise, shown)))
    return FarmerSeen(hands=number, looks=(_look_at_repeats(pairs),))


def _look_at_repeats(pairs: Sequence[tuple[Hand, Hand]]) -> Look | NoLook:
    """Cards that came to the same player in two hands running."""
    name, title = "farmer_repeats", "Repeats from hand to hand of Farmer"
    ranks = [
        (before, after, rank) for before, after in pairs for rank in TOLD_APART if _is_told_apart(before, after, rank)
    ]
    if not ranks:
        return NoLook(name=name, title=title, why="it wants two hands in a row with the suits of their cards")
    found = sum(
        len(set(_of(before, who, rank)) & set(_of(after, who, rank))) for before, after, rank in ranks for who in after
    )
    square = sum_of(_repeats(before, after, rank) for before, after, rank in ranks)
    return Look(
        name=name,
        title=title,
        observed=f"{counted(found, 'card')} came to who had shown them in the hand before",
        square=f"{float(square.mean):.1f}",
        chance=float(square.at_least(found)),
        way="exact, for the ranks that were shown",
        means="that the pack was not shuffled between hands",
        figures={"cards": found, "pairs": len(pairs), "expected": float(square.mean)},
    )


def _is_told_apart(before: Hand, after: Hand, rank: str) -> bool:
    """Whether cards of a rank were shown in both hands, and the suits of all of them are noted."""
    shown = [[card for who in hand for card in _of(hand, who, rank)] for hand in (before, after)]
    return all(shown) and all(map(suit_of, chain.from_iterable(shown)))


def _repeats(before: Hand, after: Hand, rank: str) -> Distribution:
    """How many cards of a rank come again to who showed them, if which of them come to whom is chance."""
    blocks = [(len(_of(after, who, rank)), len(_of(before, who, rank))) for who in {**before, **after}]
    unseen = len(SUITS) - sum(number for _, number in blocks)
    return as_before((*sorted(blocks), (0, unseen)))


def _of(hand: Hand, player: str, rank: str) -> tuple[str, ...]:
    """The cards of a rank that a player showed in a hand."""
    return tuple(card for card in hand.get(player, ()) if rank_of(card) == rank)


FAIRNESS = Fairness(
    nothing="no hand of Farmer was shown",
    cards_of=lambda facts, table, names: hands_of(facts, names),
    inspect=inspect_farmer,
)
