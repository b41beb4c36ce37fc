"""Statistical tests of Fan-Tan's deals, for hands in which all fifty-two cards are known.

When a player is out and the others have shown, the whole deal is known. Who wins depends on play and is no measure of
the deal, but the dealt cards are. Each test is exact: a hand is so many cards from a shuffled pack, and hands are
independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise

from dealer.commands.refusal import Phrase, number_of, phrase
from dealer.game.cards import PACK, rank_of
from dealer.game.statistics import (
    EXACT,
    Distribution,
    Fairness,
    Observation,
    SkippedTest,
    StatisticalTest,
    as_before,
    decimals,
    drawn,
    number_alone,
    sum_of,
)
from events.common.event import Event
from events.games import fan_tan

ENDS = ("A", "K")
"""The last cards of a suit: their holders wait longest."""

OPENERS = "openers"
GROUPS = {
    OPENERS: (phrase("The dealer’s openers"), phrase("Openers by player")),
    "ends": (phrase("The dealer’s aces and kings"), phrase("Aces and kings by player")),
}
"""The groups of cards that are counted, each with the titles of its tests of dealers and of players."""

UNKNOWN = phrase("no hand has all its cards known")


@dataclass(slots=True)
class Hand:
    """A dealt hand: the dealer, each player's number of cards, and the known cards.

    ``openers`` are the ranks that open a suit in this house.
    """

    openers: tuple[str, ...]
    dealer: str
    dealt: dict[str, int]
    laid: dict[str, set[str]]
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def marked(self, group: str) -> Sequence[str]:
        """The ranks of one of the groups that are counted: openers, or the ends of suits."""
        return self.openers if group == OPENERS else ENDS

    def count(self, player: str, group: str) -> int:
        """How many cards of a group a player was dealt."""
        return sum(rank_of(card) in self.marked(group) for card in self.held[player])

    def square(self, player: str, group: str) -> Distribution:
        """How many they get in a fair deal."""
        return drawn(len(PACK), 4 * len(self.marked(group)), self.dealt[player])

    @property
    def is_known(self) -> bool:
        """Whether the whole deal is known."""
        return sum(map(len, self.held.values())) == len(PACK)

    @property
    def held(self) -> dict[str, set[str]]:
        """The known cards of each player."""
        return {player: laid | set(self.shown.get(player, ())) for player, laid in self.laid.items()}


def hands_of(events: Iterable[Event], openers: tuple[str, ...], names: Mapping[str, str]) -> list[Hand]:
    """The hands of a night's effective events, including voided hands, with players' names for seats."""
    hands: list[Hand] = []
    for event in events:
        match event:
            case fan_tan.HandStarted():
                players = [names.get(player, player) for player in event.players]
                dealt = dict(zip(players, event.dealt, strict=True))
                dealer = names.get(event.dealer, event.dealer)
                hands.append(Hand(openers, dealer, dealt, laid={player: set() for player in players}))
            case fan_tan.CardsLaid():
                hands[-1].laid[names.get(event.player, event.player)].update(event.cards)
                hands[-1].shown = {}
            case fan_tan.HandShown():
                hands[-1].shown[names.get(event.player, event.player)] = event.cards
    return hands


class FanTanObservation(Observation):
    """The findings for Fan-Tan: the hands, those fully known, and the tests.

    ``openers_to_dealers`` is the distribution for a fair deal of the dealers' cards that open a suit.
    """

    hands: int
    known: int
    openers_to_dealers: Distribution

    @property
    def looked_at(self) -> tuple[Phrase, ...]:
        """What was tested, in sentences."""
        hands = number_of(self.hands, "%(num)s hand", "%(num)s hands")
        return (phrase("%(hands)s of Fan-Tan; of %(known)s all cards are known.", hands=hands, known=self.known),)

    def can_see(self, level: float) -> tuple[Phrase, ...]:
        """What so many hands can show. The test is two-sided: half of the level for each side."""
        square = self.openers_to_dealers
        from_on = square.rare_from(level / 2)
        openers = (
            phrase(
                "A dealer who deals the openers to their own hand: it would stand out from %(number)s on.",
                number=from_on,
            )
            if from_on <= square.most
            else phrase("A dealer who deals the openers to their own hand: in so few hands it would not stand out.")
        )
        return (openers,) if self.known else ()

    @property
    def cannot_see(self) -> tuple[Phrase, ...]:
        """What no test of Fan-Tan shows."""
        return (
            phrase(
                "Who wins at Fan-Tan is play as much as cards, and is no look; of hands not shown nothing is known."
            ),
        )


def inspect_fan_tan(nights: Sequence[Sequence[Hand]]) -> FanTanObservation | None:
    """All tests of the hands of some nights; ``None`` if no hand was dealt."""
    hands = list(chain.from_iterable(nights))
    if not hands:
        return None
    known = [hand for hand in hands if hand.is_known]
    dealers = (_look_at_dealers(known, group, title) for group, (title, _) in GROUPS.items())
    players = (_look_at_players(known, group, title) for group, (_, title) in GROUPS.items())
    return FanTanObservation(
        hands=len(hands),
        known=len(known),
        openers_to_dealers=sum_of(hand.square(hand.dealer, OPENERS) for hand in known),
        tests=(*dealers, *players, _look_at_holders(nights)),
    )


def _look_at_dealers(hands: Sequence[Hand], group: str, title: Phrase) -> StatisticalTest | SkippedTest:
    name = f"dealers_{group}"
    if not hands:
        return SkippedTest(name=name, title=title, why=UNKNOWN)
    cards = sum(hand.count(hand.dealer, group) for hand in hands)
    square = sum_of(hand.square(hand.dealer, group) for hand in hands)
    return StatisticalTest(
        name=name,
        title=title,
        observed=phrase(
            "%(cards)s in %(hands)s to the dealer",
            cards=cards,
            hands=number_of(len(hands), "%(num)s hand", "%(num)s hands"),
        ),
        square=number_alone(float(square.mean)),
        chance=float(square.either_way(cards)),
        way=EXACT,
        means=phrase("that the deal was not square to its dealer’s own hand"),
        figures={"cards": cards, "hands": len(hands), "expected": float(square.mean)},
    )


def _look_at_players(hands: Sequence[Hand], group: str, title: Phrase) -> StatisticalTest | SkippedTest:
    name = f"players_{group}"
    if not hands:
        return SkippedTest(name=name, title=title, why=UNKNOWN)
    seen = []
    for player in sorted({player for hand in hands for player in hand.dealt}):
        own = [hand for hand in hands if player in hand.dealt]
        cards = sum(hand.count(player, group) for hand in own)
        square = sum_of(hand.square(player, group) for hand in own)
        seen.append((square.either_way(cards), player, cards, float(square.mean)))
    chance, player, cards, mean = min(seen)
    return StatisticalTest(
        name=name,
        title=title,
        observed=phrase("furthest out is %(name)s, who was dealt %(cards)s", name=player, cards=cards),
        square=phrase("%(mean)s to %(name)s", mean=decimals(mean), name=player),
        chance=min(1.0, len(seen) * float(chance)),
        way=phrase("exact, for the rarest of %(number)s players", number=len(seen)),
        means=phrase("that the deal was not square to %(name)s’s hand", name=player),
        figures={"cards": cards, "players": len(seen), "expected": mean},
    )


def _look_at_holders(nights: Sequence[Sequence[Hand]]) -> StatisticalTest | SkippedTest:
    """Tests for cards that were dealt to the same player in two consecutive hands."""
    name, title = "holders", phrase("Repeats from hand to hand")
    pairs = [pair for hands in nights for pair in pairwise(hands) if all(hand.is_known for hand in pair)]
    if not pairs:
        return SkippedTest(name=name, title=title, why=phrase("it needs two hands in a row with all cards known"))
    cards, square = 0, []
    for before, after in pairs:
        cards += sum(len(held & before.held.get(player, set())) for player, held in after.held.items())
        blocks = tuple(sorted((before.dealt.get(player, 0), number) for player, number in after.dealt.items()))
        square.append(as_before(blocks))
    total = sum_of(square)
    return StatisticalTest(
        name=name,
        title=title,
        observed=phrase(
            "%(cards)s cards of %(all)s came to who had held them in the hand before",
            cards=cards,
            all=len(PACK) * len(pairs),
        ),
        square=number_alone(float(total.mean)),
        chance=float(total.at_least(cards)),
        way=EXACT,
        means=phrase("that the pack was not shuffled between hands"),
        figures={"cards": cards, "pairs": len(pairs), "expected": float(total.mean)},
    )


FAIRNESS = Fairness(
    nothing=phrase("no hand of Fan-Tan has all its cards known"),
    cards_of=lambda events, table, names: hands_of(events, table.house.openers, names),
    inspect=inspect_fan_tan,
)
