"""Who wins a hand of Fan-Tan from here, and what each player gains by it (rulebook 3).

**The model.** Only what everybody at the table can see is used: the cards laid, the number of cards in each hand, whose
turn it is, and who has passed. The unlaid cards are dealt to the hands with equal chance among all deals that fit the
passes: a player who passed holds no card that could be laid then. A pass that the house allows at will, and a pass that
a later card has proved wrong, tell nothing. Nor does the choice of the cards laid.

From here everybody who can lay does. They choose any of their playable cards with equal chance, and lay with it all
that the house lets go down in the same turn: the openers or the cards of its suit, whichever are more (openers if
equal). Everybody can pay, and the dealer takes the penalties proved so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import factorial, lcm, prod, sqrt
from random import Random

from dealer.game.cards import PACK, number_of, rank_of
from dealer.game.hands import PLAYING
from dealer.games.fan_tan.playing import COURT_PIPS, gift_parts, is_granted, wrong_passes
from dealer.games.fan_tan.state import FanTanTable, Hand, Layout, suit_of
from events.frozen import Frozen

DEALS = 5_000
"""More deals than that are not enumerated but sampled."""

POSITIONS = 50_000
"""If the deals have more positions than that, by the first of them, a sample is taken instead."""

LOOKED_AT = 50
"""From so many deals on the number of positions is foreseen."""

SAMPLES = 1_000
"""The number of deals drawn and played out where the chances are not exact."""


class PlayerOdds(Frozen):
    """A player's chance to win the pot, and their mean gain from here in cents; the errors are standard errors.

    The gain is what they take from the pot less what they still pay into it. An exact figure has an error of 0.
    """

    player: str
    win: Fraction
    win_error: float
    cents: Fraction
    cents_error: float


class FanTanOdds(Frozen):
    """The players in the order of play. ``deals`` fit what is known; ``samples`` of them were played, 0 for all.

    No deal fits where a pass was wrong that nothing proves yet, or the pack is short: then there are no players.
    """

    deals: int
    samples: int
    players: tuple[PlayerOdds, ...]

    @property
    def is_exact(self) -> bool:
        """Whether every deal was played in every way."""
        return not self.samples


def odds_of(table: FanTanTable) -> FanTanOdds | None:
    """The odds of the hand that is on; ``None`` unless it is being played."""
    if table.phase != PLAYING or table.hand.is_dead:
        return None
    deals, samples, rows = worked_out(position_of(table))
    chip = table.house.chip
    players = (
        PlayerOdds(player=player, win=win, win_error=win_error, cents=chips * chip, cents_error=error * chip)
        for player, (win, win_error, chips, error) in zip(table.hand.players, rows, strict=False)
    )
    return FanTanOdds(deals=deals, samples=samples, players=tuple(players))


# Cards are bits in the order of the pack, so that hands and layouts are whole numbers.

_BIT = {card: 1 << place for place, card in enumerate(PACK)}
_ALL = (1 << len(PACK)) - 1
_SUIT = {_BIT[card]: sum(_BIT[other] for other in PACK if suit_of(other) == suit_of(card)) for card in PACK}
_RANK = {_BIT[card]: sum(_BIT[other] for other in PACK if rank_of(other) == rank_of(card)) for card in PACK}
_BESIDE = {bit: (bit << 1 | bit >> 1) & _SUIT[bit] for bit in _BIT.values()}
_PIPS = {_BIT[card]: min(number_of(card), COURT_PIPS) for card in PACK}


def _bits(cards: int) -> Iterator[int]:
    while cards:
        bit = cards & -cards
        yield bit
        cards ^= bit


def _mask(cards: Sequence[str]) -> int:
    return sum(map(_BIT.__getitem__, cards))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gift:
    """Chips of an offender for the holder of ``beside``, if the offender held ``opener``."""

    offender: int
    opener: int
    beside: int
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """All that the odds depend on; players are numbered in the order of play. ``turn`` is ``None`` before a first card.

    ``without`` are the unlaid cards that each player cannot hold. ``owed`` are the chips that they owe the pot for
    passes that are proved wrong.
    """

    left: tuple[int, ...]
    laid: tuple[int, ...]
    without: tuple[int, ...]
    unlaid: int
    reach: int
    turn: int | None
    several_openers: bool
    several_cards: bool
    pass_pays: int
    card_pays: int
    by_pips: bool
    pot: int
    owed: tuple[int, ...]
    gifts: tuple[_Gift, ...]


def position_of(table: FanTanTable) -> Position:
    """What the odds of a table's hand depend on."""
    hand, house = table.hand, table.house
    laid = {
        player: _mask([card for turn in hand.turns if turn.player == player for card in turn.cards])
        for player in hand.players
    }
    wrong = wrong_passes(hand, house)
    proved = [hand.turns[proof.turn - 1] for proof in wrong]
    parts = gift_parts(house)
    gifts = (
        _Gift(offender=hand.players.index(turn.player), opener=_BIT[card], beside=_BIT[beside], chips=chips)
        for turn in proved
        for card in filter(turn.before.opens, PACK)
        for beside, chips in zip(Layout.neighbours(card), parts, strict=True)
        if chips
    )
    return Position(
        left=tuple(map(hand.left, hand.players)),
        laid=tuple(laid.values()),
        without=_without(table, {proof.turn for proof in wrong}),
        unlaid=_ALL & ~_laid(hand),
        reach=_mask(hand.layout.playable()),
        turn=None if hand.awaits_first else hand.next,
        several_openers=house.several_openers,
        several_cards=house.several_cards,
        pass_pays=house.pass_pays,
        card_pays=house.card_pays,
        by_pips=house.counted == "pips",
        pot=table.pot_chips,
        owed=tuple(sum(proof.chips for proof in wrong if proof.player == player) for player in hand.players),
        gifts=tuple(gifts),
    )


