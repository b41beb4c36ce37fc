"""The pages of people: everybody with a card, one person with their account, and their statement."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date, datetime
from itertools import accumulate

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from msgspec.structs import replace
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.refusal import Refusal, marked
from dealer.games import game_called
from dealer.house.decide import is_unused, known_card
from dealer.house.state import Card, HouseState
from dealer.people import similar_cards, similar_to, unused_key
from events.common.house import HOUSE
from events.frozen import Frozen
from reports.pdf.drawings import CHECKS
from reports.render_options import RenderOptions, machine_zone, zone_called
from reports.sheets.statement import Period, statement_view
from reports.words.language import LANGUAGES, ngettext
from reports.words.language import gettext as _
from web.app.authorization import may, permits
from web.app.errors import refusal_in_words, refusal_status
from web.app.request_parsing import SECOND_PIN, command_id, sender, service, with_signers
from web.app.schema_fields import FieldRefused, beside_field, cents_of, problem_beside, typed_amount
from web.language import house_style
from web.papers import papers
from web.tablet.seats import Mark, mark_of
from web.tablet.take_and_pay import with_sign

blueprint = Blueprint("people", __name__, url_prefix="/people")

_LONGEST_SEARCH = 100
Form = Mapping[str, str]


class PersonLine(Frozen):
    """A person in the list. ``debt_cents`` is what they owe at all tables and on carried markers.

    ``last`` is the date of their last night, "" for none; ``here`` has the tables where they have a seat now.
    """

    key: str
    name: str
    printed: str
    mark: Mark | None
    last: str
    here: tuple[str, ...]
    debt_cents: int
    deposit_cents: int
    barred: str

    @property
    def searched(self) -> str:
        """What a search looks through, in small letters."""
        return " ".join((self.name, self.printed, self.key)).casefold()


def person_lines(house: HouseState) -> list[PersonLine]:
    """Everybody with a card, by name."""
    lines = [
        PersonLine(
            key=card.key,
            name=card.screen_name,
            printed=card.name,
            mark=_mark_of(card),
            last=house.nights[card.last_night].date if card.last_night else "",
            here=tuple(house.nights[night].table for night in sorted(card.seats)),
            debt_cents=card.exposure_cents,
            deposit_cents=card.deposit_cents,
            barred=card.barred,
        )
        for card in house.open_cards
    ]
    return sorted(lines, key=lambda line: (line.name.casefold(), line.key))


def _mark_of(card: Card) -> Mark | None:
    return mark_of(card.color, 1) if card.color else None


class OpenSeat(Frozen):
    """A seat at an open night: its open markers, and what was drawn from the deposit there, in cents."""

    night: str
    table: str
    date: str
    markers_cents: int
    drawn_cents: int


class CarriedMarker(Frozen):
    """What is still owed on markers of a closed night, and how old the debt is."""

    night: str
    table: str
    date: str
    days: int
    amount_cents: int


class NightPlayed(Frozen):
    """A closed night of a person: their result, and the sum of their results up to then, in cents."""

    night: str
    table: str
    date: str
    games: str
    net_cents: int
    running_cents: int


WIDTH, HEIGHT, EDGE = 640, 160, 10


class Curve(Frozen):
    """The course of a person's results as a drawing of 640 by 160, with the same in words.

    ``points`` are places from left to right, ``even`` is the height of zero.
    """

    points: tuple[tuple[float, float], ...]
    even: float
    words: str


def curve_of(nights: tuple[NightPlayed, ...]) -> Curve | None:
    """The course over nights in the order they closed; ``None`` for fewer than two."""
    if len(nights) < 2:
        return None
    sums = [0, *(night.running_cents for night in nights)]
    low, high = min(sums), max(sums)
    height, step = (HEIGHT - 2 * EDGE) / max(high - low, 1), (WIDTH - 2 * EDGE) / (len(sums) - 1)
    points = tuple(
        (round(EDGE + number * step, 1), round(EDGE + (high - cents) * height, 1)) for number, cents in enumerate(sums)
    )
    words = ngettext(
        "Results over %(num)s night: %(now)s now, %(best)s at best, %(worst)s at worst.",
        "Results over %(num)s nights: %(now)s now, %(best)s at best, %(worst)s at worst.",
        len(nights),
        now=with_sign(sums[-1]),
        best=with_sign(high),
        worst=with_sign(low),
    )
    return Curve(points=points, even=round(EDGE + high * height, 1), words=words)


class Person(Frozen):
    """A person with their account, amounts in cents.

    ``limit_cents`` is the limit in force, ``None`` for no limit. ``nights`` are newest first; ``games`` has how many
    nights there were with each game; ``similar`` are other cards that may be of the same person.
    """

    card: Card
    mark: Mark | None
    limit_cents: int | None
    seats: tuple[OpenSeat, ...]
    carried: tuple[CarriedMarker, ...]
    nights: tuple[NightPlayed, ...]
    games: tuple[tuple[str, int], ...]
    curve: Curve | None
    similar: tuple[Card, ...]
    is_unused: bool

    @property
    def left_cents(self) -> int:
        """What they can still get on credit, 0 at least; only with a limit."""
        return max(0, (self.limit_cents or 0) - self.card.exposure_cents)


def person_of(house: HouseState, key: str, today: date) -> Person:
    """A person by the key of their card; raises :class:`Refusal` (``unknown_card``) if there is none."""
    card = known_card(house, key)
    nights = _nights_played(house, card)
    games = Counter(game for night in nights for game in house.nights[night.night].games)
    return Person(
        card=card,
        mark=_mark_of(card),
        limit_cents=house.limit_of(card),
        seats=tuple(
            OpenSeat(
                night=night,
                table=house.nights[night].table,
                date=house.nights[night].date,
                markers_cents=seat.markers_open_cents,
                drawn_cents=seat.drawn_cents,
            )
            for night, seat in sorted(card.seats.items())
        ),
        carried=tuple(
            CarriedMarker(
                night=carried.night,
                table=house.nights[carried.night].table,
                date=carried.date,
                days=(today - date.fromisoformat(carried.date)).days,
                amount_cents=carried.amount_cents,
            )
            for carried in card.carried
        ),
        nights=nights[::-1],
        games=tuple((game_called(game).title, number) for game, number in games.most_common()),
        curve=curve_of(nights),
        similar=similar_to(card, house),
        is_unused=is_unused(house, card),
    )


def _nights_played(house: HouseState, card: Card) -> tuple[NightPlayed, ...]:
    """The closed nights of a card in the order they closed."""
    results = [*card.results][::-1]
    sums = accumulate(result.net_cents for result in results)
    return tuple(
        NightPlayed(
            night=known.id,
            table=known.table,
            date=known.date,
            games=", ".join(game_called(game).title for game in known.games),
            net_cents=result.net_cents,
            running_cents=running_cents,
        )
        for result, running_cents in zip(results, sums, strict=True)
        for known in [house.nights[result.night]]
    )


class Refused(Frozen):
    """A form that was refused: its command, the field it is about ("" for the whole form), why, and what was typed."""

    do: str
    field: str
    why: str
    status: int
    typed: Form


def _refused(do: str, refusal: Refusal, typed: Form) -> Refused:
    labels = {name: _(label) for name, label in {**_TEXTS, "reason": _REASON}.items()}
    refusal = beside_field(refusal, labels)
    where = refusal.field if isinstance(refusal, FieldRefused) else _field_of(do, refusal)
    typed = {name: value for name, value in typed.items() if name != SECOND_PIN}
    return Refused(do=do, field=where, why=refusal_in_words(refusal), status=refusal_status(refusal), typed=typed)


_ABOUT_THE_SECOND = frozenset({"second_needed", "unknown_staff", "wrong_pin", "sign_in_locked", "sign_in_busy"})
_ABOUT_THE_SUM = frozenset({"bad_input", "not_a_multiple", "not_enough_checks"})
_ABOUT_AN_AMOUNT = frozenset({"deposit", "withdraw", "redeem_carried", "write_off"})


def _field_of(do: str, refusal: Refusal) -> str:
    if refusal.code in _ABOUT_THE_SECOND:
        return "second"
    return "amount" if do in _ABOUT_AN_AMOUNT and refusal.code in _ABOUT_THE_SUM else ""


@blueprint.get("")
def page() -> Response:
    """Everybody with a card, or those that a search finds (``?find=``), similar names, and the form for a new card."""
    return _people_page()


@blueprint.post("")
def register() -> AnyResponse:
    """Make a card for a new person, and go to their page."""
    house, form = service().house(), request.form
    try:
        document = {"do": "register_player", **_typed_fields(form, {})}
        if "name" not in document:
            raise FieldRefused("name", problem_beside(_(_NAME), _NO_TEXT))
        document["card"] = unused_key(str(document.get("name", "")), house.cards)
        service().execute_for_house(with_signers(document), sender(), command_id=command_id())
    except Refusal as refusal:
        if refusal.code == "command_reused":
            # The form was sent twice: the card is made.
            return redirect(url_for("people.page", find=form.get("name", "")), code=303)
        if not permits("people.page"):
            raise
        return _people_page(_refused("register_player", refusal, form))
    return redirect(url_for("people.person", card=document["card"], saved="register_player"), code=303)


@blueprint.get("/<path:card>")
def person(card: str) -> AnyResponse:
    """A person: credit, deposit, nights, results, and the forms of the cage; of two cards (``?join=``) what moves."""
    known = service().house().cards.get(card)
    if known and known.joined_to:
        return redirect(url_for("people.person", card=service().house().card(card).key))
    return _person_page(card)


@blueprint.post("/<path:card>")
def act(card: str) -> AnyResponse:
    """Carry out what a form of the person's page asks for: one command of the house. A refusal is shown in the form."""
    do = request.form.get("do", "")
    try:
        document = _document(do, card, request.form)
        service().execute_for_house(with_signers(document), sender(), command_id=command_id())
    except Refusal as refusal:
        if refusal.code == "unknown_card" or not permits("people.person"):
            raise
        return _person_page(card, _refused(do, refusal, request.form))
    if do in _BACK_TO_ALL:
        return redirect(url_for("people.page", saved=do), code=303)
    return redirect(url_for("people.person", card=card, saved=do), code=303)


