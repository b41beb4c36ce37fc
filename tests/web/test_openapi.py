"""The OpenAPI document and its page: all of the API is in it, its examples work, and the replies are as it says."""

from __future__ import annotations

import ast
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from playwright.sync_api import expect

from dealer.commands.commands import HOUSE_COMMANDS, InvalidCommand, arguments_of
from dealer.demo import AtTheTable, offered
from dealer.games import GAMES
from dealer.house.decide import HOUSE_WORDS, read_house_command
from dealer.night.command_parsing import read_command
from events.book.event_types import kinds
from tests.support.house import Client, House, small_night
from tests.web.axe import found
from tests.web.programs import token_for
from tests.web.tablet_in_browser import Tablets
from web.api.codes import CODES
from web.api.openapi import operations

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "api.md"
NOT_IN_IT = {"api_docs.document", "api_docs.page"}
NEVER_OF_A_SERVER = {
    *("bad_certificate", "book_exists", "book_in_use", "book_owned", "copy_short", "no_driver", "no_house"),
    *("no_such_anchor", "no_such_book", "not_a_book", "not_a_demonstration", "not_an_anchor", "same_file"),
    *("not_sound", "nothing_rescued", "wrong_encoding"),
}
"""Codes of the command line alone."""


@pytest.fixture
def made(client: Client) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/openapi.json").get_json()
    return document


def test_every_route_of_the_api_is_in_it(house: House, made: dict[str, Any]) -> None:
    of_api = {rule.endpoint for rule in house.app.url_map.iter_rules() if rule.rule.startswith("/api/")} - NOT_IN_IT
    assert of_api == {operation.endpoint for operation in operations()}
    assert sum(map(len, made["paths"].values())) == len(of_api)


def test_every_command_is_in_it(made: dict[str, Any]) -> None:
    schemas = made["components"]["schemas"]
    named = {f"night.{word}" for word in HOUSE_COMMANDS} | {f"house.{word}" for word in HOUSE_WORDS}
    named |= {f"{game.name}.{word}" for game in GAMES.values() for word in game.words}
    assert named <= set(schemas)
    words = {word for game in GAMES.values() for word in game.words} | set(HOUSE_COMMANDS) - {"open_night"}
    assert set(schemas["NightCommand"]["discriminator"]["mapping"]) == words
    assert set(schemas["HouseCommand"]["discriminator"]["mapping"]) == set(HOUSE_WORDS)


def validator(made: dict[str, Any], name: str) -> jsonschema_rs.Validator:
    """The schema of a name, with what it refers to."""
    return jsonschema_rs.validator_for({"$ref": f"#/components/schemas/{name}", "components": made["components"]})


def test_every_schema_is_one(made: dict[str, Any]) -> None:
    for name in made["components"]["schemas"]:
        validator(made, name)


def sample(schema: dict[str, Any], schemas: dict[str, Any]) -> Any:
    """A small value of a schema; of an object what it needs."""
    if "$ref" in schema:
        return sample(schemas[schema["$ref"].rpartition("/")[2]], schemas)
    for key in ("const", "example", "default"):
        if schema.get(key) is not None:
            return schema[key]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return sample(schema["anyOf"][0], schemas)
    kind = schema.get("type")
    match kind[0] if isinstance(kind, list) else kind:
        case "object":
            return {name: sample(schema["properties"][name], schemas) for name in schema.get("required", ())}
        case "array":
            return [sample(schema["items"], schemas) for _ in range(schema.get("minItems", 1))]
        case "integer" | "number":
            return max(schema.get("minimum", 1), 1)
        case "boolean":
            return True
        case "string" if schema.get("format") == "date":
            return "2026-11-21"
        case "string" if "0-9a-f" in schema.get("pattern", ""):
            return "0a" * 32
        case "string":
            return "red"
    return "red"


def test_what_fits_the_schema_of_a_command_is_read_as_that_command(made: dict[str, Any]) -> None:
    schemas = made["components"]["schemas"]
    commands = {name: schema for name, schema in schemas.items() if "x-roles" in schema}
    assert len(commands) > 150
    for name, schema in commands.items():
        document = sample(schema, schemas)
        assert validator(made, name).is_valid(document), (name, document)
        where, _, word = name.partition(".")
        if where in GAMES:
            assert arguments_of(document, GAMES[where].words[word])
        else:
            read = read_house_command(document) if where == "house" else read_command(document)
            assert not isinstance(read, InvalidCommand), (name, document, str(read))


def shown_commands(page: str) -> Iterator[str]:
    """The command lines on the page."""
    for part in page.split("<pre")[1:]:
        text = part.partition("<code>")[2].partition("</code>")[0]
        yield text.replace("&#34;", '"').replace("&#39;", "'").replace("&amp;", "&")