def _without(table: FanTanTable, wrong: set[int]) -> tuple[int, ...]:
    """The cards that the passes of each player exclude from their hand, but for the wrong passes among the turns."""
    hand = table.hand
    passes, without = dict.fromkeys(hand.players, 0), dict.fromkeys(hand.players, 0)
    for number, turn in enumerate(hand.turns, start=1):
        if not turn.cards:
            passes[turn.player] += 1
            if number not in wrong and not is_granted(table.house, passes[turn.player]):
                without[turn.player] |= _mask(turn.before.playable())
    return tuple(cards & ~_laid(hand) for cards in without.values())


def _laid(hand: Hand) -> int:
    return _mask([card for turn in hand.turns for card in turn.cards])


Row = tuple[Fraction, float, Fraction, float]
"""The chance to win and the mean gain in chips, each with its standard error."""


@lru_cache(maxsize=256)
def worked_out(position: Position) -> tuple[int, int, tuple[Row, ...]]:
    """The number of deals, the number of those sampled (0 for all), and a row for each player."""
    deals = _Deals(position)
    if not deals.count:
        return 0, 0, ()
    total = _exact(position, deals) if deals.count <= DEALS else None
    if total is None:
        return deals.count, SAMPLES, _sampled(position, deals)
    means = [Fraction(part, total[0]) for part in total[1:]]
    seats = len(position.left)
    return (
        deals.count,
        0,
        tuple((win, 0.0, chips, 0.0) for win, chips in zip(means[:seats], means[seats:], strict=True)),
    )


