"""Sentences for commands, for disputes, and for the facts of a command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from dealer.commands.commands import HOUSE_COMMANDS, Amend, Command, Malformed, Own
from dealer.commands.refusal import Refusal, printable
from dealer.game.game import Game
from dealer.night.command_parsing import command_type, read_command
from dealer.night.evolve import night_before
from dealer.night.night import Night
from events.facts import night
from events.facts.fact import Fact
from events.facts.play import CardsShown, StakeSettled
from events.records import Recorded
from reports.words.formatting import cards_words, listed, name_of
from reports.words.game_words import Named, clauses, words_of
from reports.words.language import gettext as _
from reports.words.language import ngettext
from reports.words.night_words import STRUCK
from reports.words.spoken import command_words, fact_words, say_of, words_of_fact

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
        return _("A command of no known word: “%(word)s”.", word=_cut(document.get("do")))
    if isinstance(command, Malformed):
        return _("“%(command)s”, but not so that it reads.", command=kind_called(command.command_type))
    if isinstance(command, Amend) and command.instead is not None:
        return _("Put right: %(text)s", text=asked_for(now, command.instead))
    if isinstance(command, Own):
        return _(
            "%(name)s by themselves: %(text)s",
            name=name_of(now, command.player),
            text=_command_text(now, command.command, cards),
        )
    return _command_text(now, command, cards)


def _command_text(now: Night, command: Command, cards: Callable[[Iterable[str]], str]) -> str:
    words, game = command_words(type(command))
    template = fact_words(words.text)[0].text if isinstance(words.text, type) else words.text
    return say_of(now, command, game, cards=cards).render(template)


def _cut(what: object) -> str:
    text = printable(str(what))
    return f"{text[:_LONGEST]}{'…' if len(text) > _LONGEST else ''}"


def waiting_words(games: Sequence[Game]) -> dict[str, str]:
    """The texts of all commands of these games by command word; of a shared command the first game's text."""
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


PARTED = " · "
"""Separator of the parts of a receipt."""


def sentence(now: Night, facts: Sequence[Fact]) -> str:
    """One sentence for the facts of a command."""
    if not facts:
        return ""
    if isinstance(facts[0], night.CommandAmended):
        return _amended(now, facts[0], facts)
    text = said_of(now, telling(facts))
    for game in now.tables:
        text = words_of(game).together(now, facts, text)
    settled = sum(isinstance(fact, StakeSettled) for fact in facts)
    if settled and any(isinstance(fact, CardsShown) for fact in facts):
        how_many = ngettext("%(num)s bet settled", "%(num)s bets settled", settled)
        text = f"{clauses(text[:-1], how_many)}."
    return text


def telling(facts: Sequence[Fact]) -> Fact:
    """The fact that makes the sentence of a command."""
    if words_of_fact(facts[-1])[0].sums_up:
        return facts[-1]
    return next((fact for fact in facts if not words_of_fact(fact)[0].aside), facts[0])


def said_of(now: Night, fact: Fact) -> str:
    """One sentence for a fact in a night."""
    words, game = words_of_fact(fact)
    return say_of(now, fact, game).render(words.text)


def fact_sentence(before: Night, after: Night, fact: Fact) -> str:
    """One sentence for a single fact; a bet that it settles is named as it lay ``before`` it."""
    return said_of(before if isinstance(fact, StakeSettled) else after, fact)


def last_said(now: Night, facts: Sequence[Recorded]) -> str:
    """What the last command of a night did; a taking back names what it undid."""
    return undone(now, facts) or sentence(now, _made_by(facts[-1].command, facts))


def undone(now: Night, facts: Sequence[Recorded]) -> str:
    """What the last command took back; "" if it took back nothing."""
    last = facts[-1].fact
    if not isinstance(last, night.CommandVoided):
        return ""
    return taken_back_said(now, _made_by(last.command, facts))


def taken_back_said(now: Night, facts: Sequence[Fact]) -> str:
    """The facts of a command as taken back: ``Taken back: the J as winner.``; else the command's sentence."""
    named = [_named_when_taken_back(now, fact) for fact in facts]
    if not any(named[:1]):
        return _("Taken back: %(text)s", text=sentence(now, facts))
    return _("Taken back: %(cards)s.", cards=listed([card for card in named if card]))


def _named_when_taken_back(now: Night, fact: Fact) -> str:
    words, game = words_of_fact(fact)
    return say_of(now, fact, game)(words.taken_back) if words.taken_back else ""


def would_be_taken_back(now: Night, facts: Sequence[Recorded]) -> str:
    """What taking back would undo; "" if there is nothing to undo. ``facts`` are the effective facts."""
    if now.top is None:
        return ""
    if now.top.again is None:
        return sentence(now, _made_by(now.top.command, facts))
    right = next((frame.command for frame in now.course if frame.words_of == now.top.command), "")
    return _put_right(now, _made_by(right, facts))


def _amended(now: Night, amended: night.CommandAmended, facts: Sequence[Fact]) -> str:
    """A correction by what replaced the command: the first fact given again, unless the command was struck.

    Between the facts of the correction, which one may look back at, the replacement does not exist yet.
    """
    first, *later = [at for at, fact in enumerate(facts) if isinstance(fact, night.CommandGivenAgain)] or [len(facts)]
    put_right = [] if amended.struck else facts[first + 1 : later[0] if later else None]
    return _put_right(now, put_right) if put_right else said_of(now, amended)


def _put_right(now: Night, facts: Sequence[Fact]) -> str:
    """The sentence of a corrected command; without facts it was struck."""
    return _("Put right: %(text)s", text=sentence(now, facts)) if facts else _(STRUCK)


def last_acts(now: Night, facts: Sequence[Recorded], most: int) -> tuple[str, ...]:
    """The sentences of the last effective commands, newest first; ``facts`` are the night's effective facts."""
    if now.top is None:
        return ()
    sentences = [would_be_taken_back(now, facts)]
    then = now.top.again or night_before(now.top)
    for frame in islice(then.course, most - 1):
        sentences.append(sentence(then, _made_by(frame.command, facts)))
        then = night_before(frame)
    return tuple(sentences)


def _made_by(command: str, facts: Sequence[Recorded]) -> list[Fact]:
    """The facts of a command, which are contiguous, searched from the end."""
    own: list[Fact] = []
    for recorded in reversed(facts):
        if recorded.command == command:
            own.append(recorded.fact)
        elif own:
            break
    return own[::-1]


def receipt_of(now: Night, fact: Fact, named: Mapping[str, Named]) -> str:
    """The receipt line of a fact; ``named`` are the totals of the night that it may name."""
    words, game = words_of_fact(fact)
    say = say_of(now, fact, game, named)
    if not isinstance(words.receipt, str):
        return say.render(words.receipt)
    return PARTED.join(filter(None, map(say, words.receipt.split(PARTED))))
