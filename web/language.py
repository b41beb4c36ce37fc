"""The language of a screen (its device's, else its player's, else the house's), and the house's currency.

Until the house has chosen its language, pages answer in the browser's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import urlencode

from babel.core import negotiate_locale
from flask import Flask, current_app, request
from flask import Response as FlaskResponse
from jinja2 import pass_context
from jinja2.runtime import Context
from msgspec.structs import replace
from werkzeug.exceptions import NotFound

from dealer.commands.refusal import Refusal
from dealer.printings import PrintingsKeeper
from events.records import BookError
from reports.printing import style_for
from reports.render_options import HouseStyle, style_of
from reports.words import language as words
from reports.words.formatting import brief, money, short_date, signed
from reports.words.language import LANGUAGES, written_in
from web.app.errors import refusal_in_words
from web.app.links import read_hand_key, read_player_key
from web.app.request_parsing import service
from web.app.response_headers import A_YEAR_S, set_cookie

COOKIE = "language"
CHOICE = "lang"
"""The argument of an address that chooses the language of the device."""

_EXTENSION = "casekeeper printings"
_KEYS = {"player": read_player_key, "hand": read_hand_key}
"""What reads the key in the addresses of a blueprint: as a night and a seat."""


def device_language() -> str:
    """The language that this device chose, with this request (``?lang=``) or before; empty if it follows the house."""
    code = request.args.get(CHOICE, request.cookies.get(COOKIE, ""))
    return code if code in LANGUAGES else ""


def _browser_language() -> str:
    """The language that the browser prefers; empty if the house has chosen its own, or none is known."""
    if printings_keeper().printings().style is not None:
        return ""
    # Werkzeug's own matching would take "en" before "es-MX", whichever the browser prefers.
    return negotiate_locale(request.accept_languages.values(), LANGUAGES, sep="-") or ""


def address_with(name: str, value: str) -> str:
    """This page's address with one argument changed. A table is drawn as it is, whichever game was asked for."""
    arguments = {other: given for other, given in request.args.items() if other not in (name, "game")}
    return f"?{urlencode({**arguments, name: value})}"


def language_links() -> list[tuple[str, str, str, bool]]:
    """This page in each language: the code, the language's own name, the address, and whether it is shown now."""
    return [
        (code, language.title, address_with(CHOICE, code), code == words.style().language)
        for code, language in LANGUAGES.items()
    ]


def printings_keeper() -> PrintingsKeeper:
    """The keeper of the house's style and of its printings."""
    keeper: PrintingsKeeper = current_app.extensions[_EXTENSION]
    return keeper


def house_style() -> HouseStyle:
    """The style that the house chose, or the one of a house that chose none."""
    return style_of(printings_keeper().printings().style)


def night_style(night: str) -> HouseStyle:
    """The style of the house as it is for a night: in the currency in which that night's papers went out first."""
    printings = printings_keeper().printings()
    return style_for(printings, night, style_of(printings.style))


@contextmanager
def written_for(night: str, language: str) -> Iterator[None]:
    """Write within the block in a language, or in the house's if it is empty, and in the currency of the night."""
    try:
        style = night_style(night) if night else house_style()
    except BookError:
        # The page that says so is written in the house's first language.
        style = HouseStyle()
    with written_in(replace(style, language=language or style.language)):
        yield


def screen() -> tuple[str, str]:
    """The night that this request is about, and the language of its screen; empty for none, and for the house's."""
    arguments = request.view_args or {}
    language = device_language()
    read = _KEYS.get(request.blueprint or "")
    try:
        if read is None or "key" not in arguments:
            return arguments.get("night", ""), language or _browser_language()
        night, player = read(arguments["key"])
        seat = service().night(night).seats.get(player)
        of_card = service().house().card(seat.card).language if seat and seat.card else ""
        return night, language or of_card or _browser_language()
    except (NotFound, Refusal):
        # The page itself says why it cannot be shown.
        return "", language or _browser_language()
    except BookError:
        return "", language


class InLanguages(Flask):
    """An application that answers each request in the language and currency of its screen."""

    def full_dispatch_request(self) -> FlaskResponse:
        """Answer the request."""
        if request.endpoint == "static":
            return super().full_dispatch_request()
        with written_for(*screen()):
            return super().full_dispatch_request()


def register(app: Flask, keeper: PrintingsKeeper) -> None:
    """Give templates the translations, the amounts, and the texts of the scripts."""
    app.extensions[_EXTENSION] = keeper
    app.jinja_env.filters["refusal"] = refusal_in_words
    app.after_request(_remember)
    written: dict[str, Callable[..., str]] = {
        "dollars": brief,
        "money": money,
        "signed": signed,
        "number": words.number,
        "short_date": short_date,
    }
    app.jinja_env.filters.update({name: _when_shown(write) for name, write in written.items()})
    app.jinja_env.globals.update(
        words.for_html(),
        address_with=address_with,
        language_links=language_links,
        currency_sign=words.currency_sign,
        currency_digits=words.currency_digits,
        decimal_sign=words.decimal_sign,
    )
    app.context_processor(_of_the_page)


def _when_shown(write: Callable[..., str]) -> Callable[..., str]:
    """A filter that writes a value whenever it is shown: of a constant, Jinja would do it once for all languages."""

    @pass_context
    def filtered(_: Context, *values: Any) -> str:
        return write(*values)

    return filtered


def _remember(response: FlaskResponse) -> FlaskResponse:
    # A page's manifest, for example, has the page's language in its address, which the device need not have chosen.
    if request.args.get(CHOICE) in LANGUAGES and response.mimetype == "text/html":
        set_cookie(response, COOKIE, device_language(), max_age=A_YEAR_S)
    return response


def _of_the_page() -> dict[str, Any]:
    return {
        "language": words.style().language,
        "house_name": words.style().name,
        "money_form": json.dumps(words.money_form()),
        "script_texts": script_texts(words.style().language),
    }


@cache
def script_texts(code: str) -> str:
    """The texts of the scripts in a language, as JSON by their English; empty in English."""
    if code == words.ENGLISH:
        return ""
    return json.dumps(words.texts_of(code, ".js"), ensure_ascii=False).replace("<", "\\u003c")
