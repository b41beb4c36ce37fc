"""The table of roles as a page, and the settings of the house."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, current_app, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from dealer.commands.refusal import Refusal, marked
from dealer.house.roles import DUTIES, ROLES, Duty, may_give
from events.common.house import HouseSettings
from events.frozen import Frozen
from reports.words.language import gettext as _
from web.app.authorization import house, permits
from web.app.errors import refusal_in_words, refusal_status
from web.app.request_parsing import command_id, number_of, sender, service, with_signers
from web.app.schema_fields import FieldRefused, cents_of, typed_amount
from web.staff import staff_names

blueprint = Blueprint("roles", __name__)

YES, OWN_NIGHTS, NO = marked("yes"), marked("own nights"), "–"
NOT_DEALT = marked("not what they dealt")


class DutyLine(Frozen):
    """A row of the page: its title, its commands and addresses, and what each role may do of it."""

    title: str
    words: tuple[str, ...]
    addresses: tuple[str, ...]
    cells: tuple[str, ...]


def duty_line(duty: Duty, addresses: Mapping[str, str]) -> DutyLine:
    """A row of the page, made from a row of the table; ``addresses`` are those of routes by endpoint."""
    return DutyLine(
        title=_(duty.title),
        words=duty.words,
        addresses=tuple(addresses[route] for route in duty.routes if route in addresses),
        cells=tuple(cell(duty, role) for role in ROLES),
    )


def cell(duty: Duty, role: str) -> str:
    """What a role may do of a row, in words."""
    if role in duty.own:
        return _(OWN_NIGHTS)
    if role not in duty.roles:
        return NO
    return _(NOT_DEALT) if "rule_dispute" in duty.words and role != ROLES[0] else _(YES)


@blueprint.get("/staff/roles", endpoint="page")
def roles_page() -> Response:
    """Who may do what: the table of roles, with the commands and addresses of each row."""
    addresses = {
        rule.endpoint: f"{'POST ' if 'POST' in (rule.methods or ()) else ''}{rule.rule}"
        for rule in current_app.url_map.iter_rules()
    }
    lines = [duty_line(duty, addresses) for duty in DUTIES]
    return make_response(render_template("house/roles.html", lines=lines, roles=ROLES, in_use=bool(house().staff)))


settings_blueprint = Blueprint("house_settings", __name__, url_prefix="/house")

AMOUNT, PERCENT, TICK = "amount", "percent", "tick"


class SettingField(Frozen):
    """A setting on the form: its label, what it means, and whether it is an amount, a percentage or a tick.

    ``confirms`` is the command that a second person confirms by it, "" for any other setting.
    """

    name: str
    label: str
    meaning: str
    kind: str = AMOUNT
    confirms: str = ""


FIELDS = (
    SettingField(
        name="credit_limit",
        label=marked("Credit limit"),
        meaning=marked(
            "What a player may owe at all tables together, if their card has no limit of its own. Empty: no limit."
        ),
    ),
    SettingField(
        name="second_marker",
        label=marked("Markers from"),
        meaning=marked("Smaller markers need nobody else. 0: every marker. Empty: none."),
        confirms="issue_marker",
    ),
    SettingField(
        name="second_ruling",
        label=marked("Corrections of a ruling from"),
        meaning=marked("The sum of all corrections. 0: every ruling. Empty: none."),
        confirms="rule_dispute",
    ),
    SettingField(
        name="second_raise",
        label=marked("Raises of the roll from"),
        meaning=marked("Smaller raises need nobody else. 0: every raise. Empty: none."),
        confirms="raise_roll",
    ),
    SettingField(
        name="second_count",
        label=marked("Counts of the cash drawer"),
        meaning=marked("The second person counts without seeing the first count."),
        kind=TICK,
        confirms="count_drawer",
    ),
    SettingField(
        name="second_write_off",
        label=marked("Write-offs"),
        meaning=marked("Giving up what a player owes from earlier nights."),
        kind=TICK,
        confirms="write_off",
    ),
    SettingField(
        name="dealers_cut",
        label=marked("Dealers’ cut"),
        meaning=marked("Per cent of what the bank won in a night, divided by rounds dealt. Nothing of a loss."),
        kind=PERCENT,
    ),
    SettingField(
        name="count_required",
        label=marked("Count the cash drawer before a night closes"),
        meaning=marked("A night can be closed only after a closing count."),
        kind=TICK,
    ),
)
"""The settings of the house, in the order of the form."""


@settings_blueprint.get("", endpoint="page")
def settings_page() -> Response:
    """The settings of the house, and the form that changes them."""
    return _settings_page(typed_settings(house().settings))


@settings_blueprint.post("", endpoint="change")
def change_settings() -> AnyResponse:
    """Change settings of the house; what is refused is said beside its field."""
    typed = {field.name: request.form.get(field.name, "").strip() for field in FIELDS}
    try:
        changes = changed(house().settings, typed)
        if changes:
            document = with_signers({"do": "house_rules", **changes})
            service().execute_for_house(document, sender(), command_id=command_id())
    except Refusal as refusal:
        return _settings_page(typed, refusal)
    return redirect(url_for("house_settings.page", saved=1), code=303)


def typed_settings(settings: HouseSettings) -> dict[str, str]:
    """The settings as their fields have them: dollars, per cent, ``yes`` for a tick."""
    return {field.name: _typed(field, getattr(settings, field.name)) for field in FIELDS}


def _typed(field: SettingField, value: Any) -> str:
    if field.kind == AMOUNT:
        return "" if value is None else typed_amount(value)
    if field.kind == PERCENT:
        return str(value)
    return "yes" if value else ""


def changed(settings: HouseSettings, typed: Mapping[str, str]) -> dict[str, Any]:
    """The typed settings that differ from these, by name; :class:`FieldRefused` for what does not read."""
    read = {field.name: _read(field, typed[field.name]) for field in FIELDS}
    return {name: value for name, value in read.items() if value != getattr(settings, name)}


def _read(field: SettingField, typed: str) -> int | bool | None:
    if field.kind == TICK:
        return bool(typed)
    if field.kind == AMOUNT:
        return cents_of(typed, field.name, _(field.label)) if typed else None
    percent = number_of(typed or "0")
    if percent is None or percent > 100:
        why = _("%(field)s: enter a whole number from 0 to 100.", field=_(field.label))
        raise FieldRefused(field.name, why)
    return percent


def _may_confirm(word: str) -> bool:
    """Whether two of the staff may give a command, so that one confirms what the other does."""
    staff = house().staff
    able = [name for name in staff_names() if may_give(staff.get(name, ()), {"do": word})]
    return len(able) > 1


def _settings_page(typed: Mapping[str, str], refused: Refusal | None = None) -> Response:
    html = render_template(
        "house/settings.html",
        fields=FIELDS,
        typed=typed,
        unconfirmed=[field.name for field in FIELDS if field.confirms and not _may_confirm(field.confirms)],
        roles_given=bool(house().staff),
        may_change=permits("house_settings.change"),
        refused=refusal_in_words(refused) if refused else "",
        wrong=refused.field if isinstance(refused, FieldRefused) else "",
        saved="saved" in request.args,
        command_id=secrets.token_hex(16),
    )
    return make_response(html, refusal_status(refused) if refused else 200)
