"""The house rules of a game on the form that opens a night."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain
from typing import Any

from marshmallow import ValidationError
from marshmallow.fields import Field, List
from marshmallow.schema import Schema
from werkzeug.datastructures import MultiDict

from dealer.commands.refusal import Refusal, marked
from dealer.game.game import Game
from dealer.games import GAMES
from dealer.night.night import Night
from events.common.night import Setting as Value
from events.frozen import Frozen
from events.schema import first_problem, schema_for
from reports.game_papers import papers_of
from reports.house_rules import PRESETS, Preset, Setting, rule_name, settings_of
from reports.words.formatting import brief, listed
from reports.words.language import currency_amount
from reports.words.language import gettext as _
from web.app.request_parsing import number_of
from web.app.schema_fields import (
    Choices,
    FieldRefused,
    Kind,
    allowed_in,
    cents_of,
    kind_of,
    plain_words,
    problem_beside,
    typed_amount,
)
from web.game_screens import screens_of


class Houses(Frozen):
    """The houses of one game."""

    game: Game

    @property
    def title(self) -> str:
        """The game's whole title."""
        return title_of(self.game)

    @property
    def presets(self) -> dict[str, str]:
        """The presets, the usual one first, each in words."""
        described = PRESETS.get(self.game.name, {})
        texts = {name: self._described(name, preset) for name, preset in described.items()}
        return {**texts, **{name: plain_words(name).capitalize() for name in self.game.presets if name not in texts}}

    def _described(self, name: str, preset: Preset) -> str:
        amounts = {field: brief(value) for field, value in self.usual(name).items() if type(value) is int}
        return _("%(preset)s: %(about)s", preset=_capital(_(preset.name)), about=_(preset.about, **amounts))

    @property
    def all(self) -> tuple[Setting, ...]:
        """Every setting, in the order of the paper."""
        return tuple(chain.from_iterable(settings_of(self.game.name).values()))

    @property
    def shown(self) -> tuple[Setting, ...]:
        """The settings that most openings touch, the smallest amount first."""
        return tuple(sorted(filter(lambda setting: setting.shown, self.all), key=lambda setting: not setting.smallest))

    @property
    def groups(self) -> dict[str, tuple[Setting, ...]]:
        """The other settings by the titles of their groups."""
        by_field = {setting.field: setting for setting in self.all if not setting.shown}
        form = papers_of(self.game.name).form
        groups = {title: tuple(by_field.pop(name) for name in names) for title, names in form.items()}
        for title, settings in settings_of(self.game.name).items():
            others = tuple(setting for setting in settings if setting.field in by_field)
            groups |= {title: (*groups.get(title, ()), *others)} if others else {}
        return groups

    @property
    def settings(self) -> tuple[str, ...]:
        """The field of every setting."""
        return tuple(setting.field for setting in self.all)

    @property
    def smallest(self) -> str:
        """The amount that must go together with those of other games."""
        return next(setting.field for setting in self.all if setting.smallest)

    @property
    def schema(self) -> Schema:
        """The schema of the settings."""
        return schema_for(self.game.house)

    @property
    def lists(self) -> dict[str, tuple[str, ...]]:
        """What may stand in each setting that is a list."""
        found = {name: field.inner for name, field in self.schema.fields.items() if isinstance(field, List)}
        return {name: tuple(map(str, allowed_in(inner))) for name, inner in found.items()}

    def usual(self, preset: str) -> Mapping[str, Value]:
        """The settings of a preset."""
        return _usual(self.game.read_house, preset)

    def differing(self, recorded: Mapping[str, Value]) -> dict[str, Value]:
        """The settings in which a house, as a night recorded it, differs from its preset."""
        usual = self.usual(str(recorded["preset"]))
        return {name: recorded[name] for name in usual if recorded.get(name, usual[name]) != usual[name]}


@cache
def _usual(read_house: Callable[[object], dict[str, Value]], preset: str) -> dict[str, Value]:
    """The settings of a preset, read once: a form asks for each of them."""
    return read_house(preset)


def houses() -> dict[str, Houses]:
    """The houses of every game, by its name."""
    return {name: Houses(game=game) for name, game in GAMES.items()}


def games_in_words(night: Night) -> str:
    """The games of a night by their whole titles."""
    return listed([title_of(game) for game in night.games])


def title_of(game: Game) -> str:
    """A game's whole title."""
    title = screens_of(game.name).title or papers_of(game.name).whole_title or game.title
    return _(title)


def has_bank(night: Night) -> bool:
    """Whether a night has a game that is played against a bank."""
    return any(game.against_bank for game in night.games)


_SHORT = 14
"""As many characters as there is room for in half the width of the form, beside “as usual”."""
_YES_OR_NO = {"yes": marked("yes"), "no": marked("no")}


