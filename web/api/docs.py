"""The OpenAPI document, and the page for people that is made from it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from shlex import quote

from flask import Blueprint, Response, current_app, jsonify, make_response, render_template, url_for
from markupsafe import Markup, escape

from dealer.commands.fields import MOST_CENTS
from dealer.games import GAMES
from events.book.event_types import kinds
from events.frozen import Frozen
from web.api.codes import CODES
from web.api.openapi import EXAMPLE_NIGHT, UNIONS, Example, Json, Operation, document, operations
from web.app.app_cache import kept_under
from web.app.authorization import open_to_all

_QUOTED = re.compile(r"`([^`]+)`")

blueprint = Blueprint("api_docs", __name__, url_prefix="/api")


@blueprint.get("/openapi.json", endpoint="document")
@open_to_all
def openapi() -> Response:
    """The OpenAPI 3.1 document of the API."""
    return jsonify(_document())


@blueprint.get("/docs")
@open_to_all
def page() -> Response:
    """The documentation of the API for people: operations with examples, commands, replies and codes of errors."""
    made = _document()
    schemas: dict[str, Json] = made["components"]["schemas"]
    html = render_template(
        "api-docs.html",
        about=made["info"]["description"].split("\n\n"),
        operations=list(_operations(made)),
        groups=list(_groups(schemas)),
        events=dict(_events(schemas)),
        replies={name: schema for name, schema in schemas.items() if "." not in name and name not in UNIONS},
        kind_of=kind_of,
        codes=CODES,
    )
    return make_response(html)


def _document() -> Json:
    return kept_under("casekeeper openapi", lambda: document(current_app))


class ShownOperation(Frozen):
    """An operation on the page: method, path, its part of the document, and its examples with a command for each."""

    method: str
    path: str
    made: Json
    reply: str | None
    body: str | None
    examples: list[tuple[str, str]]


def _operations(made: Json) -> Iterator[ShownOperation]:
    by_id = {
        operation["operationId"]: (method, path, operation)
        for path, methods in made["paths"].items()
        for method, operation in methods.items()
    }
    for operation in operations():
        method, path, shown = by_id[operation.endpoint.partition(".")[2]]
        yield ShownOperation(
            method=method.upper(),
            path=path,
            made=shown,
            reply=operation.reply,
            body=operation.body,
            examples=[(example.title, curl(operation, example)) for example in operation.examples],
        )


def curl(operation: Operation, example: Example) -> str:
    """The command line that sends an example to this server, with the token in ``$TOKEN``."""
    night = {"night": EXAMPLE_NIGHT} if current_app.url_map.is_endpoint_expecting(operation.endpoint, "night") else {}
    address = url_for(operation.endpoint, _external=True, **night)
    parts = ['curl -H "Authorization: Bearer $TOKEN"']
    parts += [f"-H {quote(f'{name}: {value}')}" for name, value in example.headers.items()]
    if example.body is not None:
        parts.append(f"--json {quote(json.dumps(example.body, ensure_ascii=False))}")
    parts.append(quote(f"{address}?{example.query}" if example.query else address))
    return " \\\n  ".join(parts)


class CommandGroup(Frozen):
    """Commands on the page, by word: those of every night, of a game with its house rules, or of the house."""

    name: str
    title: str
    commands: dict[str, Json]
    house: Json | None


def _groups(schemas: Mapping[str, Json]) -> Iterator[CommandGroup]:
    titles = {"night": "Every night", **{game.name: game.title for game in GAMES.values()}, "house": "The house"}
    for name, title in titles.items():
        of_group = {key.partition(".")[2]: schema for key, schema in schemas.items() if key.startswith(f"{name}.")}
        house = of_group.pop("house", None)
        yield CommandGroup(name=name, title=title, commands=of_group, house=house)


_OTHER_EVENTS = {
    "night": "Every night",
    "box": "The dealing box",
    "play": "Several games",
    "matches": "Matches",
    "house": "The house",
}
"""The titles of events that are not of a single game, by their module."""


def _events(schemas: Mapping[str, Json]) -> Iterator[tuple[str, dict[str, Json]]]:
    """The schemas of events, by kind, under the title of what they are of."""
    titles = {**_OTHER_EVENTS, **{game.name: game.title for game in GAMES.values()}}
    by_module: dict[str, dict[str, Json]] = {}
    for kind, record in kinds().items():
        of_module = by_module.setdefault(record.__module__.rpartition(".")[2], {})
        of_module[kind] = schemas[f"event.{kind}"]
    for module, title in titles.items():
        if module in by_module:
            yield title, by_module[module]
    parts = {name.partition(".")[2]: schema for name, schema in schemas.items() if name.startswith("event.")}
    yield "Parts of events", {name: schema for name, schema in parts.items() if name not in kinds()}


@blueprint.app_template_filter()
def in_code(text: str) -> Markup:
    """A text with what stands between backquotes as code."""
    return Markup(_QUOTED.sub(r"<code>\1</code>", str(escape(text))))


def kind_of(schema: Json) -> str:
    """The kind of a value in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2].removeprefix("event.")
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(kind_of, schema["anyOf"])))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " or ".join(json.dumps(word) for word in schema["enum"])
    kinds = schema.get("type", "anything")
    words = [_kind(kind, schema) for kind in (kinds if isinstance(kinds, list) else [kinds])]
    return " or ".join(words)


def _kind(kind: str, schema: Json) -> str:
    match kind:
        case "array":
            return f"list of {kind_of(schema['items'])}"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return f"object of {kind_of(schema['additionalProperties'])} by key"
        case "integer":
            low, high = schema.get("minimum"), schema.get("maximum")
            if high == MOST_CENTS:
                return "cents"
            return "whole number" if low is None else f"whole number from {low:,} to {high:,}"
    words: dict[str, str] = {"string": schema.get("format", "text"), "boolean": "true or false"}
    return words.get(kind, kind)
