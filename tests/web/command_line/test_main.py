"""The command line: what it says of itself, its terminal, and commands that are typed."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import ssl
import stat
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
import venv
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from shutil import copy
from typing import Any

import click
import pytest
from click.testing import Result

from dealer.demo import demos
from dealer.games import GAMES
from dealer.night_service import NightService
from dealer.staff_keeper import StaffKeeper
from dealer.streams import Sender
from events.book.book import Book
from events.common.night import NightOpened
from reports.pdf import render
from reports.pdf.qr_codes import code_in_terminal
from tests.support.casekeeper_serve import casekeeper_serve, forked_casekeeper_serve
from tests.support.disputed import BET, DEALER, Disputed
from tests.support.forger import NIGHT, Forger, exchange, forging, hide, make_hashes_good
from tests.support.forked_program import ForkedProgram
from tests.support.free_port import free_port
from tests.support.house import small_night
from tests.support.invariants import assert_agrees
from tests.web.command_line.called import NIGHTS, ROOT, assert_one_sentence, casekeeper
from web.app.addresses import Entrance
from web.command_line.commands import SUMMARIES, commands

FLOORS = ("dealer", "events", "ledger", "reports", "web")
NO_LIBRARY = ("libnone.so.0", "libnone0")
SCRIPTS = [NIGHTS / f"{name}.jsonl" for name in ("faro-one-deal", "fan-tan-encyclopedia", "five-hundred")]
"""All of them are played by the rules in tests/dealer/test_random_nights.py."""


def casekeeper_by_itself(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The program, run to its end."""
    command = [sys.executable, "-m", "web.command_line.main", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_play_prints_the_result_and_nothing_else(script: Path) -> None:
    ran = casekeeper("play", "--json", "--keep-going", script)
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert_agrees(json.loads(ran.stdout), json.loads(script.with_suffix(".expected.json").read_text()))


def test_play_warns_of_a_seat_that_looks_like_another_and_goes_on(tmp_path: Path) -> None:
    lines = (NIGHTS / "faro-one-deal.jsonl").read_text().splitlines()
    seated = next(json.loads(line) for line in lines if '"seat_player"' in line)
    script = tmp_path / "night.jsonl"
    alike = {"do": "seat_player", "player": seated["player"].upper(), "name": "Somebody Else"}
    script.write_text("\n".join([lines[0], json.dumps(seated), json.dumps(alike)]))
    ran = casekeeper("play", "--json", script)
    assert ran.exit_code == 0
    assert list(json.loads(ran.stdout)["players"]) == [seated["player"], alike["player"]]
    assert ran.stderr == (
        f"casekeeper: warning: line 3: seat_player: The seat “{alike['player']}” looks like the seat "
        f"“{seated['player']}” of {seated['name']}.\n"
    )


def test_by_itself_the_program_plays_and_refuses_the_same() -> None:
    script = NIGHTS / "fan-tan-encyclopedia.jsonl"
    ran = casekeeper_by_itself("play", "--json", "--keep-going", script)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert_agrees(json.loads(ran.stdout), json.loads(script.with_suffix(".expected.json").read_text()))
    stopped = casekeeper_by_itself("play", "--json", NIGHTS / "faro-one-deal.jsonl")
    assert (stopped.returncode, stopped.stdout) == (1, "")
    assert stopped.stderr == casekeeper("play", "--json", NIGHTS / "faro-one-deal.jsonl").stderr


def test_a_script_is_read_from_standard_input() -> None:
    script = NIGHTS / "fan-tan-encyclopedia.jsonl"
    ran = casekeeper("play", "--json", "--keep-going", "-", typed=script.read_text("utf-8"))
    assert_agrees(json.loads(ran.stdout), json.loads(script.with_suffix(".expected.json").read_text()))


def test_no_command_fails_at_the_terminals_encoding_or_a_closed_input(tmp_path: Path) -> None:
    """Exports are UTF-8 even there, and JSON is whole."""
    book, script, night = tmp_path / "night.db", tmp_path / "ada.jsonl", "2026-11-21-1"
    opening = {"do": "open_night", "table": "Tiger", "date": "2026-11-21", "game": "faro", "house": "american"}
    seat = {"do": "seat_player", "player": "red", "name": "Łada 李"}
    script.write_text("\n".join(map(json.dumps, ({**opening, "roll": 500_000, "dealer": "Ṽan"}, seat))))

    def run(*arguments: object) -> bytes:
        command = ["sh", "-c", 'exec "$@" <&-', "sh", sys.executable, "-m", "web.command_line.main"]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "latin-1"}
        ran = subprocess.run([*command, *map(str, arguments)], capture_output=True, env=environment, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    run("play", script, "--book", book)
    assert b"?ada ?" in run("show", night, "--book", book)
    assert "Łada 李" in json.dumps(json.loads(run("show", night, "--json", "--book", book)), ensure_ascii=False)
    assert "Łada 李" in run("export", "--format", "jsonl", "--book", book).decode("utf-8")
    assert b"sound" in run("verify", "--book", book)
    on_no_output = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "web.command_line.main", "play", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([*on_no_output, str(script)], capture_output=True, env=environment, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_the_version_of_a_clone_is_its_own_whoever_owns_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    version_of_own = casekeeper("--version").stdout
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    assert casekeeper("--version").stdout == version_of_own
    monkeypatch.setenv("GIT_DIR", str(tmp_path))
    assert casekeeper("--version").stdout == version_of_own


def test_a_server_serves_with_no_standard_streams(tmp_path: Path) -> None:
    port = free_port()
    closed = ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", sys.executable, "-m", "web.command_line.main", "serve"]
    command = [*closed, "--book", str(tmp_path / "night.db"), "--port", str(port)]
    with subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}) as server:
        while server.poll() is None:
            time.sleep(0.1)
            with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
                assert answer.status == 200
                server.terminate()
                server.wait()
    assert server.returncode == 0


