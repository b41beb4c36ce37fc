"""The school's pages: a lesson by touch, from the first to the exam, and what each member of the staff has passed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from dealer.game.school import AMOUNTS_CENTS, PLAYERS, Exercise, Lesson
from dealer.games import game_called
from dealer.school import exercises_of, lesson_called, schools
from dealer.staff import LONGEST_LESSON_MS
from events.common.house import HOUSE, STAFF
from reports.words.language import LANGUAGES
from tests.support.house import STAFF_NAME, Client, House
from tests.web.axe import found
from tests.web.tablet_in_browser import Tablet, Tablets
from tests.web.test_languages import boxes, in_euros, words_left

SEED = 3
TOO_LOW = """() => [...document.querySelectorAll("button, a")]
    .filter((key) => key.checkVisibility() && key.getBoundingClientRect().height < 44)
    .map((key) => key.textContent)"""
"""The keys that are too low for a finger."""


def right_answers(exercises: tuple[Exercise, ...]) -> list[list[list[Any]]]:
    return [[[question.right, question.cents or 0] for question in exercise.questions] for exercise in exercises]


def take(client: Client, game: str, name: str, *, wrong: int = 0, ms: int = 900, **headers: str) -> Any:
    """Take a lesson over HTTP; the first answers of each exercise may be wrong."""
    answers = right_answers(exercises_of(lesson_called(game, name), SEED))
    for of_exercise in answers[:wrong]:
        of_exercise[0] = ["nothing", 0]
    body = {"seed": SEED, "answers": answers, "times_ms": [ms] * len(answers)}
    return client.post(f"/school/{game}/{name}", body, **headers)


def passed(house: House, game: str, name: str, member: str = STAFF_NAME) -> bool:
    return house.auth.register.schooling(member).passed(game, name)


def test_a_new_dealer_is_led_to_the_school_until_they_pass_its_first_lesson(house: House, client: Client) -> None:
    assert "Begin with the school" in client.get("/").text
    assert take(client, "faro", "cards").status_code == 200
    page = client.get("/").text
    assert "Begin with the school" not in page
    assert 'href="/school"' in page


def test_who_can_deal_puts_the_school_away(house: House, client: Client) -> None:
    house.auth.engage("Ann Oakley", "2222", house.sender)
    client.http.post("/school/put-away", data={"csrf_token": client.token})
    assert "Begin with the school" not in client.get("/").text
    other = Client(house.app.test_client())
    other.sign_in("Ann Oakley", "2222")
    assert "Begin with the school" in other.get("/").text


def test_a_lesson_is_passed_by_the_member_who_took_it_and_by_nobody_else(house: House, client: Client) -> None:
    house.auth.engage("Ann Oakley", "2222", house.sender)
    answer = take(client, "faro", "cards")
    assert "Passed" in answer.text
    assert "Next lesson: The layout" in answer.text
    assert passed(house, "faro", "cards")
    assert not passed(house, "faro", "cards", "Ann Oakley")
    assert "Continue with lesson 2: The layout" in client.get("/school").text
    again = House(house.book, staff=False)
    assert passed(again, "faro", "cards")


def test_too_many_wrong_answers_do_not_pass(house: House, client: Client) -> None:
    answer = take(client, "faro", "cards", wrong=2)
    assert "Not passed yet" in answer.text
    assert "7 of 9 right in 3 seconds" in answer.text
    assert not passed(house, "faro", "cards")
    assert "7 of 9 right" in client.get("/school").text


def test_slow_answers_of_a_drill_do_not_count(house: House, client: Client) -> None:
    assert "8 right answers came too late." in take(client, "faro", "drill-1", ms=40_001).text
    assert not passed(house, "faro", "drill-1")
    assert "Passed" in take(client, "faro", "drill-1", ms=40_000).text


def test_a_lesson_that_was_left_alone_for_days_is_graded(house: House, client: Client) -> None:
    assert "Passed" in take(client, "faro", "cards", ms=9 * LONGEST_LESSON_MS).text
    assert house.auth.register.schooling(STAFF_NAME).lessons["faro", "cards"].ms == LONGEST_LESSON_MS


def test_answers_sent_again_are_recorded_once(house: House, client: Client) -> None:
    for _ in range(2):
        assert take(client, "faro", "cards", Idempotency_Key="lesson-0001").status_code == 200
    taken = house.auth.register.schooling(STAFF_NAME).lessons["faro", "cards"]
    assert taken.times == 1


def test_a_lesson_writes_to_no_night_and_not_to_the_house(house: House, client: Client) -> None:
    client.get("/school/faro/splits")
    take(client, "faro", "splits")
    assert not house.book.nights()
    assert not house.book.events(HOUSE)
    assert type(house.book.events(STAFF)[-1].event).__name__ == "LessonTaken"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"seed": SEED, "answers": [], "times_ms": []},
        {"seed": -1, "answers": [[]], "times_ms": [1]},
        {"seed": SEED, "answers": [[["take", 0]]] * 3, "times_ms": [1, 1, 1]},
        {"seed": SEED, "answers": [[["take", 0]] * 3] * 3, "times_ms": [1]},
        {"seed": SEED, "answers": [[["take", "0"]] * 3] * 3, "times_ms": [1, 1, 1]},
        "nothing",
    ],
)
def test_answers_that_do_not_fit_the_lesson_are_refused(house: House, client: Client, body: Any) -> None:
    assert client.post("/school/faro/cards", body).status_code == 400
    assert not house.auth.register.school


def test_there_is_no_lesson_of_another_name(client: Client) -> None:
    for address in ("/school/faro/nothing", "/school/pharo/cards", "/school/nothing/cards"):
        assert client.get(address).status_code == 404


def test_the_staffs_page_says_who_passed_an_exam(house: House, client: Client) -> None:
    assert "passed the exam" not in client.get("/staff").text
    take(client, "fan_tan", "exam")
    assert "passed the exam in Fan-Tan" in client.get("/staff").text


@pytest.mark.usefixtures(boxes.__name__)
@pytest.mark.parametrize("game", schools())
def test_every_word_of_the_lessons_is_translated(house: House, game: str) -> None:
    client = in_euros(house).client()
    for lesson in schools()[game]:
        page = client.get(f"/school/{game}/{lesson.name}?seed={SEED}").text
        verdicts = " ".join(re.findall(r' data-(?:yes|no)="([^"]*)"', page))
        assert words_left(f"{page} <p>{verdicts}</p>", {*PLAYERS.values(), game_called(game).title}) == "", lesson.name


@pytest.mark.usefixtures(boxes.__name__)
def test_every_word_of_a_result_is_translated(house: House, client: Client) -> None:
    in_euros(house)
    assert words_left(take(client, "faro", "drill-1", ms=40_001).text, set()) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_is_shown_in_every_language(client: Client, language: str) -> None:
    for game, lessons in schools().items():
        for lesson in (lessons[0], lessons[len(lessons) // 2], lessons[-1]):
            page = client.get(f"/school/{game}/{lesson.name}?seed={SEED}&lang={language}")
            assert page.status_code == 200
            assert page.text.count("<template") == lesson.exercises


class Pupil:
    """Somebody at a lesson, by touch."""

    def __init__(self, tablet: Tablet) -> None:
        self.page: Page = tablet.page
        self.tablet = tablet

    def begin(self, game: str, name: str, seed: int = SEED) -> None:
        """Open a lesson with the exercises of a seed, and begin it."""
        self.tablet.go(f"/school/{game}/{name}?seed={seed}")
        self.page.locator("#begin").tap()

    def answer(self, question: Locator, choice: str, cents: int = 0) -> None:
        for value in reversed(AMOUNTS_CENTS):
            for _ in range(cents // value):
                self.page.locator(f"#purse [data-add='{value}']").tap()
            cents %= value
        question.locator(f".choice[data-choice='{choice}']").tap()

    def tap_twice(self, key: Locator) -> None:
        """Two taps at once at the place of a key."""
        key.scroll_into_view_if_needed()
        box = key.bounding_box()
        assert box
        for _ in range(2):
            self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def exercise(self, exercise: Exercise) -> None:
        """Answer all questions of an exercise rightly, and go on."""
        for number, question in enumerate(exercise.questions):
            self.answer(self.page.locator(".question").nth(number), question.right, question.cents or 0)
        self.page.locator("#next").tap()

    def lesson(self, lesson: Lesson, seed: int = SEED, first: int = 0) -> None:
        for exercise in exercises_of(lesson, seed)[first:]:
            self.exercise(exercise)


@pytest.fixture
def pupil(tablets: Tablets) -> Pupil:
    return Pupil(tablets.new((1024, 768)))


def test_a_pupil_goes_from_lesson_one_to_a_mistake_and_hears_the_law_and_passes_the_exam(
    house: House, pupil: Pupil
) -> None:
    pupil.tablet.go("/school")
    pupil.page.get_by_text("Begin with lesson 1: Soda, loser and winner").tap()
    pupil.begin("faro", "cards")
    pupil.lesson(lesson_called("faro", "cards"))
    expect(pupil.page.locator("#result h2")).to_have_text("Passed")
    expect(pupil.page.locator("#following")).to_have_text("Next lesson: The layout")

    splits = lesson_called("faro", "splits")
    pupil.begin("faro", "splits")
    first = pupil.page.locator(".question").first
    pupil.answer(first, "take", 100)
    expect(first.locator(".verdict")).to_contain_text("Wrong. It is: Take half, $")
    expect(first.locator(".verdict")).to_contain_text("Rule 1.4 case 4, law 1: the")
    expect(first.locator(".verdict")).to_contain_text("a true split")
    expect(first.locator(".verdict")).to_contain_text("Law 1: bets are paid or taken by where they lie.")
    for number, question in enumerate(exercises_of(splits, SEED)[0].questions[1:], start=1):
        pupil.answer(pupil.page.locator(".question").nth(number), question.right, question.cents or 0)
    pupil.page.locator("#next").tap()
    pupil.lesson(splits, first=1)
    expect(pupil.page.locator("#result h2")).to_have_text("Passed")

    pupil.begin("faro", "exam")
    pupil.lesson(lesson_called("faro", "exam"))
    expect(pupil.page.locator("#result h2")).to_have_text("Passed")
    assert passed(house, "faro", "exam")


def test_an_answer_needs_its_amount_and_the_first_answer_counts(pupil: Pupil) -> None:
    pupil.begin("faro", "splits")
    first = pupil.page.locator(".question").first
    pupil.answer(first, "half")
    expect(pupil.page.locator("#said")).to_have_text("First touch the checks below that make the amount.")
    expect(first.locator(".verdict")).to_be_empty()
    pupil.answer(first, "leave")
    expect(first.locator(".verdict")).to_contain_text("Wrong.")
    first.locator(".choice[data-choice=half]").tap(force=True)
    expect(first.locator("[aria-pressed=true]")).to_have_attribute("data-choice", "leave")


def test_quick_and_double_taps_are_neither_lost_nor_counted_twice(pupil: Pupil) -> None:
    pupil.begin("faro", "single")
    questions = exercises_of(lesson_called("faro", "single"), SEED)[0].questions
    for number, question in enumerate(questions):
        pupil.tap_twice(pupil.page.locator(".question").nth(number).locator(f"[data-choice='{question.right}']"))
    expect(pupil.page.locator(".question[data-given=right]")).to_have_count(len(questions))
    pupil.tap_twice(pupil.page.locator("#next"))
    expect(pupil.page.locator("#at")).to_have_text("· 2/3")
    expect(pupil.page.locator(".question[data-given]")).to_have_count(0)


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)])
def test_two_taps_on_begin_answer_nothing(tablets: Tablets, size: tuple[int, int]) -> None:
    pupil = Pupil(tablets.new(size))
    for game, name in (("faro", "cards"), ("faro", "cases"), ("fan_tan", "settling")):
        pupil.tablet.go(f"/school/{game}/{name}?seed={SEED}")
        pupil.tap_twice(pupil.page.locator("#begin"))
        expect(pupil.page.locator("#at")).to_have_text(f"· 1/{lesson_called(game, name).exercises}")
        expect(pupil.page.locator(".question[data-given]")).to_have_count(0)


def test_a_lesson_goes_on_without_the_line_and_its_answers_are_sent_later(house: House, tablets: Tablets) -> None:
    line = tablets.cable()
    pupil = Pupil(tablets.new((1024, 768), line=line))
    pupil.begin("fan_tan", "laying")
    line.cut()
    pupil.lesson(lesson_called("fan_tan", "laying"))
    expect(pupil.page.locator("#said")).to_have_text("Offline. Your answers will be sent when the connection is back.")
    line.mend()
    expect(pupil.page.locator("#result h2")).to_have_text("Passed")
    assert passed(house, "fan_tan", "laying")


def test_the_keyboard_goes_through_an_exercise(pupil: Pupil) -> None:
    pupil.begin("faro", "hock")
    for exercise in exercises_of(lesson_called("faro", "hock"), SEED):
        for number, question in enumerate(exercise.questions):
            pupil.page.locator(".question").nth(number).locator(f"[data-choice='{question.right}']").focus()
            pupil.page.keyboard.press("Enter")
        expect(pupil.page.locator("#next")).to_be_focused()
        pupil.page.keyboard.press("Enter")
    expect(pupil.page.locator("#result h2")).to_be_focused()


def test_axe_finds_nothing_in_the_school(pupil: Pupil) -> None:
    pupil.tablet.go("/school")
    assert found(pupil.page) == []
    pupil.tablet.go(f"/school/faro/splits?seed={SEED}")
    assert found(pupil.page) == []
    pupil.page.locator("#begin").tap()
    assert found(pupil.page) == []
    pupil.answer(pupil.page.locator(".question").first, "take", 100)
    pupil.answer(pupil.page.locator(".question").last, "leave")
    assert found(pupil.page) == []


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)])
def test_no_lesson_is_wider_than_the_screen(tablets: Tablets, size: tuple[int, int]) -> None:
    pupil = Pupil(tablets.new(size))
    for name in ("layout", "paroli", "cases", "drill-4"):
        pupil.begin("faro", name)
        assert pupil.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert not pupil.page.evaluate(TOO_LOW)