@blueprint.get("/<path:card>/statement.pdf")
def statement(card: str) -> Response:
    """The statement of a person for a period (``?from=``, ``?to=``; this month by default) as a PDF."""
    house = service().house()
    found = known_card(house, card)
    style = house_style()
    if found.language:
        style = replace(style, language=found.language)
    options = RenderOptions(style=style, zone=zone_called(machine_zone()))
    view = statement_view(service().book.events(HOUSE), found, _period(request.args, _today()), options.zone)
    return papers.pdf(papers.print_jobs().workers.statement(view, options), f"statement-{view.masthead.number}")


def _period(fields: Form, today: date) -> Period:
    """The period that an address asks for; raises :class:`Refusal` (``bad_input``) for one that does not read."""
    try:
        first, last = (
            date.fromisoformat(fields[name]) if fields.get(name) else usual
            for name, usual in (("from", today.replace(day=1)), ("to", today))
        )
    except ValueError:
        raise Refusal("bad_input", "Write the dates of the statement as 2026-11-21.") from None
    if first > last:
        raise Refusal("bad_input", "The statement cannot begin after it ends.")
    return Period(first=first, last=last)


def _today() -> date:
    return datetime.now().astimezone().date()


_NAME, _REASON = marked("Name"), marked("Reason")
_TEXTS = {
    "name": _NAME,
    "known_as": marked("Known as"),
    "color": marked("Colour"),
    "language": marked("Language"),
    "note": marked("Note"),
}
"""The fields of a card that are texts, each with its label."""