def test_a_book_whose_name_is_not_in_utf_8_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with Book.open(tmp_path / "night.db") as book:
        night = small_night(book)
    (tmp_path / "night.db").rename(tmp_path / "caf\udce9.db")
    ran = casekeeper("balances", night, "--book", f"{tmp_path}/caf\udce9.db")
    assert ran.exit_code == 1
    assert ran.stderr.endswith("is not in UTF-8. [book_unreadable]\n")


def test_demo_deals_the_same_nights_from_the_same_seed(tmp_path: Path) -> None:
    """The same to the last hash: players, cards, bets, hours and ids all come from the seed."""

    def nights(name: str) -> list[str]:
        query = ("--book", tmp_path / name, "--seed", 3, "--deals", 1, "--date", "2026-11-21", "--game", "farmer")
        ran = casekeeper("demo", *query)
        assert ran.exit_code == 0, ran.stderr
        return [line for line in ran.stdout.splitlines() if line.startswith("Night 2026-11-21-") and "head" in line]

    assert nights("night.db") == nights("again.db") != []
    assert "already" in casekeeper("demo", "--book", tmp_path / "night.db", "--if-empty").stdout


def test_demo_deals_into_no_book_that_has_nights_of_its_own(tmp_path: Path) -> None:
    book = tmp_path / "night.db"
    assert casekeeper("play", NIGHTS / "fan-tan-encyclopedia.jsonl", "--keep-going", "--book", book).exit_code == 0
    assert_one_sentence(casekeeper("demo", "--book", book, "--deals", 1, "--game", "farmer"), "not_a_demonstration")


def test_on_a_terminal_serve_asks_before_it_makes_a_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False)
    ran = casekeeper("serve", "--book", tmp_path / "nihgt.db", "--port", free_port(), typed="n\n")
    assert (ran.exit_code, "[no_such_book]" in ran.stderr) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_demo_deals_a_night_of_each_game_if_none_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: demos()[name] for name in ("farmer", "spoil_five")}
    monkeypatch.setattr("web.command_line.nights.demos", lambda: few)
    ran = casekeeper("demo", "--book", tmp_path / "night.db", "--deals", 1, "--date", "2026-11-21")
    heads = [line.partition(":")[0] for line in ran.stdout.splitlines() if "head" in line]
    assert heads == ["Night 2026-11-21-1", "Night 2026-11-21-2"]


def test_demo_deals_the_games_and_houses_that_are_named(tmp_path: Path) -> None:
    deals = ("--deals", 1, "--date", "2026-11-21", "--game")
    ran = casekeeper("demo", "--book", tmp_path / "book.db", "--deals", 2, *deals[2:], "fan_tan")
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert re.search(r"^.+ takes the pot of hand 2: \d+ chips ", ran.stdout, re.MULTILINE)
    assert "Night 2026-11-21-2" not in ran.stdout
    book = tmp_path / "stuss.db"
    assert casekeeper("demo", "--book", book, *deals, "stuss").exit_code == 0
    assert "2026-11-21-1: sound." in casekeeper("verify", "--book", book).stdout
    with Book.open(str(book)) as dealt:
        opened = dealt.events("2026-11-21-1")[0].event
    assert isinstance(opened, NightOpened)
    assert opened.house["preset"] == "stuss"
    assert [*demos()][-2:] == ["both", "stuss"]


