"""Exact distributions for shuffled packs, and the statistical tests of dealt cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, pairwise
from math import comb, exp, factorial, lcm, log, log1p, perm
from typing import Any

from msgspec import field

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Amount, Decimals, Number, Phrase, number_of, phrase
from dealer.game.cards import SUITS, by_rank, rank_of, suit_of
from events.common.event import Event
from events.common.play import HandBegun, HandShown, InTurn, RoundBegun, TurnPlayed
from events.frozen import Frozen
from events.games import game_of

EXACT_BITS = 1_024
"""Up to this size of its numbers a distribution is exact: enough for eleven deals of a pack together."""

ROUNDED_BITS = 160
"""Weights beyond that are rounded down to this many binary digits: an error of 1 in 10**40."""


class Distribution(Frozen, kw_only=False):
    """The distribution of a count: ``weights[n]`` of all equally likely cases have the count ``least + n``.

    ``exact`` says whether the weights are exact numbers of cases, not rounded.
    """

    least: int
    weights: tuple[int, ...]
    exact: bool = True

    @classmethod
    def of(cls, chances: Sequence[Fraction], least: int = 0) -> Distribution:
        """The distribution with these chances of ``least``, ``least + 1``, …; they add up to 1."""
        if sum(chances) != 1 or min(chances) < 0:
            raise ValueError("chances are parts of one whole")
        whole = lcm(*(chance.denominator for chance in chances))
        return _trimmed(least, [int(chance * whole) for chance in chances])

    @property
    def cases(self) -> int:
        """The number of all cases."""
        return sum(self.weights)

    @property
    def most(self) -> int:
        """The largest possible count."""
        return self.least + len(self.weights) - 1

    @property
    def mean(self) -> Fraction:
        """The expected count."""
        return Fraction(sum(count * weight for count, weight in enumerate(self.weights, self.least)), self.cases)

    def chance(self, count: int) -> Fraction:
        """The chance of exactly this count."""
        inside = self.least <= count <= self.most
        return Fraction(self.weights[count - self.least] if inside else 0, self.cases)

    def at_least(self, count: int) -> Fraction:
        """The chance of this count or more."""
        return Fraction(sum(self.weights[max(0, count - self.least) :]), self.cases)

    def at_most(self, count: int) -> Fraction:
        """The chance of this count or less."""
        return Fraction(sum(self.weights[: max(0, count - self.least + 1)]), self.cases)

    def rare_from(self, level: Fraction | float) -> int:
        """The smallest count that is reached or exceeded with a chance of at most ``level``."""
        rare = level * self.cases
        tail = 0
        for count in range(self.most, self.least - 1, -1):
            tail += self.weights[count - self.least]
            if tail > rare:
                return count + 1
        return self.least

    def either_way(self, count: int) -> Fraction:
        """The two-sided chance of a count: the smaller tail, doubled."""
        return min(Fraction(1), 2 * min(self.at_least(count), self.at_most(count)))

    def plus(self, other: Distribution) -> Distribution:
        """The distribution of the sum with another, independent count."""
        weights = _product(self.weights, other.weights)
        bits = sum(weights).bit_length()
        exact = self.exact and other.exact and bits <= EXACT_BITS
        if not exact:
            weights = [weight >> max(0, bits - ROUNDED_BITS) for weight in weights]
        return _trimmed(self.least + other.least, weights, exact)

    def times(self, number: int) -> Distribution:
        """The distribution of the sum of so many (at least 1) independent counts like this."""
        if number == 1:
            return self
        half = self.times(number // 2)
        both = half.plus(half)
        return both.plus(self) if number % 2 else both


NOTHING = Distribution(0, (1,))
"""A count that is always 0."""


def sum_of(distributions: Iterable[Distribution]) -> Distribution:
    """The distribution of the sum of independent counts."""
    numbers: dict[Distribution, int] = {}
    for distribution in distributions:
        numbers[distribution] = numbers.get(distribution, 0) + 1
    total = NOTHING
    for distribution, number in numbers.items():
        total = total.plus(distribution.times(number))
    return total


@lru_cache(maxsize=512)
def trials(number: int, chance: Fraction) -> Distribution:
    """The number of successes in so many independent trials with this chance."""
    distribution = Distribution.of((1 - chance, chance))
    return distribution.times(number) if number else NOTHING


@lru_cache(maxsize=512)
def drawn(pack: int, marked: int, number: int) -> Distribution:
    """The number of marked cards among ``number`` cards drawn from a shuffled pack."""
    least = max(0, number - (pack - marked))
    counts = range(least, min(number, marked) + 1)
    return _trimmed(least, [comb(marked, count) * comb(pack - marked, number - count) for count in counts])


@lru_cache(maxsize=512)
def runs(some: int, others: int) -> Distribution:
    """The number of runs in a random order of two sorts of cards, so many of each.

    A run is a sequence of neighbours of one sort. Of ``2k`` runs each sort has ``k``; of ``2k + 1`` one sort has one
    more.
    """
    if not some or not others:
        return Distribution(1 if some + others else 0, (1,))
    weights = []
    for number in range(2, some + others + 1):
        few = number // 2
        many = number - few
        ways = comb(some - 1, few - 1) * comb(others - 1, many - 1)
        weights.append(ways + comb(some - 1, many - 1) * comb(others - 1, few - 1))
    return _trimmed(2, weights)


@lru_cache(maxsize=64)
def as_before(blocks: tuple[tuple[int, int], ...]) -> Distribution:
    """The number of things that land in the same kind of place as before when they are shuffled again.

    A block is a kind of place with the things that fit it: the number of places and the number of things. The ways to
    fill k places with things that fit are the ways to put k rooks on the blocks so that none attacks another.
    """
    things = sum(number for _, number in blocks)
    ways = [1]
    for places, number in blocks:
        placed = [comb(places, rooks) * perm(number, rooks) for rooks in range(min(places, number) + 1)]
        ways = _product(ways, placed)
    return by_inclusion([Fraction(way, perm(things, rooks)) for rooks, way in enumerate(ways)])


def by_inclusion(moments: Sequence[Fraction]) -> Distribution:
    """The distribution of the number of events that happen, by inclusion and exclusion.

    ``moments[k]`` is the sum, over all sets of k events, of the chance that all of the set happen.
    """
    chances = [
        sum((-1) ** (size - count) * comb(size, count) * moments[size] for size in range(count, len(moments)))
        for count in range(len(moments))
    ]
    return Distribution.of([Fraction(chance) for chance in chances])


def _trimmed(least: int, weights: Sequence[int], exact: bool = True) -> Distribution:
    """The distribution without impossible counts at its ends."""
    first = next(at for at, weight in enumerate(weights) if weight)
    last = next(at for at in range(len(weights) - 1, -1, -1) if weights[at])
    return Distribution(least + first, tuple(weights[first : last + 1]), exact)


def _product(first: Sequence[int], other: Sequence[int]) -> list[int]:
    """The product of two polynomials without negative coefficients.

    Each is packed into a large integer with a slot per coefficient, wide enough for any sum, and the integers are
    multiplied.
    """
    bits = max(first).bit_length() + max(other).bit_length() + min(len(first), len(other)).bit_length()
    slot = bits // 8 + 1
    product = _in_slots(first, slot) * _in_slots(other, slot)
    length = len(first) + len(other) - 1
    digits = product.to_bytes(length * slot, "little")
    return [int.from_bytes(digits[at : at + slot], "little") for at in range(0, length * slot, slot)]


def _in_slots(coefficients: Sequence[int], slot: int) -> int:
    return int.from_bytes(b"".join(coefficient.to_bytes(slot, "little") for coefficient in coefficients), "little")


_ONE_PAIR = (1, 12, 12)
_ONE_PAIR_PUT_UP = (1, 2)


@lru_cache(maxsize=512)
def splits_of(turns: int, put_up: int = 0, ranks: int = 13) -> Distribution:
    """The number of splits in a deal of so many turns, at most 26, from a pack with four cards of each rank.

    ``put_up`` of them were arranged, each of another rank and within these turns, and the rest shuffled.
    """
    if not 0 <= put_up <= min(turns, ranks):
        raise ValueError(f"{put_up} splits cannot be put up in {turns} turns")
    free, cards = turns - put_up, 4 * ranks - 2 * put_up
    ways = [1]
    for rank in range(ranks):
        ways = _times(ways, _ONE_PAIR_PUT_UP if rank < put_up else _ONE_PAIR, free)
    moments = [
        Fraction(comb(free, pairs) * factorial(pairs) * way, perm(cards, 2 * pairs)) for pairs, way in enumerate(ways)
    ]
    by_chance = by_inclusion(moments)
    return Distribution(by_chance.least + put_up, by_chance.weights)


def splits_of_deals(turns: Sequence[int]) -> Distribution:
    """The number of splits in several deals, each stopped after so many turns."""
    return sum_of(map(splits_of, turns))


@lru_cache(maxsize=64)
def wins_less_losses(turns: int) -> Distribution:
    """The wins of a rank less its losses in a deal of so many turns.

    Its four cards lie anywhere in the pack: w among the winners, l among the losers and the others elsewhere, in C(t,
    w) C(t, l) C(52 - 2t, 4 - w - l) of C(52, 4) ways.
    """
    weights = [0] * 9
    for won in range(5):
        for lost in range(5 - won):
            ways = comb(turns, won) * comb(turns, lost) * comb(52 - 2 * turns, 4 - won - lost)
            weights[4 + won - lost] += ways
    return Distribution.of([Fraction(ways, comb(52, 4)) for ways in weights], least=-4)


def _times(row: list[int], by: Sequence[int], most: int) -> list[int]:
    """The product of two polynomials up to x to the power of ``most``."""
    product = [0] * min(most + 1, len(row) + len(by) - 1)
    for at, factor in enumerate(row):
        for beyond, other in enumerate(by[: len(product) - at]):
            product[at + beyond] += factor * other
    return product


PARTS = tuple(sign * tenths / 10 for tenths in range(1, 10) for sign in (1, -1))
"""The parts of their money that bettors stake: positive for the bank's side of the order, negative for the players'."""


def most_held(gains: Iterable[int]) -> float:
    """The logarithm of the most that the bettors' dollar was worth, over turns with these gains of the bank."""
    even = [0.0] * len(PARTS)
    by_worth = [0.0] * len(PARTS)
    greatest, most = 0, 0.0
    for gain in gains:
        greatest = max(greatest, abs(gain))
        side = 1 if gain > 0 else -1
        weight = gain / greatest
        even = [held + log1p(part * side) for held, part in zip(even, PARTS, strict=True)]
        by_worth = [held + log1p(part * weight) for held, part in zip(by_worth, PARTS, strict=True)]
        most = max(most, _log_of_mean([*even, *by_worth]))
    return most


