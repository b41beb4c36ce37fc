"""What the program does with the dealing boxes of a night around a command, with the secrets of the house.

The rules never see a secret before it is revealed: they decide the documents that are made here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dealer.commands.commands import CloseNight, CloseWords, Command, CommitBox, DealCards, RevealBox, TurnUp
from dealer.commands.refusal import Refusal
from dealer.dealing_box import Box, BoxKeeper, Places, cards_at
from dealer.game.game import Game, no_hands
from dealer.night.boxes import box_of, box_on, over_boxes, waiting_box
from dealer.night.command_parsing import GAME, command_type
from dealer.night.night import Night

Document = dict[str, Any]

NEXT_CARD: Places = {"card": 0}


def no_house_key() -> Refusal:
    """The refusal (``not_allowed_here``) of a box to a program that does not have the key of the house."""
    return Refusal("not_allowed_here", "Cards come from the box only where the server has the house key.")


def takes_cards(night: Night, document: Document) -> bool:
    """Whether a command takes cards out of a box."""
    game, kind = _addressed(night, document)
    action = game.actions.get(kind) if game and kind else None
    return kind in (TurnUp, DealCards) or bool(action and action.draws)


def drawn_from_box(night: Night, document: Document, keeper: BoxKeeper) -> Document:
    """The cards that a document leaves out and the box has; empty for a command that shows none.

    Raises :class:`Refusal`: ``odd_card`` for a document that names cards itself, and ``not_allowed_here`` for a box
    that was committed with another house key.
    """
    game, kind = _addressed(night, document)
    box = box_of(night, game) if game and game.is_on(night.tables[game.name]) else box_on(night)
    places: Places = {}
    if kind is TurnUp:
        places = NEXT_CARD
    else:
        action = game.actions.get(kind) if game and kind else None
        is_time = action and game and getattr(night.tables[game.name], "phase", None) in action.phases
        places = action.draws if action and is_time else places
    if not places or box is None:
        return {}
    if not places.keys().isdisjoint(document):
        raise Refusal("odd_card", "Tonight the cards come from the box. Draw them there.")
    secret = keeper.secret(night.id, box)
    if secret is None:
        raise Refusal(
            "not_allowed_here", "The box was committed with another house key. Void the deal and start again."
        )
    if box.left <= max(place for named in places.values() for place in ([named] if isinstance(named, int) else named)):
        return {}
    return cards_at(box, box.order(night.id, secret), places)


def boxes_before(night: Night, document: Document, keeper: BoxKeeper) -> Iterator[Document]:
    """The commands of boxes before a command: the order is fixed before the first card, and revealed at the close."""
    box = box_on(night) or waiting_box(night)
    if document.get("do") == CloseNight.do:
        for unrevealed in night.boxes:
            yield from _revealed(night, unrevealed, keeper)
    elif box and not box.closed and _takes_first_card(night, document, box):
        yield {"do": CloseWords.do}


def boxes_after(night: Night, keeper: BoxKeeper) -> Iterator[Document]:
    """The commands of boxes after a command: a box that is over is revealed, and the next is committed."""
    if not night.opened.box or night.closed:
        return
    for box in over_boxes(night):
        yield from _revealed(night, box, keeper)
    waiting = waiting_box(night)
    if box_on(night) is None and (waiting is None or keeper.secret(night.id, waiting) is None):
        commitment, nonce = keeper.commitment(night.id, len(night.boxes) + 1)
        yield {"do": CommitBox.do, "commitment": commitment, "nonce": nonce}


def _revealed(night: Night, box: Box, keeper: BoxKeeper) -> Iterator[Document]:
    secret = None if box.secret else keeper.secret(night.id, box)
    if secret:
        yield {"do": RevealBox.do, "box": box.number, "secret": secret}


def _addressed(night: Night, document: Document) -> tuple[Game | None, type[Command] | None]:
    kind = command_type(document.get("do"), night, document.get(GAME))
    return (night.game_of(kind) if kind else None), kind


def _takes_first_card(night: Night, document: Document, box: Box) -> bool:
    """Whether a command takes the first card of a box: it shows or deals some, or begins a round of dealt hands."""
    game, kind = _addressed(night, document)
    if not box.game:
        begins = game is not None and kind is not None and kind.do == game.starts and not night.game_on
        return begins and game is not None and game.hands is not no_hands
    return takes_cards(night, document)
