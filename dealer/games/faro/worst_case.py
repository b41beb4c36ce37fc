"""The worst case of the next turn for the bank, to warn the dealer before it breaks (law 8), and its mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import sqrt

from dealer.commands.fields import RANKS
from dealer.game.cards import SUITS, is_red, rank_of, suit_of
from dealer.games.faro.cards import Box
from dealer.games.faro.commands import FaroHouse
from dealer.games.faro.settlement import WON, Action, Due, action_of, payable_cents, verdict_on
from dealer.games.faro.state import Bet, FaroTable, Phase
from events.frozen import Frozen
from events.games.faro import Place

_ACTIONS = tuple(Action)
_TURNS = {turn: at for at, turn in enumerate(product(RANKS, RANKS))}
"""Every turn by its ranks (loser, winner), with its index in the sums below."""

_COLOURED_TURNS = tuple(product((False, True), (False, True), (False, True)))
"""Every turn as a bet on colours sees it: whether loser and winner are red, and whether their ranks are equal."""


class Exposure(Frozen):
    """The ranks of the costliest turn for the bank, and its net payment in cents.

    ``due_cents`` is what the bank would owe less what it would take; negative if it gains in every turn.
    """

    loser: str
    winner: str
    due_cents: int


class RankExposure(Frozen):
    """The cost of the worst turns in which a rank wins and loses, in cents.

    Counted as :attr:`Exposure.due_cents`; ``None`` if no such turn can come.
    """

    rank: str
    wins_cents: int | None = None
    loses_cents: int | None = None


class NextTurn(Frozen):
    """The bank's gain in the next turn with the current bets, in cents: its mean, and its standard deviation."""

    gain_cents: Fraction
    deviation_cents: float


def worst_turn(table: FaroTable) -> Exposure | None:
    """The costliest turn for the bank with the current bets; the first by rank of several.

    If the loser is out, only turns with that loser count. ``None`` without bets, without a next turn, and if the last
    turn does not count.
    """
    return worst_of(dues_by_turn(table))


def worst_of(dues: Mapping[tuple[str, str], int]) -> Exposure | None:
    """The same, from :func:`dues_by_turn`."""
    if not dues:
        return None
    loser, winner = max(dues, key=dues.__getitem__)
    return Exposure(loser=loser, winner=winner, due_cents=dues[loser, winner])


def worst_by_rank(dues: Mapping[tuple[str, str], int]) -> tuple[RankExposure, ...]:
    """The worst turns with each rank as winner and as loser, from :func:`dues_by_turn`; every rank once."""
    wins: dict[str, int] = {}
    loses: dict[str, int] = {}
    for (loser, winner), due in dues.items():
        wins[winner] = max(due, wins.get(winner, due))
        loses[loser] = max(due, loses.get(loser, due))
    return tuple(RankExposure(rank=rank, wins_cents=wins.get(rank), loses_cents=loses.get(rank)) for rank in RANKS)


def dues_by_turn(table: FaroTable) -> dict[tuple[str, str], int]:
    """The net cost of each possible next turn by loser and winner, in cents.

    Bets on colours count with the costliest colours. Empty where :func:`worst_turn` is ``None``.
    """
    bets = list(table.bets.values())
    if not bets or not _settles_next(table):
        return {}
    on_ranks = [bet for bet in bets if bet.place.kind != "colors"]
    by_ranks = _sums(on_ranks, table.house, len(_TURNS))
    dues = {turn: by_ranks[_TURNS[turn]] for turn in _turns_to_come(table)}
    if len(on_ranks) < len(bets):
        by_colours = _dues_by_colours(table)
        colours = _colours_to_come(table)
        for turn in dues:
            dues[turn] += max(by_colours[colour] for colour in colours(*turn))
    return dues


def next_turn_of(table: FaroTable, dues: Mapping[tuple[str, str], int]) -> NextTurn | None:
    """What the bank gains in the next turn, from :func:`dues_by_turn`; all cards in the box are equally likely.

    ``None`` where no bet can settle, and with bets on colours after a card without its suit.
    """
    coloured = any(bet.place.kind == "colors" for bet in table.bets.values())
    if not dues or (coloured and not all(map(suit_of, table.box.exposed))):
        return None
    outcomes = _coloured_outcomes(table, dues) if coloured else _outcomes(table, dues)
    orders = gained = of_squares = 0
    for ways, due in outcomes:
        orders += ways
        gained -= ways * due
        of_squares += ways * due * due
    return NextTurn(
        gain_cents=Fraction(gained, orders), deviation_cents=sqrt(of_squares * orders - gained * gained) / orders
    )


def _outcomes(table: FaroTable, dues: Mapping[tuple[str, str], int]) -> Iterator[tuple[int, int]]:
    """The number of pairs of cards with which each turn can come, and its cost."""
    left = {rank: table.box.left(rank) for rank in RANKS}
    if table.phase is Phase.LOSER_DRAWN:
        return ((left[winner], due) for (_, winner), due in dues.items())
    return ((left[loser] * (left[winner] - (loser == winner)), due) for (loser, winner), due in dues.items())


