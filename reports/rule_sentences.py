"""House rules in groups, each a sentence, set beside what the preset says in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from reports.rulebook import Citation
from reports.words.formatting import money
from reports.words.language import gettext as _

Numbered = tuple[str, str]
"""The number of a rule, and a sentence under it."""

Sentences = Mapping[str, str]
"""Sentences, each under the name of the setting that it is mostly about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule in force as a sentence, what it decides, and the sentence of the preset where that is another."""

    said: str
    decides: Citation | None
    usual: str = ""

    @property
    def number(self) -> str:
        """The number of the rule that it decides, as it is cited; nothing of a game without a book of rules."""
        return numbered(self.decides) if self.decides else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroup:
    """Rules about one thing."""

    title: str
    rules: tuple[Rule, ...]


def groups_of(
    here: Mapping[str, Sentences],
    usual: Mapping[str, Sentences],
    changed: Iterable[str],
    decided_by: Callable[[str], Citation | None],
) -> tuple[RuleGroup, ...]:
    """The groups of a house by their titles, beside those of its preset.

    ``changed`` are the settings in whose sentences a difference is told, ``decided_by`` gives the rule that a setting
    decides. A sentence that reads otherwise because of another's setting is no changed rule.
    """
    own = frozenset(changed)

    def rule(title: str, name: str, said: str) -> Rule:
        there = usual.get(title, {}).get(name, "") if name in own else ""
        return Rule(said=said, decides=decided_by(name), usual="" if there == said else there)

    return tuple(
        RuleGroup(title=title, rules=tuple(rule(title, name, said) for name, said in sentences.items()))
        for title, sentences in here.items()
    )


def numbered(cited: Citation) -> str:
    """The number of a rule as it stands before a sentence on paper."""
    if cited.case:
        return _("%(rule)s case %(case)s", rule=cited.rule, case=cited.case)
    return cited.rule


def marker_rules(offered_cents: int, limit_cents: int | None) -> Sentences:
    """The rules on markers; amounts in cents, the limit ``None`` where there is none."""
    return {
        "marker": _(
            "A marker is offered for %(amount)s; it may be written for another sum.", amount=money(offered_cents)
        ),
        "marker_limit": _("A player’s open markers may come to any sum.")
        if limit_cents is None
        else _("A player’s open markers may come to %(amount)s together, and no more.", amount=money(limit_cents)),
    }
