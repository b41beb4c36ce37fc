"""The hands of a Fan-Tan night and their figures by player, in chips, from the effective events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from msgspec import field as struct_field

from dealer.commands.refusal import marked
from events.common import night
from events.common.event import Event
from events.frozen import Frozen
from events.games import fan_tan
from events.games.fan_tan import ChipsTo, HeldCard
from reports.rounds.statement import FiguresByRound
from reports.words.language import gettext as _
from reports.words.language import ngettext, pgettext


class Ending(Enum):
    """How a hand ended."""

    ON = marked("still on")
    WON = marked("won")
    DEAD = marked("dead")
    VOIDED = marked("voided")
    BROKEN_OFF = marked("broken off at the close")


class Penalty(Enum):
    """The state of the penalty for a wrong pass."""

    OPEN = marked("not decided")
    TAKEN = marked("taken")
    WAIVED = marked("waived")


class HandTurn(Frozen):
    """One turn and the cards laid; without cards it is a pass, which cost ``chips``."""

    number: int
    player: str
    cards: tuple[str, ...]
    chips: int = 0


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


@dataclass(slots=True, kw_only=True)
class HandRecord:
    """One hand. ``before_chips`` were in the pot at its beginning; ``pot_chips`` were won, or left by a dead hand.

    ``voided`` is the reason if it was voided; ``shown`` are the cards that each player still held at the end.
    """

    hand: int
    dealer: str
    dealt: dict[str, int]
    before_chips: int
    turns: list[HandTurn] = field(default_factory=list)
    shown: dict[str, tuple[str, ...]] = field(default_factory=dict)
    proved: list[fan_tan.WrongPassProved] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)
    winner: str | None = None
    ending: Ending = Ending.ON
    pot_chips: int = 0
    voided: str | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The players, from the dealer's left."""
        return tuple(self.dealt)

    @property
    def passes(self) -> int:
        """How many turns were passes."""
        return sum(1 for turn in self.turns if not turn.cards)

    def passes_of(self, player: str) -> int:
        """How often a player passed."""
        return sum(1 for turn in self.turns if turn.player == player and not turn.cards)

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
            for proved in self.proved
            if player in (None, proved.player)
        )

    def _fate(self, turn: int) -> Penalty:
        if turn in self.taken:
            return Penalty.TAKEN
        return Penalty.OPEN if self.ending is Ending.ON else Penalty.WAIVED


def hand_records_of(events: Iterable[Event]) -> list[HandRecord]:
    """The hands of a night from its effective events, in order."""
    hands: list[HandRecord] = []
    left = 0
    for event in events:
        match event:
            case fan_tan.HandStarted():
                dealt = dict(zip(event.players, event.dealt, strict=True))
                hands.append(HandRecord(hand=event.hand, dealer=event.dealer, dealt=dealt, before_chips=left))
            case fan_tan.PotLeft() | fan_tan.PotWon():
                _settle(hands[-1], event)
                left = event.chips if isinstance(event, fan_tan.PotLeft) else 0
            case night.NightClosed() if hands and hands[-1].ending is Ending.ON:
                hands[-1].ending = Ending.BROKEN_OFF
            case _ if hands:
                _play(hands[-1], event)
    return hands


def _play(hand: HandRecord, event: Event) -> None:
    match event:
        case fan_tan.CardsLaid():
            hand.turns.append(HandTurn(number=event.turn, player=event.player, cards=event.cards))
            # Shown because all had passed; now play has gone on.
            hand.shown.clear()
        case fan_tan.TurnPassed():
            hand.turns.append(HandTurn(number=event.turn, player=event.player, cards=(), chips=event.chips))
        case fan_tan.HandShown():
            hand.shown[event.player] = event.cards
        case fan_tan.WrongPassProved():
            hand.proved.append(event)
        case fan_tan.HandEnded():
            hand.winner = event.winner
        case fan_tan.PenaltyTaken():
            hand.taken.add(event.turn)
        case fan_tan.HandVoided():
            hand.voided, hand.ending = event.reason, Ending.VOIDED


def _settle(hand: HandRecord, event: fan_tan.PotWon | fan_tan.PotLeft) -> None:
    hand.ending = Ending.WON if isinstance(event, fan_tan.PotWon) else Ending.DEAD
    hand.pot_chips = event.chips


@dataclass(slots=True, kw_only=True)
class HandFigures:
    """Chips paid and won in one hand or in several, by one player or by all; all of them positive.

    ``penalty`` chips went to the pot and ``opener`` chips to the holders next to a kept opener; ``received`` came from
    another player's penalty. ``passes`` and ``cards`` (left in hand) are counts; ``dead`` is the cost of a dead hand,
    and ``returned`` came back from a voided hand.
    """

    passes: int = 0
    cards: int = 0
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
    def paid(self) -> int:
        """All that was paid."""
        return self.ante + self.passing + self.penalties + self.for_cards + self.dead

    @property
    def got(self) -> int:
        """All that came back."""
        return self.received + self.pot + self.returned

    @property
    def net(self) -> int:
        """Chips won, negative if lost."""
        return self.got - self.paid

    @property
    def into_pot(self) -> int:
        """What went into the pot."""
        return self.paid - self.opener


