"""Hands of cards: the order at the table, the deal, the players, the antes, and what is paid (rules 7 to 11)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from dealer.commands import fields
from dealer.commands.commands import Command, command, of_game, word_of
from dealer.commands.fields import Key, Text
from dealer.commands.refusal import Cards, Listed, Player, Refusal, marked
from dealer.game import actions
from dealer.game.actions import Action, Actions, Decider, Seat, Words
from dealer.game.cards import odd_card
from dealer.game.demonstration import Demonstration, LegalPlay
from dealer.game.forecast import (
    Expression,
    Forecast,
    argument,
    either,
    first,
    items,
    joined,
    left_of,
    plus,
    put,
    size,
    the,
    within,
    without,
)
from dealer.game.game import TABLE, Game, RoundRow, Things, ended_rounds
from dealer.game.house import check_chips, divided, into_pot, out_of_pot, paid_to
from dealer.game.table import GameTable, SeatedTable, at_or_left_of, from_left_of
from events.common.event import ByType, Event
from events.common.play import (
    AntePut,
    AnteReturned,
    ChipsPaid,
    HandBegun,
    HandBrokenOff,
    HandShown,
    PotShared,
    PotWon,
    RoundEnded,
    RoundVoided,
)
from events.games import game_of
from ledger.ledger import Ledger

T = TypeVar("T", bound="HandTable")
PaidT = TypeVar("PaidT", bound=ChipsPaid)
WonT = TypeVar("WonT", bound=PotWon)

BETWEEN, PLAYING = "between", "playing"
"""The phases of every table of hands."""

SHOWING, SHOWN = "showing", "shown"
"""The phases of a hand that everybody shows: somebody has not shown, and all have."""

PLAYERS: Expression = either(argument("players"), argument("players"), the("sitting_in"))
"""The players of a hand that is begun: those named, else all who sit in."""


def next_dealers(players: Expression) -> Expression:
    """Who may deal a hand of some players: the next at the last dealer's left, or the same again; at first anybody."""
    again = either(the("again"), items(the("dealer")), items())
    in_turn = joined(again, left_of(the("dealer"), the("seats")))
    return either(the("dealer"), first(1, within(in_turn, players)), players)


DEALERS: Expression = next_dealers(PLAYERS)
"""Who may deal a hand of the players named, else of all who sit in."""

IN_ORDER: Expression = within(left_of(argument("dealer"), the("seats")), PLAYERS)
"""Those players from the dealer's left."""

DEALT: Forecast = {
    "round": plus(the("round"), 1),
    "dealer": argument("dealer"),
    "again": False,
    "players": IN_ORDER,
}
"""What every beginning of a hand changes."""

OVER: Forecast = {"phase": BETWEEN}
"""What every end of a hand changes."""

HANDS = "hands"
"""The group of a game's finished hands, by number, in comparisons of two courses of a night."""