def _log_of_mean(logarithms: Sequence[float]) -> float:
    highest = max(logarithms)
    return highest + log(sum(exp(logarithm - highest) for logarithm in logarithms) / len(logarithms))


TILTS = (1.25, 1.5, 2.0, 3.0, 6.0, 20.0, 100.0)
"""How many times as likely bettors take a player's wins to be, and their losses as many times less likely."""


class PlayersTurn(Frozen):
    """What a turn brought a player's bets, and what it could have brought.

    ``ways`` has the number of equally likely turns, from the cards left, for each net result in cents. ``to_come`` is
    the number of turns after this one.
    """

    name: str
    turn: int
    to_come: int
    net_cents: int
    ways: dict[int, int]

    @property
    def chance_to_win(self) -> float:
        """The chance that the turn wins something for the player."""
        return sum(ways for net, ways in self.ways.items() if net > 0) / sum(self.ways.values())


class Backers:
    """Bettors on a player's luck, who share a dollar and stake it on every turn at fair odds.

    Half of them take every win alike, the others by its worth.
    """

    def __init__(self) -> None:
        self._held = [0.0] * (2 * len(TILTS))
        self._greatest = 0

    def follow(self, turn: PlayersTurn) -> None:
        """Settle the bettors' stakes on a turn."""
        self._greatest = max(self._greatest, *map(abs, turn.ways))
        if not self._greatest:
            return
        total = sum(turn.ways.values())
        for half, size in enumerate((_sign, self._part)):
            sizes = [(size(net), ways) for net, ways in turn.ways.items()]
            for at, tilt in enumerate(TILTS, half * len(TILTS)):
                square = sum(ways * tilt**net for net, ways in sizes) / total
                self._held[at] += size(turn.net_cents) * log(tilt) - log(square)

    @property
    def held(self) -> float:
        """The logarithm of what their dollar is worth now."""
        return _log_of_mean(self._held)

    def _part(self, net_cents: int) -> float:
        return net_cents / self._greatest


