"""The sheet of house rules in force: every rule a sentence, and the bank's percentage of every kind of bet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import partial

from dealer.games import game_called
from dealer.games.fan_tan import house as fan_tan_house
from dealer.games.fan_tan.game import FAN_TAN
from dealer.games.faro import house as faro_house
from dealer.games.faro.game import FARO
from dealer.night import Night
from events.night import Setting
from events.records import Recorded
from reports.edition import PLAIN, Edition
from reports.house_rules import preset_name, usual_house
from reports.masthead import Masthead, masthead_of
from reports.render import pdf
from reports.rulebook.books import rule_deciding
from reports.rules.fan_tan import banks_part, fan_tan_rules
from reports.rules.faro import faro_rules
from reports.rules.groups import Numbered, RuleGroup, Sentences, groups_of
from reports.rules.percentages import Percentages, percentages_of
from reports.seal import Seal, seal_of
from reports.words.language import gettext as _


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRules:
    """The rules of one game of a night. ``banks_part`` says where the chips of a game without a bank go."""

    game: str
    preset: str
    groups: tuple[RuleGroup, ...]
    percentages: Percentages | None = None
    banks_part: tuple[Numbered, ...] = ()

    @property
    def changed(self) -> int:
        """How many rules are not as the preset has them."""
        return sum(1 for group in self.groups for rule in group.rules if rule.usual)


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesSheet:
    """All that the sheet of house rules says."""

    masthead: Masthead
    games: tuple[GameRules, ...]
    seal: Seal


def rules_sheet_view(now: Night, facts: Sequence[Recorded], zone: tzinfo | None = None) -> RulesSheet:
    """The rules under which a night was opened, its games in the order named."""
    return RulesSheet(
        masthead=masthead_of(now, facts, "rules", zone),
        games=tuple(_game_rules(game, recorded) for game, recorded in now.opened.houses.items()),
        seal=seal_of(now, facts),
    )


def rules_sheet(now: Night, facts: Sequence[Recorded], edition: Edition = PLAIN) -> bytes:
    """The sheet of house rules as PDF."""
    return print_rules_sheet(rules_sheet_view(now, facts, edition.zone), edition)


def print_rules_sheet(view: RulesSheet, edition: Edition = PLAIN) -> bytes:
    """A sheet of house rules as PDF."""
    return pdf("rules_sheet.html", _("House rules %(number)s", number=view.masthead.number), edition, view=view)


def rule_groups(game: str, recorded: dict[str, Setting]) -> tuple[RuleGroup, ...]:
    """The rules of one game's house, as the fact that opens a night recorded it, beside those of its preset."""
    usual = usual_house(recorded, game)
    changed = [name for name, value in recorded.items() if usual.get(name) != value]
    return groups_of(_RULES[game](recorded), _RULES[game](usual), changed, partial(rule_deciding, game))


def _game_rules(game: str, recorded: dict[str, Setting]) -> GameRules:
    return GameRules(
        game=game_called(game).title,
        preset=preset_name(recorded),
        groups=rule_groups(game, recorded),
        percentages=percentages_of(faro_house.house_of(recorded)) if game == FARO else None,
        banks_part=banks_part() if game == FAN_TAN else (),
    )


_RULES: dict[str, Callable[[dict[str, Setting]], Mapping[str, Sentences]]] = {
    FARO: lambda recorded: faro_rules(faro_house.house_of(recorded)),
    FAN_TAN: lambda recorded: fan_tan_rules(fan_tan_house.house_of(recorded)),
}
"""The sentences of each game's rules, from a house as recorded."""