_NO_TEXT = marked("enter a text of up to 500 characters")

_FIELDS = (*_TEXTS, "credit_limit")


def _typed_fields(form: Form, before: Form) -> dict[str, object]:
    """The fields of a card that differ from what the form showed ``before``; raises :class:`FieldRefused`."""
    typed = {name: form.get(name, "").strip() for name in _TEXTS}
    changed = {name: text for name, text in typed.items() if text != before.get(name, "")}
    if changed.get("name") == "":
        why = _("%(field)s: this cannot be emptied. Write something else instead.", field=_(_NAME))
        raise FieldRefused("name", why)
    fields: dict[str, object] = {name: text for name, text in changed.items() if text}
    cleared = [name for name, text in changed.items() if not text]
    fields |= {"clear": cleared} if cleared else {}
    limit = form.get("credit_limit", "").strip()
    if limit != before.get("credit_limit", ""):
        fields["credit_limit"] = cents_of(limit, "credit_limit", _("Limit")) if limit else None
    return fields


def _amount(form: Form) -> dict[str, object]:
    return {"amount": cents_of(form.get("amount", ""), "amount", _("Amount"))}


def _reason(form: Form) -> dict[str, object]:
    reason = form.get("reason", "").strip()
    if not reason:
        raise FieldRefused("reason", problem_beside(_(_REASON), _NO_TEXT))
    return {"reason": reason}


