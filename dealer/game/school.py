"""What the school needs of a game: lessons, the exercises they make, and how answers are graded.

A lesson plays a small night in memory by the rules of its game. The right answers are read from the events, never
worked out a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from dealer.commands.refusal import Phrase, Refusal, phrase
from dealer.game.table import Tables
from events.common.event import Event
from events.frozen import Frozen


class SchoolTable(Protocol):
    """The night in memory on which an exercise is played."""

    random: Random

    @property
    def state(self) -> Tables:
        """The current night."""

    def open(self, **arguments: Any) -> None:
        """Open the night with these arguments, and seat the school's players with checks."""

    def do(self, do: str, **arguments: Any) -> tuple[Event, ...]:
        """Carry out a command; raises the refusal of the rules."""

    def tried(self, do: str, **arguments: Any) -> tuple[Event, ...] | Refusal:
        """The events of a command, or its refusal; the night stays as it is."""


PLAYERS = {"red": "Ada", "blue": "Doc", "white": "Ruth", "green": "Wyatt"}
"""The school's players by seat key."""

CHECKS_CENTS = 50_000
"""The checks that each of them has at first."""

AMOUNTS_CENTS = (100, 500, 2_500)
"""The checks that a pupil puts amounts together with."""


class Choice(Frozen, kw_only=False):
    """A possible answer: its code, its words, and whether an amount goes with it."""

    code: str
    words: Phrase
    with_amount: bool = False


class Question(Frozen):
    """A question of an exercise.

    ``right`` is the code of the right choice, and ``cents`` the amount that goes with it, ``None`` if no amount is
    asked. ``why`` says why with the rule or law, and ``laws`` are the numbers of those laws. ``about`` names the bet or
    what else is asked; ``bet`` is the key of a bet that is settled.
    """

    about: Phrase
    choices: tuple[Choice, ...]
    right: str
    why: Phrase
    cents: int | None = None
    bet: str = ""
    laws: tuple[int, ...] = ()

    @property
    def right_words(self) -> Phrase:
        """The words of the right choice."""
        return next(choice.words for choice in self.choices if choice.code == self.right)


class Exercise(Frozen):
    """What a pupil sees and is asked.

    ``says`` tells what happened, ``facts`` what else counts. ``night`` is the night as the table is drawn, ``None`` for
    no drawing; ``events`` are those of what happened.
    """

    says: Phrase
    questions: tuple[Question, ...]
    facts: tuple[Phrase, ...] = ()
    night: Any = None
    events: tuple[Event, ...] = ()


class Lesson(Frozen):
    """A lesson, a drill or the exam of a game.

    ``teaches`` is a text of two or three sentences, ``rules`` the sections that it rests on. ``make`` plays an
    exercise, given its number from 0; there are ``exercises``. ``seconds`` is the time for each answer, ``None`` if it
    does not count, and ``pass_percent`` the mark that passes.
    """

    name: str
    title: str
    teaches: str
    rules: tuple[str, ...]
    make: Callable[[SchoolTable, int], Exercise]
    exercises: int = 3
    seconds: int | None = None
    pass_percent: int = 80
    is_exam: bool = False


class Answer(Frozen, kw_only=False):
    """An answer: the code of a choice, and the amount in cents, 0 for none."""

    choice: str
    cents: int = 0


class Grade(Frozen):
    """The result of a lesson: right answers and slow ones of all answers, and the time for all in milliseconds.

    A right answer after its time is slow and scores nothing.
    """

    right: int
    slow: int
    of: int
    ms: int
    passed: bool


def is_right(question: Question, answer: Answer) -> bool:
    """Whether an answer is right, with the amount if one is asked."""
    if answer.choice != question.right:
        return False
    return question.cents is None or answer.cents == question.cents


def grade(
    lesson: Lesson, exercises: Sequence[Exercise], answers: Sequence[Sequence[Answer]], times_ms: Sequence[int]
) -> Grade:
    """The grade of a lesson's first answers; ``times_ms`` is how long each exercise took.

    The time of an exercise is that of its answers together. If it is over, none of them scores.
    """
    right = slow = of = 0
    for exercise, given, took_ms in zip(exercises, answers, times_ms, strict=True):
        correct = sum(map(is_right, exercise.questions, given))
        of += len(exercise.questions)
        if lesson.seconds is not None and took_ms > lesson.seconds * 1_000 * len(exercise.questions):
            slow += correct
        else:
            right += correct
    return Grade(right=right, slow=slow, of=of, ms=sum(times_ms), passed=right * 100 >= lesson.pass_percent * of)


TAKE, PAY, HALF, LEAVE = "take", "pay", "half", "leave"


def hands(*, with_amount: bool = False) -> tuple[Choice, ...]:
    """What a dealer's hand does with a bet."""
    return (
        Choice(TAKE, phrase("Take"), with_amount),
        Choice(PAY, phrase("Pay"), with_amount),
        Choice(HALF, phrase("Take half"), with_amount),
        Choice(LEAVE, phrase("Leave")),
    )


def rule(section: str, why: Phrase) -> Phrase:
    """A reason with its section of the rulebook."""
    return phrase("Rule %(rule)s: %(why)s", rule=phrase(section), why=why)


def choices_of(words: Mapping[str, Phrase]) -> tuple[Choice, ...]:
    """Choices without amounts by code."""
    return tuple(Choice(code, text) for code, text in words.items())