@pytest.mark.parametrize("verb", ["play", "verify", "serve", "demo"])
def test_a_book_that_is_no_book_is_one_sentence(verb: str, tmp_path: Path) -> None:
    text, other = tmp_path / "text.db", tmp_path / "other.db"
    text.write_text("this is no database, whatever it is called\n" * 20)
    with sqlite3.connect(other) as raw:
        raw.execute("CREATE TABLE stamps (country TEXT)")
    for path in (text, other):
        before = path.read_bytes()
        script = [NIGHTS / "faro-one-deal.jsonl"] if verb == "play" else []
        assert_one_sentence(casekeeper(verb, *script, "--book", path), "not_a_book")
        assert path.read_bytes() == before


def test_a_script_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    binary = tmp_path / "binary.jsonl"
    binary.write_bytes(b"\xff\xfe\x00\x80")
    for script in (tmp_path / "none.jsonl", tmp_path, binary, Path("-")):
        ran = casekeeper("play", script)
        assert (ran.exit_code, ran.stdout) == (1, "")
        assert ran.stderr.count("\n") == 1
        assert "Traceback" not in ran.stderr


def test_serve_answers_and_stops_when_it_is_told_to(tmp_path: Path) -> None:
    """At the first start it says that nobody is engaged yet, and at which address and with which code one is."""
    book = tmp_path / "book.db"
    assert casekeeper("demo", "--book", book, "--game", "faro", "--deals", 1, "--date", "2026-11-21").exit_code == 0
    with casekeeper_serve(book) as (served, port):
        assert served.stdout
        assert str(port) in served.stdout.readline()
        address, code = re.findall(r"\S+$", served.stdout.readline() + served.stdout.readline(), re.MULTILINE)
        assert re.fullmatch("[A-Z0-9]{4}-[A-Z0-9]{4}", code)
        assert address == f"http://127.0.0.1:{port}/sign-in?code={code}"
        assert f'value="{code}"' in page_of(address, served)
    assert served.returncode == 0
    assert stat.S_IMODE((tmp_path / "book.db.key").stat().st_mode) == 0o600


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_serve_prints_what_a_tablet_can_open_as_a_code_or_offers_to_listen_for_it(tmp_path: Path, host: str) -> None:
    with forked_casekeeper_serve(tmp_path / "night.db", "--host", host) as (served, port):
        assert "The first dealer" in page_of(f"http://127.0.0.1:{port}/", served)
        served.terminate()
        printed, _ = served.communicate()
    entrance = Entrance(scheme="http", host=host, port=port)
    assert entrance.address in printed.partition("\n")[0]
    for address in entrance.network_addresses():
        assert address in printed
    first = re.search(r"\S+/sign-in\?code=\S+", printed)
    assert first
    assert (code_in_terminal(first[0]) in printed) == (host == "0.0.0.0")
    assert ("0.0.0.0" in printed) == (host == "127.0.0.1")


def test_serve_gives_out_the_address_it_was_given_and_answers_to_it(tmp_path: Path) -> None:
    url = "https://night.example:8443/"
    with forked_casekeeper_serve(tmp_path / "night.db", "--url", url, "--trusted-proxy", "127.0.0.1") as (served, port):
        page_of(f"http://127.0.0.1:{port}/", served)
        passed_on = urllib.request.Request(
            f"http://127.0.0.1:{port}/sign-in", headers={"Host": "night.example:8443", "X-Forwarded-Proto": "https"}
        )
        with urllib.request.urlopen(passed_on) as answer:
            assert "Secure" in answer.headers["Set-Cookie"]
        served.terminate()
        printed, _ = served.communicate()
    opened, first, *_ = printed.splitlines()
    assert url in opened
    assert f"{url}sign-in?code=" in first
    assert code_in_terminal(first.split()[-1]) in printed
    assert "127.0.0.1" not in printed


@pytest.mark.parametrize("options", [("--url", "night.example"), ("--trusted-proxy", "localhost")])
def test_serve_refuses_an_address_that_is_none(tmp_path: Path, options: tuple[str, str]) -> None:
    assert_one_sentence(casekeeper("serve", "--book", tmp_path / "night.db", *options), "bad_address")
    assert not (tmp_path / "night.db").exists()


def test_a_session_outlives_a_restart_of_the_server(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    assert casekeeper("demo", "--book", book, "--game", "faro", "--deals", 1, "--date", "2026-11-21").exit_code == 0
    assert casekeeper("staff", "add", "M. Earp", "--book", book, typed="1871\n").exit_code == 0
    cookies = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with forked_casekeeper_serve(book) as (served, port):
        page_of(f"http://127.0.0.1:{port}/", served)
        with cookies.open(f"http://127.0.0.1:{port}/api/token") as answer:
            token = json.load(answer)["token"]
        query = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/sign-in",
            json.dumps({"name": "M. Earp", "pin": "1871"}).encode(),
            {"X-CSRFToken": token, "Content-Type": "application/json"},
        )
        assert cookies.open(query).status == 200
    with forked_casekeeper_serve(book) as (served, port):
        page_of(f"http://127.0.0.1:{port}/", served)
        with cookies.open(f"http://127.0.0.1:{port}/api/nights") as answer:
            assert json.load(answer) == {"nights": ["2026-11-21-1"]}


