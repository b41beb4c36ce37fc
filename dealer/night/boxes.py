"""Decides and folds what concerns the dealing boxes of a night (``docs/dealing-box.md``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from dealer.commands import commands
from dealer.commands.commands import Command
from dealer.commands.refusal import Player, Refusal
from dealer.dealing_box import Box, after, as_document, commitment_to, drawn_by
from dealer.game.cards import suit_of
from dealer.game.game import Game
from dealer.night.night import Frame, Night
from events.common import box as facts
from events.common.event import Event
from events.common.play import PackCounted, RoundBegun, RoundDealt


def waiting_box(night: Night) -> Box | None:
    """The box for the next round: the newest that no round was dealt from, and that is not revealed."""
    box = night.boxes[-1] if night.boxes else None
    return box if box and not box.game and not box.secret else None


def box_on(night: Night) -> Box | None:
    """The box of the round that is on, or ``None``."""
    game = night.game_on
    return box_of(night, game) if game else None


def box_of(night: Night, game: Game) -> Box | None:
    """The box of a game's current or last round, or ``None``."""
    number = game.rounds(night.tables[game.name])
    return next((box for box in reversed(night.boxes) if box.game == game.name and box.round == number), None)


def over_boxes(night: Night) -> list[Box]:
    """The boxes that must be revealed: no round is dealt from them any more."""
    on = box_on(night)
    return [box for box in night.boxes if box.game and not box.secret and box != on]


def revealed_boxes(night: Night) -> dict[str, Any]:
    """The boxes that rounds were dealt from and that are revealed, as the check in the documentation reads them."""
    return {"boxes": [as_document(night.id, box) for box in night.boxes if box.secret and box.game]}


def _no_box() -> Refusal:
    return Refusal("wrong_phase", "No dealing box is committed. Reload the page and try again.")


def commit(night: Night, command: commands.CommitBox) -> tuple[Event, ...]:
    """Commit the box of the next round; no commitment is used twice."""
    if not night.opened.box:
        raise Refusal("not_allowed_here", "Tonight's cards come from a real pack.")
    if any(command.commitment == box.commitment for box in night.boxes):
        raise Refusal("already_done", "This commitment was used before. Each box needs its own.")
    number = len(night.boxes) + 1
    return (facts.BoxCommitted(box=number, commitment=command.commitment, nonce=command.nonce),)


def add_words(night: Night, command: commands.AddWords) -> tuple[Event, ...]:
    """Put a player's words into the order of the cards: once for each box, before its first card."""
    box = box_on(night) or waiting_box(night)
    if box is None:
        raise _no_box() if night.opened.box else Refusal("not_allowed_here", "Tonight's cards come from a real pack.")
    if box.closed:
        raise Refusal("bets_closed", "The first card is out. Words are taken again before the next deal.")
    if any(command.player == player for player, _ in box.words):
        raise Refusal("already_done", "%(player)s has put words into this box.", player=Player(command.player))
    return (facts.WordsAdded(box=box.number, player=command.player, words=command.words),)


def close_words(night: Night, command: commands.CloseWords) -> tuple[Event, ...]:
    """Fix the order of the cards, right before the first comes out."""
    box = box_on(night) or waiting_box(night)
    if box is None or box.closed:
        raise _no_box()
    return (facts.WordsClosed(box=box.number),)


def reveal(night: Night, command: commands.RevealBox) -> tuple[Event, ...]:
    """Reveal the secret of a box; it must be the one that was committed."""
    box = next((box for box in night.boxes if box.number == command.box), None)
    if box is None or box.secret:
        raise Refusal("already_done", "Box %(box)s is revealed, or there is none.", box=command.box)
    if commitment_to(command.secret) != box.commitment:
        raise Refusal("bad_input", "This is not the secret of box %(box)s.", box=command.box)
    return (facts.BoxRevealed(box=box.number, secret=command.secret),)


def deal_cards(night: Night, command: commands.DealCards) -> tuple[Event, ...]:
    """Deal a player more cards of the box, face down."""
    box = _box_for(night, command.cards)
    return (facts.HandsDealt(box=box.number, place=box.out, players=(command.player,), each=command.cards),)


def turn_up(night: Night, command: commands.TurnUp) -> tuple[Event, ...]:
    """Turn the next card of the box for everybody to see."""
    box = _box_for(night, 1)
    _check_order(night, box, box.out, (command.card,))
    return (facts.CardTurnedUp(box=box.number, place=box.out, cards=(command.card,)),)


