"""The words of a game: one record in which every field has a default."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, Union

from msgspec import field
from msgspec.structs import replace

from dealer.commands.commands import Command
from dealer.commands.refusal import Phrase, Reader, Refusal, marked
from dealer.night.night import Night
from dealer.night_differences import Both, Settled
from dealer.verification.inspection import Finding
from events.common.event import Event
from events.frozen import Frozen
from reports.words.formatting import NOTHING, brief, card_words, cards_words, name_of
from reports.words.language import decimal_sign, ngettext
from reports.words.language import gettext as _

_READER = Reader(
    translated=_,
    counted=ngettext,
    amount=brief,
    card=card_words,
    decimals=lambda text: text.replace(".", decimal_sign()),
)


def phrase_text(phrase: Phrase, names: Mapping[str, str] | None = None) -> str:
    """A phrase of the dealer floor in the language in force; ``names`` are those of players in it, by seat key."""
    return phrase.render(replace(_READER, names=names) if names else _READER)


def refusal_text(refusal: Refusal, names: Mapping[str, str]) -> str:
    """The sentence of a refusal; ``names`` are the players' names by seat key."""
    return refusal.render(replace(_READER, names=names))


def finding_text(finding: Finding) -> str:
    """What a verification found wrong, and where."""
    named = {"check": _(finding.check), "problem": phrase_text(finding.problem)}
    if finding.place is None:
        return _("%(check)s: %(problem)s", **named)
    return _("%(check)s: %(place)s: %(problem)s", place=phrase_text(finding.place), **named)


def clauses(*parts: str) -> str:
    """Join clauses with semicolons and skip empty ones.

    >>> clauses("it stands", "", "no money moved")
    'it stands; no money moved'
    """
    text, *more = filter(None, parts)
    for part in more:
        text = _("%(clause)s; %(next)s", clause=text, next=part)
    return text


def under(rule: str, why: str) -> str:
    """A rule of the rulebook with its reason."""
    return _("Rule %(rule)s: %(why)s", rule=rule, why=why)


Template: TypeAlias = Union[str, "Callable[[Say, Any], str]"]
"""A text whose placeholders are fields of the event or command, or a function that makes the text."""


Named: TypeAlias = "Callable[[Say, Any], str]"
"""Makes the value of a placeholder."""


_PLAYERS = ("player", "lender", "borrower", "dealer", "winner", "claimant", "to")


_PLACEHOLDER = re.compile(r"%\((\w+)\)s")


class Say(Frozen, kw_only=False):
    """Renders texts about an event or command (``about``) in the night's state ``now``.

    The value of a placeholder ``%(card)s`` comes from ``named``, else from the field of that name: player names for
    seat keys, the amount of a field ``card_cents``, anything else as it is. ``cards`` formats several cards: with suit
    symbols, or in words.
    """

    now: Night
    about: Any
    named: Mapping[str, Named]
    cards: Callable[[Iterable[str]], str] = cards_words

    def __call__(self, text: str, **filled: object) -> str:
        """Render a text. ``filled`` gives the placeholders that are not fields."""
        return _(text, **self._filled(text, filled))

    def ngettext(self, singular: str, plural: str, num: int, **filled: object) -> str:
        """Render a text with a number, ``%(num)s``, in singular or plural."""
        return ngettext(singular, plural, num, **self._filled(plural, {"num": num, **filled}, but="num"))

    def render(self, template: Template) -> str:
        """Render a text, or call the function that makes it."""
        return self(template) if isinstance(template, str) else template(self, self.about)

    def value(self, name: str) -> str:
        """The value of a placeholder."""
        named = self.named.get(name)
        if named:
            return named(self, self.about)
        if not hasattr(self.about, name):
            return brief(getattr(self.about, f"{name}_cents"))
        value = getattr(self.about, name)
        return name_of(self.now, value) if name in _PLAYERS else str(value)

    def _filled(self, text: str, given: Mapping[str, object], but: str = "") -> dict[str, object]:
        names = dict.fromkeys(_PLACEHOLDER.findall(text))
        return {name: given[name] if name in given else self.value(name) for name in names if name != but}


class EventWords(Frozen, kw_only=False):
    """The words of one type of event.

    ``text`` is its sentence. ``taken_back`` is what to name when it is taken back, if that is not the whole sentence.
    ``receipt`` is its line on the list of receipts, in parts separated by `` · ``; without one it has no receipt. The
    first event of a command makes the command's sentence. Events that only prepare it are ``aside``; a last event that
    ``sums_up`` takes precedence.
    """

    text: Template
    taken_back: str = ""
    receipt: Template = ""
    aside: bool = False
    sums_up: bool = False