def _coloured_outcomes(table: FaroTable, dues: Mapping[tuple[str, str], int]) -> Iterator[tuple[int, int]]:
    """The same by ranks and colours."""
    left = {rank: _blacks_and_reds_to_come(table.box, rank) for rank in RANKS}
    drawn = table.phase is Phase.LOSER_DRAWN
    by_colours, colours = _dues_by_colours(table), _colours_to_come(table)
    for (loser, winner), due in dues.items():
        possible = tuple(colours(loser, winner))
        on_ranks = due - max(by_colours[colour] for colour in possible)
        for first, second, one_rank in possible:
            seconds = left[winner][second] - (not drawn and one_rank and first == second)
            yield (1 if drawn else left[loser][first]) * seconds, on_ranks + by_colours[first, second, one_rank]


def _settles_next(table: FaroTable) -> bool:
    """Whether a turn comes next, or is half dealt, and bets settle on it."""
    if table.phase not in (Phase.BETTING, Phase.LOSER_DRAWN):
        return False
    number = table.turn + 1 if table.phase is Phase.BETTING else table.turn
    return number < table.house.turns or table.house.last_turn_counts


def _turns_to_come(table: FaroTable) -> Iterator[tuple[str, str]]:
    """The possible ranks (loser, winner) of the next turn."""
    box = table.box
    ranks = dict.fromkeys(box.ranks_left())
    if table.phase is Phase.LOSER_DRAWN:
        loser = rank_of(table.loser or "")
        return ((loser, winner) for winner in ranks)
    return (turn for turn in product(ranks, ranks) if turn[0] != turn[1] or box.left(turn[0]) > 1)


def _dues_by_colours(table: FaroTable) -> dict[tuple[bool, bool, bool], int]:
    """The cost of the bets on colours in every turn as they see it, in cents."""
    bets = [bet for bet in table.bets.values() if bet.place.kind == "colors"]
    return dict(zip(_COLOURED_TURNS, _sums(bets, table.house, len(_COLOURED_TURNS)), strict=True))


def _colours_to_come(table: FaroTable) -> Callable[[str, str], Iterable[tuple[bool, bool, bool]]]:
    """The possible colours of two ranks (loser, winner), as far as suits were recorded."""
    left = {rank: _blacks_and_reds_to_come(table.box, rank) for rank in RANKS}
    drawn = table.loser if table.phase is Phase.LOSER_DRAWN else None

    def colours(loser: str, winner: str) -> Iterator[tuple[bool, bool, bool]]:
        one_rank = loser == winner
        for first, second in product((True, False), (True, False)):
            first_left = is_red(drawn) == first if drawn else left[loser][first]
            # Two cards of the same rank and colour need at least two such cards.
            if first_left and left[winner][second] > (not drawn and one_rank and first == second):
                yield first, second, one_rank

    return colours


def _blacks_and_reds_to_come(box: Box, rank: str) -> tuple[int, int]:
    """How many black and how many red cards of a rank may still come."""
    reds = [is_red(card) for card in (rank + suit for suit in SUITS) if card not in box.exposed]
    return reds.count(False), reds.count(True)


def _sums(bets: list[Bet], house: FaroHouse, turns: int) -> list[int]:
    """The cost of every turn for these bets, in cents."""
    sums = [0] * turns
    for bet in bets:
        live = bet.live_cents(house.check)
        if live:
            costs = [_cost_cents(bet, live, action, house) for action in _ACTIONS]
            actions = _actions(bet.place, bet.coppered)
            sums = [so_far + costs[action] for so_far, action in zip(sums, actions, strict=True)]
    return sums


def _cost_cents(bet: Bet, live_cents: int, action: Action, house: FaroHouse) -> int:
    """The cost of an action on a bet for the bank, in cents; negative if it gains."""
    verdict = verdict_on(bet.place, action, live_cents, house)
    if verdict is None:
        return 0
    if verdict.result == WON:
        return payable_cents(Due(bet, live_cents, verdict.amount_cents), house)
    return -verdict.amount_cents


@lru_cache(maxsize=4096)
def _actions(place: Place, coppered: bool) -> bytes:
    """How every turn acts on a bet at a place: for all pairs of ranks, or for all pairs of colours."""
    turns = _TURNS if place.kind != "colors" else [_cards_of(*turn) for turn in _COLOURED_TURNS]
    return bytes(action_of(place, coppered, loser, winner) for loser, winner in turns)


def _cards_of(loser_is_red: bool, winner_is_red: bool, one_rank: bool) -> tuple[str, str]:
    """Two cards of these colours, of equal or different ranks."""
    return ("Ah" if loser_is_red else "As", ("A" if one_rank else "2") + ("d" if winner_is_red else "c"))


def goes_with_the_hock(table: FaroTable) -> list[Bet]:
    """The bets that the hock would sweep, once it is near (rulebook 1.7)."""
    near = table.last_turn_next or table.phase is Phase.BEFORE_HOCK
    if not near or table.broken or table.house.after_hock != "dealer":
        return []
    return list(table.bets.values())
