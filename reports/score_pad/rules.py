"""The house rules that every game has alike which is played for points, as sentences, and where its money goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dealer.game.game import Game
from dealer.game.house import read_recorded
from dealer.score_pad.house import WINNER, ScoreHouse
from reports.game_papers import HouseRulesText
from reports.words.formatting import money
from reports.words.house_rules import Numbered, Sentences, marker_rules
from reports.words.language import gettext as _
from reports.words.language import number


def score_rules(game: Game, own: Callable[[Any], Mapping[str, Sentences]], **told_with: str) -> HouseRulesText:
    """The house rules of a game: ``own`` by the titles of their groups, then those of the price and of markers.

    ``told_with`` names settings that are told in the sentence of another.
    """

    def sentences(recorded: dict[str, Any]) -> Mapping[str, Sentences]:
        house = read_recorded(recorded, game.house)
        shared = {
            _("The price of a match"): _price(house),
            _("Markers"): marker_rules(house.marker, house.marker_limit),
        }
        return {**own(house), **shared}

    return HouseRulesText(sentences=sentences, told_with=told_with, banks_part=lambda: _banks_part(game.title))


def goal_rule(goal: int) -> str:
    """What wins a match."""
    return _("Who comes to %(points)s points wins the match.", points=number(goal))


def dead_rule() -> str:
    """That nobody plays a hand that nobody has bid."""
    return _("A hand in which nobody bids is dead.")


def _price(house: ScoreHouse) -> Sentences:
    return {
        "point": _(
            "Each point by which a side is behind costs its players %(amount)s each.", amount=money(house.point)
        ),
        "game_stake": _(
            "For the game itself each other side pays the winner %(amount)s a player besides.",
            amount=money(house.game_stake),
        )
        if house.game_stake
        else _("For the game itself nothing is paid besides."),
        "pays": _("Only the winner collects: from every other side.")
        if house.pays == WINNER
        else _("Every two sides settle with each other, the lower paying the higher; the winner pays nobody."),
    }


def _banks_part(title: str) -> tuple[Numbered, ...]:
    """What the bank has of a game, in sentences: nothing, and no money moves before a match is settled."""
    return (
        ("10", _("%(game)s has no bank: the players play for points, and the house has no percentage.", game=title)),
        ("10.3", _("A match that is drawn, broken off, or on at the close of the night costs nothing.")),
        ("10.4", _("What a match costs goes from player to player when it is settled; a score is no money.")),
    )
