"""What a book of rules is made of: numbered rules, their cases, the laws, what each was taken from, and citing it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import field

from events.frozen import Frozen

_CITED = re.compile(
    r"\b[Rr]ule (?P<rule>\d+(?:\.\d+)?)(?: case (?P<case>\d+))?"
    r"|\b[Ll]aws? (?P<laws>\d+(?:(?:, \d+)* and \d+)?)"
)
_NUMBER = re.compile(r"\d+")


class Citation(Frozen, kw_only=False):
    """What is cited: a rule by its number, perhaps one of its cases, or else a law by its number."""

    rule: str = ""
    case: int | None = None
    law: int | None = None

    @property
    def anchor(self) -> str:
        """The name of the place on its page: ``rule-1.4``, ``rule-1.4-case-4``, ``law-8``."""
        if self.law:
            return f"law-{self.law}"
        return f"rule-{self.rule}-case-{self.case}" if self.case else f"rule-{self.rule}"


class Table(Frozen):
    """Columns under their heads; each row is as long as ``heads``."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Drawing(Frozen, kw_only=False):
    """Lines that keep their spaces, and what they show, in words."""

    lines: str
    shows: str


class Law(Frozen):
    """One of the ten laws: its short text, as a ruling cites it, and what it means here."""

    number: int
    title: str
    means: str


Block = str | Table | Drawing
"""A paragraph, or what stands between paragraphs."""


class Rule(Frozen):
    """One numbered rule.

    ``cases`` are numbered from 1 and cited by their number, ``laws`` by theirs. ``sources`` says what it was taken
    from, ``ours`` which of it no source says. ``settings`` are the house rules that decide something here, each with
    the case that it decides, or ``None``.
    """

    number: str
    title: str
    says: tuple[Block, ...]
    cases: tuple[str, ...] = ()
    after: tuple[Block, ...] = ()
    laws: tuple[Law, ...] = ()
    sources: tuple[str, ...] = ()
    ours: str = ""
    settings: Mapping[str, int | None] = field(default_factory=dict)

    @property
    def citations(self) -> Iterator[Citation]:
        """All that can be cited of it."""
        yield Citation(self.number)
        yield from (Citation(self.number, case) for case in range(1, len(self.cases) + 1))
        yield from (Citation(law=law.number) for law in self.laws)


class Rulebook(Frozen):
    """The rules of one game, or of the night's money: a page of its own called ``name``, its rules under ``number``."""

    name: str
    number: str
    title: str
    about: str
    rules: tuple[Rule, ...]

    @property
    def citations(self) -> Iterator[Citation]:
        """All that can be cited of it, the whole of it too."""
        yield Citation(self.number)
        for rule in self.rules:
            yield from rule.citations

    def deciding(self, setting: str) -> Citation | None:
        """The rule that a house rule decides something of; ``None`` where it is none of this book's."""
        return next(
            (Citation(rule.number, rule.settings[setting]) for rule in self.rules if setting in rule.settings), None
        )


def citations_in(sentence: str) -> Iterator[tuple[int, int, Citation]]:
    """What a sentence in English cites, in order: where the words of it begin and end, and the citation.

    >>> [(one.anchor) for _, _, one in citations_in("Rule 1.4 case 4, laws 1 and 8: a split")]
    ['rule-1.4-case-4', 'law-1', 'law-8']
    """
    for match in _CITED.finditer(sentence):
        if match["rule"]:
            case = int(match["case"]) if match["case"] else None
            yield match.start(), match.end(), Citation(match["rule"], case)
            continue
        # The word belongs to the first number: "law 8", "laws 1" and "8" are what is touched.
        start = match.start()
        for number in _NUMBER.finditer(sentence, match.start("laws"), match.end("laws")):
            yield (
                start if number.start() == match.start("laws") else number.start(),
                number.end(),
                Citation(law=int(number[0])),
            )
