"""The school: its lessons, the exercises of a lesson, and how each member of the staff stands."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
from flask import Blueprint, make_response, redirect, render_template, request, url_for
from msgspec import Meta
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.refusal import Phrase, Refusal
from dealer.game.school import AMOUNTS_CENTS, PLAYERS, Answer, Exercise, Lesson, Question, grade
from dealer.games import game_called
from dealer.school import MOST_SEED, exercises_of, lesson_called, schools
from dealer.staff import LONGEST_LESSON_MS, Member, Schooling, Taken
from events.frozen import Frozen
from reports.game_papers import papers_of
from reports.rulebook import Citation
from reports.rulebooks import Citable
from reports.words.formatting import brief
from reports.words.game_words import phrase_text
from reports.words.language import gettext as _
from reports.words.language import ngettext
from web.app.authentication import authentication
from web.app.authorization import register, signed_in
from web.app.request_parsing import command_id, document_asked, sender
from web.game_screens import Drawn, screens_of

blueprint = Blueprint("school", __name__, url_prefix="/school")


class LessonLine(Frozen):
    """A lesson in the list: its number, its standing, and whether it is the one to go on with."""

    game: str
    lesson: Lesson
    number: int
    taken: Taken | None
    is_next: bool

    @property
    def title(self) -> str:
        """Its title."""
        return _(self.lesson.title)

    @property
    def is_passed(self) -> bool:
        """Whether it was passed."""
        return self.taken is not None and self.taken.passed

    @property
    def best(self) -> str:
        """The best result in words; "" if it was never taken."""
        return result_words(self.taken.right, self.taken.of, self.taken.ms) if self.taken else ""


class GameSchool(Frozen):
    """The lessons of a game, and the next one that is not passed, if any."""

    game: str
    title: str
    lines: tuple[LessonLine, ...]
    next: LessonLine | None

    @property
    def passed(self) -> int:
        """How many are passed."""
        return sum(line.is_passed for line in self.lines)


class ChoiceView(Frozen):
    """A possible answer, in words."""

    code: str
    words: str
    with_amount: bool


class QuestionView(Frozen):
    """A question in words, and what is said to a right and to a wrong answer; ``cents`` is -1 if no amount is asked."""

    about: str
    choices: tuple[ChoiceView, ...]
    right: str
    cents: int
    yes: str
    no: str


class ExerciseView(Frozen):
    """An exercise in words, and the picture of its table, if any."""

    says: str
    facts: tuple[str, ...]
    questions: tuple[QuestionView, ...]
    picture: Drawn | None


class RuleLink(Frozen):
    """A section of a rulebook, and where it is."""

    number: str
    address: str


def result_words(right: int, of: int, ms: int) -> str:
    """A result: right answers of all, and the time in whole seconds."""
    seconds = -(-ms // 1_000)
    return ngettext(
        "%(right)s of %(of)s right in %(num)s second",
        "%(right)s of %(of)s right in %(num)s seconds",
        seconds,
        right=right,
        of=of,
    )


def schooling() -> Schooling:
    """What the member who is signed in did in the school."""
    return register().schooling(_me().name)


def game_schools(done: Schooling) -> tuple[GameSchool, ...]:
    """The lessons of all games as a member stands."""
    return tuple(_game_school(game, lessons, done) for game, lessons in schools().items())


def is_first_shown() -> bool:
    """Whether the school is to be shown first: the member has passed no first lesson, and has not put it away."""
    done = schooling()
    firsts = ((game, lessons[0].name) for game, lessons in schools().items())
    return not done.put_away and not any(done.passed(*first) for first in firsts)


def exams_passed(name: str) -> tuple[str, ...]:
    """The titles of the games whose exam a member passed."""
    done = register().schooling(name)
    exams = ((game, lesson.name) for game, lessons in schools().items() for lesson in lessons if lesson.is_exam)
    return tuple(game_called(game).title for game, exam in exams if done.passed(game, exam))


@blueprint.get("", endpoint="page")
def school_page() -> str:
    """The lessons of the school, and which of them are passed."""
    return render_template(
        "school/list.html",
        schools=game_schools(schooling()),
        first=is_first_shown(),
    )


@blueprint.get("/<game>/<name>", endpoint="lesson")
def lesson_page(game: str, name: str) -> str:
    """A lesson: what it teaches, and its exercises, which the page's script gives one by one."""
    lesson = _lesson(game, name)
    seed = request.args.get("seed", type=int)
    if seed is None or not 0 <= seed <= MOST_SEED:
        seed = secrets.randbelow(MOST_SEED)
    picture = screens_of(game).lesson
    return render_template(
        "school/lesson.html",
        line=_line(game, lesson),
        game=game,
        game_title=game_called(game).title,
        exercises=[_exercise_view(game, exercise) for exercise in exercises_of(lesson, seed)],
        seed=seed,
        rules=_rule_links(game, lesson),
        styles=picture.styles if picture else (),
        amounts=[(cents, brief(cents)) for cents in AMOUNTS_CENTS],
        command_id=secrets.token_hex(16),
    )


