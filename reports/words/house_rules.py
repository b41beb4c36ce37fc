"""House rules in words: their names, the sentences of a house, and its changes to the preset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from dealer.commands.refusal import marked
from dealer.game.house import is_amount
from dealer.games import game_called
from events.common.night import NightOpened, Setting
from events.frozen import Frozen
from events.schema import schema_for
from reports.rulebook import Citation
from reports.words.formatting import money
from reports.words.game_words import SettingWords, words_of
from reports.words.language import gettext as _
from reports.words.language import ngettext, number

_SHARED = SettingWords(
    names={
        "check": marked("smallest check"),
        "chip": marked("a chip"),
        "ante": marked("ante"),
        "point": marked("a point"),
        "game_stake": marked("the game, from each other side"),
        "pays": marked("who settles"),
        "marker": marked("marker offered"),
        "marker_limit": marked("markers open, at most"),
    },
    unset={"marker_limit": marked("any amount")},
)
"""The words of the settings that every house has, or every house of a game for chips or points."""

_NONE = marked("none")


class ChangedRule(Frozen):
    """A house rule that differs from its preset."""

    name: str
    here: str
    preset: str


class HouseRules(Frozen):
    """The house rules of one game of a night: the name of its preset, and the differences."""

    game: str
    preset: str
    changed: tuple[ChangedRule, ...]


def house_rules(opened: NightOpened) -> tuple[HouseRules, ...]:
    """The house rules of every game of a night, in the order of the games."""
    return tuple(
        HouseRules(
            game=game_called(game).title,
            preset=preset_name(recorded, game),
            changed=tuple(changed_rules(recorded, game)),
        )
        for game, recorded in opened.houses.items()
    )


def changed_rules(recorded: dict[str, Setting], game: str) -> list[ChangedRule]:
    """The rules in which a recorded house differs from its preset.

    Settings that the recorded house lacks are skipped.
    """
    usual = usual_house(recorded, game)
    return [
        ChangedRule(
            name=rule_name(name, game), here=rule_text(name, recorded[name], game), preset=rule_text(name, value, game)
        )
        for name, value in usual.items()
        if name in recorded and recorded[name] != value
    ]


def usual_house(recorded: dict[str, Setting], game: str) -> dict[str, Setting]:
    """The preset that a recorded house is based on."""
    return game_called(game).read_house(recorded["preset"])


def preset_name(recorded: dict[str, Setting], game: str) -> str:
    """The name of the preset in words."""
    preset = str(recorded["preset"])
    return _(words_of(game).settings.presets.get(preset, preset.replace("_", " ")))


def is_named(setting: str, game: str) -> bool:
    """Whether a house rule has a name in words."""
    return any(setting in words.names for words in _words(game))


def rule_name(setting: str, game: str) -> str:
    """The name of a house rule in words."""
    named = next((words.names[setting] for words in _words(game) if setting in words.names), "")
    return _(named) if named else setting.replace("_", " ")


def rule_text(setting: str, value: Setting, game: str) -> str:
    """The value of a house rule in words."""
    if value is None:
        return _(next((words.unset[setting] for words in _words(game) if setting in words.unset), _NONE))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, int):
        return _number_text(setting, value, game)
    words = words_of(game).settings
    if isinstance(value, list):
        return ", ".join(words.item(item) for item in value)
    called = words.choices.get(setting, {}).get(value)
    return _(called) if called else value


def _words(game: str) -> tuple[SettingWords, ...]:
    return words_of(game).settings, _SHARED


def _number_text(setting: str, value: int, game: str) -> str:
    if setting in words_of(game).settings.chips:
        return ngettext("%(num)s chip", "%(num)s chips", value) if value else _("nothing")
    return money(value) if setting in _amounts(game) else number(value)


@cache
def _amounts(game: str) -> frozenset[str]:
    """The settings of a game's house that are amounts in cents."""
    fields = schema_for(game_called(game).house).fields
    return frozenset(name for name, field in fields.items() if is_amount(field))


Numbered = tuple[str, str]
"""The number of a rule, and a sentence under it."""

Sentences = Mapping[str, str]
"""Sentences by the name of their main setting."""


class Rule(Frozen):
    """A rule in force as a sentence, the rule of the book that it decides, and the preset's sentence if it differs."""

    text: str
    decides: Citation | None
    usual: str = ""

    @property
    def number(self) -> str:
        """The number of the rule that it decides, as it is cited; "" for a game without a rulebook."""
        return numbered(self.decides) if self.decides else ""


class RuleGroup(Frozen):
    """Rules on one subject."""

    title: str
    rules: tuple[Rule, ...]


def groups_of(
    here: Mapping[str, Sentences],
    usual: Mapping[str, Sentences],
    changed: Iterable[str],
    decided_by: Callable[[str], Citation | None],
) -> tuple[RuleGroup, ...]:
    """The groups of a house by their titles, compared with those of its preset.

    ``changed`` are the settings whose sentences show a difference. ``decided_by`` gives the rule that a setting
    decides. A sentence that differs only because of another setting is not marked as changed.
    """
    own = frozenset(changed)

    def rule(title: str, name: str, text: str) -> Rule:
        there = usual.get(title, {}).get(name, "") if name in own else ""
        return Rule(text=text, decides=decided_by(name), usual="" if there == text else there)

    return tuple(
        RuleGroup(title=title, rules=tuple(rule(title, name, sentence) for name, sentence in sentences.items()))
        for title, sentences in here.items()
    )


def numbered(cited: Citation) -> str:
    """The number of a rule as it is printed before a sentence."""
    if cited.case:
        return _("%(rule)s case %(case)s", rule=cited.rule, case=cited.case)
    return cited.rule


def marker_rules(offered_cents: int, limit_cents: int | None) -> Sentences:
    """The rules on markers. Amounts are in cents; the limit is ``None`` where there is none."""
    return {
        "marker": _(
            "A marker is offered for %(amount)s, but may be written for any amount.", amount=money(offered_cents)
        ),
        "marker_limit": _("A player’s open markers have no limit.")
        if limit_cents is None
        else _("A player’s open markers may add up to %(amount)s at most.", amount=money(limit_cents)),
    }
