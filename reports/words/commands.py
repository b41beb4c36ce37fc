"""What a command is called, what it asked for, and what one that waits to be sent would do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from dealer.commands.commands import HOUSE_COMMANDS, Amend, Command, Malformed, Own
from dealer.commands.phrases import printable
from dealer.commands.refusal import Refusal
from dealer.game.game import Game
from dealer.night.command_parsing import command_type, read_command
from dealer.night.night import Night
from reports.words.cards import cards_words
from reports.words.language import gettext as _
from reports.words.players import name_of
from reports.words.spoken import command_words, fact_words, say_of

_LONGEST = 60


def command_called(word: str) -> str:
    """A command by the word that the contract has for it; one that nobody knows goes by its word, in words."""
    kind = command_type(word)
    return kind_called(kind) if kind else word.replace("_", " ")


def kind_called(kind: type[Command]) -> str:
    """What a type of command is called."""
    return _(command_words(kind)[0].name)


def asked_for(now: Night, document: Mapping[str, Any], cards: Callable[[Iterable[str]], str] = cards_words) -> str:
    """One sentence about what a document asked of a night as it stood then, also where it does not read.

    ``cards`` says several cards: with signs for the suits, or written out.
    """
    try:
        command = read_command(document, now)
    except Refusal:
        return _("A command of no known word: “%(word)s”.", word=_cut(document.get("do")))
    if isinstance(command, Malformed):
        return _("“%(command)s”, but not so that it reads.", command=kind_called(command.asked))
    if isinstance(command, Amend) and command.instead is not None:
        return _("Put right: %(said)s", said=asked_for(now, command.instead))
    if isinstance(command, Own):
        return _(
            "%(name)s by themselves: %(said)s",
            name=name_of(now, command.player),
            said=_said(now, command.command, cards),
        )
    return _said(now, command, cards)


def _said(now: Night, command: Command, cards: Callable[[Iterable[str]], str]) -> str:
    words, game = command_words(type(command))
    said = fact_words(words.asked)[0].said if isinstance(words.asked, type) else words.asked
    return say_of(now, command, game, cards=cards).said(said)


def _cut(what: object) -> str:
    text = printable(str(what))
    return f"{text[:_LONGEST]}{'…' if len(text) > _LONGEST else ''}"


def waiting_words(games: Sequence[Game]) -> dict[str, str]:
    """The text of every command that a night of these games takes, by its word; the first game's of a shared one."""
    kinds = [*HOUSE_COMMANDS.values(), *(kind for game in reversed(games) for kind in game.commands)]
    return {kind.do: _waits(kind) for kind in kinds}


def _waits(kind: type[Command]) -> str:
    words, _ = command_words(kind)
    if words.waits:
        return words.waits
    plain, named = kind.do.replace("_", " "), frozenset(kind.__struct_fields__)
    if "bet" in named:
        return f"%(bet)s: {plain.replace(' bet', '')}"
    amount = " %(amount)s" if named & {"amount", "stake"} else ""
    if "player" in named:
        return f"%(name)s: {plain}{amount}"
    return f"{plain}{amount}" if amount else words.name[:1].lower() + words.name[1:]
