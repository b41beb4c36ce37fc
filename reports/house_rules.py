"""House rules in words: a record for each setting, the sentences of a house, and its changes to the preset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

from msgspec import field as struct_field
from msgspec.structs import replace

from dealer.commands.refusal import marked
from dealer.game.house import is_amount, read_recorded
from dealer.games import game_called
from dealer.rules_version import CURRENT
from events.common.night import NightOpened
from events.common.night import Setting as Value
from events.frozen import Frozen
from events.schema import schema_for
from reports.rulebook import Citation
from reports.words.formatting import money, number_of_chips
from reports.words.language import gettext as _
from reports.words.language import number

_FILLED_IN = ("amount", "chips", "points")
"""The placeholders of sentences; all stand for the value of the setting."""


class Setting(Frozen, kw_only=False):
    """One house rule: its ``field`` of the house, its name in words, and the ``rule`` and ``case`` that it decides.

    ``says`` is its sentence, in which a placeholder stands for the value, or a function that makes it from the house
    ("" where the setting has no effect). ``off`` is the sentence for no, for 0 and for no value. ``choices`` has a name
    and a sentence for each value. A setting without any of these is printed by its name and value. ``within`` names the
    setting whose sentence includes this one.

    ``unset`` is the name of no value, ``chips`` means that it is a number of chips, and ``item`` names an item of a
    list.

    On the form that opens a night it is ``shown`` at once or folded away, with a ``note`` beside it. ``smallest`` is
    the amount that must go together with those of other games.
    """

    field: str
    label: str = ""
    rule: str = ""
    case: int | None = None
    says: str | Callable[[Any], str] = ""
    off: str = ""
    choices: Mapping[Value, tuple[str, str]] = struct_field(default_factory=dict)
    within: str = ""
    unset: str = marked("none")
    chips: bool = False
    item: Callable[[str], str] = str
    shown: bool = False
    note: str = ""
    smallest: bool = False

    @property
    def name(self) -> str:
        """Its name in words."""
        return _(self.label) if self.label else self.field.replace("_", " ")

    @property
    def decides(self) -> Citation | None:
        """The rule or case that it decides; ``None`` if it decides none."""
        return Citation(self.rule, self.case) if self.rule else None

    def under(self, rule: str, **changes: Any) -> Setting:
        """The same setting in a game in which it decides this rule."""
        return replace(self, rule=rule, **changes)

    def text(self, value: Value, house: type) -> str:
        """A value in words, in a ``house``."""
        match value:
            case None:
                return _(self.unset)
            case bool():
                return _("yes") if value else _("no")
            case int() if self.chips:
                return number_of_chips(value)
            case int():
                return money(value) if self.field in _amounts(house) else number(value)
            case list():
                return ", ".join(self.item(item) for item in value)
            case _:
                return _(self.choices[value][0]) if value in self.choices else value

    def sentence(self, house: Any) -> str:
        """Its sentence in a house; "" if it has none there."""
        if self.within:
            return ""
        if callable(self.says):
            return self.says(house)
        value = getattr(house, self.field)
        says = self.choices[value][1] if self.choices else self.says
        text = self.text(value, type(house))
        if not says:
            return _("%(setting)s: %(value)s", setting=self.name, value=text)
        return _(says if value or not self.off else self.off, **dict.fromkeys(_FILLED_IN, text))


class Preset(Frozen, kw_only=False):
    """A preset of a game's house in words: its name, and what is special about it."""

    name: str
    about: str


SettingGroups: TypeAlias = Mapping[str, tuple[Setting, ...]]
"""The settings of a house by the titles of their groups."""

CHECK = Setting(
    "check",
    marked("smallest check"),
    says=marked("The smallest check is %(amount)s, and every stake is a whole number of them."),
    smallest=True,
)
CHIP = Setting("chip", marked("a chip"), says=marked("A chip is %(amount)s."), shown=True, smallest=True)
ANTE = Setting(
    "ante",
    marked("ante"),
    says=marked("Each player’s ante is %(chips)s."),
    off=marked("There is no ante."),
    chips=True,
    shown=True,
)
GOAL = Setting("goal", marked("game is at"), says=marked("The first to %(points)s points wins the match."), shown=True)
POINT = Setting(
    "point",
    marked("a point"),
    "10.4",
    says=marked("For each point that a side is behind, each of its players pays %(amount)s."),
    shown=True,
    smallest=True,
)
GAME_STAKE = Setting(
    "game_stake",
    marked("the game, from each other side"),
    "10.4",
    says=marked("For the game itself each other side also pays the winner %(amount)s a player."),
    off=marked("Nothing is paid for the game itself."),
)
PAYS = Setting(
    "pays",
    marked("who settles"),
    "10.4",
    choices={
        "winner": (marked("the winner collects"), marked("Only the winner collects, from every other side.")),
        "all": (
            marked("every pair of sides"),
            marked("Each pair of sides settles: the lower pays the higher, and the winner pays nobody."),
        ),
    },
)
MARKER = Setting(
    "marker",
    marked("marker offered"),
    "4.3",
    says=marked("A marker is offered for %(amount)s, but may be written for any amount."),
)
MARKER_LIMIT = Setting(
    "marker_limit",
    marked("markers open, at most"),
    "4.3",
    says=marked("A player’s open markers may add up to %(amount)s at most."),
    off=marked("A player’s open markers have no limit."),
    unset=marked("any amount"),
)