def _sign(net_cents: int) -> float:
    return (net_cents > 0) - (net_cents < 0)


def look_at_players(
    name: str, title: Phrase, turns: Iterable[PlayersTurn], nothing: Phrase, words: TurnWords
) -> StatisticalTest | SkippedTest:
    """Whether a player won more than the cards left allow, given their bets, turn by turn.

    On every player stands the same part of a dollar. Its most, over all players together, is more than X with a chance
    of at most 1/X, however players bet: this corrects for their number. ``nothing`` says why nothing is tested.
    """
    with_bets = list(turns)
    if not with_bets:
        return SkippedTest(name=name, title=title, why=nothing)
    backers = {turn.name: Backers() for turn in with_bets}
    most, most_of = 0.0, dict.fromkeys(backers, 0.0)
    for turn in with_bets:
        backers[turn.name].follow(turn)
        most_of[turn.name] = max(most_of[turn.name], backers[turn.name].held)
        most = max(most, _log_of_mean([backer.held for backer in backers.values()]))
    player = max(most_of, key=most_of.__getitem__)
    own = [turn for turn in with_bets if turn.name == player]
    won, mean = sum(turn.net_cents > 0 for turn in own), sum(turn.chance_to_win for turn in own)
    return StatisticalTest(
        name=name,
        title=title,
        observed=phrase(
            "furthest out is %(name)s, who won in %(won)s of %(turns)s with a bet",
            name=player,
            won=won,
            turns=words.counted(len(own)),
        ),
        square=phrase("%(mean)s won by %(name)s", mean=decimals(mean), name=player),
        chance=min(1.0, exp(-most)),
        way=phrase(
            "a bettor’s dollar on %(players)s", players=number_of(len(backers), "%(num)s player", "%(num)s players")
        ),
        means=phrase("that cards were put up for %(name)s to win, or that %(name)s knew them", name=player),
        figures={"won": won, words.name: len(own), "players": len(backers), "expected": mean},
    )


