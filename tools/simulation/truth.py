"""What must be so: the commands of the book in their order, carried out by the independent oracle of the tests."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from dealer.house.roles import HOUSE_VERSION
from dealer.streams import ENTER_NIGHT
from events.book.external_head import read_head
from events.common.house import HOUSE
from tests.oracle.house import HouseInterpreter
from tests.oracle.house_night import NightRecord
from tools.simulation.disk import Connection, Disk
from tools.simulation.house import Request, View
from tools.simulation.outbox import Answer
from tools.simulation.world import World, Wrong, beside_all_processes

_NEWER = (
    "SELECT rowid, id, night, body, at, version_before, version_after, refused, hash FROM commands"
    " WHERE rowid > ? ORDER BY rowid"
)


class Truth:
    """Reads the book's commands through a connection of its own, beside the product."""

    def __init__(self, world: World, disk: Disk, path: str) -> None:
        self.world = world
        self.oracle = HouseInterpreter()
        self.rows: dict[str, Any] = {}
        """The rows of the commands, by id."""
        self.acknowledged: dict[str, int] = {}
        """The last version of each night that a server has acknowledged."""
        self.told: dict[str, Answer] = {}
        self.seen: dict[str, set[int | None]] = {}
        """The versions that each command was sent with: one that is sent again may name another."""
        self._disk = disk
        self._path = path
        self._connection: Connection | None = None
        self._last: tuple[int, str] = (0, "")
        self._versions: dict[tuple[str, int], dict[str, Any]] = {(HOUSE, 0): {}}
        self._times: dict[str, str] = {}

    def forget_connection(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def advance(self) -> None:
        """Carry out what the book has that the oracle does not know of."""
        with beside_all_processes():
            rows = self._newer()
        for row in rows:
            self._carry_out(*row)

    def _newer(self) -> list[Any]:
        if self._connection is None:
            self._connection = Connection(self._disk, self._path)
            rowid, known = self._last
            if rowid and self._connection.execute("SELECT hash FROM commands WHERE rowid = ?", (rowid,)).fetchone() != (
                known,
            ):
                raise Wrong("what was seen stays", f"command {rowid} of the book is gone or another")
        return self._connection.execute(_NEWER, (self._last[0],)).fetchall()

    def _carry_out(
        self,
        rowid: int,
        ident: str,
        stream: str,
        body: str,
        at: str,
        before: int,
        after: int,
        refused: str | None,
        digest: str,
    ) -> None:
        self._last = rowid, digest
        # The house and its office write the time of their own clock.
        if stream != HOUSE and at < self._times.get(stream, ""):
            raise Wrong("time never goes back", f"{stream}: {at} follows {self._times[stream]}")
        self._times[stream] = at
        if ident in self.rows:
            raise Wrong("a command is recorded once", ident)
        self.rows[ident] = (rowid, stream, before, after, refused)
        command = json.loads(body)
        self.world.trace("recorded", ident, stream, after, refused, digest)
        if command["do"] == ENTER_NIGHT:
            self._versions[HOUSE, after] = deposits_of(self.oracle)
            return
        if stream != HOUSE:
            command["night"] = stream
        line = {name: value for name, value in command.items() if name != HOUSE_VERSION} | {"id": ident}
        code = self.oracle.carry_out(line, rowid)
        if code != refused and code and refused:
            # Which of two reasons comes first, the rules leave open for some commands that nobody sends on purpose.
            self.world.count("refused for another reason")
        elif code != refused:
            raise Wrong(
                "the oracle decides the same", f"{ident} {command}: {refused} in the book, {code} by the oracle"
            )
        night = self.oracle.records.get(stream)
        self._versions[stream, after] = accounts_of(night) if night else deposits_of(self.oracle)

    def is_told(self, request: Request, answer: Answer) -> None:
        """A server is about to answer a command; what it answers must be in the book."""
        self.advance()
        row, earlier = self.rows.get(request.id), self.told.get(request.id)
        code = "" if answer.status == 200 else answer.code
        if row:
            _, stream, before, after, refused = row
            if code in ("command_reused", "stale_version") and earlier is None and (refused or "") != code:
                raise Wrong("an answer is what the book has", f"{request.id}: {code}, and it is in the book")
            if (refused or "") != code:
                raise Wrong("an answer is what the book has", f"{request.id}: {code} answered, {refused} in the book")
            if not code and after != answer.version:
                raise Wrong("an answer is what the book has", f"{request.id}: {answer.version} answered, {after} made")
            if not code and request.seen is not None and before not in self.seen[request.id]:
                raise Wrong("a stale command is refused", f"{request.id}: saw {request.seen}, carried out at {before}")
            self.acknowledged[stream] = max(after, self.acknowledged.get(stream, 0))
        elif answer.status == 200:
            raise Wrong("what is acknowledged is in the book", request.id)
        if earlier and earlier.status == 200 and code:
            raise Wrong("an answer stays the same", f"{request.id}: accepted before, {code} now")
        self.told[request.id] = answer

    def is_shown(self, view: View, least: int) -> None:
        """A reader is about to be shown a night."""
        self.advance()
        if view.version < least:
            raise Wrong("readers see what is acknowledged", f"{view.night}: {view.version} shown, {least} acknowledged")
        known = self._versions.get((view.night, view.version))
        if known is None:
            raise Wrong("readers see what is in the book", f"{view.night} {view.version} is not committed")
        if known != view.accounts:
            raise Wrong(
                "readers see the right sums", f"{view.night} {view.version}: {view.accounts} shown, not {known}"
            )

    def lost_by(self, head: Path) -> list[str]:
        """The acknowledged commands that the book does not have now, although the head outside names them."""
        connection = Connection(self._disk, self._path)
        try:
            there = {ident for (ident,) in connection.execute("SELECT id FROM commands").fetchall()}
        finally:
            connection.close()
        known = read_head(head)
        numbers, lost = Counter[str](), []
        for ident, (_, stream, *_) in self.rows.items():
            numbers[stream] += 1
            named = known.streams[stream].commands if known and stream in known.streams else 0
            if ident in self.told and ident not in there and numbers[stream] <= named:
                lost.append(ident)
        return lost


def deposits_of(house: HouseInterpreter) -> dict[str, Any]:
    """What each card has in the house and owes it by the oracle, in cents."""
    return {key: (card.deposit, house.exposure(key)) for key, card in house.cards.items()}


def accounts_of(record: NightRecord) -> dict[str, Any]:
    """What the players and the bank of a night have by the oracle, in cents."""
    night = record.night
    players = {
        key: (player.checks, player.bought, player.markers_open, player.cashed) for key, player in night.players.items()
    }
    return players | {"bank": (night.roll, night.play, night.sleepers, night.tokes)}
