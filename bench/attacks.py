"""What a touch takes on a signed-in tablet while hundreds of hostile connections do their worst.

Figures: docs/security.md.
The server is a ``casekeeper serve`` of its own, the attackers are processes of their own, on this machine alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import socket
import ssl
import subprocess
import sys
from asyncio import StreamReader as Reader
from asyncio import StreamWriter as Writer
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from multiprocessing import Process
from pathlib import Path
from random import random
from statistics import quantiles
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, perf_counter, sleep
from typing import Any

from dealer.night_service import NightService
from dealer.streams import Sender
from events.book.book import Book

DEALER = Sender(who="M. Deal", device="bench")
PIN = "1871"
EVERY_S = 0.1
PATIENCE_S = 10.0
HEAD = "Host: 127.0.0.1\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


# Attackers: each is done with a connection when the server has ended it, or when there is nothing more to do.


async def silent(reader: Reader, _: Writer) -> None:
    """Say nothing."""
    await reader.read()


async def silent_body(reader: Reader, writer: Writer) -> None:
    """Announce a form, and fall silent."""
    writer.write(f"POST /sign-in HTTP/1.1\r\n{HEAD}{FORM}Content-Length: 60000\r\n\r\n".encode())
    await reader.read()


async def dripping_head(reader: Reader, writer: Writer) -> None:
    """Send a head letter by letter."""
    await _drip(reader, writer, f"GET /sign-in HTTP/1.1\r\n{HEAD}X-Slow: {'x' * 10_000}")


async def dripping_body(reader: Reader, writer: Writer) -> None:
    """Send a form letter by letter."""
    await _drip(reader, writer, "x" * 60_000, f"POST /sign-in HTTP/1.1\r\n{HEAD}{FORM}Content-Length: 60000\r\n\r\n")


async def cut_body(_: Reader, writer: Writer) -> None:
    """Send half a form, and hang up."""
    writer.write(f"POST /sign-in HTTP/1.1\r\n{HEAD}{FORM}Content-Length: 60000\r\n\r\n{'x' * 30_000}".encode())
    await writer.drain()
    await asyncio.sleep(0.05)


async def get_flood(reader: Reader, writer: Writer) -> None:
    """Ask for a page over and over."""
    await _flood(reader, writer, f"GET /sign-in HTTP/1.1\r\n{HEAD}\r\n".encode())


async def cookie_flood(reader: Reader, writer: Writer) -> None:
    """Ask for a page over and over with a session that nobody signed."""
    cookie = "Cookie: casekeeper=eyJfcGFzcyI6WyJtLiBkZWFsIl19.aSGxyz.0123456789abcdefghijklmnopq\r\n"
    await _flood(reader, writer, f"GET /nights/none/table HTTP/1.1\r\n{HEAD}{cookie}\r\n".encode())


async def sign_in_flood(reader: Reader, writer: Writer) -> None:
    """Guess PINs over and over."""
    writer.write(f"GET /api/token HTTP/1.1\r\n{HEAD}\r\n".encode())
    head, body = await _answer(reader)
    cookie = next(line for line in head.split("\r\n") if line.lower().startswith("set-cookie")).split(":", 1)[1]
    guess = json.dumps({"name": DEALER.who, "pin": "0000"})
    named = f"Cookie: {cookie.partition(';')[0].strip()}\r\nX-CSRFToken: {json.loads(body)['token']}\r\n"
    named += f"Content-Type: application/json\r\nContent-Length: {len(guess)}\r\n"
    await _flood(reader, writer, f"POST /api/sign-in HTTP/1.1\r\n{HEAD}{named}\r\n{guess}".encode())


async def huge_head(reader: Reader, writer: Writer) -> None:
    """Send header fields without an end."""
    writer.write(f"GET /sign-in HTTP/1.1\r\n{HEAD}".encode())
    while not reader.at_eof():
        writer.write(b"X-More: " + b"x" * 8_000 + b"\r\n")
        await writer.drain()
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1_000), 0.01)


async def unread_answers(reader: Reader, writer: Writer) -> None:
    """Ask for the largest file over and over, and read nothing."""
    assert isinstance(writer.transport, asyncio.Transport)
    writer.transport.pause_reading()
    for _ in range(200):
        writer.write(f"GET /static/vendor/htmx-4.0.1.min.js HTTP/1.1\r\n{HEAD}\r\n".encode())
        await writer.drain()
        await asyncio.sleep(0.2)


ATTACKS: dict[str, Callable[[Reader, Writer], Awaitable[None]]] = {
    attack.__name__: attack
    for attack in (
        silent,
        silent_body,
        dripping_head,
        dripping_body,
        cut_body,
        get_flood,
        cookie_flood,
        sign_in_flood,
        huge_head,
        unread_answers,
    )
}


async def _drip(reader: Reader, writer: Writer, text: str, first: str = "") -> None:
    writer.write(first.encode())
    for letter in text:
        writer.write(letter.encode())
        await writer.drain()
        with suppress(TimeoutError):
            if not await asyncio.wait_for(reader.read(1_000), 0.2):
                return


async def _flood(reader: Reader, writer: Writer, asked: bytes) -> None:
    while not reader.at_eof():
        writer.write(asked)
        await writer.drain()
        await _answer(reader)


async def _answer(reader: Reader) -> tuple[str, bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    length = next(
        (line for line in head.lower().split("\r\n") if line.startswith("content-length:")), "content-length: 0"
    )
    return head, await reader.readexactly(int(length.split(":")[1]))


def attack(port: int, names: list[str], connections: int, seconds: float, tls: bool, addresses: int) -> None:
    """Hold so many hostile connections for so long, each opened again at once when it is ended."""

    async def one(number: int, begun: list[int]) -> None:
        what, at = ATTACKS[names[number % len(names)]], number % addresses
        # The first address is the one that tablets have too.
        source = (f"127.0.{at // 250}.{at % 250 + 1}", 0)
        handshake = tls and what is not silent
        context = ssl._create_unverified_context() if handshake else None
        while True:
            with suppress(OSError, EOFError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, StopIteration):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, ssl=context, limit=2**20, local_addr=source
                )
                begun[0] += 1
                try:
                    await what(reader, writer)
                finally:
                    writer.transport.abort()
            await asyncio.sleep(0)

    async def all_of_them() -> None:
        begun = [0]
        tasks = [asyncio.create_task(one(number, begun)) for number in range(connections)]
        await asyncio.sleep(seconds)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        print(f"  attackers: {connections} at once, {begun[0]:,} connections in {seconds:.0f} s", flush=True)

    # What asyncio has to say of broken handshakes is no news here.
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    asyncio.run(all_of_them())


class Tablet:
    """A signed-in tablet at an address, with one connection kept or a new one for each touch."""

    def __init__(self, port: int, night: str, *, source: str, kept: bool, tls: bool) -> None:
        self.what = f"{source}, {'one connection kept' if kept else 'a new connection each'}"
        self._port, self._night, self._source, self._kept, self._tls = port, night, source, kept, tls
        self._line = self._connect()
        self.took_ms: list[float] = []
        self.failed: list[str] = []
        self._headers: dict[str, str] = {}
        self._sign_in()

    def touch(self, number: int) -> None:
        """A bet placed, pressed and taken down, over and over."""
        bet = f"t{number // 3}"
        place = {"do": "place_bet", "bet": bet, "player": "red", "kind": "single", "ranks": ["5"], "stake": 2_500}
        document = (place, {"do": "press_bet", "bet": bet, "add": 500}, {"do": "take_down_bet", "bet": bet})[number % 3]
        self._headers["Idempotency-Key"] = f"{self._night}-{number}"
        begun = perf_counter()
        for again in range(3):
            try:
                if not self._kept or again:
                    self._line.close()
                    self._line = self._connect()
                answer, body = self._ask("POST", f"/nights/{self._night}/commands", document)
                if answer.status != 200:
                    self.failed.append(f"{answer.status} {body[:200]!r}")
                break
            except (OSError, HTTPException) as error:
                self.failed.append(repr(error))
        self.took_ms.append((perf_counter() - begun) * 1_000)

    def _connect(self) -> HTTPConnection:
        source = (self._source, 0)
        if self._tls:
            context = ssl._create_unverified_context()
            return HTTPSConnection("127.0.0.1", self._port, timeout=PATIENCE_S, source_address=source, context=context)
        return HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S, source_address=source)

    def _sign_in(self) -> None:
        for body in (None, {"name": DEALER.who, "pin": PIN}):
            answer, said = self._ask("POST" if body else "GET", "/api/sign-in" if body else "/api/token", body)
            assert answer.status == 200, said
            cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
            referer = {"Referer": f"https://127.0.0.1:{self._port}/"} if self._tls else {}
            self._headers = {"Cookie": cookie, "X-CSRFToken": json.loads(said)["token"], **referer}

    def _ask(self, method: str, path: str, document: dict[str, Any] | None) -> tuple[HTTPResponse, bytes]:
        headers = {"Content-Type": "application/json", "Accept": "application/json", **self._headers}
        self._line.request(method, path, json.dumps(document) if document else None, headers)
        answer = self._line.getresponse()
        return answer, answer.read()


def open_table(book: Book, name: str) -> str:
    """A night with one player who has checks, and the soda out."""
    execute = NightService(book).execute
    opening = {"do": "open_night", "table": name, "date": "2026-11-21", "game": "faro", "roll": 500_000, "dealer": "D."}
    night = execute(opening, DEALER).night
    for document in (
        {"do": "seat_player", "player": "red", "name": "Red"},
        {"do": "buy_checks", "player": "red", "amount": 100_000},
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "4h"},
    ):
        execute(document, DEALER, night=night)
    return night


def measure(names: list[str], connections: int, seconds: float, tls: bool, addresses: int, checkout: Path) -> None:
    """Print what touches take, first in peace, then under attack."""
    with TemporaryDirectory() as folder:
        book_path = Path(folder) / "book.db"
        with Book.open(book_path) as book:
            nights = [open_table(book, f"Tiger {number}") for number in range(4)]
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        program = [sys.executable, "-m", "web.command_line.main"]
        staff = [*program, "staff", "add", DEALER.who, "--book", str(book_path)]
        subprocess.run(staff, input=f"{PIN}\n", text=True, check=True, env=environment, cwd=checkout, stdout=-3)
        options = []
        if tls:
            made = Path(folder) / "tls"
            certificate = [*program, "certificate", "127.0.0.1", "--out", str(made)]
            subprocess.run(certificate, check=True, env=environment, cwd=checkout, stdout=-3)
            options = ["--tls-certificate", str(made / "server.pem"), "--tls-key", str(made / "server.key")]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        serve = [*program, "serve", "--book", str(book_path), "--port", str(port), *options]
        with subprocess.Popen(serve, env=environment, cwd=checkout, stdout=-3) as served:
            try:
                _wait_for(port)
                tablets = [
                    Tablet(port, night, source=source, kept=kept, tls=tls)
                    for night, source, kept in zip(
                        nights, ("127.0.0.1", "127.0.0.1", "127.0.0.9", "127.0.0.9"), (True, False) * 2, strict=True
                    )
                ]
                _touch(tablets, 1_000, 1, told=False)
                print(f"{'TLS' if tls else 'no TLS'}: in peace")
                _touch(tablets, 10_000, min(seconds, 5))
                print(f"{'TLS' if tls else 'no TLS'}: {', '.join(names)}")
                hostile = Process(target=attack, args=(port, names, connections, seconds + 2, tls, addresses))
                hostile.start()
                sleep(1)
                before = _cpu_s(served.pid)
                _touch(tablets, 100_000, seconds)
                print(f"  the server's processor time: {(_cpu_s(served.pid) - before) / seconds:.0%} of one core")
                hostile.join()
            finally:
                served.terminate()


def _touch(tablets: list[Tablet], first: int, seconds: float, *, told: bool = True) -> None:
    first -= first % 3

    def work(tablet: Tablet) -> None:
        tablet.took_ms, tablet.failed = [], []
        until, number = monotonic() + seconds, first
        while monotonic() < until or number % 3:
            tablet.touch(number)
            number += 1
            sleep(EVERY_S * (0.5 + random()))

    threads = [Thread(target=work, args=(tablet,)) for tablet in tablets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for tablet in tablets if told else ():
        cuts = quantiles(tablet.took_ms, n=100, method="inclusive")
        said = f"; {len(tablet.failed)} failed: {tablet.failed[0]}" if tablet.failed else ""
        print(
            f"  {tablet.what:<36} {len(tablet.took_ms):4} touches: p50 {cuts[49]:6.1f}, p99 {cuts[98]:6.1f}, "
            f"worst {max(tablet.took_ms):7.1f} ms{said}",
            flush=True,
        )


def _cpu_s(parent: int) -> float:
    """Seconds of processor time of a server and its worker so far."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    spent = 0
    for process in (str(parent), *children):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        spent += int(fields[11]) + int(fields[12])
    return spent / os.sysconf("SC_CLK_TCK")


def _wait_for(port: int) -> None:
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S):
            return
        sleep(0.1)


def main() -> None:
    """Measure a mixture of all attacks, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="which attacks; all of them by default")
    parser.add_argument("--connections", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--addresses", type=int, default=1, help="how many addresses the attackers come from")
    here = Path(__file__).parent.parent
    parser.add_argument("--checkout", type=Path, default=here, help="another version of the program")
    asked = parser.parse_args()
    names, checkout = asked.attacks or list(ATTACKS), asked.checkout.absolute()
    measure(names, asked.connections, asked.seconds, asked.tls, asked.addresses, checkout)


if __name__ == "__main__":
    main()
