"""Statistical tests of the order of Faro's cards: runs, repeats, ranks and the last turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, pairwise, permutations
from random import Random
from typing import Any

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Decimals, Phrase, number_of, phrase
from dealer.game.cards import PACK, RED_SUITS, rank_of, suit_of
from dealer.game.cards import number_of as value_of
from dealer.game.statistics import (
    EXACT,
    Distribution,
    PlayersTurn,
    SkippedTest,
    StatisticalTest,
    as_before,
    decimals,
    number_alone,
    runs,
    sum_of,
    trials,
)
from dealer.games.faro.cards import HOCK, LOSER, SODA, WINNER, DealTabs, tabs_of
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.settlement import WON, Action, Due, Verdict, action_of, payable_cents, settle, verdict_on
from dealer.games.faro.state import Bet, FaroTable, evolve
from events.common.event import Event
from events.frozen import Frozen
from events.games import faro
from events.games.faro import Place


class BothOrders(Frozen):
    """A turn's result for the bank in cents, in the actual order of its two cards and in the other order."""

    as_dealt_cents: int
    other_way_cents: int

    @property
    def gain_cents(self) -> int:
        """What the actual order was worth to the bank, in cents; negative if it favoured the players."""
        return self.as_dealt_cents - self.other_way_cents


class Dealt(Frozen):
    """A deal: its cards, what the order of each turn was worth, what players' bets could bring, and the calls.

    A turn with only the loser is not counted as a turn; its card is in ``cards``.
    """

    tabs: DealTabs
    orders: tuple[BothOrders, ...] = ()
    players: tuple[PlayersTurn, ...] = ()
    calls: tuple[tuple[str, ...], ...] = ()

    @property
    def turns(self) -> tuple[tuple[str, str], ...]:
        """The loser and the winner of every turn, in order."""
        return tuple((turn.loser, turn.winner) for turn in self.tabs.turns if turn.winner)

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards shown, in order."""
        return tuple(card for card, _ in self.tabs.shown)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks of all cards shown, in order, as numbers: A is 1."""
        return tuple(map(value_of, self.cards))

    @property
    def is_whole(self) -> bool:
        """Whether all cards were dealt."""
        return len(self.tabs.shown) == len(PACK)

    @property
    def last_three(self) -> tuple[str, ...] | None:
        """The ranks of the last loser, the last winner and the hock; ``None`` unless all were shown."""
        if self.tabs.hock is None or not self.is_whole:
            return None
        return tuple(map(rank_of, self.cards[-3:]))


def deals_of(events: Iterable[Event], table: FaroTable, names: Mapping[str, str]) -> list[Dealt]:
    """The deals of a night's effective events, on the table as opened, with players' names; voided deals too."""
    kept = list(events)
    orders: dict[int, list[BothOrders]] = {}
    players: dict[int, list[PlayersTurn]] = {}
    calls: dict[int, tuple[tuple[str, ...], ...]] = {}
    before, results = table, Results(table.house)
    for event in kept:
        match event:
            case faro.LoserDrawn():
                before = table
                calls[event.deal] = tuple(call.order for call in table.calls.values())
            case faro.WinnerDrawn() if table.loser:
                if event.turn < table.house.turns or table.house.last_turn_counts:
                    turn = (table.loser, event.card)
                    orders.setdefault(event.deal, []).append(_both_orders(before, *turn))
                    players.setdefault(event.deal, []).extend(results.of_players(before, turn, event.turn, names))
        table = evolve(table, event)
    return [
        Dealt(
            tabs=tabs,
            orders=tuple(orders.get(tabs.deal, ())),
            players=tuple(players.get(tabs.deal, ())),
            calls=calls.get(tabs.deal, ()),
        )
        for tabs in tabs_of(kept)
        if tabs.shown
    ]


