"""The command line as a person runs it: what it says, where it says it, and how it ends.

Most tests call it in their own process, which spares its start; those named "by itself" run the program.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import ssl
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from click.testing import Result

from dealer.demonstrations import demos
from dealer.staff.keeper import StaffKeeper
from dealer.streams.runtime import Sender
from events.book.book import Book
from events.facts.night import NightOpened
from reports.pdf.square_codes import code_in_terminal
from tests.support.casekeeper_serve import casekeeper_serve, forked_casekeeper_serve
from tests.support.forked_program import ForkedProgram
from tests.support.invariants import assert_agrees
from tests.web.command_line.called import NIGHTS, ROOT, assert_one_sentence, casekeeper
from web.app.hosts import Entrance

SCRIPTS = sorted(NIGHTS.glob("*.jsonl"))


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


def test_play_stops_at_a_refused_command_with_its_line_command_and_reason() -> None:
    ran = casekeeper("play", "--json", NIGHTS / "faro-one-deal.jsonl")
    assert_one_sentence(ran, "dead_card")
    assert "line 77: place_bet: " in ran.stderr


def test_play_keeps_a_night_that_verify_finds_sound(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    assert casekeeper("play", "--keep-going", "--book", book, NIGHTS / "faro-moves.jsonl").exit_code == 0
    ran = casekeeper("verify", "--book", book)
    assert ran.exit_code == 0
    assert "2026-11-21-1: sound." in ran.stdout
    assert "(45 refused)" in ran.stdout


def test_play_prints_the_hands_of_a_fan_tan_night_with_its_wrong_passes() -> None:
    ran = casekeeper("play", "--keep-going", NIGHTS / "fan-tan-antes.jsonl")
    assert ran.exit_code == 0
    assert "hand 4: seat2 goes out and takes 11 chips\n" in ran.stdout
    assert "  turn 5: seat2 passed and could have laid 5s 7d 7c; the penalty of 23 chips taken\n" in ran.stdout
    assert "  turn 28: seat1 passed and could have laid 4c; the penalty of 3 chips waived\n" in ran.stdout
    assert "refused: line 18: lay: " in ran.stdout


def test_a_night_of_both_games_is_played_printed_and_found_sound(tmp_path: Path) -> None:
    script, book = tmp_path / "both.jsonl", tmp_path / "book.db"
    opening = {"do": "open_night", "table": "Back Room", "date": "2026-11-21", "game": ["faro", "fan_tan"]}
    seats = ("red", "blue", "white")
    commands = [
        {**opening, "house": {"fan_tan": {"preset": "encyclopedia", "wrong_pass": 3}}, "roll": 50_000, "dealer": "D"},
        *({"do": "seat_player", "player": seat, "name": seat.title()} for seat in seats),
        *({"do": "buy_checks", "player": seat, "amount": 5_000} for seat in seats),
        {"do": "start_deal"},
        {"do": "expose_soda", "card": "5"},
        {"do": "place_bet", "bet": "a", "player": "red", "kind": "single", "ranks": ["Q"], "stake": 500},
        {"do": "turn", "loser": "2", "winner": "Q"},
        {"do": "start_hand", "dealer": "white"},
        {"do": "void_deal", "reason": "the others want to play Fan-Tan"},
        {"do": "start_hand", "dealer": "white"},
        {"do": "pass", "player": "red"},
        {"do": "pass", "player": "blue"},
        {"do": "pass", "player": "white"},
        {"do": "end_hand"},
        {"do": "settle_hand"},
        {"do": "close_night"},
    ]
    script.write_text("\n".join(map(json.dumps, commands)))
    ran = casekeeper("play", "--json", "--keep-going", "--book", book, script)
    result = json.loads(ran.stdout)
    assert result["game"] == ["faro", "fan_tan"]
    assert [one["code"] for one in result["refused"]] == ["wrong_phase"]
    assert [(bet["bet"], bet["result"]) for bet in result["bets"]] == [("a", "won"), ("a", "returned")]
    assert result["hands"] == [{"hand": 1, "winner": None, "pot": 0, "wrong_passes": []}]
    assert {player: line["net"] for player, line in result["players"].items()} == {"red": 500, "blue": 0, "white": 0}
    assert "hand 1: dead, the pot is left for the next one\n" in casekeeper("play", "--keep-going", script).stdout
    assert "2026-11-21-1: sound." in casekeeper("verify", "--book", book).stdout


def test_demo_deals_the_same_nights_from_the_same_seed(tmp_path: Path) -> None:
    """The same to the last hash: players, cards, bets, hours and ids all come from the seed."""
    said = []
    for name in ("one.db", "other.db"):
        book = tmp_path / name
        ran = casekeeper("demo", "--book", book, "--seed", 3, "--deals", 1, "--date", "2026-11-21")
        assert ran.exit_code == 0, ran.stderr
        said.append(
            [line for line in ran.stdout.splitlines() if line.startswith("Night 2026-11-21-") and "head" in line]
        )
    assert said[0] == said[1]
    assert [line.partition(":")[0] for line in said[0]] == [
        f"Night 2026-11-21-{number}" for number in range(1, len(demos()) + 1)
    ]
    first = casekeeper("demo", "--book", tmp_path / "one.db", "--if-empty")
    assert "already" in first.stdout


def test_demo_deals_the_games_that_are_named(tmp_path: Path) -> None:
    ran = casekeeper("demo", "--book", tmp_path / "book.db", "--game", "fan_tan", "--deals", 2, "--date", "2026-11-21")
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert re.search(r"^hand 2: \w+ goes out and takes \d+ chips$", ran.stdout, re.MULTILINE)
    assert "Night 2026-11-21-2" not in ran.stdout


def test_demo_deals_a_night_of_a_house_that_is_named(tmp_path: Path) -> None:
    """By its own name alone, and last where all are dealt."""
    book = tmp_path / "book.db"
    ran = casekeeper("demo", "--book", book, "--game", "stuss", "--deals", 1, "--date", "2026-11-21")
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert "2026-11-21-1: sound." in casekeeper("verify", "--book", book).stdout
    with Book.open(str(book)) as dealt:
        opened = dealt.facts("2026-11-21-1")[0].fact
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


def test_a_book_that_is_missing_is_not_made_to_be_verified(tmp_path: Path) -> None:
    assert_one_sentence(casekeeper("verify", "--book", tmp_path / "none.db"), "no_such_book")
    assert_one_sentence(casekeeper("verify", "--book", tmp_path / "no" / "folder.db"), "no_such_book")
    assert list(tmp_path.iterdir()) == []


def test_a_script_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    binary = tmp_path / "binary.jsonl"
    binary.write_bytes(b"\xff\xfe\x00\x80")
    for script in (tmp_path / "none.jsonl", tmp_path, binary):
        ran = casekeeper("play", script)
        assert (ran.exit_code, ran.stdout) == (1, "")
        assert ran.stderr.count("\n") == 1
        assert "Traceback" not in ran.stderr


def test_a_night_that_is_not_there(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    assert casekeeper("demo", "--book", book, "--game", "faro", "--deals", 1).exit_code == 0
    assert_one_sentence(casekeeper("verify", "1882-01-01-1", "--book", book), "no_such_night")
    assert_one_sentence(casekeeper("report", "1882-01-01-1", "--book", book), "no_such_night")


def test_serve_answers_and_stops_when_it_is_told_to(tmp_path: Path) -> None:
    """At the first start it says that nobody is engaged yet, and with which code one is from afar."""
    book = tmp_path / "book.db"
    assert casekeeper("demo", "--book", book, "--game", "faro", "--deals", 1, "--date", "2026-11-21").exit_code == 0
    with casekeeper_serve(book) as (served, port):
        assert served.stdout
        assert str(port) in served.stdout.readline()
        said = served.stdout.readline()
        assert "Nobody is engaged yet" in said
        assert re.search(r"code: [A-Z0-9]{4}-[A-Z0-9]{4}$", said.rstrip())
        assert "The first of the staff" in page_of(f"http://127.0.0.1:{port}/", served)
    assert served.returncode == 0
    assert stat.S_IMODE((tmp_path / "book.db.key").stat().st_mode) == 0o600


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_serve_prints_what_a_tablet_can_open_as_a_code_or_offers_to_listen_for_it(tmp_path: Path, host: str) -> None:
    with forked_casekeeper_serve(tmp_path / "night.db", "--host", host) as (served, port):
        assert "The first of the staff" in page_of(f"http://127.0.0.1:{port}/", served)
        served.terminate()
        printed, _ = served.communicate()
    entrance = Entrance(scheme="http", host=host, port=port)
    assert entrance.address in printed.partition("\n")[0]
    for address in entrance.network_addresses():
        assert address in printed
    assert (code_in_terminal(entrance.address) in printed) == (host == "0.0.0.0")
    assert ("0.0.0.0" in printed) == (host == "127.0.0.1")


def test_a_session_outlives_a_restart_of_the_server(tmp_path: Path) -> None:
    book = tmp_path / "book.db"
    assert casekeeper("demo", "--book", book, "--game", "faro", "--deals", 1, "--date", "2026-11-21").exit_code == 0
    assert casekeeper("staff", "add", "M. Earp", "--book", book, typed="1871\n").exit_code == 0
    cookies = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with forked_casekeeper_serve(book) as (served, port):
        page_of(f"http://127.0.0.1:{port}/", served)
        with cookies.open(f"http://127.0.0.1:{port}/api/token") as answer:
            token = json.load(answer)["token"]
        asked = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/sign-in",
            json.dumps({"name": "M. Earp", "pin": "1871"}).encode(),
            {"X-CSRFToken": token, "Content-Type": "application/json"},
        )
        assert cookies.open(asked).status == 200
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
        assert "The first of the staff" in page_of(f"https://127.0.0.1:{port}/", served, trusted)
        with urllib.request.urlopen(f"https://127.0.0.1:{port}/api/token", context=trusted) as answer:
            assert "Secure" in answer.headers["Set-Cookie"]


def test_serve_refuses_what_is_no_certificate_with_its_key(tmp_path: Path) -> None:
    assert casekeeper("certificate", "cage.lan", "--out", tmp_path).exit_code == 0
    book, certificate, key = tmp_path / "book.db", tmp_path / "server.pem", tmp_path / "server.key"
    for options in (
        ("--tls-certificate", certificate),
        ("--tls-key", key),
        ("--tls-certificate", certificate, "--tls-key", tmp_path / "authority.key"),
        ("--tls-certificate", tmp_path / "none", "--tls-key", key),
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
    assert staff("add", "M. Earp", typed="1871\n").stdout == "M. Earp is one of the staff.\n"
    assert_one_sentence(staff("add", "m. earp", typed="1871\n"), "already_done")
    assert_one_sentence(staff("add", "Doc", typed="no digits\n"), "bad_input")
    assert_one_sentence(staff("add", "Doc"), "bad_input")
    assert_one_sentence(staff("dismiss", "M. Earp"), "not_allowed_here")
    assert staff("add", "Doc Holliday", typed="1882\n").exit_code == 0
    assert staff("list").stdout == "M. Earp\nDoc Holliday\n"
    assert staff("unlock", "doc holliday").stdout == "Doc Holliday can sign in.\n"
    assert staff("dismiss", "doc holliday").stdout == "Doc Holliday is dismissed.\n"
    for verb in ("dismiss", "unlock", "pin"):
        assert_one_sentence(staff(verb, "Doc Holliday", typed="1882\n"), "unknown_staff")
    for nights in ((), ("staff",)):
        ran = casekeeper("verify", "--book", book, *nights)
        assert ran.exit_code == 0
        assert ran.stdout.startswith("staff: sound. 4 facts, 6 commands (2 refused) in ")


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
    assert [one.partition("  since ")[0] for one in listed] == ["aaaaaaaa  M. Earp  tablet-1", "bbbbbbbb  M. Earp  Bar"]
    told = staff("list").stdout
    assert told.startswith("M. Earp (held up by wrong PINs)\nPINs are being guessed: 5 wrong PINs for M. Earp since ")
    assert "from 10.0.0.9" in told
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
