"""A typed client of the API for programs with a token. It needs nothing of the server but its address."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse
from time import sleep
from typing import Any, TypeVar
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen
from uuid import uuid4

import msgspec

from web.api.replies import (
    Error,
    EventPage,
    EventRow,
    HouseReceipt,
    HouseResult,
    NightResult,
    Nights,
    PossibleCommand,
    Proposal,
    Receipt,
)

Reply = TypeVar("Reply")

TRY_AGAIN = (429, 503)
"""The statuses after which a request is sent again: too many requests, and an overloaded server."""

FIRST_PAUSE_S = 0.2
"""The pause before the second try; each further pause is twice as long."""


class ApiError(Exception):
    """The server refused a request: ``code`` is stable, ``why`` a sentence for a person, ``status`` that of HTTP."""

    def __init__(self, error: Error, status: int) -> None:
        super().__init__(f"{error.why} [{error.code}]")
        self.code = error.code
        self.why = error.why
        self.status = status


_FAILS = (ApiError, HTTPException, OSError)


class Client:
    """A program's connection to a house, by its address and the program's token.

    ``timeout_s`` is for each try, ``tries`` how often a request is sent before the last error is raised. ``tls`` trusts
    the house's own authority: ``ssl.create_default_context(cafile="authority.pem")``.

    Methods raise :class:`ApiError` for what the server refuses, and :class:`OSError` if it cannot be reached. Commands
    get an id, so a repeated one is carried out once.
    """

    def __init__(
        self, address: str, token: str, *, timeout_s: float = 15, tries: int = 6, tls: ssl.SSLContext | None = None
    ) -> None:
        self._address = address.rstrip("/")
        self._token = token
        self._timeout_s = timeout_s
        self._tries = tries
        self._tls = tls

    def nights(self) -> tuple[str, ...]:
        """The ids of the nights that the token's role may see."""
        return self._get("/api/nights", Nights).nights

    def open_night(self, *, command_id: str | None = None, **arguments: Any) -> Receipt:
        """Open a night; the arguments are those of ``open_night``."""
        return self._post("/api/nights", arguments, Receipt, command_id)

    def do(
        self, night: str, do: str, /, *, command_id: str | None = None, seen: int | None = None, **arguments: Any
    ) -> Receipt:
        """Give a command of a night.

        With ``seen``, the version that the program saw, it is refused (``stale_version``) if the night has moved on.
        """
        return self._post(f"{_at(night)}/commands", {"do": do, **arguments}, Receipt, command_id, seen)

    def night(self, night: str) -> NightResult:
        """A night as it stands."""
        return self._get(_at(night), NightResult)

    def legal(self, night: str) -> dict[str, tuple[PossibleCommand, ...]]:
        """The commands that are possible now, by game."""
        return self._get(f"{_at(night)}/legal", dict[str, tuple[PossibleCommand, ...]])

    def propose(self, night: str, command: str, instead: dict[str, Any] | None) -> Proposal:
        """What would come of a correction: another command, or none, in the place of an earlier one."""
        return self._post(f"{_at(night)}/proposals", {"command": command, "instead": instead}, Proposal)

    def house(self) -> HouseResult:
        """The house as it stands."""
        return self._get("/api/house", HouseResult)

    def do_for_house(self, do: str, /, *, command_id: str | None = None, **arguments: Any) -> HouseReceipt:
        """Give a command of the house."""
        return self._post("/api/house/commands", {"do": do, **arguments}, HouseReceipt, command_id)

    def events(self, night: str, after: int = 0) -> Iterator[EventRow]:
        """The events of a night after a version, up to now."""
        while True:
            page = self._get(f"{_at(night)}/events?{urlencode({'after': after})}", EventPage)
            yield from page.events
            if not page.events or page.events[-1].version >= page.version:
                return
            after = page.events[-1].version

    def follow(self, night: str, after: int = 0) -> Iterator[EventRow]:
        """The events of a night after a version, and each new one as it happens; it connects again by itself."""
        failures = 0
        while True:
            try:
                for event in self._stream(night, after):
                    after, failures = event.version, 0
                    yield event
                sleep(FIRST_PAUSE_S)
            except _FAILS as error:
                failures += 1
                self._pause(error, failures)

    def _stream(self, night: str, after: int) -> Iterator[EventRow]:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
        with self._open(f"{_at(night)}/events", headers) as answer:
            named = False
            for line in answer:
                if line.startswith(b"event:"):
                    named = True
                elif line.startswith(b"data:") and not named:
                    yield msgspec.json.decode(line[len(b"data:") :], type=EventRow)
                elif line == b"\n":
                    named = False

    def _get(self, path: str, kind: type[Reply]) -> Reply:
        return self._send(path, {}, kind)

    def _post(
        self, path: str, body: Any, kind: type[Reply], command_id: str | None = None, seen: int | None = None
    ) -> Reply:
        headers = {"Content-Type": "application/json", "Idempotency-Key": command_id or uuid4().hex}
        if seen is not None:
            headers["If-Match"] = str(seen)
        return self._send(path, headers, kind, msgspec.json.encode(body))

    def _send(self, path: str, headers: dict[str, str], kind: type[Reply], body: bytes | None = None) -> Reply:
        for failures in range(1, self._tries + 1):
            try:
                with self._open(path, headers, body) as answer:
                    return msgspec.json.decode(answer.read(), type=kind)
            except _FAILS as error:
                self._pause(error, failures)
        raise AssertionError("the last try has returned or raised")

    def _pause(self, error: Exception, failures: int) -> None:
        """Wait before the next try; raise the error if it is final or was the last."""
        if failures >= self._tries or (isinstance(error, ApiError) and error.status not in TRY_AGAIN):
            raise error
        sleep(FIRST_PAUSE_S * 2 ** (failures - 1))

    def _open(self, path: str, headers: dict[str, str], body: bytes | None = None) -> HTTPResponse:
        request = Request(self._address + path, body, {"Authorization": f"Bearer {self._token}", **headers})
        try:
            answer: HTTPResponse = urlopen(request, timeout=self._timeout_s, context=self._tls)
        except HTTPError as error:
            with error:
                raise ApiError(_error_in(error.read()), error.code) from None
        return answer


def _at(night: str) -> str:
    return f"/api/nights/{quote(night, safe='')}"


def _error_in(body: bytes) -> Error:
    try:
        return msgspec.json.decode(body, type=Error)
    except msgspec.MsgspecError:
        return Error(code="error", why="The answer does not come from a casekeeper server.")
