"""Runs evenings of the simulation, and says what happened."""

from __future__ import annotations

import shutil
import sys
from contextlib import nullcontext
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from time import process_time
from typing import Any

import click

from dealer.night.result import house_result, result_in_house
from dealer.night_service import NightService
from tests.support.house_results import assert_house_agrees
from tools.simulation.bugs import BUGS, planted
from tools.simulation.clients import Line, Office, Phone, Tablet, script_of
from tools.simulation.disk import EIO, FULL, LIE, Disk
from tools.simulation.house import House, faked, open_book
from tools.simulation.truth import Truth
from tools.simulation.world import World, Wrong

MOST_EVENING_S = 3600.0
DRAIN_S = 1800.0


class Evening:
    """One house from its first command to the last, under faults, and the checks of its book."""

    def __init__(self, seed: str, folder: Path, trace: bool = False) -> None:
        self.world = world = World(seed)
        if trace:
            world.watch = click.echo
        random = world.random
        self.disk = Disk(world, folder)
        path = folder / "night.db"
        (folder / "stick").mkdir()
        self.house = House(world, self.disk, path, folder / "stick" / "night.head", random.choice((1, 1, 2, 3)))
        self.house.truth = self.truth = Truth(world, self.disk, str(path))
        self.line = Line(world, random.choice((0, 0.02, 0.1)), random.choice((0, 0.02, 0.1)), random.choice((0, 0.02)))
        script = script_of(random.randrange(10**6), f"e{seed}")
        self.office = Office("office", self.house, self.line, script)
        self.tablets = [
            Tablet(f"tablet {label}{number}", self.house, self.line, script, label, random.choice((0.4, 1.0, 2.0)))
            for label in script.of_nights
            for number in range(random.choice((1, 1, 2)))
        ]
        self.phones = [Phone(f"phone {number}", self.house, self.line, script) for number in range(2)]
        self.fault_s = random.choice((5.0, 15.0, 40.0))
        self.lies = random.random() < 0.15
        self.healed = self.over = False

    def run(self) -> None:
        """Raises :class:`Wrong` for the first promise that is broken."""
        world, house = self.world, self.house
        try:
            with faked(lambda: self.disk, world):
                for number in range(house.most_servers):
                    house.start_server(number)
                for client in (self.office, *self.tablets, *self.phones):
                    world.start(client, client.run)
                self._fault_later()
                if self.lies:
                    world.after(world.random.uniform(10, 120), self._lie)
                world.run_until(lambda: self.over or self._is_done(), MOST_EVENING_S)
                if not self.over:
                    self._heal()
                    if not world.run_until(self._is_done, DRAIN_S):
                        raise Wrong("outboxes drain", self._waiting())
                    self._end()
        finally:
            self._close()

    def _is_done(self) -> bool:
        return self.office.done and all(tablet.idle for tablet in self.tablets)

    def _waiting(self) -> str:
        waiting = {tablet.name: [touch.id for touch in tablet.outbox.entries] for tablet in self.tablets}
        return f"{waiting}, office done: {self.office.done}"

    def _fault_later(self) -> None:
        self.world.after(self.world.random.expovariate(1 / self.fault_s), self._fault)

    def _fault(self) -> None:
        if self.healed or self.over:
            return
        random, house = self.world.random, self.house
        server = random.choice(house.servers) if house.servers else None
        match random.choices(
            ("crash", "fuse", "stop", "power", "full", "eio", "cut", "clock", "reload"),
            (2, 6, 1, 0 if self.lies else 2, 2, 1, 3, 2, 3),
        )[0]:
            case "crash" if server:
                house.crash(server)
            case "fuse" if server:
                server.fuse = random.randint(1, 60)
            case "stop" if server and house.stop(server):
                self.world.count("restarts")
                self.world.after(random.uniform(0.1, 3), lambda: house.start_server(server.number))
            case "power":
                house.lose_power()
            case "full" if not self.lies and not self.disk.trouble:
                self.world.count("full disks")
                house.have_trouble(FULL, random.uniform(2, 30))
            case "eio" if not self.lies and not self.disk.trouble:
                self.world.count("failing disks")
                house.have_trouble(EIO, random.uniform(0.5, 5))
            case "cut":
                client = random.choice((self.office, *self.tablets, *self.phones))
                client.cut_until = self.world.now + random.uniform(2, 60)
                self.world.count("lines cut")
            case "clock" if server:
                house.ahead_s[server.number] = random.choice((0.0, -random.uniform(1, 600), random.uniform(1, 60)))
                self.world.count("clocks set")
            case "reload" if self.tablets:
                random.choice(self.tablets).reload()
        self._fault_later()

    def _lie(self) -> None:
        """From now on the disk acknowledges what it does not write, until the power fails."""
        if self.healed:
            return
        self.house.have_trouble(LIE, MOST_EVENING_S)
        self.world.after(self.world.random.uniform(3, 30), self._judge_lies)

    def _judge_lies(self) -> None:
        """After a power failure of a disk that lied: what is lost and is named by the head outside must be found."""
        if self.healed:
            return
        self.over = True
        self.house.lose_power()
        for server in list(self.house.servers):
            self.house.crash(server, restart_s=10**9)
        found = self.house.findings()
        self.world.count("disks that lied")
        if found:
            self.world.count("losses found")
            self.world.trace("found", *found)
        elif lost := self.truth.lost_by(self.house.head):
            raise Wrong("losses are found", f"the book lost {lost[:3]} and is called sound")

    def _heal(self) -> None:
        self.healed = True
        house = self.house
        house.mend()
        self.line.lost = self.line.doubled = self.line.late = 0.0
        for client in (self.office, *self.tablets, *self.phones):
            client.cut_until = 0.0
        for tablet in self.tablets:
            tablet.settling = True
        for server in house.servers:
            server.fuse = 0
        house.ahead_s = dict.fromkeys(house.ahead_s, 0.0)

    def _end(self) -> None:
        """Stop the servers and check the book and what everybody was told."""
        house, truth = self.house, self.truth
        if not self.world.run_until(lambda: len([server for server in house.servers if server.ready]) > 0, 60):
            raise Wrong("servers come back", "none serves after a minute")
        truth.advance()
        truth.forget_connection()
        for server in list(house.servers):
            if not house.stop(server):
                house.crash(server, restart_s=10**9)
        if found := house.findings():
            raise Wrong("verify says sound", "; ".join(found))
        for ident, answer in truth.told.items():
            self._check_told(ident, answer)
        for tablet in self.tablets:
            self._check_touches(tablet)
        self._check_results()

    def _check_told(self, ident: str, answer: Any) -> None:
        row = self.truth.rows.get(ident)
        if answer.status == 200 and (row is None or row[-1] is not None):
            raise Wrong("what is acknowledged is in the book", f"{ident}: {row}")

    def _check_touches(self, tablet: Tablet) -> None:
        """Every touch was answered or cancelled, and those that were never held are in the book in their order."""
        rows, last = self.truth.rows, 0
        for touch, _ in tablet.touches:
            if touch.id not in self.truth.told and (touch.sent_as or "") not in self.truth.told:
                if touch.id not in tablet.cancelled:
                    raise Wrong("no touch is lost", f"{tablet.name}: {touch.id}")
                continue
            if touch.id in rows and not touch.was_held:
                if rows[touch.id][0] < last:
                    raise Wrong("touches are sent in order", f"{tablet.name}: {touch.id}")
                last = rows[touch.id][0]

    def _check_results(self) -> None:
        """The house and its nights are as the oracle has them, in all that the contract names."""
        house, oracle = self.house, self.truth.oracle
        with open_book(house.path, house.head, lambda: None) as book:
            service = NightService(book)
            state = service.house()
            labels = {night: night for night in state.night_order}
            nights = {
                night: result_in_house(service.night(night), book.events(night), state) for night in oracle.records
            }
            result = {"house": house_result(state, labels), "nights": nights, "refused": []}
        try:
            assert_house_agrees(result, oracle.result() | {"refused": []})
        except AssertionError as error:
            raise Wrong("the oracle has the same sums", str(error)[:300]) from error

    def _close(self) -> None:
        self.truth.forget_connection()
        for server in list(self.house.servers):
            self.world.kill(server)
        for client in (self.office, *self.tablets, *self.phones):
            self.world.kill(client)
        self.disk.close()


