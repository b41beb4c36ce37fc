"""Fan-Tan on paper: its hands and their figures, its part of the settlement and the table sheet, and its sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from markupsafe import Markup
from msgspec.structs import replace

from dealer.commands.fields import RANKS
from dealer.commands.refusal import marked
from dealer.game.cards import SUITS
from dealer.games.fan_tan.state import FAN_TAN
from dealer.night.night import Night
from events.common.event import Event
from events.frozen import Frozen
from events.games import fan_tan
from events.games.fan_tan import CardsLaid, HeldCard, TurnPassed, WrongPassProved
from reports.game_papers import Blank
from reports.games.fan_tan.rules import FAN_TAN_RULES, FORM, GUIDE, PRESETS, SETTINGS
from reports.games.fan_tan.words import WORDS, HandStory
from reports.pdf.drawings import cards_in_rows
from reports.pdf.render import blank_paper
from reports.render_options import RenderOptions
from reports.rounds import hands
from reports.rounds.hands import Ending, HandRecord, HandsPlay, HandWords
from reports.rounds.play import PlayerPart, TablePart
from reports.rounds.statement import FiguresByRound
from reports.rounds.tables import (
    Cell,
    Column,
    Columns,
    FiguresTable,
    Row,
    cards_cell,
    count,
    figure_column,
    figures_table,
)
from reports.sheets.round_sheet import hand_papers
from reports.words.formatting import card_words, labelled
from reports.words.language import gettext as _
from reports.words.language import pgettext


class Penalty(Enum):
    """The state of the penalty for a wrong pass."""

    OPEN = marked("not decided")
    TAKEN = marked("taken")
    WAIVED = marked("waived")


class FanTanHand(HandRecord):
    """One hand of Fan-Tan, read from its events."""

    @property
    def dealt(self) -> dict[str, int]:
        """The number of cards that each player was dealt."""
        return dict(zip(self.begun.players, self.begun.dealt, strict=True))

    @property
    def turns(self) -> list[fan_tan.CardsLaid | fan_tan.TurnPassed]:
        """The turns in the order of play."""
        return self.all(fan_tan.CardsLaid | fan_tan.TurnPassed)

    @property
    def winner(self) -> str | None:
        """The player who went out first, if somebody did."""
        ended = self.last(fan_tan.HandEnded)
        winner: str | None = ended.winner if ended else None
        return winner

    @property
    def is_won(self) -> bool:
        """Whether the pot was won."""
        return isinstance(self.last(fan_tan.PotWon | fan_tan.PotLeft), fan_tan.PotWon)

    @property
    def shown(self) -> dict[str, tuple[str, ...]]:
        """The cards that each player still held at the end; those shown before play went on do not count."""
        shown: dict[str, tuple[str, ...]] = {}
        for event in self.events:
            match event:
                case fan_tan.CardsLaid():
                    shown.clear()
                case fan_tan.HandShown():
                    shown[event.player] = event.cards
        return shown

    @property
    def passes(self) -> int:
        """How many turns were passes."""
        return len(self.all(fan_tan.TurnPassed))

    def left(self, player: str) -> int:
        """How many cards a player still held at the end."""
        return self.dealt[player] - sum(len(turn.cards) for turn in self.turns if turn.player == player)

    def laid_at(self) -> dict[str, fan_tan.CardsLaid | fan_tan.TurnPassed]:
        """Every card laid, with its turn."""
        return {card: turn for turn in self.turns for card in turn.cards}

    def wrong_passes(self, player: str | None = None) -> tuple[fan_tan.WrongPassProved, ...]:
        """The passes proved wrong, of one player or of all, in the order of play."""
        return tuple(wrong for wrong in self.all(fan_tan.WrongPassProved) if player in (None, wrong.player))

    def fate(self, wrong: fan_tan.WrongPassProved) -> Penalty:
        """The state of the penalty for a wrong pass."""
        if any(taken.turn == wrong.turn for taken in self.all(fan_tan.PenaltyTaken)):
            return Penalty.TAKEN
        return Penalty.OPEN if self.ending is Ending.ON else Penalty.WAIVED


@dataclass(slots=True, kw_only=True)
class FanTanFigures:
    """Chips paid and won in one hand or in several, by one player or by all; all of them positive.

    ``penalty`` chips went to the pot and ``opener`` chips to the holders next to a kept opener; ``received`` came from
    another player's penalty. ``passes`` is a count; ``dead`` is the cost of a dead hand, and ``returned`` came back
    from a voided hand.
    """

    passes: int = 0
    ante: int = 0
    passing: int = 0
    penalty: int = 0
    opener: int = 0
    for_cards: int = 0
    dead: int = 0
    received: int = 0
    pot: int = 0
    returned: int = 0

    @property
    def penalties(self) -> int:
        """The cost of wrong passes."""
        return self.penalty + self.opener

    @property
    def net(self) -> int:
        """Chips won, negative if lost."""
        paid = self.ante + self.passing + self.penalties + self.for_cards + self.dead
        return self.received + self.pot + self.returned - paid


def _counted(figures: FiguresByRound[FanTanFigures], hand: FanTanHand, event: Event, chip_cents: int) -> None:
    match event:
        case fan_tan.AntePaid():
            figures.at(event.hand, event.player).ante += event.chips
        case fan_tan.TurnPassed():
            own = figures.at(event.hand, event.player)
            own.passes += 1
            own.passing += event.chips
        case fan_tan.PenaltyTaken():
            _count_penalty(figures, event, chip_cents)
        case fan_tan.HandPaid() if hand.winner is None:
            figures.at(event.hand, event.player).dead += event.chips
        case fan_tan.HandPaid():
            figures.at(event.hand, event.player).for_cards += event.chips
        case fan_tan.PotWon():
            figures.at(event.hand, event.player).pot += event.chips
        case fan_tan.PotReturned():
            figures.at(event.hand, event.player).returned += event.chips


def _count_penalty(figures: FiguresByRound[FanTanFigures], event: fan_tan.PenaltyTaken, chip_cents: int) -> None:
    """The parts of a penalty, for the pot and for players."""
    offender = figures.at(event.hand, event.player)
    for move in event.moves:
        chips = move.amount_cents // chip_cents
        player = move.credit.partition(":")[2]
        if player:
            offender.opener += chips
            figures.at(event.hand, player).received += chips
        else:
            offender.penalty += chips


def _own() -> Columns:
    """How often a player passed, and the cards that they had left."""

    def dealt(row: Row) -> str:
        return str(row.record.dealt[row.player])

    def left_in_all(row: Row) -> str:
        return count(sum(len(own.record.shown.get(own.player, ())) for own in row.record))

    def left(row: Row) -> Cell | str:
        hand: FanTanHand = row.record
        if hand.winner == row.player:
            return pgettext("all cards laid", "out")
        return cards_cell(hand.shown.get(row.player, ()))

    return (
        Column(pgettext("cards", "Dealt"), dealt, lambda row: str(sum(int(dealt(own)) for own in row.record))),
        figure_column(_("Times passed"), "passes", count),
        Column(_("Left in hand"), left, left_in_all, kind="who"),
    )


def _paid() -> Columns:
    group = pgettext("by a player", "Paid")
    return (
        figure_column(_("Ante"), "ante", count, group=group, always=False),
        figure_column(pgettext("paid for", "Passes"), "passing", count, group=group, always=False),
        figure_column(_("Penalties"), "penalties", count, group=group, always=False),
        figure_column(pgettext("paid for", "Cards"), "for_cards", count, group=group),
        figure_column(_("Dead hand"), "dead", count, group=group, always=False),
    )


def _got() -> Columns:
    group = pgettext("by a player", "Got")
    return (
        figure_column(_("Penalties"), "received", count, group=group, always=False),
        figure_column(_("Pot"), "pot", count, group=group),
        figure_column(pgettext("chips given back", "Back"), "returned", count, group=group, always=False),
    )


def _outcome() -> Columns:
    """Who went out first, and the number of turns and passes."""

    def winner(row: Row) -> Cell:
        if row.record.winner:
            return Cell(players=(row.record.winner,))
        return Cell(pgettext("a hand", "dead") if row.record.ending is Ending.OVER else "–")

    return (
        Column(_("Out first"), winner, kind="who whose"),
        Column(
            _("Turns"),
            lambda row: str(len(row.record.turns)),
            lambda row: str(sum(len(own.record.turns) for own in row.record)),
        ),
        figure_column(_("Passes"), "passes", count),
    )


def _pot() -> Columns:
    return (
        figure_column(_("Antes"), "ante", count, always=False),
        figure_column(_("For passes"), "passing", count, always=False),
        figure_column(_("Penalties"), "penalty", count, always=False),
        figure_column(_("For cards"), "for_cards", count),
        figure_column(_("Dead hand"), "dead", count, always=False),
        figure_column(pgettext("chips given back", "Back"), "returned", count, always=False),
        figure_column(pgettext("chips", "Won"), "pot", count),
    )


HANDS = HandWords(
    game=FAN_TAN,
    record=FanTanHand,
    figures=FanTanFigures,
    counted=_counted,
    own=_own,
    paid=_paid,
    got=_got,
    outcome=_outcome,
    pot=_pot,
    divides=fan_tan.PotDivided,
    title=marked("Cards left and payments"),
    template="fan_tan/papers.html",
)


TEMPLATE = "fan_tan/papers.html"

Turn = CardsLaid | TurnPassed
PartT = TypeVar("PartT", PlayerPart, TablePart)


def wrong_passes_table(
    passes: Sequence[tuple[FanTanHand, WrongPassProved]],
    names: Mapping[str, str],
    *,
    of_one: bool = False,
    brief: bool = False,
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
                lambda row: count(row.record.penalty) if brief else _penalty(row.record, names),
                kind="who",
            ),
            Column("", lambda row: _(row.figures.value) if row.record.penalty else ""),
        ),
        [Row(wrong, hand.fate(wrong)) for hand, wrong in passes],
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


def _penalty(wrong: WrongPassProved, names: Mapping[str, str]) -> str:
    """A penalty in chips, with its parts for the pot and for players."""
    if not wrong.penalty:
        return pgettext("penalty", "none")
    if not wrong.besides:
        return str(wrong.penalty)
    to_pot = [_("%(chips)s to the pot", chips=wrong.chips)] if wrong.chips else []
    gifts = [
        _(
            "%(chips)s to %(name)s for %(cards)s",
            chips=sum(gift.chips for gift in gifts),
            name=names[player],
            cards=" ".join(card_words(gift.card) for gift in gifts),
        )
        for player, gifts in wrong.gifts.items()
    ]
    return labelled(str(wrong.penalty), ", ".join((*to_pot, *gifts)))


def player_part(play: HandsPlay, player: str) -> PlayerPart:
    """The hands that a player was dealt, and their wrong passes."""
    wrong = [(hand, wrong) for hand in play.hands_of(player) for wrong in hand.wrong_passes(player)]
    return _with_wrong_passes(hands.player_part(play, player), wrong, 2, play.names, of_one=True)


def table_part(play: HandsPlay, now: Night) -> TablePart:
    """The pot, the players' results, and all wrong passes."""
    wrong = [(hand, wrong) for hand in play.hands for wrong in hand.wrong_passes()]
    return _with_wrong_passes(hands.table_part(play, now), wrong, 1, now.names, brief=True)