class HandTable(GameTable):
    """A table for hands of cards, for chips or for points.

    ``dealer`` dealt the current or last hand, "" before the first; ``players`` are in it, from the dealer's left.
    ``put_in`` are each player's chips in the pot for this hand; ``deals_again`` says that it was broken off.
    """

    dealer: str = ""
    players: tuple[str, ...] = ()
    put_in: Mapping[str, int] = msgspec.field(default_factory=dict)
    deals_again: bool = False

    @property
    def next_turn(self) -> dict[str, Any]:
        """The fields of an event of the next turn of the hand: the numbers of both."""
        return {"hand": self.round, "turn": self.turn + 1}

    @property
    def phase(self) -> str:
        """What is due: :data:`BETWEEN` hands, or a phase of the game; :data:`PLAYING` in games without others."""
        return PLAYING if self.is_on else BETWEEN

    @property
    def position(self) -> dict[str, Any]:
        """What the tablet's keys depend on, as JSON-ready data; games add to it (see :mod:`dealer.game.forecast`)."""
        return {
            "phase": self.phase,
            "round": self.round,
            "seats": list(self.seats),
            "seated": list(self.seated),
            "sitting_in": list(self.sitting_in),
            "dealer": self.dealer,
            "again": self.deals_again,
            "players": list(self.players),
        }

    @property
    def chip_cents(self) -> int:
        """The value of a chip in cents."""
        return int(self.house.check)

    @property
    def pot_chips(self) -> int:
        """The chips in the pot."""
        return self.pot_cents // self.chip_cents

    @property
    def sharing(self) -> tuple[str, ...]:
        """The players who share a leftover pot, from the last dealer's left: those seated, else all who were."""
        return from_left_of(self.dealer, self.seats, self.seated or self.seats)

    @property
    def next_number(self) -> int:
        """The number of the next hand."""
        return self.round + 1

    def dealer_due(self, players: Collection[str]) -> str:
        """The next dealer among the players: at the last dealer's left, or the same again; "" if anybody may deal.

        Seats that are not among the players are passed over.
        """
        if not self.dealer:
            return ""
        if self.deals_again:
            return at_or_left_of(self.dealer, self.seats, players)
        return next(iter(from_left_of(self.dealer, self.seats, players)), "")


class ShowingTable(HandTable):
    """A table at which everybody shows their hand; ``shown`` has each player's cards as last shown."""

    shown: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)

    @property
    def to_show(self) -> tuple[str, ...]:
        """The players who have not shown."""
        return tuple(player for player in self.players if player not in self.shown)

    @property
    def phase(self) -> str:
        """Whether a hand is on, and whether all have shown."""
        return super().phase if not self.is_on else SHOWING if self.to_show else SHOWN

    @property
    def position(self) -> dict[str, Any]:
        """What the keys depend on, with the cards shown and who has not shown."""
        shown = {player: list(cards) for player, cards in self.shown.items()}
        return {**super().position, "to_show": list(self.to_show), "shown": shown}

    def check_cards(self, player: str, cards: Sequence[str], pack: Collection[str]) -> None:
        """Refuse a hand of somebody who has none (``bad_input``), and cards that are not left (``odd_card``)."""
        check_in_hand(self.players, player)
        others = [card for other, shown in self.shown.items() if other != player for card in shown]
        odd = odd_card([*others, *cards], pack)
        if odd:
            raise Refusal(
                "odd_card",
                "The %(card)s is entered twice, was shown by another player, or is not in the pack.",
                card=Cards((odd,)),
            )


def with_hand(table: T, event: Event) -> T:
    """The table after an event of its game: the dealer, the players and their antes."""
    for follow in _HANDS[type(event)]:
        table = follow(table, event)
    if isinstance(event, HandBegun) and isinstance(table, ShowingTable):
        return replace(table, shown={})
    return table


_HANDS: ByType[Callable[[Any, Any], Any]] = ByType(
    {
        HandBegun: lambda table, event: replace(
            table, dealer=event.dealer, players=event.players, put_in={}, deals_again=False
        ),
        AntePut: lambda table, event: replace(table, put_in={**table.put_in, event.player: event.chips}),
        HandBrokenOff: lambda table, event: replace(table, deals_again=True),
        AnteReturned: lambda table, event: replace(table, put_in={**table.put_in, event.player: 0}),
        HandShown: lambda table, event: replace(table, shown={**table.shown, event.player: event.cards}),
    }
)


def check_everybody(title: str, table: SeatedTable, dealer: str, fewest: int, most: int) -> None:
    """Refuse a hand for everybody seated who does not sit out.

    The code is ``bad_input`` if the ``dealer`` sits out, and ``not_allowed_here`` for too few or too many players.
    """
    players = table.sitting_in
    if dealer not in players:
        raise Refusal("bad_input", "%(player)s sits out and cannot deal.", player=Player(dealer))
    out = tuple(player for player in table.seated if player not in players)
    check_number(title, len(players), fewest, most, out)


