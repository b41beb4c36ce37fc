"""What a story cites: each event exists, stood when told, stands or is struck out, and says what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dealer.games.fan_tan.state import FAN_TAN, fan_tan_of
from dealer.night.evolve import History
from dealer.night.night import Night
from events.common.night import CommandAmended, CommandGivenAgain, CommandVoided
from events.games import faro
from events.records import Recorded
from reports.games.faro.bet_words import cards_of_turn
from reports.rounds.story import Line
from reports.rounds.subjects import subjects_of
from reports.sheets.dossier import round_story, ruling_story, stake_story, stakes_of
from tests.oracle.random_fan_tan import random_fan_tan_night, random_night_of_both
from tests.oracle.random_nights import random_night
from tests.support.pure import asked, bet, turn
from tests.support.pure import faro as deal

GAMES: tuple[Callable[..., list[dict[str, Any]]], ...] = (random_night, random_fan_tan_night, random_night_of_both)
VOID = {"do": "void"}


def effective(events: Sequence[Recorded]) -> dict[int, bool]:
    """Which events stand, by a definition of their own: no command of theirs was taken back, none undid them later."""
    voided = {one.event.command for one in events if isinstance(one.event, CommandVoided)}
    asked_as: list[str] = []
    giving = ("", "")
    for one in events:
        giving = (one.command, one.event.command) if isinstance(one.event, CommandGivenAgain) else giving
        asked_as.append(giving[1] if giving[0] == one.command else one.command)
    undone = [
        (one.version, one.event.undone)
        for one in events
        if isinstance(one.event, CommandAmended) and one.command not in voided
    ]
    return {
        one.version: one.command not in voided
        and not any(by > one.version and command in undoes for by, undoes in undone)
        for one, command in zip(events, asked_as, strict=True)
    }


def cards_of(events: Sequence[Recorded]) -> tuple[list[faro.LoserDrawn], list[faro.WinnerDrawn]]:
    losers = [one.event for one in events if isinstance(one.event, faro.LoserDrawn)]
    winners = [one.event for one in events if isinstance(one.event, faro.WinnerDrawn)]
    return losers, winners


def assert_cites_what_stands(history: History, lines: Sequence[Line]) -> int:
    """Each line against the events that it names; how many of them were struck."""
    events, stand = history.events, effective(history.events)
    for line in lines:
        if line.refused:
            continue
        cited = [events[source.number - 1] for source in line.sources]
        assert [(one.kind, one.hash) for one in cited] == [(one.what, one.hash) for one in line.sources]
        stood_then = effective(events[: cited[-1].version])
        assert all(stood_then[one.version] for one in cited), (line.text, "an event that had been taken back by then")
        assert line.struck == (not stand[cited[-1].version]), line.text
        assert line.struck or all(stand[one.version] for one in cited), (line.text, "cites what was taken back")
        losers, winners = cards_of(cited)
        if losers and winners:
            assert [(one.deal, one.turn) for one in winners] == [(one.deal, one.turn) for one in losers]
        for loser, winner in zip(losers, winners, strict=False):
            assert cards_of_turn(loser.card, winner.card) in line.text
    return sum(line.struck for line in lines)


def stories(history: History) -> Iterator[tuple[Line, ...]]:
    """Every story of a night: of its bets, its hands, and of what its disputes are about."""
    now: Night = history.states[-1]
    for one in stakes_of(history):
        yield stake_story(history, (), one.bet)
    for hand in range(1, fan_tan_of(now).round + 1) if FAN_TAN in now.tables else ():
        yield round_story(history, (), "fan_tan", hand)
    for version, subject in subjects_of(history.events).items():
        yield ruling_story(history, (), subject, history.events[version - 1])


def test_a_loser_that_stood_is_proved_by_itself_and_not_by_one_taken_back_since() -> None:
    """A and 4, then 5 and J; J, 5 and 4 taken back; 10 drawn: the loser is the A, whatever was drawn meanwhile."""
    draws = [("draw_loser", "As"), ("draw_winner", "4s"), ("draw_loser", "5s"), ("draw_winner", "Js")]
    night = deal(
        bet("a", "10", stake=100),
        bet("lies", "K", "blue", stake=100),
        *({"do": do, "card": card} for do, card in draws),
        *[VOID] * 3,
        {"do": "draw_winner", "card": "10s"},
        turn("2s", "3s"),
    )
    history = night.history
    (loser,) = (one for one in history.events if isinstance(one.event, faro.LoserDrawn) and one.event.card == "As")
    for key in ("a", "lies"):
        story = stake_story(history, (), key)
        assert_cites_what_stands(history, story)
        told = next(line for line in story if "winner 10" in line.text)
        assert told.sources[0].number == loser.version


def test_a_dispute_about_a_turn_that_was_dealt_again_is_not_of_the_bet_that_lay_through_the_first() -> None:
    dispute = {"do": "raise_dispute", "dispute": "d", "player": "red", "about": 1, "claim": "it was the J"}
    night = deal(bet("a", "10"), turn("2s", "3s"), VOID, {"do": "take_down_bet", "bet": "a"}, turn("2s", "4s"), dispute)
    assert not any("it was the J" in line.text for line in stake_story(night.history, (), "a"))


def test_what_a_correction_gave_again_is_told_again_and_what_it_undid_is_struck() -> None:
    first = [{"id": "bet", **bet("a", "10")}, {"id": "turn", **turn("2s", "3s")}, {"id": "next", **turn("5s", "6s")}]
    amend = {"do": "amend", "command": "turn", "instead": turn("2s", "10s"), "drop": []}
    history = deal(*first, amend).history
    story = stake_story(history, (), "a")
    assert [(line.text.partition(":")[0], line.struck) for line in story] == [
        ("Red lays $5 on the 10.", False),
        ("Turns 1, 2", True),
        ("A command is corrected, and everything after it is decided again.", False),
        ("Turn 1", False),
        ("Turn 2", False),
    ]
    taken_back = deal(*first, amend, VOID).history
    assert [line.struck for line in stake_story(taken_back, (), "a")] == [False, False, True, True, True, False]
    assert_cites_what_stands(taken_back, stake_story(taken_back, (), "a"))


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), game=st.sampled_from(GAMES), amends=st.sampled_from((0.0, 0.05)))
def test_every_event_that_a_story_cites_stood_then_and_says_what_is_said_of_it(
    seed: int, game: Callable[..., list[dict[str, Any]]], amends: float
) -> None:
    history = asked(game(seed, voids=0.12, amends=amends, most_lines=90)).history
    for story in stories(history):
        assert_cites_what_stands(history, story)
