"""Schemathesis sends what fits the OpenAPI document, and what does not, to a running server in every role.

The server never fails, answers as the document says, and lets nobody past their role.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from dealer.house.roles import DEALER, OWNER, ROLES, duty_of_route, may_give
from tests.attacks.servers import served as served_at
from tests.support.fixtures import soaked
from tests.support.house import House
from tests.web.programs import token_for
from tests.web.test_roles import signed_in, with_roles
from web.api.openapi import operations

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
A_FEW, MANY = 6, 150
"""How many requests of each kind are sent for an operation, at once and in the soak."""
OF_SESSIONS = {"sign_in.sign_in_by_api", "sign_in.sign_out_by_api", "api.token"}
PERSON, PROGRAM = "person", "program"
SENDERS = [(kind, role, count) for count in (A_FEW, MANY) for kind in (PERSON, PROGRAM) for role in ROLES]
AT_ONCE = [*((PERSON, role, A_FEW) for role in ROLES), (PROGRAM, DEALER, A_FEW)]
"""A program has another header than a person; what its role may do is decided alike."""


@pytest.fixture
def address(house: House) -> Iterator[str]:
    """Where the house is served, at no limited rate."""
    rates: dict[str, Any] = dict.fromkeys(("files_s", "files_of_all_s", "files_at_once", "files_of_all_at_once"), 10**6)
    with served_at(house.app, **rates) as port:
        yield f"http://127.0.0.1:{port}"


@cache
def schema() -> Any:
    """The document, which is the same for every house."""
    house = House()
    made = schemathesis.openapi.from_dict(house.client().get("/api/openapi.json").get_json())
    made.config.generation.with_security_parameters = False
    house.book.close()
    return made


@cache
def requests_for(endpoint: str, count: int) -> tuple[Any, ...]:
    """So many requests that fit an operation, and as many that do not; fewer without a body. All send the same."""
    all_operations = [found.ok() for found in schema().get_all_operations()]
    name = endpoint.partition(".")[2]
    [operation] = [found for found in all_operations if found.definition.raw["operationId"] == name]
    takes_nothing = not (operation.body or operation.query or operation.headers)
    made = []
    for mode in [GenerationMode.POSITIVE] if takes_nothing else GenerationMode:

        @settings(max_examples=count if operation.body else count // 3, phases=[Phase.generate], database=None)
        @given(case=operation.as_strategy(generation_mode=mode))
        def generate(case: Any) -> None:
            made.append(case)

        generate()
    return tuple(made)


def credentials(house: House, kind: str, role: str) -> dict[str, str]:
    """The headers of somebody with a role."""
    if kind == PROGRAM:
        return {"Authorization": f"Bearer {token_for(house, 'robot', role)}"}
    client = signed_in(house, role)
    cookie = client.http.get_cookie("casekeeper")
    assert cookie is not None
    return {"Cookie": f"casekeeper={cookie.value}", "X-CSRFToken": client.token}


class Fuzzer:
    """Sends requests to a house, and notes the codes of the refusals and how many were accepted."""

    def __init__(self, house: House, address: str, headers: dict[str, str]) -> None:
        self.house, self.address, self.headers = house, address, headers
        self.session = requests.Session()
        self.codes: set[str] = set()
        self.accepted = 0
        self.night = ""

    def fuzz(self, endpoint: str, count: int, check: Callable[[Any, int], None]) -> None:
        """Send the requests for an operation; ``check`` gets each body and the status of the answer."""
        for case in requests_for(endpoint, count):
            check(case.body, self._send(case))

    def _send(self, case: Any) -> int:
        """Send a request about an open night and its first player, where it is about one."""
        if "night" in case.path_parameters:
            case.path_parameters["night"] = self._open_night()
        if isinstance(case.body, dict) and isinstance(case.body.get("player"), str):
            case.body["player"] = "red"
        answer = case.call(self.address, self.session, headers=self.headers, timeout=20)
        case.validate_response(answer, checks=CHECKS)
        code = answer.json().get("code", "") if answer.content else ""
        self.codes.add(code)
        self.accepted += not code
        return int(answer.status_code)

    def _open_night(self) -> str:
        """A night that the sender does not deal: the last, or a new one where that is closed."""
        if not self.night or self.house.service.night(self.night).closed:
            self.night = self.house.open_night()
            self.house.seat(self.night, red="Ada Lamb")
            self.house.deal(self.night)
        return self.night


def is_permitted(role: str, endpoint: str, body: Any) -> bool:
    """Whether a role may send a request that is about somebody else's night."""
    if endpoint == "api.new_night":
        return may_give((role,), {"do": "open_night"})
    if endpoint in ("api.command", "api.house_command"):
        return may_give((role,), body if isinstance(body, dict) else {})
    return role in duty_of_route(endpoint).roles


def check_role(role: str, endpoint: str, body: Any, status: int) -> None:
    """Assert that a request was refused if the role may not send it."""
    assert status >= 400 or is_permitted(role, endpoint, body)


@pytest.mark.parametrize(("kind", "role", "count"), soaked(SENDERS, at_once=AT_ONCE))
def test_nobody_breaks_the_server_or_gets_past_their_role(
    house: House, address: str, kind: str, role: str, count: int
) -> None:
    fuzzer = Fuzzer(with_roles(house), address, credentials(house, kind, role))
    for endpoint in (operation.endpoint for operation in operations() if operation.endpoint not in OF_SESSIONS):
        fuzzer.fuzz(endpoint, count, partial(check_role, role, endpoint))
    assert fuzzer.accepted
    assert role == OWNER or "not_permitted" in fuzzer.codes
    assert fuzzer.codes.isdisjoint({"unknown_token", "not_signed_in", "bad_token"})


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer of-nothing"}])
def test_a_stranger_gets_nothing(house: House, address: str, headers: dict[str, str]) -> None:
    """They also try to sign in and out."""
    fuzzer, before = Fuzzer(house, address, headers), house.open_night()
    for endpoint in (operation.endpoint for operation in operations() if operation.endpoint != "api.token"):
        fuzzer.fuzz(endpoint, A_FEW, lambda _, status: check_refused(status))
    assert len(house.book.events(before)) == 1
    assert not fuzzer.accepted


def check_refused(status: int) -> None:
    assert status >= 400