class CommandWords(Frozen, kw_only=False):
    """The words of one type of command: its name, and its sentence or the event that has the same sentence.

    ``waits`` is its short form in the list of touches that are still to be sent, if that is not the name; the tablet's
    script fills it in.
    """

    name: str
    text: Template | type[Event]
    waits: str = ""


class RoundWords(Frozen):
    """What a game's rounds are called: ``kind`` in addresses and file names, the rest in texts.

    Each game has its own ``kind``, since a night may have several games. The texts may have placeholders for the title
    of the ``game`` and for the number of the ``match``.

    ``own_page`` is the label of the player's page on their settlement. ``counted`` is what summaries of rounds count in
    the events of a round: the head of its column, the words for a number of them, and the number that an event adds.
    """

    kind: str = "round"
    title: str = marked("round %(number)s")
    over: str = marked("after round %(number)s")
    turn: str = marked("turn %(turn)s of round %(number)s")
    laid_in: str = marked("%(bet)s, laid in round %(number)s")
    own_page: str = marked("Your night,<br>round by round")
    counted: tuple[tuple[str, Callable[[int], str], Callable[[Event], int]], ...] = ()


Names: TypeAlias = Mapping[str, str]
"""Player names by seat key."""


class Difference(Frozen):
    """One difference between the book and an alternative night: what differs, where, and its value in both."""

    what: str
    values: Both[str]
    where: str = ""


def _as_it_is(key: Any, both: Both[Any], names: Names) -> Iterable[Difference]:
    yield Difference(what=str(key), values=both.each(lambda value: NOTHING if value is None else str(value)))


class DifferenceWords(Frozen):
    """How the differences in one group are listed: ``lines`` gets the key and both values.

    ``title`` is the heading of their table and ``first`` that of its first column. Without a title they are listed with
    the other differences.
    """

    title: str = ""
    first: str = ""
    lines: Callable[[Any, Both[Any], Names], Iterable[Difference]] = _as_it_is


class Position(Frozen):
    """Where the play of a game stands: the ``number`` of its round, 0 before the first, and whether that ``is_on``.

    ``turn`` is the number of the current or next turn, 0 for none; ``within`` is the place in the round in words.
    ``dealer`` is the seat key of the player who dealt the round, in games where the players deal.
    """

    number: int
    is_on: bool
    turn: int = 0
    within: str = ""
    dealer: str = ""


class GameWords(Frozen):
    """The words of a game. Events and commands without words of their own are described by their fields.

    ``events`` and ``commands`` have the texts by type. ``named`` makes placeholders that are not plain fields.
    ``together`` turns the sentence of the leading event into the sentence of a command with several events.

    ``round`` names its rounds, ``position`` says where the play stands at its table, and ``in_match`` gives the match
    of a round of the night (0 if there are none) and the round's number in it. ``earlier_round`` is the number of the
    last earlier round that had a turn of that number, 0 for none. ``bet`` names a bet by its key, at the beginning or
    in the middle of a sentence; "" if there was no such bet. ``results`` words the result of a stake by the result in
    its row. ``settled`` words a whole row by its result, and ``differences`` the differences between two nights by
    group.

    ``arguments`` are the labels of command arguments on forms where they differ from the names. ``choices`` make the
    words for a value of an argument.
    """

    events: Mapping[type[Event], EventWords] = field(default_factory=dict)
    commands: Mapping[type[Command], CommandWords] = field(default_factory=dict)
    named: Mapping[str, Named] = field(default_factory=dict)
    together: Callable[[Night, Sequence[Event], str], str] = lambda now, events, text: text
    round: RoundWords = RoundWords()
    position: Callable[[Any], Position] | None = None
    in_match: Callable[[Any, int], tuple[int, int]] = lambda table, number: (0, number)
    earlier_round: Callable[[Any, int], int] = lambda table, turn: 0
    bet: Callable[[Night, str, bool], str] = lambda now, key, within: ""
    results: Mapping[str, str] = field(default_factory=dict)
    settled: Mapping[str, Callable[[Settled, Names], str]] = field(default_factory=dict)
    differences: Mapping[str, DifferenceWords] = field(default_factory=dict)
    arguments: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, Callable[[str], str]] = field(default_factory=dict)


WORDS: dict[str, GameWords] = {}
"""The words of every game by its name; filled by :func:`reports.game_papers.register`."""


def words_of(game: str) -> GameWords:
    """The words of a game by its name; defaults for a game without its own."""
    assert WORDS, "no games are registered: import reports.games"
    return WORDS.get(game) or GameWords()
