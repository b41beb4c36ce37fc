"""Tests the cards of one night or many for fairness, counts odd cards and late bets, and words the results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from msgspec.structs import asdict

from dealer.commands.refusal import Decimals, Listed, Phrase, Refusal, marked, number_of, phrase, refusal_of
from dealer.game.statistics import STANDS_OUT, CorrectedTest, Observation, SkippedTest, StatisticalTest, weighed
from dealer.games import GAMES
from dealer.night.house_rules import tables_of
from dealer.night.own_acts import NOT_OPENED
from events.book.book import Book
from events.book.reading import NOT_NIGHTS
from events.common.night import NightOpened, PlayerSeated
from events.common.play import CardsShown, RoundBegun, StakeLaid
from events.effective_events import EffectiveFold, effective
from events.frozen import Frozen
from events.games import game_of
from events.records import Recorded, RecordedCommand

_SMALL = tuple(
    map(
        phrase,
        (
            marked("two"),
            marked("three"),
            marked("four"),
            marked("five"),
            marked("six"),
            marked("seven"),
            marked("eight"),
            marked("nine"),
            marked("ten"),
            marked("eleven"),
            marked("twelve"),
        ),
    )
)
"""The numbers from 2 in words."""
_RAREST_SAID = 1_000_000


def verdict_of(found: Inspection) -> Phrase:
    """The result in a sentence or two."""
    if not found.tests:
        nothing = filter(None, (game.fairness.nothing for game in GAMES.values()))
        return phrase("There is nothing to test: %(why)s.", why=reduce(_and, nothing))
    if not found.standing_out:
        often = how_often(found.rarest, _unit(found))
        return phrase("Nothing here that a square pack would not do %(often)s.", often=often)
    first, *others = found.standing_out
    verdict = phrase(
        "%(number)s. %(test)s. How often a square pack would do as much, counting all %(looks)s looks: %(often)s. "
        "It would mean %(meaning)s.",
        number=number_of(len(found.standing_out), "One test stands out", "%(num)s tests stand out"),
        test=describe(first),
        looks=len(found.tests),
        often=how_often(first.corrected, _unit(found)),
        meaning=first.test.means,
    )
    if not others:
        return verdict
    titles = Listed(tuple(weighed.test.title for weighed in others))
    return phrase("%(verdict)s Besides it: %(titles)s.", verdict=verdict, titles=titles)


def _and(text: Phrase, more: Phrase) -> Phrase:
    return phrase("%(first)s, and %(next)s", first=text, next=more)


def as_document(found: Inspection, text: Callable[[Phrase], str] = str) -> dict[str, Any]:
    """The result as JSON-ready data, with each chance as a number and in words; ``text`` writes a phrase."""
    figures: dict[str, Any] = {}
    for name, game in GAMES.items():
        seen = found.seen.get(name)
        figures |= seen.figures(found.level) if seen else game.fairness.no_figures
    return {
        "nights": list(found.nights),
        "verdict": text(verdict_of(found)),
        "looked_at": [*map(text, looked_at(found))],
        "looks": [_look_as_document(test, text) for test in found.tests],
        "not_looked": [
            {"name": skipped.name, "title": text(skipped.title), "why": text(skipped.why)}
            for skipped in found.not_looked
        ],
        "odd_cards": {
            "said": text(odd_cards_text(found.odd_cards)),
            "refused": [{**asdict(card), "where": text(card.where), "why": text(card.why)} for card in found.odd_cards],
        },
        "late_bets": {
            "said": text(late_bets_text(found.late_bets)) if found.late_bets else None,
            "by_player": found.late_bets,
        },
        **figures,
        "can_see": [*map(text, can_see(found))] if found.tests else [],
        "cannot_see": [*map(text, cannot_see(found))] if found.tests else [],
    }


def _look_as_document(weighed: CorrectedTest, text: Callable[[Phrase], str]) -> dict[str, Any]:
    test = weighed.test
    return {
        "name": test.name,
        "title": text(test.title),
        "observed": text(test.observed),
        "square": text(test.square),
        "p": test.chance,
        "p_said": text(chance_text(test.chance)),
        "corrected": weighed.corrected,
        "corrected_said": text(chance_text(weighed.corrected)),
        "stands_out": weighed.stands_out,
        "way": text(test.way),
        "means": text(test.means) if weighed.stands_out else None,
        "figures": test.figures,
    }


def describe(weighed: CorrectedTest) -> Phrase:
    """A test's result next to that of a fair pack."""
    test = weighed.test
    return phrase(
        "%(title)s: %(observed)s; a square pack gives %(square)s",
        title=test.title,
        observed=test.observed,
        square=test.square,
    )


