"""An evening at several tables while servers are killed, and the faults in its answers, its book and its streams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count, repeat
from pathlib import Path
from random import Random
from sqlite3 import OperationalError
from time import monotonic, sleep
from typing import Any

import psycopg

from dealer.night_service import NightService
from events.book.book import Book
from tests.attacks.servers import SENDER
from tests.crashes.clients import REST_S, Answer, Client, Document, Line, Reader
from tests.crashes.planted import plant
from tests.crashes.servers import POLL_S, Database, Service
from tests.crashes.stored import Stored
from tests.support.casekeeper_serve import PATIENCE_S
from tests.support.forked_casekeeper import run
from tests.support.forked_program import ForkedProgram
from tests.support.house import CHEAP, OPENING, PIN
from web.app.authentication import Authentication
from web.app.secret_key import make_key

CARDS = ("ada", "ben")
"""Players who sit at every table under their cards, the credit of both over all tables."""

EARLY = 0.2
"""How often a kill does not wait until all servers answer again."""

DATABASE = 0.3
"""How often it is the database's turn."""

OF_DATABASE, OF_SERVER = ("everything", "database", "backend", "session"), ("worker", "parent", "both")
"""Who can be killed."""

LONGER = 0.1
"""How often the next kill comes late."""

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")


@dataclass
class Outcome:
    """What came of one or more evenings; ``faults`` begin with their kind."""

    kills: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    counted: int = 0
    """How many answers were held against the book at the end."""
    compared: int = 0
    events: int = 0
    heard: int = 0
    waits_s: list[float] = field(default_factory=list)
    """From each kill to the first answer to a command sent after it."""
    client_waits_s: list[float] = field(default_factory=list)
    """From the first try to the answer, of each command that a kill fell into."""
    calm_s: list[float] = field(default_factory=list)
    """From the first try to the answer, of each other command: what the machine allows."""
    stale_s: list[float] = field(default_factory=list)
    """How long each reader was behind at worst, while a server was there for it."""
    orphans_s: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Outcome) -> None:
        """Take in another evening."""
        self.kills += other.kills
        for name in ("answers", "counted", "compared", "events", "heard"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("waits_s", "client_waits_s", "calm_s", "stale_s", "orphans_s", "faults"):
            getattr(self, name).extend(getattr(other, name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """An evening: its tables, servers and kills. Programs sit at every second table, as far as there are any.

    The next kill comes within ``pause_s``, but a tenth of them only within six times as long. A reader that is behind
    for more than ``stale_s`` is a fault.
    """

    book: str
    folder: Path
    kills: int
    seed: int
    tables: int = 10
    programs: int = 4
    servers: tuple[tuple[str, ...], ...] = ((),)
    """The options of each."""
    database: Database | None = None
    pause_s: float = 1.0
    stale_s: float = 2.0
    whom: tuple[str, ...] = ()
    """Whom each kill hits; by chance if empty."""
    bug: str = ""
    """A bug to plant in each server, of those in :mod:`tests.crashes.planted`."""

    @property
    def key_file(self) -> Path:
        """Where the key of the house is."""
        return self.folder / "house.key"


class Evening:
    """A house with its clients, readers and servers."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._random = Random(plan.seed)
        self.nights, self._tokens = self.open_house()
        self.prepared = frozenset(Stored(plan.book).commands)
        self.services = [
            Service(
                plan.book, plan.key_file, plan.folder / f"server-{number}.log", *options, prepare=self.prepare_server()
            )
            for number, options in enumerate(plan.servers)
        ]
        self.clients: list[Client] = []
        self._readers: list[Reader] = []
        self.faults: list[str] = []
        self.kills: list[tuple[float, str]] = []
        self._counted = 0

    def run(self) -> Outcome:
        """Play, kill, and look at what is there."""
        for service in self.services:
            service.start()
        try:
            for service in self.services:
                wait(lambda service=service: service.is_up, "no server came up")
            self._sit_down()
            for thread in (*self.clients, *self._readers):
                thread.start()
            wait(lambda: all(len(client.answers) > 1 for client in self.clients), "nobody is answered")
            for number in range(self.plan.kills):
                self.disturb(number)
                if self.faults:
                    break
            else:
                self._end()
        except AssertionError as error:
            self.faults.append(f"unanswered: {error}")
        finally:
            threads: list[Client | Reader | Service] = [*self.clients, *self._readers, *self.services]
            for thread in threads:
                thread.stop()
            for service in self.services:
                service.join(PATIENCE_S)
        self._verify()
        return self._outcome()

    def open_house(self) -> tuple[list[str], list[str]]:
        """Open a night at each table; returns the nights, and the tokens of the programs."""
        return open_house(self.plan)

    def prepare_server(self) -> Sequence[Any]:
        """A function to be called in each server's process before it serves, and its arguments."""
        return plant, self.plan.bug

    def answered(self, answer: Answer) -> None:
        """Called with each answer to a new command, at once, from the client's thread."""

    def _sit_down(self) -> None:
        """Sign everybody in."""
        plan = self.plan
        for number, night in enumerate(self.nights):
            program = number % 2 and number // 2 < plan.programs
            line = Line(self.services, number)
            line.sign_in(f"Dealer {number}")
            random = Random(f"{plan.seed} dealer {number}")
            script = zip(repeat(night), _dealing(random, alone=not program), strict=False)
            self.clients.append(self._client(f"dealer {number}", line, random, script, is_alone=not program))
            self._readers.append(Reader(self.services, night, number, dict(line.headers)))
            if program:
                line = Line(self.services, number + 1)
                line.headers["Authorization"] = f"Bearer {self._tokens[number // 2]}"
                random = Random(f"{plan.seed} program {number}")
                self.clients.append(self._client(f"program {number}", line, random, _counter(random, night, number)))

    def _client(
        self, name: str, line: Line, random: Random, script: Iterator[tuple[str, Document]], *, is_alone: bool = False
    ) -> Client:
        other = Line(self.services, line.server + 1)
        other.headers = line.headers
        # A program has ten requests a second.
        rest_s = REST_S if line.headers.get("Cookie") else 0.3
        return Client(name, line, other, random, script, is_alone, rest_s, answered=self.answered)

    def disturb(self, number: int) -> None:
        """Kill somebody at a random moment, wait as a rule until all servers answer again, and look at the book."""
        random, plan = self._random, self.plan
        sleep(random.random() * plan.pause_s * (6 if random.random() < LONGER else 1))
        whom = ""
        while not whom:
            at = monotonic()
            target = plan.whom[number] if plan.whom else self._choose()
            if plan.database and target in OF_DATABASE:
                whom = plan.database.kill(target, random, self.services)
            else:
                whom = self.services[number % len(plan.servers)].kill(target, random)
            sleep(POLL_S)
        self.kills.append((at, whom))
        if whom in OF_DATABASE:
            self._look()
            if self.faults:
                return
        if random.random() < EARLY and number + 1 < plan.kills:
            return
        wait(lambda: self._first_answer_after(at) is not None, "no command was answered after a kill")
        wait(lambda: all(service.is_up for service in self.services), "a server does not come up again")
        self._look()

    def _choose(self) -> str:
        is_database = self.plan.database and self._random.random() < DATABASE
        return self._random.choice(OF_DATABASE if is_database else OF_SERVER)

    def _first_answer_after(self, at: float) -> float | None:
        after = [answer.answered_at for client in self.clients for answer in client.answers[-3:] if answer.sent_at > at]
        return min(after, default=None)

    def _look(self, *, last: bool = False) -> None:
        """Hold the answers so far against the book."""
        answers = [answer for client in self.clients for answer in tuple(client.answers)]
        try:
            stored = Stored(self.plan.book)
        except (OperationalError, psycopg.Error):
            if last:
                raise
            # The database is just away; the next look sees the same answers.
            return
        self._counted = len(answers)
        sent = {ident: command for client in self.clients for ident, command in client.sent.copy().items()}
        self.faults += stored.faults(answers, sent, self.prepared)

    def _end(self) -> None:
        """Let everybody end, and hold what the servers show against what was answered."""
        for client in self.clients:
            client.stop()
        for client in self.clients:
            client.join(PATIENCE_S)
        newest = {night: events[-1].version for night, events in Stored(self.plan.book).events.items()}
        for reader in self._readers:
            wait(lambda reader=reader: reader.last >= newest[reader.night], f"{reader.name} hears no more")
        for service in self.services:
            wait(lambda service=service: service.is_up, "no server came up")
            self._look_at_totals(service)

    def _look_at_totals(self, service: Service) -> None:
        line = Line([service], 0)
        line.headers["Authorization"] = f"Bearer {self._tokens[0]}"
        done = Counter[tuple[str, str, str]]()
        for answer in (answer for client in self.clients for answer in client.answers if answer.is_done):
            document = answer.command.document
            who = document.get("player") or document.get("card") or ""
            done[answer.command.night, document["do"], who] += document.get("amount", 0)
        for night in self.nights:
            _, result = line.ask("GET", f"/api/nights/{night}")
            for player, shown in result["players"].items():
                pairs = (("buy_checks", shown["bought"] - BOUGHT), ("issue_marker", shown["markers_issued"]))
                for do, cents in pairs:
                    if (wanted := done[night, do, player]) != cents:
                        self.faults.append(
                            f"differs: {night} shows {cents} of {player}, and {do} {done[night, do, player]}"
                        )
        _, house = line.ask("GET", "/api/house")
        for card in CARDS:
            if (wanted := done["", "deposit", card]) != (cents := house["cards"][card]["deposit"]):
                self.faults.append(f"differs: the house shows {cents} for deposit of {card}, not {wanted}")
        line.close()

    def _verify(self) -> None:
        """Look at the book once more, and have ``casekeeper verify`` look."""
        self._look(last=True)
        with ForkedProgram(run, "verify", "--book", self.plan.book) as verify:
            output, errors = verify.communicate()
        if verify.returncode:
            self.faults.append(f"unsound: {output} {errors}")

    def _was_killed_in(self, answer: Answer) -> bool:
        return any(answer.sent_at <= at <= answer.answered_at for at, _ in self.kills)

    def _story(self, reader: Reader, answer: Answer) -> str:
        """What happened around an answer that a reader heard of late, in seconds of the evening."""
        begun, since = self.kills[0][0], answer.sent_at - 5
        heard_at, _ = reader.heard[answer.body["version"]]
        *_, (turned_at, server) = (turn for turn in reader.attached if turn[0] <= heard_at)
        happened = [
            (answer.answered_at, f"{answer.command.id} answered"),
            (heard_at, "heard"),
            *((at, f"killed {whom}") for at, whom in self.kills),
            (turned_at, f"reader turned to server {server}"),
            *(
                (at, f"server {number} {what}")
                for number, service in enumerate(self.services)
                for span in service.up
                for at, what in zip(span, ("up", "down"), strict=True)
                if at is not None
            ),
        ]
        return ", ".join(f"{at - begun:.2f} {what}" for at, what in sorted(happened) if since < at <= heard_at)

    def _outcome(self) -> Outcome:
        stored = Stored(self.plan.book)
        answers = [answer for client in self.clients for answer in client.answers]
        faults = [*self.faults]
        for reader in self._readers:
            hashes = [event.hash for event in stored.events[reader.night]]
            if [reader.heard[version][1] for version in sorted(reader.heard)] != hashes:
                faults.append(f"differs: {reader.name} heard other events than the book has")
            faults += reader.faults
        faults += [fault for client in self.clients for fault in client.faults]
        stale = [longest_stale(reader, self.services, answers) for reader in self._readers]
        for reader, (seconds, answer) in zip(self._readers, stale, strict=True):
            if answer and seconds > self.plan.stale_s:
                faults.append(f"stale: {reader.name} was {seconds:.1f} s behind {self._story(reader, answer)}")
        for log in self.plan.folder.glob("server-*.log"):
            faults += [f"broke: {line}" for line in log.read_text().splitlines() if is_broken(line)]
        return Outcome(
            kills=Counter(whom for _, whom in self.kills),
            answers=len(answers),
            counted=self._counted,
            compared=sum(client.compared for client in self.clients),
            events=sum(map(len, stored.events.values())),
            heard=sum(len(reader.heard) for reader in self._readers),
            waits_s=[
                min((answer.answered_at for answer in answers if answer.sent_at > at), default=at) - at
                for at, _ in self.kills
            ],
            client_waits_s=[answer.waited_s for answer in answers if self._was_killed_in(answer)],
            calm_s=[answer.waited_s for answer in answers if not self._was_killed_in(answer)],
            stale_s=[seconds for seconds, _ in stale],
            orphans_s=[seconds for service in self.services for seconds in service.orphans_s],
            faults=list(dict.fromkeys(faults)),
        )


def longest_stale(
    reader: Reader, services: Sequence[Service], answers: Sequence[Answer]
) -> tuple[float, Answer | None]:
    """How long a reader was behind an answered command at worst, in seconds, and the command's answer.

    The time from when its server was killed until any server answers does not count.
    """
    excused = sorted(
        (at, _up_from(services, at))
        for number, service in enumerate(services)
        for at in service.downs
        if number == _attached(reader, at)
    )
    longest, worst = 0.0, None
    for answer in answers:
        if answer.is_done and answer.command.night == reader.night and answer.body["version"] in reader.heard:
            heard_at, _ = reader.heard[answer.body["version"]]
            since, behind = answer.answered_at, 0.0
            for begun, over in excused:
                if begun < heard_at and over > since:
                    behind = max(behind, begun - since)
                    since = over
            behind = max(behind, heard_at - since)
            if behind > longest:
                longest, worst = behind, answer
    return longest, worst


def _up_from(services: Sequence[Service], at: float) -> float:
    """When a server answered, from a moment on."""
    spans = [span for service in services for span in service.up]
    return min((max(at, begun) for begun, ended in spans if ended is None or ended > at), default=float("inf"))


def is_broken(line: str) -> bool:
    """Whether a line of a server's log tells of an error of the program, or of an end that no kill brought about."""
    died_alone = "was ended by" in line and "SIGKILL" not in line
    return died_alone or any(sign in line for sign in ("[incident", "[worker_broke]", "Traceback"))


def _attached(reader: Reader, at: float) -> int:
    return next((server for turned_at, server in reversed(reader.attached) if turned_at <= at), -1)


BOUGHT = 100_000_000
"""What each player's checks cost before the first command, in cents."""


def open_house(plan: Plan) -> tuple[list[str], list[str]]:
    """Open a night at each table; returns the nights, and the tokens of the programs."""
    key = make_key(plan.key_file)
    with Book.open(plan.book) as book:
        auth, service = Authentication(book, key, hasher=CHEAP), NightService(book)
        for card in CARDS:
            document = {"do": "register_player", "card": card, "name": card, "credit_limit": 1_000_000}
            service.execute_for_house(document, SENDER)
        tokens = [f"the-token-of-program-{number}" for number in range(plan.programs)]
        for number, token in enumerate(tokens):
            hashed = sha256(token.encode()).hexdigest()
            document = {"do": "issue_token", "name": f"program {number}", "role": "owner", "token_hash": hashed}
            service.execute_for_house(document, SENDER)
        nights = []
        for number in range(plan.tables):
            opening = {**OPENING, "table": f"Table {number}", "roll": 10_000_000_000, "dealer": f"Dealer {number}"}
            night = service.execute({"do": "open_night", **opening}, SENDER).night
            for player, seat in (("red", {"card": "ada"}), ("blue", {"card": "ben"}), ("white", {"name": "White"})):
                service.execute({"do": "seat_player", "player": player, **seat}, SENDER, night=night)
                service.execute({"do": "buy_checks", "player": player, "amount": BOUGHT}, SENDER, night=night)
            auth.engage(f"Dealer {number}", PIN, SENDER)
            nights.append(night)
    return nights, tokens


def _dealing(random: Random, *, alone: bool) -> Iterator[Document]:
    """What a dealer does: deals of Faro with bets, some of which are refused or taken back, and credit at the table."""
    bets, fills = count(1), count(1)
    while True:
        pack = [rank + suit for rank in RANKS for suit in "shdc"]
        random.shuffle(pack)
        yield {"do": "start_deal"}
        yield {"do": "expose_soda", "card": pack.pop()}
        while len(pack) > 1:
            for _ in range(random.randrange(3)):
                stake = random.choice((500, 500, 1_000, 10**9))
                player, ranks = random.choice(("red", "blue", "white")), [random.choice(RANKS)]
                yield {
                    "do": "place_bet",
                    "bet": f"b{next(bets)}",
                    "player": player,
                    "kind": "single",
                    "ranks": ranks,
                    "stake": stake,
                }
            if random.random() < 0.2:
                player, amount = random.choice(("red", "blue")), 25 * random.randrange(1, 400) * 4
                yield {"do": "redeem_marker", "player": player, "amount": amount, "with": "checks"}
            if random.random() < 0.1:
                yield {"do": "fill", "amount": 10_000 * next(fills)}
            if alone and random.random() < 0.1:
                yield {"do": "tip", "player": "white", "amount": 100}
                yield {"do": "void"}
            yield {"do": "turn", "loser": pack.pop(), "winner": pack.pop()}
        yield {"do": "expose_hock", "card": pack.pop()}
        yield {"do": "end_deal"}


def _counter(random: Random, night: str, number: int) -> Iterator[tuple[str, Document]]:
    """What a program does at the table and for the house: checks, credit and deposits, each sum once."""
    for turn in count(1):
        do = random.choice(("buy_checks", "issue_marker", "issue_marker", "deposit"))
        player, amount = random.choice(("red", "blue")), 100 * turn
        if do == "deposit":
            yield "", {"do": do, "card": random.choice(CARDS), "amount": amount * 100 + number}
        else:
            yield night, {"do": do, "player": player, "amount": amount}


def wait(true: Any, why: str) -> None:
    """Wait for something to become true; raises :class:`AssertionError` with ``why`` if it never does."""
    begun = monotonic()
    while not true():
        assert monotonic() - begun < PATIENCE_S, why
        sleep(POLL_S)
