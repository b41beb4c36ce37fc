"""The board, the player's page and the closed night of games in which hands are played for chips."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from msgspec.structs import replace

from dealer.commands.refusal import counted, dollars
from dealer.game.hands import HandTable
from dealer.games import game_called
from dealer.night.night import Night
from dealer.projections import ROUNDS, RoundEvents, fold
from events.common.event import Event
from events.common.play import AntePut, AnteReturned, PotShared, RoundBegun, RoundEnded
from events.effective_events import EffectiveEvents
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import checks
from reports.words.formatting import signed_number
from reports.words.naming import where_table_stands
from reports.words.sentences import sentence_of
from web.game_screens import PlayerPage, PlayerPart
from web.hands.tablet import Hands
from web.nights.house_form import title_of
from web.tablet.seats import Mark, marks_of

OUTCOMES_SHOWN = 4
_STACK, _STACKS = 8, 5


class SeatOnBoard(Frozen):
    """A player on the board, without their money: whether they deal, their ``tally`` and a short ``note``.

    ``cards`` are the cards that they showed. ``stands_out`` marks who is winning the hand, ``is_out`` who has no part
    in it.
    """

    key: str
    name: str
    mark: Mark
    deals: bool
    tally: str = ""
    note: str = ""
    cards: tuple[str, ...] = ()
    stands_out: bool = False
    is_out: bool = False


class Outcome(Frozen):
    """The result of a hand: its name, a sentence, and the mark of the player it is about."""

    title: str
    sentence: str
    mark: Mark | None


class HandsBoard(Frozen):
    """What the board shows. The only amounts are the pot and the house rules; ``stacks`` draw the pot in chips."""

    night: str
    table: str
    title: str
    phase: str
    is_on: bool
    standing_at: str
    pot_called: str
    pot_chips: str
    pot_amount: str
    stacks: tuple[int, ...]
    rules: tuple[tuple[str, str], ...]
    seats: tuple[SeatOnBoard, ...]
    outcomes: tuple[Outcome, ...]


def of_board(
    night: Night, effective: EffectiveEvents, table: HandTable, hands: Hands, *, game: str, paid: Mapping[str, int]
) -> dict[str, Any]:
    """The fields of a :class:`HandsBoard` that all games share; ``effective`` are the night's effective events.

    ``paid`` maps each payment of the house rules to its chips; those of 0 chips are left out.
    """
    costs = ((word, counted(chips, "chip")) for word, chips in paid.items() if chips)
    return {
        "night": night.id,
        "table": night.opened.table,
        "title": title_of(game_called(game)),
        "rules": (("a chip", dollars(table.chip_cents)), *costs),
        "is_on": table.is_on,
        "pot_chips": counted(table.pot_chips, "chip") if table.pot_chips else "",
        "pot_amount": dollars(table.pot_cents) if table.pot_cents else "",
        "stacks": stacks_of(table.pot_chips),
        "outcomes": tuple(islice(outcomes_of(night, effective, hands, game), OUTCOMES_SHOWN)),
    }


def stacks_of(chips: int) -> tuple[int, ...]:
    """Chips in stacks as they are drawn, at most 40.

    >>> stacks_of(3), stacks_of(11), stacks_of(0)
    ((3,), (8, 3), ())
    """
    room = min(chips, _STACK * _STACKS)
    return tuple(min(_STACK, room - at) for at in range(0, room, _STACK))


def outcomes_of(night: Night, effective: EffectiveEvents, hands: Hands, game: str) -> Iterator[Outcome]:
    """The results of the hands that ended, newest first."""
    marks = marks_of(night)
    for recorded in reversed(effective):
        event = recorded.event
        if isinstance(event, hands.ended):
            yield Outcome(
                title=f"{game_called(game).round_called.capitalize()} {event.round_number}",
                sentence=sentence_of(night, event),
                mark=marks.get(getattr(event, "player", "")),
            )


def phase_of(night: Night, table: HandTable, on: str) -> str:
    """The phase in words; ``on`` is the text while a hand is on."""
    return "The night is over" if night.closed else on if table.is_on else "Between hands"


class PaidLine(Frozen):
    """A payment that a player made or received in a hand, in words and in chips."""

    what: str
    chips: int

    @property
    def signed_chips(self) -> str:
        """The chips with their sign."""
        return signed_number(self.chips)


class HandOfTheirs(Frozen):
    """A hand that a player took part in: its result, and what they paid and received."""

    title: str
    ending: str
    chip_cents: int
    lines: tuple[PaidLine, ...]
    running_cents: int = 0

    @property
    def net_cents(self) -> int:
        """The player's result, in cents."""
        return sum(line.chips for line in self.lines) * self.chip_cents

    @property
    def signed_chips(self) -> str:
        """The player's result in chips, with its sign."""
        return signed_number(sum(line.chips for line in self.lines))

    def going_on_from(self, before_cents: int) -> HandOfTheirs:
        """The hand with its running sum, given the sum before it, in cents."""
        return replace(self, running_cents=before_cents + self.net_cents)


