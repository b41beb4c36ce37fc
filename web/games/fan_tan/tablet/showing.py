"""The hands shown when somebody is out: who has still to show, how many cards, and the last one of itself."""

from __future__ import annotations

from dataclasses import dataclass

from dealer.game.cards import PACK
from dealer.games.fan_tan.state import Hand
from reports.words.cards import card_words
from web.game_screens import Step
from web.tablet.marks import Mark
from web.tablet.steps import step


@dataclass(frozen=True, slots=True, kw_only=True)
class HandToShow:
    """A player who shows: how many cards he still holds, and those that he has shown, in words."""

    player: str
    name: str
    mark: Mark
    cards: int
    shown: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing:
    """Who shows, from the winner's left; ``rest`` shows for the last of them what is left over.

    ``optional``: nobody need show a dead hand, but what is shown can prove the wrong pass that killed it.
    """

    hands: tuple[HandToShow, ...]
    rest: Step | None
    rest_cards: str
    optional: bool

    @property
    def waiting(self) -> tuple[HandToShow, ...]:
        """Who has still to show."""
        return tuple(one for one in self.hands if not one.shown)


def showing_of(hand: Hand, names: dict[str, str], marks: dict[str, Mark]) -> Showing | None:
    """What is shown of a hand that somebody has won, or that is dead; nothing while it is played."""
    if hand.ended or not (hand.winner or hand.is_dead):
        return None
    rest = _rest(hand)
    to_show = hand.to_show
    name = names[to_show[0]] if len(to_show) == 1 else ""
    return Showing(
        hands=tuple(
            HandToShow(
                player=player,
                name=names[player],
                mark=marks[player],
                cards=hand.left(player),
                shown=" ".join(card_words(card) for card in hand.shown.get(player, ())),
            )
            for player in _from_winners_left(hand)
        ),
        rest=step(f"The rest is {name}’s", "show_hand", player=to_show[0], cards=rest) if name else None,
        rest_cards=" ".join(card_words(card) for card in rest) if name else "",
        optional=hand.winner is None,
    )


def _from_winners_left(hand: Hand) -> tuple[str, ...]:
    at = hand.players.index(hand.winner) + 1 if hand.winner else 0
    return tuple(player for player in (*hand.players[at:], *hand.players[:at]) if player != hand.winner)


def _rest(hand: Hand) -> list[str]:
    """The cards that neither lie nor were shown."""
    shown = {card for cards in hand.shown.values() for card in cards}
    return [card for card in PACK if not hand.layout.holds(card) and card not in shown]