def how_often(chance: float, unit: str) -> Phrase:
    """How often an event with this chance happens, in words.

    >>> [str(how_often(*given)) for given in ((1 / 3, "night"), (0.9, "night"), (0.0024, "night"), (1e-9, "time"))]
    ['one night in three', 'on almost any night', 'one night in 420', 'less than one time in 1,000,000']
    """
    is_night = unit == "night"
    if chance > 0.75:
        return phrase("on almost any night") if is_night else phrase("at almost any time")
    if chance > 0.4:
        return phrase("every other night") if is_night else phrase("every other time")
    if chance < 1 / _RAREST_SAID:
        rarest = number_of(_RAREST_SAID, "%(num)s", "%(num)s")
        if is_night:
            return phrase("less than one night in %(odds)s", odds=rarest)
        return phrase("less than one time in %(odds)s", odds=rarest)
    odds = 1 / chance
    many = number_of(_to_two_digits(odds), "%(num)s", "%(num)s")
    in_words = _SMALL[max(2, round(odds)) - 2] if odds < 12.5 else many
    return phrase("one night in %(odds)s", odds=in_words) if is_night else phrase("one time in %(odds)s", odds=in_words)


def chance_text(chance: float) -> Phrase:
    """A chance as a decimal number with useful precision.

    >>> [str(chance_text(chance)) for chance in (0.3333, 0.00241, 1.0, 3e-9)]
    ['0.33', '0.0024', '1', '< 0.000001']
    """
    if chance < 1 / _RAREST_SAID:
        return phrase("< %(chance)s", chance=Decimals("0.000001"))
    if chance >= 0.995:
        return phrase("%(chance)s", chance=1)
    digits = 2 if chance >= 0.01 else 6 if chance < 0.0001 else 4
    return phrase("%(chance)s", chance=Decimals(f"{chance:.{digits}f}"))


def looked_at(found: Inspection) -> list[Phrase]:
    """How much was tested, and what is unlike the rest, in sentences."""
    sentences = [sentence for seen in found.seen.values() for sentence in seen.looked_at]
    if found.taken_back:
        sentences.append(
            phrase(
                "%(showings)s of cards taken back as wrongly noted: those are not tested.",
                showings=number_of(found.taken_back, "%(num)s showing", "%(num)s showings"),
            )
        )
    return sentences


def odd_cards_text(cards: tuple[OddCard, ...]) -> Phrase:
    """How to judge the odd cards that were refused."""
    if not cards:
        return phrase("No odd card was refused: no fifth of a rank, no card twice, no 53rd.")
    return phrase(
        "%(cards)s refused. A square pack has none: either a card was touched by mistake, or the pack was foul.",
        cards=number_of(len(cards), "%(num)s odd card", "%(num)s odd cards"),
    )


def late_bets_text(late: Mapping[str, int]) -> Phrase:
    """The number of bets that were refused as too late, and each player's, the most first."""
    most_first = sorted(late.items(), key=lambda of_player: -of_player[1])
    players = Listed(tuple(phrase("%(name)s %(times)s", name=name, times=times) for name, times in most_first))
    return phrase(
        "%(bets)s: %(players)s. This is a count, not a test: haste does the same as past-posting.",
        bets=number_of(sum(late.values()), "%(num)s late bet refused", "%(num)s late bets refused"),
        players=players,
    )


def can_see(found: Inspection) -> list[Phrase]:
    """What this many cards can show."""
    odds = round(1 / STANDS_OUT)
    by_chance = (
        phrase(
            "On one night in %(odds)s, at most, something stands out by chance alone. Check a suspicion on other "
            "nights than those that raised it.",
            odds=odds,
        )
        if _unit(found) == "night"
        else phrase(
            "One time in %(odds)s, at most, something stands out by chance alone. Check a suspicion on other nights "
            "than those that raised it.",
            odds=odds,
        )
    )
    return [*(sentence for seen in found.seen.values() for sentence in seen.can_see(found.level)), by_chance]