def check_number(title: str, number: int, fewest: int, most: int, sitting_out: Sequence[str] = ()) -> None:
    """Refuse (``not_allowed_here``) a number of players that the game ``title`` does not allow.

    The refusal names the players who sit out.
    """
    if fewest <= number <= most:
        return
    if not sitting_out:
        raise Refusal(
            "not_allowed_here",
            "%(game)s needs %(fewest)s to %(most)s players; %(seated)s are seated.",
            game=title,
            fewest=fewest,
            most=most,
            seated=number,
        )
    raise Refusal(
        "not_allowed_here",
        "%(game)s needs %(fewest)s to %(most)s players. Playing: %(seated)s; sitting out: %(players)s.",
        game=title,
        fewest=fewest,
        most=most,
        seated=number,
        players=Listed(tuple(map(Player, sitting_out))),
    )


def check_deals(due: str, dealer: str) -> None:
    """Refuse (``not_your_turn``) a dealer other than ``due``; if ``due`` is "", anybody may deal."""
    if due and dealer != due:
        raise Refusal("not_your_turn", "It is %(player)s's turn to deal.", player=Player(due))


def check_in_hand(players: Collection[str], *named: str) -> None:
    """Refuse (``bad_input``) those who are named but not among the players of the hand."""
    for player in named:
        if player not in players:
            raise Refusal("bad_input", "%(player)s is not in this hand.", player=Player(player))


def check_leave(table: HandTable, player: str) -> None:
    """Refuse (``wrong_phase``) the leaving of a player or dealer of the hand that is on."""
    if table.is_on and player in (*table.players, table.dealer):
        raise Refusal(
            "wrong_phase",
            "%(player)s is in hand %(hand)s and can leave when it is settled.",
            player=Player(player),
            hand=table.round,
        )


def antes(table: HandTable, ledger: Ledger, begun: HandBegun, chips: int, kind: type[AntePut]) -> tuple[Event, ...]:
    """The antes of a new hand: all or nothing; ``not_enough_checks`` if somebody cannot pay."""
    if not chips:
        return ()
    for player in begun.players:
        check_chips(ledger, player, chips, table.chip_cents)
    return tuple(
        kind(hand=begun.hand, player=player, chips=chips, moves=into_pot(player, chips, table.chip_cents))
        for player in begun.players
    )


def given_back(table: HandTable, kind: type[AnteReturned]) -> tuple[Event, ...]:
    """Return each player's chips of a hand that is broken off."""
    return tuple(
        kind(hand=table.round, player=player, chips=chips, moves=out_of_pot(player, chips, table.chip_cents))
        for player, chips in table.put_in.items()
        if chips
    )


def left_over(table: HandTable, returned: type[AnteReturned], shared: type[PotShared]) -> tuple[Event, ...]:
    """What the close does with a pot: a hand that is on returns its antes, and the rest is divided."""
    back = given_back(table, returned) if table.is_on else ()
    rest = table.pot_chips - (sum(table.put_in.values()) if back else 0)
    parts = divided(rest, table.sharing)
    return (
        *back,
        *(
            shared(player=player, chips=chips, moves=out_of_pot(player, chips, table.chip_cents))
            for player, chips in parts.items()
        ),
    )


def paid(kind: Callable[..., PaidT], table: HandTable, payer: str, payee: str, chips: int, **more: object) -> PaidT:
    """The fact that a player paid another in a hand, with its move; ``more`` are the fields of its own."""
    moves = paid_to(payer, payee, chips, table.chip_cents)
    return kind(hand=table.round, player=payer, to=payee, chips=chips, moves=moves, **more)


def pot_won(kind: Callable[..., WonT], table: HandTable, player: str, **more: object) -> WonT:
    """The fact that a player took the whole pot, with its move; ``more`` are the fields of its own."""
    moves = out_of_pot(player, table.pot_chips, table.chip_cents)
    return kind(hand=table.round, player=player, chips=table.pot_chips, moves=moves, **more)