@dataclass
class Total:
    """What many evenings came to."""

    counts: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    evenings: int = 0
    traces: list[str] = field(default_factory=list)

    def add(self, evening: Evening) -> None:
        self.evenings += 1
        self.seconds += evening.world.now
        self.traces.append(evening.world.traced)
        for name, number in evening.world.counts.items():
            self.counts[name] = self.counts.get(name, 0) + number
        told = evening.truth.told.values()
        self.counts["commands sent"] = self.counts.get("commands sent", 0) + len(told)
        accepted = sum(answer.status == 200 for answer in told)
        self.counts["accepted"] = self.counts.get("accepted", 0) + accepted
        self.counts["refused"] = self.counts.get("refused", 0) + len(told) - accepted

    def line(self, cpu_s: float) -> str:
        """How far it is."""
        sent = self.counts.get("commands sent", 0)
        return f"{self.seconds / 3600:.1f} h simulated, {self.evenings} evenings, {sent:,} commands, {cpu_s:.0f} s CPU"

    def table(self) -> str:
        """What happened, and the digest of all traces."""
        rows = [f"{name:26} {number:>12,}" for name, number in sorted(self.counts.items())]
        return "\n".join([*rows, f"trace {sha256(''.join(self.traces).encode()).hexdigest()}"])


