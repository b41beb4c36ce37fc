"""The board, a player's page and the closed night of hands played for chips."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from msgspec.structs import replace

from dealer.commands.refusal import counted, dollars
from dealer.game.hands import HandTable
from dealer.games import game_called
from dealer.night.night import Night
from dealer.projections import ROUNDS, RoundFacts, fold
from events.effective_facts import EffectiveFacts
from events.facts.fact import Fact
from events.facts.play import AntePut, AnteReturned, PotShared, RoundBegun, RoundEnded
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded
from ledger.accounts import checks
from reports.words.formatting import name_of, signed_number
from reports.words.game_words import words_of
from reports.words.naming import where_table_stands
from reports.words.sentences import said_of
from web.game_screens import PlayerPage, PlayerPart
from web.hands.tablet import Hands
from web.nights.house_form import title_of
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
    for recorded in reversed(kept):
        fact = recorded.fact
        if isinstance(fact, hands.ended):
            yield Outcome(
                title=f"{game_called(game).round_called.capitalize()} {fact.round_number}",
                said=said_of(night, fact),
                mark=marks.get(getattr(fact, "player", "")),
            )


def phase_of(night: Night, table: HandTable, on: str) -> str:
    """The phase in words; ``on`` says it while a hand is on."""
    return "The night is over" if night.closed else on if table.is_on else "Between hands"


class PaidLine(Frozen):
    """What a player paid or got in a hand, in a sentence and in chips."""

    what: str
    chips: int

    @property
    def said(self) -> str:
        """The chips with their sign."""
        return signed_number(self.chips)


class HandOfTheirs(Frozen):
    """A hand that a player had a part in: what came of it, what they paid and got, and what it came to."""

    title: str
    ending: str
    chip_cents: int
    lines: tuple[PaidLine, ...]
    running_cents: int = 0

    @property
    def net_cents(self) -> int:
        """What it came to."""
        return sum(line.chips for line in self.lines) * self.chip_cents

    @property
    def said(self) -> str:
        """Its chips with their sign."""
        return signed_number(sum(line.chips for line in self.lines))

    def going_on_from(self, before_cents: int) -> HandOfTheirs:
        """The hand with the running sum that goes on from what the play had come to before it."""
        return replace(self, running_cents=before_cents + self.net_cents)


class PartNow(Frozen):
    """Their part in the hand that is on: what it is called, figures with what each is, and a word that stands out."""

    title: str
    figures: tuple[tuple[str, str], ...]
    told: str = ""


_PAID_FOR = {AntePut: "Ante", AnteReturned: "Ante given back"}
"""What the facts of every game paid for, in two words."""

Part = Callable[[Any, str], PartNow | None]
"""Gives a player's part in the hand that is on at a table."""

What = Callable[[Any], str]
"""Says in two words what a fact of a game's own paid for; nothing where its sentence is to be had."""


def player_page(part_now: Part, what: What, shared: str, *, each: str = "hand") -> PlayerPage:
    """A player's page of a game of hands; ``shared`` says what a part of a pot that nobody won is called."""
    return PlayerPage(
        part_of=partial(_part_of, part_now, shared),
        round_of=partial(_round_of, what),
        template="hands/macros.html",
        standing_at=_standing_at,
        each=each,
        heading=f"Every {each}",
    )


def _part_of(part_now: Part, shared: str, night: Night, game: str, kept: Sequence[Recorded], player: str) -> PlayerPart:
    table: HandTable = night.tables[game]
    cents = fold(ROUNDS.of(kept), (_shared, game, player), 0, partial(_shared, game, player))
    return PlayerPart(
        now=part_now(table, player) if table.is_on and not night.closed else None,
        beside=((shared, cents),) if cents else (),
    )


def _shared(game: str, player: str, cents: int, of_hand: RoundFacts) -> int:
    """What a player had of pots nobody won, with those after a hand, in cents."""
    return cents + sum(
        move.amount_cents
        for fact in of_hand.facts
        if isinstance(fact, PotShared) and fact.player == player and game_of(fact) == game
        for move in fact.moves
    )


def _round_of(what: What, night: Night, of_hand: RoundFacts, player: str) -> HandOfTheirs | None:
    """A hand as its moves tell it; nothing where the player had no part in it."""
    table: HandTable = night.tables[of_hand.game]
    begun = of_hand.begun.fact
    assert isinstance(begun, RoundBegun)
    facts = [fact for fact in of_hand.facts if not isinstance(fact, PotShared) and game_of(fact) == of_hand.game]
    lines = tuple(
        PaidLine(what=_what_every_game_has(fact) or what(fact) or said_of(night, fact), chips=chips)
        for fact in facts
        if (chips := _chips(fact, player, table.chip_cents))
    )
    if player not in {*getattr(begun, "players", ()), getattr(begun, "dealer", "")}:
        return None
    ended = next((fact for fact in reversed(facts) if isinstance(fact, RoundEnded)), None)
    record = game_called(of_hand.game)
    called = f"{record.round_called} {begun.round_number}"
    many = len(night.opened.games) > 1
    return HandOfTheirs(
        title=f"{record.title}, {called}" if many else called.capitalize(),
        ending=said_of(night, ended) if ended else "It is on." if table.is_on else "Broken off by the close.",
        chip_cents=table.chip_cents,
        lines=lines,
    )


def _what_every_game_has(fact: Fact) -> str:
    return next((words for kind, words in _PAID_FOR.items() if isinstance(fact, kind)), "")


def _chips(fact: Fact, player: str, chip_cents: int) -> int:
    own = checks(player)
    return sum(move.amount_cents * ((move.credit == own) - (move.debit == own)) for move in fact.moves) // chip_cents


def _standing_at(night: Night, game: str) -> str:
    return _with_capital(where_table_stands(game, night.tables[game]))


def _with_capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class HandLine(Frozen):
    """One hand, as text; ``paper`` names its sheet, where there is one."""

    hand: int
    dealer: str
    said: str
    mark: Mark | None
    paper: str


class HandsOfNight(Frozen):
    """The hands of one game of a night under their heading."""

    title: str
    each: str
    game: str
    lines: tuple[HandLine, ...]


def hands_of_night(game: str, hands: Hands) -> Callable[[Night, Sequence[Recorded], Collection[str]], HandsOfNight]:
    """What gives the hands of a game in a night, from its effective facts and the names of its papers."""

    def of_night(night: Night, kept: Sequence[Recorded], papers: Collection[str]) -> HandsOfNight:
        marks, lines, dealer = marks_of(night), [], ""
        kind = words_of(game).round.kind
        for recorded in kept:
            fact = recorded.fact
            if isinstance(fact, hands.begun):
                dealer = fact.dealer
            elif isinstance(fact, hands.ended):
                paper = f"{kind}-{fact.round_number}"
                lines.append(
                    HandLine(
                        hand=fact.round_number,
                        dealer=name_of(night, dealer),
                        said=said_of(night, fact),
                        mark=marks.get(getattr(fact, "player", "")),
                        paper=paper if paper in papers else "",
                    )
                )
        record = game_called(game)
        called = record.round_called
        title = f"{record.title}: the {called}s" if len(night.opened.games) > 1 else f"The {called}s"
        return HandsOfNight(title=title, each=called.capitalize(), game=game, lines=tuple(lines))

    return of_night