class _Deals:
    """The deals of the unlaid cards that fit a position. Each is a tuple of hands."""

    def __init__(self, position: Position) -> None:
        self.left = position.left
        barred = [bit for bit in _bits(position.unlaid) if any(bit & cards for cards in position.without)]
        self.holders = [(bit, [at for at, cards in enumerate(position.without) if not bit & cards]) for bit in barred]
        self.free = [bit for bit in _bits(position.unlaid) if bit not in barred]
        self.ways = cache(self._ways)
        self.count = self.ways(0, self.left)

    def _ways(self, place: int, left: tuple[int, ...]) -> int:
        """In how many ways the barred cards from a place on and all free cards fill the hands."""
        if place == len(self.holders):
            return factorial(len(self.free)) // prod(map(factorial, left))
        return sum(self.ways(place + 1, _less(left, at)) for at in self.holders[place][1] if left[at])

    def all(self) -> Iterator[tuple[int, ...]]:
        """Every deal."""
        everybody = range(len(self.left))
        cards = [*self.holders, *((bit, everybody) for bit in self.free)]
        return _dealt(cards, self.left, tuple(0 for _ in self.left))

    def draw(self, random: Random) -> tuple[int, ...]:
        """A deal, each with equal chance."""
        left, hands = self.left, [0] * len(self.left)
        for place, (bit, holders) in enumerate(self.holders):
            able = [at for at in holders if left[at]]
            at = random.choices(able, [self.ways(place + 1, _less(left, holder)) for holder in able])[0]
            hands[at] |= bit
            left = _less(left, at)
        random.shuffle(self.free)
        start = 0
        for at, number in enumerate(left):
            hands[at] |= sum(self.free[start : start + number])
            start += number
        return tuple(hands)


def _less(left: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*left[:at], left[at] - 1, *left[at + 1 :])


