"""The sheet of house rules in force: a sentence for each rule, and the bank's percentage on each kind of bet."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import Any

from dealer.game.house import read_recorded
from dealer.games import game_called
from dealer.night.night import Night
from events.common.night import Setting
from events.frozen import Frozen
from events.records import Recorded
from reports.game_papers import papers_of
from reports.house_rules import Numbered, RuleGroup, preset_name, rule_groups
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.rulebook import Rule, Rulebook
from reports.sheets.masthead import Masthead, masthead_of
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
        games=tuple(_game_rules(game, recorded, now.opened.rules) for game, recorded in now.opened.houses.items()),
        seal=seal_of(now, events),
    )


def print_rules_sheet(view: RulesSheet, options: RenderOptions = PLAIN) -> bytes:
    """Print a sheet of house rules as PDF."""
    return pdf("rules_sheet.html", _("House rules %(number)s", number=view.masthead.number), options, view=view)


def _game_rules(game: str, recorded: dict[str, Setting], rules: int) -> GameRules:
    papers = papers_of(game)
    house = read_recorded(recorded, game_called(game).house)
    return GameRules(
        game=game_called(game).title,
        preset=preset_name(recorded, game),
        groups=rule_groups(game, recorded, rules),
        percentages=papers.percentages(house) if papers.percentages else None,
        template=f"{game}/papers.html",
        banks_part=_banks_part(papers.money or papers.rulebook, game_called(game).title),
    )


def _banks_part(book: Rulebook | None, game: str) -> tuple[Numbered, ...]:
    """Where the chips of a game without a bank go, rule by rule."""
    parts: tuple[Rulebook | Rule, ...] = (book, *book.rules) if book else ()
    return tuple((part.number, _(part.without_bank, game=game)) for part in parts if part.without_bank)
