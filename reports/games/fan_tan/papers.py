"""Fan-Tan on paper: its part of the settlement and the table sheet, and the sheet of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.game.cards import SUITS
from dealer.night.night import Night
from events.frozen import Frozen
from events.games.fan_tan import HeldCard
from reports.game_papers import Blank
from reports.games.fan_tan.hands import HANDS, FanTanHand, HandTurn, WrongPass
from reports.games.fan_tan.rules import FAN_TAN_RULES, FORM, PRESETS, SETTINGS
from reports.games.fan_tan.words import WORDS, HandStory
from reports.pdf.render import blank_paper
from reports.render_options import RenderOptions
from reports.rounds import hands
from reports.rounds.hands import HandsPlay
from reports.rounds.play import PlayerPart, TablePart
from reports.rounds.tables import Cell, Column, FiguresTable, Row, cards_cell, count, figures_table
from reports.sheets.round_sheet import hand_papers
from reports.words.formatting import card_words
from reports.words.language import gettext as _
from reports.words.language import pgettext

TEMPLATE = "fan_tan/papers.html"


def wrong_passes_table(
    passes: Sequence[WrongPass], names: Mapping[str, str], *, of_one: bool = False, brief: bool = False
) -> FiguresTable:
    """The passes proved wrong, with their proof unless ``brief``; ``of_one`` player or of several."""
    player = () if of_one else (Column(_("Player"), lambda row: Cell(players=(row.record.player,)), kind="who"),)

    def held(row: Row) -> Cell | str:
        proofs = row.record.held
        return cards_cell(proof.card for proof in proofs) if brief else ", ".join(map(_proof, proofs))

    return figures_table(
        _("Wrong passes found"),
        (
            Column(
                _("Hand and turn"),
                lambda row: _("%(hand)s, turn %(turn)s", hand=row.record.hand, turn=row.record.turn),
                kind="first",
            ),
            *player,
            Column(_("Held, and could have laid"), held, kind="who"),
            Column(
                _("Penalty, in chips"),
                lambda row: count(row.record.chips) if brief else _penalty(row.record, names),
                kind="who",
            ),
            Column("", lambda row: _(row.record.fate.value) if row.record.chips else ""),
        ),
        [Row(wrong, None) for wrong in passes],
        kinds=("wrong",),
        beside=_("the sheet of each hand has the proof")
        if brief
        else _("a card laid later or shown at the end was in the hand at every earlier turn"),
    )


def _proof(held: HeldCard) -> str:
    card = card_words(held.card)
    return (
        _("%(card)s laid at %(turn)s", card=card, turn=held.laid_at) if held.laid_at else _("%(card)s shown", card=card)
    )


def _penalty(wrong: WrongPass, names: Mapping[str, str]) -> str:
    """A penalty in chips, with its parts for the pot and for players."""
    if not wrong.chips:
        return pgettext("penalty", "none")
    if not wrong.besides:
        return str(wrong.chips)
    to_pot = [_("%(chips)s to the pot", chips=wrong.pot_chips)] if wrong.pot_chips else []
    gifts = [
        _(
            "%(chips)s to %(name)s for %(cards)s",
            chips=sum(gift.chips for gift in gifts),
            name=names[player],
            cards=" ".join(card_words(gift.card) for gift in gifts),
        )
        for player, gifts in wrong.besides_by_player
    ]
    return f"{wrong.chips}: {', '.join((*to_pot, *gifts))}"


def player_part(play: HandsPlay, player: str) -> PlayerPart:
    """The hands that a player was dealt, and their wrong passes."""
    part = hands.player_part(play, player)
    wrong = [wrong for hand in play.hands_of(player) for wrong in hand.wrong_passes(player)]
    if not wrong:
        return part
    view = replace(part.view, tables=(*part.view.tables, wrong_passes_table(wrong, play.names, of_one=True)))
    return replace(part, view=view, lines=part.lines + 2 * len(wrong))


def table_part(play: HandsPlay, now: Night) -> TablePart:
    """The pot, the players' results, and all wrong passes."""
    part = hands.table_part(play, now)
    wrong = [wrong for hand in play.hands for wrong in hand.wrong_passes()]
    if not wrong:
        return part
    view = replace(part.view, tables=(*part.view.tables, wrong_passes_table(wrong, now.names, brief=True)))
    return replace(part, view=view, lines=part.lines + len(wrong))


ROUNDS_IN_A_BAND = 13
"""The most rounds of a hand side by side."""

FEWEST_COLUMNS = 8
"""The least width of the play, in rounds."""

