"""Tests the cards of one night or many for fairness, and words the results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import asdict

from dealer.commands.refusal import Refusal, counted, refusal_of
from dealer.game.statistics import STANDS_OUT, CorrectedTest, Observation, SkippedTest, StatisticalTest, weighed
from dealer.games import GAMES
from dealer.night.house_rules import tables_of
from events.book.book import NOT_NIGHTS, Book
from events.common.night import NightOpened, PlayerSeated
from events.common.play import CardsShown, RoundBegun
from events.effective_events import EffectiveFold, effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded, RecordedCommand

_SMALL = ("", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_RAREST_SAID = 1_000_000


def verdict_of(found: Inspection) -> str:
    """The result in a sentence or two."""
    if not found.tests:
        nothing = ", and ".join(filter(None, (game.fairness.nothing for game in GAMES.values())))
        return f"There is nothing to test: {nothing}."
    if not found.standing_out:
        return f"Nothing here that a square pack would not do {how_often(found.rarest, _unit(found))}."
    first, *others = found.standing_out
    number = "One test stands out" if not others else f"{len(found.standing_out)} tests stand out"
    often = how_often(first.corrected, _unit(found))
    sentence = (
        f"{number}. {describe(first)}. "
        f"How often a square pack would do as much, counting all {len(found.tests)} looks: "
        f"{often}. It would mean {first.test.means}."
    )
    if others:
        sentence += f" Besides it: {', '.join(weighed.test.title for weighed in others)}."
    return sentence


def as_document(found: Inspection) -> dict[str, Any]:
    """The result as JSON-ready data, with each chance as a number and in words."""
    figures: dict[str, Any] = {}
    for name, game in GAMES.items():
        seen = found.seen.get(name)
        figures |= seen.figures(found.level) if seen else game.fairness.no_figures
    return {
        "nights": list(found.nights),
        "verdict": verdict_of(found),
        "looked_at": looked_at(found),
        "looks": [_look_as_document(test) for test in found.tests],
        "not_looked": [
            {"name": no_look.name, "title": no_look.title, "why": no_look.why} for no_look in found.not_looked
        ],
        "odd_cards": {
            "said": odd_cards_text(found.odd_cards),
            "refused": [asdict(card) for card in found.odd_cards],
        },
        **figures,
        "can_see": can_see(found) if found.tests else [],
        "cannot_see": cannot_see(found) if found.tests else [],
    }


def _look_as_document(weighed: CorrectedTest) -> dict[str, Any]:
    test = weighed.test
    return {
        "name": test.name,
        "title": test.title,
        "observed": test.observed,
        "square": test.square,
        "p": test.chance,
        "p_said": chance_text(test.chance),
        "corrected": weighed.corrected,
        "corrected_said": chance_text(weighed.corrected),
        "stands_out": weighed.stands_out,
        "way": test.way,
        "means": test.means if weighed.stands_out else None,
        "figures": test.figures,
    }


def describe(weighed: CorrectedTest) -> str:
    """A test's result next to that of a fair pack."""
    return f"{weighed.test.title}: {weighed.test.observed}; a square pack gives {weighed.test.square}"


def how_often(chance: float, unit: str) -> str:
    """How often an event with this chance happens, in words.

    >>> how_often(1 / 3, "night"), how_often(0.9, "night"), how_often(0.0024, "night"), how_often(1e-9, "time")
    ('one night in three', 'on almost any night', 'one night in 420', 'less than one time in 1,000,000')
    """
    if chance > 0.75:
        return f"{'on' if unit == 'night' else 'at'} almost any {unit}"
    if chance > 0.4:
        return f"every other {unit}"
    if chance < 1 / _RAREST_SAID:
        return f"less than one {unit} in {_RAREST_SAID:,}"
    odds = 1 / chance
    if odds < 12.5:
        return f"one {unit} in {_SMALL[max(2, round(odds))]}"
    return f"one {unit} in {_to_two_digits(odds):,}"


