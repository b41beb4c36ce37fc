"""The odds of a deal of Faro now: of every bet that can be laid, with the cards left (contract of the odds)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import perm
from typing import Any

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Phrase, Refusal
from dealer.game.cards import NUMBER
from dealer.game.odds import BetOdds, CallOdds, Figures, Odds, figures_of
from dealer.game.pairs import NONE, Cover, lying_to_own_card, splits
from dealer.game.table import check_amount
from dealer.games.faro.bets import check_taken, place_of
from dealer.games.faro.commands import FaroHouse, PlaceArguments, PlaceBet
from dealer.games.faro.dealing import standing
from dealer.games.faro.fates import (
    NO_TURN,
    ON_PARITY,
    ON_RANKS,
    Method,
    ToCome,
    cover_of,
    fate_of,
    method_of,
    next_turn,
    to_come_after,
)
from dealer.games.faro.layout import KINDS, PLACES, arguments_of, call_named, named
from dealer.games.faro.percentages import Division, Parts, division_of, hock_takes, on_a_call, parts_of
from dealer.games.faro.state import FaroTable, Phase
from events.frozen import Frozen
from events.games.faro import Place

UNKNOWN = Figures()
"""The figures of a bet on colours where a card came without its suit."""


def odds(table: FaroTable, bets: Iterable[PlaceBet] = (), stake_cents: int | None = None) -> Odds:
    """The odds of every bet that the house takes, and then of these ``bets``; of calls before the 25th turn.

    Without ``stake_cents`` a stake divides at will; with it, into smallest checks. A turn whose loser is drawn counts
    as not begun. Raises :class:`Refusal`: ``wrong_phase`` before the soda and from the last turn on,
    ``not_a_multiple``, and ``bad_input``, ``bad_placement`` or ``not_allowed_here`` for a bet.
    """
    box = box_of(table)
    if stake_cents is not None:
        check_amount(stake_cents, table.house.check)
    rows = [row for place in places_of(table.house) for row in _rows(table.house, box, place, stake_cents)]
    for bet in bets:
        place = place_of(bet, table.house)
        check_taken(table.house, place.kind, coppered=bet.coppered, paroli=bet.paroli)
        figures = _figures_in(table.house, box, place, stake_cents, coppered=bet.coppered)
        rows.append(_row(place, figures, coppered=bet.coppered, paroli=bet.paroli))
    return Odds(
        turn=box.turn,
        unseen=sum(box.left.ranks),
        left=dict(zip(RANKS, box.left.ranks, strict=True)),
        bets=tuple(rows),
        calls=tuple(_calls(table.house, box)),
    )


def bet_odds(
    table: FaroTable, place: Place, coppered: bool, *, paroli: bool = False, stake_cents: int | None = None
) -> BetOdds:
    """The odds of a single bet; ``stake_cents`` is its live stake. Raises :class:`Refusal` (``wrong_phase``)."""
    figures = _figures_in(table.house, box_of(table), place, stake_cents, coppered=coppered)
    return _row(place, figures, coppered=coppered, paroli=paroli)


class BoxNow(Frozen, gc=False):
    """The box before the next turn: the number of that turn, and the cards to come."""

    turn: int
    left: ToCome


def box_of(table: FaroTable) -> BoxNow:
    """The box of a table, as it was before a turn whose loser is drawn.

    Raises :class:`Refusal` (``wrong_phase``) before the soda and from the last turn on.
    """
    if table.phase not in (Phase.BETTING, Phase.LOSER_DRAWN):
        raise Refusal("wrong_phase", "There are no odds now: %(standing)s.", standing=standing(table))
    if table.phase is Phase.BETTING:
        return BoxNow(turn=table.turn + 1, left=to_come_after(table.box.exposed))
    return BoxNow(turn=table.turn, left=to_come_after(table.box.exposed[:-1]))


def places_of(house: FaroHouse) -> tuple[Place, ...]:
    """Every place that the house takes, but strings and heeled bets, which can be on any ranks."""
    return tuple(place for place in _places(house.king_is_odd) if place.kind in house.takes)


@lru_cache(maxsize=2)
def _places(king_is_odd: bool) -> tuple[Place, ...]:
    house = FaroHouse(king_is_odd=king_is_odd)
    return tuple(
        place_of(PlaceArguments(kind=kind, **arguments), house) for kind in KINDS for arguments in _arguments(kind)
    )


def _arguments(kind: str) -> Iterator[dict[str, Any]]:
    """The arguments of every place of a kind, in the order of the contract."""
    match kind:
        case "string" | "heeled":
            return
        case "row":
            yield from ({"row": row} for row in ("low", "high"))
        case "parity_string":
            yield from ({"parity": parity} for parity in ("odd", "even"))
        case "side":
            yield from ({"win": side} for side in ("low", "high"))
        case "colors":
            yield from ({"win": colour} for colour in ("black", "red"))
        case "high_card":
            yield {}
        case "parity":
            for card in ("winner", "loser"):
                yield from ({"card": card, "parity": parity} for parity in ("odd", "even"))
        case _:
            for numbers in sorted(sorted(map(NUMBER.__getitem__, ranks)) for ranks in PLACES[kind]):
                yield {"ranks": tuple(RANKS[number - 1] for number in numbers)}


def _rows(house: FaroHouse, box: BoxNow, place: Place, stake_cents: int | None) -> Iterator[BetOdds]:
    """A bet on a place, open and with a copper."""
    figures = _figures_in(house, box, place, stake_cents, coppered=False)
    yield _row(place, figures, coppered=False)
    if house.copper:
        if place.kind == "parity" or house.hockelty:
            figures = _figures_in(house, box, place, stake_cents, coppered=True)
        yield _row(place, figures, coppered=True)


def _row(place: Place, figures: Figures, *, coppered: bool, paroli: bool = False) -> BetOdds:
    return BetOdds(
        named=_named(place, coppered),
        arguments=_row_arguments(place, coppered, paroli),
        figures=replace(figures, edge_settled=None) if paroli else figures,
    )


def _row_arguments(place: Place, coppered: bool, paroli: bool) -> dict[str, Any]:
    """The arguments in ``place_bet``; those of the pot have its ranks."""
    arguments = arguments_of(place)
    if place.kind == "pot":
        arguments["ranks"] = list(place.ranks)
    arguments["coppered"] = coppered
    if paroli:
        arguments["paroli"] = True
    return arguments


@lru_cache(maxsize=4096)
def _named(place: Place, coppered: bool) -> Phrase:
    return Phrase("%(text)s, coppered", (("text", named(place)),)) if coppered else named(place)


def _figures_in(house: FaroHouse, box: BoxNow, place: Place, stake_cents: int | None, *, coppered: bool) -> Figures:
    if place.kind == "colors" and box.left.reds is None:
        return UNKNOWN
    method, turns = method_of(place, house), house.turns - box.turn + 1
    settling = turns if house.last_turn_counts else turns - 1
    # Only of a parity a copper changes a chance.
    cover = cover_of(place, coppered and method.kind == ON_PARITY, box.left)
    division = division_of(place, house, None if stake_cents is None else stake_cents // house.check)
    if house.turns == 25 and hock_takes(place, coppered, house):
        return _swept(method, cover, division, settling)
    return _figures(method, cover, division, settling)


@lru_cache(maxsize=4096)
def _swept(method: Method, cover: Cover, division: Division, settling: int) -> Figures:
    """The figures of a bet that the hock takes if it is of its ranks and no turn has settled it."""
    figures = _figures(method, cover, division, settling)
    taken = parts_of(division).share * lying_to_own_card(cover, settling, method.halves)
    return replace(figures, edge_settled=(figures.edge_settled or NONE) + taken)


@lru_cache(maxsize=4096)
def _figures(method: Method, cover: Cover, division: Division, settling: int) -> Figures:
    """The figures of a bet that the next ``settling`` turns may settle."""
    turn, parts = next_turn(method, cover) if settling else NO_TURN, parts_of(division)
    return figures_of(
        turn.orders,
        {"win": turn.won, "lose": turn.lost, "split": turn.split + turn.halved, "standoff": turn.stood_off},
        (
            (turn.won, -parts.share),
            (turn.lost, parts.share),
            (turn.split, parts.of_split),
            (turn.halved, parts.half),
        ),
        decided=turn.decided,
        settled=_settled(method, cover, parts, settling),
    )


def _settled(method: Method, cover: Cover, parts: Parts, settling: int) -> Fraction:
    """What the bank gains on average until a bet is decided."""
    if method.kind != ON_RANKS:
        return parts.by_play(fate_of(method, cover, settling, settling))
    # It is won as often as it is lost.
    split, halved = splits(cover, settling, method.halves)
    return (parts.of_split * split + parts.half * halved) / perm(cover.cards, 2 * settling)


def _calls(house: FaroHouse, box: BoxNow) -> Iterator[CallOdds]:
    """Every different order of the last three cards, ascending; none of three cards alike."""
    if house.turns != 25 or box.turn != 25:
        return
    left = [rank for rank, cards in zip(RANKS, box.left.ranks, strict=True) for _ in range(cards)]
    orders = tuple(dict.fromkeys(permutations(left)))
    if len(orders) > 1:
        edge = on_a_call(house, cat=len(set(left)) == 2).play
        for order in orders:
            yield CallOdds(named=call_named(order), order=order, win=Fraction(1, len(orders)), edge=edge)