ROWS_AT_EASE, ROWS_OF_A_PAGE = 14, 30
"""Rows of players and wrong passes that fit on a page with room to spare, and the number that no longer fits."""


class Place(Frozen):
    """A card's place on the layout: the player and turn that laid it, or (turn 0) the player who held it at the end."""

    card: str
    player: str = ""
    turn: int = 0
    opened: bool = False


class Band(Frozen):
    """Some rounds of play side by side: their numbers, and each player's actions."""

    rounds: tuple[int, ...]
    turns: tuple[tuple[str, tuple[HandTurn | None, ...]], ...]


class HandSheet(Frozen):
    """What the sheet of a hand has besides its players: the layout, the play by rounds, and the wrong passes."""

    suits: tuple[tuple[Place, ...], ...]
    bands: tuple[Band, ...]
    wrong_passes: tuple[WrongPass, ...]
    players: int

    @property
    def is_crowded(self) -> bool:
        """Whether dense type saves a second page."""
        rows = self.players * (len(self.bands) + 1) + 2 * len(self.bands) + len(self.wrong_passes)
        return ROWS_AT_EASE < rows < ROWS_OF_A_PAGE

    @property
    def shows_layout(self) -> bool:
        """Whether any card was laid, or shown at the end."""
        return any(place.player for places in self.suits for place in places)

    @property
    def columns(self) -> int:
        """The width of the bands in rounds, for short bands too."""
        return max(FEWEST_COLUMNS, len(self.bands[0].rounds))

    @property
    def wrong_turns(self) -> frozenset[int]:
        """The turns that were wrong passes."""
        return frozenset(wrong_pass.turn for wrong_pass in self.wrong_passes)

    def proofs(self, names: Mapping[str, str]) -> FiguresTable:
        """The wrong passes with their proof."""
        return wrong_passes_table(self.wrong_passes, names)


def hand_sheet(record: FanTanHand, figures: Any) -> HandSheet:
    """What the sheet of a hand has besides its players."""
    return HandSheet(
        suits=_suits(record), bands=_bands(record), wrong_passes=record.wrong_passes(), players=len(record.players)
    )


def _suits(record: FanTanHand) -> tuple[tuple[Place, ...], ...]:
    laid = record.laid_at()
    held = {card: player for player, cards in record.shown.items() for card in cards}
    opened: dict[str, str] = {}
    for card in laid:
        opened.setdefault(card[-1], card)

    def place(card: str) -> Place:
        if card in laid:
            return Place(card=card, player=laid[card].player, turn=laid[card].number, opened=opened[card[-1]] == card)
        return Place(card=card, player=held.get(card, ""))

    return tuple(tuple(place(rank + suit) for rank in RANKS) for suit in SUITS)


def _bands(record: FanTanHand) -> tuple[Band, ...]:
    """The turns by rounds, in bands of about equal length."""
    rounds = _rounds(record)
    bands = -(-len(rounds) // ROUNDS_IN_A_BAND)
    length = -(-len(rounds) // bands) if bands else 1
    return tuple(
        Band(
            rounds=tuple(range(start + 1, min(start + length, len(rounds)) + 1)),
            turns=tuple(
                (player, tuple(turns.get(player) for turns in rounds[start : start + length]))
                for player in record.players
            ),
        )
        for start in range(0, len(rounds), length)
    )


def _rounds(record: FanTanHand) -> list[dict[str, HandTurn]]:
    """The turns of each round: once around the table, from the dealer's left."""
    rounds: list[dict[str, HandTurn]] = []
    places = {player: place for place, player in enumerate(record.players)}
    last = len(places)
    for turn in record.turns:
        if places[turn.player] <= last:
            rounds.append({})
        last = places[turn.player]
        rounds[-1][turn.player] = turn
    return rounds


_HANDS = 24
_SEATS = 8


def _score_sheet(title: str, options: RenderOptions) -> bytes:
    kind = f"score-sheet {options.style.paper}"
    return blank_paper(title, options, kind, template=TEMPLATE, hands=_HANDS, seats=_SEATS)


PAPERS = replace(
    hand_papers(
        replace(HANDS, sheet=hand_sheet),
        words=WORDS,
        whole_title="Fan-Tan (Sevens, Parliament)",
        folder=Path(__file__).parent,
        settings=SETTINGS,
        form=FORM,
        presets=PRESETS,
        rulebook=FAN_TAN_RULES,
        blanks=(
            Blank(
                name="fan-tan-score",
                title=marked("Fan-Tan score sheet"),
                about="Twenty-four hands of up to eight players, in chips.",
                make=_score_sheet,
            ),
        ),
        round_story=HandStory,
    ),
    player_part=player_part,
    table_part=table_part,
)