STANDS_OUT = 0.05
"""A test stands out if fair packs give such a result once in twenty, counting all tests."""


class StatisticalTest(Frozen):
    """A statistical test of the cards.

    ``chance`` is its p-value: how often a fair pack gives as much or more. ``way`` says how it was computed, ``means``
    what it would mean if it stands out; ``figures`` are the numbers behind ``observed`` and ``square``.
    """

    name: str
    title: Phrase
    observed: Phrase
    square: Phrase
    chance: float
    way: Phrase
    means: Phrase
    figures: dict[str, float] = field(default_factory=dict)


class SkippedTest(Frozen):
    """A test that could not be made, and why."""

    name: str
    title: Phrase
    why: Phrase


class CorrectedTest(Frozen, kw_only=False):
    """A test with its chance corrected for all tests made with it."""

    test: StatisticalTest
    corrected: float

    @property
    def stands_out(self) -> bool:
        """Whether it is rarer than chance explains among so many tests."""
        return self.corrected <= STANDS_OUT


def weighed(tests: Sequence[StatisticalTest]) -> tuple[CorrectedTest, ...]:
    """The tests in their order, each corrected by Holm's method.

    The rarest of m is multiplied by m, the next by m - 1, and so on, none below a rarer test. However the tests depend
    on each other, with fair packs one of them stands out with a chance of at most :data:`STANDS_OUT`.
    """
    corrected: dict[str, float] = {}
    so_far = 0.0
    for rarer, test in enumerate(sorted(tests, key=lambda test: test.chance)):
        so_far = max(so_far, min(1.0, (len(tests) - rarer) * test.chance))
        corrected[test.name] = so_far
    return tuple(CorrectedTest(test, corrected[test.name]) for test in tests)


