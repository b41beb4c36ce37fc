"""One link opens hundreds of streams: those of the dealer, the board and the other players go on, and so do touches."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.attacks.running_server import Dealer, Listener, Served, serving
from tests.attacks.served import until
from tests.web.command_line.called import ROOT
from web.live.stream_quota import MOST_OF_A_PLAYER

SOME_THREADS = 24
"""More than the server begins for requests of a kind that it had none of before, and far fewer than the streams."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as running:
        yield running


def board_stream(served: Served) -> str:
    return served.board.replace("?", "/stream?")


def test_one_link_with_two_hundred_streams_takes_nothing_from_others(served: Served) -> None:
    with ExitStack() as stack:
        dealer = stack.enter_context(Dealer(served))
        table = stack.enter_context(Listener(served, f"/nights/{served.night}/stream", cookie=dealer.cookie))
        board = stack.enter_context(Listener(served, board_stream(served)))
        other = stack.enter_context(Listener(served, served.players["p1"] + "/stream"))
        honest = stack.enter_context(Listener(served, served.players["p0"] + "/stream"))
        for one in (table, board, other, honest):
            one.wait_for("\nid: ")
        threads = served.threads()
        greedy = []
        for number in range(200):
            one = stack.enter_context(Listener(served, served.players["p0"] + "/stream", address="127.0.0.66"))
            one.wait_for("\nid: ")
            greedy.append(one)
            if number % 20 == 0:
                version = dealer.do(do="seat_player", player=f"new{number}", name=f"New {number}")
                for listener in (table, board, other, honest):
                    listener.wait_for(f"id: {version}\n")
        assert served.threads() - threads < SOME_THREADS
        # The place that the honest holder of the link has is one of its six; the attacker has the rest.
        for one in greedy[: -MOST_OF_A_PLAYER + 1]:
            one.wait_for("event: crowded")
        with Listener(served, f"/nights/{served.night}/stream", cookie=dealer.cookie) as again:
            again.wait_for("event: moved")


def test_what_was_held_by_a_client_that_is_killed_is_given_back(served: Served) -> None:
    code = (
        "import sys, time; from tests.attacks.running_server import Listener, Served;"
        "port, *paths = sys.argv[1:];"
        "served = Served(int(port), 0, '', '', {});"
        "open_now = [Listener(served, path) for path in paths];"
        "[one.wait_for('\\nid: ') for one in open_now];"
        "print('listening', flush=True); time.sleep(600)"
    )
    paths = [path + "/stream" for path in served.players.values() for _ in range(MOST_OF_A_PLAYER)]
    command = [sys.executable, "-c", code, str(served.port), *paths]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as client:
        try:
            assert client.stdout
            assert client.stdout.readline() == "listening\n"
            held = served.sockets()
        finally:
            client.kill()
    until(lambda: served.sockets() <= held - len(paths))


def test_an_address_that_has_every_link_leaves_others_theirs(served: Served) -> None:
    """All links of the house from one address: another address gets its streams, and the staff get theirs."""
    with ExitStack() as stack:
        dealer = stack.enter_context(Dealer(served))
        paths = [board_stream(served), *(path + "/stream" for path in served.players.values())]
        mine = [stack.enter_context(Listener(served, path)) for path in paths]
        for path in paths:
            for _ in range(20):
                stack.enter_context(Listener(served, path, address="127.0.0.66")).wait_for("\nid: ")
        table = stack.enter_context(Listener(served, f"/nights/{served.night}/stream", cookie=dealer.cookie))
        table.wait_for("event: moved")
        version = dealer.do(do="seat_player", player="late", name="Late")
        for one in (*mine, table):
            one.wait_for(f"id: {version}\n")
