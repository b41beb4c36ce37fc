"""What the board shows at every table of hands dealt for chips: the pot, the seats, what came of the last hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from dealer.commands.phrases import counted, dollars
from dealer.game.hands import HandTable
from dealer.games import game_called
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.frozen import Frozen
from reports.words.sentences import said_of
from web.hands.payment import Hands
from web.nights.houses import title_of
from web.tablet.marks import Mark, marks_of

OUTCOMES_SHOWN = 4
_STACK, _STACKS = 8, 5


class SeatOnBoard(Frozen):
    """A seat: whether they deal, a ``tally`` of theirs in the hand, and what is told of it; never their money.

    ``cards`` are those that they showed, ``stands_out`` says that the hand is theirs as it stands, and ``is_out`` that
    they have no part in it.
    """

    key: str
    name: str
    mark: Mark
    deals: bool
    tally: str = ""
    told: str = ""
    cards: tuple[str, ...] = ()
    stands_out: bool = False
    is_out: bool = False


class Outcome(Frozen):
    """What came of a hand: its name, the sentence, and whose it is."""

    title: str
    said: str
    mark: Mark | None


class HandsBoard(Frozen):
    """Everything on the board. The only amounts are the pot and the house's rules; ``stacks`` draw the pot in chips."""

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
    night: Night, kept: EffectiveFacts, table: HandTable, hands: Hands, *, game: str, paid: Mapping[str, int]
) -> dict[str, Any]:
    """What a :class:`HandsBoard` has whatever is dealt, by its fields; ``kept`` are the night's effective facts.

    ``paid`` is what the house has paid, in chips by its word; what costs nothing is left out.
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
        "outcomes": tuple(islice(outcomes_of(night, kept, hands, game), OUTCOMES_SHOWN)),
    }


def stacks_of(chips: int) -> tuple[int, ...]:
    """Chips in stacks as they are drawn; more than there is room for are not.

    >>> stacks_of(3), stacks_of(11), stacks_of(0)
    ((3,), (8, 3), ())
    """
    room = min(chips, _STACK * _STACKS)
    return tuple(min(_STACK, room - at) for at in range(0, room, _STACK))


def outcomes_of(night: Night, kept: EffectiveFacts, hands: Hands, game: str) -> Iterator[Outcome]:
    """What came of the hands that ended, the newest first."""
    marks = marks_of(night)
    for one in reversed(kept):
        fact = one.fact
        if isinstance(fact, hands.ended):
            yield Outcome(
                title=f"{game_called(game).round_called.capitalize()} {fact.round_number}",
                said=said_of(night, fact),
                mark=marks.get(getattr(fact, "player", "")),
            )


def phase_of(night: Night, table: HandTable, on: str) -> str:
    """The phase in words; ``on`` says it while a hand is on."""
    return "The night is over" if night.closed else on if table.is_on else "Between hands"