Turns = Sequence[tuple[str, str]]
"""The turns of a deal against a bank: the card that loses and the card that wins."""


def splits_in(deals: Iterable[Turns]) -> int:
    """The number of turns with two cards of one rank."""
    return sum(rank_of(loser) == rank_of(winner) for turns in deals for loser, winner in turns)


def won_and_lost(deals: Iterable[Turns]) -> dict[str, tuple[int, int]]:
    """How often each rank won and lost, A to K."""
    turns = list(chain.from_iterable(deals))
    won = Counter(rank_of(winner) for _, winner in turns)
    lost = Counter(rank_of(loser) for loser, _ in turns)
    return {rank: (won[rank], lost[rank]) for rank in RANKS}


class TurnWords(Frozen, kw_only=False):
    """What a game against a bank calls its turns: the name of their number, and the texts for one and several."""

    name: str
    singular: str
    several: str

    def counted(self, number: int) -> Number:
        """A number of turns."""
        return Number(number, self.singular, self.several)


TURNS = TurnWords("turns", "%(num)s turn", "%(num)s turns")
EXACT = phrase("exact")


def decimals(number: float, digits: int = 1) -> Decimals:
    """A number with so many decimals, as an argument of a phrase."""
    return Decimals(f"{number:.{digits}f}")


def number_alone(number: float) -> Phrase:
    """A number with one decimal, as a phrase."""
    return phrase("%(number)s", number=decimals(number))


def look_at_splits(
    deals: Sequence[Turns], name: str, title: Phrase, words: TurnWords, put_up: Phrase
) -> StatisticalTest:
    """The number of splits, against the exact distribution for a fair pack in as many turns.

    ``name``, ``title`` and ``words`` are the game's; ``put_up`` is what too many splits would mean.
    """
    found, turns = splits_in(deals), sum(map(len, deals))
    square = splits_of_deals([len(of_deal) for of_deal in deals])
    mean = float(square.mean)
    return StatisticalTest(
        name=name,
        title=title,
        observed=phrase(
            "%(found)s in %(turns)s of %(deals)s",
            found=found,
            turns=words.counted(turns),
            deals=number_of(len(deals), "%(num)s deal", "%(num)s deals"),
        ),
        square=phrase("%(mean)s, which is %(turns)s times 1/17", mean=decimals(mean), turns=turns),
        chance=float(square.either_way(found)),
        way=EXACT,
        means=put_up if found > mean else phrase("that pairs were kept apart"),
        figures={name: found, words.name: turns, "expected": mean},
    )


def look_at_take(
    gains_cents: Iterable[int], words: TurnWords, nothing: Phrase, means: tuple[Phrase, Phrase]
) -> StatisticalTest | SkippedTest:
    """Whether the order of the two cards favours one side more than coin tosses would.

    ``gains_cents`` is what the order of each turn was worth to the bank; ``words`` are the game's. ``nothing`` says
    that the order never mattered, and ``means`` what the luck of the bank, and that of the players, would mean.
    """
    gains = [gain for gain in gains_cents if gain]
    if not gains:
        return SkippedTest(name="take", title=phrase("The take"), why=nothing)
    for_bank, worth = sum(gain > 0 for gain in gains), sum(gains)
    return StatisticalTest(
        name="take",
        title=phrase("The take"),
        observed=phrase(
            "the order was the bank's in %(times)s of %(turns)s where it mattered, worth %(amount)s to it",
            times=for_bank,
            turns=words.counted(len(gains)),
            amount=Amount(worth),
        ),
        square=phrase("%(half)s, worth nothing on balance", half=Decimals(f"{len(gains) / 2:g}")),
        chance=min(1.0, exp(-most_held(gains))),
        way=phrase("a bettor’s dollar"),
        means=means[worth <= 0],
        figures={"for_bank": for_bank, words.name: len(gains), "worth_cents": worth, "expected": len(gains) / 2},
    )


