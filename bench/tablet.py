"""A dealer's tablet that speaks HTTP as the page's script does: signed in once, and each touch says what it shows."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from bench.served_tables import PIN, Table


class Tablet:
    """A tablet at a table of a server; :meth:`sign_in` comes first."""

    def __init__(self, port: int, table: Table, address: str = "127.0.0.1") -> None:
        """``address`` is the one that it connects from."""
        self.table = table
        self.cookie = ""
        self.version = 0
        """The version that was seen last; nothing is said of one before the first."""
        self._port = port
        self._address = address
        self._token = self._drawn = ""

    async def sign_in(self) -> None:
        """Connect, and sign the table's dealer in."""
        self._reader, self._writer = await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=(self._address, 0)
        )
        self._token = json.loads((await self._ask("GET", "/api/token"))[1])["token"]
        signed_in = await self._ask("POST", "/api/sign-in", {"name": self.table.dealer, "pin": PIN})
        self._token = json.loads(signed_in[1])["token"]

    async def touch(self, document: dict[str, Any]) -> None:
        """Touch, and take in the whole answer."""
        head, _ = await self._ask("POST", f"/nights/{self.table.night}/commands", document)
        self.version, self._drawn = int(head["command-version"]), head.get("table-drawn", "")

    async def _ask(self, method: str, path: str, body: Any = None) -> tuple[dict[str, str], bytes]:
        content = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} {path} HTTP/1.1",
            "Host: localhost",
            "Accept: application/json, text/html;q=0.5",
            "Accept-Encoding: gzip, deflate, br",
            f"Cookie: {self.cookie}",
            f"X-CSRFToken: {self._token}",
            f"Table-Shown: {self._drawn}",
            f'If-Match: "{self.version}"' if self.version else "If-Match: *",
            "Content-Type: application/json",
            f"Content-Length: {len(content)}",
        ]
        self._writer.write("\r\n".join((*lines, "", "")).encode() + content)
        status, *fields = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        head = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in fields if one)}
        answer = await self._reader.readexactly(int(head["content-length"]))
        if cookie := head.get("set-cookie", ""):
            self.cookie = cookie.partition(";")[0]
        if " 200 " not in status:
            raise AssertionError(f"{path}: {status} {answer[:400]!r}")
        return head, answer
