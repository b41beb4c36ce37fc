"""The words of a game: one record in which everything has a default. What every night has in common says it alike."""

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
from events.facts.fact import Fact
from events.facts.night import Setting
from events.frozen import Frozen
from reports.words.formatting import NOTHING, brief, card_words, cards_words, name_of
from reports.words.language import gettext as _
from reports.words.language import ngettext

_READER = Reader(translated=_, counted=ngettext, amount=brief, card=card_words)


def phrase_text(phrase: Phrase) -> str:
    """A phrase of the dealer's."""
    return phrase.said(_READER)


def refusal_said(refusal: Refusal, names: Mapping[str, str]) -> str:
    """The sentence of a refusal, with players called as in ``names``, by seat key."""
    return refusal.said(replace(_READER, names=names))


def clauses(*parts: str) -> str:
    """Clauses that follow one another in a sentence; what says nothing is left out.

    >>> clauses("it stands", "", "no money moved")
    'it stands; no money moved'
    """
    text, *more = filter(None, parts)
    for part in more:
        text = _("%(clause)s; %(next)s", clause=text, next=part)
    return text


def under(rule: str, why: str) -> str:
    """A rule of the rulebook with what it says of a case."""
    return _("Rule %(rule)s: %(why)s", rule=rule, why=why)


Template: TypeAlias = Union[str, "Callable[[Say, Any], str]"]
"""A text, filled with the fields of what it is about; or a function that says it."""


Named: TypeAlias = "Callable[[Say, Any], str]"
"""What stands for a placeholder."""


_PLAYERS = ("player", "lender", "borrower", "dealer", "winner", "claimant", "to")


_PLACEHOLDER = re.compile(r"%\((\w+)\)s")


class Say(Frozen, kw_only=False):
    """Says texts about one fact or command, ``about``, of a night as it stands ``now``.

    A placeholder ``%(card)s`` is filled by what ``named`` says of ``card``, else by the field of that name: a player
    by name, the amount of a field ``card_cents``, everything else as it is. ``cards`` writes several cards: with signs
    for the suits, or in words.
    """

    now: Night
    about: Any
    named: Mapping[str, Named]
    cards: Callable[[Iterable[str]], str] = cards_words

    def __call__(self, text: str, **filled: object) -> str:
        """A text; ``filled`` are placeholders that are no fields."""
        return _(text, **self._filled(text, filled))

    def ngettext(self, singular: str, plural: str, num: int, **filled: object) -> str:
        """A text with a number in it, which is ``%(num)s``."""
        return ngettext(singular, plural, num, **self._filled(plural, {"num": num, **filled}, but="num"))

    def render(self, template: Template) -> str:
        """Fill a text, or call the function that makes it."""
        return self(template) if isinstance(template, str) else template(self, self.about)

    def value(self, name: str) -> str:
        """What stands for a placeholder."""
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


class FactWords(Frozen, kw_only=False):
    """What one type of fact says.

    ``text`` is its sentence, and ``taken_back`` what is named of it once it is taken back, where that is not the whole
    sentence. ``receipt`` is its line among the receipts, in parts with `` · `` between them; a fact without one has no
    receipt. Of a command with several facts the first says what it was: but for those that are ``aside`` and prepare
    it, and unless the last one ``sums_up`` what the others brought about.
    """

    text: Template
    taken_back: str = ""
    receipt: Template = ""
    aside: bool = False
    sums_up: bool = False


class CommandWords(Frozen, kw_only=False):
    """What one type of command is called, and the sentence of what it asked for, or the fact whose sentence that is.

    ``waits`` says it shortly for the list of touches that wait to be sent; the tablet's script fills it in.
    """

    name: str
    text: Template | type[Fact]
    waits: str = ""


class RoundWords(Frozen):
    """What a game's rounds are called: ``kind`` in addresses and names of files, the others in words for people.

    No two games have the same ``kind``: a night may be of both. A text may have a place for the title of the ``game``,
    and for the number of the ``match`` that a round is of.

    ``own_page`` is how a player's settlement calls the page that has their night.
    """

    kind: str = "round"
    title: str = marked("round %(number)s")
    over: str = marked("after round %(number)s")
    turn: str = marked("turn %(turn)s of round %(number)s")
    laid_in: str = marked("%(bet)s, laid in round %(number)s")
    own_page: str = marked("Your night,<br>round by round")