def _dealt(
    cards: Sequence[tuple[int, Sequence[int]]], left: tuple[int, ...], hands: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    if not cards:
        yield hands
        return
    bit, holders = cards[0]
    for at in holders:
        if left[at]:
            yield from _dealt(cards[1:], _less(left, at), (*hands[:at], hands[at] | bit, *hands[at + 1 :]))


def possible_turns(position: Position, unlaid: int, reach: int, hand: int) -> list[int]:
    """What a player can lay: for each of their playable cards, the cards that go down with it."""
    playable = hand & reach
    if not (position.several_openers or position.several_cards) or (position.turn is None and unlaid == _ALL):
        return [*_bits(playable)]
    return [_together(position, unlaid, reach, hand, card) for card in _bits(playable)]


def _together(position: Position, unlaid: int, reach: int, hand: int, card: int) -> int:
    openers = run = card
    opens = _SUIT[card] & unlaid == _SUIT[card]
    if position.several_openers and opens:
        openers = sum(bit for bit in _bits(hand & reach & _RANK[card]) if _SUIT[bit] & unlaid == _SUIT[bit])
    if position.several_cards:
        ends = 0 if opens else reach
        while more := hand & _SUIT[card] & ~run & (ends | run << 1 | run >> 1):
            run |= more
    return max(openers, run, key=int.bit_count)


def _after(unlaid: int, reach: int, cards: int) -> tuple[int, int]:
    """The unlaid and the playable cards after a turn."""
    if unlaid == _ALL:
        reach = _RANK[next(_bits(cards & reach))]
    for card in _bits(cards):
        reach |= _BESIDE[card]
    unlaid &= ~cards
    return unlaid, reach & unlaid


def _first(position: Position, deal: tuple[int, ...]) -> int:
    """The number of the player who makes the next turn."""
    if position.turn is not None:
        return position.turn
    return next(at for at, hand in enumerate(deal) if hand & position.reach)


def _paid(position: Position, deal: tuple[int, ...], unlaid: int, winner: int) -> list[int]:
    """The gains in chips at the end of a hand, without what is paid for passes from here."""
    costs = [owed + _cost(position, hand & unlaid) for hand, owed in zip(deal, position.owed, strict=True)]
    gains = [-cost for cost in costs]
    gains[winner] += position.pot + sum(costs)
    for gift in position.gifts:
        held = [hand | laid for hand, laid in zip(deal, position.laid, strict=True)]
        holder = next(at for at, hand in enumerate(held) if hand & gift.beside)
        if held[gift.offender] & gift.opener and holder != gift.offender:
            gains[holder] += gift.chips
            gains[gift.offender] -= gift.chips
    return gains


def _cost(position: Position, cards: int) -> int:
    counted = sum(map(_PIPS.__getitem__, _bits(cards))) if position.by_pips else cards.bit_count()
    return counted * position.card_pays


Parts = tuple[int, ...]
"""A denominator, and over it the chances to win and the mean gains in chips, in the order of the players."""


def _mean(parts: Sequence[Parts]) -> Parts:
    if len(parts) == 1:
        return parts[0]
    whole = lcm(*(part[0] for part in parts))
    scaled = [(whole, *(number * (whole // part[0]) for number in part[1:])) for part in parts]
    return tuple(map(sum, zip(*scaled, strict=True)))


def _exact(position: Position, deals: _Deals) -> Parts | None:
    """The mean of all deals and ways of play; ``None`` if there are too many positions."""
    seats = len(position.left)
    positions = 0
    values = []
    for number, deal in enumerate(deals.all(), start=1):
        seen: dict[tuple[int, int], Parts] = {}
        values.append(_value(position, deal, seen, position.unlaid, position.reach, _first(position, deal)))
        positions += len(seen)
        if number >= LOOKED_AT and positions * deals.count > POSITIONS * number:
            return None
    assert all(len(value) == 1 + 2 * seats for value in values), "each player has a chance and a gain"
    return _mean(values)


def _value(
    position: Position, deal: tuple[int, ...], seen: dict[tuple[int, int], Parts], unlaid: int, reach: int, turn: int
) -> Parts:
    key = unlaid, turn
    if key not in seen:
        after = (turn + 1) % len(deal)
        if turns := possible_turns(position, unlaid, reach, deal[turn] & unlaid):
            values = []
            for cards in turns:
                left, able = _after(unlaid, reach, cards)
                if deal[turn] & left:
                    values.append(_value(position, deal, seen, left, able, after))
                else:
                    won = (int(at == turn) for at in range(len(deal)))
                    values.append((1, *won, *_paid(position, deal, left, turn)))
            seen[key] = _mean(values)
        else:
            seen[key] = _passed(position, turn, _value(position, deal, seen, unlaid, reach, after))
    return seen[key]


def _passed(position: Position, turn: int, value: Parts) -> Parts:
    """The parts with a pass before them: its chips go into the pot, to the winner."""
    seats, chips = len(position.left), position.pass_pays
    wins = value[1 : 1 + seats]
    gains = [gain + chips * win for win, gain in zip(wins, value[1 + seats :], strict=True)]
    gains[turn] -= chips * value[0]
    return (value[0], *wins, *gains)


def _sampled(position: Position, deals: _Deals) -> tuple[Row, ...]:
    """The mean of deals drawn and played by a generator that is seeded by the position."""
    random = Random(repr(position))
    seats = range(len(position.left))
    wins, sums, squares = [0 for _ in seats], [0 for _ in seats], [0 for _ in seats]
    for _ in range(SAMPLES):
        winner, gains = _played(position, deals.draw(random), random)
        wins[winner] += 1
        for at, gain in enumerate(gains):
            sums[at] += gain
            squares[at] += gain * gain
    return tuple(
        (
            Fraction(wins[at], SAMPLES),
            _error(wins[at], wins[at]),
            Fraction(sums[at], SAMPLES),
            _error(sums[at], squares[at]),
        )
        for at in seats
    )


def _error(total: int, squares: int) -> float:
    """The standard error of a mean, from the sum of the figures and of their squares."""
    return sqrt((SAMPLES * squares - total * total) / (SAMPLES - 1)) / SAMPLES


def _played(position: Position, deal: tuple[int, ...], random: Random) -> tuple[int, list[int]]:
    """The winner of a deal played at random, and the gains."""
    unlaid, reach, turn = position.unlaid, position.reach, _first(position, deal)
    passes = [0] * len(deal)
    while True:
        if turns := possible_turns(position, unlaid, reach, deal[turn] & unlaid):
            unlaid, reach = _after(unlaid, reach, random.choice(turns))
            if not deal[turn] & unlaid:
                break
        else:
            passes[turn] += position.pass_pays
        turn = (turn + 1) % len(deal)
    gains = [gain - paid for gain, paid in zip(_paid(position, deal, unlaid, turn), passes, strict=True)]
    gains[turn] += sum(passes)
    return turn, gains
