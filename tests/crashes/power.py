"""An evening whose every write to disk is recorded, and what a power failure at any moment leaves of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from shutil import rmtree
from threading import Lock
from typing import Any

from dealer.night_service import NightService
from events.book.book import Book
from events.book.external_head import read_head
from events.book.file import head_beside
from events.records import BookError
from tests.attacks.servers import SENDER
from tests.crashes.clients import Answer, Command
from tests.crashes.evening import Evening, Plan, open_house, wait
from tests.crashes.planted import plant
from tests.crashes.recorder import Frame, Recording, Troubles, What, checkpoint_often, record
from tests.crashes.stored import Stored
from tests.support.forked_program import ForkedProgram
from tests.web.command_line.called import casekeeper
from tools.simulation.disk import Stored as StoredFile
from web.app.secret_key import SecretKeyError, make_key

PREPARED = 0
"""The note that the house is open; the others are the answers in their order, from 1."""

_SETTLED = (What.NOTE, What.SYNC)
"""After these, nothing is left that was not synced."""

JUNK_BYTES = 32_768
"""Of the log's index, which is shared memory, anything is left."""


class RecordedEvening(Evening):
    """An evening with a server whose files are recorded, and whose disk fails: ``disturbances`` in turn.

    ``kill`` kills the server, ``full`` fills the disk until a client hears of it, ``commit`` fails the sync of a
    command, the name of a file its next sync. Before each, and at the end, ``calm`` commands are answered.
    """

    def __init__(self, plan: Plan, elsewhere: Path, disturbances: Sequence[str], *, calm: int) -> None:
        elsewhere.mkdir()
        self._path, self.troubles = elsewhere / "recording", Troubles(elsewhere / "troubles")
        self.recording = Recording(self._path)
        self._noting = Lock()
        self._disturbances = disturbances
        self._calm = calm
        self.noted: list[Answer] = []
        super().__init__(plan)

    def open_house(self) -> tuple[list[str], list[str]]:
        with ForkedProgram(_open_house, self.prepare_server(), self.plan) as opening:
            said, complaints = opening.communicate()
        assert said, complaints
        self.recording.add(Frame(What.NOTE, at=PREPARED))
        nights, tokens = json.loads(said)
        return nights, tokens

    def prepare_server(self) -> Sequence[Any]:
        return prepare, self.plan.folder, self._path, self.troubles.folder, self.plan.bug

    def answered(self, answer: Answer) -> None:
        with self._noting:
            self.noted.append(answer)
            self.recording.add(Frame(What.NOTE, at=len(self.noted)))

    def disturb(self, number: int) -> None:
        self._wait_for_answers(self._calm)
        (server,) = self.services
        match self._disturbances[number]:
            case "kill":
                assert server.kill("both", Random(self.plan.seed))
            case "full":
                before = self._put_off("book_full")
                self.troubles.fill()
                wait(lambda: self._put_off("book_full") > before, "nobody is told that the disk is full")
                self.troubles.give_room()
            case "commit":
                before = self._put_off("book_unwritable")
                while self._put_off("book_unwritable") == before:
                    # It may have been a sync of a checkpoint, of which no client hears.
                    self._fail_sync(f"{Path(self.plan.book).name}-wal")
                    self._wait_for_answers(1)
            case "":
                pass
            case name:
                self._fail_sync(name)
        if number + 1 == self.plan.kills:
            self._wait_for_answers(self._calm)

    def _fail_sync(self, name: str) -> None:
        self.troubles.fail_next_sync(name)
        wait(lambda: not self.troubles.is_failing, f"{name} is not synced any more")

    def _wait_for_answers(self, count: int) -> None:
        until = len(self.noted) + count
        wait(lambda: len(self.noted) >= until, "commands are not answered any more")

    def _put_off(self, code: str) -> int:
        return sum(client.put_off[code] for client in self.clients)

    def disk(self) -> RecordedDisk:
        """What was recorded, after the evening."""
        frames = tuple(self.recording.frames())
        sent = {ident: command for client in self.clients for ident, command in client.sent.items()}
        return RecordedDisk(self.plan, frames, self.noted, sent, self.prepared)


def prepare(folder: Path, recording: Path, troubles: Path, bug: str) -> None:
    """Record what this process does to a folder, and plant a bug in it."""
    checkpoint_often()
    record(folder, Recording(recording), Troubles(troubles))
    plant(bug)


def _open_house(prepare_first: Sequence[Any], plan: Plan) -> None:
    call, *values = prepare_first
    call(*values)
    print(json.dumps(open_house(plan)))


