"""How the screens tell of a round of Five in One: its five parts in their order, and what each brought."""

from __future__ import annotations

from collections.abc import Iterator

from dealer.games.five_in_one.parts import PARTS
from dealer.games.five_in_one.state import FiveInOneTable
from dealer.night.night import Night
from events.effective_facts import EffectiveFacts
from events.frozen import Frozen
from events.games import five_in_one as facts
from reports.games.five_in_one.words import PARTS as CALLED
from reports.words.language import gettext as _
from reports.words.sentences import said_of
from web.hands.payment import Hands

HANDS = Hands(
    begun=facts.FiveRoundBegun,
    ended=(facts.FiveRoundOver, facts.FiveRoundVoided),
    why=lambda fact: None,
)

PAID, DUE, TO_COME = "paid", "due", "to-come"


class Part(Frozen):
    """A part of the round that is on or was last: :data:`PAID`, :data:`DUE` or :data:`TO_COME`, and what it brought."""

    number: int
    name: str
    called: str
    state: str
    said: str


def called(part: str) -> str:
    """A part as the table calls it."""
    return _(CALLED[part])


def parts_of(night: Night, table: FiveInOneTable, kept: EffectiveFacts) -> tuple[Part, ...]:
    """The five parts of the round that is on or was last; ``kept`` are the night's effective facts."""
    said = {fact.turn: _without_name(said_of(night, fact), PARTS[fact.turn - 1]) for fact in paid_parts(kept)}
    return tuple(
        Part(
            number=number,
            name=part,
            called=called(part),
            state=PAID if number in said else DUE if table.is_on and number == table.turn + 1 else TO_COME,
            said=said.get(number, ""),
        )
        for number, part in enumerate(PARTS, start=1)
    )


def _without_name(sentence: str, part: str) -> str:
    """A sentence that does not begin with the name of the part, which stands beside it."""
    rest = sentence.removeprefix(f"{called(part)}: ")
    return rest[:1].upper() + rest[1:]


def paid_parts(kept: EffectiveFacts) -> Iterator[facts.PartPaid]:
    """The parts that were paid of the round that is on or was last, in their order."""
    begun = kept.up_to_last(facts.FiveRoundBegun)
    found = (one.fact for one in kept.since(begun)) if begun is not None else ()
    return (fact for fact in found if isinstance(fact, facts.PartPaid))