class PartNow(Frozen):
    """A player's part in the current hand: its title, labelled figures, and a short note."""

    title: str
    figures: tuple[tuple[str, str], ...]
    note: str = ""


_PAID_FOR = {AntePut: "Ante", AnteReturned: "Ante given back"}
"""What an event that every game has pays for."""

Part = Callable[[Any, str], PartNow | None]
"""Returns a player's part in the current hand at a table."""

What = Callable[[Any], str]
"""Says in two words what an event of a single game pays for; "" to use the event's sentence instead."""


def player_page(part_now: Part, what: What, shared: str, *, each: str = "hand") -> PlayerPage:
    """The player's page of a game of hands; ``shared`` is the label for shares of a pot that nobody won."""
    return PlayerPage(
        part_of=partial(_part_of, part_now, shared),
        round_of=partial(_round_of, what),
        template="hands/macros.html",
        standing_at=_standing_at,
        each=each,
        heading=f"Every {each}",
    )


def _part_of(
    part_now: Part, shared: str, night: Night, game: str, effective: Sequence[Recorded], player: str
) -> PlayerPart:
    table: HandTable = night.tables[game]
    cents = fold(ROUNDS.of(effective), (_shared, game, player), 0, partial(_shared, game, player))
    return PlayerPart(
        now=part_now(table, player) if table.is_on and not night.closed else None,
        beside=((shared, cents),) if cents else (),
    )


def _shared(game: str, player: str, cents: int, of_hand: RoundEvents) -> int:
    """The cents that a player has had from pots nobody won, including those of a hand."""
    return cents + sum(
        move.amount_cents
        for event in of_hand.events
        if isinstance(event, PotShared) and event.player == player and game_of(event) == game
        for move in event.moves
    )


def _round_of(what: What, night: Night, of_hand: RoundEvents, player: str) -> HandOfTheirs | None:
    """A hand with the player's payments, from its moves; ``None`` if the player had no part in it."""
    table: HandTable = night.tables[of_hand.game]
    begun = of_hand.begun.event
    assert isinstance(begun, RoundBegun)
    events = [event for event in of_hand.events if not isinstance(event, PotShared) and game_of(event) == of_hand.game]
    lines = tuple(
        PaidLine(what=_what_every_game_has(event) or what(event) or sentence_of(night, event), chips=chips)
        for event in events
        if (chips := _chips(event, player, table.chip_cents))
    )
    if player not in {*getattr(begun, "players", ()), getattr(begun, "dealer", "")}:
        return None
    ended = next((event for event in reversed(events) if isinstance(event, RoundEnded)), None)
    record = game_called(of_hand.game)
    called = f"{record.round_called} {begun.round_number}"
    many = len(night.opened.games) > 1
    return HandOfTheirs(
        title=f"{record.title}, {called}" if many else called.capitalize(),
        ending=sentence_of(night, ended) if ended else "In play." if table.is_on else "Broken off by the close.",
        chip_cents=table.chip_cents,
        lines=lines,
    )


def _what_every_game_has(event: Event) -> str:
    return next((words for kind, words in _PAID_FOR.items() if isinstance(event, kind)), "")


def _chips(event: Event, player: str, chip_cents: int) -> int:
    own = checks(player)
    return sum(move.amount_cents * ((move.credit == own) - (move.debit == own)) for move in event.moves) // chip_cents


def _standing_at(night: Night, game: str) -> str:
    return _with_capital(where_table_stands(game, night.tables[game]))


def _with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]
