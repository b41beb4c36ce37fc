"""The parts of a rulebook: numbered rules, cases, laws and sources; and citations in sentences."""

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
    """A citation: a rule by its number, optionally one of its cases, or a law by its number."""

    rule: str = ""
    case: int | None = None
    law: int | None = None

    @property
    def anchor(self) -> str:
        """The anchor on its page: ``rule-1.4``, ``rule-1.4-case-4``, ``law-8``."""
        if self.law:
            return f"law-{self.law}"
        return f"rule-{self.rule}-case-{self.case}" if self.case else f"rule-{self.rule}"


class Table(Frozen):
    """A table with headings; each row is as long as ``heads``."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Drawing(Frozen, kw_only=False):
    """Preformatted lines, with a description in words."""

    lines: str
    shows: str


class Law(Frozen):
    """One of the ten laws: its short text, as rulings cite it, and its meaning here."""

    number: int
    title: str
    means: str


Block = str | Table | Drawing
"""A paragraph, a table or a drawing."""


class Rule(Frozen):
    """One numbered rule.

    ``cases`` are numbered from 1, ``laws`` have their own numbers. ``sources`` names the sources of the rule, ``ours``
    what no source says. ``settings`` are the house rules that decide part of it, each with the case it decides, or
    ``None``.
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
        """Everything in it that can be cited."""
        yield Citation(self.number)
        yield from (Citation(self.number, case) for case in range(1, len(self.cases) + 1))
        yield from (Citation(law=law.number) for law in self.laws)


class Rulebook(Frozen):
    """The rules of one game, or of the night's money: a page with this ``name``, and rules under this ``number``."""

    name: str
    number: str
    title: str
    about: str
    rules: tuple[Rule, ...]

    @property
    def citations(self) -> Iterator[Citation]:
        """Everything in it that can be cited, and the book itself."""
        yield Citation(self.number)
        for rule in self.rules:
            yield from rule.citations

    def deciding(self, setting: str) -> Citation | None:
        """The rule or case that a house rule decides; ``None`` if it decides nothing in this book."""
        return next(
            (Citation(rule.number, rule.settings[setting]) for rule in self.rules if setting in rule.settings), None
        )


def citations_in(sentence: str) -> Iterator[tuple[int, int, Citation]]:
    """The citations in an English sentence, in order: beginning and end of the words, and the citation.

    >>> [citation.anchor for _, _, citation in citations_in("Rule 1.4 case 4, laws 1 and 8: a split")]
    ['rule-1.4-case-4', 'law-1', 'law-8']
    """
    for match in _CITED.finditer(sentence):
        if match["rule"]:
            case = int(match["case"]) if match["case"] else None
            yield match.start(), match.end(), Citation(match["rule"], case)
            continue
        # "law" belongs to the first number: the links are "law 8", "laws 1" and "8".
        start = match.start()
        for number in _NUMBER.finditer(sentence, match.start("laws"), match.end("laws")):
            yield (
                start if number.start() == match.start("laws") else number.start(),
                number.end(),
                Citation(law=int(number[0])),
            )