class RecordedDisk:
    """The frames of an evening, and what clients know of its commands."""

    def __init__(
        self,
        plan: Plan,
        frames: Sequence[Frame],
        answers: Sequence[Answer],
        sent: Mapping[str, Command],
        prepared: frozenset[str],
    ) -> None:
        self.frames = frames
        self._plan = plan
        self._answers = answers
        self._sent = sent
        self._prepared = prepared
        self._key = plan.key_file.read_text()

    def cuts(self, random: Random, turning: int, anywhere: int) -> list[int]:
        """Moments at which the power fails, as the number of frames before it.

        ``turning`` of them come right after the house was open, an answer, a sync or a new name.
        """
        turns = [number + 1 for number, frame in enumerate(self.frames) if frame.what in (*_SETTLED, What.RENAME)]
        return sorted(
            {*random.sample(turns, min(turning, len(turns))), *random.sample(range(len(self.frames) + 1), anywhere)}
        )

    def faults(self, cuts: Sequence[int], random: Random, elsewhere: Path) -> Iterator[str]:
        """What is wrong with the book after a power failure at each of the moments, each with its kind.

        After an answer or a sync nothing is left that was not synced; elsewhere anything may be.
        """
        files = RecordedFiles()
        applied = answered = 0
        prepared = False
        for cut in cuts:
            for frame in self.frames[applied:cut]:
                if frame.what == What.NOTE:
                    prepared, answered = True, frame.at
                else:
                    files.apply(frame)
            applied = cut
            image = elsewhere / f"cut-{cut}"
            image.mkdir()
            is_settled = cut > 0 and self.frames[cut - 1].what in _SETTLED
            for name, content in files.after_power_failure(None if is_settled else random).items():
                (image / name).write_bytes(content)
            (image / "night.db-shm").write_bytes(random.randbytes(JUNK_BYTES))
            for fault in self._look(image, prepared, answered):
                yield f"{fault} (cut at {cut} of {len(self.frames)})"
            rmtree(image)

    def _look(self, image: Path, prepared: bool, answered: int) -> Iterator[str]:
        """Start again on what the disk has, as the staff would, and hold it against the answers so far."""
        book, key = image / Path(self._plan.book).name, image / self._plan.key_file.name
        if prepared and (not key.exists() or key.read_text() != self._key):
            yield f"key: it is {key.read_text() if key.exists() else 'gone'!r}"
        try:
            make_key(key)
            read_head(head_beside(book))
            with Book.open(book) as opened:
                document = {"do": "register_player", "card": "after", "name": "After"}
                NightService(opened).execute_for_house(document, SENDER, command_id="after")
        except (BookError, SecretKeyError) as error:
            yield f"closed: {error}"
            return
        yield from Stored(str(book)).faults(self._answers[:answered], self._sent, {*self._prepared, "after"})
        verified = casekeeper("verify", "--book", book)
        if verified.exit_code:
            yield f"unsound: {verified.stdout} {verified.stderr}"


class RecordedFiles:
    """The files of a folder: what the disk has for sure, and what may have arrived.

    A sync of a file also brings the changes of names before it to disk, in their order, as on ext4, XFS and Btrfs. What
    was to be synced when a sync failed is lost, as the system takes it for written.
    """

    def __init__(self) -> None:
        self._shown: dict[str, StoredFile] = {}
        self._synced: dict[str, StoredFile] = {}
        self._changes: list[dict[str, StoredFile | None]] = []

    def apply(self, frame: Frame) -> None:
        """Do what a frame is about."""
        file = self._shown.get(frame.name)
        match frame.what:
            case What.CREATE if file is None:
                self._change({frame.name: StoredFile()})
            case What.DELETE if file:
                self._change({frame.name: None})
            case What.RENAME if file:
                self._change({frame.name: None, frame.to: file})
            case What.WRITE if file:
                file.pending.append((frame.at, frame.data))
            case What.TRUNCATE if file:
                file.pending.append((frame.at, None))
            case What.CONTENT if file and (file.pending or file.synced != frame.data):
                file.pending = [(0, None), (0, frame.data)]
            case What.FAILED if file:
                file.pending.clear()
            case What.SYNC:
                if file:
                    file.sync()
                for change in self._changes:
                    _rename(self._synced, change)
                self._changes.clear()

    def _change(self, names: dict[str, StoredFile | None]) -> None:
        _rename(self._shown, names)
        self._changes.append(names)

    def after_power_failure(self, random: Random | None) -> dict[str, bytes]:
        """What is left; of what was not synced anything, or nothing without ``random``."""
        names = dict(self._synced)
        for change in self._changes[: random.randint(0, len(self._changes)) if random else 0]:
            _rename(names, change)
        return {name: bytes(file.torn(random)[0] if random else file.synced) for name, file in names.items()}


def _rename(names: dict[str, StoredFile], change: Mapping[str, StoredFile | None]) -> None:
    for name, file in change.items():
        names.pop(name, None)
        if file:
            names[name] = file