class Results:
    """What turns bring players in a house, with the results of each bet computed once.

    Bets on colours are left out: their chances depend on suits, which may not be noted.
    """

    def __init__(self, house: FaroHouse) -> None:
        self.house = house
        self._results: dict[tuple[Any, ...], list[int]] = {}

    def of_players(
        self, table: FaroTable, turn: tuple[str, str], number: int, names: Mapping[str, str]
    ) -> list[PlayersTurn]:
        """The turn of every player with live bets on the table as it was before the loser."""
        left = [4 - out for out in table.box.counts[1:]]
        ways = [first * (other - (at == then)) for at, first in enumerate(left) for then, other in enumerate(left)]
        as_dealt = _PAIRS.index((rank_of(turn[0]), rank_of(turn[1])))
        turns = []
        for player in sorted({bet.player for bet in table.bets.values()}):
            own = [self._result(bet) for bet in table.bets.values() if bet.player == player and self._counts(bet)]
            if not own:
                continue
            nets = [sum(results) for results in zip(*own, strict=True)]
            square = Counter[int]()
            for net, number_of_ways in zip(nets, ways, strict=True):
                square[net] += number_of_ways
            turns.append(
                PlayersTurn(
                    name=names.get(player, player),
                    turn=number,
                    to_come=self.house.turns - number,
                    net_cents=nets[as_dealt],
                    ways={net: number for net, number in square.items() if number},
                )
            )
        return turns

    def _counts(self, bet: Bet) -> bool:
        return bet.place.kind != "colors" and bet.live_cents(self.house.check) > 0

    def _result(self, bet: Bet) -> list[int]:
        """What each turn of two ranks brings the player, in cents."""
        key = (bet.place, bet.coppered, bet.form, bet.live_cents(self.house.check))
        if key not in self._results:
            live = bet.live_cents(self.house.check)
            gets = [
                -_taken_cents(bet, live, verdict_on(bet.place, action, live, self.house), self.house)
                for action in Action
            ]
            self._results[key] = [gets[action] for action in _actions(bet.place, bet.coppered)]
        return self._results[key]


_PAIRS = [(loser, winner) for loser in RANKS for winner in RANKS]


@lru_cache(maxsize=1024)
def _actions(place: Place, coppered: bool) -> tuple[Action, ...]:
    """How each turn of two ranks acts on a bet."""
    return tuple(action_of(place, coppered, loser, winner) for loser, winner in _PAIRS)


def _both_orders(table: FaroTable, first: str, second: str) -> BothOrders:
    bets = table.bets.values()
    return BothOrders(
        as_dealt_cents=_bank_gets_cents(bets, first, second, table.house),
        other_way_cents=_bank_gets_cents(bets, second, first, table.house),
    )


def _bank_gets_cents(bets: Iterable[Bet], loser: str, winner: str, house: FaroHouse) -> int:
    """What a turn brings the bank less what it pays, with these bets; it settles no calls."""
    total = 0
    for bet in bets:
        live = bet.live_cents(house.check)
        if live:
            verdict = settle(bet.place, bet.coppered, live, loser, winner, house)
            total += _taken_cents(bet, live, verdict, house)
    return total


def _taken_cents(bet: Bet, live_cents: int, verdict: Verdict | None, house: FaroHouse) -> int:
    """What a verdict on a bet takes for the bank; negative if the bank pays."""
    if verdict is None:
        return 0
    if verdict.result == WON:
        return -payable_cents(Due(bet, live_cents, verdict.amount_cents), house)
    return verdict.amount_cents


SEED = 1882
"""The seed of all tests by shuffling, so that the same cards always give the same chance."""

MOST_SHUFFLES, FEWEST_SHUFFLES = 999, 199
DEALS_SHUFFLED = 12_000
"""About how many deals are shuffled in all; with many deals, each is shuffled fewer times."""

_SIGNS = {HOCK: 0, LOSER: 1, WINNER: 2, SODA: 3}
_PLACES = phrase("Repeats, card by card")
_ALL_FOUR = 4**3
"""Marks of a rank are base-4 digits, the first the highest: from this value on all four cards are out."""


def look_at_places(nights: Sequence[Sequence[Dealt]]) -> StatisticalTest | SkippedTest:
    """Cards that lie where a card of their rank lay in the previous deal, in deals with all cards dealt."""
    pairs = [pair for deals in nights for pair in pairwise(deals) if all(deal.is_whole for deal in pair)]
    if not pairs:
        return SkippedTest(name="places", title=_PLACES, why=phrase("it needs two deals in a row, both dealt out"))
    found = sum(rank == other for before, after in pairs for rank, other in zip(before.ranks, after.ranks, strict=True))
    square = as_before(((4, 4),) * 13).times(len(pairs))
    return StatisticalTest(
        name="places",
        title=_PLACES,
        observed=phrase(
            "%(cards)s cards of %(all)s came where their rank lay in the deal before",
            cards=found,
            all=52 * len(pairs),
        ),
        square=phrase("%(number)s", number=Decimals(f"{float(square.mean):g}")),
        chance=float(square.at_least(found)),
        way=EXACT,
        means=phrase("that a deal was dealt from a pack laid like the one before"),
        figures={"cards": found, "expected": float(square.mean), "pairs": len(pairs)},
    )