def chance_text(chance: float) -> str:
    """A chance as a decimal number with useful precision.

    >>> chance_text(0.3333), chance_text(0.00241), chance_text(1.0), chance_text(3e-9)
    ('0.33', '0.0024', '1', '< 0.000001')
    """
    if chance < 1 / _RAREST_SAID:
        return "< 0.000001"
    if chance >= 0.995:
        return "1"
    if chance >= 0.01:
        return f"{chance:.2f}"
    return f"{chance:.6f}" if chance < 0.0001 else f"{chance:.4f}"


def looked_at(found: Inspection) -> list[str]:
    """How much was tested, and what is unlike the rest, in sentences."""
    sentences = [sentence for seen in found.seen.values() for sentence in seen.looked_at]
    if found.taken_back:
        sentences.append(
            f"{counted(found.taken_back, 'showing')} of cards taken back as wrongly noted: those are not tested."
        )
    return sentences


def odd_cards_text(cards: tuple[OddCard, ...]) -> str:
    """How to judge the odd cards that were refused."""
    if not cards:
        return "No odd card was refused: no fifth of a rank, no card twice, no 53rd."
    return (
        f"{counted(len(cards), 'odd card')} refused. A square pack has none: either a card was touched by "
        "mistake, or the pack was foul."
    )


def can_see(found: Inspection) -> list[str]:
    """What this many cards can show."""
    once = "On one night" if _unit(found) == "night" else "One time"
    return [
        *(sentence for seen in found.seen.values() for sentence in seen.can_see(found.level)),
        f"{once} in {round(1 / STANDS_OUT)}, at most, something stands out by chance alone. Check a "
        "suspicion on other nights than those that raised it.",
    ]


def cannot_see(found: Inspection) -> list[str]:
    """What no test here can show."""
    again = ("Looking again after every turn until something stands out: something will.", *_may_be_watched(found))
    return [
        "Cards that were noted wrongly, and what was taken back.",
        "Anything in few cards: a trick played once or twice in a night looks like luck.",
        "Who did it. A test says that cards fell strangely, not through whose hands.",
        " ".join(again),
        *(sentence for seen in found.seen.values() for sentence in seen.cannot_see),
    ]


def _may_be_watched(found: Inspection) -> Iterator[str]:
    return filter(None, (seen.may_be_watched for seen in found.seen.values()))


def _unit(found: Inspection) -> str:
    return "night" if len(found.nights) == 1 else "time"


def _to_two_digits(odds: float) -> int:
    return int(float(f"{odds:.1e}"))


class OddCard(Frozen):
    """A refused odd card: its command and night, its place in the play, the time and the reason."""

    night: str
    command: int
    where: str
    at: str
    who: str
    why: str


def odd_cards_of(events: Sequence[Recorded], commands: Iterable[RecordedCommand]) -> tuple[OddCard, ...]:
    """The odd cards that were refused in a night with these events."""
    return tuple(
        OddCard(
            night=command.stream,
            command=command.number,
            where=_where(events[: command.version_before]),
            at=command.at,
            who=command.who,
            why=refusal_of(command.refused, command.why).why,
        )
        for command in commands
        if command.refused == "odd_card" and command.version_before <= len(events)
    )


def cards_taken_back(events: Iterable[Recorded]) -> int:
    """How many commands with cards were taken back or corrected; those cards are not tested.

    Cards that a correction replayed unchanged do not count.
    """
    stood = EffectiveFold()
    given = [stood.follow(recorded) for recorded in events]
    cards = [shown for shown in given if isinstance(shown.event, CardsShown)]
    stand = {(card.command, card.event) for card in cards if card.version not in stood.taken_back_by}
    gone = [
        shown for shown in cards if shown.version in stood.taken_back_by and (shown.command, shown.event) not in stand
    ]
    return len({shown.command for shown in gone})


