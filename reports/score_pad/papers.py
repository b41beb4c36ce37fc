"""The papers of a game played for points: score sheets, blanks and house rules as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from dealer.commands.refusal import marked
from dealer.game.game import Game
from dealer.games import game_called
from dealer.night.night import Night
from events.common import matches
from events.common.event import Event
from events.frozen import Frozen
from reports.game_papers import Blank, GamePapers, RoundSheet
from reports.house_rules import MARKERS, PRICE, Preset, SettingGroups
from reports.pdf.render import blank_paper
from reports.render_options import RenderOptions
from reports.rounds.tables import Cell, Column, FiguresTable, Row, figures_table
from reports.rulebook import MATCH_RULES, Guide, Rulebook
from reports.score_pad.play import (
    MatchesPlay,
    MatchHand,
    MatchHandStory,
    MatchRecord,
    matches_play_of,
    player_part,
    price_text,
    table_part,
)
from reports.score_pad.words import bid_text
from reports.words.formatting import SYMBOLS, money
from reports.words.game_words import GameWords
from reports.words.language import gettext as _
from reports.words.language import number, pgettext

HANDS = 24


def score_blank(game: Game, form: SheetForm) -> Blank:
    """The blank score sheet of a game."""

    def make(title: str, options: RenderOptions) -> bytes:
        return blank_paper(
            title,
            options,
            f"score-sheet {options.style.paper}",
            template=form.blank,
            form=form,
            tables=form.tables(),
            has_bids="bid" in game.words,
            hands=HANDS,
        )

    return Blank(
        name=f"{game.name.replace('_', '-')}-score",
        title=marked("%(game)s score sheet"),
        game=game.title,
        about=form.about,
        make=make,
    )


class SmallTable(Frozen):
    """A small table of figures at the foot of a blank sheet, as text; the first cell of a row is its heading."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class SheetForm(Frozen):
    """What is special about a game's score sheets; ``begins`` is the name of the player who begins a hand.

    A game that does not write a row a hand has a ``template``, which extends ``matches.html``, and ``own`` is what
    that draws of a match.

    The blank sheet for handwritten scores has room for ``sides``, and ``tables`` at its foot; ``about`` is its purpose.
    A game that draws it in its own way names the template, which has a macro ``blank``.
    """

    sides: int
    about: str
    begins: str = marked("Dealer")
    template: str = "matches.html"
    own: Callable[[MatchRecord], Any] = lambda match: None
    blank: str = ""
    tables: Callable[[], tuple[SmallTable, ...]] = tuple


class ScoreSheet(Frozen):
    """The contents of a score sheet. ``outcome`` is the result of the match, ``price`` the price of a point."""

    game: str
    match: MatchRecord
    all: int
    form: SheetForm
    outcome: str
    price: str

    @property
    def has_bids(self) -> bool:
        """Whether the game has bidding."""
        return "bid" in game_called(self.game).words

    @property
    def has_tricks(self) -> bool:
        """Whether its hands were scored by tricks."""
        return any(isinstance(row, matches.HandScored) and row.tricks for row in self.match.rows)

    @property
    def has_out(self) -> bool:
        """Whether its hands were scored by who went out first."""
        return any(isinstance(row, matches.HandScored) and row.out for row in self.match.rows)

    @property
    def columns(self) -> int:
        """The number of columns before those of the sides."""
        return 2 + 2 * self.has_bids + self.has_tricks + self.has_out

    @property
    def payments(self) -> FiguresTable:
        """The payments, each with its number of points."""
        of_side, score = self.match.side_of, self.match.score

        def points(row: Row) -> str:
            return number(max(0, score[of_side(row.record.payee)] - score[of_side(row.record.payer)]))

        return figures_table(
            _("What was paid"),
            (
                Column(pgettext("a payment", "From"), lambda row: Cell(players=(row.record.payer,)), kind="first name"),
                Column(pgettext("a payment", "To"), lambda row: Cell(players=(row.record.payee,)), kind="who"),
                Column(pgettext("a payment", "For points"), points),
                Column(_("Amount"), lambda row: money(row.record.amount_cents)),
            ),
            [Row(payment, None) for payment in self.match.paid],
            kinds=("payments-of-match",),
        )

    def bid_of(self, hand: MatchHand) -> str:
        """The contract of a hand, with trumps if they are known."""
        over = hand.over
        if over is None or over.bid is None:
            return ""
        trump = over.trump if isinstance(over, matches.HandScored) else None
        return bid_text(over.bid) + (f" {SYMBOLS[trump]}" if trump else "")


def match_kind(game: str) -> str:
    """The kind of a game's score sheets, in file names and addresses."""
    return f"{game.replace('_', '-')}-match"


def score_sheet(game: str, form: SheetForm) -> RoundSheet:
    """The score sheets of a game: one for each match with a hand."""

    def contents(play: MatchesPlay, match: int, now: Night, stand: Sequence[Event]) -> ScoreSheet:
        record = play.match_called(match)
        return ScoreSheet(
            game=game,
            match=record,
            all=len(play.matches),
            form=form,
            outcome=record.came_of(now.names),
            price=price_text(play.house),
        )

    return RoundSheet(
        template=form.template,
        heading=marked("Score sheet %(number)s"),
        contents=contents,
        title=marked("Score of %(game)s, match %(of)s"),
        kind=match_kind(game),
        number_of=lambda begun: int(begun.match),
    )


def score_papers(
    game: Game,
    words: GameWords,
    *,
    guide: Guide,
    rulebook: Rulebook,
    settings: SettingGroups,
    presets: Mapping[str, Preset],
    form: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    sheet: SheetForm,
    folder: Path | None = None,
) -> GamePapers:
    """The papers of a game for points: those of the score pad with the game's own words, house rules and rulebook.

    ``sheet`` is the form of a match; ``folder`` has the game's templates, if any.
    """
    return GamePapers(
        name=game.name,
        words=words,
        folder=folder,
        play_of=lambda events: matches_play_of(events, game.name),
        player_part=player_part,
        table_part=table_part,
        round_sheet=score_sheet(game.name, sheet),
        settings={**settings, **PRICE, **MARKERS},
        form=form,
        presets=presets,
        guide=guide,
        rulebook=rulebook,
        money=MATCH_RULES,
        blanks=(score_blank(game, sheet),),
        round_story=MatchHandStory,
    )