def cannot_see(found: Inspection) -> list[Phrase]:
    """What no test here can show."""
    again = phrase("Looking again after every turn until something stands out: something will.")
    return [
        phrase("Cards that were noted wrongly, and what was taken back."),
        phrase("Anything in few cards: a trick played once or twice in a night looks like luck."),
        phrase("Who did it. A test says that cards fell strangely, not through whose hands."),
        reduce(_followed, _may_be_watched(found), again),
        *(sentence for seen in found.seen.values() for sentence in seen.cannot_see),
    ]


def _followed(text: Phrase, more: Phrase) -> Phrase:
    return phrase("%(sentence)s %(next)s", sentence=text, next=more)


def _may_be_watched(found: Inspection) -> Iterator[Phrase]:
    return filter(None, (seen.may_be_watched for seen in found.seen.values()))


def _unit(found: Inspection) -> str:
    return "night" if len(found.nights) == 1 else "time"


def _to_two_digits(odds: float) -> int:
    return int(float(f"{odds:.1e}"))


class OddCard(Frozen):
    """A refused odd card: its command and night, its place in the play, the time and the reason."""

    night: str
    command: int
    where: Phrase
    at: str
    who: str
    why: Phrase


def odd_cards_of(events: Sequence[Recorded], commands: Iterable[RecordedCommand]) -> tuple[OddCard, ...]:
    """The odd cards that were refused in a night with these events."""
    return tuple(
        OddCard(
            night=command.stream,
            command=command.number,
            where=_where(events[: command.version_before]),
            at=command.at,
            who=command.who,
            why=refusal_of(command.refused, command.why).sentence,
        )
        for command in commands
        if command.refused == "odd_card" and command.version_before <= len(events)
    )


def late_bets_of(events: Sequence[Recorded], commands: Iterable[RecordedCommand]) -> dict[str, int]:
    """How many commands about bets were refused as too late in a night with these events, by player's name.

    What a phone sends before the dealer opens the game to players is not late.
    """
    names = _names(events)
    owners = {event.event.bet: event.event.player for event in events if isinstance(event.event, StakeLaid)}
    late = Counter[str]()
    for command in commands:
        if command.refused != "bets_closed" or command.version_before > len(events):
            continue
        if str(refusal_of(command.refused, command.why).sentence) == NOT_OPENED:
            continue
        player = command.document.get("player") or owners.get(str(command.document.get("bet")))
        if player in names:
            late[names[player]] += 1
    return dict(late)


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


def _where(events: Sequence[Recorded]) -> Phrase:
    """The place in the play after these events, in words."""
    stands: Phrase | None = None
    for recorded in reversed(effective(events)):
        game = GAMES.get(game_of(recorded.event))
        if game is None:
            continue
        stands = stands or game.fairness.stands_after(recorded.event)
        if isinstance(recorded.event, RoundBegun):
            called = phrase(_ROUNDS.get(game.round_called, _ROUNDS["round"]), number=recorded.event.round_number)
            return phrase("%(part)s, %(standing)s", part=called, standing=stands) if stands else called
    return phrase("before any deal")


_ROUNDS = {
    "deal": marked("deal %(number)s"),
    "hand": marked("hand %(number)s"),
    "round": marked("round %(number)s"),
}


class NightsCards(Frozen):
    """The cards of a night by game and round, and what was refused or taken back; late bets by player's name."""

    night: str
    rounds: dict[str, tuple[Any, ...]]
    odd_cards: tuple[OddCard, ...]
    late_bets: dict[str, int]
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
            late_bets=late_bets_of(events, commands),
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
    late_bets: dict[str, int]
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
        late_bets=dict(sum((Counter(night.late_bets) for night in nights), Counter[str]())),
        taken_back=sum(night.taken_back for night in nights),
    )


def _names(events: Sequence[Recorded]) -> dict[str, str]:
    """The players' names by seat, with the seat added if two have the same name."""
    names = {event.event.player: event.event.name for event in events if isinstance(event.event, PlayerSeated)}
    twice = {name for name in names.values() if list(names.values()).count(name) > 1}
    return {seat: f"{name} ({seat})" if name in twice else name for seat, name in names.items()}