MARKERS: SettingGroups = {marked("Markers"): (MARKER, MARKER_LIMIT)}
PRICE: SettingGroups = {marked("The price of a match"): (POINT, GAME_STAKE, PAYS)}

SHARED_SETTINGS = (CHECK, CHIP, ANTE, GOAL, POINT, GAME_STAKE, PAYS, MARKER, MARKER_LIMIT)
"""The settings that several games have."""

SETTINGS: dict[str, SettingGroups] = {}
"""The settings of every game by its name; filled by :func:`reports.game_papers.register`."""

PRESETS: dict[str, Mapping[str, Preset]] = {}
"""The presets of every game by its name; filled by :func:`reports.game_papers.register`."""


def settings_of(game: str) -> SettingGroups:
    """Every setting of a game; those that it does not describe are in a group of their own."""
    own = SETTINGS.get(game, {})
    known = {"preset", *(setting.field for setting in chain.from_iterable(own.values()))}
    others = [name for name in schema_for(game_called(game).house).fields if name not in known]
    return {**({marked("The house"): tuple(setting_of(name, game) for name in others)} if others else {}), **own}


def setting_of(name: str, game: str) -> Setting:
    """A setting of a game by its field."""
    known = (*chain.from_iterable(SETTINGS.get(game, {}).values()), *SHARED_SETTINGS)
    return next((setting for setting in known if setting.field == name), Setting(name))


@cache
def _amounts(house: type) -> frozenset[str]:
    """The settings of a house that are amounts in cents."""
    return frozenset(name for name, field in schema_for(house).fields.items() if is_amount(field))


def rule_name(setting: str, game: str) -> str:
    """The name of a house rule in words."""
    return setting_of(setting, game).name


def rule_text(setting: str, value: Value, game: str) -> str:
    """The value of a house rule in words."""
    return setting_of(setting, game).text(value, game_called(game).house)


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
            changed=tuple(changed_rules(recorded, game, opened.rules)),
        )
        for game, recorded in opened.houses.items()
    )


def changed_rules(recorded: dict[str, Value], game: str, rules: int = CURRENT) -> list[ChangedRule]:
    """The rules in which a recorded house differs from its preset under a version of the ``rules``.

    Settings that the recorded house lacks are skipped.
    """
    usual = usual_house(recorded, game, rules)
    return [
        ChangedRule(
            name=rule_name(name, game), here=rule_text(name, recorded[name], game), preset=rule_text(name, value, game)
        )
        for name, value in usual.items()
        if name in recorded and recorded[name] != value
    ]


def usual_house(recorded: dict[str, Value], game: str, rules: int) -> dict[str, Value]:
    """The preset that a recorded house is based on, under a version of the ``rules``."""
    return game_called(game).read_house(recorded["preset"], rules)


def preset_name(recorded: dict[str, Value], game: str) -> str:
    """The name of the preset in words."""
    name = str(recorded["preset"])
    preset = PRESETS.get(game, {}).get(name)
    return _(preset.name if preset else name.replace("_", " "))


Numbered = tuple[str, str]
"""The number of a rule, and a sentence under it."""


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


def rule_groups(game: str, recorded: dict[str, Value], rules: int = CURRENT) -> tuple[RuleGroup, ...]:
    """The rules of one game's house as recorded at the opening, compared with its preset under the ``rules`` then.

    A sentence that differs only because of another setting is not marked as changed.
    """
    usual, kind = usual_house(recorded, game, rules), game_called(game).house
    changed = {setting_of(name, game).within or name for name, value in recorded.items() if usual.get(name) != value}
    here, there = read_recorded(recorded, kind), read_recorded(usual, kind)

    def in_words(settings: tuple[Setting, ...]) -> Iterator[Rule]:
        for setting in settings:
            text, preset = setting.sentence(here), setting.sentence(there) if setting.field in changed else ""
            if text:
                yield Rule(text=text, decides=setting.decides, usual="" if preset == text else preset)

    return tuple(
        RuleGroup(title=_(title), rules=tuple(in_words(settings))) for title, settings in settings_of(game).items()
    )


def numbered(cited: Citation) -> str:
    """The number of a rule as it is printed before a sentence."""
    if cited.case:
        return _("%(rule)s case %(case)s", rule=cited.rule, case=cited.case)
    return cited.rule