def _box_for(night: Night, cards: int) -> Box:
    box = box_on(night)
    if box is None:
        raise Refusal("wrong_phase", "No round is being dealt from a box.")
    if cards > box.left:
        raise Refusal("odd_card", "There are not so many cards in the box.")
    return box


def with_box(night: Night, game: Game, command: Command, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of a game's command in a night with boxes: a round begins with one, and cards come out of it."""
    action = game.actions.get(type(command))
    if action and action.draws:
        box = box_of(night, game)
        if box is None:
            raise _no_box()
        cards = {name: getattr(command, name) for name in action.draws}
        drawn = tuple(drawn_by(box, cards, action.draws))
        for event in drawn:
            assert isinstance(event, facts.CardsFromBox)
            _check_order(night, box, event.place, event.cards)
        events = (*drawn, *events)
    begun = next((event for event in events if isinstance(event, RoundBegun)), None)
    if any(isinstance(event, PackCounted) and event.is_wrong for event in events):
        raise Refusal("bad_input", "The dealing box cannot lose a card: it has as many as must be left.")
    return (*events, *_begun(night, game, begun)) if begun else events


def _begun(night: Night, game: Game, begun: RoundBegun) -> tuple[Event, ...]:
    box = waiting_box(night)
    if box is None:
        raise _no_box()
    started = facts.BoxStarted(box=box.number, game=game.name, round=begun.round_number, pack=tuple(game.pack(begun)))
    players, each = game.hands(begun)
    if not each:
        return (started,)
    return (started, facts.HandsDealt(box=box.number, place=0, players=tuple(players), each=each))


def _check_order(night: Night, box: Box, place: int, cards: tuple[str, ...]) -> None:
    """Refuse (``odd_card``) cards without a suit, and, once the order is known, other cards than the next ones."""
    known = box.order(night.id, box.secret) if box.secret else ()
    if any(suit_of(card) is None for card in cards) or (known and known[place : place + len(cards)] != cards):
        raise Refusal("odd_card", "Tonight the cards come from the box. Draw them there.")


def check_taken_back(night: Night, top: Frame, before: Night) -> None:
    """Refuse (``wrong_phase``) to take a command back if a round would go on whose hidden cards are known by now.

    A round that was played to its end can be scored again.
    """
    resumed, on = box_on(before), box_on(night)
    if resumed is None or (on and on.number == resumed.number):
        return
    is_revealed = any(box.number == resumed.number and box.secret for box in night.boxes)
    is_all_out = not resumed.left and not resumed.dealt
    if is_revealed and not is_all_out and not any(isinstance(event, RoundDealt) for event in top.events):
        raise Refusal("wrong_phase", "The order of that box is known, so the deal cannot go on. Start the next deal.")


def check_same_cards(night: Night, corrected: Night) -> None:
    """Refuse (``not_allowed_here``) a correction after which other cards would have come out of a box."""
    if [box.drawn for box in night.boxes] != [box.drawn for box in corrected.boxes] or [
        box.dealt for box in night.boxes
    ] != [box.dealt for box in corrected.boxes]:
        raise Refusal("not_allowed_here", "The cards came from the box and cannot be corrected.")


def _committed(now: Night, event: facts.BoxCommitted) -> Night:
    return replace(now, boxes=(*now.boxes, Box(number=event.box, commitment=event.commitment, nonce=event.nonce)))


def _changed(now: Night, event: Any) -> Night:
    boxes = tuple(after(box, event) if box.number == event.box else box for box in now.boxes)
    return replace(now, boxes=boxes)


CHANGES: dict[type[Event], Callable[[Night, Any], Night]] = {
    facts.BoxCommitted: _committed,
    **dict.fromkeys(
        (
            facts.WordsAdded,
            facts.WordsClosed,
            facts.BoxRevealed,
            facts.BoxStarted,
            facts.CardsFromBox,
            facts.CardTurnedUp,
            facts.HandsDealt,
        ),
        _changed,
    ),
}
"""How an event changes the boxes of a night, by its type."""

DECIDERS: dict[type[Command], Callable[[Night, Any], tuple[Event, ...]]] = {
    commands.CommitBox: commit,
    commands.AddWords: add_words,
    commands.CloseWords: close_words,
    commands.RevealBox: reveal,
    commands.DealCards: deal_cards,
    commands.TurnUp: turn_up,
}
