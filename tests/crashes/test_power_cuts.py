"""Power failures and failing syncs under a real server: nothing acknowledged is lost, and nothing is half there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from events.book.external_head import read_head
from events.book.file import head_beside
from tests.crashes.evening import Outcome, Plan
from tests.crashes.power import RecordedDisk, RecordedEvening, RecordedFiles, prepare
from tests.crashes.recorder import Recording, What
from tests.support.casekeeper_serve import PATIENCE_S
from tests.support.fixtures import soaked
from tests.support.forked_program import ForkedProgram
from web.app.secret_key import make_key

LOG, BOOK, HEAD = "night.db-wal", "night.db", "night.db.head"


def played(folder: Path, seed: int, *disturbances: str, calm: int, bug: str = "") -> tuple[Outcome, RecordedEvening]:
    """An evening at two tables with a program, on a disk that is recorded."""
    house = folder / "house"
    house.mkdir()
    plan = Plan(
        book=str(house / BOOK),
        folder=house,
        kills=len(disturbances),
        seed=seed,
        tables=2,
        programs=1,
        stale_s=PATIENCE_S,
        bug=bug,
    )
    evening = RecordedEvening(plan, folder / "recorded", disturbances, calm=calm)
    return evening.run(), evening


def faults_after_power_failures(
    disk: RecordedDisk, folder: Path, seed: int, *, turning: int, anywhere: int
) -> list[str]:
    random = Random(seed)
    (folder / "after").mkdir()
    return list(disk.faults(disk.cuts(random, turning, anywhere), random, folder / "after"))


def assert_counted(outcome: Outcome, evening: RecordedEvening, least: int) -> None:
    """All clients came to their end, and every answer was held against the book."""
    assert outcome.faults == []
    assert outcome.answers == len(evening.noted) >= least
    kept = read_head(head_beside(Path(evening.plan.book)))
    assert kept
    assert kept.position == outcome.events


@pytest.mark.parametrize("seed", soaked(range(10), at_once=[0]))
def test_the_power_fails_while_a_server_that_was_killed_once_takes_commands(seed: int, tmp_path: Path) -> None:
    outcome, evening = played(tmp_path, seed, "", "kill", calm=25)
    assert_counted(outcome, evening, 75)
    disk = evening.disk()
    notes = [number for number, frame in enumerate(disk.frames) if frame.what is What.NOTE]
    between = disk.frames[notes[1] : notes[-1]]
    synced = Counter(frame.name for frame in between if frame.what is What.SYNC)
    # At most the commands of all three clients share a commit, and the log was merged while commands came.
    assert synced[LOG] > 20
    assert synced[BOOK]
    assert faults_after_power_failures(disk, tmp_path, seed, turning=12, anywhere=12) == []


def test_syncs_fail_and_the_disk_is_full_and_then_the_power_fails(tmp_path: Path) -> None:
    """What was to be synced when a sync fails never comes to the disk: the next sync does not write it."""
    outcome, evening = played(tmp_path, 1, "commit", BOOK, "full", "commit", "kill", calm=8)
    assert_counted(outcome, evening, 48)
    disk = evening.disk()
    failed = Counter(frame.name for frame in disk.frames if frame.what is What.FAILED)
    assert failed[LOG] >= 2
    assert failed[BOOK] == 1
    assert faults_after_power_failures(disk, tmp_path, 1, turning=12, anywhere=8) == []


def _make_recorded_key(folder: Path, recording: Path, troubles: Path) -> None:
    prepare(folder, recording, troubles, "")
    make_key(folder / "house.key")


def test_the_power_fails_while_the_key_of_a_house_is_made(tmp_path: Path) -> None:
    """Afterwards there is none, and the next start makes another, or all of it."""
    house, recording = tmp_path / "house", tmp_path / "recording"
    house.mkdir()
    with ForkedProgram(_make_recorded_key, house, recording, tmp_path / "troubles") as making:
        assert making.communicate() == ("", "")
    files, key = RecordedFiles(), (house / "house.key").read_bytes()
    left = []
    for frame in Recording(recording).frames():
        files.apply(frame)
        left += [files.after_power_failure(Random(seed)).get("house.key") for seed in range(20)]
    assert set(left) == {None, key}
    assert left[-1] == key


PLANTED = {
    "synced-at-checkpoints": ("lost", [""]),
    "answer-failed-commit": ("lost", [LOG] * 4),
    "half-committed": ("half", [""]),
    "head-before-commit": ("unsound", [""]),
    "head-not-synced": ("closed", [""]),
    "key-not-synced": ("key", [""]),
}
"""What a bug does to the book, and the syncs that have to fail for that."""


@pytest.mark.parametrize("bug", PLANTED)
def test_a_planted_bug_is_found(bug: str, tmp_path: Path) -> None:
    kind, disturbances = PLANTED[bug]
    _, evening = played(tmp_path, 1, *disturbances, calm=3, bug=bug)
    random, disk = Random(1), evening.disk()
    (tmp_path / "after").mkdir()
    faults = disk.faults(disk.cuts(random, 30, 10), random, tmp_path / "after")
    assert any(fault.startswith(kind) for fault in faults)
