"""Puts an event or a command into words: the words of the night, or of its game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from types import MappingProxyType
from typing import Any, get_type_hints

from dealer.commands.commands import Command
from dealer.commands.fields import CARD, Cents
from dealer.games import GAMES
from dealer.night.night import Night
from events.common.event import Event
from events.common.play import RoundBegun
from events.frozen import Frozen
from events.games import game_of
from reports.words.formatting import brief, card_words, cards_words, listed, name_of
from reports.words.game_words import CommandWords, EventWords, GameWords, Named, Say, words_of
from reports.words.language import gettext as _
from reports.words.naming import bet_of, tender_of
from reports.words.night_words import NIGHT

_AMOUNTS = ("amount_cents", "amount", "paid_cents", "taken_cents", "stake_cents", "stake")


def _name(say: Say, action: Any) -> str:
    if hasattr(action, "name"):
        return str(action.name)
    return name_of(say.now, action.player if hasattr(action, "player") else action.dealer)


def _amount(say: Say, action: Any) -> str:
    return brief(next(getattr(action, name) for name in _AMOUNTS if hasattr(action, name)))


_NAMED: dict[str, Named] = {
    "amount": _amount,
    "bet": lambda say, action: bet_of(say.now, action.bet),
    "card": lambda say, action: card_words(action.card),
    "cards": lambda say, action: say.cards(action.cards),
    "name": _name,
    "reason": lambda say, action: action.reason.rstrip("."),
    "tender": lambda say, action: tender_of(action.tender),
}
"""The placeholders of every game."""


def say_of(
    now: Night,
    about: Event | Command,
    words: GameWords,
    named: Mapping[str, Named] = MappingProxyType({}),
    cards: Callable[[Iterable[str]], str] = cards_words,
) -> Say:
    """A :class:`Say` for an event or a command in a game's words; ``named`` adds placeholders."""
    return Say(now, about, {**_NAMED, **NIGHT.named, **words.named, **named}, cards)


def event_words(kind: type[Event], game: str = "") -> tuple[EventWords, GameWords]:
    """The words of a type of event and the words that they belong to; those of ``game`` come first."""
    for words in chain(map(words_of, filter(None, (game,))), _all_words()):
        if own := words.events.get(kind):
            return own, words
    begins = issubclass(kind, RoundBegun)
    return EventWords(
        _plainly, receipt=(lambda say, event: _plainly(say, event)[:-1]) if begins else "", aside=begins
    ), GameWords()


def words_of_event(event: Event) -> tuple[EventWords, GameWords]:
    """The words of an event, and the words that they belong to."""
    return event_words(type(event), game_of(event))


def command_words(kind: type[Command]) -> tuple[CommandWords, GameWords]:
    """The words of a type of command, and the words that they belong to."""
    for words in _all_words():
        if own := words.commands.get(kind):
            return own, words
    return CommandWords(kind.do.replace("_", " ").capitalize(), _plainly), GameWords()


def _all_words() -> Iterator[GameWords]:
    yield NIGHT
    yield from map(words_of, GAMES)


def _plainly(say: Say, action: Event | Command) -> str:
    """The fields of an event or command as text: ``Side backed: Ada Lamb, bet 2-red, $5, side high``."""
    texts = [text for name in _in_order(action) if (text := _field_text(say.now, action, name))]
    return f"{': '.join(filter(None, (_called(action), ', '.join(texts))))}."


def _in_order(record: Any) -> list[str]:
    """The names of all fields but ``moves``, the player first."""
    names = [name for name in record.__struct_fields__ if name != "moves"]
    return sorted(names, key=lambda name: name != "player")


def _called(action: Event | Command) -> str:
    words = (
        action.do.replace("_", " ")
        if isinstance(action, Command)
        else re.sub(r"(?<!^)(?=[A-Z])", " ", type(action).__name__)
    )
    return _(words.capitalize())


def _field_text(now: Night, record: Any, name: str) -> str:
    value = getattr(record, name)
    if isinstance(value, bool):
        return _(name.replace("_", " ")) if value else ""
    if value is None or value == ():
        return ""
    is_amount = name.endswith("_cents") or _hints(record.__class__)[name] == Cents
    text = brief(value) if is_amount else _value_text(now, value)
    label = name.removesuffix("_cents").replace("_", " ")
    return text if name in _UNLABELLED else f"{_(label)} {text}"


@cache
def _hints(record: type[Any]) -> dict[str, Any]:
    """The types of a record's fields; cached, since resolving them is slow."""
    return get_type_hints(record, include_extras=True)


_UNLABELLED = ("player", "stake", "stake_cents", "amount", "amount_cents", "card", "cards")


def _value_text(now: Night, value: object) -> str:
    if isinstance(value, tuple):
        return listed([_value_text(now, item) for item in value])
    if isinstance(value, Frozen):
        return " ".join(filter(None, (_field_text(now, value, name) for name in value.__struct_fields__)))
    if isinstance(value, str) and value in now.seats:
        return name_of(now, value)
    return card_words(value) if isinstance(value, str) and CARD.fullmatch(value) else str(value)
