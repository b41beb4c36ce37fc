"""The score sheet of a match, as people write it: a row a hand, a column a side with the running score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo
from typing import Any

from dealer.commands.phrases import marked
from dealer.games import game_called
from dealer.night.night import Night
from events.effective_facts import effective
from events.facts import matches
from events.frozen import Frozen
from events.records import Recorded
from reports.game_papers import RoundSheet
from reports.pdf.render import pdf
from reports.pdf.seal import Seal, seal_of
from reports.render_options import PLAIN, RenderOptions
from reports.score_pad.play import MatchesPlay, MatchHand, MatchRecord, matches_play_of
from reports.score_pad.words import bid_said
from reports.sheets.masthead import Masthead, masthead_of
from reports.words.cards import SYMBOLS
from reports.words.language import gettext as _


class SmallTable(Frozen):
    """A small table of a game's figures for the foot of its blank sheet, as text; the first cell of a row heads it."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class SheetForm(Frozen):
    """What is a game's own on its score sheets: ``begins`` is what whoever begins a hand is called.

    A game that does not write a row a hand has a ``template``, which extends ``matches.html``, and ``own`` is what
    that draws of a match.

    The ``blank`` sheet, to be kept by hand, has room for so many ``sides`` and ``tables`` at its foot; ``about`` says
    what it is for.
    """

    sides: int
    about: str
    begins: str = marked("Dealer")
    template: str = "matches.html"
    own: Callable[[MatchRecord], Any] = lambda match: None
    blank: str = "blank.html"
    tables: Callable[[], tuple[SmallTable, ...]] = tuple


class ScoreSheet(Frozen):
    """All that a score sheet says; ``numbers`` are the players' seats."""

    masthead: Masthead
    play: MatchesPlay
    match: MatchRecord
    form: SheetForm
    names: dict[str, str]
    numbers: dict[str, int]
    seal: Seal

    @property
    def has_bids(self) -> bool:
        """Whether the game is bid."""
        return "bid" in game_called(self.play.game).words

    @property
    def has_tricks(self) -> bool:
        """Whether its hands were scored by tricks."""
        return any(isinstance(one, matches.HandScored) and one.tricks for one in self.match.rows)

    @property
    def has_out(self) -> bool:
        """Whether its hands were scored by who was out of cards first."""
        return any(isinstance(one, matches.HandScored) and one.out for one in self.match.rows)

    @property
    def columns(self) -> int:
        """How many columns stand before the sides'."""
        return 2 + 2 * self.has_bids + self.has_tricks + self.has_out

    @property
    def payments(self) -> tuple[tuple[matches.MatchPayment, int], ...]:
        """What was paid, each with the points for which it was."""
        of_side, score = self.match.side_of, self.match.score
        return tuple((one, max(0, score[of_side(one.payee)] - score[of_side(one.payer)])) for one in self.match.paid)

    def bid_of(self, hand: MatchHand) -> str:
        """What a hand was played at, with its trumps where they were told."""
        over = hand.over
        if over is None or over.bid is None:
            return ""
        trump = over.trump if isinstance(over, matches.HandScored) else None
        return bid_said(over.bid) + (f" {SYMBOLS[trump]}" if trump else "")


def match_kind(game: str) -> str:
    """What the score sheets of a game are called, in names of files and addresses."""
    return f"{game.replace('_', '-')}-match"


def score_sheet(game: str, form: SheetForm) -> RoundSheet:
    """The score sheets of a game: one of every match of which a hand was begun."""

    def view(
        now: Night, facts: Sequence[Recorded], match: int, zone: tzinfo | None = None, play: MatchesPlay | None = None
    ) -> ScoreSheet:
        play = play or matches_play_of((one.fact for one in effective(facts)), game)
        return ScoreSheet(
            masthead=masthead_of(now, facts, f"{match_kind(game)}-{match}", zone),
            play=play,
            match=play.match_called(match),
            form=form,
            names=now.names,
            numbers={player: seat for seat, player in enumerate(now.seats, start=1)},
            seal=seal_of(now, facts),
        )

    return RoundSheet(
        view=view,
        print=print_score_sheet,
        title=f"Score of {game_called(game).title}, match {{}}",
        kind=match_kind(game),
        number_of=_match_of,
    )


def _match_of(begun: matches.MatchHandBegun) -> int:
    return begun.match


def print_score_sheet(view: ScoreSheet, options: RenderOptions = PLAIN) -> bytes:
    """A score sheet as PDF."""
    return pdf(view.form.template, _("Score sheet %(number)s", number=view.masthead.number), options, view=view)