def test_serve_over_tls_with_a_certificate_of_its_own(tmp_path: Path) -> None:
    made = casekeeper("certificate", "127.0.0.1", "cage.lan", "--out", tmp_path / "tls")
    assert made.exit_code == 0, made.stderr
    assert str(tmp_path / "tls" / "authority.pem") in made.stdout
    pair = ("--tls-certificate", tmp_path / "tls" / "server.pem", "--tls-key", tmp_path / "tls" / "server.key")
    trusted = ssl.create_default_context(cafile=str(tmp_path / "tls" / "authority.pem"))
    with forked_casekeeper_serve(tmp_path / "book.db", *pair) as (served, port):
        assert served.stdout
        assert f"https://127.0.0.1:{port}/" in served.stdout.readline()
        assert "The first dealer" in page_of(f"https://127.0.0.1:{port}/", served, trusted)
        with urllib.request.urlopen(f"https://127.0.0.1:{port}/api/token", context=trusted) as answer:
            assert "Secure" in answer.headers["Set-Cookie"]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/authority", context=trusted) as answer:
            assert answer.url == f"https://127.0.0.1:{port}/authority"
            page = answer.read().decode()
        (file,) = re.findall(r'href="([^"]+\.crt)"', page)
        with urllib.request.urlopen(f"https://127.0.0.1:{port}{file}", context=trusted) as answer:
            assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
            assert answer.read() == (tmp_path / "tls" / "authority.pem").read_bytes()
        served.terminate()
        printed, _ = served.communicate()
    (fingerprint,) = re.findall(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}", printed)
    assert f"https://127.0.0.1:{port}/authority" in printed
    assert fingerprint in page


def test_serve_warns_of_a_certificate_for_no_address_of_this_machine(tmp_path: Path) -> None:
    """Its address was printed, and as a code for tablets."""
    assert casekeeper("certificate", "203.0.113.7", "--out", tmp_path).exit_code == 0
    pair = ("--tls-certificate", tmp_path / "server.pem", "--tls-key", tmp_path / "server.key", "--host", "0.0.0.0")
    with casekeeper_serve(tmp_path / "book.db", *pair, stderr=subprocess.PIPE) as (served, _):
        assert served.stderr
        assert "casekeeper certificate" in served.stderr.readline()
        served.terminate()
        printed, _ = served.communicate()
    assert "203.0.113.7" not in printed


def test_serve_refuses_what_is_no_certificate_with_its_key(tmp_path: Path) -> None:
    assert casekeeper("certificate", "cage.lan", "--out", tmp_path).exit_code == 0
    book, certificate, key = tmp_path / "book.db", tmp_path / "server.pem", tmp_path / "server.key"
    for options in (
        ("--tls-certificate", certificate),
        ("--tls-key", key),
        ("--tls-certificate", certificate, "--tls-key", tmp_path / "authority.key"),
        ("--tls-certificate", tmp_path / "none", "--tls-key", key),
        ("--tls-authority", tmp_path / "authority.pem"),
        ("--tls-certificate", certificate, "--tls-key", key, "--tls-authority", certificate),
    ):
        assert_one_sentence(casekeeper("serve", "--book", book, *options), "bad_certificate")
        assert not book.exists()
    assert_one_sentence(casekeeper("certificate", "no name", "--out", tmp_path), "bad_certificate")


def test_serve_stops_where_the_staffs_key_is_gone_or_is_none(tmp_path: Path) -> None:
    """A new key would make every PIN a wrong one, without a word."""
    book, key = tmp_path / "book.db", tmp_path / "book.db.key"
    assert casekeeper("staff", "add", "M. Earp", "--book", book, typed="1871").exit_code == 0
    key.rename(tmp_path / "elsewhere.key")
    ran = casekeeper("serve", "--book", book)
    assert_one_sentence(ran, "no_such_key")
    assert "casekeeper staff pin NAME" in ran.stderr
    assert_one_sentence(casekeeper("staff", "add", "Doc", "--book", book, typed="1882"), "no_such_key")
    assert not key.exists()
    key.write_text("no key")
    assert_one_sentence(casekeeper("serve", "--book", book), "not_a_key")
    key.unlink()
    assert casekeeper("staff", "pin", "m. earp", "--book", book, typed="2222").exit_code == 0
    assert key.exists()
    elsewhere = ("--key-file", tmp_path / "elsewhere.key")
    assert casekeeper("staff", "add", "Doc", "--book", book, *elsewhere, typed="1882").exit_code == 0