def _with_wrong_passes(part: PartT, wrong: Sequence[Any], lines: int, names: Mapping[str, str], **form: bool) -> PartT:
    """A part with the table of wrong passes, which takes so many lines for each."""
    if not wrong:
        return part
    view = replace(part.view, tables=(*part.view.tables, wrong_passes_table(wrong, names, **form)))
    return replace(part, view=view, lines=part.lines + lines * len(wrong))


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
    turns: tuple[tuple[str, tuple[Turn | None, ...]], ...]


class HandSheet(Frozen):
    """What the sheet of a hand has besides its players: the layout, the play by rounds, and the wrong passes."""

    record: FanTanHand
    suits: tuple[tuple[Place, ...], ...]
    bands: tuple[Band, ...]

    @property
    def wrong_passes(self) -> tuple[WrongPassProved, ...]:
        """The passes proved wrong."""
        return self.record.wrong_passes()

    @property
    def is_crowded(self) -> bool:
        """Whether dense type saves a second page."""
        rows = len(self.record.players) * (len(self.bands) + 1) + 2 * len(self.bands) + len(self.wrong_passes)
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
        return wrong_passes_table([(self.record, wrong) for wrong in self.wrong_passes], names)


def hand_sheet(record: FanTanHand, figures: Any) -> HandSheet:
    """What the sheet of a hand has besides its players."""
    return HandSheet(record=record, suits=_suits(record), bands=_bands(record))


