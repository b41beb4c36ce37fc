"""Sentences for commands, for disputes, and for the events of a command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dealer.commands.commands import HOUSE_COMMANDS, Amend, Command, InvalidCommand, Own
from dealer.commands.refusal import Refusal, printable
from dealer.game.game import Game
from dealer.night.command_parsing import command_type, read_command
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.common import night
from events.common.box import ByProgram
from events.common.event import Event
from events.common.play import CardsShown, StakeLaid, StakeSettled
from events.records import Recorded
from reports.words.formatting import cards_words, listed, name_of
from reports.words.game_words import Named, clauses, words_of
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.night_words import STRUCK
from reports.words.spoken import command_words, event_words, say_of, words_of_event

_LONGEST = 60


def command_called(word: str) -> str:
    """The name of a command by its word in the contract; an unknown word is printed as words."""
    kind = command_type(word)
    return kind_called(kind) if kind else word.replace("_", " ")


def kind_called(kind: type[Command]) -> str:
    """The name of a type of command."""
    return _(command_words(kind)[0].name)


def asked_for(now: Night, document: Mapping[str, Any], cards: Callable[[Iterable[str]], str] = cards_words) -> str:
    """A sentence for a command document in the night's state ``now``, even if the document is not valid.

    ``cards`` formats several cards: with suit symbols, or in words.
    """
    try:
        command = read_command(document, now)
    except Refusal:
        return _("An unknown command: “%(word)s”.", word=_cut(document.get("do")))
    if isinstance(command, InvalidCommand):
        return _("“%(command)s”, but with invalid arguments.", command=kind_called(command.command_type))
    if isinstance(command, Amend) and command.instead is not None:
        return _("Corrected: %(text)s", text=asked_for(now, command.instead))
    if isinstance(command, Own):
        return _(
            "%(name)s, on their phone: %(text)s",
            name=name_of(now, command.player),
            text=_command_text(now, command.command, cards),
        )
    return _command_text(now, command, cards)


def _command_text(now: Night, command: Command, cards: Callable[[Iterable[str]], str]) -> str:
    words, game = command_words(type(command))
    template = event_words(words.text)[0].text if isinstance(words.text, type) else words.text
    return say_of(now, command, game, cards=cards).render(template)


def _cut(what: object) -> str:
    text = printable(str(what))
    return f"{text[:_LONGEST]}{'…' if len(text) > _LONGEST else ''}"


def waiting_words(games: Sequence[Game]) -> dict[str, str]:
    """The texts of all commands of these games by command word; of a shared command the first game's text."""
    kinds = [*HOUSE_COMMANDS.values(), *(kind for game in reversed(games) for kind in game.commands)]
    spoken = {kind.do: command_words(kind)[0] for kind in kinds}
    return {do: _(words.waits or words.name) for do, words in spoken.items()}


PARTED = " · "
"""Separator of the parts of a receipt."""


def sentence(now: Night, events: Sequence[Event]) -> str:
    """One sentence for the events of a command."""
    if not events:
        return ""
    if isinstance(events[0], night.CommandAmended):
        return _amended(now, events[0], events)
    text = sentence_of(now, telling(events))
    if (
        len(events) > 1
        and isinstance(events[1], StakeLaid)
        and isinstance(events[0], night.ChecksBought | night.MarkerIssued)
    ):
        text = f"{clauses(sentence_of(now, events[1])[:-1], text[:-1])}."
    for game in now.tables:
        text = words_of(game).together(now, events, text)
    settled = sum(isinstance(event, StakeSettled) for event in events)
    if settled and any(isinstance(event, CardsShown) for event in events):
        how_many = ngettext("%(num)s bet settled", "%(num)s bets settled", settled)
        text = f"{clauses(text[:-1], how_many)}."
    return text


def telling(events: Sequence[Event]) -> Event:
    """The event that makes the sentence of a command."""
    if words_of_event(events[-1])[0].sums_up:
        return events[-1]
    return next((event for event in events if not words_of_event(event)[0].aside), events[0])


def sentence_of(now: Night, event: Event, cards: Callable[[Iterable[str]], str] = cards_words) -> str:
    """One sentence for an event in a night; ``cards`` formats several cards."""
    words, game = words_of_event(event)
    return say_of(now, event, game, cards=cards).render(words.text)