class _Order(Frozen, kw_only=False):
    """The statistics of the order of a night's cards."""

    neighbours: int
    repeated: int
    unevenness: int

    def plus(self, other: _Order) -> _Order:
        return _Order(
            self.neighbours + other.neighbours, self.repeated + other.repeated, self.unevenness + other.unevenness
        )


def looks_by_shuffling(nights: Sequence[Sequence[Dealt]]) -> list[StatisticalTest | SkippedTest]:
    """Tests for kept neighbours, repeated ranks, and how evenly the ranks won and lost."""
    cards = [[(list(deal.ranks), _signs(deal)) for deal in deals] for deals in nights]
    number = sum(map(len, cards))
    shuffles = max(FEWEST_SHUFFLES, min(MOST_SHUFFLES, DEALS_SHUFFLED // number))
    random = Random(SEED).random
    seen = _sum(_order_of(deals) for deals in cards)
    square = [
        _sum(_order_of([(sorted(ranks, key=lambda _: random()), signs) for ranks, signs in deals]) for deals in cards)
        for _ in range(shuffles)
    ]
    made: list[StatisticalTest | SkippedTest] = [
        _from_deal_to_deal(
            "neighbours",
            phrase("Repeats, neighbours kept"),
            (
                "pairs",
                phrase(
                    "%(pairs)s of ranks followed each other as in the deal before",
                    pairs=number_of(seen.neighbours, "%(num)s pair", "%(num)s pairs"),
                ),
                seen.neighbours,
            ),
            [order.neighbours for order in square],
            phrase("that cards went back into the box in the order in which they had come out"),
        ),
        _from_deal_to_deal(
            "repeats",
            phrase("Ranks that repeat"),
            (
                "ranks",
                phrase(
                    "%(ranks)s played just as in the deal before",
                    ranks=number_of(seen.repeated, "%(num)s rank", "%(num)s ranks"),
                ),
                seen.repeated,
            ),
            [shuffle.repeated for shuffle in square],
            phrase("that ranks were laid to play again as they had played"),
        ),
    ]
    if not any(len(deals) > 1 for deals in nights):
        why = phrase("it needs two deals of one night")
        made = [SkippedTest(name=test.name, title=test.title, why=why) for test in made]
    return [*made, _evenness(seen, square, [deal for deals in nights for deal in deals])]


def _from_deal_to_deal(
    name: str, title: Phrase, seen: tuple[str, Phrase, int], shuffled: Sequence[int], means: Phrase
) -> StatisticalTest:
    """Test what was ``seen`` (name of the number, sentence, number) against shuffled deals."""
    what, observed, found = seen
    return StatisticalTest(
        name=name,
        title=title,
        observed=observed,
        square=_mean(shuffled),
        chance=_at_least(found, shuffled),
        way=_way(shuffled),
        means=means,
        figures={what: found, "shuffles": len(shuffled)},
    )


def _evenness(seen: _Order, square: Sequence[_Order], deals: Iterable[Dealt]) -> StatisticalTest:
    found, shuffled = seen.unevenness, [order.unevenness for order in square]
    spindles = [spindle for deal in deals for spindle in deal.tabs.spindles]
    one_way = sum(set(spindle.marks) in ({WINNER}, {LOSER}) and spindle.dead for spindle in spindles)
    high, low = _at_least(found, shuffled), _at_least(-found, [-number for number in shuffled])
    return StatisticalTest(
        name="evenness",
        title=phrase("Breaking even"),
        observed=phrase(
            "wins less losses, squared and added up: %(found)s; %(ranks)s won or lost out",
            found=found,
            ranks=number_of(one_way, "%(num)s rank", "%(num)s ranks"),
        ),
        square=_mean(shuffled),
        chance=min(1.0, 2 * min(high, low)),
        way=_way(shuffled),
        means=phrase("that ranks were laid to win or to lose out")
        if high < low
        else phrase("that ranks were laid to win and to lose by turns"),
        figures={"unevenness": found, "won_or_lost_out": one_way, "shuffles": len(shuffled)},
    )


def _signs(deal: Dealt) -> list[int]:
    """The mark of every card shown, in order, as a digit."""
    return [_SIGNS[mark] for _, mark in deal.tabs.shown]


def _order_of(deals: Sequence[tuple[list[int], list[int]]]) -> _Order:
    """The statistics of consecutive deals, each given by its ranks and the digits of their marks."""
    neighbours = repeated = unevenness = 0
    before_pairs: set[int] = set()
    before_marks: list[int] = []
    for ranks, signs in deals:
        marks = [0] * 14
        for rank, sign in zip(ranks, signs, strict=True):
            marks[rank] = marks[rank] * 4 + sign
        pairs = {14 * first + other for first, other in pairwise(ranks)}
        neighbours += len(pairs & before_pairs)
        repeated += sum(now == before >= _ALL_FOUR for now, before in zip(marks, before_marks, strict=False))
        unevenness += sum(map(_UNEVENNESS.__getitem__, marks))
        before_pairs, before_marks = pairs, marks
    return _Order(neighbours, repeated, unevenness)


def _unevenness_of(marks: int) -> int:
    """The squared difference of wins and losses of a rank with these marks."""
    more = 0
    while marks:
        marks, sign = divmod(marks, 4)
        more += (sign == _SIGNS[WINNER]) - (sign == _SIGNS[LOSER])
    return more * more


_UNEVENNESS = [_unevenness_of(marks) for marks in range(4 * _ALL_FOUR)]


def _sum(orders: Iterable[_Order]) -> _Order:
    total = _Order(0, 0, 0)
    for order in orders:
        total = total.plus(order)
    return total


def _at_least(found: int, shuffled: Sequence[int]) -> float:
    return (1 + sum(number >= found for number in shuffled)) / (1 + len(shuffled))


def _mean(shuffled: Sequence[int]) -> Phrase:
    return number_alone(sum(shuffled) / len(shuffled))


def _way(shuffled: Sequence[int]) -> Phrase:
    return phrase("%(number)s shuffles", number=len(shuffled))


SEVEN, KING = 7, 13


class Sorts(Frozen):
    """Two sorts of cards; ``is_first`` says whether a card is of the first, ``None`` for neither.

    ``none`` says that no deal shows cards of both, and ``few`` and ``many`` what too few or too many runs would mean.
    """

    name: str
    title: Phrase
    none: Phrase
    few: Phrase
    many: Phrase
    is_first: Callable[[str], bool | None]


def _is_red(card: str) -> bool | None:
    suit = suit_of(card)
    return None if suit is None else suit in RED_SUITS


def _is_odd(card: str) -> bool | None:
    number = value_of(card)
    return None if number == KING else number % 2 == 1


def _is_high(card: str) -> bool | None:
    number = value_of(card)
    return None if number == SEVEN else number > SEVEN


COLOURS = Sorts(
    name="colour",
    title=phrase("Runs of colour"),
    none=phrase("no deal shows cards that are noted as red and as black"),
    few=phrase("that red and black cards lay together, as in a pack that was not shuffled"),
    many=phrase("that red and black cards were laid in turn, as in a pack put together"),
    is_first=_is_red,
)
PARITY = Sorts(
    name="parity",
    title=phrase("Runs of odd and even"),
    none=phrase("no deal shows cards that are noted as odd and as even"),
    few=phrase("that odd and even cards lay together, as in a pack that was not shuffled"),
    many=phrase("that odd and even cards were laid in turn, as in a pack put together"),
    is_first=_is_odd,
)
ROWS = Sorts(
    name="high_and_low",
    title=phrase("Runs of high and low"),
    none=phrase("no deal shows cards that are noted as high and as low"),
    few=phrase("that high and low cards lay together, as in a pack that was not shuffled"),
    many=phrase("that high and low cards were laid in turn, as in a pack put together"),
    is_first=_is_high,
)


def without_suit(deals: Iterable[Dealt]) -> int:
    """How many cards were recorded without suits."""
    return sum(suit_of(card) is None for deal in deals for card in deal.cards)


def look_at_runs(deals: Sequence[Dealt], sorts: Sorts) -> StatisticalTest | SkippedTest:
    """How often the sort changed along the cards, given the number of each sort shown in each deal."""
    name, title = f"{sorts.name}_runs", sorts.title
    rows = [[sort for card in deal.cards if (sort := sorts.is_first(card)) is not None] for deal in deals]
    rows = [row for row in rows if 0 < sum(row) < len(row)]
    if not rows:
        return SkippedTest(name=name, title=title, why=sorts.none)
    found = sum(1 for row in rows for _ in groupby(row))
    square = sum_of(runs(sum(row), len(row) - sum(row)) for row in rows)
    mean = float(square.mean)
    return StatisticalTest(
        name=name,
        title=title,
        observed=phrase(
            "%(runs)s among %(cards)s",
            runs=number_of(found, "%(num)s run", "%(num)s runs"),
            cards=number_of(sum(map(len, rows)), "%(num)s card", "%(num)s cards"),
        ),
        square=phrase("%(mean)s runs", mean=decimals(mean)),
        chance=float(square.either_way(found)),
        way=EXACT,
        means=sorts.few if found < mean else sorts.many,
        figures={"runs": found, "expected": mean},
    )


CAT = Fraction(13 * 6 * 48, 22_100)
"""The chance that exactly two of the last three cards have the same rank: 13·C(4, 2)·48 of C(52, 3)."""

Calls = tuple[tuple[str, ...], ...]
_CATS, _CALLS = phrase("Cats in the last turn"), phrase("Calls of the last turn")


def look_at_cats(deals: Sequence[Dealt]) -> StatisticalTest | SkippedTest:
    """In how many deals exactly two of the last three cards had the same rank."""
    lasts = [deal.last_three for deal in deals if deal.last_three]
    if not lasts:
        return SkippedTest(name="cats", title=_CATS, why=phrase("no deal was dealt out to the hock"))
    cats = sum(len(set(last)) == 2 for last in lasts)
    return StatisticalTest(
        name="cats",
        title=_CATS,
        observed=phrase(
            "%(cats)s in %(deals)s",
            cats=number_of(cats, "%(num)s cat", "%(num)s cats"),
            deals=number_of(len(lasts), "%(num)s deal", "%(num)s deals"),
        ),
        square=number_alone(float(CAT) * len(lasts)),
        chance=float(trials(len(lasts), CAT).either_way(cats)),
        way=EXACT,
        means=phrase("that the last three cards were put up"),
        figures={"cats": cats, "deals": len(lasts), "expected": float(CAT) * len(lasts)},
    )


@lru_cache(maxsize=1024)
def right_calls(last: tuple[str, ...], calls: Calls) -> Distribution:
    """The distribution of right calls if all orders of the last three cards are equally likely."""
    orders = Counter(tuple(order) for order in permutations(last))
    right = Counter[int]()
    for order, ways in orders.items():
        right[calls.count(order)] += ways
    return Distribution.of([Fraction(right[number], 6) for number in range(max(right) + 1)])


def look_at_calls(deals: Sequence[Dealt]) -> StatisticalTest | SkippedTest:
    """How many calls were right, given the last three cards and the calls."""
    called = [(deal.last_three, deal.calls) for deal in deals if deal.last_three and deal.calls]
    if not called:
        return SkippedTest(name="calls", title=_CALLS, why=phrase("there was no call when the last turn was dealt"))
    right = sum(calls.count(last) for last, calls in called)
    square = sum_of(right_calls(tuple(sorted(last)), tuple(sorted(calls))) for last, calls in called)
    number = sum(len(calls) for _, calls in called)
    mean = float(square.mean)
    return StatisticalTest(
        name="calls",
        title=_CALLS,
        observed=phrase(
            "%(right)s of %(calls)s right", right=right, calls=number_of(number, "%(num)s call", "%(num)s calls")
        ),
        square=phrase("%(mean)s right, of these calls and cards", mean=decimals(mean)),
        chance=float(square.either_way(right)),
        way=EXACT,
        means=phrase("that the last three cards were put up against the calls")
        if right < mean
        else phrase("that somebody who called knew the last three cards"),
        figures={"right": right, "calls": number, "expected": mean},
    )
