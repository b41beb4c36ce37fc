"""The simulation: a seed is one run, it finds what is planted, and its outbox is the tablet's."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from greenlet import getcurrent, greenlet
from playwright._impl._driver import compute_driver_executable

from tools.simulation.bugs import BUGS
from tools.simulation.outbox import Answer, Outbox, Rules, Table, Touch
from tools.simulation.run import find, run_evening

ROOT = Path(__file__).parents[1]
SHOWN = {"version": 7, "moment": 5}
NEVER, STALE = "never", "stale_version"
BETS, PLAY = ("place_bet",), ("turn",)
T8, T9 = {"version": 8, "moment": 5}, {"version": 9, "moment": 9}


def saved(version: int, table: dict[str, int] | None = None) -> dict[str, Any]:
    return {"status": 200, "version": version, "table": table or {"version": version, "moment": 5}}


def refused(status: int, code: str = "", table: dict[str, int] | None = None) -> dict[str, Any]:
    return {"status": status, "code": code, "table": table}


SITUATIONS: dict[str, tuple[list[Any], list[Any]]] = {
    "each after the one before it": ([("touch", "place_bet", "place_bet", "turn")], [saved(8), saved(9), saved(10)]),
    "lost on the line": ([("touch", "place_bet", "place_bet")], [None, None, saved(8), None, saved(9)]),
    "the book is out of reach": ([("touch", "turn")], [refused(503), refused(429), refused(502), saved(9, T9)]),
    "no answer at all": ([("touch", "place_bet", "turn"), ("touch", "tip")], []),
    "reloaded while it is sent": ([("touch", "place_bet", "turn"), ("reload",)], [None, saved(8), saved(9, T9)]),
    "reloaded before an answer": ([("touch", "place_bet", "turn"), ("reload",), ("touch", "tip")], []),
    "reloaded, with two waiting": ([("touch", "tip", "turn"), ("reload",)], [NEVER, saved(8), saved(9)]),
    "refused, and later ones held": ([("touch", "turn", "place_bet", "tip")], [refused(422, "wrong_phase")]),
    "refused, then sent one by one": (
        [("touch", "turn", "tip", "tip"), ("send it", 1), ("send it", 1)],
        [refused(422, "x"), saved(8), saved(9)],
    ),
    "refused, then bets all at once": (
        [("touch", "tip", "place_bet", "place_bet"), ("send it",)],
        [refused(422, "x"), saved(8), saved(9)],
    ),
    "refused, then cancelled": (
        [("touch", "turn", "tip"), ("cancel",), ("touch", "tip")],
        [refused(400, "bad_input"), saved(8)],
    ),
    "fails three times": ([("touch", "tip", "tip")], [refused(500, "failed")] * 3),
    "fails three times, then sent under its id": (
        [("touch", "turn"), ("send it",)],
        [*[refused(500, "failed", T9)] * 3, saved(10)],
    ),
    "fails twice": ([("touch", "tip")], [refused(500, "failed"), refused(500, "failed"), saved(8)]),
    "a bet outrun in the same moment": (
        [("touch", "place_bet", "place_bet", "tip")],
        [refused(412, STALE, T8), saved(9), saved(10), saved(11)],
    ),
    "a bet outrun with another touch behind": (
        [("touch", "place_bet", "tip")],
        [refused(412, STALE, T8), saved(9), refused(412, STALE, {"version": 9, "moment": 5})],
    ),
    "a bet outrun in another moment": ([("touch", "place_bet", "place_bet")], [refused(412, STALE, T9)]),
    "a card outrun": ([("touch", "turn", "place_bet")], [refused(412, STALE, T8)]),
    "outrun, then sent in another moment": (
        [("touch", "turn"), ("send it",), ("touch", "tip")],
        [refused(412, STALE, T9), refused(412, STALE, T9)],
    ),
    "who may not, at once": ([("touch", "tip")], [refused(403, "not_permitted")]),
    "who may not, after waiting": (
        [("touch", "tip"), ("reload",), ("send it",)],
        [NEVER, refused(403, "not_permitted"), saved(8)],
    ),
    "behind what moves on": (
        [("touch", "turn", "place_bet", "place_bet")],
        [
            saved(8, {"version": 8, "moment": 8}),
            saved(9, {"version": 9, "moment": 8}),
            refused(412, STALE, T9),
        ],
    ),
}


def by_the_script() -> list[dict[str, Any]]:
    """What the tablet's script sends, and what waits and is held in the end."""
    situations = [
        {"shown": SHOWN, "steps": steps, "answers": answers, "play": PLAY, "bets": BETS}
        for steps, answers in SITUATIONS.values()
    ]
    node, _ = compute_driver_executable()
    page = ROOT / "tests" / "support" / "outbox_page.mjs"
    command = [node, str(page), str(ROOT / "web" / "static" / "js")]
    done = subprocess.run(
        command, input=json.dumps(situations), capture_output=True, text=True, timeout=60, check=False
    )
    assert not done.returncode, done.stderr
    results: list[dict[str, Any]] = json.loads(done.stdout)
    return results


