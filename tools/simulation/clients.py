"""The line, and who uses it: tablets with an outbox, an office that sends forms, and phones that read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from events.common.house import HOUSE
from tests.oracle.house import HouseInterpreter, is_of_the_house
from tests.oracle.random_house import random_house_script
from tests.oracle.script_player import FOR_EVERYONE
from tools.simulation.house import House, Request
from tools.simulation.outbox import Answer, Outbox, Rules, Table, Touch
from tools.simulation.world import Process, Task, World, Wrong, task_here

PATIENCE_S, PAUSE_S = 5.0, 1.5
MOST_WAITING = 8

Command = dict[str, Any]

_OF_THE_COUNTER = {*FOR_EVERYONE, "void", "amend", "fill", "credit", "drop", "void_slip", "count_drawer"}
RULES = Rules(
    moves_on=lambda command: command["do"] not in _OF_THE_COUNTER and command["do"] != "place_bet",
    is_of_play=lambda command: command["do"] not in _OF_THE_COUNTER,
    survives=lambda command: command["do"] == "place_bet",
)


@dataclass
class Line:
    """A network: how often it loses or doubles a message, and how long it takes."""

    world: World
    lost: float
    doubled: float
    late: float

    def carry(self, is_cut: Callable[[], bool], deliver: Callable[[], object]) -> None:
        """Carry a message one way: once, twice, late or never."""
        if is_cut() or self.world.chance(self.lost):
            self.world.count("messages lost")
            return
        self.world.count("messages")
        if self.world.chance(self.doubled):
            self.world.count("messages doubled")
            self.world.after(self._takes(), deliver)
        self.world.after(self._takes(), deliver)

    def _takes(self) -> float:
        random = self.world.random
        if self.world.chance(self.late):
            self.world.count("messages late")
            return random.uniform(0.5, 30)
        return 0.005 + random.expovariate(40)


class Client(Process):
    """A device at the end of a line."""

    def __init__(self, name: str, house: House, line: Line) -> None:
        super().__init__(name)
        self.house = house
        self.line = line
        self.world = house.world
        self.cut_until = 0.0

    def run(self) -> None:
        """What the device and its user do."""
        raise NotImplementedError

    def ask(self, request: Request) -> Answer | None:
        """Send a request and wait for its answer; ``None`` if there is none in time."""
        task = task_here()
        answers: list[Any] = []

        def answered(answer: Any) -> None:
            if not answers:
                answers.append(answer)
                self.world.resume(task)

        def arrive() -> None:
            server = self.house.server()
            if server:
                server.receive(request, lambda answer: self.line.carry(self.is_cut, lambda: answered(answer)))

        self.world.count("requests")
        self.line.carry(self.is_cut, arrive)
        self.world.after(PATIENCE_S, lambda: answered(None))
        self.world.hub.switch()
        answer: Answer | None = answers[0]
        self.world.trace(self.name, request.night, request.id, request.seen, answer)
        return answer

    def is_cut(self) -> bool:
        return self.world.now < self.cut_until

    def think(self, mean_s: float) -> None:
        self.world.sleep(self.world.random.expovariate(1 / mean_s))


@dataclass
class Script:
    """What people do in a house: its own commands with the openings of nights, and the commands of each night."""

    of_house: list[tuple[str, str, Command]]
    of_nights: dict[str, list[tuple[str, Command]]]
    nights: dict[str, str]
    """The ids of the nights, by their labels; "" for a night whose opening was refused."""


def script_of(seed: int, prefix: str) -> Script:
    """A random script of the oracle, taken apart; the ids of its commands begin with a prefix."""
    oracle = HouseInterpreter()
    script = Script([], {}, {})
    for number, line in enumerate(random_house_script(seed), start=1):
        name = line.get("id", str(number))
        command = {key: value for key, value in line.items() if key not in ("id", "night")}
        if command.get("do") == "amend":
            command = _prefixed(command, prefix)
        ident, label = f"{prefix}-{name}", line.get("night")
        if command.get("do") == "open_night":
            label = str(len(oracle.records) + 1) if label is None else label
            script.of_house.append((ident, str(label), command))
        elif is_of_the_house(command):
            script.of_house.append((ident, "", command))
        else:
            label = next(reversed(oracle.records), None) if label is None else label
            if label in oracle.records:
                script.of_nights.setdefault(str(label), []).append((ident, command))
        oracle.carry_out(line, number)
    return script


def _prefixed(command: Command, prefix: str) -> Command:
    """An amend that names commands by their ids in the book."""
    command = dict(command)
    if isinstance(command.get("command"), str):
        command["command"] = f"{prefix}-{command['command']}"
    if isinstance(command.get("drop"), list):
        command["drop"] = [f"{prefix}-{name}" if isinstance(name, str) else name for name in command["drop"]]
    return command


class Office(Client):
    """Sends forms one by one, each under its id until it is answered."""

    def __init__(self, name: str, house: House, line: Line, script: Script) -> None:
        super().__init__(name, house, line)
        self.script = script
        self.done = False

    def run(self) -> None:
        for ident, label, command in self.script.of_house:
            self.think(2.0)
            request = Request(id=ident, document=command, is_for_house=not label)
            answer = self.ask(request)
            while answer is None or answer.status >= 500:
                self.think(PAUSE_S)
                answer = self.ask(request)
            if label:
                self.script.nights.setdefault(label, answer.code if answer.status == 200 else "")
        for label in self.script.of_nights:
            self.script.nights.setdefault(label, "")
        self.done = True


class Tablet(Client):
    """A dealer with a tablet at a table; tablets of one table take turns with what there is to do."""

    def __init__(self, name: str, house: House, line: Line, script: Script, label: str, pace_s: float) -> None:
        super().__init__(name, house, line)
        self.script = script
        self.label = label
        self.pace_s = pace_s
        self.touches: list[tuple[Touch, bool]] = []
        self.cancelled: set[str] = set()
        self.settling = False
        self.outbox = self._outbox([], [])
        self._sender: Task | None = None

    @property
    def night(self) -> str | None:
        return self.script.nights.get(self.label)

    @property
    def idle(self) -> bool:
        """Whether nothing waits, and nothing is left to do."""
        over = self.settling or not self.script.of_nights[self.label] or self.night == ""
        return over and not self.outbox.entries and not self.outbox.held

    def run(self) -> None:
        """Deal: touch what comes next, and decide about touches that are held."""
        while self.night is None:
            self.think(1.0)
        if not self.night:
            return
        while (table := self._fetch()) is None:
            self.think(PAUSE_S)
        self.outbox.shown = table
        while not self.idle:
            self.think(self.pace_s)
            self._act()

    def reload(self) -> None:
        """The page is closed and opened again: what it was doing ends, and what it had stored is there."""
        if not self.night or not self.touches:
            return
        self.world.trace(self.name, "reloads")
        self.world.count("pages reloaded")
        self.world.kill(self)
        self.dead = False
        old, self.outbox = self.outbox, self._outbox(self.outbox.entries, self.outbox.held)
        self.outbox.shown = old.shown
        self.outbox.reload()
        self._sender = None
        self.world.start(self, self.run)

    def _act(self) -> None:
        outbox, random = self.outbox, self.world.random
        if outbox.held:
            if random.random() < 0.5:
                bets = all(RULES.survives(touch.command) for touch in outbox.held)
                outbox.do_now(list(outbox.held) if bets else outbox.held[:1], self.world.now)
            else:
                outbox.drop()
        elif self.script.of_nights[self.label] and not self.settling and len(outbox.entries) < MOST_WAITING:
            ident, command = self.script.of_nights[self.label].pop(0)
            waits = bool(outbox.entries)
            self.touches.append((outbox.touch(ident, self.world.now, command), waits))
            self.world.count("touches")
        if outbox.entries and not outbox.busy:
            self._sender = self.world.start(self, outbox.work)

    def _outbox(self, entries: list[Touch], held: list[Touch]) -> Outbox:
        return Outbox(
            rules=RULES,
            shown=Table(0, 0),
            ask=self._send,
            fetch=self._fetch,
            pause=lambda: self.world.sleep(PAUSE_S),
            dropped=lambda touch: self.cancelled.add(touch.id),
            entries=entries,
            held=held,
        )

    def _send(self, touch: Touch) -> Answer | None:
        if any(other.at < touch.at for other in self.outbox.entries):
            raise Wrong("touches are sent in order", f"{self.name}: {touch.id}")
        ident, seen = touch.request
        return self.ask(Request(self.night or "", ident, touch.command, seen))

    def _fetch(self) -> Table | None:
        answer = self.ask(Request(self.night or ""))
        return answer.table if answer else None


class Phone(Client):
    """Reads a table again and again."""

    def __init__(self, name: str, house: House, line: Line, script: Script) -> None:
        super().__init__(name, house, line)
        self.script = script
        self.seen: dict[str, int] = {}

    def run(self) -> None:
        while True:
            self.think(3.0)
            nights = [HOUSE, *filter(None, self.script.nights.values())]
            self.world.count("readings")
            self.ask(Request(self.world.random.choice(nights)))