def run_evening(seed: str, trace: bool = False) -> tuple[Evening, Wrong | None]:
    """Run one evening; returns it, with the broken promise if there is one."""
    shm = Path("/dev/shm")
    folder = Path(mkdtemp(prefix="casekeeper-simulation-", dir=shm if shm.is_dir() else None))
    try:
        evening = Evening(seed, folder, trace)
        try:
            evening.run()
        except Wrong as wrong:
            return evening, wrong
        return evening, None
    finally:
        shutil.rmtree(folder)


def find(bug: str, seed: int, most_cpu_s: float = 60.0) -> tuple[str, Evening, Wrong, float, float] | None:
    """Plant a bug and run evenings until a check finds it: the evening, what was found, simulated and CPU seconds."""
    begun, simulated_s, number = process_time(), 0.0, 0
    with planted(bug):
        while process_time() - begun < most_cpu_s:
            name = f"{seed}.{number}"
            evening, wrong = run_evening(name)
            simulated_s += evening.world.now
            if wrong:
                return name, evening, wrong, simulated_s, process_time() - begun
            number += 1
    return None


def show_bugs(names: list[str], seed: int) -> bool:
    """Print for each bug how it is found; returns whether all are."""
    click.echo(f"{'bug':30} {'evening':8} {'simulated':>10} {'CPU':>7}  check")
    all_found = True
    for bug in names:
        found = find(bug, seed)
        all_found &= found is not None
        if found:
            name, _, wrong, simulated_s, cpu_s = found
            click.echo(f"{bug:30} {name:8} {simulated_s / 60:6.1f} min {cpu_s:5.1f} s  {wrong.check}")
        else:
            click.echo(f"{bug:30} not found in 60 s")
    return all_found


@click.command()
@click.option("--seed", default=1, help="The first evening's seed.")
@click.option("--hours", default=1.0, help="How many simulated hours.")
@click.option("--bug", type=click.Choice(["all", *BUGS]), help="Plant a bug, and run until it is found.")
@click.option("--evening", help="Run only this evening, as a failure names it, such as 1.17, and print what happens.")
def simulate(seed: int, hours: float, bug: str | None, evening: str | None) -> None:
    """Run the book under simulated faults; ends with status 1 if a promise is broken, or a planted bug not found."""
    if bug and not evening:
        sys.exit(not show_bugs(list(BUGS) if bug == "all" else [bug], seed))
    total, begun = Total(), process_time()
    with planted(bug) if bug else nullcontext():
        while (evening and not total.evenings) or (not evening and total.seconds < hours * 3600):
            name = evening or f"{seed}.{total.evenings}"
            ran, wrong = run_evening(name, trace=bool(evening))
            total.add(ran)
            if wrong:
                click.echo(f"evening {name}, second {ran.world.now:.3f}: {wrong}")
                sys.exit(1)
            if total.evenings % 100 == 0:
                click.echo(total.line(process_time() - begun))
    click.echo(total.line(process_time() - begun))
    click.echo(total.table())


if __name__ == "__main__":
    simulate()