def look_at_ranks(
    deals: Sequence[Turns], title: Phrase, observed: Callable[[int, int], Phrase], figures: tuple[str, str]
) -> StatisticalTest:
    """The rank that won or lost too often: the rarest of the thirteen, with its exact chance times thirteen.

    ``observed`` says how often a rank won and lost, and ``figures`` are the names of these numbers.
    """
    square = sum_of(wins_less_losses(len(turns)) for turns in deals)
    counts = won_and_lost(deals)
    chances = {rank: square.either_way(won - lost) for rank, (won, lost) in counts.items()}
    rank = min(chances, key=chances.__getitem__)
    won, lost = counts[rank]
    each = sum(4 * len(turns) for turns in deals) / 52
    return StatisticalTest(
        name="ranks",
        title=title,
        observed=phrase("furthest out is the %(rank)s: %(counts)s", rank=rank, counts=observed(won, lost)),
        square=phrase("every rank %(mean)s of each, give or take", mean=decimals(each)),
        chance=float(min(Fraction(1), 13 * chances[rank])),
        way=phrase("exact, for the rarest of 13 ranks"),
        means=phrase("that the %(rank)s was put up to win", rank=rank)
        if won > lost
        else phrase("that the %(rank)s was put up to lose", rank=rank),
        figures={**dict(zip(figures, (won, lost), strict=True)), "expected_each": each},
    )


class Observation(Frozen):
    """The findings for a game's cards: the tests, and sentences about them."""

    tests: tuple[StatisticalTest | SkippedTest, ...]

    @property
    def looked_at(self) -> tuple[Phrase, ...]:
        """How much was tested, in sentences."""
        return ()

    def can_see(self, level: float) -> tuple[Phrase, ...]:
        """What this many cards can show, in sentences; ``level`` is the chance at which a test stands out."""
        return ()

    @property
    def cannot_see(self) -> tuple[Phrase, ...]:
        """What stays hidden, in sentences."""
        return ()

    @property
    def may_be_watched(self) -> Phrase | None:
        """A sentence about what may be looked at after every turn; ``None`` for nothing."""
        return None

    def figures(self, level: float) -> dict[str, Any]:
        """The game's part of an inspection's document."""
        return {}


def stands_after(event: Event) -> Phrase | None:
    """The name of the place in a round after an event; ``None`` for events that are no part of it."""
    match event:
        case RoundBegun():
            return before_turn(1)
        case TurnPlayed():
            return before_turn(event.turn_number + 1)
        case InTurn():
            return phrase("turn %(turn)s", turn=event.turn_number)
        case _:
            return None


def before_turn(turn: int) -> Phrase:
    """The place before a turn."""
    return phrase("before turn %(turn)s", turn=turn)


class Fairness(Frozen):
    """How a game's cards are tested; by default they are not.

    ``cards_of`` gives the cards of each round of a night, from the effective events, a new table and the players'
    names; ``inspect`` tests those of several nights together, or returns ``None``. ``nothing`` is the sentence for no
    cards, and ``no_figures`` goes into the document then. ``stands_after`` names the place in a round after an event.
    """

    nothing: Phrase | None = None
    cards_of: Callable[[Sequence[Event], Any, Mapping[str, str]], Sequence[Any]] = lambda events, table, names: ()
    inspect: Callable[[Sequence[Sequence[Any]]], Observation | None] = lambda nights: None
    no_figures: dict[str, Any] = field(default_factory=dict)
    stands_after: Callable[[Event], Phrase | None] = stands_after


class Look(Observation):
    """Findings that are told in a sentence each: how much was tested (``seen``), and what stays hidden (``unseen``)."""

    seen: Phrase
    unseen: Phrase

    @property
    def looked_at(self) -> tuple[Phrase, ...]:
        """How much was tested."""
        return (self.seen,)

    @property
    def cannot_see(self) -> tuple[Phrase, ...]:
        """What stays hidden."""
        return (self.unseen,)