def test_the_staff_is_kept_at_the_terminal_and_verified(tmp_path: Path) -> None:
    book = tmp_path / "book.db"

    def staff(verb: str, *arguments: str, typed: str = "") -> Result:
        return casekeeper("staff", verb, *arguments, "--book", book, typed=typed)

    assert_one_sentence(staff("list"), "no_such_book")
    assert staff("add", "M. Earp", typed="1871\n").stdout == "M. Earp is on the staff.\n"
    assert_one_sentence(staff("add", "m. earp", typed="1871\n"), "already_done")
    assert_one_sentence(staff("add", "Doc", typed="no digits\n"), "bad_input")
    assert_one_sentence(staff("add", "Doc"), "bad_input")
    assert_one_sentence(staff("dismiss", "M. Earp"), "not_allowed_here")
    assert staff("add", "Doc Holliday", typed="1882\n").exit_code == 0
    assert staff("list").stdout == "M. Earp\nDoc Holliday\n"
    assert_one_sentence(staff("add", "Wyatt", "--role", "dealer", typed="1882\n"), "not_allowed_here")
    assert staff("list").stdout == "M. Earp\nDoc Holliday\n"
    assert staff("unlock", "doc holliday").stdout == "Doc Holliday can sign in.\n"
    assert staff("dismiss", "doc holliday").stdout == "Doc Holliday is removed from the staff.\n"
    for verb in ("dismiss", "unlock", "pin"):
        assert_one_sentence(staff(verb, "Doc Holliday", typed="1882\n"), "unknown_staff")
    for nights in ((), ("staff",)):
        ran = casekeeper("verify", "--book", book, *nights)
        assert ran.exit_code == 0
        assert ran.stdout.startswith("staff: sound. 4 events, 6 commands (2 refused) in ")


def test_roles_are_given_and_taken_with_the_pin_at_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "book.db"

    def staff(verb: str, *arguments: str, typed: str = "") -> Result:
        return casekeeper("staff", verb, *arguments, "--book", path, typed=typed)

    def given() -> dict[str, tuple[str, ...]]:
        with Book.open(path) as book:
            return dict(NightService(book).house().staff)

    assert staff("add", "M. Earp", "--role", "owner", typed="1871\n").exit_code == 0
    assert staff("add", "Doc", "--role", "dealer", "--role", "floor", typed="1882\n").exit_code == 0
    assert given() == {"M. Earp": ("owner",), "Doc": ("floor", "dealer")}
    assert_one_sentence(staff("dismiss", "M. Earp"), "not_allowed_here")
    assert staff("dismiss", "Doc").exit_code == 0
    assert given() == {"M. Earp": ("owner",)}
    assert staff("list").stdout == "M. Earp\n"


def test_sessions_are_listed_and_ended_and_guesses_told_at_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "book.db"

    def staff(verb: str, *arguments: str) -> Result:
        return casekeeper("staff", verb, *arguments, "--book", path)

    with Book.open(path) as book:
        keeper = StaffKeeper(book)
        keeper.engage("M. Earp", "hash", Sender(who="M. Earp", device="tablet-1"), session_hash="a" * 64)
        keeper.sign_in("M. Earp", "hash", Sender(who="x", device="tablet-2"), session_hash="b" * 64)
        keeper.name_device("tablet-2", "Bar", Sender(who="M. Earp", device="tablet-1"))
        for _ in range(5):
            keeper.sign_in("M. Earp", None, Sender(who="x", device="tablet-9"), address="10.0.0.9")
    listed = staff("sessions").stdout.splitlines()
    assert [entry.partition("  since ")[0] for entry in listed] == [
        "aaaaaaaa  M. Earp  tablet-1",
        "bbbbbbbb  M. Earp  Bar",
    ]
    text = staff("list").stdout
    assert text.startswith("M. Earp (locked after wrong PINs)\nPINs are being guessed: 5 wrong PINs for M. Earp since ")
    assert "from 10.0.0.9" in text
    assert_one_sentence(staff("end-session", "c"), "unknown_session")
    assert_one_sentence(staff("end-session", ""), "unknown_session")
    assert staff("end-session", "bbbbbbbb").stdout == "The session of M. Earp has ended.\n"
    assert staff("sessions").stdout.startswith("aaaaaaaa")
    assert staff("end-session").exit_code == 2
    assert staff("end-session", "--all").stdout == "All sessions have ended.\n"
    assert staff("sessions").stdout == "Nobody is signed in.\n"
    assert_one_sentence(staff("end-session", "--all"), "unknown_session")
    assert casekeeper("verify", "--book", path).exit_code == 0