Names: TypeAlias = Mapping[str, str]
"""What the players are called, by seat key."""


class Difference(Frozen):
    """One thing that differs between two courses of a night: what it is, where, and how it is in both."""

    what: str
    values: Both[str]
    where: str = ""


def _as_it_is(key: Any, both: Both[Any], names: Names) -> Iterable[Difference]:
    yield Difference(what=str(key), values=both.each(lambda value: NOTHING if value is None else str(value)))


class DifferenceWords(Frozen):
    """How what differs of one group of a game's things is said, thing by thing: ``lines`` gets its key and both.

    ``title`` heads their table and ``first`` its first column; without a title they stand among what else differs.
    """

    title: str = ""
    first: str = ""
    lines: Callable[[Any, Both[Any], Names], Iterable[Difference]] = _as_it_is


class Position(Frozen):
    """Where the play of a game stands: the ``number`` of its round, 0 before the first, and whether that ``is_on``.

    ``turn`` is the number of the turn that the play is in or before, 0 for none; ``within`` says where in the round.
    ``dealer`` is the seat key of the player who dealt the round, in games in which the players deal.
    """

    number: int
    is_on: bool
    turn: int = 0
    within: str = ""
    dealer: str = ""


class SettingWords(Frozen):
    """What a game's house rules are called, in words that are translated.

    ``names`` are those of the settings, ``choices`` of what each may be, ``presets`` of the houses. What is not set is
    said as in ``unset``; ``chips`` are the settings in chips, and ``item`` says one thing of a setting that lists
    several.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping[str, Mapping[Setting, str]] = field(default_factory=dict)
    presets: Mapping[str, str] = field(default_factory=dict)
    unset: Mapping[str, str] = field(default_factory=dict)
    chips: frozenset[str] = frozenset()
    item: Callable[[str], str] = str


class GameWords(Frozen):
    """A game's own words. What it does not say is made of the fields of its facts and commands.

    ``facts`` and ``commands`` say what was done and what was asked, by type. ``named`` says what stands for a
    placeholder in these texts, where that is not a field as it is. ``together`` makes the sentence of a command with
    several facts of the sentence of the one that says what it was.

    ``round`` has the words for its rounds, ``position`` says where the play stands at its table, and ``in_match`` gives
    the match of a round of the night (0 where there are none), and its number there. ``earlier_round`` is the number of
    the last round before that had a turn of a number, 0 for none. ``bet`` is what the bet of a key is called, at the
    beginning of a sentence or within one; "" for none that it has had. ``results`` are the words for what came of a
    stake, by the result of its row. Between two courses of a night ``settled`` says such a row with its amount, by its
    result too, and ``differences`` what differs of the game's things, by their group.

    ``arguments`` are the labels of its commands' arguments on a form, where these are not their names, and ``settings``
    the words of its house rules.
    """

    facts: Mapping[type[Fact], FactWords] = field(default_factory=dict)
    commands: Mapping[type[Command], CommandWords] = field(default_factory=dict)
    named: Mapping[str, Named] = field(default_factory=dict)
    together: Callable[[Night, Sequence[Fact], str], str] = lambda now, facts, text: text
    round: RoundWords = RoundWords()
    position: Callable[[Any], Position] | None = None
    in_match: Callable[[Any, int], tuple[int, int]] = lambda table, number: (0, number)
    earlier_round: Callable[[Any, int], int] = lambda table, turn: 0
    bet: Callable[[Night, str, bool], str] = lambda now, key, within: ""
    results: Mapping[str, str] = field(default_factory=dict)
    settings: SettingWords = SettingWords()
    settled: Mapping[str, Callable[[Settled, Names], str]] = field(default_factory=dict)
    differences: Mapping[str, DifferenceWords] = field(default_factory=dict)
    arguments: Mapping[str, str] = field(default_factory=dict)


WORDS: dict[str, GameWords] = {}
"""The words of every game by its name; :func:`reports.game_papers.register` fills it."""


def words_of(game: str) -> GameWords:
    """The words of a game by its name; the default ones for a game without its own."""
    return WORDS.get(game) or GameWords()