Hand = Mapping[str, Sequence[str]]
"""The cards shown in a hand, by player's name."""


def repeats_between_hands(game: str, title: str, pack: Sequence[str], unseen: Phrase) -> Fairness:
    """The test of a ``game`` of hands for cards that come to the same player again: the pack was not shuffled.

    ``pack`` has the game's cards, and ``unseen`` says what no test of it shows.
    """
    ranks = [rank for rank, cards in by_rank(pack).items() if cards == len(SUITS)]

    def inspect(nights: Sequence[Sequence[Hand]]) -> Look | None:
        shown = [[hand for hand in hands if hand] for hands in nights]
        number = sum(map(len, shown))
        if not number:
            return None
        test = _repeats_test(game, title, ranks, list(chain.from_iterable(map(pairwise, shown))))
        hands_seen = number_of(number, "%(num)s hand", "%(num)s hands")
        seen = phrase("%(hands)s of %(game)s.", hands=hands_seen, game=title)
        return Look(seen=seen, unseen=unseen, tests=(test,))

    return Fairness(
        nothing=phrase("no hand of %(game)s was shown", game=title),
        cards_of=lambda events, table, names: hands_shown(game, events, names),
        inspect=inspect,
    )


def hands_shown(game: str, events: Iterable[Event], names: Mapping[str, str]) -> list[Hand]:
    """The hands of a night's effective events, including voided hands, as far as they were shown."""
    hands: list[dict[str, Sequence[str]]] = []
    for event in (event for event in events if game_of(event) == game):
        match event:
            case HandBegun():
                hands.append({})
            case HandShown():
                hands[-1][names.get(event.player, event.player)] = event.cards
    return list(hands)


def _repeats_test(
    game: str, title: str, ranks: Sequence[str], pairs: Sequence[tuple[Hand, Hand]]
) -> StatisticalTest | SkippedTest:
    """The test of cards that came to the same player in two consecutive hands."""
    name, heading = f"{game}_repeats", phrase("Repeats from hand to hand of %(game)s", game=title)
    known = [(before, after, rank) for before, after in pairs for rank in ranks if _suits_known(before, after, rank)]
    if not known:
        return SkippedTest(
            name=name, title=heading, why=phrase("it needs two hands in a row with the suits of their cards")
        )
    repeats = sum(
        len(set(_of(before, who, rank)) & set(_of(after, who, rank))) for before, after, rank in known for who in after
    )
    square = sum_of(repeats_by_chance(before, after, rank) for before, after, rank in known)
    return StatisticalTest(
        name=name,
        title=heading,
        observed=phrase(
            "%(cards)s came to who had shown them in the hand before",
            cards=number_of(repeats, "%(num)s card", "%(num)s cards"),
        ),
        square=number_alone(float(square.mean)),
        chance=float(square.at_least(repeats)),
        way=phrase("exact, for the ranks that were shown"),
        means=phrase("that the pack was not shuffled between hands"),
        figures={"cards": repeats, "pairs": len(pairs), "expected": float(square.mean)},
    )


def _suits_known(before: Hand, after: Hand, rank: str) -> bool:
    """Whether cards of a rank were shown in both hands, all with their suits."""
    shown = [[card for who in hand for card in _of(hand, who, rank)] for hand in (before, after)]
    return all(shown) and all(map(suit_of, chain.from_iterable(shown)))


def repeats_by_chance(before: Hand, after: Hand, rank: str) -> Distribution:
    """The distribution of cards of a rank that come to the same players again, by chance."""
    blocks = [(len(_of(after, who, rank)), len(_of(before, who, rank))) for who in {**before, **after}]
    unseen = len(SUITS) - sum(number for _, number in blocks)
    return as_before((*sorted(blocks), (0, unseen)))


def _of(hand: Hand, player: str, rank: str) -> tuple[str, ...]:
    """The cards of a rank that a player showed in a hand."""
    return tuple(card for card in hand.get(player, ()) if rank_of(card) == rank)