def test_the_examples_of_the_page_work_one_after_another(house: House, client: Client, made: dict[str, Any]) -> None:
    """Then those of the docs. Each is read as a shell reads it; the replies fit their schemas."""
    token, stranger = token_for(house, "example", "owner"), house.app.test_client()
    replies = {operation.endpoint: operation.reply for operation in operations()}
    sent = 0
    in_docs = re.findall(r"^    (curl .*?[^\\])$", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(in_docs) == 3
    for line in (*shown_commands(client.get("/api/docs").text), *in_docs):
        program, *arguments = shlex.split(line.replace("$TOKEN", token).replace("\\\n", ""))
        assert program == "curl"
        *options, address = arguments
        headers, body = {}, None
        for option, value in zip(options[::2], options[1::2], strict=True):
            if option == "-H":
                name, _, content = value.partition(": ")
                headers[name] = content
            else:
                assert option == "--json"
                body = json.loads(value)
        path = address.removeprefix("http://localhost").removeprefix("http://127.0.0.1:8321")
        answer = stranger.open(path, method="GET" if body is None else "POST", json=body, headers=headers)
        assert answer.status_code in (200, 201), (path, answer.text)
        method = "get" if body is None else "post"
        endpoint, _ = house.app.url_map.bind("localhost").match(path.partition("?")[0], method=method.upper())
        reply = replies[endpoint]
        assert reply is not None
        if headers.get("Accept") == "text/event-stream":
            assert answer.mimetype == "text/event-stream"
        else:
            assert list(validator(made, reply).iter_errors(answer.get_json())) == []
        sent += 1
    assert sent >= sum(len(operation.examples) for operation in operations()) > 10


@pytest.mark.parametrize("name", offered())
def test_what_is_possible_is_said_as_the_document_says(
    house: House, client: Client, made: dict[str, Any], name: str
) -> None:
    """Through a round of every game."""
    game, demonstration = offered()[name]
    evening = AtTheTable(house.book, "2026-11-21", 4)
    evening.open(game=game, **demonstration.opening)
    possible = validator(made, "PossibleCommands")
    seen = 0
    for number, _ in enumerate(demonstration.play(evening).round(1)):
        if number % 4 == 0:
            answer = client.get(f"/api/nights/{evening.night}/legal").get_json()
            assert list(possible.iter_errors(answer)) == []
            seen += len(answer[game])
    assert seen


def codes_in_the_program() -> Iterator[str]:
    """Every code that the program makes an error with, from its source."""
    places = {"Refusal": 0, "BookError": 0, "HttpError": 1, "answer": 1}
    for floor in ("events", "dealer", "reports", "web"):
        for path in (ROOT / floor).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                    continue
                place = places.get(node.func.id)
                if place is not None and len(node.args) > place:
                    code = node.args[place]
                    if isinstance(code, ast.Constant) and isinstance(code.value, str):
                        yield code.value


def test_every_code_of_the_program_is_explained() -> None:
    """Three are named by constants, and two come from the page of each status."""
    codes = set(codes_in_the_program()) | {"not_signed_in", "unknown_token", "not_found", "method_not_allowed"}
    assert set(CODES) == codes - NEVER_OF_A_SERVER


def test_every_kind_of_event_is_explained_with_its_fields(client: Client, made: dict[str, Any]) -> None:
    page = client.get("/api/docs").text
    for kind in kinds():
        assert f'id="event.{kind}"' in page, kind
        assert made["components"]["schemas"][f"event.{kind}"]["description"], kind


def test_the_body_of_an_event_is_as_the_document_says(house: House, client: Client, made: dict[str, Any]) -> None:
    night = small_night(house.book, "Ada Lamb", "Wm. Hart")
    rows = client.get(f"/api/nights/{night}/events").get_json()["events"]
    assert {row["kind"] for row in rows} >= {"NightOpened", "PlayerSeated", "ChecksBought", "NightClosed"}
    for row in rows:
        assert list(validator(made, f"event.{row['kind']}").iter_errors(json.loads(row["body"]))) == []


def test_a_bet_says_what_each_kind_of_it_needs(made: dict[str, Any]) -> None:
    bet = made["components"]["schemas"]["faro.place_bet"]
    assert [kind for kind in bet["properties"]["kind"]["enum"] if f"`{kind}`" not in bet["description"]] == []


def test_the_page_shows_commands_and_events_and_axe_finds_nothing(tablets: Tablets) -> None:
    tablet = tablets.new(signed_in=False)
    tablet.go("/api/docs")
    tablet.page.locator("#of-house summary").tap()
    expect(tablet.page.locator("[id='house.issue_token']")).to_be_visible()
    tablet.page.locator("#events-by-kind summary").first.tap()
    expect(tablet.page.locator("[id='event.NightOpened']")).to_be_visible()
    assert found(tablet.page) == []