class PotPlay(Frozen):
    """The Fan-Tan of a night: its hands, the figures by hand and player, and the pot divided at the close."""

    hands: tuple[HandRecord, ...] = ()
    figures: FiguresByRound[HandFigures]
    divided: dict[str, int] = struct_field(default_factory=dict)
    chip_cents: int = 0

    @property
    def extent(self) -> tuple[str, ...]:
        """How much was played, in words."""
        if not self.hands:
            return ()
        hands = ngettext("%(num)s hand", "%(num)s hands", len(self.hands))
        return hands, ngettext("%(num)s turn", "%(num)s turns", self.turns)

    @property
    def turns(self) -> int:
        """The number of turns."""
        return sum(len(hand.turns) for hand in self.hands)

    def hands_dealt_to(self, player: str) -> list[HandRecord]:
        """The hands that a player was dealt."""
        return [hand for hand in self.hands if player in hand.dealt]


class ReckonedHand(Frozen):
    """One hand of a sheet: its record, and the figures of a player or of all."""

    record: HandRecord
    figures: HandFigures


def pot_play_of(events: Iterable[Event]) -> PotPlay:
    """The Fan-Tan of a night from its effective events.

    Raises :class:`reports.rounds.statement.DoesNotAddUp` if the moves of money disagree.
    """
    events = tuple(events)
    hands = tuple(hand_records_of(events))
    fold = _Fold()
    for event in events:
        fold.add(event)
    fold.figures.assert_agree("hand", lambda figures: figures.net * fold.chip_cents)
    for record in hands:
        for player in record.players:
            own = fold.figures.at(record.hand, player)
            own.passes = record.passes_of(player)
            own.cards = record.left(player) if record.ending is Ending.WON else 0
    return PotPlay(hands=hands, figures=fold.figures, divided=fold.divided, chip_cents=fold.chip_cents)


MovesOfAHand = (
    fan_tan.AntePaid
    | fan_tan.TurnPassed
    | fan_tan.PenaltyTaken
    | fan_tan.HandPaid
    | fan_tan.PotWon
    | fan_tan.PotReturned
)
"""The events of a hand that move checks."""


class _Fold:
    """Collects hands and figures, event by event."""

    def __init__(self) -> None:
        self.chip_cents = 0
        self.dead = False
        self.figures = FiguresByRound(HandFigures)
        self.divided: dict[str, int] = {}
        self.proved: dict[tuple[int, int], fan_tan.WrongPassProved] = {}

    def add(self, event: Event) -> None:
        """Apply an event."""
        match event:
            case night.NightOpened() if "fan_tan" in event.houses:
                chip = event.houses["fan_tan"]["chip"]
                assert isinstance(chip, int)
                self.chip_cents = chip
            case fan_tan.PotDivided():
                self.divided[event.player] = self.divided.get(event.player, 0) + event.chips
            case _:
                self._count(event)
        if isinstance(event, MovesOfAHand):
            self.figures.follow(event.hand, event.moves, "checks")

    def _count(self, event: Event) -> None:
        match event:
            case fan_tan.AntePaid():
                self.figures.at(event.hand, event.player).ante += event.chips
            case fan_tan.TurnPassed():
                self.figures.at(event.hand, event.player).passing += event.chips
            case fan_tan.WrongPassProved():
                self.proved[event.hand, event.turn] = event
            case fan_tan.PenaltyTaken():
                self._penalty(self.proved[event.hand, event.turn])
            case fan_tan.HandEnded():
                self.dead = event.winner is None
            case fan_tan.HandPaid() if self.dead:
                self.figures.at(event.hand, event.player).dead += event.chips
            case fan_tan.HandPaid():
                self.figures.at(event.hand, event.player).for_cards += event.chips
            case fan_tan.PotWon():
                self.figures.at(event.hand, event.player).pot += event.chips
            case fan_tan.PotReturned():
                self.figures.at(event.hand, event.player).returned += event.chips

    def _penalty(self, proved: fan_tan.WrongPassProved) -> None:
        offender = self.figures.at(proved.hand, proved.player)
        offender.penalty += proved.chips
        for gift in proved.besides:
            offender.opener += gift.chips
            self.figures.at(proved.hand, gift.player).received += gift.chips


Columns = tuple[tuple[str, str], ...]
"""For each column the name of its figure, and its heading."""


def paid_columns(figures: HandFigures) -> Columns:
    """The columns of payments in use; cards left in hand always have a column."""
    columns = (
        ("ante", _("Ante")),
        ("passing", pgettext("paid for", "Passes")),
        ("penalties", _("Penalties")),
        ("for_cards", pgettext("paid for", "Cards")),
        ("dead", _("Dead hand")),
    )
    return _in_use(columns, figures, "for_cards")


def got_columns(figures: HandFigures) -> Columns:
    """The columns of winnings in use; the pot always has a column."""
    columns = (("received", _("Penalties")), ("pot", _("Pot")), ("returned", pgettext("chips given back", "Back")))
    return _in_use(columns, figures, "pot")


def pot_columns(figures: HandFigures) -> Columns:
    """The columns of payments into the pot."""
    columns = (
        ("ante", _("Antes")),
        ("passing", _("For passes")),
        ("penalty", _("Penalties")),
        ("for_cards", _("For cards")),
        ("dead", _("Dead hand")),
    )
    return _in_use(columns, figures, "for_cards")


def _in_use(columns: Columns, figures: HandFigures, always: str) -> Columns:
    return tuple((name, word) for name, word in columns if name == always or getattr(figures, name))