class RuleField(Frozen):
    """One setting on the form: ``choices`` to pick from, or none where it is typed; ``usual`` is the preset's.

    ``ticked`` holds what is ticked, of a setting that is a list; ``is_changed`` says that it differs from the preset.
    """

    name: str
    label: str
    typed: str
    usual: str
    choices: Choices = ()
    ticked: frozenset[str] | None = None
    is_amount: bool = False
    is_changed: bool = False
    note: str = ""

    @property
    def differs(self) -> str:
        """The rule as it is chosen, in words: ``Marker offered: $250``."""
        chosen = {self.typed} if self.ticked is None else self.ticked
        words = [words for value, words in self.choices if value in chosen]
        typed = _amount_typed(self.typed) if self.is_amount and self.typed else self.typed
        return _("%(setting)s: %(value)s", setting=self.label, value=", ".join(words) or typed or _("none"))

    @property
    def is_long(self) -> bool:
        """Whether the words to choose from want the whole width of the form."""
        return any(len(words) > _SHORT for _value, words in self.choices)


class RuleGroup(Frozen):
    """Settings that stand together; ``open`` where something in it was changed or refused."""

    title: str
    fields: tuple[RuleField, ...]
    open: bool


class HouseForm(Frozen):
    """A preset of a game and what was typed of each setting; ``ticked`` has the choices of list settings.

    ``before`` is the preset whose lists were ticked on the form, which is another where one was just chosen.
    """

    houses: Houses
    preset: str
    typed: Mapping[str, str]
    ticked: Mapping[str, tuple[str, ...]]
    before: str = ""

    @classmethod
    def fresh(cls, houses: Houses) -> HouseForm:
        """A game's first preset, with nothing typed."""
        return cls(houses=houses, preset=next(iter(houses.presets)), typed={}, ticked={})

    @classmethod
    def like(cls, houses: Houses, recorded: Mapping[str, Value]) -> HouseForm:
        """A game's house as a night recorded it: its preset, and what differs from that."""
        differs, preset = houses.differing(recorded), str(recorded["preset"])
        ticked = {
            name: tuple(map(str, value)) if isinstance(value, list) else houses.lists[name]
            for name, value in differs.items()
            if name in houses.lists
        }
        typed = {
            name: _as_typed(houses.schema.fields[name], value)
            for name, value in differs.items()
            if name not in houses.lists
        }
        return cls(houses=houses, preset=preset, typed=typed, ticked=ticked, before=preset)

    @classmethod
    def read(cls, houses: Houses, fields: MultiDict[str, str]) -> HouseForm:
        """What was sent of one game; missing fields are empty."""
        of_game = f"{houses.game.name}."
        typed = {name: fields.get(of_game + name, "").strip() for name in houses.settings if name not in houses.lists}
        before = fields.get(of_game + "before", "")
        ticked = {name: tuple(fields.getlist(of_game + name)) for name in houses.lists} if before else {}
        preset = fields.get(of_game + "preset", "").strip()
        return cls(houses=houses, preset=preset, typed=typed, ticked=ticked, before=before)

    def asked(self) -> str | dict[str, Any]:
        """The ``house`` of an ``open_night``: the preset, with what differs; raises :class:`FieldRefused`."""
        if self.preset not in self.houses.presets:
            game, name = self.houses.game.title, repr(self.preset[:40])
            why = _("There is no %(game)s house called %(name)s.", game=game, name=name)
            raise FieldRefused(self._named("preset"), why)
        usual = self.houses.usual(self.preset)
        read = {name: self._read(name) for name, text in self.typed.items() if text}
        differs = {name: value for name, value in read.items() if value != usual[name]}
        for name in filter(self._is_changed, self.houses.lists):
            differs[name] = [item for item in self.houses.lists[name] if item in self.ticked[name]]
        return {"preset": self.preset, **differs} if differs else self.preset

    def field_refused(self) -> str:
        """The setting without which the rules would read; empty where the house is not what was refused."""
        house = self.asked()
        if isinstance(house, str) or self._reads(house):
            return ""
        changed = [name for name in house if name != "preset"]
        alone = (name for name in changed if self._reads({key: value for key, value in house.items() if key != name}))
        return self._named(next(alone, changed[0]))

    def smallest_field(self) -> str:
        """The field of the smallest check where something was typed into it; empty where nothing was."""
        smallest = self.houses.smallest
        return self._named(smallest) if self.typed.get(smallest) else ""

    def without_smallest(self) -> str | dict[str, Any]:
        """The ``house`` that would be asked for if nothing were typed for the smallest check."""
        house = self.asked()
        if isinstance(house, str):
            return house
        return {name: value for name, value in house.items() if name != self.houses.smallest}

    def always_shown(self) -> tuple[RuleField, ...]:
        """The fields of the settings that most openings touch."""
        return tuple(map(self._field, self.houses.shown))

    def groups(self, wrong: str = "") -> tuple[RuleGroup, ...]:
        """The other settings in their groups; ``wrong`` names a field that was refused."""
        return tuple(
            RuleGroup(
                title=_(title), fields=fields, open=any(field.is_changed or field.name == wrong for field in fields)
            )
            for title, settings in self.houses.groups.items()
            for fields in (tuple(map(self._field, settings)),)
        )

    def is_open(self, wrong: str = "") -> bool:
        """Whether one of the folded settings was refused."""
        return any(wrong == self._named(setting.field) for setting in self.houses.all if not setting.shown)

    def differences(self) -> tuple[str, ...]:
        """The folded settings that differ from the preset, in words."""
        return tuple(field.differs for group in self.groups() for field in group.fields if field.is_changed)

    def rule_changed(self, house: dict[str, Any]) -> str:
        """The only rule in which a house differs from its preset, in words; empty if there are several."""
        changed = [name for name in house if name != "preset"]
        if len(changed) != 1:
            return ""
        return next(self._field(setting).differs for setting in self.houses.all if setting.field == changed[0])

    def _named(self, name: str) -> str:
        return f"{self.houses.game.name}.{name}"

    def _known(self, preset: str) -> str:
        """A preset, or the first where there is none of that name."""
        return preset if preset in self.houses.presets else next(iter(self.houses.presets))

    def _listed(self, name: str, preset: str) -> frozenset[str]:
        """What stands in a list of a preset: everything where it does not say."""
        usual = self.houses.usual(self._known(preset))[name]
        return frozenset(usual if isinstance(usual, list) else self.houses.lists[name])

    def _is_changed(self, name: str) -> bool:
        if name not in self.houses.lists:
            return bool(self.typed.get(name))
        return name in self.ticked and frozenset(self.ticked[name]) != self._listed(name, self.before)

    def _field(self, setting: Setting) -> RuleField:
        name, field = setting.field, self.houses.schema.fields[setting.field]
        ticked = None
        if name in self.houses.lists:
            ticked = frozenset(self.ticked[name]) if self._is_changed(name) else self._listed(name, self.preset)
        return RuleField(
            name=self._named(name),
            label=_capital(setting.name),
            typed=self.typed.get(name, ""),
            usual=setting.text(self.houses.usual(self._known(self.preset))[name], self.houses.game.house),
            choices=self._choices(setting),
            ticked=ticked,
            is_amount=kind_of(field) is Kind.AMOUNT,
            is_changed=self._is_changed(name),
            note=_(setting.note) if setting.note else "",
        )

    def _choices(self, setting: Setting) -> Choices:
        """What a setting may be, each with its words; nothing where it is typed."""
        name, field = setting.field, self.houses.schema.fields[setting.field]
        if kind_of(field) is Kind.TICK:
            return tuple((value, _(words)) for value, words in _YES_OR_NO.items())
        if name in self.houses.lists:
            return tuple((value, setting.item(value)) for value in self.houses.lists[name])
        return tuple((str(value), setting.text(value, self.houses.game.house)) for value in allowed_in(field))

    def _read(self, name: str) -> Value:
        """One setting as typed; :class:`FieldRefused` where it does not read."""
        typed, field = self.typed[name], self.houses.schema.fields[name]
        label = _capital(rule_name(name, self.houses.game.name))
        value: Value = typed
        match kind_of(field):
            case Kind.AMOUNT:
                value = cents_of(typed, self._named(name), label)
            case Kind.TICK:
                value = {"yes": True, "no": False}.get(typed, typed)
            case Kind.NUMBER:
                number = number_of(typed)
                value = typed if number is None else number
        try:
            read: Value = field.deserialize(value)
        except ValidationError as error:
            raise FieldRefused(self._named(name), problem_beside(label, first_problem(error))) from None
        return read

    def _reads(self, house: dict[str, Any]) -> bool:
        try:
            self.houses.game.read_house(house)
        except Refusal:
            return False
        return True


def _as_typed(field: Field[Any], value: Value) -> str:
    """A recorded setting as it is typed or chosen; a setting that is off cannot be typed, and is as the preset's."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and kind_of(field) is Kind.AMOUNT:
        return typed_amount(value)
    return "" if value is None else str(value)


def _amount_typed(typed: str) -> str:
    """An amount as typed, in the form of the currency; unchanged where it is none."""
    try:
        return currency_amount(cents_of(typed, "", ""), whole=True)
    except FieldRefused:
        return typed


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