def _where(events: Sequence[Recorded]) -> str:
    """The place in the play after these events, in words."""
    stands = ""
    for recorded in reversed(effective(events)):
        game = GAMES.get(game_of(recorded.event))
        if game is None:
            continue
        stands = stands or game.fairness.stands_after(recorded.event)
        if isinstance(recorded.event, RoundBegun):
            return f"{game.round_called} {recorded.event.round_number}, {stands}"
    return "before any deal"


class NightsCards(Frozen):
    """The cards of a night by game and round, and what was refused or taken back."""

    night: str
    rounds: dict[str, tuple[Any, ...]]
    odd_cards: tuple[OddCard, ...]
    taken_back: int

    @classmethod
    def of(cls, events: Sequence[Recorded], commands: Sequence[RecordedCommand]) -> NightsCards:
        """The cards of a night; ``events`` are its first events or all, ``commands`` all of its commands."""
        stood = [recorded.event for recorded in effective(events)]
        opened = events[0].event
        if not isinstance(opened, NightOpened):
            raise LookupError("the first event does not open a night")
        names = _names(events)
        return cls(
            night=events[0].stream,
            rounds={
                game: tuple(GAMES[game].fairness.cards_of(stood, table, names))
                for game, table in tables_of(opened.houses).items()
            },
            odd_cards=odd_cards_of(events, commands),
            taken_back=cards_taken_back(events),
        )


def read_cards(book: Book, night: str) -> NightsCards:
    """The cards of a night in the book; raises :class:`Refusal` (``no_such_night``)."""
    if book.head(night) is None or night in NOT_NIGHTS:
        raise Refusal("no_such_night", "The book has no night %(night)s.", night=night[:64])
    return NightsCards.of(book.events(night), book.commands(night))


class Inspection(Frozen):
    """All tests and their results. The tests of all games are corrected together.

    ``seen`` is by game name, for games with anything to test.
    """

    nights: tuple[str, ...]
    seen: dict[str, Observation]
    tests: tuple[CorrectedTest, ...]
    not_looked: tuple[SkippedTest, ...]
    odd_cards: tuple[OddCard, ...]
    taken_back: int

    @property
    def level(self) -> float:
        """The chance at which a test stands out even after the correction for all of them."""
        return STANDS_OUT / max(1, len(self.tests))

    @property
    def standing_out(self) -> tuple[CorrectedTest, ...]:
        """The tests that stand out, the rarest first."""
        return tuple(sorted((test for test in self.tests if test.stands_out), key=lambda weighed: weighed.test.chance))

    @property
    def rarest(self) -> float:
        """The smallest corrected chance; 1 without tests."""
        return min((test.corrected for test in self.tests), default=1.0)


def inspect(nights: Sequence[NightsCards]) -> Inspection:
    """All tests of the cards of some nights together."""
    by_game = {
        name: game.fairness.inspect([night.rounds.get(name, ()) for night in nights]) for name, game in GAMES.items()
    }
    seen = {name: seen_of_game for name, seen_of_game in by_game.items() if seen_of_game}
    found = [test for of_game in seen.values() for test in of_game.tests]
    return Inspection(
        nights=tuple(night.night for night in nights),
        seen=seen,
        tests=weighed([test for test in found if isinstance(test, StatisticalTest)]),
        not_looked=tuple(test for test in found if isinstance(test, SkippedTest)),
        odd_cards=tuple(card for night in nights for card in night.odd_cards),
        taken_back=sum(night.taken_back for night in nights),
    )


def _names(events: Sequence[Recorded]) -> dict[str, str]:
    """The players' names by seat, with the seat added if two have the same name."""
    names = {event.event.player: event.event.name for event in events if isinstance(event.event, PlayerSeated)}
    twice = {name for name in names.values() if list(names.values()).count(name) > 1}
    return {seat: f"{name} ({seat})" if name in twice else name for seat, name in names.items()}