def event_sentence(before: Night, after: Night, event: Event) -> str:
    """One sentence for a single event; a bet that it settles is named as it lay ``before`` it."""
    return sentence_of(before if isinstance(event, StakeSettled) else after, event)


def last_sentence_of(now: Night, events: Sequence[Recorded]) -> str:
    """What the last command of a night did; a taking back names what it undid."""
    return undone(now, events) or sentence(now, _made_by(_last_act(events).command, events))


def _last_act(events: Sequence[Recorded]) -> Recorded:
    """The last event that somebody gave a command for."""
    return next((recorded for recorded in reversed(events) if not isinstance(recorded.event, ByProgram)), events[-1])


def undone(now: Night, events: Sequence[Recorded]) -> str:
    """What the last command took back; "" if it took back nothing."""
    last = _last_act(events).event
    if not isinstance(last, night.CommandVoided):
        return ""
    return taken_back_text(now, _made_by(last.command, events))


def taken_back_text(now: Night, events: Sequence[Event]) -> str:
    """The events of a command as taken back: ``Taken back: the J as winner.``; else the command's sentence."""
    named = [_named_when_taken_back(now, event) for event in events]
    if not any(named[:1]):
        return _("Taken back: %(text)s", text=sentence(now, events))
    return _("Taken back: %(cards)s.", cards=listed([card for card in named if card]))


def _named_when_taken_back(now: Night, event: Event) -> str:
    words, game = words_of_event(event)
    return say_of(now, event, game)(words.taken_back) if words.taken_back else ""


def would_be_taken_back(now: Night, events: Sequence[Recorded]) -> str:
    """What taking back would undo; "" if there is nothing to undo. ``events`` are the effective events."""
    top = now.last_voidable
    if top is None:
        return ""
    if top.replayed is None:
        return sentence(now, _made_by(top.command, events))
    right = next((frame.command for frame in now.frames if frame.words_of == top.command), "")
    return _put_right(now, _made_by(right, events))


def _amended(now: Night, amended: night.CommandAmended, events: Sequence[Event]) -> str:
    """A correction by what replaced the command: the first event given again, unless the command was struck.

    Between the events of the correction, which one may look back at, the replacement does not exist yet.
    """
    first, *later = [at for at, event in enumerate(events) if isinstance(event, night.CommandGivenAgain)] or [
        len(events)
    ]
    put_right = [] if amended.struck else events[first + 1 : later[0] if later else None]
    return _put_right(now, put_right) if put_right else sentence_of(now, amended)


def _put_right(now: Night, events: Sequence[Event]) -> str:
    """The sentence of a corrected command; without events it was struck."""
    return _("Corrected: %(text)s", text=sentence(now, events)) if events else _(STRUCK)


def last_acts(now: Night, events: Sequence[Recorded], most: int) -> tuple[str, ...]:
    """The sentences of the last effective commands: first what taking back would undo, then the others, newest first.

    ``events`` are the night's effective events.
    """
    if now.top is None:
        return ()
    undone, sentences, then = now.last_voidable, [would_be_taken_back(now, events)], now
    while len(sentences) < most and then.top:
        frame = then.top
        is_undone = undone is not None and frame.command == undone.command
        if not is_undone and not (frame.events and isinstance(frame.events[0], ByProgram)):
            sentences.append(sentence(then, _made_by(frame.command, events)))
        then = (frame.replayed if is_undone else None) or night_before(frame)
    return tuple(sentences)


def _made_by(command: str, events: Sequence[Recorded]) -> list[Event]:
    """The events of a command, which are contiguous, searched from the end."""
    own: list[Event] = []
    for recorded in reversed(events):
        if recorded.command == command:
            own.append(recorded.event)
        elif own:
            break
    return own[::-1]


def receipt_of(now: Night, event: Event, named: Mapping[str, Named]) -> str:
    """The receipt line of an event; ``named`` are the totals of the night that it may name."""
    words, game = words_of_event(event)
    say = say_of(now, event, game, named)
    if not isinstance(words.receipt, str):
        return say.render(words.receipt)
    return PARTED.join(filter(None, say(words.receipt).split(PARTED)))
