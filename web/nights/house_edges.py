"""What the rules of a house mean for its bank, in sentences for the form that opens a night."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from dealer.commands.refusal import Refusal
from dealer.game.house import read_recorded
from dealer.games import game_called
from events.common.night import Setting
from reports.game_papers import BetEdge, papers_of
from reports.words.formatting import figure
from reports.words.language import gettext as _
from reports.words.language import language
from web.app.schema_fields import FieldRefused
from web.nights.house_form import HouseForm

MUCH = Fraction(1, 10)
"""A bank that gains more than this of a stake gains much."""


def edges_in_words(form: HouseForm) -> tuple[str, ...]:
    """The bets on which the players gain by rules that differ from the preset, or the bank more than it usually does.

    A bank's gain is named if it is :data:`MUCH` and more than in the preset. Empty while the rules do not read, for a
    preset as it is, and for games without a bank.
    """
    game = form.houses.game
    try:
        document = form.asked()
        if papers_of(game.name).edges is None or isinstance(document, str):
            return ()
        recorded, usual = game.read_house(document), game.read_house(form.preset)
    except (FieldRefused, Refusal):
        return ()
    found = {edge.bet: edge for edge in _edges_in(game.name, recorded)}
    usual_shares = {edge.bet: edge.share for edge in _edges_in(game.name, usual)}
    players = [replace(edge, share=-edge.share) for edge in found.values() if edge.share < 0]
    much = [edge for edge in found.values() if edge.share > max(MUCH, usual_shares.get(edge.bet, MUCH))]
    rule = form.rule_changed(document)
    return (*_players_gain(players, rule), *_bank_gains(much, rule))


def _edges_in(game: str, recorded: Mapping[str, Setting]) -> tuple[BetEdge, ...]:
    return _edges(game, msgspec.json.encode(recorded), language().locale)


@lru_cache(maxsize=64)
def _edges(game: str, recorded: bytes, _locale: str) -> tuple[BetEdge, ...]:
    """The edges of a game in a house, with words in the language in force: a page would work them out each time."""
    edges = papers_of(game).edges
    assert edges, "the game has a bank"
    return tuple(edges(read_recorded(msgspec.json.decode(recorded), game_called(game).house)))


def _players_gain(edges: Sequence[BetEdge], rule: str) -> Iterator[str]:
    if edges and rule:
        yield _("With “%(rule)s” the players gain %(shares)s.", rule=rule, shares=_shares(edges))
    elif edges:
        yield _("With these rules the players gain %(shares)s.", shares=_shares(edges))


def _bank_gains(edges: Sequence[BetEdge], rule: str) -> Iterator[str]:
    if edges and rule:
        yield _("With “%(rule)s” the bank gains %(shares)s.", rule=rule, shares=_shares(edges))
    elif edges:
        yield _("With these rules the bank gains %(shares)s.", shares=_shares(edges))


def _shares(edges: Iterable[BetEdge]) -> str:
    """Shares with their bets: ``7.692% of a stake on winner odd, loser odd; …``."""
    bets: dict[Fraction, list[str]] = {}
    for edge in edges:
        bets.setdefault(edge.share, []).append(edge.bet)
    return "; ".join(
        _("%(percent)s of a stake on %(bets)s", percent=figure(share).percent, bets=", ".join(names))
        for share, names in bets.items()
    )
