"""The dealer's phrases in the language in force, and clauses that follow one another."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from dealer.commands.phrases import Phrase, Reader
from dealer.commands.refusal import Refusal
from reports.words.cards import card_words
from reports.words.formatting import brief
from reports.words.language import gettext as _
from reports.words.language import ngettext

_READER = Reader(translated=_, counted=ngettext, amount=brief, card=card_words)


def said(phrase: Phrase) -> str:
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
    told, *more = filter(None, parts)
    for part in more:
        told = _("%(clause)s; %(next)s", clause=told, next=part)
    return told


def under(rule: str, why: str) -> str:
    """A rule of the rulebook with what it says of a case."""
    return _("Rule %(rule)s: %(why)s", rule=rule, why=why)