def restated(steps: list[Any], answers: list[Any]) -> dict[str, Any]:
    """The same by the outbox of the simulation."""
    answers = list(answers)
    requests: list[list[Any]] = []
    table = [Table(**SHOWN)]

    def ask(touch: Touch) -> Answer | None:
        ident, seen = touch.request
        requests.append([ident, seen])
        answer: Any = answers.pop(0) if answers else NEVER
        if answer == NEVER:
            getcurrent().parent.switch()
        if answer is None:
            return None
        table[0] = Table(**answer["table"]) if answer.get("table") else table[0]
        return Answer(answer["status"], answer.get("code", ""), answer.get("version", 0), table[0])

    rules = Rules(
        moves_on=lambda command: command["do"] in PLAY,
        is_of_play=lambda command: command["do"] in (*PLAY, *BETS),
        survives=lambda command: command["do"] in BETS,
    )
    outbox = Outbox(rules, table[0], ask, lambda: table[0], lambda: None, lambda touch: None)
    count = 0
    for word, *given in steps:
        if word == "touch":
            for command in given:
                outbox.touch(str(count), 0, {"do": command})
                count += 1
        elif word == "reload":
            outbox.reload()
        elif word == "send it":
            outbox.do_now(outbox.held[: given[0]] if given else list(outbox.held), 0)
        else:
            outbox.drop()
        greenlet(outbox.work).switch()
    numbers = [int(touch.id) for touch in outbox.entries], [int(touch.id) for touch in outbox.held]
    return {"requests": requests, "waiting": numbers[0], "held": numbers[1]}


def test_the_simulated_outbox_sends_and_holds_what_the_tablets_script_does() -> None:
    by_script = dict(zip(SITUATIONS, by_the_script(), strict=True))
    assert {name: restated(*situation) for name, situation in SITUATIONS.items()} == by_script


@pytest.mark.parametrize("evening", ["1.3", "1.5", "1.8", "202.283"])
def test_an_evening_under_faults_breaks_no_promise_and_is_the_same_when_it_is_run_again(evening: str) -> None:
    first, wrong = run_evening(evening)
    assert wrong is None, wrong
    assert first.world.counts["crashes"]
    again, _ = run_evening(evening)
    assert first.world.traced == again.world.traced


QUICKLY_FOUND = ("answer-failed-commit", "group-answered-early", "readers-see-uncommitted", "touches-out-of-order")


@pytest.mark.parametrize(
    "bug", [pytest.param(bug, marks=[] if bug in QUICKLY_FOUND else pytest.mark.soak) for bug in BUGS]
)
def test_a_planted_bug_is_found(bug: str) -> None:
    assert find(bug, seed=1)
