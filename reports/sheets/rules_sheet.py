"""The sheet of house rules in force: a sentence for each rule, and the bank's percentage on each kind of bet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from functools import partial
from typing import Any

from dealer.games import game_called
from dealer.night.night import Night
from events.common.night import Setting
from events.frozen import Frozen
from events.records import Recorded
from reports.game_papers import HouseRulesText, papers_of
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rulebooks import rule_deciding
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.house_rules import (
    Numbered,
    RuleGroup,
    Sentences,
    groups_of,
    preset_name,
    rule_name,
    rule_text,
    usual_house,
)
from reports.words.language import gettext as _


class GameRules(Frozen):
    """The rules of one game of a night.

    ``percentages`` are figures of the bank, drawn by ``template``; ``banks_part`` says where the chips go in a game
    without a bank.
    """

    game: str
    preset: str
    groups: tuple[RuleGroup, ...]
    percentages: Any
    template: str
    banks_part: tuple[Numbered, ...] = ()

    @property
    def changed(self) -> int:
        """The number of rules that differ from the preset."""
        return sum(1 for group in self.groups for rule in group.rules if rule.usual)


class RulesSheet(Frozen):
    """The contents of the sheet of house rules."""

    masthead: Masthead
    games: tuple[GameRules, ...]
    seal: Seal


def rules_sheet_view(now: Night, events: Sequence[Recorded], zone: tzinfo | None = None) -> RulesSheet:
    """The rules under which a night was opened, in the order of its games."""
    return RulesSheet(
        masthead=masthead_of(now, events, "rules", zone),
        games=tuple(_game_rules(game, recorded) for game, recorded in now.opened.houses.items()),
        seal=seal_of(now, events),
    )


def print_rules_sheet(view: RulesSheet, options: RenderOptions = PLAIN) -> bytes:
    """Print a sheet of house rules as PDF."""
    return pdf("rules_sheet.html", _("House rules %(number)s", number=view.masthead.number), options, view=view)


def rule_groups(game: str, recorded: dict[str, Setting]) -> tuple[RuleGroup, ...]:
    """The rules of one game's house as recorded at the opening, compared with its preset."""
    usual, text = usual_house(recorded, game), _text_of(game)
    changed = [text.covered_by.get(name, name) for name, value in recorded.items() if usual.get(name) != value]
    return groups_of(text.sentences(recorded), text.sentences(usual), changed, partial(rule_deciding, game))


def _game_rules(game: str, recorded: dict[str, Setting]) -> GameRules:
    text = _text_of(game)
    return GameRules(
        game=game_called(game).title,
        preset=preset_name(recorded, game),
        groups=rule_groups(game, recorded),
        percentages=text.percentages(recorded) if text.percentages else None,
        template=f"{game}/papers.html",
        banks_part=text.banks_part(),
    )


def _text_of(game: str) -> HouseRulesText:
    return papers_of(game).house_rules or HouseRulesText(sentences=partial(_settings_text, game))


def _settings_text(game: str, recorded: dict[str, Setting]) -> dict[str, Sentences]:
    """The settings of a house and their values, for a game without sentences of its own."""
    settings = {
        name: _("%(setting)s: %(value)s", setting=rule_name(name, game), value=rule_text(name, value, game))
        for name, value in recorded.items()
        if name != "preset"
    }
    return {_("The house"): settings}