class GivenAnswers(Frozen):
    """The answers to the exercises of a seed: for each question a choice and its cents; and each exercise's time."""

    seed: Annotated[int, Meta(ge=0, le=MOST_SEED)]
    answers: list[list[tuple[str, Annotated[int, Meta(ge=0)]]]]
    times_ms: list[Annotated[int, Meta(ge=0)]]


@blueprint.post("/<game>/<name>", endpoint="take")
def take_lesson(game: str, name: str) -> AnyResponse:
    """Grade the answers to a lesson, record the grade, and answer with the result."""
    lesson = _lesson(game, name)
    given = _given()
    exercises = exercises_of(lesson, given.seed)
    answers = [[Answer(choice, cents=cents) for choice, cents in of_exercise] for of_exercise in given.answers]
    if [len(exercise.questions) for exercise in exercises] != [*map(len, answers)] or len(answers) != len(
        given.times_ms
    ):
        raise Refusal("bad_input", "The answers do not fit the lesson. Begin it again.")
    times_ms = [min(ms, LONGEST_LESSON_MS // len(exercises)) for ms in given.times_ms]
    result = grade(lesson, exercises, answers, times_ms)
    authentication().keeper.take_lesson(_me().name, game, lesson.name, result, sender(), command_id())
    lessons = schools()[game]
    after = lessons[lessons.index(lesson) + 1 :]
    html = render_template(
        "school/result.html",
        game=game,
        lesson=lesson,
        result=result,
        words=result_words(result.right, result.of, result.ms),
        following=after[0] if after else None,
    )
    return make_response(html)


@blueprint.post("/put-away", endpoint="put_away")
def put_away() -> AnyResponse:
    """Show the school first no longer; it stays in the list of pages."""
    authentication().keeper.put_school_away(_me().name, sender())
    return redirect(url_for("pages.nights"), code=303)


def _me() -> Member:
    member = signed_in()
    if member is None:
        raise Refusal("not_permitted", "The school is for people who sign in with a name and a PIN.")
    return member


def _lesson(game: str, name: str) -> Lesson:
    try:
        return lesson_called(game, name)
    except LookupError:
        raise NotFound from None


def _given() -> GivenAnswers:
    try:
        return msgspec.convert(document_asked(), GivenAnswers)
    except msgspec.ValidationError:
        raise Refusal("bad_input", "The answers do not fit the lesson. Begin it again.") from None


def _game_school(game: str, lessons: tuple[Lesson, ...], done: Schooling) -> GameSchool:
    next_name = next((lesson.name for lesson in lessons if not done.passed(game, lesson.name)), "")
    lines = tuple(
        LessonLine(
            game=game,
            lesson=lesson,
            number=number,
            taken=done.lessons.get((game, lesson.name)),
            is_next=lesson.name == next_name,
        )
        for number, lesson in enumerate(lessons, start=1)
    )
    following = next((line for line in lines if line.is_next), None)
    return GameSchool(game=game, title=game_called(game).title, lines=lines, next=following)


def _line(game: str, lesson: Lesson) -> LessonLine:
    lines = _game_school(game, schools()[game], schooling()).lines
    return next(line for line in lines if line.lesson is lesson)


def _rule_links(game: str, lesson: Lesson) -> list[RuleLink]:
    book = papers_of(game).rulebook
    if book is None:
        return []
    return [
        RuleLink(
            number=number,
            address=url_for("rules.book", name=book.name, _anchor=f"rule-{number}" if "." in number else None),
        )
        for number in lesson.rules
    ]


def _words(phrase: Phrase) -> str:
    return phrase_text(phrase, PLAYERS)


def _exercise_view(game: str, exercise: Exercise) -> ExerciseView:
    picture = screens_of(game).lesson
    drawn = (
        Drawn(template=picture.template, view=picture.view_of(exercise.night)) if picture and exercise.night else None
    )
    return ExerciseView(
        says=_words(exercise.says),
        facts=tuple(map(_words, exercise.facts)),
        questions=tuple(_question_view(game, question) for question in exercise.questions),
        picture=drawn,
    )


def _question_view(game: str, question: Question) -> QuestionView:
    right, why = _words(question.right_words), _words(question.why)
    if question.cents is not None:
        right = _("%(choice)s, %(amount)s", choice=right, amount=brief(question.cents))
    return QuestionView(
        about=_words(question.about),
        choices=tuple(
            ChoiceView(code=choice.code, words=_words(choice.words), with_amount=choice.with_amount)
            for choice in question.choices
        ),
        right=question.right,
        cents=-1 if question.cents is None else question.cents,
        yes=_("Right. %(why)s.", why=why.removesuffix(".")),
        no=" ".join(
            (_("Wrong. It is: %(answer)s. %(why)s.", answer=right, why=why.removesuffix(".")), *_laws(game, question))
        ),
    )


def _laws(game: str, question: Question) -> list[str]:
    """The laws of an answer in words, each as a sentence."""
    return [
        f"{Citable(citation=Citation(law=number), title=game_called(game).laws[number - 1]).text}."
        for number in question.laws
    ]
