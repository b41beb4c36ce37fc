"""The OpenAPI document of the API, made from its routes and from the schemas of all commands and replies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from inspect import cleandoc, getdoc
from typing import Any

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import Schema
from marshmallow.fields import Field
from msgspec import field
from msgspec.structs import fields

from dealer.commands.commands import HOUSE_COMMANDS, Command, OpenNight
from dealer.commands.fields import Document, Share, SomeOf
from dealer.game.actions import Argument
from dealer.games import GAMES
from dealer.house.decide import HOUSE_WORDS, CardFields, ChangePlayer, HouseRules, SettingsFields
from dealer.house.roles import ROLES, SECONDS, duty_of, duty_of_route
from events.book.event_types import kinds
from events.frozen import Frozen
from events.schema import EitherOf, schema_for
from web.api import replies
from web.app.authorization import STAFF, audience_of
from web.game_screens import GAMES as SCREENS

Json = dict[str, Any]

NIGHT_COMMAND, HOUSE_COMMAND = "NightCommand", "HouseCommand"
"""The names of the schemas for any command of a night, and for any of the house."""

UNIONS = (NIGHT_COMMAND, HOUSE_COMMAND)

EXAMPLE_NIGHT = "2026-11-21-1"
"""The night of the examples: the first of its date."""


class Example(Frozen):
    """A request that works if those before it in the document were sent: its body, headers and query string."""

    title: str
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    query: str = ""


class Operation(Frozen):
    """What the document says of a route beyond its docstring: schemas by name, headers, query, and examples."""

    endpoint: str
    reply: str | None
    body: str | None = None
    status: int = 200
    headers: tuple[str, ...] = ()
    query: tuple[str, ...] = ()
    streams: bool = False
    examples: tuple[Example, ...] = ()


_SENT = ("Idempotency-Key", "If-Match")
_HOUSE_SENT = ("Idempotency-Key",)


def _does(title: str, command: Json, command_id: str = "") -> Example:
    return Example(title=title, body=command, headers={"Idempotency-Key": command_id} if command_id else {})


def operations() -> tuple[Operation, ...]:
    """The operations, in an order in which their examples work."""
    game = next(screens for screens in SCREENS.values() if screens.examples)
    opening = {"table": "Tiger", "date": "2026-11-21", "game": game.name, "roll": 500_000, "dealer": "M. Earp"}
    round_examples = [_does(example.title, example.command, example.id) for example in game.examples]
    last = game.examples[-1].id
    return (
        Operation(
            endpoint="api.new_night",
            body="night.open_night",
            reply="Receipt",
            status=201,
            headers=_HOUSE_SENT,
            examples=(_does("Open a night", {"do": OpenNight.do, **opening}, "open-0001"),),
        ),
        Operation(
            endpoint="api.command",
            body=NIGHT_COMMAND,
            reply="Receipt",
            headers=_SENT,
            examples=(
                _does("Seat a player", {"do": "seat_player", "player": "red", "name": "Ada Lamb"}),
                _does("Sell checks for $200", {"do": "buy_checks", "player": "red", "amount": 20_000}, "buys-0001"),
                *round_examples,
            ),
        ),
        Operation(
            endpoint="api.proposal",
            body="Correction",
            reply="Proposal",
            examples=(Example(title="What if the last command is struck?", body={"command": last, "instead": None}),),
        ),
        Operation(endpoint="api.legal", reply="PossibleCommands", examples=(Example(title="What can be done now?"),)),
        Operation(endpoint="api.night", reply="NightResult", examples=(Example(title="The night so far"),)),
        Operation(
            endpoint="api.events",
            reply="EventPage",
            query=("after",),
            headers=("Last-Event-ID",),
            streams=True,
            examples=(
                Example(title="The events after the third", query="after=3"),
                Example(title="All events, then each new one", headers={"Accept": "text/event-stream"}),
            ),
        ),
        Operation(endpoint="api.nights", reply="Nights", examples=(Example(title="All nights"),)),
        Operation(
            endpoint="api.house_command",
            body=HOUSE_COMMAND,
            reply="HouseReceipt",
            headers=_HOUSE_SENT,
            examples=(_does("Make a card for a player", {"do": "register_player", "card": "ada", "name": "Ada Lamb"}),),
        ),
        Operation(endpoint="api.house", reply="HouseResult", examples=(Example(title="The house now"),)),
        Operation(endpoint="api.token", reply="SessionToken"),
        Operation(endpoint="sign_in.sign_in_by_api", body="SignIn", reply="SignedIn"),
        Operation(endpoint="sign_in.sign_out_by_api", reply=None, status=204),
    )


REPLIES = (
    *(replies.Error, replies.Nights, replies.Receipt, replies.HouseReceipt, replies.NightResult, replies.HouseResult),
    *(replies.EventPage, replies.Proposal, replies.SessionToken, replies.SignedIn, replies.SignIn, replies.Correction),
)

_PARAMETERS: dict[str, Json] = {
    "Idempotency-Key": {
        "in": "header",
        "description": "The id of the command, of your choice: 8 to 64 letters, digits, dots, dashes or underscores. "
        "Sent again with the same id, a command is carried out once, and the answer is the first answer.",
        "schema": {"type": "string", "pattern": r"^[A-Za-z0-9][A-Za-z0-9_.\-]{7,63}$"},
    },
    "If-Match": {
        "in": "header",
        "description": "The version of the night that you saw. If it has moved on, the command is refused with "
        "`stale_version`. Answers have the version in `ETag`.",
        "schema": {"type": "string", "pattern": r"^[0-9]{1,9}$"},
    },
    "Last-Event-ID": {
        "in": "header",
        "description": "The version after which a stream goes on, in place of `after`.",
        "schema": {"type": "string", "pattern": r"^[0-9]{1,9}$"},
    },
    "after": {
        "in": "query",
        "description": "The version after which the events begin.",
        "schema": {"type": "integer", "minimum": 0, "maximum": 999_999_999, "default": 0},
    },
}

_ABOUT = """
Commands, results and events of the house and its nights, in JSON. Amounts are whole cents.