@command("start_hand", seats=("dealer",))
class StartHand(Command):
    """Begin a hand with everybody who is sitting in, and take the antes."""

    dealer: Key


@command("show_hand")
class ShowHand(Command):
    """Show a hand, or show it again."""

    player: Key
    cards: fields.Cards


@command("settle_hand")
class SettleHand(Command):
    """Settle a hand that all have shown."""


TO_SHOW: Forecast = {"to_show": IN_ORDER, "shown": {}, "phase": SHOWING}
"""What the beginning of a hand changes that everybody shows."""


def showing(decides: Decider, *, pack: Sequence[str], fewest: int, most: int = 0, again: bool = False) -> Action:
    """The action of showing a hand of a number of cards of a pack; ``again`` allows it when all have shown."""
    to_show = the("to_show")
    return Action(
        decides,
        phases=(SHOWING, SHOWN) if again else (SHOWING,),
        takes={
            "player": Seat(among=joined(to_show, without(the("players"), to_show)) if again else to_show),
            "cards": actions.Cards(pack=pack, fewest=fewest, most=most, shown=the("shown")),
        },
        then={
            "shown": put(the("shown"), argument("player"), argument("cards")),
            "to_show": without(to_show, items(argument("player"))),
            "phase": either(size(to_show), SHOWING, SHOWN),
        },
    )


@command("void_hand")
class VoidHand(Command):
    """Break off a foul hand and return the antes."""

    reason: Text


FOUL = (
    marked("The hand was misdealt"),
    marked("A card is missing"),
    marked("A hand was seen"),
    marked("There was a foul"),
)
"""Usual reasons to break off a hand."""