_FORMS: dict[str, Callable[[Form], dict[str, object]]] = {
    "change_player": lambda form: _typed_fields(form, {name: form.get(f"was.{name}", "") for name in _FIELDS}),
    "bar_player": _reason,
    "readmit_player": _reason,
    "deposit": _amount,
    "withdraw": _amount,
    "redeem_carried": _amount,
    "write_off": lambda form: {**_amount(form), **_reason(form)},
    "join_cards": lambda form: {"other": form.get("other", "")},
    "distinguish_cards": lambda form: {"other": form.get("other", "")},
    "remove_card": lambda form: {},
}
"""The commands that a person's page gives, each with its arguments from the form."""


_BACK_TO_ALL = frozenset({"distinguish_cards", "remove_card"})
"""The commands after which everybody's page is shown."""


def _document(do: str, card: str, form: Form) -> dict[str, object]:
    """The command of a form; raises :class:`Refusal` if a field does not read."""
    if do not in _FORMS:
        raise Refusal("bad_input", "This page has no such form.")
    seconded = {name: form[name] for name in ("second", SECOND_PIN) if form.get("second")}
    return {"do": do, "card": card, **_FORMS[do](form), **seconded}


SAVED = {
    "register_player": marked("The card is made."),
    "change_player": marked("The card is changed."),
    "bar_player": marked("Barred from now on."),
    "readmit_player": marked("Readmitted."),
    "deposit": marked("Deposit taken."),
    "withdraw": marked("Paid from the deposit."),
    "redeem_carried": marked("Carried markers redeemed."),
    "write_off": marked("Written off."),
    "join_cards": marked("The cards are joined."),
    "distinguish_cards": marked("Two people: the house will not ask again."),
    "remove_card": marked("The card is removed."),
}
"""What a page says after a command."""


def _saved() -> str:
    done = SAVED.get(request.args.get("saved", ""))
    return _(done) if done else ""


def _people_page(refused: Refused | None = None) -> Response:
    house = service().house()
    lines = person_lines(house)
    wanted = request.args.get("find", "").strip()[:_LONGEST_SEARCH]
    words = wanted.casefold().split()
    html = render_template(
        "house/people.html",
        people=[line for line in lines if all(word in line.searched for word in words)],
        of_all=len(lines),
        wanted=wanted,
        similar=similar_cards(house),
        fields=dict.fromkeys(_FIELDS, ""),
        house_limit=house.settings.credit_limit,
        refused=refused,
        saved=_saved(),
        **_choices(""),
    )
    return make_response(html, refused.status if refused else 200)


def _person_page(key: str, refused: Refused | None = None) -> Response:
    house = service().house()
    view = person_of(house, key, _today())
    card = view.card
    joins = request.args.get("join") or (refused.typed.get("other") if refused else None)
    hidden = {"bar_player" if card.barred else "readmit_player", *(set() if view.is_unused else {"remove_card"})}
    shown = {do for do in _FORMS if may(do)} - hidden - {"distinguish_cards"}
    html = render_template(
        "house/person.html",
        view=view,
        card=card,
        other=person_of(house, joins, _today()) if joins else None,
        others=sorted(
            (other for other in house.open_cards if other.key != card.key),
            key=lambda other: (other.name.casefold(), other.key),
        ),
        fields={**{name: getattr(card, name) for name in _TEXTS}, "credit_limit": _limit_field(card)},
        house_limit=house.settings.credit_limit,
        needs_second=house.settings.second_write_off,
        papers_in=LANGUAGES[card.language].title if card.language else "",
        refused=refused,
        has_forms=bool(shown),
        refused_elsewhere=refused.why if refused and refused.do not in shown else "",
        saved=_saved(),
        month=_today().replace(day=1).isoformat(),
        today=_today().isoformat(),
        **_choices(card.color),
    )
    return make_response(html, refused.status if refused else 200)


def _limit_field(card: Card) -> str:
    return "" if card.credit_limit_cents is None else typed_amount(card.credit_limit_cents)


def _choices(color: str) -> dict[str, object]:
    """What the fields of a card offer, and an id for the command of a form."""
    return {
        "colors": {name: mark_of(name, 0).name if name in CHECKS else name for name in (*CHECKS, color) if name},
        "languages": {code: language.title for code, language in LANGUAGES.items()},
        "command_id": secrets.token_hex(16),
        "typed_amount": typed_amount,
        "with_sign": with_sign,
    }