Seats, bets and cards of the house have keys. Choose any text of up to 64 characters; a seat's has no `:` or `/`.
A playing card is a rank and a suit letter, such as `Qs` or `10h`, or a rank alone where its suit does not matter.

Send `Authorization: Bearer TOKEN` with a token that an owner made on the page Staff. It acts with its role.
Give a command an id in `Idempotency-Key`: then you can send it again without doing it twice.
A refusal is `{"code": …, "why": …}`: a stable code and a sentence for a person. A refused command changes nothing.
For Python there is a typed client in the package, `web.api.client`.
"""


def document(app: Flask) -> Json:
    """The OpenAPI 3.1 document of an application."""
    plugin = MarshmallowPlugin(schema_name_resolver=_name_of)
    spec = APISpec(
        title="casekeeper",
        version="1",
        openapi_version="3.1.0",
        plugins=[plugin],
        info={"description": cleandoc(_ABOUT)},
        security=[{"token": []}, {"session": []}],
        servers=[{"url": app.config["APPLICATION_ROOT"]}],
    )
    assert plugin.converter is not None
    plugin.converter.add_attribute_function(_own_field)
    spec.components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    spec.components.security_scheme("session", {"type": "apiKey", "in": "cookie", "name": "casekeeper"})
    for record in REPLIES:
        spec.components.schema(record.__name__, schema=schema_for(record))
    possible = {"type": "array", "items": {"$ref": _ref("PossibleCommand")}}
    spec.components.schema("PossibleCommand", schema=schema_for(replies.PossibleCommand))
    _add_arguments(spec)
    spec.components.schema("PossibleCommands", {"type": "object", "additionalProperties": possible})
    _add_commands(spec, plugin)
    for kind, event_type in kinds().items():
        spec.components.schema(f"event.{kind}", schema=schema_for(event_type))
    _add_operations(spec, app)
    made: Json = spec.to_dict()
    _describe(made, plugin)
    takes = made["components"]["schemas"]["PossibleCommand"]["properties"]["takes"]
    takes["additionalProperties"] = {"$ref": _ref("Argument")}
    return made


def _ref(name: str) -> str:
    return f"#/components/schemas/{name}"


def _name_of(schema: Any) -> str:
    name: str = (schema if isinstance(schema, type) else type(schema)).__name__.removesuffix("Schema")
    return f"event.{name}" if schema.record.__module__.startswith("events.") else name


def _own_field(self: Any, own: Field[Any], ret: Json) -> Json:
    """The JSON schema of the fields that marshmallow does not have; of the others, ``null`` among the words."""
    match own:
        case EitherOf():
            nothing = [{"type": "null"}] if own.allow_none else []
            ret["anyOf"] = [*map(self.field2property, own.choices), *nothing]
        case SomeOf():
            words = {"type": "array", "items": ret.pop("items"), "maxItems": ret.pop("maxItems")}
            ret.pop("type")
            ret["anyOf"] = [words, {"const": "all"}, {"type": "null"}]
        case Share():
            ret |= {"type": "number", "minimum": 0, "maximum": 1}
            if "default" in ret:
                ret["default"] = float(ret["default"])
        case Document():
            ret["type"] = ["object", "null"] if own.allow_none else "object"
    if own.allow_none and "enum" in ret and None not in ret["enum"]:
        ret["enum"] = [*ret["enum"], None]
    return {}


def _describe(made: Json, plugin: MarshmallowPlugin) -> None:
    """Give the schemas of records their docstrings."""
    assert plugin.converter is not None
    schemas = made["components"]["schemas"]
    for (schema, *_), name in plugin.converter.refs.items():
        record = getattr(schema, "record", None)
        if record and name in schemas:
            schemas[name].setdefault("description", text_of(record))


def text_of(documented: object) -> str:
    """A docstring as CommonMark."""
    return re.sub(r":\w+:`[\w.]*?(\w+)`", r"`\1`", (getdoc(documented) or "").replace("``", "`"))


# Commands.

_FIELDS: Mapping[type[Command], type[Frozen]] = {HouseRules: SettingsFields, ChangePlayer: CardFields}
"""The records with the arguments of commands that take them all as ``changes``."""

_OF_GAMES: Json = {
    "by": {"type": "string", "description": "The player who gives the command themselves, by seat key."},
}
_CONFIRMED: Json = {
    "second": {"type": "string", "description": "The name of the second member of the staff, who confirms it."},
    "second_pin": {"type": "string", "description": "Their PIN. It is not stored."},
}


def _add_commands(spec: APISpec, plugin: MarshmallowPlugin) -> None:
    of_night: dict[str, list[str]] = {}
    for word, command in HOUSE_COMMANDS.items():
        of_night.setdefault(word, []).append(_add_command(spec, plugin, "night", command, {}))
    for game in GAMES.values():
        spec.components.schema(f"{game.name}.house", schema=schema_for(game.house))
        for word, command in game.words.items():
            more = {"game": {"const": game.name}, **_OF_GAMES}
            of_night.setdefault(word, []).append(_add_command(spec, plugin, game.name, command, more))
    del of_night[OpenNight.do]
    for word, names in of_night.items():
        if len(names) > 1:
            spec.components.schema(f"games.{word}", {"anyOf": [{"$ref": _ref(name)} for name in names]})
    mapping = {word: names[0] if len(names) == 1 else f"games.{word}" for word, names in of_night.items()}
    _add_union(spec, NIGHT_COMMAND, mapping)
    of_house = {word: _add_command(spec, plugin, "house", command, {}) for word, command in HOUSE_WORDS.items()}
    _add_union(spec, HOUSE_COMMAND, of_house)


def _add_command(spec: APISpec, plugin: MarshmallowPlugin, where: str, command: type[Command], more: Json) -> str:
    """Add the schema of a command; its name is where it is used and its word."""
    assert plugin.converter is not None
    name = f"{where}.{command.do}"
    made: Json = plugin.converter.schema2jsonschema(_schema_of(command))
    needed = made.get("required", [])
    confirmed = _CONFIRMED if command.do in SECONDS else {}
    properties = {"do": {"const": command.do}, **made["properties"], **more, **confirmed}
    if command is OpenNight:
        properties["house"] = _any_house()
    spec.components.schema(
        name,
        {
            "type": "object",
            "title": command.do,
            "description": text_of(command),
            "required": ["do", *needed],
            "properties": properties,
            "additionalProperties": False,
            "x-roles": [role for role in ROLES if role in duty_of(_example_of_duty(where, command.do)).roles],
        },
    )
    return name


def _any_house() -> Json:
    houses = [{"$ref": _ref(f"{game}.house")} for game in GAMES]
    several = {"type": "object", "propertyNames": {"enum": [*GAMES]}, "description": "With several games, by game."}
    return {
        "description": "A preset by its name, or settings that differ from it.",
        "anyOf": [{"type": "string"}, *houses, several],
    }


def _schema_of(command: type[Command]) -> Schema:
    return schema_for(_FIELDS.get(command, command))


def _example_of_duty(where: str, word: str) -> Json:
    """A document by which the row of a command is found: that of a table has a player."""
    return {"do": word, "player": "red"} if where != "house" else {"do": word}


def _add_union(spec: APISpec, name: str, mapping: Mapping[str, str]) -> None:
    refs = {word: _ref(schema) for word, schema in mapping.items()}
    spec.components.schema(
        name,
        {
            "type": "object",
            "required": ["do"],
            "oneOf": [{"$ref": ref} for ref in refs.values()],
            "discriminator": {"propertyName": "do", "mapping": refs},
        },
    )


_NUMBER: Json = {"type": "integer"}
_NUMBER_OR_NULL: Json = {"type": ["integer", "null"]}
_WORDS: Json = {"type": "array", "items": {"type": "string"}}
_LIMITS: dict[str, Json] = {
    **dict.fromkeys(("among", "bidding", "limited", "pack", "suggested", "usual"), _WORDS),
    "shapes": {"type": "array", "items": {"type": "array", "items": _NUMBER}},
    "shown": {"type": "object", "additionalProperties": _WORDS},
    **dict.fromkeys(("fewest", "most"), _NUMBER_OR_NULL),
    "goes_on": {"type": "string"},
    "values": {"type": ["array", "null"], "items": {}},
    "optional": {"type": "boolean"},
    "bids": {"type": "array", "items": {"type": ["string", "integer"]}},
    "over": {"type": ["string", "integer", "null"]},
}
"""The types of what limits an argument now; the others are numbers."""


def _add_arguments(spec: APISpec) -> None:
    """Add what an argument can be now, as ``takes`` says it."""
    arguments = {f"{kind.__name__}Argument": kind for kind in Argument.__subclasses__()}
    for name, kind in arguments.items():
        limits = {
            field.encode_name: _LIMITS.get(field.name, _NUMBER) for field in fields(kind) if field.name != "often"
        }
        spec.components.schema(
            name,
            {
                "type": "object",
                "description": text_of(kind),
                "required": ["type", *limits],
                "properties": {"type": {"const": kind.__name__}, **limits},
                "additionalProperties": False,
            },
        )
    refs = {kind.__name__: _ref(name) for name, kind in arguments.items()}
    discriminator = {"propertyName": "type", "mapping": refs}
    spec.components.schema(
        "Argument", {"oneOf": [{"$ref": ref} for ref in refs.values()], "discriminator": discriminator}
    )


# Operations.


def _add_operations(spec: APISpec, app: Flask) -> None:
    rules = {rule.endpoint: rule for rule in app.url_map.iter_rules()}
    for operation in operations():
        rule, view = rules[operation.endpoint], app.view_functions[operation.endpoint]
        method = "post" if "POST" in (rule.methods or ()) else "get"
        path = re.sub(r"<(\w+)>", r"{\1}", rule.rule)
        spec.path(path, operations={method: _operation(operation, view, method, rule.arguments)})


def _operation(operation: Operation, view: Any, method: str, arguments: Iterable[str]) -> Json:
    summary, _, more = text_of(view).partition("\n\n")
    parameters: list[Json] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}, "example": EXAMPLE_NIGHT}
        for name in arguments
    ]
    parameters += [{"name": name, **_PARAMETERS[name]} for name in (*operation.query, *operation.headers)]
    of_staff = audience_of(view) is STAFF
    made: Json = {
        "operationId": operation.endpoint.partition(".")[2],
        "summary": summary.replace("\n", " "),
        "parameters": parameters,
        "responses": {
            str(operation.status): _answer(operation),
            "default": {"description": "It was refused, or failed.", "content": _json("Error")},
        },
    }
    if more:
        made["description"] = more
    if operation.body:
        examples = {example.title: {"value": example.body} for example in operation.examples}
        made["requestBody"] = {
            "required": True,
            "content": _json(operation.body, **({"examples": examples} if examples else {})),
        }
    if of_staff and operation.body not in UNIONS:
        opens = operation.body == "night.open_night"
        duty = duty_of({"do": OpenNight.do}) if opens else duty_of_route(operation.endpoint)
        made["x-roles"] = [role for role in ROLES if role in duty.roles]
        made["x-roles-own-nights"] = sorted(duty.own)
    if not of_staff:
        made["security"] = []
    return made


def _answer(operation: Operation) -> Json:
    if operation.reply is None:
        return {"description": "It is done."}
    content = _json(operation.reply)
    if operation.streams:
        content["text/event-stream"] = {
            "schema": {
                "type": "string",
                "description": "For each event its version in `id` and its row in `data`.",
            }
        }
    return {"description": "It is done.", "content": content}


def _json(name: str, **more: Any) -> Json:
    return {"application/json": {"schema": {"$ref": _ref(name)}, **more}}
