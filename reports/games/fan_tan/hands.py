"""The hands of Fan-Tan on paper: how each was played, and its figures in chips."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from dealer.commands.refusal import marked
from dealer.games.fan_tan.state import FAN_TAN
from events.common.event import Event
from events.frozen import Frozen
from events.games import fan_tan
from events.games.fan_tan import ChipsTo, HeldCard
from reports.rounds.hands import Ending, HandRecord, HandWords
from reports.rounds.statement import FiguresByRound
from reports.rounds.tables import Cell, Column, Columns, Row, cards_cell, count, figure_column
from reports.words.language import gettext as _
from reports.words.language import pgettext


class Penalty(Enum):
    """The state of the penalty for a wrong pass."""

    OPEN = marked("not decided")
    TAKEN = marked("taken")
    WAIVED = marked("waived")


class HandTurn(Frozen):
    """One turn and the cards laid; without cards it is a pass."""

    number: int
    player: str
    cards: tuple[str, ...]


class WrongPass(Frozen):
    """A pass proved wrong: the cards that could have been laid, the penalty in chips, and its state."""

    hand: int
    turn: int
    player: str
    held: tuple[HeldCard, ...]
    pot_chips: int
    besides: tuple[ChipsTo, ...]
    fate: Penalty

    @property
    def chips(self) -> int:
        """The whole penalty in chips."""
        return self.pot_chips + sum(beside.chips for beside in self.besides)

    @property
    def besides_by_player(self) -> tuple[tuple[str, tuple[ChipsTo, ...]], ...]:
        """The parts of the penalty that go to players rather than the pot."""
        players = dict.fromkeys(beside.player for beside in self.besides)
        return tuple((player, tuple(held for held in self.besides if held.player == player)) for player in players)


class FanTanHand(HandRecord):
    """One hand of Fan-Tan, read from its events."""

    @property
    def dealt(self) -> dict[str, int]:
        """The number of cards that each player was dealt."""
        return dict(zip(self.begun.players, self.begun.dealt, strict=True))

    @property
    def turns(self) -> tuple[HandTurn, ...]:
        """The turns in the order of play."""
        played = self.all(fan_tan.CardsLaid | fan_tan.TurnPassed)
        return tuple(
            HandTurn(number=event.turn, player=event.player, cards=getattr(event, "cards", ())) for event in played
        )

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

    def laid_at(self) -> dict[str, HandTurn]:
        """Every card laid, with its turn."""
        return {card: turn for turn in self.turns for card in turn.cards}

    def wrong_passes(self, player: str | None = None) -> tuple[WrongPass, ...]:
        """The passes proved wrong, of one player or of all, in the order of play."""
        return tuple(
            WrongPass(
                hand=self.hand,
                turn=proved.turn,
                player=proved.player,
                held=proved.held,
                pot_chips=proved.chips,
                besides=proved.besides,
                fate=self._fate(proved.turn),
            )
            for proved in self.all(fan_tan.WrongPassProved)
            if player in (None, proved.player)
        )

    def _fate(self, turn: int) -> Penalty:
        if any(taken.turn == turn for taken in self.all(fan_tan.PenaltyTaken)):
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