def page_of(url: str, served: subprocess.Popen[str] | ForkedProgram, trusted: ssl.SSLContext | None = None) -> str:
    """A page, asked for until the server listens or is gone."""
    while served.poll() is None:
        try:
            with urllib.request.urlopen(url, context=trusted) as answer:
                return str(answer.read().decode())
        except urllib.error.URLError:
            time.sleep(0.1)
    raise AssertionError("the server is gone")


def test_a_wheel_carries_all_that_the_program_needs(tmp_path: Path) -> None:
    """It is installed into an environment of its own, which sees the libraries of this one, but not the checkout."""
    environment = tmp_path / "installed"
    venv.create(environment)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))
    # The .pth file of an editable install is not read from a folder that is named in another.
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    build = ["wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run([*pip, *build], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    install = ["--python", str(environment), "install", "--no-index", "--no-deps", "--ignore-installed", str(wheel)]
    subprocess.run([*pip, *install], check=True)
    program = environment / "bin" / "casekeeper"

    def run(*arguments: object) -> str:
        command = [str(program), *map(str, arguments)]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    head = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    commit = f" (commit {head.stdout.strip()}" if head.returncode == 0 else ""
    assert run("--version").startswith(f"casekeeper, version {version('casekeeper')}{commit}")
    assert casekeeper("--version").stdout.startswith(f"casekeeper, version {version('casekeeper')}{commit}")
    with Book.open(tmp_path / "small.db") as book:
        night = small_night(book)
    sheets = run("report", night, "--book", "small.db", "--language", "de").splitlines()
    assert {(tmp_path / sheet).read_bytes()[:5] for sheet in sheets} == {b"%PDF-"}
    assert re.search(r"^Night \S+: \d+ events", run("demo", "--game", "fan_tan", "--deals", 1), re.MULTILINE)
    with casekeeper_serve(tmp_path / "night.db", program=[program]) as (served, port):
        assert "The first dealer" in page_of(f"http://127.0.0.1:{port}/", served)
    sources = {path.relative_to(ROOT) for room in FLOORS for path in (ROOT / room).rglob("*") if path.is_file()}
    assert [str(path) for path in sources if path.suffix != ".pyc" and not (packages / path).exists()] == []


@pytest.fixture
def without_a_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library for printing is missing, here and in processes that are started."""
    monkeypatch.setitem(render.LIBRARIES, *NO_LIBRARY)
    monkeypatch.setattr(render, "_weasyprint", render._weasyprint.__wrapped__)
    missing = f"from reports.pdf.render import LIBRARIES; LIBRARIES.update([{NO_LIBRARY}])"
    (tmp_path / "sitecustomize.py").write_text(missing)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))


@pytest.mark.usefixtures("without_a_library")
def test_without_a_library_printing_says_what_to_install_and_serve_warns(tmp_path: Path) -> None:
    book = tmp_path / "night.db"
    with Book.open(book) as opened:
        night = small_night(opened)
    for command in (("blanks",), ("report", night, "--book", book)):
        ran = casekeeper(*command, "--out", tmp_path / "out")
        assert_one_sentence(ran, "press_failed")
        assert NO_LIBRARY[1] in ran.stderr
    with casekeeper_serve(book, stderr=subprocess.PIPE) as (served, port):
        page_of(f"http://127.0.0.1:{port}/healthz", served)
        served.terminate()
        _, warning = served.communicate()
    assert (warning.count("\n"), NO_LIBRARY[1] in warning) == (1, True)
    assert warning.endswith("[press_failed]\n")


HEAVY = ("cryptography", "fontTools", "PIL", "pypdf", "segno", "weasyprint")
"""What papers, square codes and certificates are made with."""
ROOMS = ("book", "nights", "papers", "server", "verify")
SAY_THE_GAMES = ("demo", "show")
"""Commands of the module whose help lists the games, as their register has them."""


def loaded_by(program: str) -> set[str]:
    """The packages that a program of its own has loaded when it ends."""
    text = f"import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); {program}"
    ran = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, cwd=ROOT, check=True)
    return set(ran.stderr.split())


def test_the_help_loads_no_command() -> None:
    loaded = loaded_by("sys.argv[1:] = ['--help']; from web.command_line.main import main; main()")
    assert "web.command_line.commands" in loaded
    assert not loaded & {f"web.command_line.{room}" for room in ROOMS}
    assert not {entry.partition(".")[0] for entry in loaded} & {"dealer", "events", "flask", "reports", "sqlalchemy"}


@pytest.mark.parametrize("name", ["serve", *SAY_THE_GAMES])
def test_the_help_of_a_command_loads_no_database(name: str) -> None:
    loaded = loaded_by(f"sys.argv[1:] = ['{name}', '--help']; from web.command_line.main import main; main()")
    assert loaded & {f"web.command_line.{room}" for room in ROOMS}
    assert not loaded & {"sqlalchemy", "flask", "dealer.night_service", "reports.game_papers"}
    assert ("dealer.games" in loaded) == (name in SAY_THE_GAMES)


def test_a_server_and_a_book_load_only_what_they_need(tmp_path: Path) -> None:
    """The server nothing that its first page does not need, a book in a file nothing of PostgreSQL."""
    loaded = loaded_by("import web.command_line.server, web.serving.worker")
    assert "web.application" in loaded
    assert not loaded & {*HEAVY}
    where = str(tmp_path / "night.db")
    loaded = loaded_by(f"from events.book.book import Book\nwith Book.open({where!r}) as book: book.nights()")
    assert "sqlalchemy.dialects.sqlite" in loaded
    assert "sqlalchemy.dialects.postgresql" not in loaded


def test_the_help_says_of_every_command_what_it_does() -> None:
    printed = casekeeper("--help").stdout
    for name, line in SUMMARIES.items():
        assert f"  {name} ".ljust(15) + line + "\n" in printed
        assert commands.get_command(click.Context(commands), name) is not None
        assert casekeeper(name, "--help").exit_code == 0


WIPE = "\x1b[2K\rAll is well.\x9b1A"
ESCAPED = r"\x1b[2K\rAll is well.\x9b1A"


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A night whose player, dealer, sender, claim and refusals hold what moves a terminal's cursor; the staff too."""
    path = tmp_path_factory.mktemp("book") / "forged.db"
    with Book.open(path) as book:
        Disputed(book).play_bet()
        StaffKeeper(book).engage("W. Earp", "hash", DEALER)
    forger = Forger(path)
    in_json = json.dumps(WIPE)[1:-1]
    for name in ("Ada Lamb", "It was coppered", "M. Earp", "W. Earp"):
        forger("UPDATE facts SET body = replace(body, ?, ?)", name, in_json)
    forger("UPDATE facts SET who = ?", WIPE)
    forger("UPDATE commands SET who = ?, why = ?, refused = 'odd_card' WHERE refused IS NOT NULL", WIPE, WIPE)
    make_hashes_good(forger)
    forger.raw.commit()
    forger.raw.close()
    return path


@pytest.mark.parametrize(
    "arguments",
    [("show", NIGHT), ("show", NIGHT, "--at", 2), ("dossier", NIGHT, BET), ("square", NIGHT), ("staff", "list")],
    ids=lambda arguments: " ".join(map(str, arguments)),
)
def test_a_forged_text_is_escaped(forged: Path, arguments: tuple[object, ...]) -> None:
    ran = casekeeper(*arguments, "--book", forged)
    assert ran.exit_code == 0
    assert ESCAPED[:8] in ran.stdout
    assert "".join(ran.stdout.split("\n")).isprintable()


@pytest.mark.parametrize("word", ["show", "square"])
def test_in_json_it_is_escaped_and_is_what_the_book_holds(forged: Path, word: str) -> None:
    ran = casekeeper(word, NIGHT, "--json", "--book", forged)
    assert "".join(ran.stdout.split("\n")).isprintable()
    found = json.loads(ran.stdout)
    held = found["players"][0]["name"] if word == "show" else found["odd_cards"]["refused"][0]["who"]
    assert held == WIPE


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a sound night, in which a bet was settled."""
    where = tmp_path_factory.mktemp("book") / "night.db"
    with Book.open(where) as book:
        Disputed(book).play_bet().rule()
    return where


def falls_over(*_: Any, **__: Any) -> Any:
    raise KeyError("red")


@pytest.mark.parametrize("arguments", [("show", NIGHT), ("report", NIGHT), ("dossier", NIGHT, BET)])
def test_a_fault_of_the_program_is_one_sentence(
    path: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES["faro"].__dict__, "evolve", falls_over)
    assert_fault(*arguments, "--book", path)


@pytest.mark.parametrize(
    ("part", "arguments"),
    [
        ("ledger.journal._entry", ("export", "--format", "hledger", "--book", "{book}")),
        ("reports.games.all_blanks", ("blanks", "--out", "{out}")),
    ],
)
def test_so_is_one_of_an_export_and_one_beside_all_books(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr(part, falls_over)
    assert_fault(*(argument.format(book=path, out=tmp_path) for argument in arguments))


REFUSED = [
    *((f"{verb} 1882-01-01-1", "no_such_night") for verb in ("balances", "verify", "report", "show", "square")),
    *((f"{verb} staff", "no_such_night") for verb in ("show", "square", "export --format csv")),
    ("show {night} --at 100000", "bad_input"),
    ("square", "bad_input"),
    ("square {night} --all", "bad_input"),
    ("report --out {out}", "bad_input"),
    ("report {night} --year 2026 --out {out}", "bad_input"),
    ("report --year 2026 --record --out {out}", "bad_input"),
    ("report {night} --settlements --out {out}", "bad_input"),
    ("report {night} --zone Atlantis/Poseidonis --out {out}", "bad_input"),
    ("report {night} --currency XXX --out {out}", "bad_input"),
    ("report --year 2026 --currency XXX --out {out}", "bad_input"),
    ("report --year 1999 --out {out}", "no_such_night"),
    *((f"verify --sheet {seal}", "not_a_seal") for seal in ("nothing", "http://[", "-")),
    ("dossier {night} none", "unknown_bet"),
    ("dossier {night} hand-9", "no_such_hand"),
    (f"dossier {{night}} hand-{'9' * 5000}", "unknown_bet"),
    ("dossier 2026-01-01-1 q", "no_such_night"),
    ("dossier {night} q --out {out}/nowhere/bet.pdf", "unwritable"),
]
"""What is asked of a book with one night, and the code of its refusal."""


@pytest.mark.parametrize(("asked", "code"), REFUSED, ids=[query[:60] for query, _ in REFUSED])
def test_a_refusal_is_one_sentence_with_its_code(path: Path, tmp_path: Path, asked: str, code: str) -> None:
    out = tmp_path / "out"
    assert_one_sentence(casekeeper(*asked.format(night=NIGHT, out=out).split(), "--book", path), code)
    assert not out.exists()


@pytest.mark.parametrize("asked", ["verify", f"show {NIGHT}", "square --all", "export --format csv"])
def test_a_book_that_is_missing_is_not_made(tmp_path: Path, asked: str) -> None:
    for book in (tmp_path / "none.db", tmp_path / "no" / "folder.db"):
        assert_one_sentence(casekeeper(*asked.split(), "--book", book), "no_such_book")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [("serve", "--book"), ("backup", "{book}")], ids=lambda arguments: arguments[0])
def test_a_file_that_the_system_refuses_is_one_sentence(path: Path, arguments: tuple[str, ...]) -> None:
    """As one in a folder that is closed off, or one whose name no file can have."""
    ran = casekeeper(*(argument.format(book=path) for argument in arguments), "n" * 300)
    assert_one_sentence(ran, "out_of_reach")
    assert ran.stderr.endswith("nn cannot be reached: File name too long. [out_of_reach]\n")


def assert_fault(*arguments: object) -> None:
    ran = casekeeper(*arguments)
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr.count("\n") == 1
    assert ran.stderr.startswith("casekeeper: The program failed: KeyError: ")
    assert ran.stderr.endswith(" [internal]\n")


@pytest.mark.parametrize("arguments", [("show", NIGHT), ("report", NIGHT), ("dossier", NIGHT, BET)])
def test_forged_events_are_no_fault_of_the_program(path: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with forging(path, tmp_path) as forger:
        forger("""UPDATE facts SET body = replace(body, '"bet":"q"', '"bet":"never"') WHERE kind = 'BetBarred'""")
        make_hashes_good(forger)
        forger.raw.commit()
    ran = casekeeper(*arguments, "--book", tmp_path / "forged.db")
    assert_one_sentence(ran, "book_damaged")
    assert f"Night {NIGHT} is damaged: ledger: event " in ran.stderr


def test_an_index_that_was_bent_is_no_fault_of_the_program(path: Path, tmp_path: Path) -> None:
    """The night is sound by its tables; by the index a bet is laid before its checks are bought."""
    bent = Path(copy(path, tmp_path))
    exchange(bent, NIGHT, 3, 10)
    ran = casekeeper("balances", "--book", bent)
    assert_one_sentence(ran, "book_damaged")
    assert f"Event 3 of night {NIGHT} is " in ran.stderr


def test_a_fault_beside_a_trigger_too_many_is_told(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read is as it stands in the tables."""
    with forging(path, tmp_path) as forger:
        forger("CREATE TRIGGER more AFTER INSERT ON facts BEGIN SELECT 1; END")
        forger.raw.commit()
    monkeypatch.setitem(GAMES["faro"].__dict__, "evolve", falls_over)
    assert_fault("show", NIGHT, "--book", tmp_path / "forged.db")


READINGS = [("balances",), ("show", NIGHT), ("report", NIGHT), ("export", "--format", "csv")]


@pytest.mark.parametrize("arguments", READINGS, ids=lambda arguments: str(arguments[0]))
def test_an_event_that_an_index_passes_over_is_missed(path: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Without the checks that were bought every sum would be another."""
    bent = Path(copy(path, tmp_path))
    hide(bent, NIGHT, 3)
    ran = casekeeper(*arguments, "--book", bent)
    assert (ran.exit_code, ran.stderr.splitlines()[-1]) == (
        1,
        f"casekeeper: Event 3 of night {NIGHT} is missing. [book_damaged]",
    )