@dataclass(frozen=True, kw_only=True, eq=False)
class HandGame(Game):
    """A game of hands for chips; courses are compared by the table and the finished hands.

    ``own_actions`` are its actions besides beginning and breaking off a hand, and may replace these. ``seats_needed``
    are the fewest and the most players. ``begun`` and ``voided`` are its events of these, ``ante``, ``returned`` and
    ``shared`` those of its pot, if it has one.

    ``deal`` gives further fields of the event that begins a hand, from the table and all who sit in, from the dealer's
    left; it may refuse the hand. ``begins`` is the forecast of what that changes besides the players, and ``dealers``
    are those who may deal; ``voids`` is the forecast of what breaking off changes.

    ``voidable`` are the phases in which a hand can be broken off, all of the game's if empty, and ``foul`` usual
    reasons for it. ``table_name`` is that of the demonstration's table.

    ``row`` gives the fields of a finished hand's row, in the contract's words, from the event that began it and all of
    its events.
    """

    round_called: str = "hand"
    starts: str = "start_hand"
    own_actions: Actions = field(default_factory=dict)
    seats_needed: tuple[int, int]
    begun: type[HandBegun]
    voided: type[HandBrokenOff]
    ante: type[AntePut] | None = None
    returned: type[AnteReturned] | None = None
    shared: type[PotShared] | None = None
    deal: Callable[[Any, tuple[str, ...]], Mapping[str, Any]] = lambda table, players: {}
    begins: Forecast = field(default_factory=dict)
    voids: Forecast = field(default_factory=dict)
    dealers: Expression = DEALERS
    row: Callable[[Any, Sequence[Event]], Mapping[str, Any]] = lambda begun, hand: {}
    voidable: tuple[str, ...] = ()
    foul: tuple[str, ...] = FOUL
    table_name: str = ""
    check_leave: Callable[[Any, str], object] = lambda table, player: check_leave(table, player)

    def __post_init__(self) -> None:
        """Set the fields that follow from the actions and the events."""
        phases = dict.fromkeys(phase for action in self.own_actions.values() for phase in action.phases)
        phases.pop(BETWEEN, None)
        start = Action(
            self._start,
            phases=(BETWEEN,),
            takes={"dealer": Seat(among=self.dealers)},
            then={**DEALT, "phase": PLAYING, **self.begins},
        )
        void = Action(
            self._void,
            phases=self.voidable or tuple(phases),
            takes={"reason": Words(suggested=self.foul)},
            then={**OVER, "again": True, **self.voids},
            often=0,
        )
        own = {command.do for command in self.own_actions}
        every: dict[type[Command], Action] = {**self.own_actions}
        if self.starts not in own:
            every = {of_game(StartHand): start, **every}
        if VoidHand.do not in own:
            every[of_game(VoidHand)] = void
        preset = next(iter(self.presets))
        demonstration = Demonstration(
            opening={"table": self.table_name, "house": preset, "roll": 0},
            house_among_others=preset,
            play=partial(LegalPlay, self),
        )
        made = {
            "actions": every,
            "compared": self._compared,
            "demonstration": self.demonstration or demonstration,
            "round_rows": self._rows,
        }
        if self.returned:
            made["closing"] = self._closing
        for name, value in made.items():
            object.__setattr__(self, name, value)
        super().__post_init__()

    def after(self, table: Any, event: Event) -> Any:
        """The table after an event, with what every hand has."""
        return super().after(with_hand(table, event) if game_of(event) == self.name else table, event)

    def refused_now(self, table: Any, command: Command) -> Refusal:
        """The refusal (``wrong_phase``) of a command that is not possible in the table's phase."""
        if table.is_on == (word_of(command) == self.starts):
            if table.is_on:
                return Refusal("wrong_phase", "Not now: hand %(hand)s is being played.", hand=table.round)
            return Refusal("wrong_phase", "Not now: no hand is being played.")
        if isinstance(table, ShowingTable) and table.to_show:
            player = Player(table.to_show[0])
            return Refusal("wrong_phase", "Not now: %(player)s has not shown their hand yet.", player=player)
        if isinstance(table, ShowingTable):
            return Refusal("wrong_phase", "Not now: all hands are shown.")
        return super().refused_now(table, command)

    def _start(self, table: Any, ledger: Ledger, command: StartHand) -> tuple[Event, ...]:
        check_everybody(self.title, table, command.dealer, *self.seats_needed)
        players = from_left_of(command.dealer, table.seats, table.sitting_in)
        dealt = {"players": players, **self.deal(table, players)}
        check_deals(table.dealer_due(table.sitting_in), command.dealer)
        begun = self.begun(hand=table.round + 1, dealer=command.dealer, **dealt)
        return (begun, *(antes(table, ledger, begun, table.house.ante, self.ante) if self.ante else ()))

    def _void(self, table: Any, ledger: Ledger, command: VoidHand) -> tuple[Event, ...]:
        voided = self.voided(hand=table.round, reason=command.reason)
        return (voided, *(given_back(table, self.returned) if self.returned else ()))

    def _closing(self, table: Any, ledger: Ledger) -> tuple[Event, ...]:
        assert self.returned, "a game with a pot returns it"
        assert self.shared, "a game with a pot shares it"
        return left_over(table, self.returned, self.shared)

    def _rows(self, events: Sequence[Event]) -> Iterator[RoundRow]:
        hand: list[Event] = []
        for at, event in enumerate(events):
            if game_of(event) != self.name:
                continue
            hand = [event] if isinstance(event, self.begun) else [*hand, event]
            if isinstance(event, RoundEnded) and not isinstance(event, RoundVoided):
                begun: Any = hand[0]
                row = {"hand": begun.hand, "game": self.name, "dealer": begun.dealer, **self.row(begun, hand)}
                yield RoundRow(at=at, row=row)

    def _compared(self, table: HandTable, events: Sequence[Event]) -> Things:
        return {
            HANDS: ended_rounds(self.round_rows(events), events),
            TABLE: {"": table},
        }
