"""The dealing box on the dealer's tablet: its keys draw cards as a dealer draws them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from dealer.commands.commands import DealCards, TurnUp
from dealer.game.game import Game
from dealer.night.boxes import box_on, waiting_box
from dealer.night.night import Night
from events.frozen import Frozen
from reports.words.formatting import name_of
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.sentences import kind_called

SHOWN_DIGITS = 16
"""So many digits of a commitment are enough to tell it from others on a screen."""


class BoxKey(Frozen):
    """A key that takes cards out of a box: its id and its words, and the document of its command as JSON."""

    id: str
    words: str
    command: str


class BoxView(Frozen):
    """A box on the tablet: where it stands, and the keys for its cards; ``more`` are rarer."""

    standing: str
    draws: tuple[BoxKey, ...] = ()
    more: tuple[BoxKey, ...] = ()


def box_view(night: Night) -> BoxView | None:
    """The box of the round that is on, or of the next one; ``None`` where the cards come from a pack."""
    box = box_on(night) or waiting_box(night)
    if night.closed or box is None:
        return None
    game = night.game_on
    words = ngettext("words of %(num)s player", "words of %(num)s players", len(box.words)) if box.words else ""
    left = ngettext("%(num)s card left", "%(num)s cards left", box.left) if box.game else ""
    parts = (_("Box %(box)s", box=box.number), f"{box.commitment[:SHOWN_DIGITS]}…", words, left)
    standing = " · ".join(filter(None, parts))
    if game is None:
        return BoxView(standing=standing)
    return BoxView(standing=standing, draws=tuple(_draws(night, game)), more=tuple(_deals(night, game, box.left)))


def _draws(night: Night, game: Game) -> Iterator[BoxKey]:
    """A key for each command of the game that shows cards now."""
    phase = getattr(night.tables[game.name], "phase", None)
    for kind, action in game.actions.items():
        if action.draws and phase in action.phases:
            yield _key(f"draw-{kind.do}", kind_called(kind), night.addressed(game, {"do": kind.do}))


def _deals(night: Night, game: Game, left: int) -> Iterator[BoxKey]:
    """The keys that deal single cards, in games that are not dealt by their own commands alone."""
    if not left or any(action.draws for action in game.actions.values()):
        return
    yield _key("deal-up", _("Turn a card up"), {"do": TurnUp.do})
    for player in getattr(night.tables[game.name], "players", ()):
        words = _("A card to %(name)s", name=name_of(night, player))
        yield _key(f"deal-{player}", words, {"do": DealCards.do, "player": player})


def _key(ident: str, words: str, document: dict[str, Any]) -> BoxKey:
    return BoxKey(id=ident, words=words, command=json.dumps(document, separators=(",", ":")))