def _suits(record: FanTanHand) -> tuple[tuple[Place, ...], ...]:
    laid = record.laid_at()
    held = {card: player for player, cards in record.shown.items() for card in cards}
    opened: dict[str, str] = {}
    for card in laid:
        opened.setdefault(card[-1], card)

    def place(card: str) -> Place:
        if card in laid:
            return Place(card=card, player=laid[card].player, turn=laid[card].turn, opened=opened[card[-1]] == card)
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


def _rounds(record: FanTanHand) -> list[dict[str, Turn]]:
    """The turns of each round: once around the table, from the dealer's left."""
    rounds: list[dict[str, Turn]] = []
    places = {player: place for place, player in enumerate(record.players)}
    last = len(places)
    for turn in record.turns:
        if places[turn.player] <= last:
            rounds.append({})
        last = places[turn.player]
        rounds[-1][turn.player] = turn
    return rounds


def _score_sheet(title: str, options: RenderOptions) -> bytes:
    return blank_paper(title, options, f"score-sheet {options.style.paper}", template=TEMPLATE, hands=24, seats=8)


LAID = ("5s 6s 7s 8s", "7h 8h 9h 10h", "6d 7d", "7c")
"""The cards that lie in the picture of the guide, suit by suit."""


def _suits_picture() -> Markup:
    rows = [[f"{rank}{cards[-1]}" if f"{rank}{cards[-1]}" in cards.split() else "" for rank in RANKS] for cards in LAID]
    return cards_in_rows(rows, _("Four suits that grow from their sevens, up to the king and down to the ace."))


PAPERS = replace(
    hand_papers(
        replace(HANDS, sheet=hand_sheet),
        words=WORDS,
        whole_title="Fan-Tan (Sevens, Parliament)",
        folder=Path(__file__).parent,
        settings=SETTINGS,
        form=FORM,
        presets=PRESETS,
        guide=replace(GUIDE, picture=_suits_picture),
        rulebook=FAN_TAN_RULES,
        blanks=(
            Blank(
                name="fan-tan-score",
                title=marked("Fan-Tan score sheet"),
                about=marked("Twenty-four hands of up to eight players, in chips."),
                make=_score_sheet,
            ),
        ),
        round_story=HandStory,
    ),
    player_part=player_part,
    table_part=table_part,
)
