"""House rules in groups, each a sentence, set beside what the preset says in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from reports.rulebook.document import Citation
from reports.words.language import gettext as _

Numbered = tuple[str, str]
"""The number of a rule, and a sentence under it."""

Sentences = Mapping[str, str]
"""Sentences, each under the name of the setting that it is mostly about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule in force as a sentence, what it decides, and the sentence of the preset where that is another."""

    said: str
    decides: Citation
    usual: str = ""

    @property
    def number(self) -> str:
        """The number of the rule that it decides, as it is cited."""
        return numbered(self.decides)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroup:
    """Rules about one thing."""

    title: str
    rules: tuple[Rule, ...]


_TOLD_WITH = {
    "minimum": "limit",
    "paroli_times": "running_limit",
    "cat_pays": "call_pays",
    "call_quote": "call_pays",
    "ante_extra": "ante",
    "extra_from": "ante",
    "counted": "card_pays",
    "free_passes": "voluntary_pass",
    "opener_chips": "wrong_pass_opener",
}
"""Settings that have no sentence of their own, each with the setting in whose sentence it is told."""


def groups_of(
    here: Mapping[str, Sentences],
    usual: Mapping[str, Sentences],
    changed: Iterable[str],
    decided_by: Callable[[str], Citation],
) -> tuple[RuleGroup, ...]:
    """The groups of a house by their titles, beside those of its preset; ``changed`` are the settings that differ.

    ``decided_by`` gives the rule that a setting decides. A sentence that reads otherwise because of another's setting
    is no changed rule.
    """
    own = {_TOLD_WITH.get(setting, setting) for setting in changed}

    def rule(title: str, name: str, said: str) -> Rule:
        there = usual[title].get(name, "") if name in own else ""
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
