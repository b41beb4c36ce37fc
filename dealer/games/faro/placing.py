"""From a bet's arguments to its place on the layout, with the geometry checked (rulebook 1.3)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from dealer.commands.fields import RANKS
from dealer.commands.refusal import Refusal
from dealer.game.cards import NUMBER
from dealer.games.faro.commands import PlaceArguments
from dealer.games.faro.house import FaroHouse
from dealer.games.faro.layout import LOW, PLACES, SIDES, parity_ranks
from events.games.faro import Place

ARGUMENTS: dict[str, frozenset[str]] = {
    **{kind: frozenset({"ranks"}) for kind in ("single", "split", "diagonal", "corner", "figure", "square", "string")},
    "pot": frozenset(),
    "row": frozenset({"row"}),
    "parity_string": frozenset({"parity"}),
    "heeled": frozenset({"win", "lose"}),
    "side": frozenset({"win"}),
    "colors": frozenset({"win"}),
    "high_card": frozenset(),
    "parity": frozenset({"card", "parity"}),
}
"""The arguments that each kind of bet wants; a pot may name its ranks besides."""

_MAY_HAVE = {"pot": frozenset({"ranks"})}


def place_of(asked: PlaceArguments, house: FaroHouse) -> Place:
    """The place that a command asks for.

    Raises :class:`Refusal`: ``bad_input`` where an argument is missing, does not belong to the kind or does not
    read; ``bad_placement`` where the ranks are no such place on the layout.
    """
    _check_arguments(asked)
    kind = asked.kind
    match kind:
        case "row":
            row = asked.row or ""
            return Place(kind=kind, ranks=LOW if row == "low" else SIDES["high"], choice=row)
        case "parity_string":
            parity = asked.parity or ""
            return Place(kind=kind, ranks=parity_ranks(parity, house.king_is_odd), choice=parity)
        case "heeled":
            return _heeled(_rank_list(asked.win, "win"), asked.lose or ())
        case "side":
            side = _word(asked.win, ("high", "low"))
            return Place(kind=kind, ranks=SIDES[side], lose=SIDES["low" if side == "high" else "high"], choice=side)
        case "colors":
            return Place(kind=kind, choice=_word(asked.win, ("black", "red")))
        case "high_card":
            return Place(kind=kind)
        case "parity":
            parity = asked.parity or ""
            other = parity_ranks("even" if parity == "odd" else "odd", house.king_is_odd)
            ranks = parity_ranks(parity, house.king_is_odd)
            return Place(kind=kind, ranks=ranks, lose=other, choice=parity, card=asked.card)
        case "pot":
            return _geometrical(kind, ("6", "7", "8") if asked.ranks is None else asked.ranks)
        case _:
            return _geometrical(kind, asked.ranks or ())


def _check_arguments(asked: PlaceArguments) -> None:
    wanted = ARGUMENTS[asked.kind]
    for name in ("ranks", "win", "lose", "row", "parity", "card"):
        given = getattr(asked, name) is not None
        if name in wanted and not given:
            raise Refusal("bad_input", "A bet of kind %(kind)s wants '%(argument)s'.", kind=asked.kind, argument=name)
        if given and name not in wanted | _MAY_HAVE.get(asked.kind, frozenset()):
            raise Refusal("bad_input", "A bet of kind %(kind)s has no '%(argument)s'.", kind=asked.kind, argument=name)


def _in_order(ranks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(ranks, key=NUMBER.__getitem__))


@lru_cache(maxsize=4_096)
def _geometrical(kind: str, ranks: tuple[str, ...]) -> Place:
    covered = frozenset(ranks)
    said = "-".join(ranks) or "nothing"
    if len(covered) != len(ranks):
        raise Refusal("bad_placement", "A %(kind)s on %(ranks)s names a rank twice.", kind=kind, ranks=said)
    if kind == "string":
        if len(ranks) < 2:
            raise Refusal("bad_placement", "A string covers two ranks or more.")
    elif covered not in PLACES[kind]:
        raise Refusal("bad_placement", "The layout has no %(kind)s on %(ranks)s.", kind=kind, ranks=said)
    return Place(kind=kind, ranks=_in_order(ranks))


def _heeled(win: tuple[str, ...], lose: tuple[str, ...]) -> Place:
    if not win or not lose:
        raise Refusal("bad_placement", "A heeled bet names a rank to win and a rank to lose.")
    if len({*win, *lose}) != len(win) + len(lose):
        raise Refusal("bad_placement", "A heeled bet names every rank once, to win or to lose.")
    return Place(kind="heeled", ranks=_in_order(win), lose=_in_order(lose))


def _rank_list(value: Any, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one in RANKS for one in value):
        raise Refusal("bad_input", "'%(argument)s' is a list of ranks.", argument=name)
    return tuple(value)


def _word(value: Any, choices: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise Refusal("bad_input", "'win' is one of %(choices)s.", choices=" and ".join(choices))
    return value
