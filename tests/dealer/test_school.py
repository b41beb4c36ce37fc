"""The school: its exercises are what the rules make of them, and answers are graded by what is right and in time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import chain
from typing import Any

import pytest

from dealer.commands.refusal import Phrase, Reader, Refusal, phrase
from dealer.game.school import HALF, LEAVE, PAY, PLAYERS, TAKE, Answer, Exercise, Grade, Lesson, Question, grade, hands
from dealer.games.faro.layout import KINDS
from dealer.games.faro.school import KIND_LESSONS
from dealer.games.faro.state import faro_of
from dealer.school import exercises_of, lesson_called, schools
from dealer.staff import PutSchoolAway, Register, Schooling, TakeLesson, decide, evolve, read_staff_command
from dealer.staff_keeper import StaffKeeper
from dealer.streams import Sender
from dealer.verification.streams import verify_staff
from events.book.book import Book
from events.common.event import Event
from events.common.play import StakeSettled
from events.games import fan_tan, faro
from ledger.accounts import PLAY

SEEDS = range(6)
ALL = [(game, lesson.name) for game, lessons in schools().items() for lesson in lessons]
AT = "2026-11-30T20:00:00.000Z"


def english(text: Phrase) -> str:
    return text.render(Reader(names=PLAYERS))


@cache
def played(game: str, name: str) -> list[tuple[Exercise, ...]]:
    lesson = lesson_called(game, name)
    return [exercises_of(lesson, seed) for seed in SEEDS]


def in_each(game: str, name: str) -> list[list[Question]]:
    """The questions of a lesson, for each seed."""
    return [[*chain.from_iterable(each.questions for each in exercises)] for exercises in played(game, name)]


def bank_gained(events: Iterable[Event], bet: str) -> int:
    moves = [move for event in events if getattr(event, "bet", "") == bet for move in event.moves]
    return sum(move.amount_cents * ((move.credit == PLAY) - (move.debit == PLAY)) for move in moves)


@pytest.mark.parametrize(("game", "name"), ALL)
def test_one_mistake_does_not_fail_a_lesson(game: str, name: str) -> None:
    lesson = lesson_called(game, name)
    for questions in in_each(game, name):
        assert (len(questions) - 1) * 100 >= lesson.pass_percent * len(questions)


@pytest.mark.parametrize(
    ("game", "name", "question"), [("faro", "cards", 0), ("fan_tan", "settling", 0), ("fan_tan", "settling", 3)]
)
def test_the_place_of_a_choice_does_not_give_the_answer_away(game: str, name: str, question: int) -> None:
    same = [exercise.questions[question] for exercises in played(game, name) for exercise in exercises]
    assert len({[choice.code for choice in each.choices].index(each.right) for each in same}) > 1


@pytest.mark.parametrize("name", ["paying-in", "exam"])
def test_fan_tan_asks_for_passes_in_a_house_with_antes_and_in_another(name: str) -> None:
    for exercises in played("fan_tan", name):
        facts = {english(fact) for exercise in exercises for fact in exercise.facts}
        assert facts >= {"In this house a pass costs a chip.", "In this house there are antes."}


@pytest.mark.parametrize(("game", "name"), ALL)
def test_the_right_answer_is_among_the_choices_and_is_what_the_bank_gained_in_the_events(game: str, name: str) -> None:
    for exercise in chain.from_iterable(played(game, name)):
        assert exercise.questions
        for question in exercise.questions:
            codes = [choice.code for choice in question.choices]
            assert codes.count(question.right) == 1
            assert len(codes) == len(set(codes)) > 1
            assert english(question.about)
            assert "Rule " in english(question.why)
            if codes == [TAKE, PAY, HALF, LEAVE]:
                check_hand(exercise, question)


def check_hand(exercise: Exercise, question: Question) -> None:
    """Compare what the hand has to do with the moves of the events, which the ledger posts."""
    gained = bank_gained(exercise.events, question.bet)
    split = any(isinstance(event, faro.BetSplit) and event.bet == question.bet for event in exercise.events)
    assert question.right == (LEAVE if not gained else PAY if gained < 0 else HALF if split else TAKE)
    assert question.cents in (None, abs(gained))


def test_the_exercises_of_a_seed_are_always_the_same_and_those_of_another_are_not() -> None:
    lesson = lesson_called("faro", "exam")
    first, again, other = ([english(each.says) for each in exercises_of(lesson, seed)] for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_every_kind_of_bet_has_its_lesson() -> None:
    assert tuple(KIND_LESSONS) == KINDS
    names = {lesson.name for lesson in schools()["faro"]}
    assert {kind.replace("_", "-") for kind in KINDS} <= names


@pytest.mark.parametrize("kind", KINDS)
def test_in_the_lesson_of_a_kind_bets_of_the_kind_win_and_lose(kind: str) -> None:
    for exercises in played("faro", kind.replace("_", "-")):
        answers = set()
        for exercise in exercises:
            bets = faro_of(exercise.night).bets
            assert sum(bet.place.kind == kind for bet in bets.values()) >= 2
            answers |= {each.right for each in exercise.questions if bets[each.bet].place.kind == kind}
        assert {PAY, TAKE} <= answers


def test_in_the_lesson_on_the_copper_a_coppered_bet_wins_and_loses() -> None:
    for exercises in played("faro", "coppered"):
        answers = set()
        for exercise in exercises:
            bets = faro_of(exercise.night).bets
            answers |= {each.right for each in exercise.questions if bets[each.bet].coppered}
        assert {PAY, TAKE} <= answers


def test_in_the_lesson_on_splits_every_turn_splits_a_bet_and_some_stakes_are_uneven() -> None:
    for exercises in played("faro", "splits"):
        for exercise in exercises:
            assert [each.right for each in exercise.questions].count(HALF) >= 2
            assert "true split" in english(exercise.questions[0].why)
        texts = [english(each.why) for exercise in exercises for each in exercise.questions]
        assert any("the bigger half" in text for text in texts)


def test_in_the_lesson_on_orders_barred_bets_stay_and_half_of_others_goes() -> None:
    for questions in in_each("faro", "orders"):
        assert any("law 2" in english(each.why) for each in questions)
        assert any("laws 1 and 3" in english(each.why) and each.right == PAY for each in questions)
        assert any("laws 1 and 3" in english(each.why) and each.right == TAKE for each in questions)


def test_in_the_lesson_on_paroli_the_winnings_stay_up_to_the_running_limit() -> None:
    for exercises in played("faro", "paroli"):
        stay = []
        for exercise in exercises:
            paid = [event for event in exercise.events if isinstance(event, faro.BetPaid)]
            assert paid
            stay.append(int(exercise.questions[-1].right))
            assert stay[-1] in {event.remains_cents for event in paid}
        assert 2_500 in stay
        assert min(stay) < 2_500


def test_in_the_lesson_on_cases_the_ranks_that_are_out_are_asked() -> None:
    for exercises in played("faro", "cases"):
        for exercise in exercises:
            shown = dict(exercise.says.named)["cards"].cards  # type: ignore[union-attr]
            for question in exercise.questions:
                rank = str(dict(question.about.named)["rank"])
                assert int(question.right) == 4 - sum(card[:-1] == rank for card in shown)


def test_in_the_lesson_on_sleepers_a_bet_sleeps_and_another_plays() -> None:
    for exercise in chain.from_iterable(played("faro", "sleepers")):
        assert sorted(each.right for each in exercise.questions) == ["alive", "dead"]


def test_rulings_are_on_late_bets_odd_cards_and_dead_ones_as_the_rules_refuse_them() -> None:
    for questions in in_each("faro", "rulings"):
        assert [each.right for each in questions].count("refuse") == 6
        texts = " ".join(english(each.why) for each in questions if each.right == "refuse")
        for reason in ("bets are closed", "would be a fifth", "All cards of", "case card", "three cards are left"):
            assert reason in texts


def test_in_the_lesson_on_calls_one_call_is_right_and_a_cat_pays_less() -> None:
    for exercises in played("faro", "calls"):
        for number, exercise in enumerate(exercises):
            (right,) = (each for each in exercise.questions if each.right == PAY)
            stake = next(
                event.stake_cents
                for event in exercise.events
                if isinstance(event, StakeSettled) and event.bet == right.bet
            )
            assert right.cents == stake * (2 if number % 2 else 4)


def test_after_the_hock_the_house_rule_says_whose_checks_they_are() -> None:
    for exercises in played("faro", "hock"):
        for number, exercise in enumerate(exercises):
            assert {each.right for each in exercise.questions} == {("after_hock", "returned")[number % 2]}


def test_drills_have_more_bets_and_less_time_from_level_to_level() -> None:
    drills = [lesson for lesson in schools()["faro"] if lesson.name.startswith("drill")]
    times = [lesson.seconds or 0 for lesson in drills]
    assert times == sorted(times, reverse=True)
    assert [len(exercises_of(lesson, 1)[0].questions) for lesson in drills] == [2, 3, 4, 5]


def test_fan_tans_penalties_are_those_that_the_end_of_the_hand_proved() -> None:
    for exercise in chain.from_iterable(played("fan_tan", "penalties")):
        proof = next(event for event in exercise.events if isinstance(event, fan_tan.WrongPassProved))
        pot, *others = exercise.questions
        assert (int(pot.right), sum(int(each.right) for each in others)) == (
            3,
            sum(gift.chips for gift in proof.besides),
        )
        assert proof.penalty == 3 + sum(int(each.right) for each in others) > 3


def test_fan_tans_antes_and_payments_are_those_of_the_events() -> None:
    for exercise in chain.from_iterable(played("fan_tan", "settling")):
        *each, winner = (int(question.right) for question in exercise.questions)
        assert each == [event.chips for event in exercise.events if isinstance(event, fan_tan.HandPaid)]
        assert [winner] == [event.chips for event in exercise.events if isinstance(event, fan_tan.PotWon)]
    for antes, _pass, *_ in played("fan_tan", "paying-in"):
        assert sorted(int(each.right) for each in antes.questions) == [1, 1, 2]


def lesson_of(seconds: int | None = None, *cents: int | None) -> tuple[Lesson, Exercise]:
    """A lesson with an exercise whose answers are to pay, with these amounts."""
    why = phrase("Rule %(rule)s", rule="1.4")
    questions = tuple(
        Question(about=why, choices=hands(with_amount=True), right=PAY, why=why, cents=amount) for amount in cents
    )
    exercise = Exercise(says=why, questions=questions)
    lesson = Lesson(
        name="l",
        title="L",
        teaches="T",
        rules=("1.4",),
        make=lambda table, number: exercise,
        exercises=1,
        seconds=seconds,
    )
    return lesson, exercise


@pytest.mark.parametrize(
    ("answers", "right", "passed"),
    [
        ([Answer(PAY, cents=500)] * 5, 5, True),
        ([*[Answer(PAY, cents=500)] * 4, Answer(TAKE, cents=500)], 4, True),
        ([*[Answer(PAY, cents=500)] * 3, Answer(TAKE, cents=500), Answer(PAY, cents=400)], 3, False),
        ([Answer(LEAVE)] * 5, 0, False),
    ],
)
def test_four_of_five_right_answers_pass_and_an_amount_counts(answers: list[Answer], right: int, passed: bool) -> None:
    lesson, exercise = lesson_of(None, *[500] * 5)
    assert grade(lesson, [exercise], [answers], [99_000]) == Grade(right=right, slow=0, of=5, ms=99_000, passed=passed)


def test_an_amount_that_is_not_asked_does_not_count() -> None:
    lesson, exercise = lesson_of(None, None)
    assert grade(lesson, [exercise], [[Answer(PAY, cents=3)]], [1]).passed


@pytest.mark.parametrize(("ms", "right", "slow"), [(10_000, 2, 0), (10_001, 0, 2)])
def test_against_the_clock_right_answers_after_their_time_do_not_count(ms: int, right: int, slow: int) -> None:
    lesson, exercise = lesson_of(5, None, None)
    graded = grade(lesson, [exercise], [[Answer(PAY), Answer(PAY)]], [ms])
    assert (graded.right, graded.slow, graded.passed) == (right, slow, bool(right))


def staff(*documents: dict[str, Any]) -> Register:
    """The register after these commands, with Ann and Bea on the staff."""
    register = Register()
    engaged = [{"do": "engage_staff", "name": name, "pin_hash": "x"} for name in ("Ann", "Bea")]
    for document in (*engaged, *documents):
        for event in decide(register, read_staff_command(document), AT):
            register = evolve(register, event, AT, "d")
    return register


def took(name: str, right: int, ms: int, *, passed: bool, lesson: str = "cards") -> dict[str, Any]:
    result = {"right": right, "of": 9, "ms": ms, "passed": passed}
    return {"do": TakeLesson.do, "name": name, "game": "faro", "lesson": lesson, **result}


def test_progress_is_of_the_member_and_the_best_result_stays() -> None:
    register = staff(
        took("ann", 5, 9_000, passed=False),
        took("Ann", 9, 8_000, passed=True),
        took("Ann", 9, 7_000, passed=True),
        took("Ann", 2, 1_000, passed=False),
    )
    taken = register.schooling("ANN").lessons["faro", "cards"]
    assert (taken.right, taken.ms, taken.passed, taken.times) == (9, 7_000, True, 4)
    assert register.schooling("Ann").passed("faro", "cards")
    assert register.schooling("Bea") == Schooling()


def test_a_new_pin_keeps_the_progress_and_a_dismissal_ends_it() -> None:
    register = staff(
        took("Ann", 9, 1, passed=True),
        {"do": PutSchoolAway.do, "name": "Ann"},
        {"do": "change_pin", "name": "Ann", "pin_hash": "y"},
    )
    assert register.schooling("Ann").put_away
    assert register.schooling("Ann").passed("faro", "cards")
    again = staff(
        took("Ann", 9, 1, passed=True),
        {"do": "dismiss_staff", "name": "Ann"},
        {"do": "engage_staff", "name": "Ann", "pin_hash": "z"},
    )
    assert again.schooling("Ann") == Schooling()


def test_who_is_not_on_the_staff_takes_no_lesson() -> None:
    with pytest.raises(Refusal) as refused:
        staff(took("Zoe", 9, 1, passed=True))
    assert refused.value.code == "unknown_staff"


def test_what_a_member_did_in_the_school_is_in_the_register_and_verifies() -> None:
    with Book.open() as book:
        keeper, sender = StaffKeeper(book), Sender(who="Ann", device="d")
        keeper.engage("Ann", "hash", sender)
        keeper.take_lesson("ann", "faro", "cards", Grade(right=9, slow=0, of=9, ms=4_000, passed=True), sender)
        keeper.put_school_away("Ann", sender)
        assert StaffKeeper(book).register().schooling("Ann").passed("faro", "cards")
        assert verify_staff(book).finding is None
